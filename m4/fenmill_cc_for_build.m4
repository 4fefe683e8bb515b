dnl SPDX-License-Identifier: MIT
# FM_PROG_CC_FOR_BUILD: the compiler for programs that run while building (they print tables). The same as CC, unless
# cross compiling. Sets CC_FOR_BUILD, CFLAGS_FOR_BUILD and BUILD_EXEEXT.
AC_DEFUN([FM_PROG_CC_FOR_BUILD], [
  AC_ARG_VAR([CC_FOR_BUILD], [C compiler for programs that run while building])
  AC_ARG_VAR([CFLAGS_FOR_BUILD], [its flags])
  AS_IF([test "x$cross_compiling" = xyes], [AC_CHECK_PROGS([CC_FOR_BUILD], [gcc cc clang], [cc])],
        [AS_VAR_SET_IF([CC_FOR_BUILD], [], [CC_FOR_BUILD=$CC])])
  AS_VAR_SET_IF([CFLAGS_FOR_BUILD], [], [CFLAGS_FOR_BUILD=-O1])
  BUILD_EXEEXT=
  AS_CASE([${build_os-$(uname -s)}], [*mingw*|*cygwin*|*MINGW*|*CYGWIN*], [BUILD_EXEEXT=.exe])
  AC_SUBST([BUILD_EXEEXT])
])
