dnl SPDX-License-Identifier: MIT
# FM_FIND_LIBRARY(NAME, VARIABLE, MODULE, HEADER, FUNCTION, LIBRARY): by pkg-config, or without it by header and function.
# Sets have_NAME, VARIABLE_CFLAGS and VARIABLE_LIBS, and adds to PC_MODULES and PC_LIBS, which the pkg-config file lists.
AC_DEFUN([FM_FIND_LIBRARY], [
  have_$1=no
  PKG_CHECK_MODULES([$2], [$3], [have_$1=yes; PC_MODULES="$PC_MODULES m4_bregexp([$3], [^[^ ]*], [\&])"], [
    AC_CHECK_HEADER([$4], [AC_CHECK_LIB([$6], [$5], [have_$1=yes; $2_LIBS=-l$6; PC_LIBS="$PC_LIBS -l$6"])])])
  AC_SUBST([$2_CFLAGS])
  AC_SUBST([$2_LIBS])
  AC_SUBST([PC_MODULES])
  AC_SUBST([PC_LIBS])
])

# FM_REQUIRED_LIBRARY(..., PACKAGE): as FM_FIND_LIBRARY; what is not found is added to fm_missing, by Debian's name.
AC_DEFUN([FM_REQUIRED_LIBRARY], [
  FM_FIND_LIBRARY([$1], [$2], [$3], [$4], [$5], [$6])
  AS_IF([test "x$have_$1" = xno], [fm_missing="$fm_missing $7"])
])

# FM_LIBRARY(...): as FM_FIND_LIBRARY, taken when found, unless --without-NAME. Sets HAVE_VARIABLE, too (config.h and automake).
AC_DEFUN([FM_LIBRARY], [
  AC_ARG_WITH([$1], [AS_HELP_STRING([--with-$1], [use $1 (default: when found)])], [], [with_$1=auto])
  have_$1=no
  AS_IF([test "x$with_$1" != xno], [
    FM_FIND_LIBRARY([$1], [$2], [$3], [$4], [$5], [$6])
    AS_IF([test "x$with_$1" = xyes && test "x$have_$1" = xno], [AC_MSG_ERROR([--with-$1 was given, but $1 was not found])])])
  AS_IF([test "x$have_$1" = xyes], [AC_DEFINE([HAVE_$2], [1], [Define if $1 is used.])])
  AM_CONDITIONAL([HAVE_$2], [test "x$have_$1" = xyes])
])
