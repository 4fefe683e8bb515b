/* SPDX-License-Identifier: MIT */
/* The 10x8 instance of play_tmpl.h, letters_tmpl.h, verify_tmpl.h and
 * listed_tmpl.h; nothing else belongs here. */
#include <config.h>
#define BOARD_FILES 10
#include <stdlib.h>
#include "game/replay.h"
#include "board/castling.h"
#include "convert/play.h"
#include "convert/item.h"
#include "convert/work_export.h"
#include "convert/work_ops.h"
#include "convert/work_items.h"
#include "convert/work_record.h"
#include "game/movetext.h"
#include "profile/consumer.h"
#include "record/book.h"
#include "record/field_put.h"
#include "record/layout.h"
#include "filter/position_filter_tmpl.h"
#include "convert/replayer_tmpl.h"
#include "convert/layout_tmpl.h"
#include "convert/watch_tmpl.h"
#include "convert/verify_tmpl.h"
#include "convert/records_tmpl.h"
#include "convert/ahead_tmpl.h"
#include "convert/letters_tmpl.h"
#include "convert/play_tmpl.h"
#include "convert/listed_tmpl.h"
