## SPDX-License-Identifier: MIT
libfenmill_core_la_SOURCES += \
	%D%/aliases.c %D%/aliases.h \
	%D%/bytes.c %D%/bytes.h \
	%D%/classify.c %D%/classify.h \
	%D%/comment.c %D%/comment.h \
	%D%/comment_cursor.c %D%/comment_cursor.h \
	%D%/encoding.c %D%/encoding.h %D%/encoding_tables.h \
	%D%/game_list.c %D%/game_list.h \
	%D%/lexer.c %D%/lexer.h \
	%D%/lines.c %D%/lines.h \
	%D%/markings.c %D%/markings.h \
	%D%/match_comment.c %D%/match_comment.h \
	%D%/remarks.c %D%/remarks.h \
	%D%/result.c %D%/result.h \
	%D%/scan_tmpl.h \
	%D%/score.c %D%/score.h \
	%D%/score_commands.c %D%/score_commands.h \
	%D%/separator.c %D%/separator.h \
	%D%/split.c %D%/split.h %D%/split_tmpl.h \
	%D%/splitter.c %D%/splitter.h \
	%D%/tag_forms.c %D%/tag_forms.h \
	%D%/tag_table.c %D%/tag_table.h \
	%D%/tag_section.c %D%/tag_section.h \
	%D%/tags.c %D%/tags.h \
	%D%/symbols.c %D%/symbols.h \
	%D%/text_file.c %D%/text_file.h \
	%D%/word.c %D%/word.h \
	%D%/write_moves.c %D%/write_moves.h
