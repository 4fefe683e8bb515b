# The manual. Its list of reasons is made from the header by hand (`make update-reasons`), so that the page stands in the
# tree as it is read; a test keeps the two together.
dist_man_MANS += %D%/fenmill.1 %D%/fenmill-profile.5
EXTRA_DIST += %D%/fields.sh %D%/reasons.sh
.PHONY: update-fields update-reasons
# Its fields are made from the program's table in the same way.
update-fields: fenmill$(EXEEXT)
	./fenmill$(EXEEXT) help fields | $(SHELL) $(srcdir)/%D%/fields.sh $(srcdir)/%D%/fenmill-profile.5 >fenmill-profile.5.new
	mv fenmill-profile.5.new $(srcdir)/%D%/fenmill-profile.5
update-reasons:
	$(SHELL) $(srcdir)/%D%/reasons.sh $(srcdir)/lib/fenmill/reasons.h $(srcdir)/%D%/fenmill.1 >fenmill.1.new
	mv fenmill.1.new $(srcdir)/%D%/fenmill.1
