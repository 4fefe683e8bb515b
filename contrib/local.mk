## SPDX-License-Identifier: MIT
# Completion of command lines. The scripts are made from the program's tables by hand (`make update-completions`), so that a
# cross build needs no program to run; a test keeps the two together.
bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA = %D%/completions/fenmill
zshcompletiondir = $(datadir)/zsh/site-functions
dist_zshcompletion_DATA = %D%/completions/_fenmill
fishcompletiondir = $(datadir)/fish/vendor_completions.d
dist_fishcompletion_DATA = %D%/completions/fenmill.fish
# Runs in shards: GNU Parallel, Slurm.
EXTRA_DIST += %D%/shards %D%/parallel %D%/slurm
.PHONY: update-completions
update-completions: fenmill
	./fenmill help completions bash >$(srcdir)/%D%/completions/fenmill
	./fenmill help completions zsh >$(srcdir)/%D%/completions/_fenmill
	./fenmill help completions fish >$(srcdir)/%D%/completions/fenmill.fish
