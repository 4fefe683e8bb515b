/* SPDX-License-Identifier: MIT */
/* The 8x8 instance of play_tmpl.h, letters_tmpl.h, verify_tmpl.h and listed_tmpl.h; nothing else
 * belongs here. */
#include <config.h>
#define BOARD_FILES 8
#include <stdlib.h>
#include "game/replay.h"
#include "board/castling.h"
#include "run/play.h"
#include "run/item.h"
#include "run/work_export.h"
#include "run/work_ops.h"
#include "run/work_items.h"
#include "run/work_record.h"
#include "run/work_tree.h"
#include "game/movetext.h"
#include "profile/consumer.h"
#include "record/book.h"
#include "record/field_put.h"
#include "record/layout.h"
#include "filter/position_filter_tmpl.h"
#include "run/replayer_tmpl.h"
#include "run/booked_tmpl.h"
#include "run/layout_tmpl.h"
#include "run/watch_tmpl.h"
#include "run/verify_tmpl.h"
#include "run/records_tmpl.h"
#include "run/ahead_tmpl.h"
#include "run/letters_tmpl.h"
#include "run/play_tmpl.h"
#include "run/listed_tmpl.h"
