# SPDX-License-Identifier: MIT
"""What was played in a position, how often, and with which result for White: explorer.py FILE [MOVE]..."""
import collections
import sys

import fenmill

wanted = fenmill.Position()
for move in sys.argv[2:]:
    wanted.push(move)
fen, rows = wanted.fen(en_passant="legal", counters="none"), collections.defaultdict(list)
for game in fenmill.read(sys.argv[1], threads=1):
    positions = list(game.positions(start=True))
    for position, after in zip(positions, positions[1:]):
        if position.fen(en_passant="legal", counters="none") == fen:
            rows[after.last].append({"1-0": 1, "1/2-1/2": 0.5}.get(game.result, 0))
for san, points in sorted(rows.items(), key=lambda row: (-len(row[1]), row[0])):
    print(f"{san}\t{len(points)}\t{sum(points) / len(points):.3f}")
