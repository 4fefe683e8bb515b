#!/bin/sh
# SPDX-License-Identifier: MIT
# Print the manual of profiles with its list of fields made anew: fenmill help fields | fields.sh PAGE
set -eu
page=$1

list() {
    echo '.Bl -tag -width eval.position.mover'
    sed -n 's/^  {\([a-z.]*\)}  *\([a-z]*\)  *\(.*\)$/.It Li {\1} Pq \2\n\3/p'
    echo '.El'
}
sed -n '1,/^\.\\" fields begin/p' "$page"
list
sed -n '/^\.\\" fields end/,$p' "$page"
