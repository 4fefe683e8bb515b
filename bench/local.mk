## SPDX-License-Identifier: MIT
# Measurements: make bench, make bench-peers, make bench-instructions. What they take from the environment is at the top of bench.sh. `make check`
# builds the programs too, so that a change of an interface that they use is seen.
bench_programs = %D%/timer %D%/generate %D%/serial %D%/reads
check_PROGRAMS += $(bench_programs)
%C%_timer_SOURCES = %D%/timer.c
%C%_timer_LDADD =
%C%_generate_SOURCES = %D%/generate.c
%C%_generate_LDADD = libfenmill-core.la
%C%_serial_SOURCES = %D%/serial.c
%C%_serial_LDADD = libfenmill-core.la
%C%_reads_SOURCES = %D%/reads.c
%C%_reads_LDADD = libfenmill-core.la
EXTRA_DIST += %D%/bench.sh %D%/instructions.sh %D%/instructions.baseline %D%/peers/build.sh %D%/peers/shakmaty.rs \
	%D%/peers/chess_library.cc %D%/peers/python_chess.py
.PHONY: bench bench-peers bench-instructions
bench: fenmill $(bench_programs)
	CC='$(CC)' $(srcdir)/%D%/bench.sh all
bench-peers: fenmill $(bench_programs)
	CC='$(CC)' $(srcdir)/%D%/bench.sh peers
# With the compiler and the options that the baseline names.
bench-instructions: fenmill $(bench_programs)
	top_builddir=. $(srcdir)/%D%/instructions.sh ./fenmill
