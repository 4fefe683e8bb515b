# SPDX-License-Identifier: MIT
"""Check a list of FENs, and write each in Shredder-FEN: check_fens.py <list.fen"""
import sys

import fenmill

wrong = 0
for number, line in enumerate(sys.stdin, 1):
    try:
        position = fenmill.Position(line.rstrip("\r\n"))
    except fenmill.Rejected as error:
        print(f"{number}: {error}", file=sys.stderr)
        wrong = 1
        continue
    for name in position.warnings:
        print(f"{number}: warning: {fenmill.reason_meaning(name)}", file=sys.stderr)
    print(position.fen("shredder", "pseudo-legal"))
sys.exit(wrong)
