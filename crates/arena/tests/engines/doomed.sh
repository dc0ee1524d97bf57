#!/bin/sh
# Another engine (second argument) that is killed while it thinks about its third move. Only the
# first two that are started in the folder of the first argument are doomed.
mkdir "$1/1" 2>/dev/null || mkdir "$1/2" 2>/dev/null || exec "$2"
pipe=$(mktemp -u "$1/pipe.XXXXXX")
mkfifo "$pipe"
"$2" <"$pipe" &
engine=$!
exec >&-
asked=0
while read -r line; do
  printf '%s\n' "$line"
  case "$line" in
    time*) asked=$((asked + 1)) ;;
    [a-h][1-8][a-h][1-8]* | ?@[a-h][1-8] | usermove* | go)
      if [ "$asked" = 3 ]; then
        kill -9 "$engine"
        exit 1
      fi ;;
  esac
done >"$pipe"
kill -9 "$engine"
