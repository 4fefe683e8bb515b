## SPDX-License-Identifier: MIT
# Profiles that are installed: every file here. The comment in the first line of each says what it is for.
profilesdir = $(pkgdatadir)/profiles
dist_profiles_DATA = $(wildcard $(srcdir)/%D%/*.yaml)
