#!/bin/sh
# An XBoard engine that misbehaves when it is asked for a move, as its first argument says.
while read -r word rest; do
  case "$word" in
    protover) echo 'feature usermove=1 setboard=1 variants="bughouse" done=1' ;;
    go|usermove)
      case "$1" in
        garbage) printf '\001\377\376 \033[2J\n'; echo 'move Zz9!'; echo 'move' ;;
        dies) exit 3 ;;
        illegal) echo 'move e1e5' ;;
        hangs) ;;
        floods) yes 'info string and so on' ;;
        endless) while :; do printf 'and so on, '; done ;;
        closes) exec >&- ;;
      esac ;;
    quit) exit 0 ;;
  esac
done
