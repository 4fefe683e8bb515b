## SPDX-License-Identifier: MIT
libfenmill_core_la_SOURCES += \
	%D%/duplicates.c %D%/duplicates.h %D%/game_identity.h \
	%D%/group_sample.c %D%/group_sample.h \
	%D%/longest.c %D%/longest.h \
	%D%/exclusion.c %D%/exclusion.h \
	%D%/group_counts.h %D%/groups.c %D%/groups.h \
	%D%/run_sample.c %D%/run_sample.h \
	%D%/short_groups.c %D%/short_groups.h \
	%D%/key_ranges.c %D%/key_ranges.h \
	%D%/pair_sort.c %D%/pair_sort.h \
	%D%/sorter.c %D%/sorter.h \
	%D%/spool.c %D%/spool.h \
	%D%/store.c %D%/store.h \
	%D%/unique.c %D%/unique.h
