# SPDX-License-Identifier: MIT
"""Copy the games of one player out of archives, byte for byte: filter_games.py PLAYER OUTPUT INPUT..."""
import sys

import fenmill

player, output, *inputs = sys.argv[1:]
done = fenmill.convert(inputs, output, profile={"output.format": "pgn", "games.player": "~* " + player}, force=True, on_report=print, threads=1)
print(f"{done.totals.games} games read, {done.totals.kept} kept, {done.totals.rejected} rejected")
