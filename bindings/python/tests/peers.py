# SPDX-License-Identifier: MIT
"""Five of the programs of docs/examples with python-chess, with the same answers: peers.py NAME FILE..."""
import collections
import sys

import chess
import chess.pgn

POINTS = {"1-0": 1, "1/2-1/2": 0.5}


def games(name):
    with open(name, encoding="utf-8", errors="replace") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            yield game


def count_games(name):
    results, positions = collections.Counter(), 0
    for game in games(name):
        results[game.headers["Result"]] += 1
        positions += 1 + sum(1 for _ in game.mainline_moves())
    print(f"{sum(results.values())} games, {positions} positions, 0 rejected; "
          f"{results['1-0']}-{results['1/2-1/2']}-{results['0-1']}, {results['*']} open")


def unique_positions(name):
    seen = set()
    for game in games(name):
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)
            key = board._transposition_key()
            if key not in seen:
                seen.add(key)
                print(board.epd(en_passant="xfen"))


def make_suite(name):
    for game in games(name):
        board = game.board()
        for move in game.mainline_moves():
            san = board.san(move)
            if san.endswith("#"):
                print(f"{board.epd()} bm {san}; dm 1;")
            board.push(move)


def explorer(name, *moves):
    wanted = chess.Board()
    for move in moves:
        wanted.push_san(move)
    key, rows = wanted._transposition_key(), collections.defaultdict(list)
    for game in games(name):
        board = game.board()
        for move in game.mainline_moves():
            if board._transposition_key() == key:
                rows[board.san(move)].append(POINTS.get(game.headers["Result"], 0))
            board.push(move)
    for san, points in sorted(rows.items(), key=lambda row: (-len(row[1]), row[0])):
        print(f"{san}\t{len(points)}\t{sum(points) / len(points):.3f}")


def player_stats(name):
    count, points = collections.Counter(), collections.Counter()
    with open(name, encoding="utf-8", errors="replace") as file:
        while (headers := chess.pgn.read_headers(file)) is not None:
            for side, win in (("White", "1-0"), ("Black", "0-1")):
                count[headers[side]] += 1
                points[headers[side]] += {win: 1, "1/2-1/2": 0.5}.get(headers["Result"], 0)
    for player, number in sorted(count.items(), key=lambda row: (-row[1], row[0].encode())):
        print(f"{player}\t{number}\t{points[player]:.1f}")


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
