libfenmill_core_la_SOURCES += \
	%D%/boardmask.c %D%/boardmask.h \
	%D%/sample_run.c %D%/sample_run.h \
	%D%/census.c %D%/census.h \
	%D%/game_filter.c %D%/game_filter.h \
	%D%/keyset.c %D%/keyset.h \
	%D%/material.c %D%/material.h \
	%D%/pattern.c %D%/pattern.h \
	%D%/reached.c %D%/reached.h \
	%D%/position_ask.h %D%/position_filter_tmpl.h %D%/sample.c %D%/sample.h %D%/selection.h \
	%D%/store.c %D%/store.h \
	%D%/key_counts.c %D%/key_counts.h \
	%D%/tagrule.c %D%/tagrule.h \
	%D%/tagvalue.c %D%/tagvalue.h \
	%D%/timeclass.c %D%/timeclass.h \
	%D%/unique.c %D%/unique.h
