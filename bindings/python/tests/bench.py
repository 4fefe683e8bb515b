# SPDX-License-Identifier: MIT
"""Positions a second of processor time, beside python-chess: python3 bench.py FILE.pgn"""
import resource
import sys

import chess.pgn

import fenmill

ENOUGH = 30000


def fenmill_fens(name):
    return sum(1 for game in fenmill.read(name, threads=1) for position in game.positions() if position.fen())


def fenmill_moves(name):
    return sum(1 for game in fenmill.read(name, threads=1) for position in game.positions() if position.fen() and position.last)


def fenmill_table(name):
    return fenmill.table(name, ["fen"], threads=1).rows


def fenmill_checks(name):
    return sum(1 for game in fenmill.read(name, threads=1) for position in game.positions() if position.is_check() or True)


def chess_checks(name):
    def count(game):
        board = game.board()
        return sum(1 for move in game.mainline_moves() if (board.push(move) or board.is_check() or True))

    return chess_games(name, count)


def chess_games(name, count):
    done = 0
    with open(name, encoding="utf-8", errors="replace") as file:
        while done < ENOUGH:
            game = chess.pgn.read_game(file)
            if game is None:
                break
            done += count(game)
    return done


def chess_fens(name):
    def count(game):
        board = game.board()
        return sum(1 for move in game.mainline_moves() if (board.push(move) or board.fen()))

    return chess_games(name, count)


def chess_moves(name):
    def count(game):
        board = game.board()
        return sum(1 for move in game.mainline_moves() if board.san_and_push(move) and board.fen())

    return chess_games(name, count)


def rate(work, name):
    before = resource.getrusage(resource.RUSAGE_SELF)
    count = work(name)
    after = resource.getrusage(resource.RUSAGE_SELF)
    return count / (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main():
    for ours, theirs in ((fenmill_fens, chess_fens), (fenmill_moves, chess_moves), (fenmill_checks, chess_checks), (fenmill_table, chess_fens)):
        mine, other = rate(ours, sys.argv[1]), rate(theirs, sys.argv[1])
        print(f"{ours.__name__:14} {mine:12,.0f}/s  python-chess {other:8,.0f}/s  {mine / other:5.0f} times")


main()
