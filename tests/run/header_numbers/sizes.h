/* Types that `header_numbers.pyx` declares as other ones. */
#ifndef SIZES_H
#define SIZES_H

typedef long wide_t;
typedef unsigned long counts_t;
typedef unsigned char narrow_t;
typedef unsigned int unsigned_t;
typedef short signed_t;
typedef enum { RED, GREEN, BLUE = 300 } color_t;
typedef double real_t;
typedef float single_t;
typedef double _Complex pair_t;

typedef struct {
    wide_t first;
    narrow_t second;
    real_t third;
} record_t;

static inline wide_t twice(wide_t x) { return 2 * x; }
static inline void double_all(wide_t *x, int n) {
    for (int i = 0; i < n; i++) x[i] = twice(x[i]);
}
static inline real_t half(real_t x) { return x / 2; }
static inline pair_t squared(pair_t x) { return x * x; }
static inline double real_of(pair_t x) { return __real__ x; }
static inline color_t next_color(color_t color) { return color == RED ? GREEN : BLUE; }

#endif
