/* SPDX-License-Identifier: MIT */
/* The 10x8 instance of the board; nothing else belongs here. */
#include <config.h>
#define BOARD_FILES 10
#include "board/board.h"
#include "board/castling.h"
#include "board/dispatch.h"
#include "base/lanes.h"
#include "board/attacks_tmpl.h"
#include "board/rank_tmpl.h"
#include "board/make_tmpl.h"
#include "board/faults_tmpl.h"
#include "board/moves_tmpl.h"
#include "board/san_tmpl.h"
#include "board/find_tmpl.h"
#include "board/write_tmpl.h"
#include "board/key_tmpl.h"
#include "board/ops_tmpl.h"
