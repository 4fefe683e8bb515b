# Profiles that are installed, each valid by a test. The first line of each says what it is for.
profilesdir = $(pkgdatadir)/profiles
dist_profiles_DATA = \
	%D%/chess960-shredder.yaml \
	%D%/chess960-xfen.yaml \
	%D%/epd-suite.yaml \
	%D%/fen-per-ply.yaml
