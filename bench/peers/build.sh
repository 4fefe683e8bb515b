#!/bin/sh
# SPDX-License-Identifier: MIT
# Build other programs from sources that somebody fetched, and list what was built:
#     build.sh SOURCES OUT
# SOURCES is a folder with any of shakmaty (its repository, with pgn-reader), chess-library, pgn-extract and python-chess, each as its
# authors publish it; the crates that shakmaty needs (memchr, num-traits, btoi, arrayvec, bitflags) lie in SOURCES/crates, or cargo
# has them in its registry. Prints a line for each, "NAME<TAB>COMMAND<TAB>COMMAND": the first command writes a FEN for each ply, the
# other replays alone; {} is the PGN file.
# The programs are what a careful user of each library would write, with the optimisation that its authors advise.
set -eu
test -d "${1-}" || { echo "set FENMILL_PEERS to a folder with sources of other programs; bench/peers/build.sh says which" >&2; exit 0; }
sources=$(cd "$1" && pwd)
out=$(mkdir -p "$2" && cd "$2" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
log=$out/build.log
: >"$log"

# The first of its folders that holds a crate's source.
crate_folder() {
    for folder in "$sources/crates/$1" "$sources/$1" "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/"$1"-[0-9]* /usr/share/cargo/registry/"$1"-[0-9]*; do
        test -f "$folder/src/lib.rs" && echo "$folder" && return 0
    done
    echo "shakmaty: the crate $1 is not here" >&2
    return 1
}

# crate NAME FEATURES OPTION...
crate() {
    folder=$(crate_folder "$1") || return 1
    edition=$(sed -n 's/^edition *= *"\([0-9]*\)".*/\1/p' "$folder/Cargo.toml" | head -n 1)
    name=$(echo "$1" | tr - _)
    features=$2
    shift 2
    for feature in $features; do
        set -- "$@" --cfg "feature=\"$feature\""
    done
    rustc --crate-type rlib --crate-name "$name" --edition "${edition:-2024}" --cap-lints allow -C opt-level=3 -C codegen-units=1 -C target-cpu=native \
        -L "$out" --out-dir "$out" "$folder/src/lib.rs" "$@" >>"$log" 2>&1
}

shakmaty() {
    command -v rustc >/dev/null 2>&1 || { echo "shakmaty: rustc is not here" >&2; return 1; }
    crate memchr "std alloc" && crate num-traits std --cfg has_total_cmp && crate btoi std --extern num_traits && crate arrayvec "" &&
        crate bitflags "" || return 1
    sources=$sources/shakmaty crate shakmaty "std alloc magics" --extern arrayvec --extern bitflags --extern btoi || return 1
    sources=$sources/shakmaty crate pgn-reader "" --extern "memchr=$out/libmemchr.rlib" --extern btoi --extern shakmaty || return 1
    rustc --edition 2021 -C opt-level=3 -C codegen-units=1 -C lto=fat -C panic=abort -C target-cpu=native -L "$out" -o "$out/shakmaty" \
        "$here/shakmaty.rs" --extern shakmaty --extern pgn_reader >>"$log" 2>&1
}
chess_library() {
    ${CXX:-c++} -O3 -DNDEBUG -march=native -std=c++17 -I "$sources/chess-library/include" -o "$out/chess_library" "$here/chess_library.cc" >>"$log" 2>&1
}
pgn_extract() {
    ${CC:-cc} -O3 -march=native -w -o "$out/pgn-extract" "$sources"/pgn-extract/*.c -lm >>"$log" 2>&1
}
python_chess() {
    PYTHONPATH=$sources/python-chess python3 -c 'import chess.pgn' >>"$log" 2>&1
}

# built NAME FUNCTION COMMAND COMMAND
built() {
    if ! test -d "$sources/$1"; then
        echo "$1: no sources" >&2
    elif "$2"; then
        printf '%s\t%s\t%s\n' "$1" "$3" "$4"
    else
        echo "$1: does not build; see $log" >&2
    fi
}
built shakmaty shakmaty "$out/shakmaty {} fen" "$out/shakmaty {} check"
built chess-library chess_library "$out/chess_library {} fen" "$out/chess_library {} check"
built pgn-extract pgn_extract "$out/pgn-extract -s -Wepd {}" "$out/pgn-extract -s -r {}"
python="env PYTHONPATH=$sources/python-chess python3 $here/python_chess.py"
built python-chess python_chess "$python {} fen" "$python {} check"
