## SPDX-License-Identifier: MIT
# Fuzz targets. A normal build links each with standalone.c, and make check gives it the seeds in fuzz/corpus and the
# samples; configure --enable-fuzzers CC=clang links libFuzzer instead, and fuzz/run.sh runs a target for a while.
fuzz_targets = %D%/fuzz_pgn %D%/fuzz_fen %D%/fuzz_notation %D%/fuzz_profile %D%/fuzz_convert %D%/fuzz_reader
check_PROGRAMS += $(fuzz_targets)
.PHONY: fuzzers
fuzzers: $(fuzz_targets)
%C%_fuzz_pgn_SOURCES = %D%/fuzz_pgn.c
%C%_fuzz_fen_SOURCES = %D%/fuzz_fen.c
%C%_fuzz_notation_SOURCES = %D%/fuzz_notation.c
%C%_fuzz_profile_SOURCES = %D%/fuzz_profile.c
%C%_fuzz_reader_SOURCES = %D%/fuzz_reader.c
%C%_fuzz_convert_SOURCES = %D%/fuzz_convert.c %D%/settings.c %D%/settings.h %D%/os_memory.c %D%/os_memory.h
if ENABLE_FUZZERS
fuzz_main =
%C%_fuzz_convert_SOURCES += %D%/mutate_settings.c
fuzz_ldflags = $(AM_LDFLAGS) -fsanitize=fuzzer
else
check_LTLIBRARIES += %D%/libstandalone.la
%C%_libstandalone_la_SOURCES = %D%/standalone.c %D%/fuzz.h
fuzz_main = %D%/libstandalone.la
fuzz_ldflags = $(AM_LDFLAGS)
TESTS += %D%/replay.test
endif
%C%_fuzz_pgn_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_fen_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_notation_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_profile_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_reader_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_convert_LDFLAGS = $(fuzz_ldflags)
%C%_fuzz_pgn_LDADD = $(fuzz_main) libfenmill-core.la
%C%_fuzz_fen_LDADD = $(fuzz_main) libfenmill-core.la
%C%_fuzz_notation_LDADD = $(fuzz_main) libfenmill-core.la
%C%_fuzz_profile_LDADD = $(fuzz_main) libfenmill-core.la
%C%_fuzz_reader_LDADD = $(fuzz_main) libfenmill-core.la
%C%_fuzz_convert_LDADD = $(fuzz_main) libfenmill-core.la
EXTRA_DIST += %D%/corpus %D%/fuzz.h %D%/replay.test %D%/run.sh
