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

/* COUNT numbers, each greater by one than the one before. */
#define OFFCY_NUMBERED_LANES(TYPE, COUNT, FIRST)                                                   \
    ({                                                                                             \
        OFFCY_LANES(TYPE, COUNT) _numbers = OFFCY_EACH_LANE(TYPE, COUNT, FIRST);                   \
        for (int _lane = 0; _lane < (COUNT); _lane++)                                              \
            _numbers[_lane] += (TYPE)_lane;                                                        \
        _numbers;                                                                                  \
    })

/* FUNCTION is sqrt or fabs, which processors have for vectors. */
#define OFFCY_CALL_LANES(TYPE, COUNT, FUNCTION, VALUES)                                            \
    ({                                                                                             \
        OFFCY_LANES(TYPE, COUNT) _values = VALUES;                                                 \
        for (int _lane = 0; _lane < (COUNT); _lane++)                                              \
            _values[_lane] = FUNCTION(_values[_lane]);                                             \
        _values;                                                                                   \
    })

#define OFFCY_SQUARE_LANES(TYPE, COUNT, VALUES)                                                    \
    ({                                                                                             \
        OFFCY_LANES(TYPE, COUNT) _values = VALUES;                                                 \
        _values * _values;                                                                         \
    })

/* What comparing lanes gives: all bits of a lane where it holds, and none where it does not. */
#define OFFCY_TRUTHS(TYPE, COUNT)                                                                  \
    __typeof__((OFFCY_LANES(TYPE, COUNT)){0} < (OFFCY_LANES(TYPE, COUNT)){0})

/* TRUTHS of numbers of any size, for those of TYPE. */
#define OFFCY_TRUTHS_FOR(TYPE, COUNT, TRUTHS)                                                      \
    __builtin_convertvector(TRUTHS, OFFCY_TRUTHS(TYPE, COUNT))

/* In each lane one or the other. */
#define OFFCY_CHOOSE_LANES(TYPE, COUNT, TRUTHS, THEN, OTHERWISE)                                   \
    ({                                                                                             \
        OFFCY_LANES(TYPE, COUNT) _then = THEN, _otherwise = OTHERWISE;                             \
        OFFCY_TRUTHS(TYPE, COUNT) _truths = OFFCY_TRUTHS_FOR(TYPE, COUNT, TRUTHS);                 \
        (OFFCY_LANES(TYPE, COUNT))(((__typeof__(_truths))_then & _truths) |                        \
                                   ((__typeof__(_truths))_otherwise & ~_truths));                  \
    })

/* The smaller, or larger, of two numbers in each lane: the first, if they are equal or one is not a number. */
#define OFFCY_MIN_LANES(TYPE, COUNT, A, B)                                                         \
    ({                                                                                             \
        OFFCY_LANES(TYPE, COUNT) _a = A, _b = B;                                                   \
        OFFCY_CHOOSE_LANES(TYPE, COUNT, _b < _a, _b, _a);                                          \
    })
#define OFFCY_MAX_LANES(TYPE, COUNT, A, B)                                                         \
    ({                                                                                             \
        OFFCY_LANES(TYPE, COUNT) _a = A, _b = B;                                                   \
        OFFCY_CHOOSE_LANES(TYPE, COUNT, _b > _a, _b, _a);                                          \
    })

/* What the lanes of a variable hold, as the elements of an array. */
#define OFFCY_KEEP_LANES(ARRAY, VARIABLE) __builtin_memcpy(ARRAY, &(VARIABLE), sizeof(VARIABLE))

#endif
