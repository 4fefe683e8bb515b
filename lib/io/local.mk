## SPDX-License-Identifier: MIT
libfenmill_core_la_SOURCES += \
	%D%/bzip2.c \
	%D%/codec.c %D%/codec.h \
	%D%/decode_pool.c %D%/decode_pool.h \
	%D%/encode_pool.c %D%/encode_pool.h \
	%D%/encode_stream.c %D%/encode_stream.h \
	%D%/expand.c %D%/expand.h \
	%D%/file.c %D%/file.h \
	%D%/file_set.c %D%/file_set.h \
	%D%/flow.h \
	%D%/gzip.c %D%/gzip_write.c \
	%D%/input.c %D%/input.h \
	%D%/input_facts.c %D%/input_facts.h \
	%D%/input_state.h \
	%D%/member.h \
	%D%/output.c %D%/output.h \
	%D%/raw.c %D%/raw.h \
	%D%/tar.c %D%/tar.h \
	%D%/temporary.c %D%/temporary.h \
	%D%/xz.c \
	%D%/zip.c %D%/zip.h \
	%D%/zip_member.c %D%/zip_member.h \
	%D%/zstd.c
