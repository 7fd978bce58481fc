/* The runtime's tests: each file has one function that runs its checks. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

extern int checks_made, checks_failed;

#define CHECK(CONDITION)                                                                           \
    do {                                                                                           \
        checks_made++;                                                                             \
        if (!(CONDITION)) {                                                                        \
            checks_failed++;                                                                       \
            fprintf(stderr, "%s:%d: %s: not so: %s\n", __FILE__, __LINE__, __func__, #CONDITION);   \
        }                                                                                          \
    } while (0)

#define SKIP(WHAT, WHY) printf("skipped: %s (%s)\n", WHAT, WHY)

void test_core(void);     /* errors, views, numbers, extents */
void test_kernels(void); /* what kernels have in place of the C library and BLAS */
void test_host(void);     /* regions without a device */
void test_device(void);   /* regions with one: what moves, what is shared, what fails */
void test_coherence(void); /* what inferred contexts keep */
void test_threads(void);   /* regions of several threads on one array */
void test_sharing(void);  /* overlaps, threads, forks, the pool */

#endif
