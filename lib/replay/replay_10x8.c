/* The 10x8 instance of the replay; nothing else belongs here. */
#include <config.h>
#define BOARD_FILES 10
#include <stdlib.h>
#include "base/utf8.h"
#include "replay/replay.h"
#include "replay/replay_tmpl.h"
#include "replay/suggest_tmpl.h"
