/* Iterations of a loop that run at once, each in a lane of vectors:
 *
 *     OFFCY_LANES(double, 16) s_lanes = OFFCY_EACH_LANE(double, 16, 0.0);
 *     for (ptrdiff_t k = 0; k < n; k++)
 *         s_lanes += w[k] * OFFCY_LANES_AT(double, 16, x[j + k]);
 *     OFFCY_KEEP_LANES(s, s_lanes);
 *
 * adds up 16 sums, those for j, j + 1 and so on, each in the order in which one loop after another would. Compilers make of
 * such a vector as many of the processor's as it takes.
 */
#ifndef OFFCY_LANES_H
#define OFFCY_LANES_H

#define OFFCY_LANES(TYPE, COUNT) TYPE __attribute__((vector_size(sizeof(TYPE) * (COUNT))))

/* COUNT elements that lie side by side, from an element of type TYPE on. */
#define OFFCY_LANES_AT(TYPE, COUNT, FIRST)                                                         \
    ({                                                                                             \
        OFFCY_LANES(TYPE, COUNT) _lanes;                                                           \
        __builtin_memcpy(&_lanes, &(FIRST), sizeof _lanes);                                        \
        _lanes;                                                                                    \
    })

/* The same number in each lane. Any number less 0 is itself, also -0.0. */
#define OFFCY_EACH_LANE(TYPE, COUNT, VALUE) ((TYPE)(VALUE) - (OFFCY_LANES(TYPE, COUNT)){0})

#define OFFCY_CONVERT_LANES(TYPE, COUNT, VALUES)                                                   \
    __builtin_convertvector(VALUES, OFFCY_LANES(TYPE, COUNT))

/* What the lanes of a variable hold, as the elements of an array. */
#define OFFCY_KEEP_LANES(ARRAY, VARIABLE) __builtin_memcpy(ARRAY, &(VARIABLE), sizeof(VARIABLE))

#endif
