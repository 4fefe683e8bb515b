#!/bin/sh
# SPDX-License-Identifier: MIT
# Build the libraries that fenmill uses, static, for another system, from Debian's source packages:
#     packaging/ports/libraries.sh HOST PREFIX
# HOST: x86_64-w64-mingw32, x86_64-linux-musl, wasm32-unknown-emscripten, or this system, such as x86_64-linux-gnu, for a module of Python.
# Wants Debian's packages dpkg-dev, and gcc-mingw-w64-x86-64, musl-tools or emscripten. Nothing is installed outside PREFIX, and nothing is fetched
# but by apt-get source. PREFIX/licences has the licence of each. What is there already is not built again.
set -eu
host=$1
mkdir -p "$2"
prefix=$(cd "$2" && pwd)
test ! -e "$prefix/done" || exit 0
# The tools, the flags, and what two of the libraries are told of the system. WebAssembly has no machine code to make for PCRE2, and no threads here.
case $host in
x86_64-w64-mingw32) cc=$host-gcc ar=$host-ar ranlib=$host-ranlib flags=-O2 zstd=OS=Windows_NT pcre=--enable-jit xz='' ;;
x86_64-linux-musl) cc=musl-gcc ar=ar ranlib=ranlib flags=-O2 zstd='' pcre=--enable-jit xz='' ;;
wasm32-unknown-emscripten) cc=emcc ar=emar ranlib=emranlib flags='-O3 -msimd128' zstd=ZSTD_NO_ASM=1 pcre='' xz=--disable-threads ;;
*-linux-gnu) cc=${CC:-cc} ar=ar ranlib=ranlib flags='-O2 -fPIC' zstd='' pcre=--enable-jit xz='' ;;
*) echo "no such host here: $host" >&2; exit 2 ;;
esac
command -v "$cc" >/dev/null
# Debian's emcc looks for its packages of node where only Debian's node does.
test "$cc" != emcc || export NODE_PATH="${NODE_PATH-/usr/share/nodejs}"
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
mkdir -p "$prefix/lib" "$prefix/include" "$prefix/licences" "$prefix/source/lists/partial" "$prefix/source/archives/partial" "$prefix/source/parts"
cd "$prefix/source"

# Lists of source packages of our own, at the places that the system's lists name: those of the system stay as they are.
for list in /etc/apt/sources.list.d/*.sources; do
    test ! -e "$list" || sed 's/^Types:.*/Types: deb-src/' "$list" >"parts/$(basename "$list")"
done
cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null | sed -n 's/^deb\(-src\)\{0,1\} /deb-src /p' | sort -u >parts/all.list
# Only Debian's own, whatever else the system has.
grep -l -E 'debian\.(org|net)' parts/* >keep || true
for list in parts/*; do grep -q -x -F "$list" keep || rm "$list"; done
cat >conf <<END
Dir::State "$PWD";
Dir::State::lists "$PWD/lists";
Dir::Cache "$PWD";
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$PWD/parts";
APT::Sandbox::User "root";
END
export APT_CONFIG="$PWD/conf"
apt-get -q update
# The newest version whose files are there: mirrors do not have all of an archive.
for name in zlib bzip2 libyaml pcre2 libzstd xz-utils; do
    for version in $(apt-cache showsrc --only-source "$name" | sed -n 's/^Version: //p' | sort -r -V -u); do
        apt-get -q source "$name=$version" && continue 2
    done
    echo "no source of $name can be fetched" >&2
    exit 1
done
unset APT_CONFIG

# What a build knows of its folder and its day would make each one another.
CFLAGS="$flags -ffile-prefix-map=$PWD=."
export CFLAGS SOURCE_DATE_EPOCH=0 ZERO_AR_DATE=1

folder() { find . -maxdepth 1 -type d -name "$1-[0-9]*"; }

# Where a library's own build knows too little of other systems: archive NAME SOURCE...
archive() {
    name=$1
    shift
    # shellcheck disable=SC2086 # flags are words
    "$cc" $CFLAGS -D_FILE_OFFSET_BITS=64 -c "$@"
    "$ar" rcD "$prefix/lib/lib$name.a" ./*.o
}

# As GNU packages are built, of each the library alone: configured FOLDER LIBRARY FLAG...
configured() (
    cd "$1"
    library=$2
    shift 2
    test -e configure || autoreconf -fi
    ./configure -q --host="$host" --prefix="$prefix" --disable-shared --enable-static CC="$cc" AR="$ar" RANLIB="$ranlib" "$@"
    make -s -j"$jobs" install bin_PROGRAMS= noinst_PROGRAMS= lib_LTLIBRARIES="$library"
)

(cd "$(folder zlib)" && archive z adler32.c compress.c crc32.c deflate.c infback.c inffast.c inflate.c inftrees.c trees.c uncompr.c zutil.c &&
    cp zlib.h zconf.h "$prefix/include")
(cd "$(folder bzip2)" && archive bz2 blocksort.c huffman.c crctable.c randtable.c compress.c decompress.c bzlib.c && cp bzlib.h "$prefix/include")
configured "$(folder libyaml)" libyaml.la
# shellcheck disable=SC2086 # none, or one
configured "$(folder pcre2)" libpcre2-8.la $pcre
# shellcheck disable=SC2086
configured "$(folder xz-utils)" liblzma.la --disable-xz --disable-xzdec --disable-lzmadec --disable-lzmainfo --disable-scripts --disable-doc --disable-nls $xz
(cd "$(folder libzstd)/lib" && make -s -j"$jobs" libzstd.a CC="$cc" AR="$ar" CPPFLAGS= $zstd && cp libzstd.a "$prefix/lib" &&
    cp zstd.h zstd_errors.h "$prefix/include")

for name in zlib bzip2 libyaml pcre2 xz-utils libzstd; do
    cp "$(folder "$name")/debian/copyright" "$prefix/licences/$name"
done
: >"$prefix/done"
