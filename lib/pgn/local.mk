libfenmill_core_la_SOURCES += \
	%D%/boundary.c %D%/boundary.h \
	%D%/braces.c %D%/braces.h \
	%D%/bytes.c %D%/bytes.h \
	%D%/classify.c %D%/classify.h \
	%D%/comment.c %D%/comment.h \
	%D%/cyrillic.c %D%/cyrillic.h \
	%D%/encoding.c %D%/encoding.h %D%/encoding_tables.c \
	%D%/lexer.c %D%/lexer.h \
	%D%/result.c %D%/result.h \
	%D%/scan_tmpl.h \
	%D%/separator.c %D%/separator.h \
	%D%/shape.c %D%/shape.h \
	%D%/split.c %D%/split.h %D%/split_tmpl.h \
	%D%/splitter.c %D%/splitter.h \
	%D%/tagname.c %D%/tagname.h \
	%D%/tagread.c %D%/tagread.h \
	%D%/tags.c %D%/tags.h \
	%D%/verdict.c \
	%D%/word.c %D%/word.h
