## SPDX-License-Identifier: MIT
libfenmill_core_la_SOURCES += \
	%D%/follow_tmpl.h %D%/numbers_tmpl.h \
	%D%/options.h %D%/line.h %D%/replay.h %D%/replay_tmpl.h %D%/suggest_tmpl.h %D%/movetext.h %D%/movetext_tmpl.h %D%/replay_8x8.c %D%/replay_10x8.c \
	%D%/openings.c %D%/openings.h \
	%D%/repertoire.c %D%/repertoire.h
