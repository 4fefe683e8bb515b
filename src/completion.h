/* Completion of command lines by shells. */
#ifndef FM_SRC_COMPLETION_H
#define FM_SRC_COMPLETION_H
#include <stdbool.h>

/** Print the completion script of a shell ("bash", "zsh", "fish") to standard output, made from the
 * tables of commands, options and keys. @return false, and nothing printed: no such shell. */
bool fm_completion_print(const char *shell);

#endif
