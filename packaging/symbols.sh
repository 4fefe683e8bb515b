#!/bin/sh
# SPDX-License-Identifier: MIT
# Debian's list of the library's calls, from its headers: symbols.sh VERSION NODE OLD-LIST HEADER...
# A call that OLD-LIST has keeps the version since which it is there; NODE is of the symbol map, or Base.
version=$1 node=$2 old=$3
shift 3
printf 'libfenmill.so.0 libfenmill0 #MINVER#\n* Build-Depends-Package: libfenmill-dev\n'
sed -n 's/^FM_API .*[ *]\(fm_[a-z0-9_]*\)(.*/\1/p' "$@" | LC_ALL=C sort -u | while read -r name; do
    since=$(sed -n "s/^ $name@[^ ]* //p" "$old")
    echo " $name@$node ${since:-$version}"
done
