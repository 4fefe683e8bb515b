libfenmill_core_la_SOURCES += \
	%D%/account.c \
	%D%/block.h \
	%D%/converter.c \
	%D%/detect.c %D%/detect.h \
	%D%/drop_duplicates.c %D%/drop_duplicates.h \
	%D%/harvest.c %D%/harvest.h \
	%D%/games.c \
	%D%/game_text.c %D%/game_text.h \
	%D%/lines.c \
	%D%/log.c %D%/log.h \
	%D%/once.c %D%/once.h \
	%D%/plan.c %D%/plan.h \
	%D%/public.c %D%/public.h \
	%D%/ring.c %D%/ring.h \
	%D%/runs.c %D%/runs.h \
	%D%/segments.c \
	%D%/sinks.c %D%/sinks.h \
	%D%/source.c %D%/source.h \
	%D%/watch_tmpl.h \
	%D%/work.c %D%/work.h %D%/worker.c %D%/work_tmpl.h \
	%D%/work_8x8.c %D%/work_10x8.c
