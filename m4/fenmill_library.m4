dnl SPDX-License-Identifier: MIT
# FM_LIBRARY(NAME, VARIABLE, MODULE, HEADER, FUNCTION, LIBRARY): an optional library, --with-NAME, taken when found.
# Sets have_NAME, HAVE_VARIABLE (config.h and automake), VARIABLE_CFLAGS and VARIABLE_LIBS, and adds to CODEC_MODULES
# and CODEC_LIBS, which the pkg-config file lists. A library without a pkg-config file is looked for by its header and function.
AC_DEFUN([FM_LIBRARY], [
  AC_ARG_WITH([$1], [AS_HELP_STRING([--with-$1], [use $1 (default: when found)])], [], [with_$1=auto])
  have_$1=no
  AS_IF([test "x$with_$1" != xno], [
    PKG_CHECK_MODULES([$2], [$3], [have_$1=yes; CODEC_MODULES="$CODEC_MODULES m4_bregexp([$3], [^[^ ]*], [\&])"], [
      AC_CHECK_HEADER([$4], [AC_CHECK_LIB([$6], [$5], [have_$1=yes; $2_LIBS=-l$6; CODEC_LIBS="$CODEC_LIBS -l$6"])])])
    AS_IF([test "x$with_$1" = xyes && test "x$have_$1" = xno], [AC_MSG_ERROR([--with-$1 was given, but $1 was not found])])])
  AS_IF([test "x$have_$1" = xyes], [AC_DEFINE([HAVE_$2], [1], [Define if $1 is used.])])
  AM_CONDITIONAL([HAVE_$2], [test "x$have_$1" = xyes])
  AC_SUBST([$2_CFLAGS])
  AC_SUBST([$2_LIBS])
  AC_SUBST([CODEC_MODULES])
  AC_SUBST([CODEC_LIBS])
])
