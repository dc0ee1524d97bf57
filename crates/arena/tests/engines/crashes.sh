#!/bin/sh
# An XBoard engine that crashes at its second move; when it is started again it plays that move, and
# then none. Its first argument says how it is told where the match stands: it takes positions
# (setboard), only moves (moves), or has not even heard of features (silent).
forced='' again='' mine=0 turn=w

flip() { if [ "$turn" = w ]; then turn=b; else turn=w; fi; }

# Plays a step of one of its rook pawns: nobody can forbid that.
step() {
  if [ "$turn" = w ]; then echo "move ${1}2${1}3"; else echo "move ${1}7${1}6"; fi
  mine=$((mine + 1))
  flip
}

think() {
  case "$again$mine" in
    0) step a ;;
    1) exit 3 ;;
    again0) step h ;;
  esac
}

hear_move() {
  flip
  if [ -n "$forced" ]; then again=again; else think; fi
}

while read -r word rest; do
  case "$word" in
    protover)
      case "$1" in
        setboard) echo 'feature setboard=1 usermove=1 done=1' ;;
        moves) echo 'feature usermove=1 done=1' ;;
      esac ;;
    force) forced=forced ;;
    setboard)
      again=again
      rest=${rest#* }
      turn=${rest%% *} ;;
    usermove | [a-h][1-8][a-h][1-8]* | [PNBRQ]@[a-h][1-8]) hear_move ;;
    go)
      forced=''
      think ;;
    quit) exit 0 ;;
  esac
done
