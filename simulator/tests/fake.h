/* A module as the translator would build it, and the execution half that runs it: kernels are C functions here. */
#ifndef OFFCY_FAKE_H
#define OFFCY_FAKE_H

#include "../include/offcy_sim.h"

/* What fake kernels get: two addresses and a count. */
struct fake_parameters {
    uint64_t to, from, count;
};

#endif
