/* The 8x8 instance of the work on a game; nothing else belongs here. */
#include <config.h>
#define BOARD_FILES 8
#include <stdlib.h>
#include "replay/replay.h"
#include "board/castling.h"
#include "pipeline/work.h"
#include "select/position_filter_tmpl.h"
#include "pipeline/watch_tmpl.h"
#include "pipeline/work_tmpl.h"
