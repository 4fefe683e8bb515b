/* fenmill check: everything is read and replayed, no record is written. */
#include <config.h>
#include "command.h"
#include "run.h"

enum fm_status fm_cmd_check(const struct fm_settings *settings)
{
    return fm_run(settings, false);
}
