# SPDX-License-Identifier: MIT
"""Write the positions of archives as EPD in Shredder-FEN: convert_games.py OUTPUT INPUT..."""
import sys

import fenmill

how = {"output": {"format": "epd", "castling": "shredder", "ops": {"id": "{White}"}}}
fenmill.convert(sys.argv[2:], sys.argv[1], profile=how, force=True, on_report=print, threads=1)
