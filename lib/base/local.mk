## SPDX-License-Identifier: MIT
libfenmill_core_la_SOURCES += \
	%D%/base.h %D%/macros.h \
	%D%/cells.c %D%/cells.h \
	%D%/error_text.c \
	%D%/fold.c %D%/fold.h \
	%D%/hash.c %D%/hash.h \
	%D%/json.c %D%/json.h \
	%D%/lanes.c %D%/lanes.h \
	%D%/memory.c %D%/memory.h \
	%D%/parts.h \
	%D%/table.c %D%/table.h \
	%D%/text.c %D%/text.h \
	%D%/thread.h \
	%D%/utf8.c %D%/utf8.h \
	%D%/warnings.c %D%/warnings.h
