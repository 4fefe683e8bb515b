## SPDX-License-Identifier: MIT
libfenmill_core_la_SOURCES += \
	%D%/census.c %D%/census.h \
	%D%/conditions.c %D%/conditions.h \
	%D%/game_filter.c %D%/game_filter.h \
	%D%/pattern.c %D%/pattern.h \
	%D%/position_filter.c %D%/position_filter.h %D%/position_filter_tmpl.h \
	%D%/sample.c %D%/sample.h \
	%D%/selection.c %D%/selection.h \
	%D%/tag_repair.c %D%/tag_repair.h \
	%D%/tagrule.c %D%/tagrule.h \
	%D%/tagvalue.c %D%/tagvalue.h
