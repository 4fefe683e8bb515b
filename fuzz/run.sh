#!/bin/sh
# SPDX-License-Identifier: MIT
# Fuzz one target for a while, from a build with --enable-fuzzers. New inputs go to a directory in the build tree, not to
# the seeds.    fuzz/run.sh BUILD-DIRECTORY TARGET SECONDS
# The last line is "TARGET: N runs"; a crash leaves its input in the build tree and the status is 1.
set -eu
test $# -eq 3 || { echo "usage: $0 BUILD-DIRECTORY TARGET SECONDS" >&2; exit 2; }
seeds=$(cd "$(dirname "$0")" && pwd)/corpus/$2
cd "$1/fuzz"
mkdir -p "found/$2"
log=found/$2.log
dictionary=$(dirname "$seeds")/$2.dict
set -- "$1" "$2" "$3" -max_total_time="$3" -timeout=60 -rss_limit_mb=4096 -max_len=4096 -print_final_stats=1
# Choosing inputs by their rare features would take as long as running the converter on them.
test "$2" != convert || set -- "$@" -entropic=0 -max_len=1024
test ! -f "$dictionary" || set -- "$@" -dict="$dictionary"
target=$2
shift 3
if ! "./fuzz_$target" "$@" -artifact_prefix="found/$target-" "found/$target" "$seeds" >"$log" 2>&1; then
    tail -n 40 "$log" >&2
    exit 1
fi
echo "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") runs"
