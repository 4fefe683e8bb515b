# SPDX-License-Identifier: MIT
# A run in shards by make:
#     make -k -j8 -f shards.mk SHARDS=40 FOLDER=run NAME=all.pgn OPTIONS='-f pgn' INPUTS='a.pgn b.pgn'
# The same command, given again, runs only shards that are not done. $(KEY) is of ../shards/join.
here := $(dir $(lastword $(MAKEFILE_LIST)))../shards
FENMILL ?= fenmill
export FENMILL ROOT
shards := $(shell seq $(SHARDS))
$(FOLDER)/$(NAME): $(shards:%=$(FOLDER)/%.json)
	$(here)/join $(FOLDER) $(NAME) $(KEY)
$(FOLDER)/plan.json:
	mkdir -p $(FOLDER)
	$(FENMILL) plan $(SHARDS) $(if $(ROOT),--root $(ROOT)) -o $@ $(OPTIONS) $(INPUTS)
$(shards:%=$(FOLDER)/%.json): $(FOLDER)/%.json: $(FOLDER)/plan.json
	$(here)/part $* $(FOLDER) $(NAME) $(OPTIONS) $(INPUTS) -j1
