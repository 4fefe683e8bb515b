libfenmill_core_la_SOURCES += \
	%D%/flow.h \
	%D%/ahead.c %D%/ahead.h \
	%D%/decode_pool.c %D%/decode_pool.h \
	%D%/decoder.c %D%/decoder.h \
	%D%/descriptor.c %D%/descriptor.h \
	%D%/encoder.c %D%/encoder.h \
	%D%/expand.c \
	%D%/found.c %D%/found.h \
	%D%/extent.c %D%/extent.h \
	%D%/file_id.c %D%/file_id.h \
	%D%/file_set.c %D%/file_set.h \
	%D%/input.c %D%/input.h \
	%D%/input_bzip2.c \
	%D%/input_gzip.c \
	%D%/input_isal.c \
	%D%/input_xz.c \
	%D%/input_zstd.c \
	%D%/libraries.c %D%/libraries.h \
	%D%/output.c %D%/output.h \
	%D%/output_gzip.c \
	%D%/output_zstd.c \
	%D%/piece.c %D%/piece.h \
	%D%/place.c %D%/place.h \
	%D%/raw_file.c %D%/raw_file.h \
	%D%/zip.c %D%/zip.h \
	%D%/zip_member.c %D%/zip_member.h \
	%D%/temporary.c %D%/temporary.h
