## SPDX-License-Identifier: MIT
libfenmill_core_la_SOURCES += \
	%D%/batch.c %D%/batch.h %D%/exchange.c %D%/exchange.h \
	%D%/reader_plan.c %D%/reader_plan.h \
	%D%/reader.c %D%/reader_run.c %D%/reader_state.h \
	%D%/formatter.c
