## SPDX-License-Identifier: MIT
libfenmill_core_la_SOURCES += \
	%D%/clash_select.c %D%/clash_select.h \
	%D%/clash_shard.c %D%/clash_shard.h \
	%D%/consumer.c %D%/consumer.h \
	%D%/key_fault.c %D%/key_fault.h \
	%D%/key_list.c %D%/key_list.h \
	%D%/key_templates.c %D%/key_templates.h \
	%D%/key_value.c %D%/key_value.h \
	%D%/public.c %D%/profile.h \
	%D%/profile_clash.c %D%/profile_clash.h \
	%D%/profile_fields.c %D%/profile_fields.h \
	%D%/profile_finish.c %D%/profile_finish.h \
	%D%/profile_pgn.c %D%/profile_pgn.h \
	%D%/profile_merge.c %D%/profile_merge.h \
	%D%/profile_rows.c %D%/profile_rows.h \
	%D%/profile_print.c \
	%D%/schema.c %D%/schema.h \
	%D%/yaml.c %D%/yaml.h
