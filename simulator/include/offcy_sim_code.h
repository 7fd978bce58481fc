/* What translated code consists of, besides C expressions: frames, memory, atomics. */
#ifndef OFFCY_SIM_CODE_H
#define OFFCY_SIM_CODE_H

#include "offcy_sim_warp.h"
#include "offcy_sim_math.h"

#ifndef SIM_CHECKS
#define SIM_CHECKS 0
#endif
#ifndef SIM_COUNTS
#define SIM_COUNTS 0
#endif

#define SIM_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define SIM_INLINE static inline __attribute__((always_inline, unused))

/* For each lane of a mask. */
#define SIM_EACH(lane, mask) \
    for (uint32_t rest_##lane = (mask), lane; \
         rest_##lane && ((lane = (uint32_t)__builtin_ctz(rest_##lane)), 1); \
         rest_##lane &= rest_##lane - 1)

/* ---- Frames ---- */

#define SIM_FRAME(block_count, the_fiber) \
    uint32_t wait[block_count]; \
    uint64_t pending[(block_count + 63) / 64]; \
    __builtin_memset(wait, 0, sizeof wait); \
    __builtin_memset(pending, 0, sizeof pending); \
    struct sim_frame frame = {w, the_fiber, 0, 0, 0, 0, block_count, 0, SIM_BUDGET, wait, pending}; \
    const uint64_t B = w->base, R = w->range, S = w->shared, Z = w->shared_size; \
    const uint64_t *const G = w->globals; \
    (void)B, (void)R, (void)S, (void)Z, (void)G

static __attribute__((noinline, unused)) void sim_park(struct sim_frame *frame, uint32_t block, uint32_t mask) {
    frame->wait[block] |= mask;
    frame->pending[block / 64] |= UINT64_C(1) << (block % 64);
    frame->waiting |= mask;
}

/* Lanes continue at a block: immediately if no others are parked. */
#define SIM_GO(block) \
    do { \
        if (SIM_UNLIKELY(frame.waiting)) { \
            sim_park(&frame, block, m); \
            goto dispatch; \
        } \
        goto b##block; \
    } while (0)

/* The same for a backward jump to the start of a loop. */
#define SIM_BACK(block, from, weight) \
    do { \
        if (SIM_UNLIKELY((frame.budget -= (weight)) <= 0)) { \
            sim_park(&frame, block, m); \
            w->run->rotate(&frame, block, from); \
            goto dispatch; \
        } \
        SIM_GO(block); \
    } while (0)

/* ---- Memory ---- */

#if SIM_CHECKS
#define SIM_LOOK(address, size, how, space, site, lane) \
    w->run->access(w, address, size, how, space, site, lane)
#else
#define SIM_LOOK(address, size, how, space, site, lane) (void)0
#endif

/* `strong` is SIM_STRONG or 0. */
SIM_INLINE uint64_t sim_generic(struct sim_warp *w, uint64_t B, uint64_t R, uint64_t address, uint32_t size,
                                uint32_t alignment, enum sim_access access, uint32_t strong, uint32_t site,
                                uint32_t lane) {
    if (SIM_UNLIKELY((address - B >= R) | ((address & (alignment - 1)) != 0))) {
        w->run->odd_access(w, address, size, alignment, access, SIM_GENERIC, site, lane);
    }
    SIM_LOOK(address, size, access | strong, SIM_GENERIC, site, lane);
    return address;
}

SIM_INLINE uint64_t sim_shared(struct sim_warp *w, uint64_t S, uint64_t Z, uint64_t address, uint32_t size,
                               uint32_t alignment, enum sim_access access, uint32_t strong, uint32_t site,
                               uint32_t lane) {
    if (SIM_UNLIKELY((address + size > Z) | (address > Z) | ((address & (alignment - 1)) != 0))) {
        w->run->odd_access(w, address, size, alignment, access, SIM_SHARED, site, lane);
    }
    SIM_LOOK(S + address, size, access | strong, SIM_SHARED, site, lane);
    return S + address;
}

#define SIM_G(address, size, access, strong, site) sim_generic(w, B, R, address, size, size, access, strong, site, l)
#define SIM_S(address, size, access, strong, site) sim_shared(w, S, Z, address, size, size, access, strong, site, l)

#define SIM_AT(type, address) (*(type *)(uintptr_t)(address))
#define SIM_VOLATILE(type, address) (*(volatile type *)(uintptr_t)(address))

typedef uint8_t sim_u8 __attribute__((may_alias));
typedef uint16_t sim_u16 __attribute__((may_alias, aligned(1)));
typedef uint32_t sim_u32 __attribute__((may_alias, aligned(1)));
typedef uint64_t sim_u64 __attribute__((may_alias, aligned(1)));

/* ---- Atomics ---- */

#define SIM_ATOMIC_FETCH(name, type, builtin) \
    SIM_INLINE type name(uint64_t at, type value) { \
        return builtin((type *)(uintptr_t)at, value, __ATOMIC_SEQ_CST); \
    }

#define SIM_ATOMIC_LOOP(name, type, expression) \
    SIM_INLINE type name(uint64_t at, type b) { \
        type *place = (type *)(uintptr_t)at; \
        type a = __atomic_load_n(place, __ATOMIC_SEQ_CST); \
        while (!__atomic_compare_exchange_n(place, &a, (type)(expression), 0, __ATOMIC_SEQ_CST, \
                                            __ATOMIC_SEQ_CST)) { \
        } \
        return a; \
    }

#define SIM_ATOMICS(bits) \
    SIM_ATOMIC_FETCH(sim_atomic_add_##bits, uint##bits##_t, __atomic_fetch_add) \
    SIM_ATOMIC_FETCH(sim_atomic_and_##bits, uint##bits##_t, __atomic_fetch_and) \
    SIM_ATOMIC_FETCH(sim_atomic_or_##bits, uint##bits##_t, __atomic_fetch_or) \
    SIM_ATOMIC_FETCH(sim_atomic_xor_##bits, uint##bits##_t, __atomic_fetch_xor) \
    SIM_ATOMIC_FETCH(sim_atomic_exch_##bits, uint##bits##_t, __atomic_exchange_n) \
    SIM_ATOMIC_LOOP(sim_atomic_umin_##bits, uint##bits##_t, a < b ? a : b) \
    SIM_ATOMIC_LOOP(sim_atomic_umax_##bits, uint##bits##_t, a > b ? a : b) \
    SIM_ATOMIC_LOOP(sim_atomic_smin_##bits, uint##bits##_t, (int##bits##_t)a < (int##bits##_t)b ? a : b) \
    SIM_ATOMIC_LOOP(sim_atomic_smax_##bits, uint##bits##_t, (int##bits##_t)a > (int##bits##_t)b ? a : b) \
    SIM_ATOMIC_LOOP(sim_atomic_inc_##bits, uint##bits##_t, a >= b ? 0 : a + 1) \
    SIM_ATOMIC_LOOP(sim_atomic_dec_##bits, uint##bits##_t, a == 0 || a > b ? b : a - 1) \
    SIM_INLINE uint##bits##_t sim_atomic_cas_##bits(uint64_t at, uint##bits##_t expected, uint##bits##_t value) { \
        __atomic_compare_exchange_n((uint##bits##_t *)(uintptr_t)at, &expected, value, 0, __ATOMIC_SEQ_CST, \
                                    __ATOMIC_SEQ_CST); \
        return expected; \
    }
SIM_ATOMICS(16)
SIM_ATOMICS(32)
SIM_ATOMICS(64)

SIM_ATOMIC_LOOP(sim_atomic_addf_32, uint32_t, sim_b32(sim_f32(a) + sim_f32(b)))
SIM_ATOMIC_LOOP(sim_atomic_addf_64, uint64_t, sim_b64(sim_f64(a) + sim_f64(b)))
SIM_ATOMIC_LOOP(sim_atomic_addh_16, uint16_t, sim_add_f16(a, b))
SIM_ATOMIC_LOOP(sim_atomic_addb_16, uint16_t, sim_add_bf16(a, b))
SIM_ATOMIC_LOOP(sim_atomic_addh2_32, uint32_t, SIM_PAIR(sim_add_f16, a, b))
SIM_ATOMIC_LOOP(sim_atomic_addb2_32, uint32_t, SIM_PAIR(sim_add_bf16, a, b))

/* ---- Local memory ---- */

/* Allocates `size` bytes of each lane's stack. */
SIM_INLINE void sim_push(struct sim_warp *w, uint32_t mask, uint64_t size, uint64_t alignment, uint64_t *at,
                         uint32_t site) {
    SIM_EACH(l, mask) {
        uint64_t top = w->stack[l];
        uint64_t next = (top - size) & ~(alignment - 1);
        if (SIM_UNLIKELY(size > top - w->stack_low[l] || next < w->stack_low[l])) {
            w->run->fault(w, SIM_STACK_ERROR, site, l, "a thread has used up its stack");
        }
        w->stack[l] = at[l] = next;
    }
}

/* ---- Special registers ---- */

SIM_INLINE uint64_t sim_nanoseconds(struct sim_warp *w) {
    return w->run->clock(w);
}

#endif
