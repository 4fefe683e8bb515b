# Profiles that are installed, each valid by a test. The first line of each says what it is for.
profilesdir = $(pkgdatadir)/profiles
dist_profiles_DATA = \
	%D%/book-cutechess.yaml \
	%D%/chess960-shredder.yaml \
	%D%/chess960-xfen.yaml \
	%D%/classic-only.yaml \
	%D%/epd-suite.yaml \
	%D%/explorer-counts.yaml \
	%D%/fen-per-ply.yaml \
	%D%/split-by-class.yaml \
	%D%/suite-from-annotations.yaml \
	%D%/suite-from-swings.yaml \
	%D%/training-quiet.yaml \
	%D%/tuning-bullet.yaml \
	%D%/tuning-c9.yaml
