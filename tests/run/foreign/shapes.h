#ifndef SHAPES_H
#define SHAPES_H

#define SHAPES_VERSION 40 + WITH_OFFSET
#define SHAPES_UNIT 0.125
#define SHAPES_CORNERS 4

typedef struct {
    int color;
    double radius;
} circle_t;

typedef enum { SHADE_LIGHT = 10, SHADE_DARK = 20 } shade_t;
typedef double length_t;

static inline double circle_area(circle_t c)
{
    return 3.0 * c.radius * c.radius;
}

static inline length_t scaled(length_t x, shade_t how)
{
    return x * (int)how;
}

#endif
