/* The regions of this thread that run on devices, the innermost first. */
#include "offcy_running.h"

static _Thread_local offcy_scope *running;

offcy_scope *offcy_running(void)
{
    return running;
}

void offcy_running_begin(offcy_scope *scope)
{
    scope->outer = running;
    running = scope;
}

void offcy_running_end(offcy_scope *scope)
{
    running = scope->outer;
}
