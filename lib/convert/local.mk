# In the order of their includes: each file includes headers of this folder only from lines above its own.
libfenmill_core_la_SOURCES += \
	%D%/about.c \
	%D%/funnel.c %D%/funnel.h \
	%D%/plan.c %D%/plan.h \
	%D%/block.c %D%/block.h \
	%D%/ring.c %D%/ring.h \
	%D%/detect.c %D%/detect.h \
	%D%/intake.c %D%/intake.h \
	%D%/source.c %D%/source.h \
	%D%/worker.c %D%/worker.h \
	%D%/work_messages.c %D%/work_messages.h \
	%D%/runs.c %D%/runs.h \
	%D%/account.c %D%/account.h \
	%D%/choice.c %D%/choice.h \
	%D%/game_text.c %D%/game_text.h \
	%D%/stage.h %D%/held.c %D%/held.h \
	%D%/drop_duplicates.c %D%/drop_duplicates.h \
	%D%/unique_stage.c %D%/unique_stage.h \
	%D%/deferred.c \
	%D%/named.c %D%/named.h \
	%D%/sinks.c \
	%D%/stages.c %D%/stages.h \
	%D%/play.h %D%/play_tmpl.h %D%/records_tmpl.h %D%/play_8x8.c %D%/play_10x8.c \
	%D%/games.c %D%/games.h \
	%D%/lines.c %D%/lines.h \
	%D%/commit.c %D%/commit.h \
	%D%/converter.c
