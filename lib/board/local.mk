## SPDX-License-Identifier: MIT
libfenmill_core_la_SOURCES += \
	%D%/attacks_tmpl.h %D%/board.h %D%/board_10x8.c %D%/board_8x8.c %D%/castling.c \
	%D%/castling.h %D%/dialect.c %D%/dialect.h %D%/dispatch.c %D%/dispatch.h %D%/faults_tmpl.h %D%/fen_fields.c %D%/fen_fields.h %D%/fen_read.c \
	%D%/fen_read.h %D%/fen_write.c %D%/fen_write.h %D%/find_tmpl.h %D%/geom.h \
	%D%/glyphs.c %D%/glyphs.h %D%/key_tmpl.h %D%/languages.c %D%/languages.h \
	%D%/make_tmpl.h %D%/move.h %D%/moves_tmpl.h %D%/notation.c %D%/notation.h \
	%D%/ops_tmpl.h %D%/placement.c %D%/placement.h %D%/placement_avx512_tmpl.h %D%/placement_bmi2_tmpl.h %D%/polyglot.h %D%/position_board.c %D%/position_facts.c %D%/position_line.c %D%/position_moves.c \
	%D%/rank_tmpl.h %D%/san_tmpl.h %D%/setup.c %D%/setup.h %D%/squares.h \
	%D%/variant.c %D%/variant.h %D%/write_tmpl.h

# Their tables are printed by a small program that runs on the building machine.
board_tables = %D%/tables_8x8.h %D%/tables_10x8.h
EXTRA_DIST += %D%/make_tables.c
BUILT_SOURCES += $(board_tables)
CLEANFILES += $(board_tables) %D%/make_tables.build
%D%/make_tables.build: %D%/make_tables.c
	$(AM_V_GEN)$(MKDIR_P) %D% && $(CC_FOR_BUILD) $(CFLAGS_FOR_BUILD) -o $@ $(srcdir)/%D%/make_tables.c
%D%/tables_8x8.h: %D%/make_tables.build
	$(AM_V_GEN)$(builddir)/%D%/make_tables.build 8 >$@.tmp && mv $@.tmp $@
%D%/tables_10x8.h: %D%/make_tables.build
	$(AM_V_GEN)$(builddir)/%D%/make_tables.build 10 >$@.tmp && mv $@.tmp $@
%D%/board_8x8.lo: %D%/tables_8x8.h
%D%/board_10x8.lo: %D%/tables_10x8.h
