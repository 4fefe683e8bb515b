/* SPDX-License-Identifier: MIT */
/* The 8x8 instance of the replay; nothing else belongs here. */
#include <config.h>
#define BOARD_FILES 8
#include <stdlib.h>
#include "base/utf8.h"
#include "game/replay.h"
#include "game/numbers_tmpl.h"
#include "game/replay_tmpl.h"
#include "game/follow_tmpl.h"
#include "game/suggest_tmpl.h"
#include "game/movetext.h"
#include "game/movetext_tmpl.h"
