/* SPDX-License-Identifier: MIT */
#include <config.h>
#include "hot.h"
/* The short path on 8x8. */
#include <string.h>
#define BOARD_FILES 8
#include "hot_tmpl.h"
