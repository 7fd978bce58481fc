/* Arithmetic of PTX where C has no operator for it. */
#ifndef OFFCY_SIM_MATH_H
#define OFFCY_SIM_MATH_H

#include <fenv.h>
#include <stdint.h>

#define SIM_PURE static inline __attribute__((always_inline, unused))
#define SIM_SLOW static __attribute__((noinline, unused))

/* ---- Bits ---- */

SIM_PURE uint32_t sim_b32(float value) { uint32_t bits; __builtin_memcpy(&bits, &value, 4); return bits; }
SIM_PURE uint64_t sim_b64(double value) { uint64_t bits; __builtin_memcpy(&bits, &value, 8); return bits; }
SIM_PURE float sim_f32(uint32_t bits) { float value; __builtin_memcpy(&value, &bits, 4); return value; }
SIM_PURE double sim_f64(uint64_t bits) { double value; __builtin_memcpy(&value, &bits, 8); return value; }

/* A subnormal becomes zero. */
SIM_PURE float sim_ftz(float value) {
    uint32_t bits = sim_b32(value);
    return (bits & 0x7f800000u) ? value : sim_f32(bits & 0x80000000u);
}

SIM_PURE float sim_sat_f32(float value) { return value > 0 ? (value < 1 ? value : 1.0f) : 0.0f; }
SIM_PURE double sim_sat_f64(double value) { return value > 0 ? (value < 1 ? value : 1.0) : 0.0; }

/* ---- Rounding other than to nearest ---- */

enum { SIM_RN = FE_TONEAREST, SIM_RZ = FE_TOWARDZERO, SIM_RM = FE_DOWNWARD, SIM_RP = FE_UPWARD };

#define SIM_ROUNDED(name, type, parameters, copies, expression) \
    SIM_SLOW type name parameters { \
        int before = fegetround(); \
        fesetround(mode); \
        copies \
        volatile type result = expression; \
        fesetround(before); \
        return result; \
    }
