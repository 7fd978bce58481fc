/* Which version of the host's loops runs (offcy_level.h). */
#include "offcy_rt.h"

#ifdef OFFCY_HAS_LEVELS

#include <stdlib.h>

/* The first processors with AVX-512 lower their clock for its long vectors: those with VBMI2 do not, or hardly. */
static int bits_of_processor(void)
{
    __builtin_cpu_init();
    if (OFFCY_WIDEST >= 512 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512vbmi2"))
        return 512;
    return __builtin_cpu_supports("avx2") ? 256 : 128;
}

int offcy_vector_bits(void)
{
    static int known;
    int bits = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (OFFCY_LIKELY(bits != 0))
        return bits;
    /* No more than the program is asked to use. */
    const char *text = getenv("OFFCY_VECTOR_BITS");
    const int most = text != NULL ? atoi(text) : 0;
    bits = bits_of_processor();
    if ((most == 128 || most == 256) && most < bits)
        bits = most;
    __atomic_store_n(&known, bits, __ATOMIC_RELAXED);
    return bits;
}

#endif
