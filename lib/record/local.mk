libfenmill_core_la_SOURCES += \
	%D%/epd.c %D%/epd.h %D%/epd_check.c %D%/epd_strict.c %D%/epd_write.c \
	%D%/file_name.c %D%/file_name.h \
	%D%/position.c %D%/record.c %D%/record.h \
	%D%/rewrite.c %D%/rewrite.h \
	%D%/template.c %D%/template.h
