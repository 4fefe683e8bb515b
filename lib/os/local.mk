## SPDX-License-Identifier: MIT
libfenmill_core_la_SOURCES += %D%/os.h
if WINDOWS
libfenmill_core_la_SOURCES += %D%/os_windows.c %D%/os_windows.h %D%/os_windows_names.c
else
libfenmill_core_la_SOURCES += %D%/os_posix.c
endif
