#!/bin/sh
# SPDX-License-Identifier: MIT
# Build for another processor and run the tests under qemu's user emulation, in the current (empty) directory:
#     mkdir /tmp/s390x && cd /tmp/s390x && SOURCE/tests/emulated.sh s390x [fetch | MAKE-ARGUMENT...]
# `fetch` only fetches the libraries.
# s390x is the machine with the other order of bytes and without vectors; aarch64 has vectors of its own. Wants configure in
# SOURCE, and Debian's packages gcc-s390x-linux-gnu (or -aarch64-), libc6-dev-s390x-cross (or -arm64-), qemu-user. The
# libraries are fetched as packages of that architecture and unpacked here: nothing is installed.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
here=$(pwd)
machine=$1
shift
triple=$machine-linux-gnu
case $machine in
s390x) architecture=s390x ;;
aarch64) architecture=arm64 ;;
riscv64) architecture=riscv64 ;;
ppc64le) architecture=ppc64el triple=powerpc64le-linux-gnu ;;
*) echo "no such machine here: $machine" >&2; exit 2 ;;
esac
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

# Lists of packages of our own: those of the system stay as they are.
fetch() {
    mkdir -p "$here/apt/lists/partial" "$here/apt/archives/partial" "$here/root"
    : >"$here/apt/status"
    for option in "Dir::State \"$here/apt\"" "Dir::State::lists \"$here/apt/lists\"" "Dir::State::status \"$here/apt/status\"" \
        "Dir::Cache \"$here/apt\"" "APT::Architecture \"$architecture\"" "APT::Architectures { \"$architecture\"; }" \
        'APT::Sandbox::User "root"'; do
        echo "$option;"
    done >"$here/apt/conf"
    APT_CONFIG=$here/apt/conf
    export APT_CONFIG
    apt-get -q update
    (cd "$here/apt/archives" && apt-get -q download libyaml-dev libyaml-0-2 zlib1g-dev zlib1g libpcre2-dev libpcre2-8-0 check \
        libsubunit-dev libsubunit0 libzstd-dev libzstd1 libbz2-dev libbz2-1.0 liblzma-dev liblzma5)
    unset APT_CONFIG
    for package in "$here/apt/archives"/*.deb; do dpkg-deb -x "$package" "$here/root"; done
    # Links that name the root of that system name a file beside them here.
    if test -d "$here/root/lib"; then cp -a "$here/root/lib/." "$here/root/usr/lib"; fi
    find "$here/root/usr/lib/$triple" -name '*.so' -type l | while read -r link; do
        ln -sf "$(basename "$(readlink "$link")")" "$link"
    done
}

# Each program gets a script in its place that runs it in the emulator, so that no test has to know.
wrap() {
    find "$here" -path "$here/root" -prune -o -type f -perm -u+x ! -name '*.so*' ! -name "*.$machine" -print | while read -r program; do
        test "$(dd if="$program" bs=1 skip=1 count=3 2>/dev/null)" = ELF && test "${program##*.}" != build || continue
        mv "$program" "$program.$machine"
        printf '#!/bin/sh\nexec qemu-%s -L "/usr/%s" -E LD_LIBRARY_PATH="%s" -E EMULATED=yes -0 "$0" "%s" "$@"\n' \
            "$machine" "$triple" "$here/root/usr/lib/$triple" "$program.$machine" >"$program"
        chmod +x "$program"
    done
}

test -e fetched || { rm -rf root; fetch; touch fetched; }
test "${1:-}" != fetch || exit 0
PKG_CONFIG_LIBDIR=$here/root/usr/lib/$triple/pkgconfig PKG_CONFIG_SYSROOT_DIR=$here/root
export PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR
lib=$here/root/usr/lib/$triple
test -f Makefile || "$source/configure" -q --host="$triple" CC="${CC:-$triple-gcc} -Wl,-rpath-link,$lib" CFLAGS="${CFLAGS:--O1 -g}" \
    CPPFLAGS="-I$here/root/usr/include -I$here/root/usr/include/$triple" LDFLAGS="-L$lib" --enable-werror
make -s -j"$jobs"
make -s -j"$jobs" check TESTS= >/dev/null
wrap
test $# -gt 0 || set -- check
make -s -j"$jobs" "$@"
