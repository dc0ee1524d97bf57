"""A bot of your own: it sits down at a table of Tandem and captures whenever it can.

    python3 bot.py 'http://127.0.0.1:8080/m/ID#A:SECRET'

It needs the package websockets (`pip install websockets`). What it says and hears is docs/protocol.md.
"""
import asyncio, json, random, sys, time
from urllib.parse import urlsplit
from websockets.asyncio.client import connect


def occupied(fen):
    """The squares that men stand on, of the placement part of a FEN."""
    squares = set()
    for rank, row in zip("87654321", fen.replace("~", "").split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                squares.add("abcdefgh"[file] + rank)
                file += 1
    return squares


def choose(moves, board):
    """The one place to make it stronger: legal moves in coordinates, such as e2e4 and N@f3."""
    captures = [move for move in moves if "@" not in move and move[2:4] in occupied(board["fen"])]
    return random.choice(captures or moves)


async def play(link):
    url, last = urlsplit(link), 0
    table, (seat, secret) = url.path.split("/")[-1], url.fragment.split(":")
    async with connect(f"ws://{url.netloc}/ws?match={table}") as socket:
        say = lambda **message: socket.send(json.dumps(message))
        await say(type="hello", version=2, match=table, role="seat", seat=seat, secret=secret, name="Python")
        await say(type="ready", on=True)
        async for text in socket:
            message = json.loads(text)
            if message["type"] == "bye":
                sys.exit(message["reason"])
            if message["type"] in ("snapshot", "update") and (state := message.get("state")):
                if state["phase"] == "over":
                    return print("It is over:", state["verdict"]["result"])
                if moves := message["you"]["moves"].split():
                    last = max(last + 1, int(time.time() * 1000))
                    await say(type="act", id=last, act={"do": "move", "move": choose(moves, state["boards"][seat.upper()])})


asyncio.run(play(sys.argv[1]))
