## SPDX-License-Identifier: MIT
libfenmill_core_la_SOURCES += \
	%D%/os.h \
	%D%/os_posix.c
