#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: deps.sh FOLDER   Build the libraries that fenmill links, as static libraries of WebAssembly, from Debian's sources into
# FOLDER/prefix. What is there already is not built again. Needs emcc, and apt-get with dpkg-source for the sources.
set -eu
mkdir -p "$1"
top=$(cd "$1" && pwd)
prefix=$top/prefix
flags='-O3 -msimd128'
# Debian's emcc looks for its packages of node where only Debian's node does.
export NODE_PATH="${NODE_PATH-/usr/share/nodejs}"
mkdir -p "$prefix/lib/pkgconfig" "$prefix/include" "$prefix/licences" "$top/lists/partial" "$top/archives/partial"

# The sources of Debian's release that this system has, from where it gets its packages; its own lists stay as they are.
# shellcheck disable=SC1091
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=$(apt-cache policy zlib1g-dev | sed -n 's/^ *[0-9]* \(http[^ ]*\) .*/\1/p' | head -n 1)
echo "deb-src ${mirror:-http://deb.debian.org/debian} $codename main" >"$top/sources.list"
apt() {
    apt-get -q -o Dir::Etc::SourceList="$top/sources.list" -o Dir::Etc::SourceParts=- -o Dir::State::Lists="$top/lists" \
        -o Dir::Cache="$top/archives" "$@"
}

# In the source of a package: source NAME
source_of() {
    cd "$top"
    ls "$1"-*/debian/control >/dev/null 2>&1 || {
        ls lists/*Sources* >/dev/null 2>&1 || apt update
        apt source "$1"
    }
    cd "$top/$1"-*/
    cp debian/copyright "$prefix/licences/$1.txt"
}
# Compile files into a library: library NAME FLAG... FILE...
library() {
    name=$1
    shift
    # shellcheck disable=SC2086
    emcc $flags -c "$@"
    emar rcs "$prefix/lib/lib$name.a" ./*.o
}
# What pkg-config says of one: module NAME VERSION LIBRARY
module() {
    printf 'Name: %s\nDescription: %s\nVersion: %s\nLibs: -L%s/lib -l%s\nCflags: -I%s/include\n' \
        "$1" "$1" "$2" "$prefix" "$3" "$prefix" >"$prefix/lib/pkgconfig/$1.pc"
}
built() { test -e "$prefix/lib/pkgconfig/$1.pc"; }

built zlib || (
    source_of zlib
    library z -D_LARGEFILE64_SOURCE=1 -DHAVE_UNISTD_H ./*.c
    cp zlib.h zconf.h "$prefix/include"
    module zlib 1.2.13 z
)
built libzstd || (
    source_of libzstd
    cd lib
    library zstd -DZSTD_DISABLE_ASM -DXXH_NAMESPACE=ZSTD_ common/*.c compress/*.c decompress/*.c
    cp zstd.h zstd_errors.h "$prefix/include"
    module libzstd 1.5.4 zstd
)
built bzip2 || (
    source_of bzip2
    library bz2 blocksort.c huffman.c crctable.c randtable.c compress.c decompress.c bzlib.c
    cp bzlib.h "$prefix/include"
    module bzip2 1.0.8 bz2
)
built yaml-0.1 || (
    source_of libyaml
    library yaml -Iinclude -DYAML_VERSION_MAJOR=0 -DYAML_VERSION_MINOR=2 -DYAML_VERSION_PATCH=5 -DYAML_VERSION_STRING='"0.2.5"' src/*.c
    cp include/yaml.h "$prefix/include"
    module yaml-0.1 0.2.5 yaml
)
built libpcre2-8 || (
    source_of pcre2
    emconfigure ./configure -q --host=wasm32-unknown-emscripten --prefix="$prefix" --disable-shared CFLAGS="$flags"
    emmake make -s libpcre2-8.la
    cp .libs/libpcre2-8.a "$prefix/lib"
    cp src/pcre2.h "$prefix/include"
    module libpcre2-8 10.42 pcre2-8
)
built liblzma || (
    source_of xz-utils
    emconfigure ./configure -q --host=wasm32-unknown-emscripten --prefix="$prefix" --disable-shared --disable-threads --disable-nls \
        --disable-scripts --disable-doc --enable-encoders= --enable-small CFLAGS="$flags"
    emmake make -s -C src/liblzma install
)
