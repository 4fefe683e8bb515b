## SPDX-License-Identifier: MIT
# Samples that the README, the manual and the tests use. README.md says where each comes from.
sampledir = $(docdir)/data
dist_sample_DATA = %D%/README.md %D%/annotated.pgn %D%/classic.pgn %D%/chess960.pgn %D%/mixed.pgn %D%/suite.epd %D%/starts.fen %D%/puzzles.csv
# The same three games in the letters of several languages.
dist_sample_DATA += %D%/english.pgn %D%/german.pgn %D%/dutch.pgn %D%/polish.pgn %D%/french.pgn %D%/spanish.pgn \
	%D%/figurine.pgn
