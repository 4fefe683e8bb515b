# SPDX-License-Identifier: MIT
"""Print each position of archives once, as a FEN: unique_positions.py FILE..."""
import sys

import fenmill

profile = {"positions": {"unique": {"key": "position"}, "memory": "256M"}, "output.counters": "none"}
print("\n".join(fenmill.table(sys.argv[1:], ["fen"], profile=profile, threads=1)["fen"]))
