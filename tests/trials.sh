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
# A ZIP archive of one file, from what gzip makes of it: a local header, the data, the directory, its end. zip_of NAME FILE
number() { printf "\\$(printf %o $(($2 & 255)))"; test "$1" -eq 1 || number $(($1 - 1)) $(($2 >> 8)); }
sizes() { tail -c 8 "$2" | head -c 4; number 4 "$3"; tail -c 4 "$2"; number 2 ${#1}; number 2 0; }
zip_of() {
    gzip -nc "$2" >"$scratch/member"
    packed=$(($(wc -c <"$scratch/member") - 18)) # 10 bytes of header, 8 of sums
    printf 'PK\003\004\024\0\0\0\010\0\0\0\0\0'
    sizes "$1" "$scratch/member" $packed
    printf '%s' "$1"
    tail -c +11 "$scratch/member" | head -c $packed
    printf 'PK\001\002\024\0\024\0\0\0\010\0\0\0\0\0'
    sizes "$1" "$scratch/member" $packed
    printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0%sPK\005\006\0\0\0\0\001\0\001\0' "$1"
    number 4 $((46 + ${#1})) && number 4 $((30 + ${#1} + packed)) && number 2 0
}
zip_of few.pgn "$in/few.pgn" >"$in/few.zip"
for i in 1 2 3; do gzip -c "$in/few.pgn"; done >"$in/members.pgn.gz"
# More positions than 1M remembers, each of them three times.
test -z "${FENMILL_LONG-}" || "$top_builddir/tests/tools/repeats" start 30000 >"$in/many.pgn"
