libfenmill_core_la_SOURCES +=
libfenmill_core_la_SOURCES += \
	%D%/castling.c %D%/castling.h %D%/setup.c %D%/setup.h %D%/setup_write.c %D%/startpos.c %D%/validate.c \
	%D%/variant.c %D%/variant.h
