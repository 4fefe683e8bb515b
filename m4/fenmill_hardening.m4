dnl SPDX-License-Identifier: MIT
# FM_HARDENING: what the compiler and linker have against the exploiting of a bug, unless --disable-hardening.
# Sets HARDEN_CPPFLAGS, HARDEN_CFLAGS and HARDEN_LDFLAGS, for all, PIE_CFLAGS and PIE_LDFLAGS, for programs, and have_hardening.
# Call it when CFLAGS and SAN_FLAGS are complete.
AC_DEFUN([FM_HARDENING], [
  AC_ARG_ENABLE([hardening],
    [AS_HELP_STRING([--disable-hardening], [build without stack protector, _FORTIFY_SOURCE, RELRO, PIE, CET or BTI])],
    [], [enable_hardening=yes])
  HARDEN_CPPFLAGS= HARDEN_CFLAGS= HARDEN_LDFLAGS= PIE_CFLAGS= PIE_LDFLAGS=
  AS_IF([test "x$enable_hardening" != xno], [
    FM_FLAGS([HARDEN_CFLAGS], [-fstack-protector-strong -fcf-protection -mbranch-protection=standard])
    dnl On Windows every stack is probed, and gcc 12 ends with an internal error.
    AS_IF([test "x$fm_windows" != xyes], [FM_FLAGS([HARDEN_CFLAGS], [-fstack-clash-protection])])
    FM_LINK_FLAGS([HARDEN_LDFLAGS], [-Wl,-z,relro -Wl,-z,now])
    dnl It needs an optimising compiler, checks the same as sanitizers, and may be set already, by the system or the user.
    fm_save_CFLAGS=$CFLAGS
    CFLAGS="$CFLAGS $SAN_FLAGS"
    for fm_level in 3 2; do
      AS_IF([test -z "$san" && test -z "$HARDEN_CPPFLAGS"], [
        AC_MSG_CHECKING([whether _FORTIFY_SOURCE=$fm_level is to be set])
        AC_COMPILE_IFELSE([AC_LANG_SOURCE([[#if !defined __OPTIMIZE__ || defined _FORTIFY_SOURCE
# error "no"
#endif
#define _FORTIFY_SOURCE $fm_level
#include <string.h>
#if __USE_FORTIFY_LEVEL < $fm_level
# error "no such level"
#endif
int fm_x(void); int fm_x(void) { return 0; }]])],
          [HARDEN_CPPFLAGS="-D_FORTIFY_SOURCE=$fm_level"; AC_MSG_RESULT([yes])], [AC_MSG_RESULT([no])])])
    done
    CFLAGS=$fm_save_CFLAGS
    dnl Many compilers make such programs by themselves.
    AC_COMPILE_IFELSE([AC_LANG_SOURCE([[#ifndef __PIE__
# error "no"
#endif]])], [], [
      FM_FLAGS([PIE_CFLAGS], [-fPIE])
      AS_IF([test -n "$PIE_CFLAGS"], [FM_LINK_FLAGS([PIE_LDFLAGS], [-pie], [-fPIE])])])
  ])
  AC_SUBST([HARDEN_CPPFLAGS])
  AC_SUBST([HARDEN_CFLAGS])
  AC_SUBST([HARDEN_LDFLAGS])
  AC_SUBST([PIE_CFLAGS])
  AC_SUBST([PIE_LDFLAGS])
])
