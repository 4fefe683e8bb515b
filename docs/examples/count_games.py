# SPDX-License-Identifier: MIT
"""Count games, positions, results and what is rejected: count_games.py FILE..."""
import collections
import sys

import fenmill

games, results = fenmill.read(sys.argv[1:], threads=1), collections.Counter()
positions = 0
for game in games:
    results[game.result] += 1
    positions += sum(1 for _ in game.positions(start=True))
print(f"{sum(results.values())} games, {positions} positions, {games.totals.rejected} rejected; "
      f"{results['1-0']}-{results['1/2-1/2']}-{results['0-1']}, {results['*']} open")
