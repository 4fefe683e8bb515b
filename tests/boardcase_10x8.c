/* SPDX-License-Identifier: MIT */
/* The 10x8 instance of the board cases; nothing else belongs here. */
#include <config.h>
#define BOARD_FILES 10
#include <string.h>
#include "boardcase_tmpl.h"
