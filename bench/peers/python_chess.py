# SPDX-License-Identifier: MIT
"""What a careful user of python-chess would write: FEN per ply, or replay alone.

    python_chess.py FILE fen|check
"""
import sys

import chess.pgn


class Replay(chess.pgn.BaseVisitor):
    """Moves are read and played once; no tree of the game is kept."""

    writes = False

    def begin_game(self):
        self.good = True

    def visit_move(self, board, move):
        if self.writes:
            board.push(move)
            sys.stdout.write(board.fen() + "\n")
            board.pop()
        self.plies += 1

    def begin_variation(self):
        return chess.pgn.SKIP

    def handle_error(self, error):
        self.good = False

    plies = 0

    def result(self):
        return self.good, self.plies


def main():
    """Returns the status."""
    Replay.writes = sys.argv[2] == "fen"
    games = plies = rejected = 0
    with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
        while True:
            got = chess.pgn.read_game(file, Visitor=Replay)
            if got is None:
                break
            games += 1
            rejected += not got[0]
            plies += got[1]
    if not Replay.writes:
        print(f"{games} games, {plies} plies, {rejected} rejected")
    return 0


sys.exit(main())
