/* SPDX-License-Identifier: MIT */
#include <config.h>
#include "hot.h"
/* The short path on 10x8. */
#include <string.h>
#define BOARD_FILES 10
#include "hot_tmpl.h"
