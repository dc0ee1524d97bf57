#!/bin/sh
# A UCI engine that misbehaves when it is asked for a move, as its first argument says.
while read -r word rest; do
  case "$word" in
    uci) echo "id name $1"; echo uciok ;;
    isready) [ "$1" = mute ] || echo readyok ;;
    go)
      case "$1" in
        garbage) printf '\001\377\376 \033[2J\n'; echo 'bestmove Zz9!'; echo 'bestmove' ;;
        dies) exit 3 ;;
        illegal) echo 'bestmove e1e5' ;;
        hangs) ;;
        floods) yes 'info string and so on' ;;
        endless) while :; do printf 'and so on, '; done ;;
        closes) exec >&- ;;
      esac ;;
    quit) exit 0 ;;
  esac
done
