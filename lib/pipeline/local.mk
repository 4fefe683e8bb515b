libfenmill_core_la_SOURCES += \
	%D%/public.c %D%/public.h
