## SPDX-License-Identifier: MIT
libfenmill_core_la_SOURCES += \
	%D%/conflict_check.c %D%/conflict_check.h \
	%D%/conflicts.c %D%/conflicts.h \
	%D%/consumer.c %D%/consumer.h \
	%D%/key_fault.c %D%/key_fault.h \
	%D%/key_find.c %D%/key_find.h \
	%D%/key_list.c %D%/key_list.h \
	%D%/key_rules.c %D%/key_rules.h \
	%D%/key_kind.c %D%/key_kind.h \
	%D%/public.c %D%/profile.h \
	%D%/profile_finish.c %D%/profile_finish.h \
	%D%/profile_merge.c %D%/profile_merge.h \
	%D%/profile_print.c \
	%D%/schema.c %D%/schema.h \
	%D%/settle.c %D%/settle.h \
	%D%/yaml.c %D%/yaml.h
