## SPDX-License-Identifier: MIT
# The manual. Its list of reasons is made from the header by hand (`make update-reasons`), so that the page stands in the
# tree as it is read; a test keeps the two together.
dist_man_MANS += %D%/fenmill.1 %D%/fenmill-profile.5
EXTRA_DIST += %D%/fields.sh %D%/items.sh %D%/reasons.sh
# The pages of the library are made from the comments of its header: NAME of a part, and what it is about.
dist_man_MANS += %D%/libfenmill.3
api_pages = %D%/fenmill_status.3 %D%/fenmill_position.3 %D%/fenmill_boards.3 %D%/fenmill_moves.3 %D%/fenmill_profile.3 %D%/fenmill_convert.3 %D%/fenmill_reader.3 %D%/fenmill_record.3
nodist_man_MANS += $(api_pages)
CLEANFILES += $(api_pages)
EXTRA_DIST += %D%/api.awk
make_page = $(AM_V_GEN)$(MKDIR_P) %D% && awk -f $(srcdir)/%D%/api.awk -v date="`sed -n 's/^\.Dd //p' $(srcdir)/%D%/libfenmill.3`"
%D%/fenmill_status.3: %D%/api.awk lib/fenmill/status.h
	$(make_page) -v page=fenmill_status -v about='statuses, texts and errors of libfenmill' $(srcdir)/lib/fenmill/status.h >$@
%D%/fenmill_position.3: %D%/api.awk lib/fenmill/position.h
	$(make_page) -v page=fenmill_position -v about='positions and EPD records' $(srcdir)/lib/fenmill/position.h >$@
%D%/fenmill_boards.3: %D%/api.awk lib/fenmill/boards.h
	$(make_page) -v page=fenmill_boards -v about='boards that are set up and edited' $(srcdir)/lib/fenmill/boards.h >$@
%D%/fenmill_moves.3: %D%/api.awk lib/fenmill/moves.h
	$(make_page) -v page=fenmill_moves -v about='moves of positions, and lines of moves' $(srcdir)/lib/fenmill/moves.h >$@
%D%/fenmill_profile.3: %D%/api.awk lib/fenmill/profile.h
	$(make_page) -v page=fenmill_profile -v about='what is wanted of inputs and outputs' $(srcdir)/lib/fenmill/profile.h >$@
%D%/fenmill_convert.3: %D%/api.awk lib/fenmill/convert.h
	$(make_page) -v page=fenmill_convert -v about='inputs to outputs, as a profile says' $(srcdir)/lib/fenmill/convert.h >$@
%D%/fenmill_reader.3: %D%/api.awk lib/fenmill/reader.h
	$(make_page) -v page=fenmill_reader -v about='games and positions, one after the other' $(srcdir)/lib/fenmill/reader.h >$@
%D%/fenmill_record.3: %D%/api.awk lib/fenmill/record.h
	$(make_page) -v page=fenmill_record -v about='records of positions, written into a buffer' $(srcdir)/lib/fenmill/record.h >$@
.PHONY: update-fields update-keys update-options update-reasons
# Its fields are made from the program's table in the same way, and items for keys and options that it lacks; then what the tests of both want.
update-fields: fenmill$(EXEEXT)
	./fenmill$(EXEEXT) help fields | $(SHELL) $(srcdir)/%D%/fields.sh $(srcdir)/%D%/fenmill-profile.5 >fenmill-profile.5.new
	mv fenmill-profile.5.new $(srcdir)/%D%/fenmill-profile.5
	UPDATE=yes srcdir='$(srcdir)' top_builddir=. $(SHELL) $(srcdir)/tests/cli/fields.test >/dev/null
update-keys: fenmill$(EXEEXT)
	./fenmill$(EXEEXT) help keys | $(SHELL) $(srcdir)/%D%/items.sh $(srcdir)/%D%/fenmill-profile.5 >fenmill-profile.5.new
	mv fenmill-profile.5.new $(srcdir)/%D%/fenmill-profile.5
	UPDATE=yes srcdir='$(srcdir)' top_builddir=. $(SHELL) $(srcdir)/tests/cli/keys.test >/dev/null
update-options: fenmill$(EXEEXT)
	./fenmill$(EXEEXT) convert --help | $(SHELL) $(srcdir)/%D%/items.sh $(srcdir)/%D%/fenmill.1 >fenmill.1.new
	mv fenmill.1.new $(srcdir)/%D%/fenmill.1
update-reasons:
	$(SHELL) $(srcdir)/%D%/reasons.sh $(srcdir)/lib/fenmill/reasons.h $(srcdir)/%D%/fenmill.1 >fenmill.1.new
	mv fenmill.1.new $(srcdir)/%D%/fenmill.1