#define SIM_TWO(type) volatile type x = a, y = b;
#define SIM_ROUNDED_ALL(type, suffix, fma, sqrt) \
    SIM_ROUNDED(sim_add_mode_##suffix, type, (type a, type b, int mode), SIM_TWO(type), x + y) \
    SIM_ROUNDED(sim_sub_mode_##suffix, type, (type a, type b, int mode), SIM_TWO(type), x - y) \
    SIM_ROUNDED(sim_mul_mode_##suffix, type, (type a, type b, int mode), SIM_TWO(type), x * y) \
    SIM_ROUNDED(sim_div_mode_##suffix, type, (type a, type b, int mode), SIM_TWO(type), x / y) \
    SIM_ROUNDED(sim_sqrt_mode_##suffix, type, (type a, int mode), volatile type x = a;, sqrt(x)) \
    SIM_ROUNDED(sim_fma_mode_##suffix, type, (type a, type b, type c, int mode), \
                SIM_TWO(type) volatile type z = c;, fma(x, y, z))
SIM_ROUNDED_ALL(float, f32, __builtin_fmaf, __builtin_sqrtf)
SIM_ROUNDED_ALL(double, f64, __builtin_fma, __builtin_sqrt)
SIM_ROUNDED(sim_f32_from_f64, float, (double a, int mode), volatile double x = a;, (float)x)
SIM_ROUNDED(sim_f32_from_u64, float, (uint64_t a, int mode), volatile uint64_t x = a;, (float)x)
SIM_ROUNDED(sim_f32_from_s64, float, (int64_t a, int mode), volatile int64_t x = a;, (float)x)
SIM_ROUNDED(sim_f64_from_u64, double, (uint64_t a, int mode), volatile uint64_t x = a;, (double)x)
SIM_ROUNDED(sim_f64_from_s64, double, (int64_t a, int mode), volatile int64_t x = a;, (double)x)

/* To an integer's value. */
SIM_PURE double sim_integral(double value, int mode) {
    switch (mode) {
    case SIM_RN: return __builtin_rint(value);
    case SIM_RZ: return __builtin_trunc(value);
    case SIM_RM: return __builtin_floor(value);
    default: return __builtin_ceil(value);
    }
}

/* To an integer; a value that does not fit becomes the nearest that does. */
#define SIM_TO_INTEGER(name, type, low, high, above) \
    SIM_PURE type name(double value, int mode, type of_nan) { \
        if (value != value) return of_nan; \
        double whole = sim_integral(value, mode); \
        return whole < (low) ? (type)(low) : whole >= (above) ? (high) : (type)whole; \
    }
SIM_TO_INTEGER(sim_to_s8, int8_t, -128.0, INT8_MAX, 128.0)
SIM_TO_INTEGER(sim_to_u8, uint8_t, 0.0, UINT8_MAX, 256.0)
SIM_TO_INTEGER(sim_to_s16, int16_t, -32768.0, INT16_MAX, 32768.0)
SIM_TO_INTEGER(sim_to_u16, uint16_t, 0.0, UINT16_MAX, 65536.0)
SIM_TO_INTEGER(sim_to_s32, int32_t, -0x1p31, INT32_MAX, 0x1p31)
SIM_TO_INTEGER(sim_to_u32, uint32_t, 0.0, UINT32_MAX, 0x1p32)
SIM_TO_INTEGER(sim_to_s64, int64_t, -0x1p63, INT64_MAX, 0x1p63)
SIM_TO_INTEGER(sim_to_u64, uint64_t, 0.0, UINT64_MAX, 0x1p64)

/* Between integers with saturation. */
#define SIM_CLAMP(name, type, low, high) \
    SIM_PURE type name(__int128 value) { \
        return value < (__int128)(low) ? (type)(low) : value > (__int128)(high) ? (type)(high) : (type)value; \
    }
SIM_CLAMP(sim_clamp_s8, int8_t, INT8_MIN, INT8_MAX)
SIM_CLAMP(sim_clamp_u8, uint8_t, 0, UINT8_MAX)
SIM_CLAMP(sim_clamp_s16, int16_t, INT16_MIN, INT16_MAX)
SIM_CLAMP(sim_clamp_u16, uint16_t, 0, UINT16_MAX)
SIM_CLAMP(sim_clamp_s32, int32_t, INT32_MIN, INT32_MAX)
SIM_CLAMP(sim_clamp_u32, uint32_t, 0, UINT32_MAX)
SIM_CLAMP(sim_clamp_s64, int64_t, INT64_MIN, INT64_MAX)
SIM_CLAMP(sim_clamp_u64, uint64_t, 0, UINT64_MAX)

/* ---- Half precision ---- */

/* Converts a double to a format with the given bits of exponent and fraction, rounded once. */
SIM_SLOW uint16_t sim_narrow(double value, int exponent_bits, int fraction_bits, int mode) {
    uint64_t bits = sim_b64(value);
    uint16_t sign = (uint16_t)((bits >> 63) << 15);
    int exponent = (int)((bits >> 52) & 0x7ff);
    uint64_t fraction = bits & 0xfffffffffffffull;
    uint16_t infinity = (uint16_t)(((1u << exponent_bits) - 1) << fraction_bits);
    if (exponent == 0x7ff) return fraction ? 0x7fff : (uint16_t)(sign | infinity);
    if (exponent == 0) return sign; /* far below the smallest */
    int bias = (1 << (exponent_bits - 1)) - 1;
    int target = exponent - 1023 + bias;
    uint64_t whole = fraction | (1ull << 52);
    int drop = 52 - fraction_bits;
    if (target <= 0) {
        drop += 1 - target;
        target = 0;
    }
    uint64_t kept = drop > 63 ? 0 : whole >> drop;
    uint64_t lost = drop > 63 ? 1 : whole & ((1ull << drop) - 1);
    uint64_t half = drop > 63 ? 2 : 1ull << (drop - 1);
    int up = mode == SIM_RN   ? lost > half || (lost == half && (kept & 1))
             : mode == SIM_RM ? lost && sign
             : mode == SIM_RP ? lost && !sign
                              : 0;
    uint64_t magnitude = target ? ((uint64_t)(target - 1) << fraction_bits) + kept : kept;
    magnitude += (uint64_t)up;
    if (magnitude >= infinity) {
        int stays = mode == SIM_RZ || (mode == SIM_RM && !sign) || (mode == SIM_RP && sign);
        magnitude = stays ? infinity - 1u : infinity;
    }
    return (uint16_t)(sign | magnitude);
}

SIM_PURE uint16_t sim_to_f16(double value, int mode) { return sim_narrow(value, 5, 10, mode); }
SIM_PURE uint16_t sim_to_bf16(double value, int mode) { return sim_narrow(value, 8, 7, mode); }
SIM_PURE float sim_bf16(uint16_t bits) { return sim_f32((uint32_t)bits << 16); }
SIM_PURE float sim_f16(uint16_t bits) {
    uint32_t sign = (uint32_t)(bits & 0x8000) << 16, exponent = (bits >> 10) & 31, fraction = bits & 0x3ff;
    if (exponent == 31) return sim_f32(sign | 0x7f800000u | (fraction << 13));
    if (exponent) return sim_f32(sign | ((exponent + 112) << 23) | (fraction << 13));
    float small = (float)fraction * 0x1p-24f;
    return sign ? -small : small;
}

/* a * b + c with the last bit odd unless it is exact, so that it can be rounded once more. */
SIM_PURE double sim_odd_fma(double a, double b, double c) {
    double product = a * b, sum = product + c;
    double of_c = sum - product;
    double error = (product - (sum - of_c)) + (c - of_c);
    if (error == 0 || sum != sum || sum - sum != 0) return sum;
    uint64_t bits = sim_b64(sum);
    if (bits & 1) return sum;
    return sim_f64((error > 0) == (sum > 0) ? bits | 1 : bits - 1);
}

/* 64 bits as a double with the last bit odd unless it is exact. */
SIM_PURE double sim_odd_u64(uint64_t value) {
    if (value >> 53) {
        int lost = 11 - __builtin_clzll(value);
        int inexact = (value & ((1ull << lost) - 1)) != 0;
        value = (value >> lost | (uint64_t)inexact) << lost;
    }
    return (double)value;
}
SIM_PURE double sim_odd_s64(int64_t value) {
    return value < 0 ? -sim_odd_u64(0 - (uint64_t)value) : sim_odd_u64((uint64_t)value);
}
SIM_PURE double sim_relu(double value) { return value != value ? value : value > 0 ? value : 0; }

/* `infinity` and `one` are the bits of these values. */
#define SIM_HALVES(format, infinity, one) \
    SIM_PURE uint16_t sim_add_##format(uint16_t a, uint16_t b) { \
        return sim_to_##format((double)sim_##format(a) + (double)sim_##format(b), SIM_RN); \
    } \
    SIM_PURE uint16_t sim_sub_##format(uint16_t a, uint16_t b) { \
        return sim_to_##format((double)sim_##format(a) - (double)sim_##format(b), SIM_RN); \
    } \
    SIM_PURE uint16_t sim_mul_##format(uint16_t a, uint16_t b) { \
        return sim_to_##format((double)sim_##format(a) * (double)sim_##format(b), SIM_RN); \
    } \
    SIM_PURE uint16_t sim_fma_##format(uint16_t a, uint16_t b, uint16_t c) { \
        return sim_to_##format(sim_odd_fma(sim_##format(a), sim_##format(b), sim_##format(c)), SIM_RN); \
    } \
    SIM_PURE uint16_t sim_min_##format(uint16_t a, uint16_t b) { \
        return sim_to_##format(sim_min_f32(sim_##format(a), sim_##format(b)), SIM_RN); \
    } \
    SIM_PURE uint16_t sim_max_##format(uint16_t a, uint16_t b) { \
        return sim_to_##format(sim_max_f32(sim_##format(a), sim_##format(b)), SIM_RN); \
    } \
    SIM_PURE uint16_t sim_nan_##format(uint16_t a, uint16_t b, uint16_t otherwise) { \
        return (a & 0x7fff) > infinity || (b & 0x7fff) > infinity ? 0x7fff : otherwise; \
    } \
    SIM_PURE uint16_t sim_sat_##format(uint16_t a) { return a > infinity ? 0 : a > one ? one : a; } \
    SIM_PURE uint16_t sim_relu_##format(uint16_t a) { \
        return (a & 0x7fff) > infinity ? 0x7fff : a & 0x8000 ? 0 : a; \
    } \
    SIM_PURE uint16_t sim_ftz_##format(uint16_t a) { return a & infinity ? a : a & 0x8000; } \
    SIM_PURE uint16_t sim_neg_##format(uint16_t a) { return a ^ 0x8000; } \
    SIM_PURE uint16_t sim_abs_##format(uint16_t a) { return a & 0x7fff; } \
    SIM_PURE uint16_t sim_ex2_##format(uint16_t a) { \
        return sim_to_##format(__builtin_exp2(sim_##format(a)), SIM_RN); \
    } \
    SIM_PURE uint16_t sim_tanh_##format(uint16_t a) { \
        return sim_to_##format(__builtin_tanh(sim_##format(a)), SIM_RN); \
    }

