# SPDX-License-Identifier: MIT
# Vectors for every program that reads or writes FEN, EPD, SAN or PGN (README.md here). tests/cli/conformance.test runs them.
EXTRA_DIST += %D%/LICENSE %D%/README.md %D%/RESULTS.md %D%/make-results %D%/run
EXTRA_DIST += %D%/adapters/chessops.mjs %D%/adapters/ffish.mjs %D%/adapters/python-chess.py %D%/adapters/uci.py
EXTRA_DIST += %D%/castling.tsv %D%/epd.tsv %D%/fen.tsv %D%/letters.tsv %D%/moves.tsv %D%/pgn.tsv %D%/san.tsv %D%/start960.tsv %D%/tenby8.tsv %D%/variations.tsv %D%/write.tsv
# It is linked as a user's program is: with the shared library, by its public header.
check_PROGRAMS += %D%/adapters/fenmill
%C%_adapters_fenmill_SOURCES = %D%/adapters/fenmill.c
%C%_adapters_fenmill_LDADD = libfenmill.la
