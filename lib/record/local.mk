## SPDX-License-Identifier: MIT
libfenmill_core_la_SOURCES += \
	%D%/epd.c %D%/epd.h %D%/epd_score.c %D%/epd_score.h %D%/epd_walk.c %D%/epd_write.c \
	%D%/epd_game.c %D%/epd_game.h \
	%D%/record_mark.c %D%/record_mark.h \
	%D%/columns.c %D%/columns.h \
	%D%/counts.c %D%/counts.h \
	%D%/fields.c %D%/fields.h \
	%D%/material.c %D%/material.h \
	%D%/entry.c %D%/entry.h \
	%D%/field_put.c %D%/field_put.h \
	%D%/file_name.c %D%/file_name.h \
	%D%/format.c %D%/format.h \
	%D%/group.c %D%/group.h \
	%D%/layout.c %D%/layout.h \
	%D%/public_line.c %D%/record.h \
	%D%/cells_write.c %D%/cells_write.h \
	%D%/rewrite.c %D%/rewrite.h %D%/rewrite_line.c %D%/rewrite_line.h \
	%D%/score_fields.c %D%/score_fields.h \
	%D%/sort_key.c %D%/sort_key.h \
	%D%/tag_plan.c %D%/tag_plan.h \
	%D%/template.c %D%/template.h \
	%D%/training.c %D%/training.h \
	%D%/tree.c %D%/tree.h %D%/tree_entry.c %D%/tree_entry.h \
	%D%/tree_nodes.h %D%/tree_notes.c %D%/tree_notes.h %D%/tree_write.c %D%/tree_write.h \
	%D%/uci_line.c %D%/uci_line.h
# The formats with templates, a file each.
libfenmill_core_la_SOURCES += \
	%D%/write_epd.c %D%/write_exits.c %D%/write_record.c \
	%D%/book.h %D%/write_polyglot.c \
	%D%/chain.c %D%/chain.h %D%/packed_board.c %D%/packed_board.h \
	%D%/write_binpack.c \
	%D%/write_bulletformat.c \
	%D%/write_table.c \
	%D%/write_text.c \
	%D%/write_uci.c \
	%D%/write_values.c \
	%D%/write_viriformat.c \
	%D%/move_fields.c %D%/move_fields.h \
	%D%/merge.c %D%/merge.h