/* ---- Floating point ---- */

/* The operand that is a number, if one is NaN; -0 is below +0. */
#define SIM_MIN_MAX(type, suffix, signbit) \
    SIM_PURE type sim_min_##suffix(type a, type b) { \
        if (a != a) return b; \
        if (b != b) return a; \
        if (a == b) return signbit(a) ? a : b; \
        return a < b ? a : b; \
    } \
    SIM_PURE type sim_max_##suffix(type a, type b) { \
        if (a != a) return b; \
        if (b != b) return a; \
        if (a == b) return signbit(a) ? b : a; \
        return a > b ? a : b; \
    } \
    SIM_PURE type sim_nan_##suffix(type a, type b, type otherwise) { \
        return a != a || b != b ? (type)__builtin_nanf("") : otherwise; \
    }
SIM_MIN_MAX(float, f32, __builtin_signbitf)
SIM_MIN_MAX(double, f64, __builtin_signbit)
SIM_HALVES(f16, 0x7c00, 0x3c00)
SIM_HALVES(bf16, 0x7f80, 0x3f80)

/* Applies to both halves of packed values. */
#define SIM_PAIR(of, a, b) \
    ((uint32_t)of((uint16_t)(a), (uint16_t)(b)) | (uint32_t)of((uint16_t)((a) >> 16), (uint16_t)((b) >> 16)) << 16)

