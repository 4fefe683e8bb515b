dnl SPDX-License-Identifier: MIT
# FM_FLAGS(VARIABLE, FLAGS): append to VARIABLE, and substitute, every flag that the compiler takes.
AC_DEFUN([FM_FLAGS], [
  for fm_flag in m4_normalize([$2]); do
    AS_VAR_PUSHDEF([FM_VAR], [fm_cv_cflag_$fm_flag])
    AC_CACHE_CHECK([whether $CC accepts $fm_flag], [FM_VAR], [
      fm_save_CFLAGS=$CFLAGS
      CFLAGS="$CFLAGS -Werror $fm_flag"
      AC_COMPILE_IFELSE([AC_LANG_SOURCE([[int fm_x(void); int fm_x(void) { return 0; }]])],
        [AS_VAR_SET([FM_VAR], [yes])], [AS_VAR_SET([FM_VAR], [no])])
      CFLAGS=$fm_save_CFLAGS])
    AS_VAR_IF([FM_VAR], [yes], [$1="$$1 $fm_flag"])
    AS_VAR_POPDEF([FM_VAR])
  done
  AC_SUBST([$1])
])

# FM_LINK_FLAGS(VARIABLE, FLAGS, [COMPILER-FLAGS]): append to VARIABLE every flag that a program can be linked with.
AC_DEFUN([FM_LINK_FLAGS], [
  for fm_flag in m4_normalize([$2]); do
    AC_MSG_CHECKING([whether programs link with $fm_flag])
    fm_save_LDFLAGS=$LDFLAGS fm_save_CFLAGS=$CFLAGS
    LDFLAGS="$LDFLAGS $fm_flag" CFLAGS="$CFLAGS $3"
    AC_LINK_IFELSE([AC_LANG_PROGRAM()], [$1="$$1 $fm_flag"; AC_MSG_RESULT([yes])], [AC_MSG_RESULT([no])])
    LDFLAGS=$fm_save_LDFLAGS CFLAGS=$fm_save_CFLAGS
  done
])

# FM_FUZZER_CHECK: stop unless the compiler has libFuzzer.
AC_DEFUN([FM_FUZZER_CHECK], [
  AC_MSG_CHECKING([whether $CC has libFuzzer])
  fm_save_CFLAGS=$CFLAGS
  CFLAGS="$CFLAGS -fsanitize=fuzzer"
  AC_LINK_IFELSE([AC_LANG_SOURCE([[int LLVMFuzzerTestOneInput(const unsigned char *p, unsigned long n);
    int LLVMFuzzerTestOneInput(const unsigned char *p, unsigned long n) { return n > 1 && p[0] == 255; }]])],
    [AC_MSG_RESULT([yes])], [AC_MSG_RESULT([no])
    AC_MSG_ERROR([--enable-fuzzers needs a compiler with -fsanitize=fuzzer: configure with CC=clang])])
  CFLAGS=$fm_save_CFLAGS
])
