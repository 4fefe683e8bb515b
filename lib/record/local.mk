libfenmill_core_la_SOURCES += \
	%D%/record.c %D%/record.h \
	%D%/rewrite.h \
	%D%/template.c %D%/template.h