SIM_PURE float sim_xorsign_f32(float value, float a, float b) {
    return sim_f32((sim_b32(value) & 0x7fffffffu) | ((sim_b32(a) ^ sim_b32(b)) & 0x80000000u));
}

SIM_PURE double sim_high_word(double value) { return sim_f64(sim_b64(value) & 0xffffffff00000000ull); }
SIM_PURE double sim_flush_f64(double value) {
    uint64_t bits = sim_b64(value);
    return (bits & 0x7ff0000000000000ull) ? value : sim_f64(bits & 0x8000000000000000ull);
}
SIM_PURE double sim_rcp_approx_f64(double a) { return sim_high_word(sim_flush_f64(1.0 / sim_flush_f64(a))); }
SIM_PURE double sim_rsqrt_approx_f64(double a) {
    return sim_high_word(1.0 / __builtin_sqrt(sim_flush_f64(a)));
}
/* Where there is no exact root, the neighbour that is not the nearest: a GPU may give either. */
SIM_PURE float sim_sqrt_approx_f32(float a) {
    const double root = __builtin_sqrt((double)a);
    const float near = (float)root;
    return near == root || near != near ? near : __builtin_nextafterf(near, near < root ? __builtin_inff() : -__builtin_inff());
}
SIM_PURE float sim_rsqrt_f32(float a) { return (float)(1.0 / __builtin_sqrt((double)a)); }

/* ---- Integers ---- */

