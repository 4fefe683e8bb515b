# SPDX-License-Identifier: MIT
"""Draw a board as SVG, the pieces that give check and what is pinned marked: draw_board.py [FEN] >board.svg"""
import sys

import fenmill

position = fenmill.Position(*sys.argv[1:2])
files, checkers, pinned = position.files, position.checkers(), position.pinned(position.turn)
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {10 * files} 80" font-size="9" text-anchor="middle">')
for square in range(8 * files):
    file, rank = square % files, square // files
    fill = "#e66" if square in checkers else "#fd6" if square in pinned else "#eed" if (file + rank) % 2 else "#9ab"
    piece, text = position.piece_at(square), ""
    if piece:
        symbol = f"&#{9812 + 'KQRBNPkqrbnp'.index(piece)};" if piece in "KQRBNPkqrbnp" else "?"
        text = f'<text x="{10 * file + 5}" y="{10 * (7 - rank) + 8}">{symbol}</text>'
    print(f'<rect x="{10 * file}" y="{10 * (7 - rank)}" width="10" height="10" fill="{fill}"/>{text}')
print("</svg>")
