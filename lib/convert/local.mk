libfenmill_core_la_SOURCES += \
	%D%/account.c \
	%D%/block.c %D%/block.h \
	%D%/build.c \
	%D%/commit.c %D%/commit.h \
	%D%/converter.c \
	%D%/detect.c %D%/detect.h \
	%D%/drop_duplicates.c %D%/drop_duplicates.h \
	%D%/deferred.c %D%/deferred.h \
	%D%/funnel.c %D%/funnel.h \
	%D%/intake.c %D%/intake.h \
	%D%/foreign.c %D%/foreign.h \
	%D%/listed.c %D%/listed.h \
	%D%/games.c \
	%D%/game_text.c %D%/game_text.h \
	%D%/held.c %D%/held.h \
	%D%/lines.c \
	%D%/log.c %D%/log.h \
	%D%/named.c %D%/named.h \
	%D%/plan.c %D%/plan.h \
	%D%/public.c %D%/public.h \
	%D%/ring.c %D%/ring.h \
	%D%/runs.c %D%/runs.h \
	%D%/segments.c \
	%D%/sinks.c %D%/sinks.h \
	%D%/source.c %D%/source.h \
	%D%/stage.h %D%/stages.c %D%/stages.h \
	%D%/unique_stage.c %D%/unique_stage.h \
	%D%/watch_tmpl.h \
	%D%/work.c %D%/work.h %D%/worker.c %D%/work_tmpl.h \
	%D%/work_8x8.c %D%/work_10x8.c
