# SPDX-License-Identifier: MIT
"""Make a test suite: an EPD record, with the move that was played as `bm`, of each position in which it gave mate: make_suite.py FILE..."""
import sys

import fenmill

for game in fenmill.read(sys.argv[1:], threads=1):
    before = None
    for position in game.positions(start=True):
        if before is not None and (position.last or "").endswith("#"):
            print(f"{before.fen(en_passant='legal', counters='none')} bm {position.last}; dm 1;")
        before = position
