# Measurements: make bench, make bench-peers. What they take from the environment stands at the top of bench.sh.
EXTRA_PROGRAMS += %D%/timer %D%/generate %D%/serial
%C%_timer_SOURCES = %D%/timer.c
%C%_timer_LDADD =
%C%_generate_SOURCES = %D%/generate.c
%C%_generate_LDADD = libfenmill-core.la
%C%_serial_SOURCES = %D%/serial.c
%C%_serial_LDADD = libfenmill-core.la
CLEANFILES += %D%/timer %D%/generate %D%/serial
EXTRA_DIST += %D%/bench.sh
.PHONY: bench bench-peers
bench: fenmill $(EXTRA_PROGRAMS)
	CC='$(CC)' $(srcdir)/%D%/bench.sh all
bench-peers: fenmill $(EXTRA_PROGRAMS)
	CC='$(CC)' $(srcdir)/%D%/bench.sh peers
