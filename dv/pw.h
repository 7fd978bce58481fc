/* What the glue and the kernels share of dv/pw.pyx, written by offcy. Names: see pw.kernels.c. */

#ifndef OFFCY_MODULE_PW_H
#define OFFCY_MODULE_PW_H

#include <offcy_rt.h>
#include <math.h>

/* Places that can fail. */
enum {
    OFFCY_SITE_91_position,
    OFFCY_SITE_92_position,
    OFFCY_SITE_93_position,
    OFFCY_SITE_95,
    OFFCY_SITE_99_force,
    OFFCY_SITE_100_force,
    OFFCY_SITE_101_force,
    OFFCY_SITE_112,
    OFFCY_SITE_113,
    OFFCY_SITE_135_values,
    OFFCY_SITE_135_columns,
    OFFCY_SITE_135_x,
    OFFCY_SITE_152,
    OFFCY_SITE_155_call,
    OFFCY_SITE_156_put,
    OFFCY_SITE_168_counts,
    OFFCY_SITE_198_corners,
    OFFCY_SITE_199_corners,
    OFFCY_SITE_202_corners,
    OFFCY_SITE_203,
    OFFCY_SITE_206_inside,
    OFFCY_SITE_234_counts,
    OFFCY_SITE_237_sums,
    OFFCY_SITE_241_sums,
    OFFCY_SITE_241,
    OFFCY_SITE_257_image,
    OFFCY_SITE_259_image,
    OFFCY_SITE_261,
    OFFCY_SITE_261_out,
    OFFCY_SITE_13_b,
    OFFCY_SITE_13_c,
    OFFCY_SITE_22_x,
    OFFCY_SITE_32_y,
    OFFCY_SITE_49_distances,
    OFFCY_SITE_60_v,
    OFFCY_SITE_75_a,
    OFFCY_SITE_75_b,
    OFFCY_SITE_134_starts,
    OFFCY_SITE_151_years,
    OFFCY_SITE_152_strike,
    OFFCY_SITE_181_distance,
    OFFCY_SITE_193_points,
    OFFCY_SITE_194_points,
    OFFCY_SITE_218_counts,
    OFFCY_SITE_220_sums,
    OFFCY_SITE_227_centres,
    OFFCY_SITE_232_labels,
    OFFCY_SITE_240_counts,
};

OFFCY_HIDDEN void triad_region_12(int _device, double *a, ptrdiff_t a_n0, double *b,
                                  ptrdiff_t b_first, ptrdiff_t b_count, double *c,
                                  ptrdiff_t c_first, ptrdiff_t c_count, double scale);

OFFCY_HIDDEN void axpy_region_21(int _device, double *y, ptrdiff_t y_n0, double *x,
                                 ptrdiff_t x_first, ptrdiff_t x_count, double scale);

OFFCY_HIDDEN void dot_region_31(int _device, double *x, ptrdiff_t x_n0, double *y,
                                ptrdiff_t y_first, ptrdiff_t y_count, double *_total);

OFFCY_HIDDEN void pairwise_region_43(int _device, double *points, ptrdiff_t points_n0,
                                     ptrdiff_t points_n1, double *distances,
                                     ptrdiff_t distances_n1, ptrdiff_t distances_first,
                                     ptrdiff_t distances_count);

OFFCY_HIDDEN void jacobi_region_58(int _device, double *u, ptrdiff_t u_n0, ptrdiff_t u_n1,
                                   double *v, ptrdiff_t v_n1, ptrdiff_t v_first, ptrdiff_t v_count);

OFFCY_HIDDEN void matmul_region_71(int _device, double *c, ptrdiff_t c_n0, ptrdiff_t c_n1,
                                   double *a, ptrdiff_t a_n1, ptrdiff_t a_first, ptrdiff_t a_count,
                                   double *b, ptrdiff_t b_n1, ptrdiff_t b_first, ptrdiff_t b_count);

OFFCY_HIDDEN void nbody_region_86(int _device, double *mass, ptrdiff_t mass_n0, double *position,
                                  ptrdiff_t position_n0, ptrdiff_t position_n1,
                                  ptrdiff_t position_first, ptrdiff_t position_count,
                                  double *force, ptrdiff_t force_n0, ptrdiff_t force_n1,
                                  ptrdiff_t force_first, ptrdiff_t force_count, int _inside,
                                  offcy_error *_error);

