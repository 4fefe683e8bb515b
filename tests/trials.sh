# shellcheck shell=sh
# SPDX-License-Identifier: MIT
# For tests that let calls fail (faults.test) or kill the program (kills.test): the tools, and small inputs in $in.
trials=$top_builddir/tests/tools/trials
faults=$top_builddir/tests/tools/.libs/faults.so
test -z "${SAN_FLAGS-}" || skip_all "sanitizers bring an allocator of their own"
test -e "$faults" || skip_all "no shared library could be built"
! emulated || skip_all "nothing is watched in an emulator"
preloads "$faults" || skip_all "nothing can be preloaded here"

in=$scratch/in
mkdir -p "$in/folder/below"
# One small game, six, and one of each class with broken ones in between.
cp "$samples/classic.pgn" "$in/few.pgn"
cp "$samples/mixed.pgn" "$in/mixed.pgn"
cp "$samples/suite.epd" "$in/suite.epd"
awk '/^\[Event / && n++ { exit } { print }' "$in/few.pgn" >"$in/one.pgn"
printf '\n1. e4 e5 2. Ke3 *\n\n1. e4 {open' >>"$in/mixed.pgn"
cp "$in/one.pgn" "$in/folder/a.pgn"
cp "$in/one.pgn" "$in/folder/below/b.pgn"
printf '%s\n' "$in/one.pgn" "$in/folder/a.pgn" >"$in/list"
cat >"$in/outputs.yaml" <<'END'
fenmill: 1
outputs:
  - {when: {class: classic}, to: classic.pgn, format: pgn}
  - {when: {class: chess960}, to: chess960.fen, format: fen, castling: shredder}
  - {to: rest.epd, format: epd, ops: {id: "{White}"}}
END
: >compressors
for pair in gzip:gz zstd:zst bzip2:bz2 xz:xz; do
    # Where this build reads it, and there is a program that writes it.
    fenmill --version | grep -E "^compression:.* ${pair%:*}( |\$)" >/dev/null && command -v "${pair%:*}" >/dev/null 2>&1 || continue
    echo "${pair%:*}" >>compressors
    "${pair%:*}" -c "$in/few.pgn" >"$in/few.pgn.${pair#*:}"
done
for i in 1 2 3; do gzip -c "$in/few.pgn"; done >"$in/members.pgn.gz"
# More positions than 1M remembers, each of them three times.
test -z "${FENMILL_LONG-}" || "$top_builddir/tests/tools/repeats" start 30000 >"$in/many.pgn"
