/* The library that the fake translator makes. */
#include "fake.h"

static const struct sim_parameter PARAMETERS[] = {{0, 8, 8}, {8, 8, 8}, {16, 8, 8}};
static void nothing(struct sim_warp *warp, uint32_t mask, unsigned char *const *parameters, unsigned char *result)
{
    (void)warp, (void)mask, (void)parameters, (void)result;
}

#define KERNEL(NAME) {.name = NAME, .code = nothing, .parameters = PARAMETERS, .parameter_count = 3, .parameter_size = 24}

static const struct sim_kernel KERNELS[] = {
    KERNEL("copy"), KERNEL("fault"),
    {.name = "bounded", .code = nothing, .parameters = PARAMETERS, .parameter_count = 3, .parameter_size = 24,
     .maximal = {128, 1, 1}, .shared_size = 1024, .registers = 40},
};
static const unsigned char FIVE[] = {5, 0, 0, 0};
static const struct sim_global GLOBALS[] = {
    {.name = "table", .space = SIM_GLOBAL, .size = 4, .alignment = 4, .initial = FIVE, .initial_size = 4, .is_visible = 1},
    {.name = "hidden", .space = SIM_GLOBAL, .size = 4, .alignment = 4},
};

__attribute__((visibility("default"))) const struct sim_module offcy_sim_module = {
    .abi = SIM_ABI, .target = "sm_90", .kernels = KERNELS, .kernel_count = 3, .globals = GLOBALS, .global_count = 2};
