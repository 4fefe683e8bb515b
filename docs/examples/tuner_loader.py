# SPDX-License-Identifier: MIT
"""Load quiet positions with the result of their game and their evaluation: tuner_loader.py FILE..."""
import sys

import fenmill

table = fenmill.table(sys.argv[1:], ["fen", "result.score", "eval.position"], threads=1,
                      profile={"games.result": ["1-0", "0-1", "1/2-1/2"], "positions.quiet": True})
for fen, score, eval in zip(*table.values()):
    if eval == eval:  # no NaN
        print(f"{fen}\t{score:.1f}\t{eval:.0f}")
