libfenmill_core_la_SOURCES += \
	%D%/base.h %D%/eight.h %D%/macros.h %D%/warnings.h \
	%D%/arena.c %D%/arena.h \
	%D%/buf.c %D%/buf.h \
	%D%/count.c %D%/count.h \
	%D%/json.c %D%/json.h \
	%D%/hash.c %D%/hash.h \
	%D%/nearest.c %D%/nearest.h \
	%D%/pages.c %D%/pages.h \
	%D%/reasons.c \
	%D%/table.c %D%/table.h \
	%D%/text.c %D%/text.h \
	%D%/thread.c %D%/thread.h \
	%D%/utf8.c %D%/utf8.h
