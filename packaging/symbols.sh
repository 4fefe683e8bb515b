#!/bin/sh
# SPDX-License-Identifier: MIT
# Debian's list of the library's calls, from its symbol map: symbols.sh VERSION OLD-LIST MAP
# A call that OLD-LIST has keeps the version since which it is there.
printf 'libfenmill.so.0 libfenmill0 #MINVER#\n* Build-Depends-Package: libfenmill-dev\n'
sed -n -e 's/^\([A-Z][A-Z0-9_.]*\) {.*/\1 \1/p' -e 's/^    \(fm_[a-z0-9_]*\);.*/\1/p' "$3" | while read -r name list; do
    node=${list:-$node}
    since=$(sed -n "s/^ $name@[^ ]* //p" "$2")
    echo " $name@$node ${since:-$1}"
done | LC_ALL=C sort
