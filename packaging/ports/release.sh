#!/bin/sh
# SPDX-License-Identifier: MIT
# What a release offers for download, in BUILD/release: the program as one static file for Linux and for Windows, the licences of what is
# inside, and the sums of all of it:
#     packaging/ports/release.sh BUILD
set -eu
here=$(cd "$(dirname "$0")" && pwd)
version=$(sh "$here/../../build-aux/version.sh" "$here/../../lib/fenmill/version.h")
mkdir -p "$1"
build=$(cd "$1" && pwd)
rm -rf "$build/release"
mkdir "$build/release"
for host in x86_64-linux-musl x86_64-w64-mingw32; do
    "$here/program.sh" "$host" "$build"
done
cp "$build/x86_64-linux-musl/fenmill" "$build/release/fenmill-$version-linux-x86_64"
cp "$build/x86_64-w64-mingw32/fenmill.exe" "$build/release/fenmill-$version-windows-x86_64.exe"
{
    printf 'The programs hold fenmill and these; the licence of each is below.\n'
    printf '  both:    libyaml, zlib, pcre2, libzstd, bzip2, liblzma (xz-utils)\n  Linux:   musl\n  Windows: mingw-w64 (with winpthreads), libgcc\n'
    printf '\n======== fenmill ========\n\n'
    cat "$here/../../LICENSE"
    for name in libyaml zlib pcre2 libzstd bzip2 xz-utils; do
        printf '\n======== %s ========\n\n' "$name"
        cat "$build/x86_64-linux-musl-libraries/licences/$name"
    done
    for name in musl mingw-w64-common gcc-mingw-w64-base; do
        printf '\n======== %s ========\n\n' "$name"
        cat "/usr/share/doc/$name/copyright"
    done
} >"$build/release/LICENCES.txt"
(cd "$build/release" && sha256sum -- * >SHA256SUMS && cat SHA256SUMS)
