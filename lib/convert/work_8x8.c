/* The 8x8 instance of the work on a game; nothing else belongs here. */
#include <config.h>
#define BOARD_FILES 8
#include <stdlib.h>
#include "game/replay.h"
#include "board/castling.h"
#include "convert/work.h"
#include "convert/unique_stage.h"
#include "filter/position_filter_tmpl.h"
#include "convert/watch_tmpl.h"
#include "convert/work_tmpl.h"
