libfenmill_core_la_SOURCES += \
	%D%/duplicates.c %D%/duplicates.h \
	%D%/prefix_tree.c %D%/prefix_tree.h
