lib_LTLIBRARIES = libfenmill.la
noinst_LTLIBRARIES = libfenmill-core.la
pkginclude_HEADERS = %D%/fenmill.h %D%/fenmill_reasons.h %D%/version.h
libfenmill_core_la_SOURCES =
include lib/base/local.mk
include lib/io/local.mk
include lib/board/local.mk
include lib/pgn/local.mk
include lib/replay/local.mk
include lib/select/local.mk
include lib/record/local.mk
include lib/profile/local.mk
include lib/pipeline/local.mk
libfenmill_la_SOURCES =
libfenmill_la_LIBADD = libfenmill-core.la $(YAML_LIBS) $(ZLIB_LIBS)
libfenmill_la_LDFLAGS = $(AM_LDFLAGS) -no-undefined -version-info 0:0:0
pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = %D%/libfenmill.pc
