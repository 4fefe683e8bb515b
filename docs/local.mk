## SPDX-License-Identifier: MIT
# Pages for readers, sorted by docs/README.md. What their examples print comes from the program and is in the tree as it
# is read; a test keeps the two together.
EXTRA_DIST += docs
.PHONY: update-docs
update-docs: fenmill$(EXEEXT)
	for page in $$(grep -l -e '^```console' -e '| command | output |$$' $(srcdir)/README.md $(srcdir)/%D%/*.md); do \
	  $(SHELL) $(srcdir)/%D%/examples.sh $(srcdir) . $$page >page.new && cp page.new $$page || exit 1; \
	done; rm -f page.new
# Pages are installed as they lie here, so that their links hold.
pagesdir = $(docdir)/docs
dist_pages_DATA = $(wildcard $(srcdir)/%D%/*.md $(srcdir)/%D%/*.png)
# Programs that use the library; tests/examples.test builds them as a user would.
examplesdir = $(pagesdir)/examples
dist_examples_DATA = %D%/examples/check_fens.c %D%/examples/convert_games.c %D%/examples/count_games.c \
	%D%/examples/draw_board.c %D%/examples/explorer.c %D%/examples/filter_games.c %D%/examples/games_range.cpp \
	%D%/examples/legal_moves.c %D%/examples/make_suite.c %D%/examples/player_stats.c %D%/examples/unique_positions.c \
	%D%/examples/stream_fens.c %D%/examples/tuner_loader.c $(wildcard $(srcdir)/%D%/examples/*.py)
