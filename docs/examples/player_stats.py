# SPDX-License-Identifier: MIT
"""Games and points of each player, most games first: player_stats.py FILE..."""
import collections
import sys

import fenmill

games, points = collections.Counter(), collections.Counter()
for game in fenmill.read(sys.argv[1:], threads=1):
    for side, win in (("White", "1-0"), ("Black", "0-1")):
        if side in game.headers:
            games[game.headers[side]] += 1
            points[game.headers[side]] += {win: 1, "1/2-1/2": 0.5}.get(game.result, 0)
for name, count in sorted(games.items(), key=lambda row: (-row[1], row[0].encode())):
    print(f"{name}\t{count}\t{points[name]:.1f}")
