#!/bin/sh
# SPDX-License-Identifier: MIT
# Build fenmill as one static file for another system, in BUILD/HOST:
#     packaging/ports/program.sh HOST BUILD [TARGET...]     HOST: x86_64-w64-mingw32 or x86_64-linux-musl; TARGET: what else make makes there
# Wants configure in the tree, and what libraries.sh wants. The libraries are in BUILD/HOST-libraries. The same tree gives the same bytes in any
# folder, with the same compiler.
set -eu
source=$(cd "$(dirname "$0")/../.." && pwd)
host=$1
mkdir -p "$2/$host"
build=$(cd "$2" && pwd)
shift 2
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
case $host in
x86_64-w64-mingw32) cc=$host-gcc link=-Wl,--no-insert-timestamp ;;
x86_64-linux-musl) cc=musl-gcc link= ;;
*) echo "no such host here: $host" >&2; exit 2 ;;
esac
"$source/packaging/ports/libraries.sh" "$host" "$build/$host-libraries"
libraries=$build/$host-libraries
cd "$build/$host"
# The headers of the libraries and musl have functions that differ in attributes alone; -O3 as anywhere, and no folder of this machine.
test -e Makefile || "$source/configure" -q --host="$host" --prefix=/usr --disable-shared --without-isal --without-libdeflate CC="${CCACHE:+$CCACHE }$cc" \
    CFLAGS="${CFLAGS:--O3} -ffile-prefix-map=$source=. -ffile-prefix-map=$build=." \
    CPPFLAGS="-I$libraries/include -DPCRE2_STATIC -DLZMA_API_STATIC -DYAML_DECLARE_STATIC" LDFLAGS="-L$libraries/lib -static" PKG_CONFIG=false
program=fenmill
test "$host" != x86_64-w64-mingw32 || program=fenmill.exe
make -s -j"$jobs" "$program" "$@" LDFLAGS="-L$libraries/lib -all-static -s $link"
