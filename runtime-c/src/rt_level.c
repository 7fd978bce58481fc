/* Which version of the host's loops runs (offcy_level.h). */
#include "offcy_rt.h"

#ifdef OFFCY_HAS_LEVELS

#include <cpuid.h>
#include <stdlib.h>

/* Parts of a thread's state that the system keeps: with 128, 256 and 512 bits. */
enum { KEEPS_256 = 0x06, KEEPS_512 = 0xe6 };

static unsigned kept_by_system(void)
{
    unsigned low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

/* Not the compiler's `__builtin_cpu_supports`, which takes more room than the rest of a small module's runtime. The first
 * processors with AVX-512 lower their clock for its long vectors: those with VBMI2 do not, or hardly. */
static int bits_of_processor(void)
{
    unsigned a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_AVX))
        return 128;
    const unsigned kept = kept_by_system();
    if ((kept & KEEPS_256) != KEEPS_256 || !__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_AVX2))
        return 128;
    const unsigned all = bit_AVX512F | bit_AVX512DQ | bit_AVX512BW | bit_AVX512VL;
    const bool has_512 = (b & all) == all && (c & bit_AVX512VBMI2) != 0;
    return OFFCY_WIDEST >= 512 && has_512 && (kept & KEEPS_512) == KEEPS_512 ? 512 : 256;
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
