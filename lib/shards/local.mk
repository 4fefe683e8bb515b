## SPDX-License-Identifier: MIT
libfenmill_core_la_SOURCES += \
	%D%/merge_files.c %D%/merge_files.h \
	%D%/merge_outputs.c %D%/merge_stats.c %D%/merge_tables.c \
	%D%/plan_file.c
