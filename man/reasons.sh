#!/bin/sh
# SPDX-License-Identifier: MIT
# Print the manual with its list of reasons made anew: reasons.sh HEADER PAGE
set -eu
header=$1
page=$2

list() {
    echo '.Bl -tag -width Ds'
    # A row may go on in the next line.
    sed -e ':row' -e '/^ *X(.*[^)] \\$/{' -e 'N' -e 's/ \\\n */ /' -e 'b row' -e '}' "$header" |
    sed -n 's/^ *X([0-9]*, [A-Z0-9_]*, *"\([a-z0-9-]*\)", *\([RWMS]\), *"\(.*\)").*$/.It Li \1 Pq \2\n\3/p' |
        sed -e '/^\.It/!{' -e 's/\\"/"/g' -e 's/\\\\/\\e/g' -e "s/^[.']/\\\\\\&&/" -e '}'
    echo '.El'
}
sed -n '1,/^\.\\" reasons begin/p' "$page"
list
sed -n '/^\.\\" reasons end/,$p' "$page"
