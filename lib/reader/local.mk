## SPDX-License-Identifier: MIT
libfenmill_core_la_SOURCES += \
	%D%/exchange.c %D%/exchange.h \
	%D%/reader_plan.c %D%/reader_plan.h \
	%D%/reader.c \
	%D%/formatter.c
