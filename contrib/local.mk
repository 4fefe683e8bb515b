## SPDX-License-Identifier: MIT
# Completion of command lines. The scripts are in the program, too, for `fenmill help completions`.
bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA = %D%/completions/fenmill
zshcompletiondir = $(datadir)/zsh/site-functions
dist_zshcompletion_DATA = %D%/completions/_fenmill
fishcompletiondir = $(datadir)/fish/vendor_completions.d
dist_fishcompletion_DATA = %D%/completions/fenmill.fish
# Runs in shards: make, GNU Parallel, Slurm.
EXTRA_DIST += %D%/shards %D%/make %D%/parallel %D%/slurm
