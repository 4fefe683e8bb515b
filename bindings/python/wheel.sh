#!/bin/sh
# SPDX-License-Identifier: MIT
# usage: wheel.sh FOLDER   Build the source distribution of the module for Python, and of that a wheel with the library inside, in FOLDER. The wheel needs
# Linux with glibc alone, and serves every Python from 3.8 on. The libraries that fenmill uses are built by packaging/ports/libraries.sh, with
# what that wants. Needs configure in the tree, and a Python (PYTHON, or the first of python3 and /usr/bin/python3) with pip, setuptools, wheel and cffi.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
mkdir -p "$1"
work=$(cd "$1" && pwd)
python=
# In another folder: one that is named wheel would be imported. Debian's setuptools fails when it comes after pip.
for name in ${PYTHON:-python3 /usr/bin/python3}; do
    test -n "$python" || { (cd / && "$name" -c 'import setuptools, cffi, pip, wheel') 2>/dev/null && python=$name; }
done
test -n "$python" || {
    echo "${PYTHON:-python3} has not all of pip, setuptools, wheel and cffi (Debian: python3-pip, python3-setuptools, python3-wheel, python3-cffi); PYTHON names another" >&2
    exit 1
}
host=$(${CC:-cc} -dumpmachine)
case $host in
*-linux-gnu) ;;
*) echo "wheels for other systems than Linux with glibc: pip wheel ./bindings/python" >&2; exit 2 ;;
esac
# The same tree gives the same bytes, in any folder and on any day.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$top" log -1 --format=%ct 2>/dev/null || echo 315532800)}
export SOURCE_DATE_EPOCH

# In a copy: setuptools writes into the folder that it builds.
rm -rf "$work/sdist" "$work/wheel" "$work"/*.tar.gz "$work"/*.whl
mkdir "$work/sdist" "$work/wheel"
cp -R "$here/." "$work/sdist" && chmod -R u+w "$work/sdist" && rm -rf "$work/sdist/build" "$work/sdist"/*.egg-info
ln -s "$top" "$work/sdist/library"
(cd "$work/sdist" && "$python" -c 'import setuptools.build_meta as backend; backend.build_sdist("..")') >"$work/sdist.log" 2>&1 ||
    { tail -n 40 "$work/sdist.log"; exit 1; }

# Of the source distribution, as anyone would, but for the libraries.
"$top/packaging/ports/libraries.sh" "$host" "$work/libraries"
tar -x -z -f "$work"/fenmill-*.tar.gz -C "$work/wheel" --strip-components=1
cp -R "$work/libraries/licences" "$work/wheel"
CFLAGS="${CFLAGS:--O3} -ffile-prefix-map=$work=." CPPFLAGS="-I$work/libraries/include" LDFLAGS="-L$work/libraries/lib -s" PKG_CONFIG=false \
    FENMILL_CONFIGURE='--without-isal --without-libdeflate' \
    "$python" -m pip wheel -q --no-index --no-build-isolation --no-deps -w "$work" "$work/wheel"
ls "$work"/*-manylinux_*.whl >/dev/null 2>&1 || { echo "this wheel needs more than glibc:" "$work"/*.whl >&2; exit 1; }
(cd "$work" && wc -c ./*.tar.gz ./*.whl)