OFFCY_HIDDEN void mandelbrot_region_110(int _device, int *counts, ptrdiff_t counts_n0,
                                        ptrdiff_t counts_n1, int limit, offcy_error *_error);

OFFCY_HIDDEN void spmv_region_132(int _device, double *y, ptrdiff_t y_n0, int *starts,
                                  ptrdiff_t starts_first, ptrdiff_t starts_count, double *values,
                                  ptrdiff_t values_n0, int *columns, ptrdiff_t columns_n0,
                                  double *x, ptrdiff_t x_n0, offcy_error *_error);

OFFCY_HIDDEN void black_scholes_region_150(int _device, double *price, ptrdiff_t price_n0,
                                           double *years, ptrdiff_t years_first,
                                           ptrdiff_t years_count, double volatility,
                                           double *strike, ptrdiff_t strike_first,
                                           ptrdiff_t strike_count, double rate, double *call,
                                           ptrdiff_t call_n0, ptrdiff_t call_first,
                                           ptrdiff_t call_count, double *put, ptrdiff_t put_n0,
                                           ptrdiff_t put_first, ptrdiff_t put_count, int _inside,
                                           offcy_error *_error);

OFFCY_HIDDEN void histogram_region_165(int _device, double *x, ptrdiff_t x_n0, int *counts,
                                       ptrdiff_t counts_n0, offcy_error *_error);

OFFCY_HIDDEN void floyd_warshall_region_179(int _device, double *distance, ptrdiff_t distance_n0,
                                            ptrdiff_t distance_n1, ptrdiff_t distance_first,
                                            ptrdiff_t distance_count, ptrdiff_t k);

OFFCY_HIDDEN void inside_polygon_region_192(int _device, double *points, ptrdiff_t points_n0,
                                            ptrdiff_t points_n1, ptrdiff_t points_first,
                                            ptrdiff_t points_count, double *corners,
                                            ptrdiff_t corners_n0, ptrdiff_t corners_n1,
                                            ptrdiff_t corners_first, ptrdiff_t corners_count,
                                            int *inside, ptrdiff_t inside_n0,
                                            ptrdiff_t inside_first, ptrdiff_t inside_count,
                                            int _inside, offcy_error *_error);

OFFCY_HIDDEN void kmeans_region_217(int _device, double *centres, ptrdiff_t centres_n0,
                                    ptrdiff_t centres_n1, double *counts, ptrdiff_t counts_first,
                                    ptrdiff_t counts_count, double *sums, ptrdiff_t sums_n1,
                                    ptrdiff_t sums_first, ptrdiff_t sums_count);

OFFCY_HIDDEN void kmeans_region_221(int _device, double *points, ptrdiff_t points_n0,
                                    ptrdiff_t points_n1, double *centres, ptrdiff_t centres_n0,
                                    ptrdiff_t centres_n1, ptrdiff_t centres_first,
                                    ptrdiff_t centres_count, int *labels, ptrdiff_t labels_first,
                                    ptrdiff_t labels_count, double *counts, ptrdiff_t counts_n0,
                                    ptrdiff_t counts_first, ptrdiff_t counts_count, double *sums,
                                    ptrdiff_t sums_n0, ptrdiff_t sums_n1, ptrdiff_t sums_first,
                                    ptrdiff_t sums_count, int _inside, offcy_error *_error);

OFFCY_HIDDEN void kmeans_region_238(int _device, double *centres, ptrdiff_t centres_n0,
                                    ptrdiff_t centres_n1, double *counts, ptrdiff_t counts_first,
                                    ptrdiff_t counts_count, double *sums, ptrdiff_t sums_n0,
                                    ptrdiff_t sums_n1, ptrdiff_t sums_first, ptrdiff_t sums_count,
                                    int _inside_2, offcy_error *_error);

OFFCY_HIDDEN void bilateral_region_251(int _device, int radius, double *image, ptrdiff_t image_n0,
                                       ptrdiff_t image_n1, double near_, double alike, double *out,
                                       ptrdiff_t out_n0, ptrdiff_t out_n1, ptrdiff_t out_first,
                                       ptrdiff_t out_count, int _inside, offcy_error *_error);

#endif
