libfenmill_core_la_SOURCES += \
	%D%/record.c %D%/record.h \
	%D%/rewrite.h \
	%D%/template.c %D%/template.h
libfenmill_core_la_SOURCES += %D%/epd.c %D%/epd.h %D%/epd_strict.c %D%/epd_write.c
