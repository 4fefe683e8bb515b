libfenmill_core_la_SOURCES += \
	%D%/boardmask.c %D%/boardmask.h \
	%D%/census.c %D%/census.h \
	%D%/game_filter.c %D%/game_filter.h \
	%D%/material.c %D%/material.h \
	%D%/pattern.c %D%/pattern.h \
	%D%/reached.c %D%/reached.h \
	%D%/position_wants.h %D%/position_filter_tmpl.h %D%/sample.c %D%/sample.h %D%/selection.h \
	%D%/tagrule.c %D%/tagrule.h \
	%D%/tagvalue.c %D%/tagvalue.h \
	%D%/timeclass.c %D%/timeclass.h
