/* fenmill convert: any input to any output, as the profile says. */
#include <config.h>
#include "command.h"
#include "run.h"

enum fm_status fm_cmd_convert(const struct fm_settings *settings)
{
    return fm_run(settings, true);
}