#define SIM_DIVISION(bits) \
    SIM_PURE uint##bits##_t sim_udiv_##bits(uint##bits##_t a, uint##bits##_t b) { \
        return b ? (uint##bits##_t)(a / b) : (uint##bits##_t)-1; \
    } \
    SIM_PURE uint##bits##_t sim_urem_##bits(uint##bits##_t a, uint##bits##_t b) { \
        return b ? (uint##bits##_t)(a % b) : a; \
    } \
    SIM_PURE uint##bits##_t sim_sdiv_##bits(uint##bits##_t a, uint##bits##_t b) { \
        if (!b) return (uint##bits##_t)-1; \
        if (b == (uint##bits##_t)-1) return (uint##bits##_t)(0 - a); \
        return (uint##bits##_t)((int##bits##_t)a / (int##bits##_t)b); \
    } \
    SIM_PURE uint##bits##_t sim_srem_##bits(uint##bits##_t a, uint##bits##_t b) { \
        if (!b) return a; \
        if (b == (uint##bits##_t)-1) return 0; \
        return (uint##bits##_t)((int##bits##_t)a % (int##bits##_t)b); \
    } \
    SIM_PURE uint##bits##_t sim_shl_##bits(uint##bits##_t a, uint32_t b) { \
        return b < bits ? (uint##bits##_t)(a << b) : 0; \
    } \
    SIM_PURE uint##bits##_t sim_shr_u##bits(uint##bits##_t a, uint32_t b) { \
        return b < bits ? (uint##bits##_t)(a >> b) : 0; \
    } \
    SIM_PURE uint##bits##_t sim_shr_s##bits(uint##bits##_t a, uint32_t b) { \
        return (uint##bits##_t)((int##bits##_t)a >> (b < bits ? b : bits - 1)); \
    } \
    SIM_PURE uint##bits##_t sim_umulhi_##bits(uint##bits##_t a, uint##bits##_t b) { \
        return (uint##bits##_t)(((unsigned __int128)a * b) >> bits); \
    } \
    SIM_PURE uint##bits##_t sim_smulhi_##bits(uint##bits##_t a, uint##bits##_t b) { \
        return (uint##bits##_t)(((__int128)(int##bits##_t)a * (int##bits##_t)b) >> bits); \
    }
SIM_DIVISION(16)
SIM_DIVISION(32)
SIM_DIVISION(64)

SIM_PURE uint32_t sim_clz_32(uint32_t a) { return a ? (uint32_t)__builtin_clz(a) : 32; }
SIM_PURE uint32_t sim_clz_64(uint64_t a) { return a ? (uint32_t)__builtin_clzll(a) : 64; }
SIM_PURE uint32_t sim_bfind_u32(uint32_t a) { return a ? 31 - (uint32_t)__builtin_clz(a) : 0xffffffffu; }
SIM_PURE uint32_t sim_bfind_u64(uint64_t a) { return a ? 63 - (uint32_t)__builtin_clzll(a) : 0xffffffffu; }
SIM_PURE uint32_t sim_bfind_s32(uint32_t a) { return sim_bfind_u32((int32_t)a < 0 ? ~a : a); }
SIM_PURE uint32_t sim_bfind_s64(uint64_t a) { return sim_bfind_u64((int64_t)a < 0 ? ~a : a); }

#define SIM_FIELDS(bits) \
    SIM_PURE uint##bits##_t sim_bfe_u##bits(uint##bits##_t a, uint32_t b, uint32_t c) { \
        b &= 255; \
        c &= 255; \
        if (b >= bits || !c) return 0; \
        uint##bits##_t field = a >> b; \
        return c < bits ? field & ((((uint##bits##_t)1) << c) - 1) : field; \
    } \
    SIM_PURE uint##bits##_t sim_bfe_s##bits(uint##bits##_t a, uint32_t b, uint32_t c) { \
        b &= 255; \
        c &= 255; \
        if (!c) return 0; \
        uint32_t last = b + c - 1 < bits - 1 ? b + c - 1 : bits - 1; \
        uint##bits##_t sign = (a >> last) & 1 ? (uint##bits##_t)-1 : 0; \
        uint##bits##_t field = b < bits ? a >> b : 0; \
        uint32_t have = b < bits ? (c < bits - b ? c : bits - b) : 0; \
        if (have >= bits) return field; \
        uint##bits##_t mask = (((uint##bits##_t)1) << have) - 1; \
        return (field & mask) | (sign & ~mask); \
    } \
    SIM_PURE uint##bits##_t sim_bfi_##bits(uint##bits##_t a, uint##bits##_t b, uint32_t c, uint32_t d) { \
        c &= 255; \
        d &= 255; \
        if (c >= bits || !d) return b; \
        uint##bits##_t ones = d < bits ? (((uint##bits##_t)1) << d) - 1 : (uint##bits##_t)-1; \
        return (b & ~(ones << c)) | ((a & ones) << c); \
    }
SIM_FIELDS(32)
SIM_FIELDS(64)

SIM_PURE uint32_t sim_byte(uint64_t both, uint32_t selector) {
    uint32_t byte = (uint32_t)(both >> ((selector & 7) * 8)) & 255;
    return selector & 8 ? (byte & 128 ? 255 : 0) : byte;
}
SIM_PURE uint32_t sim_prmt(uint32_t a, uint32_t b, uint32_t c) {
    uint64_t both = a | (uint64_t)b << 32;
    return sim_byte(both, c & 15) | sim_byte(both, (c >> 4) & 15) << 8 | sim_byte(both, (c >> 8) & 15) << 16 |
           sim_byte(both, (c >> 12) & 15) << 24;
}
/* The modes of prmt: selectors for each value of the two low bits of c. */
SIM_PURE uint32_t sim_prmt_mode(uint32_t a, uint32_t b, uint32_t c, const uint16_t selectors[4]) {
    return sim_prmt(a, b, selectors[c & 3]);
}
static const uint16_t sim_f4e[4] __attribute__((unused)) = {0x3210, 0x4321, 0x5432, 0x6543};
static const uint16_t sim_b4e[4] __attribute__((unused)) = {0x5670, 0x6701, 0x7012, 0x0123};
static const uint16_t sim_rc8[4] __attribute__((unused)) = {0x0000, 0x1111, 0x2222, 0x3333};
static const uint16_t sim_ecl[4] __attribute__((unused)) = {0x3210, 0x3211, 0x3222, 0x3333};
static const uint16_t sim_ecr[4] __attribute__((unused)) = {0x0000, 0x1110, 0x2210, 0x3210};
static const uint16_t sim_rc16[4] __attribute__((unused)) = {0x1010, 0x3232, 0x1010, 0x3232};

SIM_PURE uint32_t sim_shf(uint32_t low, uint32_t high, uint32_t count, int left, int wraps) {
    count = wraps ? count & 31 : count > 32 ? 32 : count;
    uint64_t both = low | (uint64_t)high << 32;
    return left ? (uint32_t)((both << count) >> 32) : (uint32_t)(both >> count);
}
SIM_PURE uint32_t sim_lop3(uint32_t a, uint32_t b, uint32_t c, uint32_t table) {
    uint32_t result = 0;
    for (uint32_t at = 0; at < 8; at++) {
        uint32_t rows = (at & 4 ? a : ~a) & (at & 2 ? b : ~b) & (at & 1 ? c : ~c);
        result |= (table >> at) & 1 ? rows : 0;
    }
    return result;
}
SIM_PURE uint32_t sim_fns(uint32_t mask, uint32_t base, int32_t offset) {
    if (offset == 0) return base < 32 && (mask >> base) & 1 ? base : 0xffffffffu;
    int32_t step = offset < 0 ? -1 : 1, count = offset < 0 ? -offset : offset;
    for (int64_t at = base; at >= 0 && at < 32; at += step) {
        if ((mask >> at) & 1 && --count == 0) return (uint32_t)at;
    }
    return 0xffffffffu;
}
SIM_PURE uint32_t sim_dp4a(uint32_t a, uint32_t b, uint32_t c, int a_signed, int b_signed) {
    for (uint32_t at = 0; at < 32; at += 8) {
        int32_t x = a_signed ? (int8_t)(a >> at) : (uint8_t)(a >> at);
        int32_t y = b_signed ? (int8_t)(b >> at) : (uint8_t)(b >> at);
        c += (uint32_t)(x * y);
    }
    return c;
}
SIM_PURE uint32_t sim_dp2a(uint32_t a, uint32_t b, uint32_t c, int a_signed, int b_signed, int high) {
    for (uint32_t at = 0; at < 2; at++) {
        int32_t x = a_signed ? (int16_t)(a >> (at * 16)) : (uint16_t)(a >> (at * 16));
        uint32_t byte = (b >> (at * 8 + (high ? 16 : 0))) & 255;
        int32_t y = b_signed ? (int8_t)byte : (uint8_t)byte;
        c += (uint32_t)(x * y);
    }
    return c;
}
SIM_PURE uint32_t sim_vabsdiff4(uint32_t a, uint32_t b, uint32_t c, int a_signed, int b_signed, int adds) {
    uint32_t bytes = 0;
    for (uint32_t at = 0; at < 32; at += 8) {
        int32_t x = a_signed ? (int8_t)(a >> at) : (uint8_t)(a >> at);
        int32_t y = b_signed ? (int8_t)(b >> at) : (uint8_t)(b >> at);
        uint32_t difference = (uint32_t)(x < y ? y - x : x - y);
        bytes |= (difference & 255) << at;
        c += difference;
    }
    return adds ? c : bytes;
}
SIM_PURE uint32_t sim_bmsk(uint32_t from, uint32_t width, int wraps) {
    if (wraps) from &= 31, width &= 31;
    if (from >= 32) return 0;
    uint32_t ones = width >= 32 ? 0xffffffffu : (1u << width) - 1;
    return ones << from;
}
SIM_PURE uint32_t sim_add_sat(int32_t a, int32_t b) {
    int64_t sum = (int64_t)a + b;
    return (uint32_t)(sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum);
}
SIM_PURE uint32_t sim_sub_sat(int32_t a, int32_t b) {
    int64_t sum = (int64_t)a - b;
    return (uint32_t)(sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum);
}
SIM_PURE uint64_t sim_reverse(uint64_t a) {
    uint64_t result = 0;
    for (int at = 0; at < 64; at++) result |= ((a >> at) & 1) << (63 - at);
    return result;
}

#endif
