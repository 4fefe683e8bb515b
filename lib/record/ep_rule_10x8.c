/* The 10x8 instance of the en passant rules for setups; nothing else belongs here. */
#include <config.h>
#define BOARD_FILES 10
#include "board/board.h"
#include "record/ep_rule.h"
#include "record/ep_rule_tmpl.h"
