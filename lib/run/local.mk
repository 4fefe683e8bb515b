## SPDX-License-Identifier: MIT
# In the order of their includes: each file includes headers of this folder only from lines above its own.
libfenmill_core_la_SOURCES += \
	%D%/bounds.c %D%/bounds.h \
	%D%/lists.c \
	%D%/funnel.c %D%/funnel.h \
	%D%/used_tags.c %D%/used_tags.h \
	%D%/plan_needs.c %D%/plan.c %D%/plan.h %D%/plan_funnel.c \
	%D%/block.c %D%/block.h \
	%D%/rows.c %D%/rows.h \
	%D%/excluded.c %D%/excluded.h \
	%D%/account.c %D%/account.h \
	%D%/log.c %D%/log.h \
	%D%/trace.h \
	%D%/detect.c %D%/detect.h \
	%D%/shard.c %D%/shard.h \
	%D%/shard_plan.c %D%/shard_plan.h \
	%D%/intake.c %D%/intake.h \
	%D%/shard_output.c %D%/shard_output.h \
	%D%/slice.c %D%/slice.h \
	%D%/claim.c %D%/claim.h \
	%D%/source.c %D%/source.h \
	%D%/stage.h \
	%D%/stage_duplicates.c %D%/stage_draw.c \
	%D%/stage_unique.c \
	%D%/stage_merge.c \
	%D%/stage_deferred.c \
	%D%/stage_trees.c \
	%D%/stage_sort.c \
	%D%/stage_limit.c \
	%D%/stage_number.c \
	%D%/named.c %D%/named.h \
	%D%/stage_sinks.c \
	%D%/stages.c %D%/stages.h \
	%D%/held.c %D%/held.h \
	%D%/held_ahead.c %D%/held_ahead.h \
	%D%/commit.c %D%/commit.h \
	%D%/ring.c %D%/ring.h \
	%D%/worker.c %D%/worker.h \
	%D%/work_messages.c %D%/work_messages.h \
	%D%/work_text.h %D%/work_names.c %D%/work_tags.c %D%/work_text.c \
	%D%/work_ops.h %D%/work_merge.c %D%/work_ops.c \
	%D%/play.h \
	%D%/work_export.c %D%/work_export.h \
	%D%/work_tree.c %D%/work_tree.h \
	%D%/item.c %D%/item.h \
	%D%/work_items.c %D%/work_items.h \
	%D%/work_record.h \
	%D%/ahead_tmpl.h %D%/letters_tmpl.h %D%/play_tmpl.h %D%/verify_tmpl.h %D%/layout_tmpl.h %D%/booked_tmpl.h %D%/watch_tmpl.h %D%/records_tmpl.h %D%/replayer_tmpl.h %D%/listed_tmpl.h %D%/play_8x8.c %D%/play_10x8.c \
	%D%/work_games.h %D%/work_identify.c %D%/work_games.c \
	%D%/work_record.c \
	%D%/work_lines.c %D%/work_lines.h \
	%D%/libraries.c \
	%D%/converter.c %D%/converter.h
# What --enable-trace prints.
if ENABLE_TRACE
libfenmill_core_la_SOURCES += %D%/trace.c
endif
