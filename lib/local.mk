## SPDX-License-Identifier: MIT
# The library. All its code is in the convenience library, which the program and the unit tests link as it is; the
# shared library is the same code with only the public calls visible.
lib_LTLIBRARIES += libfenmill.la
noinst_LTLIBRARIES += libfenmill-core.la
include_HEADERS = %D%/fenmill.h
fenmillincludedir = $(includedir)/fenmill
fenmillinclude_HEADERS = %D%/fenmill/boards.h %D%/fenmill/convert.h %D%/fenmill/moves.h %D%/fenmill/position.h %D%/fenmill/profile.h %D%/fenmill/reader.h %D%/fenmill/record.h %D%/fenmill/reasons.h \
	%D%/fenmill/status.h %D%/fenmill/version.h
AM_CPPFLAGS += -DFM_BUILDING $(YAML_CFLAGS) $(ZLIB_CFLAGS) $(PCRE2_CFLAGS) $(ZSTD_CFLAGS) $(BZIP2_CFLAGS) $(LZMA_CFLAGS) $(ISAL_CFLAGS) $(LIBDEFLATE_CFLAGS)
libfenmill_core_la_LIBADD = $(YAML_LIBS) $(ZLIB_LIBS) $(PCRE2_LIBS) $(ZSTD_LIBS) $(BZIP2_LIBS) $(LZMA_LIBS) $(ISAL_LIBS) $(LIBDEFLATE_LIBS)
libfenmill_core_la_SOURCES =
include lib/os/local.mk
include lib/base/local.mk
include lib/io/local.mk
include lib/board/local.mk
include lib/pgn/local.mk
include lib/game/local.mk
include lib/filter/local.mk
include lib/ops/local.mk
include lib/record/local.mk
include lib/profile/local.mk
include lib/run/local.mk
include lib/reader/local.mk
include lib/shards/local.mk
libfenmill_la_SOURCES =
libfenmill_la_LIBADD = libfenmill-core.la
libfenmill_la_LDFLAGS = $(AM_LDFLAGS) -no-undefined -version-info 1:0:1 $(MAP_LDFLAGS)
EXTRA_libfenmill_la_DEPENDENCIES = %D%/libfenmill.map
EXTRA_DIST += %D%/libfenmill.map
pkgconfigdir = $(libdir)/pkgconfig
pkgconfig_DATA = %D%/libfenmill.pc
