"""Replays games as two crazyhouse boards of python-chess; prints half-moves a second."""

import sys
import time

import chess.variant


def replay(game):
    boards = {"A": chess.variant.CrazyhouseBoard(), "B": chess.variant.CrazyhouseBoard()}
    for name, san in game:
        board = boards[name]
        other = boards["B" if name == "A" else "A"]
        mover = board.turn
        before = {role: board.pockets[mover].count(role) for role in chess.PIECE_TYPES}
        move = board.parse_san(san)
        captures = board.is_capture(move)
        board.push(move)
        if captures:
            # Crazyhouse keeps the piece; bughouse passes it on, in its own colour.
            for role in chess.PIECE_TYPES:
                if board.pockets[mover].count(role) > before[role]:
                    board.pockets[mover].remove(role)
                    other.pockets[not mover].add(role)
    for board in boards.values():
        board.is_check()


def main():
    with open(sys.argv[1]) as file:
        games = [
            [line.split() for line in game.splitlines()]
            for game in file.read().split("\n\n")
            if game.strip()
        ]
    played = 0
    start = time.perf_counter()
    while time.perf_counter() - start < 3:
        for game in games:
            replay(game)
            played += len(game)
    print(played / (time.perf_counter() - start))


main()
