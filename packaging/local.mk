## SPDX-License-Identifier: MIT
# Packages: debian/ at the top, where its tools look for it; an RPM spec; a picture for containers.
EXTRA_DIST += debian/changelog debian/clean debian/control debian/copyright debian/fenmill.install debian/fenmill.links debian/fenmill.lintian-overrides \
	debian/libfenmill-dev.examples debian/libfenmill-dev.install debian/libfenmill0.install debian/libfenmill0.symbols \
	debian/not-installed debian/rules debian/source/format debian/source/lintian-overrides \
	debian/tests/control debian/tests/library debian/tests/module debian/tests/program
EXTRA_DIST += %D%/symbols.sh
# After a change of the library's calls.
.PHONY: update-symbols
update-symbols:
	$(SHELL) $(srcdir)/%D%/symbols.sh $(PACKAGED_VERSION) $(srcdir)/debian/libfenmill0.symbols $(srcdir)/lib/libfenmill.map >symbols.new
	mv symbols.new $(srcdir)/debian/libfenmill0.symbols
# For rpmbuild -ta, which looks for it in the tarball.
EXTRA_DIST += %D%/Containerfile %D%/fenmill.spec %D%/rpmlint.toml
# One edit, of lib/fenmill/version.h, makes a release; this brings it to what holds a version of its own, and never changes the entry
# of another release.
.PHONY: update-version
update-version:
	v=`sh $(srcdir)/build-aux/version.sh $(srcdir)/lib/fenmill/version.h`; d=$(srcdir)/debian; \
	case $$v in *-dev) echo "$$v is no release: take -dev off in lib/fenmill/version.h"; exit 1 ;; esac; \
	case `sed -n 3p $(srcdir)/ChangeLog` in "$$v ("*) ;; \
	  *) echo "ChangeLog begins with another release: it needs an entry for $$v"; exit 1 ;; esac; \
	case `sed -n 1p $$d/changelog` in "fenmill ($$v-"* | "fenmill ($$v~dev-"*) ;; \
	  *) echo "debian/changelog begins with another release: it needs an entry for $$v"; exit 1 ;; esac; \
	sed -i "3s/.*/$$v (`date -u +%F`)/" $(srcdir)/ChangeLog; \
	sed -i "1s/~dev-/-/; 1s/UNRELEASED/unstable/; 1,/^ -- /s/^\( -- .*>  \).*/\1`LC_ALL=C date -u -R`/" $$d/changelog; \
	sed -i "s/ $$v~dev\$$/ $$v/" $$d/libfenmill0.symbols
# One static file for each system: packaging/ports/release.sh. The time of the day or the folder is not in them.
EXTRA_DIST += %D%/ports/libraries.sh %D%/ports/program.sh %D%/ports/release.sh
.PHONY: release-binaries check-ports
release-binaries:
	$(SHELL) $(srcdir)/%D%/ports/release.sh ports
# The programs for Windows, under Wine, and of one static file in the place of this build's.
EXTRA_DIST += tests/ports/run.sh tests/ports/scripts tests/ports/wine.skips tests/ports/alone.test tests/ports/library.test tests/ports/windows.test
check-ports: all
	$(MAKE) check TESTS= >/dev/null
	$(SHELL) $(srcdir)/%D%/ports/program.sh x86_64-linux-musl ports tests/tools/readings
	$(SHELL) $(srcdir)/tests/ports/run.sh ports/x86_64-linux-musl/fenmill ports .
	$(SHELL) $(srcdir)/%D%/ports/program.sh x86_64-w64-mingw32 ports tests/tools/readings.exe
	$(SHELL) $(srcdir)/tests/ports/run.sh ports/x86_64-w64-mingw32/fenmill.exe ports .
