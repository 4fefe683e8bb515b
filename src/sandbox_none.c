/* SPDX-License-Identifier: MIT */
/* A system without Landlock: the run goes on as it is. See sandbox.h. */
#include <config.h>
#include "sandbox.h"

void fm_sandbox_begin(struct fm_sandbox *sandbox, bool wanted)
{
    (void)wanted;
    *sandbox = (struct fm_sandbox){.rules = -1};
}

void fm_sandbox_read(struct fm_sandbox *sandbox, const char *name)
{
    (void)sandbox, (void)name;
}

void fm_sandbox_inputs(struct fm_sandbox *sandbox, const struct fm_inputs *inputs)
{
    (void)sandbox, (void)inputs;
}

void fm_sandbox_write(struct fm_sandbox *sandbox, const char *name)
{
    (void)sandbox, (void)name;
}

void fm_sandbox_write_named(struct fm_sandbox *sandbox, const char *name)
{
    (void)sandbox, (void)name;
}

void fm_sandbox_temporary(struct fm_sandbox *sandbox, const char *directory)
{
    (void)sandbox, (void)directory;
}

void fm_sandbox_enter(struct fm_sandbox *sandbox)
{
    (void)sandbox;
}

void fm_sandbox_end(struct fm_sandbox *sandbox)
{
    (void)sandbox;
}

const char *fm_sandbox_name(char text[FM_SANDBOX_NAME])
{
    (void)text;
    return "none (this build)";
}
