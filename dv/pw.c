/* The glue between Python and dv/pw.pyx, written by offcy. Names: see pw.kernels.c. */

#include <offcy_py.h>

#include "pw.h"

static const char offcy_file[] = "dv/pw.pyx";

/* Where errors that kernels record come from. */
static const offcy_site offcy_sites[] = {
    [OFFCY_SITE_91_position] = {.function = "nbody", .line = 91, .variable = "position"},
    [OFFCY_SITE_92_position] = {.function = "nbody", .line = 92, .variable = "position"},
    [OFFCY_SITE_93_position] = {.function = "nbody", .line = 93, .variable = "position"},
    [OFFCY_SITE_95] = {.function = "nbody", .line = 95},
    [OFFCY_SITE_99_force] = {.function = "nbody", .line = 99, .variable = "force"},
    [OFFCY_SITE_100_force] = {.function = "nbody", .line = 100, .variable = "force"},
    [OFFCY_SITE_101_force] = {.function = "nbody", .line = 101, .variable = "force"},
    [OFFCY_SITE_112] = {.function = "mandelbrot", .line = 112},
    [OFFCY_SITE_113] = {.function = "mandelbrot", .line = 113},
    [OFFCY_SITE_135_values] = {.function = "spmv", .line = 135, .variable = "values"},
    [OFFCY_SITE_135_columns] = {.function = "spmv", .line = 135, .variable = "columns"},
    [OFFCY_SITE_135_x] = {.function = "spmv", .line = 135, .variable = "x"},
    [OFFCY_SITE_152] = {.function = "black_scholes", .line = 152},
    [OFFCY_SITE_155_call] = {.function = "black_scholes", .line = 155, .variable = "call"},
    [OFFCY_SITE_156_put] = {.function = "black_scholes", .line = 156, .variable = "put"},
    [OFFCY_SITE_168_counts] = {.function = "histogram", .line = 168, .variable = "counts"},
    [OFFCY_SITE_198_corners] = {.function = "inside_polygon", .line = 198, .variable = "corners"},
    [OFFCY_SITE_199_corners] = {.function = "inside_polygon", .line = 199, .variable = "corners"},
    [OFFCY_SITE_202_corners] = {.function = "inside_polygon", .line = 202, .variable = "corners"},
    [OFFCY_SITE_203] = {.function = "inside_polygon", .line = 203},
    [OFFCY_SITE_206_inside] = {.function = "inside_polygon", .line = 206, .variable = "inside"},
    [OFFCY_SITE_234_counts] = {.function = "kmeans", .line = 234, .variable = "counts"},
    [OFFCY_SITE_237_sums] = {.function = "kmeans", .line = 237, .variable = "sums"},
    [OFFCY_SITE_241_sums] = {.function = "kmeans", .line = 241, .variable = "sums"},
    [OFFCY_SITE_241] = {.function = "kmeans", .line = 241},
    [OFFCY_SITE_257_image] = {.function = "bilateral", .line = 257, .variable = "image"},
    [OFFCY_SITE_259_image] = {.function = "bilateral", .line = 259, .variable = "image"},
    [OFFCY_SITE_261] = {.function = "bilateral", .line = 261},
    [OFFCY_SITE_261_out] = {.function = "bilateral", .line = 261, .variable = "out"},
    [OFFCY_SITE_13_b] = {.function = "triad", .line = 13, .variable = "b"},
    [OFFCY_SITE_13_c] = {.function = "triad", .line = 13, .variable = "c"},
    [OFFCY_SITE_22_x] = {.function = "axpy", .line = 22, .variable = "x"},
    [OFFCY_SITE_32_y] = {.function = "dot", .line = 32, .variable = "y"},
    [OFFCY_SITE_49_distances] = {.function = "pairwise", .line = 49, .variable = "distances"},
    [OFFCY_SITE_60_v] = {.function = "jacobi", .line = 60, .variable = "v"},
    [OFFCY_SITE_75_a] = {.function = "matmul", .line = 75, .variable = "a"},
    [OFFCY_SITE_75_b] = {.function = "matmul", .line = 75, .variable = "b"},
    [OFFCY_SITE_134_starts] = {.function = "spmv", .line = 134, .variable = "starts"},
    [OFFCY_SITE_151_years] = {.function = "black_scholes", .line = 151, .variable = "years"},
    [OFFCY_SITE_152_strike] = {.function = "black_scholes", .line = 152, .variable = "strike"},
    [OFFCY_SITE_181_distance] = {.function = "floyd_warshall", .line = 181, .variable = "distance"},
    [OFFCY_SITE_193_points] = {.function = "inside_polygon", .line = 193, .variable = "points"},
    [OFFCY_SITE_194_points] = {.function = "inside_polygon", .line = 194, .variable = "points"},
    [OFFCY_SITE_218_counts] = {.function = "kmeans", .line = 218, .variable = "counts"},
    [OFFCY_SITE_220_sums] = {.function = "kmeans", .line = 220, .variable = "sums"},
    [OFFCY_SITE_227_centres] = {.function = "kmeans", .line = 227, .variable = "centres"},
    [OFFCY_SITE_232_labels] = {.function = "kmeans", .line = 232, .variable = "labels"},
    [OFFCY_SITE_240_counts] = {.function = "kmeans", .line = 240, .variable = "counts"},
};

/* What moves data, as the trace names it. */
static const offcy_region offcy_place_10 = {
    .function = "triad", .file = offcy_file, .line = 10, .kind = OFFCY_CONTEXT, .coherent = true};
static const offcy_region offcy_place_12 = {
    .function = "triad", .file = offcy_file, .line = 12, .kind = OFFCY_REGION, .coherent = true,
    .interruptible = true};
static const offcy_region offcy_place_7 = {
    .function = "triad", .file = offcy_file, .line = 7, .kind = OFFCY_HOST_CODE, .coherent = true};
static const offcy_region offcy_place_19 = {
    .function = "axpy", .file = offcy_file, .line = 19, .kind = OFFCY_CONTEXT, .coherent = true};
static const offcy_region offcy_place_21 = {
    .function = "axpy", .file = offcy_file, .line = 21, .kind = OFFCY_REGION, .coherent = true,
    .interruptible = true};
static const offcy_region offcy_place_16 = {
    .function = "axpy", .file = offcy_file, .line = 16, .kind = OFFCY_HOST_CODE, .coherent = true};
static const offcy_region offcy_place_29 = {
    .function = "dot", .file = offcy_file, .line = 29, .kind = OFFCY_CONTEXT, .coherent = true};
static const offcy_region offcy_place_31 = {
    .function = "dot", .file = offcy_file, .line = 31, .kind = OFFCY_REGION, .coherent = true,
    .interruptible = true};
static const offcy_region offcy_place_25 = {
    .function = "dot", .file = offcy_file, .line = 25, .kind = OFFCY_HOST_CODE, .coherent = true};
static const offcy_region offcy_place_41 = {
    .function = "pairwise", .file = offcy_file, .line = 41, .kind = OFFCY_CONTEXT,
    .coherent = true};
static const offcy_region offcy_place_43 = {
    .function = "pairwise", .file = offcy_file, .line = 43, .kind = OFFCY_REGION, .coherent = true,
    .interruptible = true};
static const offcy_region offcy_place_36 = {
    .function = "pairwise", .file = offcy_file, .line = 36, .kind = OFFCY_HOST_CODE,
    .coherent = true};
static const offcy_region offcy_place_56 = {
    .function = "jacobi", .file = offcy_file, .line = 56, .kind = OFFCY_CONTEXT, .coherent = true};
static const offcy_region offcy_place_58 = {
    .function = "jacobi", .file = offcy_file, .line = 58, .kind = OFFCY_REGION, .coherent = true,
    .interruptible = true};
static const offcy_region offcy_place_52 = {
    .function = "jacobi", .file = offcy_file, .line = 52, .kind = OFFCY_HOST_CODE,
    .coherent = true};
static const offcy_region offcy_place_69 = {
    .function = "matmul", .file = offcy_file, .line = 69, .kind = OFFCY_CONTEXT, .coherent = true};
static const offcy_region offcy_place_71 = {
    .function = "matmul", .file = offcy_file, .line = 71, .kind = OFFCY_REGION, .coherent = true,
    .interruptible = true};
static const offcy_region offcy_place_64 = {
    .function = "matmul", .file = offcy_file, .line = 64, .kind = OFFCY_HOST_CODE,
    .coherent = true};
static const offcy_region offcy_place_84 = {
    .function = "nbody", .file = offcy_file, .line = 84, .kind = OFFCY_CONTEXT, .coherent = true};
static const offcy_region offcy_place_86 = {
    .function = "nbody", .file = offcy_file, .line = 86, .kind = OFFCY_REGION, .can_fail = true,
    .coherent = true, .interruptible = true};
static const offcy_region offcy_place_79 = {
    .function = "nbody", .file = offcy_file, .line = 79, .kind = OFFCY_HOST_CODE, .coherent = true};
static const offcy_region offcy_place_108 = {
    .function = "mandelbrot", .file = offcy_file, .line = 108, .kind = OFFCY_CONTEXT,
    .coherent = true};
static const offcy_region offcy_place_110 = {
    .function = "mandelbrot", .file = offcy_file, .line = 110, .kind = OFFCY_REGION,
    .can_fail = true, .coherent = true, .interruptible = true};
static const offcy_region offcy_place_104 = {
    .function = "mandelbrot", .file = offcy_file, .line = 104, .kind = OFFCY_HOST_CODE,
    .coherent = true};
static const offcy_region offcy_place_130 = {
    .function = "spmv", .file = offcy_file, .line = 130, .kind = OFFCY_CONTEXT, .coherent = true};
static const offcy_region offcy_place_132 = {
    .function = "spmv", .file = offcy_file, .line = 132, .kind = OFFCY_REGION, .can_fail = true,
    .coherent = true, .interruptible = true};
static const offcy_region offcy_place_125 = {
    .function = "spmv", .file = offcy_file, .line = 125, .kind = OFFCY_HOST_CODE, .coherent = true};
static const offcy_region offcy_place_148 = {
    .function = "black_scholes", .file = offcy_file, .line = 148, .kind = OFFCY_CONTEXT,
    .coherent = true};
static const offcy_region offcy_place_150 = {
    .function = "black_scholes", .file = offcy_file, .line = 150, .kind = OFFCY_REGION,
    .can_fail = true, .coherent = true, .interruptible = true};
static const offcy_region offcy_place_143 = {
    .function = "black_scholes", .file = offcy_file, .line = 143, .kind = OFFCY_HOST_CODE,
    .coherent = true};
static const offcy_region offcy_place_163 = {
    .function = "histogram", .file = offcy_file, .line = 163, .kind = OFFCY_CONTEXT,
    .coherent = true};
static const offcy_region offcy_place_165 = {
    .function = "histogram", .file = offcy_file, .line = 165, .kind = OFFCY_REGION,
    .can_fail = true, .coherent = true, .interruptible = true};
static const offcy_region offcy_place_159 = {
    .function = "histogram", .file = offcy_file, .line = 159, .kind = OFFCY_HOST_CODE,
    .coherent = true};
static const offcy_region offcy_place_176 = {
    .function = "floyd_warshall", .file = offcy_file, .line = 176, .kind = OFFCY_CONTEXT,
    .coherent = true};
static const offcy_region offcy_place_179 = {
    .function = "floyd_warshall", .file = offcy_file, .line = 179, .kind = OFFCY_REGION,
    .coherent = true, .interruptible = true};
static const offcy_region offcy_place_171 = {
    .function = "floyd_warshall", .file = offcy_file, .line = 171, .kind = OFFCY_HOST_CODE,
    .coherent = true};
static const offcy_region offcy_place_190 = {
    .function = "inside_polygon", .file = offcy_file, .line = 190, .kind = OFFCY_CONTEXT,
    .coherent = true};
static const offcy_region offcy_place_192 = {
    .function = "inside_polygon", .file = offcy_file, .line = 192, .kind = OFFCY_REGION,
    .can_fail = true, .coherent = true, .interruptible = true};
static const offcy_region offcy_place_186 = {
    .function = "inside_polygon", .file = offcy_file, .line = 186, .kind = OFFCY_HOST_CODE,
    .coherent = true};
static const offcy_region offcy_place_215 = {
    .function = "kmeans", .file = offcy_file, .line = 215, .kind = OFFCY_CONTEXT, .coherent = true};
static const offcy_region offcy_place_217 = {
    .function = "kmeans", .file = offcy_file, .line = 217, .kind = OFFCY_REGION, .coherent = true,
    .interruptible = true};
static const offcy_region offcy_place_221 = {
    .function = "kmeans", .file = offcy_file, .line = 221, .kind = OFFCY_REGION, .can_fail = true,
    .coherent = true, .interruptible = true};
static const offcy_region offcy_place_238 = {
    .function = "kmeans", .file = offcy_file, .line = 238, .kind = OFFCY_REGION, .can_fail = true,
    .coherent = true, .interruptible = true};
static const offcy_region offcy_place_209 = {
    .function = "kmeans", .file = offcy_file, .line = 209, .kind = OFFCY_HOST_CODE,
    .coherent = true};
static const offcy_region offcy_place_249 = {
    .function = "bilateral", .file = offcy_file, .line = 249, .kind = OFFCY_CONTEXT,
    .coherent = true};
static const offcy_region offcy_place_251 = {
    .function = "bilateral", .file = offcy_file, .line = 251, .kind = OFFCY_REGION,
    .can_fail = true, .coherent = true, .interruptible = true};
static const offcy_region offcy_place_244 = {
    .function = "bilateral", .file = offcy_file, .line = 244, .kind = OFFCY_HOST_CODE,
    .coherent = true};

#line 7 "dv/pw.pyx"
static PyObject *triad(offcy_view1 a, offcy_view1 b, offcy_view1 c, double scale, int repeats)
{
    PyObject *_result = NULL;
    offcy_scope _scope_10 = {0};
    offcy_error _error = {0};
    PyThreadState *_nogil = NULL;
    int _line = 0;

#line 10 "dv/pw.pyx"
    _nogil = PyEval_SaveThread();
#line 10 "dv/pw.pyx"
    {
        const offcy_map _maps[] = {
            OFFCY_MAP_VIEW("a", a, double, 1, OFFCY_COHERENT),
            OFFCY_MAP_PART("b", b, double, 1, OFFCY_COHERENT, {0, a.shape[0]}),
            OFFCY_MAP_PART("c", c, double, 1, OFFCY_COHERENT, {0, a.shape[0]}),
        };
        OFFCY_CHECK(10, offcy_enter(&_scope_10, &offcy_place_10, OFFCY_DEFAULT_DEVICE, _maps, 3,
                                    &_error));
    }
#line 11 "dv/pw.pyx"
    for (int r = 0; r < repeats; r++) {
#line 13 "dv/pw.pyx"
        if (a.shape[0] >= 1) {
#line 13 "dv/pw.pyx"
            if (offcy_outside(a.shape[0] - 1, b.shape[0])) {
                offcy_fail_index(&_error, OFFCY_SITE_13_b, 0, a.shape[0] - 1, b.shape[0]);
                goto failed;
            }
#line 13 "dv/pw.pyx"
            if (offcy_outside(a.shape[0] - 1, c.shape[0])) {
                offcy_fail_index(&_error, OFFCY_SITE_13_c, 0, a.shape[0] - 1, c.shape[0]);
                goto failed;
            }
        }
#line 12 "dv/pw.pyx"
        {
            const offcy_map _maps_2[] = {
                OFFCY_MAP_VIEW("a", a, double, 1, OFFCY_FROM),
                OFFCY_MAP_PART("b", b, double, 1, OFFCY_TO, {0, a.shape[0]}),
                OFFCY_MAP_PART("c", c, double, 1, OFFCY_TO, {0, a.shape[0]}),
            };
            offcy_scope _scope = {0};
            OFFCY_CHECK(12, offcy_enter(&_scope, &offcy_place_12, OFFCY_DEFAULT_DEVICE, _maps_2, 3,
                                        &_error));
            triad_region_12(_scope.device, (double *)a.data, a.shape[0], (double *)b.data,
                            offcy_map_first(&_maps_2[1]), offcy_map_count(&_maps_2[1]),
                            (double *)c.data, offcy_map_first(&_maps_2[2]),
                            offcy_map_count(&_maps_2[2]), scale);
            OFFCY_CHECK(12, offcy_leave(&_scope, false));
        }
    }
    OFFCY_CHECK(10, offcy_leave(&_scope_10, false));
    offcy_end_nogil(&_nogil);
    _result = Py_NewRef(Py_None);
    goto done;
failed:
    offcy_leave(&_scope_10, true);
    offcy_end_nogil(&_nogil);
    offcy_report(&_error, offcy_sites, "triad", offcy_file, _line);
    Py_CLEAR(_result);
done:
    offcy_view1_clear(&a); offcy_view1_clear(&b); offcy_view1_clear(&c);
    return _result;
}

#line 69 "pw.c"
static offcy_parameter triad_py_parameters[] =
    {{.name = "a"}, {.name = "b"}, {.name = "c"}, {.name = "scale"}, {.name = "repeats"}};
static const offcy_signature triad_py_signature = {
    .function = "triad", .parameters = triad_py_parameters, .positional = 5};
static PyObject *triad_py(PyObject *_module, PyObject *const *_args, Py_ssize_t _nargs,
                          PyObject *_keywords)
{
    (void)_module;
    PyObject *_values[5];
    offcy_view1 a = {0};
    offcy_view1 b = {0};
    offcy_view1 c = {0};
    double scale = 0;
    int repeats = 0;

    if (offcy_parse_arguments(&triad_py_signature, _args, _nargs, _keywords, _values) < 0)
        goto failed;
    if (offcy_view1_from_array(&a, _values[0], &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_view1_from_array(&b, _values[1], &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_view1_from_array(&c, _values[2], &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_double_from_object(&scale, _values[3]) < 0)
        goto failed;
    if (offcy_int_from_object(&repeats, _values[4]) < 0)
        goto failed;
    return offcy_result_to_python(&offcy_place_7, triad(a, b, c, scale, repeats));
failed:
    offcy_view1_clear(&a);
    offcy_view1_clear(&b);
    offcy_view1_clear(&c);
    offcy_argument_traceback(&triad_py_signature, _values, offcy_file, 7);
    return NULL;
}

#line 16 "dv/pw.pyx"
static PyObject *axpy(offcy_view1 y, offcy_view1 x, double scale, int repeats)
{
    PyObject *_result = NULL;
    offcy_scope _scope_19 = {0};
    offcy_error _error = {0};
    PyThreadState *_nogil = NULL;
    int _line = 0;

#line 19 "dv/pw.pyx"
    _nogil = PyEval_SaveThread();
#line 19 "dv/pw.pyx"
    {
        const offcy_map _maps[] = {
            OFFCY_MAP_VIEW("y", y, double, 1, OFFCY_COHERENT),
            OFFCY_MAP_PART("x", x, double, 1, OFFCY_COHERENT, {0, y.shape[0]}),
        };
        OFFCY_CHECK(19, offcy_enter(&_scope_19, &offcy_place_19, OFFCY_DEFAULT_DEVICE, _maps, 2,
                                    &_error));
    }
#line 20 "dv/pw.pyx"
    for (int r = 0; r < repeats; r++) {
#line 22 "dv/pw.pyx"
        if (y.shape[0] >= 1) {
#line 22 "dv/pw.pyx"
            if (offcy_outside(y.shape[0] - 1, x.shape[0])) {
                offcy_fail_index(&_error, OFFCY_SITE_22_x, 0, y.shape[0] - 1, x.shape[0]);
                goto failed;
            }
        }
#line 21 "dv/pw.pyx"
        {
            const offcy_map _maps_2[] = {
                OFFCY_MAP_VIEW("y", y, double, 1, OFFCY_TOFROM),
                OFFCY_MAP_PART("x", x, double, 1, OFFCY_TO, {0, y.shape[0]}),
            };
            offcy_scope _scope = {0};
            OFFCY_CHECK(21, offcy_enter(&_scope, &offcy_place_21, OFFCY_DEFAULT_DEVICE, _maps_2, 2,
                                        &_error));
            axpy_region_21(_scope.device, (double *)y.data, y.shape[0], (double *)x.data,
                           offcy_map_first(&_maps_2[1]), offcy_map_count(&_maps_2[1]), scale);
            OFFCY_CHECK(21, offcy_leave(&_scope, false));
        }
    }
    OFFCY_CHECK(19, offcy_leave(&_scope_19, false));
    offcy_end_nogil(&_nogil);
    _result = Py_NewRef(Py_None);
    goto done;
failed:
    offcy_leave(&_scope_19, true);
    offcy_end_nogil(&_nogil);
    offcy_report(&_error, offcy_sites, "axpy", offcy_file, _line);
    Py_CLEAR(_result);
done:
    offcy_view1_clear(&y); offcy_view1_clear(&x);
    return _result;
}

#line 164 "pw.c"
static offcy_parameter axpy_py_parameters[] =
    {{.name = "y"}, {.name = "x"}, {.name = "scale"}, {.name = "repeats"}};
static const offcy_signature axpy_py_signature = {
    .function = "axpy", .parameters = axpy_py_parameters, .positional = 4};
static PyObject *axpy_py(PyObject *_module, PyObject *const *_args, Py_ssize_t _nargs,
                         PyObject *_keywords)
{
    (void)_module;
    PyObject *_values[4];
    offcy_view1 y = {0};
    offcy_view1 x = {0};
    double scale = 0;
    int repeats = 0;

    if (offcy_parse_arguments(&axpy_py_signature, _args, _nargs, _keywords, _values) < 0)
        goto failed;
    if (offcy_view1_from_array(&y, _values[0], &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_view1_from_array(&x, _values[1], &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_double_from_object(&scale, _values[2]) < 0)
        goto failed;
    if (offcy_int_from_object(&repeats, _values[3]) < 0)
        goto failed;
    return offcy_result_to_python(&offcy_place_16, axpy(y, x, scale, repeats));
failed:
    offcy_view1_clear(&y);
    offcy_view1_clear(&x);
    offcy_argument_traceback(&axpy_py_signature, _values, offcy_file, 16);
    return NULL;
}

#line 25 "dv/pw.pyx"
static PyObject *dot(offcy_view1 x, offcy_view1 y, int repeats)
{
    PyObject *_result = NULL;
    offcy_scope _scope_29 = {0};
    offcy_error _error = {0};
    PyThreadState *_nogil = NULL;
    int _line = 0;

#line 28 "dv/pw.pyx"
    double total = 0.0;
    _nogil = PyEval_SaveThread();
#line 29 "dv/pw.pyx"
    {
        const offcy_map _maps[] = {
            OFFCY_MAP_VIEW("x", x, double, 1, OFFCY_COHERENT),
            OFFCY_MAP_PART("y", y, double, 1, OFFCY_COHERENT, {0, x.shape[0]}),
        };
        OFFCY_CHECK(29, offcy_enter(&_scope_29, &offcy_place_29, OFFCY_DEFAULT_DEVICE, _maps, 2,
                                    &_error));
    }
#line 30 "dv/pw.pyx"
    for (int r = 0; r < repeats; r++) {
#line 32 "dv/pw.pyx"
        if (x.shape[0] >= 1) {
#line 32 "dv/pw.pyx"
            if (offcy_outside(x.shape[0] - 1, y.shape[0])) {
                offcy_fail_index(&_error, OFFCY_SITE_32_y, 0, x.shape[0] - 1, y.shape[0]);
                goto failed;
            }
        }
#line 31 "dv/pw.pyx"
        {
            const offcy_map _maps_2[] = {
                OFFCY_MAP_VIEW("x", x, double, 1, OFFCY_TO),
                OFFCY_MAP_PART("y", y, double, 1, OFFCY_TO, {0, x.shape[0]}),
            };
            offcy_scope _scope = {0};
            OFFCY_CHECK(31, offcy_enter(&_scope, &offcy_place_31, OFFCY_DEFAULT_DEVICE, _maps_2, 2,
                                        &_error));
            dot_region_31(_scope.device, (double *)x.data, x.shape[0], (double *)y.data,
                          offcy_map_first(&_maps_2[1]), offcy_map_count(&_maps_2[1]), &total);
            OFFCY_CHECK(31, offcy_leave(&_scope, false));
        }
    }
    OFFCY_CHECK(29, offcy_leave(&_scope_29, false));
    offcy_end_nogil(&_nogil);
#line 33 "dv/pw.pyx"
    OFFCY_TRY(33, _result = offcy_object_from_double(total));
#line 33 "dv/pw.pyx"
    goto done;
failed:
    offcy_leave(&_scope_29, true);
    offcy_end_nogil(&_nogil);
    offcy_report(&_error, offcy_sites, "dot", offcy_file, _line);
    Py_CLEAR(_result);
done:
    offcy_view1_clear(&x); offcy_view1_clear(&y);
    return _result;
}

#line 258 "pw.c"
static offcy_parameter dot_py_parameters[] = {{.name = "x"}, {.name = "y"}, {.name = "repeats"}};
static const offcy_signature dot_py_signature = {
    .function = "dot", .parameters = dot_py_parameters, .positional = 3};
static PyObject *dot_py(PyObject *_module, PyObject *const *_args, Py_ssize_t _nargs,
                        PyObject *_keywords)
{
    (void)_module;
    PyObject *_values[3];
    offcy_view1 x = {0};
    offcy_view1 y = {0};
    int repeats = 0;

    if (offcy_parse_arguments(&dot_py_signature, _args, _nargs, _keywords, _values) < 0)
        goto failed;
    if (offcy_view1_from_array(&x, _values[0], &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_view1_from_array(&y, _values[1], &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_int_from_object(&repeats, _values[2]) < 0)
        goto failed;
    return offcy_result_to_python(&offcy_place_25, dot(x, y, repeats));
failed:
    offcy_view1_clear(&x);
    offcy_view1_clear(&y);
    offcy_argument_traceback(&dot_py_signature, _values, offcy_file, 25);
    return NULL;
}

#line 36 "dv/pw.pyx"
static PyObject *pairwise(offcy_view2 distances, offcy_view2 points, int repeats)
{
    PyObject *_result = NULL;
    offcy_scope _scope_41 = {0};
    offcy_error _error = {0};
    PyThreadState *_nogil = NULL;
    int _line = 0;

#line 41 "dv/pw.pyx"
    _nogil = PyEval_SaveThread();
#line 41 "dv/pw.pyx"
    {
        const offcy_map _maps[] = {
            OFFCY_MAP_VIEW("points", points, double, 2, OFFCY_COHERENT),
            OFFCY_MAP_PART("distances", distances, double, 2, OFFCY_COHERENT, {0, points.shape[0]},
                           {0, points.shape[0]}),
        };
        OFFCY_CHECK(41, offcy_enter(&_scope_41, &offcy_place_41, OFFCY_DEFAULT_DEVICE, _maps, 2,
                                    &_error));
    }
#line 42 "dv/pw.pyx"
    for (int r = 0; r < repeats; r++) {
#line 49 "dv/pw.pyx"
        if (points.shape[0] >= 1) {
#line 49 "dv/pw.pyx"
            if (offcy_outside(points.shape[0] - 1, distances.shape[1])) {
                offcy_fail_index(&_error, OFFCY_SITE_49_distances, 1, points.shape[0] - 1,
                                 distances.shape[1]);
                goto failed;
            }
#line 49 "dv/pw.pyx"
            if (offcy_outside(points.shape[0] - 1, distances.shape[0])) {
                offcy_fail_index(&_error, OFFCY_SITE_49_distances, 0, points.shape[0] - 1,
                                 distances.shape[0]);
                goto failed;
            }
        }
#line 43 "dv/pw.pyx"
        {
            const bool _distances_full =
                distances.shape[0] >= points.shape[0] && distances.shape[1] >= points.shape[0];
            const unsigned _distances_map = _distances_full ? OFFCY_FROM : OFFCY_TOFROM;
            const offcy_map _maps_2[] = {
                OFFCY_MAP_VIEW("points", points, double, 2, OFFCY_TO),
                OFFCY_MAP_PART("distances", distances, double, 2, _distances_map,
                               {0, points.shape[0]}, {0, points.shape[0]}),
            };
            offcy_scope _scope = {0};
            OFFCY_CHECK(43, offcy_enter(&_scope, &offcy_place_43, OFFCY_DEFAULT_DEVICE, _maps_2, 2,
                                        &_error));
            pairwise_region_43(_scope.device, (double *)points.data, points.shape[0],
                               points.shape[1], (double *)distances.data, distances.shape[1],
                               offcy_map_first(&_maps_2[1]), offcy_map_count(&_maps_2[1]));
            OFFCY_CHECK(43, offcy_leave(&_scope, false));
        }
    }
    OFFCY_CHECK(41, offcy_leave(&_scope_41, false));
    offcy_end_nogil(&_nogil);
    _result = Py_NewRef(Py_None);
    goto done;
failed:
    offcy_leave(&_scope_41, true);
    offcy_end_nogil(&_nogil);
    offcy_report(&_error, offcy_sites, "pairwise", offcy_file, _line);
    Py_CLEAR(_result);
done:
    offcy_view2_clear(&distances); offcy_view2_clear(&points);
    return _result;
}

#line 358 "pw.c"
static offcy_parameter pairwise_py_parameters[] =
    {{.name = "distances"}, {.name = "points"}, {.name = "repeats"}};
static const offcy_signature pairwise_py_signature = {
    .function = "pairwise", .parameters = pairwise_py_parameters, .positional = 3};
static PyObject *pairwise_py(PyObject *_module, PyObject *const *_args, Py_ssize_t _nargs,
                             PyObject *_keywords)
{
    (void)_module;
    PyObject *_values[3];
    offcy_view2 distances = {0};
    offcy_view2 points = {0};
    int repeats = 0;

    if (offcy_parse_arguments(&pairwise_py_signature, _args, _nargs, _keywords, _values) < 0)
        goto failed;
    if (offcy_view2_from_array(&distances, _values[0], &offcy_dtype_double, OFFCY_C_CONTIGUOUS,
                               true) < 0)
        goto failed;
    if (offcy_view2_from_array(&points, _values[1], &offcy_dtype_double, OFFCY_C_CONTIGUOUS,
                               true) < 0)
        goto failed;
    if (offcy_int_from_object(&repeats, _values[2]) < 0)
        goto failed;
    return offcy_result_to_python(&offcy_place_36, pairwise(distances, points, repeats));
failed:
    offcy_view2_clear(&distances);
    offcy_view2_clear(&points);
    offcy_argument_traceback(&pairwise_py_signature, _values, offcy_file, 36);
    return NULL;
}

#line 52 "dv/pw.pyx"
static PyObject *jacobi(offcy_view2 u, offcy_view2 v, int repeats)
{
    PyObject *_result = NULL;
    offcy_view2 _reference = {0};
    offcy_view2 _reference_2 = {0};
    offcy_view2 _held_u = {0};
    offcy_view2 _held_v = {0};
    offcy_scope _scope_56 = {0};
    offcy_error _error = {0};
    PyThreadState *_nogil = NULL;
    int _line = 0;

#line 56 "dv/pw.pyx"
    _nogil = PyEval_SaveThread();
#line 56 "dv/pw.pyx"
    {
        offcy_view2_assign(&_held_u, u);
        offcy_view2_assign(&_held_v, v);
        const offcy_map _maps[] = {
            OFFCY_MAP_VIEW("u", u, double, 2, OFFCY_COHERENT),
            OFFCY_MAP_VIEW("v", v, double, 2, OFFCY_COHERENT),
        };
        OFFCY_CHECK(56, offcy_enter(&_scope_56, &offcy_place_56, OFFCY_DEFAULT_DEVICE, _maps, 2,
                                    &_error));
    }
#line 57 "dv/pw.pyx"
    for (int r = 0; r < repeats; r++) {
#line 60 "dv/pw.pyx"
        if (u.shape[0] >= 3 && u.shape[1] >= 3) {
#line 60 "dv/pw.pyx"
            if (offcy_outside(u.shape[1] - 2, v.shape[1])) {
                offcy_fail_index(&_error, OFFCY_SITE_60_v, 1, u.shape[1] - 2, v.shape[1]);
                goto failed;
            }
#line 60 "dv/pw.pyx"
            if (offcy_outside(u.shape[0] - 2, v.shape[0])) {
                offcy_fail_index(&_error, OFFCY_SITE_60_v, 0, u.shape[0] - 2, v.shape[0]);
                goto failed;
            }
        }
#line 58 "dv/pw.pyx"
        {
            const bool _v_full = v.shape[0] + 1 >= u.shape[0] && v.shape[1] + 1 >= u.shape[1];
            const unsigned _v_map = _v_full ? OFFCY_FROM : OFFCY_TOFROM;
            const offcy_map _maps_2[] = {
                OFFCY_MAP_VIEW("u", u, double, 2, OFFCY_TO),
                OFFCY_MAP_PART("v", v, double, 2, _v_map, {1, u.shape[0] - 1}, {1, u.shape[1] - 1}),
            };
            offcy_scope _scope = {0};
            OFFCY_CHECK(58, offcy_enter(&_scope, &offcy_place_58, OFFCY_DEFAULT_DEVICE, _maps_2, 2,
                                        &_error));
            jacobi_region_58(_scope.device, (double *)u.data, u.shape[0], u.shape[1],
                             (double *)v.data, v.shape[1], offcy_map_first(&_maps_2[1]),
                             offcy_map_count(&_maps_2[1]));
            OFFCY_CHECK(58, offcy_leave(&_scope, false));
        }
#line 61 "dv/pw.pyx"
        offcy_view2_assign(&_reference, v);
#line 61 "dv/pw.pyx"
        offcy_view2_assign(&_reference_2, u);
#line 61 "dv/pw.pyx"
        offcy_view2_move(&u, &_reference);
#line 61 "dv/pw.pyx"
        offcy_view2_move(&v, &_reference_2);
    }
    OFFCY_CHECK(56, offcy_leave(&_scope_56, false));
    offcy_view2_clear(&_held_u); offcy_view2_clear(&_held_v);
    offcy_end_nogil(&_nogil);
    _result = Py_NewRef(Py_None);
    goto done;
failed:
    offcy_leave(&_scope_56, true);
    offcy_view2_clear(&_held_u); offcy_view2_clear(&_held_v);
    offcy_end_nogil(&_nogil);
    offcy_report(&_error, offcy_sites, "jacobi", offcy_file, _line);
    Py_CLEAR(_result);
done:
    offcy_view2_clear(&u); offcy_view2_clear(&v); offcy_view2_clear(&_reference);
    offcy_view2_clear(&_reference_2);
    return _result;
}

#line 473 "pw.c"
static offcy_parameter jacobi_py_parameters[] = {{.name = "u"}, {.name = "v"}, {.name = "repeats"}};
static const offcy_signature jacobi_py_signature = {
    .function = "jacobi", .parameters = jacobi_py_parameters, .positional = 3};
static PyObject *jacobi_py(PyObject *_module, PyObject *const *_args, Py_ssize_t _nargs,
                           PyObject *_keywords)
{
    (void)_module;
    PyObject *_values[3];
    offcy_view2 u = {0};
    offcy_view2 v = {0};
    int repeats = 0;

    if (offcy_parse_arguments(&jacobi_py_signature, _args, _nargs, _keywords, _values) < 0)
        goto failed;
    if (offcy_view2_from_array(&u, _values[0], &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_view2_from_array(&v, _values[1], &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_int_from_object(&repeats, _values[2]) < 0)
        goto failed;
    return offcy_result_to_python(&offcy_place_52, jacobi(u, v, repeats));
failed:
    offcy_view2_clear(&u);
    offcy_view2_clear(&v);
    offcy_argument_traceback(&jacobi_py_signature, _values, offcy_file, 52);
    return NULL;
}

#line 64 "dv/pw.pyx"
static PyObject *matmul(offcy_view2 c, offcy_view2 a, offcy_view2 b, int repeats)
{
    PyObject *_result = NULL;
    offcy_scope _scope_69 = {0};
    offcy_error _error = {0};
    PyThreadState *_nogil = NULL;
    int _line = 0;

#line 69 "dv/pw.pyx"
    _nogil = PyEval_SaveThread();
#line 69 "dv/pw.pyx"
    {
        const offcy_map _maps[] = {
            OFFCY_MAP_VIEW("c", c, double, 2, OFFCY_COHERENT),
            OFFCY_MAP_PART("a", a, double, 2, OFFCY_COHERENT, {0, c.shape[0]}, {0, a.shape[1]}),
            OFFCY_MAP_PART("b", b, double, 2, OFFCY_COHERENT, {0, a.shape[1]}, {0, c.shape[1]}),
        };
        OFFCY_CHECK(69, offcy_enter(&_scope_69, &offcy_place_69, OFFCY_DEFAULT_DEVICE, _maps, 3,
                                    &_error));
    }
#line 70 "dv/pw.pyx"
    for (int r = 0; r < repeats; r++) {
#line 75 "dv/pw.pyx"
        if (c.shape[0] >= 1 && c.shape[1] >= 1 && a.shape[1] >= 1) {
#line 75 "dv/pw.pyx"
            if (offcy_outside(c.shape[0] - 1, a.shape[0])) {
                offcy_fail_index(&_error, OFFCY_SITE_75_a, 0, c.shape[0] - 1, a.shape[0]);
                goto failed;
            }
#line 75 "dv/pw.pyx"
            if (offcy_outside(c.shape[1] - 1, b.shape[1])) {
                offcy_fail_index(&_error, OFFCY_SITE_75_b, 1, c.shape[1] - 1, b.shape[1]);
                goto failed;
            }
#line 75 "dv/pw.pyx"
            if (offcy_outside(a.shape[1] - 1, b.shape[0])) {
                offcy_fail_index(&_error, OFFCY_SITE_75_b, 0, a.shape[1] - 1, b.shape[0]);
                goto failed;
            }
        }
#line 71 "dv/pw.pyx"
        {
            const offcy_map _maps_2[] = {
                OFFCY_MAP_VIEW("c", c, double, 2, OFFCY_FROM),
                OFFCY_MAP_PART("a", a, double, 2, OFFCY_TO, {0, c.shape[0]}, {0, a.shape[1]}),
                OFFCY_MAP_PART("b", b, double, 2, OFFCY_TO, {0, a.shape[1]}, {0, c.shape[1]}),
            };
            offcy_scope _scope = {0};
            OFFCY_CHECK(71, offcy_enter(&_scope, &offcy_place_71, OFFCY_DEFAULT_DEVICE, _maps_2, 3,
                                        &_error));
            matmul_region_71(_scope.device, (double *)c.data, c.shape[0], c.shape[1],
                             (double *)a.data, a.shape[1], offcy_map_first(&_maps_2[1]),
                             offcy_map_count(&_maps_2[1]), (double *)b.data, b.shape[1],
                             offcy_map_first(&_maps_2[2]), offcy_map_count(&_maps_2[2]));
            OFFCY_CHECK(71, offcy_leave(&_scope, false));
        }
    }
    OFFCY_CHECK(69, offcy_leave(&_scope_69, false));
    offcy_end_nogil(&_nogil);
    _result = Py_NewRef(Py_None);
    goto done;
failed:
    offcy_leave(&_scope_69, true);
    offcy_end_nogil(&_nogil);
    offcy_report(&_error, offcy_sites, "matmul", offcy_file, _line);
    Py_CLEAR(_result);
done:
    offcy_view2_clear(&c); offcy_view2_clear(&a); offcy_view2_clear(&b);
    return _result;
}

#line 574 "pw.c"
static offcy_parameter matmul_py_parameters[] =
    {{.name = "c"}, {.name = "a"}, {.name = "b"}, {.name = "repeats"}};
static const offcy_signature matmul_py_signature = {
    .function = "matmul", .parameters = matmul_py_parameters, .positional = 4};
static PyObject *matmul_py(PyObject *_module, PyObject *const *_args, Py_ssize_t _nargs,
                           PyObject *_keywords)
{
    (void)_module;
    PyObject *_values[4];
    offcy_view2 c = {0};
    offcy_view2 a = {0};
    offcy_view2 b = {0};
    int repeats = 0;

    if (offcy_parse_arguments(&matmul_py_signature, _args, _nargs, _keywords, _values) < 0)
        goto failed;
    if (offcy_view2_from_array(&c, _values[0], &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_view2_from_array(&a, _values[1], &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_view2_from_array(&b, _values[2], &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_int_from_object(&repeats, _values[3]) < 0)
        goto failed;
    return offcy_result_to_python(&offcy_place_64, matmul(c, a, b, repeats));
failed:
    offcy_view2_clear(&c);
    offcy_view2_clear(&a);
    offcy_view2_clear(&b);
    offcy_argument_traceback(&matmul_py_signature, _values, offcy_file, 64);
    return NULL;
}

#line 79 "dv/pw.pyx"
static PyObject *nbody(offcy_view2 force, offcy_view2 position, offcy_view1 mass, int repeats)
{
    PyObject *_result = NULL;
    offcy_scope _scope_84 = {0};
    offcy_error _error = {0};
    PyThreadState *_nogil = NULL;
    int _line = 0;

#line 84 "dv/pw.pyx"
    _nogil = PyEval_SaveThread();
#line 84 "dv/pw.pyx"
    {
        const offcy_map _maps[] = {
            OFFCY_MAP_VIEW("mass", mass, double, 1, OFFCY_COHERENT),
            OFFCY_MAP_PART("position", position, double, 2, OFFCY_COHERENT, {0, mass.shape[0]},
                           {0, 3}),
            OFFCY_MAP_PART("force", force, double, 2, OFFCY_COHERENT, {0, mass.shape[0]}, {0, 3}),
        };
        OFFCY_CHECK(84, offcy_enter(&_scope_84, &offcy_place_84, OFFCY_DEFAULT_DEVICE, _maps, 3,
                                    &_error));
    }
#line 85 "dv/pw.pyx"
    for (int r = 0; r < repeats; r++) {
#line 91 "dv/pw.pyx"
        int _inside = position.shape[1] >= 3 && position.shape[0] >= mass.shape[0]
            && force.shape[1] >= 3 && force.shape[0] >= mass.shape[0];
#line 86 "dv/pw.pyx"
        {
            const bool _force_full = force.shape[0] >= mass.shape[0] && force.shape[1] >= 3;
            const unsigned _force_map = _force_full ? OFFCY_FROM : OFFCY_TOFROM;
            const offcy_map _maps_2[] = {
                OFFCY_MAP_VIEW("mass", mass, double, 1, OFFCY_TO),
                OFFCY_MAP_PART("position", position, double, 2, OFFCY_TO, {0, mass.shape[0]},
                               {0, 3}),
                OFFCY_MAP_PART("force", force, double, 2, _force_map, {0, mass.shape[0]}, {0, 3}),
            };
            offcy_scope _scope = {0};
            OFFCY_CHECK(86, offcy_enter(&_scope, &offcy_place_86, OFFCY_DEFAULT_DEVICE, _maps_2, 3,
                                        &_error));
            nbody_region_86(_scope.device, (double *)mass.data, mass.shape[0],
                            (double *)position.data, position.shape[0], position.shape[1],
                            offcy_map_first(&_maps_2[1]), offcy_map_count(&_maps_2[1]),
                            (double *)force.data, force.shape[0], force.shape[1],
                            offcy_map_first(&_maps_2[2]), offcy_map_count(&_maps_2[2]), _inside,
                            &_error);
            OFFCY_CHECK(86, offcy_leave(&_scope, false));
        }
    }
    OFFCY_CHECK(84, offcy_leave(&_scope_84, false));
    offcy_end_nogil(&_nogil);
    _result = Py_NewRef(Py_None);
    goto done;
failed:
    offcy_leave(&_scope_84, true);
    offcy_end_nogil(&_nogil);
    offcy_report(&_error, offcy_sites, "nbody", offcy_file, _line);
    Py_CLEAR(_result);
done:
    offcy_view2_clear(&force); offcy_view2_clear(&position); offcy_view1_clear(&mass);
    return _result;
}

#line 671 "pw.c"
static offcy_parameter nbody_py_parameters[] =
    {{.name = "force"}, {.name = "position"}, {.name = "mass"}, {.name = "repeats"}};
static const offcy_signature nbody_py_signature = {
    .function = "nbody", .parameters = nbody_py_parameters, .positional = 4};
static PyObject *nbody_py(PyObject *_module, PyObject *const *_args, Py_ssize_t _nargs,
                          PyObject *_keywords)
{
    (void)_module;
    PyObject *_values[4];
    offcy_view2 force = {0};
    offcy_view2 position = {0};
    offcy_view1 mass = {0};
    int repeats = 0;

    if (offcy_parse_arguments(&nbody_py_signature, _args, _nargs, _keywords, _values) < 0)
        goto failed;
    if (offcy_view2_from_array(&force, _values[0], &offcy_dtype_double, OFFCY_C_CONTIGUOUS,
                               true) < 0)
        goto failed;
    if (offcy_view2_from_array(&position, _values[1], &offcy_dtype_double, OFFCY_C_CONTIGUOUS,
                               true) < 0)
        goto failed;
    if (offcy_view1_from_array(&mass, _values[2], &offcy_dtype_double, OFFCY_C_CONTIGUOUS,
                               true) < 0)
        goto failed;
    if (offcy_int_from_object(&repeats, _values[3]) < 0)
        goto failed;
    return offcy_result_to_python(&offcy_place_79, nbody(force, position, mass, repeats));
failed:
    offcy_view2_clear(&force);
    offcy_view2_clear(&position);
    offcy_view1_clear(&mass);
    offcy_argument_traceback(&nbody_py_signature, _values, offcy_file, 79);
    return NULL;
}

#line 104 "dv/pw.pyx"
static PyObject *mandelbrot(offcy_view2 counts, int limit, int repeats)
{
    PyObject *_result = NULL;
    offcy_scope _scope_108 = {0};
    offcy_error _error = {0};
    PyThreadState *_nogil = NULL;
    int _line = 0;

#line 108 "dv/pw.pyx"
    _nogil = PyEval_SaveThread();
#line 108 "dv/pw.pyx"
    {
        const offcy_map _maps[] = {
            OFFCY_MAP_VIEW("counts", counts, int, 2, OFFCY_COHERENT),
        };
        OFFCY_CHECK(108, offcy_enter(&_scope_108, &offcy_place_108, OFFCY_DEFAULT_DEVICE, _maps, 1,
                                     &_error));
    }
#line 109 "dv/pw.pyx"
    for (int r = 0; r < repeats; r++) {
        {
            const offcy_map _maps_2[] = {
                OFFCY_MAP_VIEW("counts", counts, int, 2, OFFCY_FROM),
            };
            offcy_scope _scope = {0};
            OFFCY_CHECK(110, offcy_enter(&_scope, &offcy_place_110, OFFCY_DEFAULT_DEVICE, _maps_2,
                                         1, &_error));
            mandelbrot_region_110(_scope.device, (int *)counts.data, counts.shape[0],
                                  counts.shape[1], limit, &_error);
            OFFCY_CHECK(110, offcy_leave(&_scope, false));
        }
    }
    OFFCY_CHECK(108, offcy_leave(&_scope_108, false));
    offcy_end_nogil(&_nogil);
    _result = Py_NewRef(Py_None);
    goto done;
failed:
    offcy_leave(&_scope_108, true);
    offcy_end_nogil(&_nogil);
    offcy_report(&_error, offcy_sites, "mandelbrot", offcy_file, _line);
    Py_CLEAR(_result);
done:
    offcy_view2_clear(&counts);
    return _result;
}

#line 755 "pw.c"
static offcy_parameter mandelbrot_py_parameters[] =
    {{.name = "counts"}, {.name = "limit"}, {.name = "repeats"}};
static const offcy_signature mandelbrot_py_signature = {
    .function = "mandelbrot", .parameters = mandelbrot_py_parameters, .positional = 3};
static PyObject *mandelbrot_py(PyObject *_module, PyObject *const *_args, Py_ssize_t _nargs,
                               PyObject *_keywords)
{
    (void)_module;
    PyObject *_values[3];
    offcy_view2 counts = {0};
    int limit = 0;
    int repeats = 0;

    if (offcy_parse_arguments(&mandelbrot_py_signature, _args, _nargs, _keywords, _values) < 0)
        goto failed;
    if (offcy_view2_from_array(&counts, _values[0], &offcy_dtype_int, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_int_from_object(&limit, _values[1]) < 0)
        goto failed;
    if (offcy_int_from_object(&repeats, _values[2]) < 0)
        goto failed;
    return offcy_result_to_python(&offcy_place_104, mandelbrot(counts, limit, repeats));
failed:
    offcy_view2_clear(&counts);
    offcy_argument_traceback(&mandelbrot_py_signature, _values, offcy_file, 104);
    return NULL;
}

#line 125 "dv/pw.pyx"
static PyObject *spmv(offcy_view1 y, offcy_view1 values, offcy_view1 columns, offcy_view1 starts,
                      offcy_view1 x, int repeats)
{
    PyObject *_result = NULL;
    offcy_scope _scope_130 = {0};
    offcy_error _error = {0};
    PyThreadState *_nogil = NULL;
    int _line = 0;

#line 130 "dv/pw.pyx"
    _nogil = PyEval_SaveThread();
#line 130 "dv/pw.pyx"
    {
        const offcy_map _maps[] = {
            OFFCY_MAP_VIEW("y", y, double, 1, OFFCY_COHERENT),
            OFFCY_MAP_PART("starts", starts, int, 1, OFFCY_COHERENT, {0, y.shape[0] + 1}),
            OFFCY_MAP_VIEW("values", values, double, 1, OFFCY_COHERENT),
            OFFCY_MAP_VIEW("columns", columns, int, 1, OFFCY_COHERENT),
            OFFCY_MAP_VIEW("x", x, double, 1, OFFCY_COHERENT),
        };
        OFFCY_CHECK(130, offcy_enter(&_scope_130, &offcy_place_130, OFFCY_DEFAULT_DEVICE, _maps, 5,
                                     &_error));
    }
#line 131 "dv/pw.pyx"
    for (int r = 0; r < repeats; r++) {
#line 134 "dv/pw.pyx"
        if (y.shape[0] >= 1) {
#line 134 "dv/pw.pyx"
            if (offcy_outside(y.shape[0], starts.shape[0])) {
                offcy_fail_index(&_error, OFFCY_SITE_134_starts, 0, y.shape[0], starts.shape[0]);
                goto failed;
            }
        }
#line 132 "dv/pw.pyx"
        {
            const offcy_map _maps_2[] = {
                OFFCY_MAP_VIEW("y", y, double, 1, OFFCY_FROM),
                OFFCY_MAP_PART("starts", starts, int, 1, OFFCY_TO, {0, y.shape[0] + 1}),
                OFFCY_MAP_VIEW("values", values, double, 1, OFFCY_TO),
                OFFCY_MAP_VIEW("columns", columns, int, 1, OFFCY_TO),
                OFFCY_MAP_VIEW("x", x, double, 1, OFFCY_TO),
            };
            offcy_scope _scope = {0};
            OFFCY_CHECK(132, offcy_enter(&_scope, &offcy_place_132, OFFCY_DEFAULT_DEVICE, _maps_2,
                                         5, &_error));
            spmv_region_132(_scope.device, (double *)y.data, y.shape[0], (int *)starts.data,
                            offcy_map_first(&_maps_2[1]), offcy_map_count(&_maps_2[1]),
                            (double *)values.data, values.shape[0], (int *)columns.data,
                            columns.shape[0], (double *)x.data, x.shape[0], &_error);
            OFFCY_CHECK(132, offcy_leave(&_scope, false));
        }
    }
    OFFCY_CHECK(130, offcy_leave(&_scope_130, false));
    offcy_end_nogil(&_nogil);
    _result = Py_NewRef(Py_None);
    goto done;
failed:
    offcy_leave(&_scope_130, true);
    offcy_end_nogil(&_nogil);
    offcy_report(&_error, offcy_sites, "spmv", offcy_file, _line);
    Py_CLEAR(_result);
done:
    offcy_view1_clear(&y); offcy_view1_clear(&values); offcy_view1_clear(&columns);
    offcy_view1_clear(&starts); offcy_view1_clear(&x);
    return _result;
}

#line 852 "pw.c"
static offcy_parameter spmv_py_parameters[] =
    {{.name = "y"}, {.name = "values"}, {.name = "columns"}, {.name = "starts"}, {.name = "x"},
     {.name = "repeats"}};
static const offcy_signature spmv_py_signature = {
    .function = "spmv", .parameters = spmv_py_parameters, .positional = 6};
static PyObject *spmv_py(PyObject *_module, PyObject *const *_args, Py_ssize_t _nargs,
                         PyObject *_keywords)
{
    (void)_module;
    PyObject *_values[6];
    offcy_view1 y = {0};
    offcy_view1 values = {0};
    offcy_view1 columns = {0};
    offcy_view1 starts = {0};
    offcy_view1 x = {0};
    int repeats = 0;

    if (offcy_parse_arguments(&spmv_py_signature, _args, _nargs, _keywords, _values) < 0)
        goto failed;
    if (offcy_view1_from_array(&y, _values[0], &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_view1_from_array(&values, _values[1], &offcy_dtype_double, OFFCY_C_CONTIGUOUS,
                               true) < 0)
        goto failed;
    if (offcy_view1_from_array(&columns, _values[2], &offcy_dtype_int, OFFCY_C_CONTIGUOUS,
                               true) < 0)
        goto failed;
    if (offcy_view1_from_array(&starts, _values[3], &offcy_dtype_int, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_view1_from_array(&x, _values[4], &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_int_from_object(&repeats, _values[5]) < 0)
        goto failed;
    return offcy_result_to_python(&offcy_place_125, spmv(y, values, columns, starts, x, repeats));
failed:
    offcy_view1_clear(&y);
    offcy_view1_clear(&values);
    offcy_view1_clear(&columns);
    offcy_view1_clear(&starts);
    offcy_view1_clear(&x);
    offcy_argument_traceback(&spmv_py_signature, _values, offcy_file, 125);
    return NULL;
}

#line 143 "dv/pw.pyx"
static PyObject *black_scholes(offcy_view1 call, offcy_view1 put, offcy_view1 price,
                               offcy_view1 strike, offcy_view1 years, double rate,
                               double volatility, int repeats)
{
    PyObject *_result = NULL;
    offcy_scope _scope_148 = {0};
    offcy_error _error = {0};
    PyThreadState *_nogil = NULL;
    int _line = 0;

#line 148 "dv/pw.pyx"
    _nogil = PyEval_SaveThread();
#line 148 "dv/pw.pyx"
    {
        const offcy_map _maps[] = {
            OFFCY_MAP_VIEW("price", price, double, 1, OFFCY_COHERENT),
            OFFCY_MAP_PART("years", years, double, 1, OFFCY_COHERENT, {0, price.shape[0]}),
            OFFCY_MAP_PART("strike", strike, double, 1, OFFCY_COHERENT, {0, price.shape[0]}),
            OFFCY_MAP_PART("call", call, double, 1, OFFCY_COHERENT, {0, price.shape[0]}),
            OFFCY_MAP_PART("put", put, double, 1, OFFCY_COHERENT, {0, price.shape[0]}),
        };
        OFFCY_CHECK(148, offcy_enter(&_scope_148, &offcy_place_148, OFFCY_DEFAULT_DEVICE, _maps, 5,
                                     &_error));
    }
#line 149 "dv/pw.pyx"
    for (int r = 0; r < repeats; r++) {
#line 151 "dv/pw.pyx"
        if (price.shape[0] >= 1) {
#line 151 "dv/pw.pyx"
            if (offcy_outside(price.shape[0] - 1, years.shape[0])) {
                offcy_fail_index(&_error, OFFCY_SITE_151_years, 0, price.shape[0] - 1,
                                 years.shape[0]);
                goto failed;
            }
#line 152 "dv/pw.pyx"
            if (offcy_outside(price.shape[0] - 1, strike.shape[0])) {
                offcy_fail_index(&_error, OFFCY_SITE_152_strike, 0, price.shape[0] - 1,
                                 strike.shape[0]);
                goto failed;
            }
        }
#line 155 "dv/pw.pyx"
        int _inside = call.shape[0] >= price.shape[0] && put.shape[0] >= price.shape[0];
#line 150 "dv/pw.pyx"
        {
            const unsigned _call_map = call.shape[0] >= price.shape[0] ? OFFCY_FROM : OFFCY_TOFROM;
            const unsigned _put_map = put.shape[0] >= price.shape[0] ? OFFCY_FROM : OFFCY_TOFROM;
            const offcy_map _maps_2[] = {
                OFFCY_MAP_VIEW("price", price, double, 1, OFFCY_TO),
                OFFCY_MAP_PART("years", years, double, 1, OFFCY_TO, {0, price.shape[0]}),
                OFFCY_MAP_PART("strike", strike, double, 1, OFFCY_TO, {0, price.shape[0]}),
                OFFCY_MAP_PART("call", call, double, 1, _call_map, {0, price.shape[0]}),
                OFFCY_MAP_PART("put", put, double, 1, _put_map, {0, price.shape[0]}),
            };
            offcy_scope _scope = {0};
            OFFCY_CHECK(150, offcy_enter(&_scope, &offcy_place_150, OFFCY_DEFAULT_DEVICE, _maps_2,
                                         5, &_error));
            black_scholes_region_150(_scope.device, (double *)price.data, price.shape[0],
                                     (double *)years.data, offcy_map_first(&_maps_2[1]),
                                     offcy_map_count(&_maps_2[1]), volatility,
                                     (double *)strike.data, offcy_map_first(&_maps_2[2]),
                                     offcy_map_count(&_maps_2[2]), rate, (double *)call.data,
                                     call.shape[0], offcy_map_first(&_maps_2[3]),
                                     offcy_map_count(&_maps_2[3]), (double *)put.data,
                                     put.shape[0], offcy_map_first(&_maps_2[4]),
                                     offcy_map_count(&_maps_2[4]), _inside, &_error);
            OFFCY_CHECK(150, offcy_leave(&_scope, false));
        }
    }
    OFFCY_CHECK(148, offcy_leave(&_scope_148, false));
    offcy_end_nogil(&_nogil);
    _result = Py_NewRef(Py_None);
    goto done;
failed:
    offcy_leave(&_scope_148, true);
    offcy_end_nogil(&_nogil);
    offcy_report(&_error, offcy_sites, "black_scholes", offcy_file, _line);
    Py_CLEAR(_result);
done:
    offcy_view1_clear(&call); offcy_view1_clear(&put); offcy_view1_clear(&price);
    offcy_view1_clear(&strike); offcy_view1_clear(&years);
    return _result;
}

#line 982 "pw.c"
static offcy_parameter black_scholes_py_parameters[] =
    {{.name = "call"}, {.name = "put"}, {.name = "price"}, {.name = "strike"}, {.name = "years"},
     {.name = "rate"}, {.name = "volatility"}, {.name = "repeats"}};
static const offcy_signature black_scholes_py_signature = {
    .function = "black_scholes", .parameters = black_scholes_py_parameters, .positional = 8};
static PyObject *black_scholes_py(PyObject *_module, PyObject *const *_args, Py_ssize_t _nargs,
                                  PyObject *_keywords)
{
    (void)_module;
    PyObject *_values[8];
    offcy_view1 call = {0};
    offcy_view1 put = {0};
    offcy_view1 price = {0};
    offcy_view1 strike = {0};
    offcy_view1 years = {0};
    double rate = 0;
    double volatility = 0;
    int repeats = 0;

    if (offcy_parse_arguments(&black_scholes_py_signature, _args, _nargs, _keywords, _values) < 0)
        goto failed;
    if (offcy_view1_from_array(&call, _values[0], &offcy_dtype_double, OFFCY_C_CONTIGUOUS,
                               true) < 0)
        goto failed;
    if (offcy_view1_from_array(&put, _values[1], &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_view1_from_array(&price, _values[2], &offcy_dtype_double, OFFCY_C_CONTIGUOUS,
                               true) < 0)
        goto failed;
    if (offcy_view1_from_array(&strike, _values[3], &offcy_dtype_double, OFFCY_C_CONTIGUOUS,
                               true) < 0)
        goto failed;
    if (offcy_view1_from_array(&years, _values[4], &offcy_dtype_double, OFFCY_C_CONTIGUOUS,
                               true) < 0)
        goto failed;
    if (offcy_double_from_object(&rate, _values[5]) < 0)
        goto failed;
    if (offcy_double_from_object(&volatility, _values[6]) < 0)
        goto failed;
    if (offcy_int_from_object(&repeats, _values[7]) < 0)
        goto failed;
    return offcy_result_to_python(&offcy_place_143,
                                  black_scholes(call, put, price, strike, years, rate, volatility,
                                                repeats));
failed:
    offcy_view1_clear(&call);
    offcy_view1_clear(&put);
    offcy_view1_clear(&price);
    offcy_view1_clear(&strike);
    offcy_view1_clear(&years);
    offcy_argument_traceback(&black_scholes_py_signature, _values, offcy_file, 143);
    return NULL;
}

#line 159 "dv/pw.pyx"
static PyObject *histogram(offcy_view1 counts, offcy_view1 x, int repeats)
{
    PyObject *_result = NULL;
    offcy_scope _scope_163 = {0};
    offcy_error _error = {0};
    PyThreadState *_nogil = NULL;
    int _line = 0;

#line 163 "dv/pw.pyx"
    _nogil = PyEval_SaveThread();
#line 163 "dv/pw.pyx"
    {
        const offcy_map _maps[] = {
            OFFCY_MAP_VIEW("x", x, double, 1, OFFCY_COHERENT),
            OFFCY_MAP_VIEW("counts", counts, int, 1, OFFCY_COHERENT),
        };
        OFFCY_CHECK(163, offcy_enter(&_scope_163, &offcy_place_163, OFFCY_DEFAULT_DEVICE, _maps, 2,
                                     &_error));
    }
#line 164 "dv/pw.pyx"
    for (int r = 0; r < repeats; r++) {
        {
            const offcy_map _maps_2[] = {
                OFFCY_MAP_VIEW("x", x, double, 1, OFFCY_TO),
                OFFCY_MAP_VIEW("counts", counts, int, 1, OFFCY_TOFROM),
            };
            offcy_scope _scope = {0};
            OFFCY_CHECK(165, offcy_enter(&_scope, &offcy_place_165, OFFCY_DEFAULT_DEVICE, _maps_2,
                                         2, &_error));
            histogram_region_165(_scope.device, (double *)x.data, x.shape[0], (int *)counts.data,
                                 counts.shape[0], &_error);
            OFFCY_CHECK(165, offcy_leave(&_scope, false));
        }
    }
    OFFCY_CHECK(163, offcy_leave(&_scope_163, false));
    offcy_end_nogil(&_nogil);
    _result = Py_NewRef(Py_None);
    goto done;
failed:
    offcy_leave(&_scope_163, true);
    offcy_end_nogil(&_nogil);
    offcy_report(&_error, offcy_sites, "histogram", offcy_file, _line);
    Py_CLEAR(_result);
done:
    offcy_view1_clear(&counts); offcy_view1_clear(&x);
    return _result;
}

#line 1086 "pw.c"
static offcy_parameter histogram_py_parameters[] =
    {{.name = "counts"}, {.name = "x"}, {.name = "repeats"}};
static const offcy_signature histogram_py_signature = {
    .function = "histogram", .parameters = histogram_py_parameters, .positional = 3};
static PyObject *histogram_py(PyObject *_module, PyObject *const *_args, Py_ssize_t _nargs,
                              PyObject *_keywords)
{
    (void)_module;
    PyObject *_values[3];
    offcy_view1 counts = {0};
    offcy_view1 x = {0};
    int repeats = 0;

    if (offcy_parse_arguments(&histogram_py_signature, _args, _nargs, _keywords, _values) < 0)
        goto failed;
    if (offcy_view1_from_array(&counts, _values[0], &offcy_dtype_int, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_view1_from_array(&x, _values[1], &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_int_from_object(&repeats, _values[2]) < 0)
        goto failed;
    return offcy_result_to_python(&offcy_place_159, histogram(counts, x, repeats));
failed:
    offcy_view1_clear(&counts);
    offcy_view1_clear(&x);
    offcy_argument_traceback(&histogram_py_signature, _values, offcy_file, 159);
    return NULL;
}

#line 171 "dv/pw.pyx"
static PyObject *floyd_warshall(offcy_view2 distance, int repeats)
{
    PyObject *_result = NULL;
    offcy_scope _scope_176 = {0};
    offcy_error _error = {0};
    PyThreadState *_nogil = NULL;
    int _line = 0;

#line 176 "dv/pw.pyx"
    _nogil = PyEval_SaveThread();
#line 176 "dv/pw.pyx"
    {
        const offcy_map _maps[] = {
            OFFCY_MAP_PART("distance", distance, double, 2, OFFCY_COHERENT, {0, distance.shape[0]},
                           {0, distance.shape[0]}),
        };
        OFFCY_CHECK(176, offcy_enter(&_scope_176, &offcy_place_176, OFFCY_DEFAULT_DEVICE, _maps, 1,
                                     &_error));
    }
#line 177 "dv/pw.pyx"
    for (int r = 0; r < repeats; r++) {
        for (ptrdiff_t k = 0; k < distance.shape[0]; k++) {
#line 181 "dv/pw.pyx"
            if (distance.shape[0] >= 1) {
#line 181 "dv/pw.pyx"
                if (offcy_outside(k, distance.shape[1])) {
                    offcy_fail_index(&_error, OFFCY_SITE_181_distance, 1, k, distance.shape[1]);
                    goto failed;
                }
#line 181 "dv/pw.pyx"
                if (offcy_outside(distance.shape[0] - 1, distance.shape[1])) {
                    offcy_fail_index(&_error, OFFCY_SITE_181_distance, 1, distance.shape[0] - 1,
                                     distance.shape[1]);
                    goto failed;
                }
            }
#line 179 "dv/pw.pyx"
            {
                const offcy_map _maps_2[] = {
                    OFFCY_MAP_PART("distance", distance, double, 2, OFFCY_TOFROM,
                                   {0, distance.shape[0]}, {0, distance.shape[0]}),
                };
                offcy_scope _scope = {0};
                OFFCY_CHECK(179, offcy_enter(&_scope, &offcy_place_179, OFFCY_DEFAULT_DEVICE,
                                             _maps_2, 1, &_error));
                floyd_warshall_region_179(_scope.device, (double *)distance.data,
                                          distance.shape[0], distance.shape[1],
                                          offcy_map_first(&_maps_2[0]),
                                          offcy_map_count(&_maps_2[0]), k);
                OFFCY_CHECK(179, offcy_leave(&_scope, false));
            }
        }
    }
    OFFCY_CHECK(176, offcy_leave(&_scope_176, false));
    offcy_end_nogil(&_nogil);
    _result = Py_NewRef(Py_None);
    goto done;
failed:
    offcy_leave(&_scope_176, true);
    offcy_end_nogil(&_nogil);
    offcy_report(&_error, offcy_sites, "floyd_warshall", offcy_file, _line);
    Py_CLEAR(_result);
done:
    offcy_view2_clear(&distance);
    return _result;
}

#line 1184 "pw.c"
static offcy_parameter floyd_warshall_py_parameters[] = {{.name = "distance"}, {.name = "repeats"}};
static const offcy_signature floyd_warshall_py_signature = {
    .function = "floyd_warshall", .parameters = floyd_warshall_py_parameters, .positional = 2};
static PyObject *floyd_warshall_py(PyObject *_module, PyObject *const *_args, Py_ssize_t _nargs,
                                   PyObject *_keywords)
{
    (void)_module;
    PyObject *_values[2];
    offcy_view2 distance = {0};
    int repeats = 0;

    if (offcy_parse_arguments(&floyd_warshall_py_signature, _args, _nargs, _keywords, _values) < 0)
        goto failed;
    if (offcy_view2_from_array(&distance, _values[0], &offcy_dtype_double, OFFCY_C_CONTIGUOUS,
                               true) < 0)
        goto failed;
    if (offcy_int_from_object(&repeats, _values[1]) < 0)
        goto failed;
    return offcy_result_to_python(&offcy_place_171, floyd_warshall(distance, repeats));
failed:
    offcy_view2_clear(&distance);
    offcy_argument_traceback(&floyd_warshall_py_signature, _values, offcy_file, 171);
    return NULL;
}

#line 186 "dv/pw.pyx"
static PyObject *inside_polygon(offcy_view1 inside, offcy_view2 points, offcy_view2 corners,
                                int repeats)
{
    PyObject *_result = NULL;
    offcy_scope _scope_190 = {0};
    offcy_error _error = {0};
    PyThreadState *_nogil = NULL;
    int _line = 0;

#line 190 "dv/pw.pyx"
    _nogil = PyEval_SaveThread();
#line 190 "dv/pw.pyx"
    {
        const offcy_map _maps[] = {
            OFFCY_MAP_PART("points", points, double, 2, OFFCY_COHERENT, {0, points.shape[0]},
                           {0, 2}),
            OFFCY_MAP_PART("corners", corners, double, 2, OFFCY_COHERENT, {0, corners.shape[0]},
                           {0, 2}),
            OFFCY_MAP_PART("inside", inside, int, 1, OFFCY_COHERENT, {0, points.shape[0]}),
        };
        OFFCY_CHECK(190, offcy_enter(&_scope_190, &offcy_place_190, OFFCY_DEFAULT_DEVICE, _maps, 3,
                                     &_error));
    }
#line 191 "dv/pw.pyx"
    for (int r = 0; r < repeats; r++) {
#line 193 "dv/pw.pyx"
        if (points.shape[0] >= 1) {
#line 193 "dv/pw.pyx"
            if (offcy_outside(0, points.shape[1])) {
                offcy_fail_index(&_error, OFFCY_SITE_193_points, 1, 0, points.shape[1]);
                goto failed;
            }
#line 194 "dv/pw.pyx"
            if (offcy_outside(1, points.shape[1])) {
                offcy_fail_index(&_error, OFFCY_SITE_194_points, 1, 1, points.shape[1]);
                goto failed;
            }
        }
#line 198 "dv/pw.pyx"
        int _inside = corners.shape[1] >= 2 && corners.shape[0] >= 1
            && inside.shape[0] >= points.shape[0];
#line 192 "dv/pw.pyx"
        {
            const unsigned _inside_map =
                inside.shape[0] >= points.shape[0] ? OFFCY_FROM : OFFCY_TOFROM;
            const offcy_map _maps_2[] = {
                OFFCY_MAP_PART("points", points, double, 2, OFFCY_TO, {0, points.shape[0]}, {0, 2}),
                OFFCY_MAP_PART("corners", corners, double, 2, OFFCY_TO, {0, corners.shape[0]},
                               {0, 2}),
                OFFCY_MAP_PART("inside", inside, int, 1, _inside_map, {0, points.shape[0]}),
            };
            offcy_scope _scope = {0};
            OFFCY_CHECK(192, offcy_enter(&_scope, &offcy_place_192, OFFCY_DEFAULT_DEVICE, _maps_2,
                                         3, &_error));
            inside_polygon_region_192(_scope.device, (double *)points.data, points.shape[0],
                                      points.shape[1], offcy_map_first(&_maps_2[0]),
                                      offcy_map_count(&_maps_2[0]), (double *)corners.data,
                                      corners.shape[0], corners.shape[1],
                                      offcy_map_first(&_maps_2[1]), offcy_map_count(&_maps_2[1]),
                                      (int *)inside.data, inside.shape[0],
                                      offcy_map_first(&_maps_2[2]), offcy_map_count(&_maps_2[2]),
                                      _inside, &_error);
            OFFCY_CHECK(192, offcy_leave(&_scope, false));
        }
    }
    OFFCY_CHECK(190, offcy_leave(&_scope_190, false));
    offcy_end_nogil(&_nogil);
    _result = Py_NewRef(Py_None);
    goto done;
failed:
    offcy_leave(&_scope_190, true);
    offcy_end_nogil(&_nogil);
    offcy_report(&_error, offcy_sites, "inside_polygon", offcy_file, _line);
    Py_CLEAR(_result);
done:
    offcy_view1_clear(&inside); offcy_view2_clear(&points); offcy_view2_clear(&corners);
    return _result;
}

#line 1290 "pw.c"
static offcy_parameter inside_polygon_py_parameters[] =
    {{.name = "inside"}, {.name = "points"}, {.name = "corners"}, {.name = "repeats"}};
static const offcy_signature inside_polygon_py_signature = {
    .function = "inside_polygon", .parameters = inside_polygon_py_parameters, .positional = 4};
static PyObject *inside_polygon_py(PyObject *_module, PyObject *const *_args, Py_ssize_t _nargs,
                                   PyObject *_keywords)
{
    (void)_module;
    PyObject *_values[4];
    offcy_view1 inside = {0};
    offcy_view2 points = {0};
    offcy_view2 corners = {0};
    int repeats = 0;

    if (offcy_parse_arguments(&inside_polygon_py_signature, _args, _nargs, _keywords, _values) < 0)
        goto failed;
    if (offcy_view1_from_array(&inside, _values[0], &offcy_dtype_int, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_view2_from_array(&points, _values[1], &offcy_dtype_double, OFFCY_C_CONTIGUOUS,
                               true) < 0)
        goto failed;
    if (offcy_view2_from_array(&corners, _values[2], &offcy_dtype_double, OFFCY_C_CONTIGUOUS,
                               true) < 0)
        goto failed;
    if (offcy_int_from_object(&repeats, _values[3]) < 0)
        goto failed;
    return offcy_result_to_python(&offcy_place_186,
                                  inside_polygon(inside, points, corners, repeats));
failed:
    offcy_view1_clear(&inside);
    offcy_view2_clear(&points);
    offcy_view2_clear(&corners);
    offcy_argument_traceback(&inside_polygon_py_signature, _values, offcy_file, 186);
    return NULL;
}

#line 209 "dv/pw.pyx"
static PyObject *kmeans(offcy_view2 centres, offcy_view2 sums, offcy_view1 counts,
                        offcy_view1 labels, offcy_view2 points, int repeats)
{
    PyObject *_result = NULL;
    offcy_scope _scope_215 = {0};
    offcy_error _error = {0};
    PyThreadState *_nogil = NULL;
    int _line = 0;

#line 215 "dv/pw.pyx"
    _nogil = PyEval_SaveThread();
#line 215 "dv/pw.pyx"
    {
        const offcy_map _maps[] = {
            OFFCY_MAP_VIEW("counts", counts, double, 1, OFFCY_COHERENT),
            OFFCY_MAP_VIEW("sums", sums, double, 2, OFFCY_COHERENT),
            OFFCY_MAP_VIEW("points", points, double, 2, OFFCY_COHERENT),
            OFFCY_MAP_VIEW("centres", centres, double, 2, OFFCY_COHERENT),
            OFFCY_MAP_PART("labels", labels, int, 1, OFFCY_COHERENT, {0, points.shape[0]}),
        };
        OFFCY_CHECK(215, offcy_enter(&_scope_215, &offcy_place_215, OFFCY_DEFAULT_DEVICE, _maps, 5,
                                     &_error));
    }
#line 216 "dv/pw.pyx"
    for (int r = 0; r < repeats; r++) {
#line 218 "dv/pw.pyx"
        if (centres.shape[0] >= 1) {
#line 218 "dv/pw.pyx"
            if (offcy_outside(centres.shape[0] - 1, counts.shape[0])) {
                offcy_fail_index(&_error, OFFCY_SITE_218_counts, 0, centres.shape[0] - 1,
                                 counts.shape[0]);
                goto failed;
            }
        }
#line 220 "dv/pw.pyx"
        if (centres.shape[0] >= 1 && centres.shape[1] >= 1) {
#line 220 "dv/pw.pyx"
            if (centres.shape[1] - 1 >= sums.shape[1] || centres.shape[0] - 1 >= sums.shape[0]) {
#line 220 "dv/pw.pyx"
                for (ptrdiff_t _j = 0; _j < centres.shape[1]; _j++) {
#line 220 "dv/pw.pyx"
                    if (offcy_outside(_j, sums.shape[1])) {
                        offcy_fail_index(&_error, OFFCY_SITE_220_sums, 1, _j, sums.shape[1]);
                        goto failed;
                    }
#line 220 "dv/pw.pyx"
                    if (offcy_outside(centres.shape[0] - 1, sums.shape[0])) {
                        offcy_fail_index(&_error, OFFCY_SITE_220_sums, 0, centres.shape[0] - 1,
                                         sums.shape[0]);
                        goto failed;
                    }
                }
            }
        }
#line 217 "dv/pw.pyx"
        {
            const unsigned _counts_map =
                counts.shape[0] >= centres.shape[0] ? OFFCY_FROM : OFFCY_TOFROM;
            const bool _sums_full = sums.shape[0] >= centres.shape[0]
                && sums.shape[1] >= centres.shape[1];
            const unsigned _sums_map = _sums_full ? OFFCY_FROM : OFFCY_TOFROM;
            const offcy_map _maps_2[] = {
                OFFCY_MAP_PART("counts", counts, double, 1, _counts_map, {0, centres.shape[0]}),
                OFFCY_MAP_PART("sums", sums, double, 2, _sums_map, {0, centres.shape[0]},
                               {0, centres.shape[1]}),
            };
            offcy_scope _scope = {0};
            OFFCY_CHECK(217, offcy_enter(&_scope, &offcy_place_217, OFFCY_DEFAULT_DEVICE, _maps_2,
                                         2, &_error));
            kmeans_region_217(_scope.device, (double *)centres.data, centres.shape[0],
                              centres.shape[1], (double *)counts.data,
                              offcy_map_first(&_maps_2[0]), offcy_map_count(&_maps_2[0]),
                              (double *)sums.data, sums.shape[1], offcy_map_first(&_maps_2[1]),
                              offcy_map_count(&_maps_2[1]));
            OFFCY_CHECK(217, offcy_leave(&_scope, false));
        }
#line 227 "dv/pw.pyx"
        if (points.shape[0] >= 1 && centres.shape[0] >= 1 && points.shape[1] >= 1) {
#line 227 "dv/pw.pyx"
            if (offcy_outside(points.shape[1] - 1, centres.shape[1])) {
                offcy_fail_index(&_error, OFFCY_SITE_227_centres, 1, points.shape[1] - 1,
                                 centres.shape[1]);
                goto failed;
            }
        }
#line 232 "dv/pw.pyx"
        if (points.shape[0] >= 1) {
#line 232 "dv/pw.pyx"
            if (offcy_outside(points.shape[0] - 1, labels.shape[0])) {
                offcy_fail_index(&_error, OFFCY_SITE_232_labels, 0, points.shape[0] - 1,
                                 labels.shape[0]);
                goto failed;
            }
        }
#line 234 "dv/pw.pyx"
        int _inside = centres.shape[0] <= 2147483648L && centres.shape[0] >= 1
            && counts.shape[0] >= centres.shape[0] && sums.shape[1] >= points.shape[1]
            && sums.shape[0] >= centres.shape[0];
#line 221 "dv/pw.pyx"
        {
            const unsigned _labels_map =
                labels.shape[0] >= points.shape[0] ? OFFCY_FROM : OFFCY_TOFROM;
            const offcy_map _maps_3[] = {
                OFFCY_MAP_VIEW("points", points, double, 2, OFFCY_TO),
                OFFCY_MAP_PART("centres", centres, double, 2, OFFCY_TO, {0, centres.shape[0]},
                               {0, points.shape[1]}),
                OFFCY_MAP_PART("labels", labels, int, 1, _labels_map, {0, points.shape[0]}),
                OFFCY_MAP_PART_IF(centres.shape[0] <= 2147483648L && centres.shape[0] >= 1,
                                  "counts", counts, double, 1, OFFCY_TOFROM, {0, centres.shape[0]}),
                OFFCY_MAP_PART_IF(centres.shape[0] <= 2147483648L && centres.shape[0] >= 1, "sums",
                                  sums, double, 2, OFFCY_TOFROM, {0, centres.shape[0]},
                                  {0, points.shape[1]}),
            };
            offcy_scope _scope_2 = {0};
            OFFCY_CHECK(221, offcy_enter(&_scope_2, &offcy_place_221, OFFCY_DEFAULT_DEVICE,
                                         _maps_3, 5, &_error));
            kmeans_region_221(_scope_2.device, (double *)points.data, points.shape[0],
                              points.shape[1], (double *)centres.data, centres.shape[0],
                              centres.shape[1], offcy_map_first(&_maps_3[1]),
                              offcy_map_count(&_maps_3[1]), (int *)labels.data,
                              offcy_map_first(&_maps_3[2]), offcy_map_count(&_maps_3[2]),
                              (double *)counts.data, counts.shape[0], offcy_map_first(&_maps_3[3]),
                              offcy_map_count(&_maps_3[3]), (double *)sums.data, sums.shape[0],
                              sums.shape[1], offcy_map_first(&_maps_3[4]),
                              offcy_map_count(&_maps_3[4]), _inside, &_error);
            OFFCY_CHECK(221, offcy_leave(&_scope_2, false));
        }
#line 240 "dv/pw.pyx"
        if (centres.shape[0] >= 1 && centres.shape[1] >= 1) {
#line 240 "dv/pw.pyx"
            if (offcy_outside(centres.shape[0] - 1, counts.shape[0])) {
                offcy_fail_index(&_error, OFFCY_SITE_240_counts, 0, centres.shape[0] - 1,
                                 counts.shape[0]);
                goto failed;
            }
        }
#line 241 "dv/pw.pyx"
        int _inside_2 = sums.shape[1] >= centres.shape[1] && sums.shape[0] >= centres.shape[0];
#line 238 "dv/pw.pyx"
        {
            const offcy_map _maps_4[] = {
                OFFCY_MAP_VIEW("centres", centres, double, 2, OFFCY_TOFROM),
                OFFCY_MAP_PART("counts", counts, double, 1, OFFCY_TO, {0, centres.shape[0]}),
                OFFCY_MAP_PART("sums", sums, double, 2, OFFCY_TO, {0, centres.shape[0]},
                               {0, centres.shape[1]}),
            };
            offcy_scope _scope_3 = {0};
            OFFCY_CHECK(238, offcy_enter(&_scope_3, &offcy_place_238, OFFCY_DEFAULT_DEVICE,
                                         _maps_4, 3, &_error));
            kmeans_region_238(_scope_3.device, (double *)centres.data, centres.shape[0],
                              centres.shape[1], (double *)counts.data,
                              offcy_map_first(&_maps_4[1]), offcy_map_count(&_maps_4[1]),
                              (double *)sums.data, sums.shape[0], sums.shape[1],
                              offcy_map_first(&_maps_4[2]), offcy_map_count(&_maps_4[2]),
                              _inside_2, &_error);
            OFFCY_CHECK(238, offcy_leave(&_scope_3, false));
        }
    }
    OFFCY_CHECK(215, offcy_leave(&_scope_215, false));
    offcy_end_nogil(&_nogil);
    _result = Py_NewRef(Py_None);
    goto done;
failed:
    offcy_leave(&_scope_215, true);
    offcy_end_nogil(&_nogil);
    offcy_report(&_error, offcy_sites, "kmeans", offcy_file, _line);
    Py_CLEAR(_result);
done:
    offcy_view2_clear(&centres); offcy_view2_clear(&sums); offcy_view1_clear(&counts);
    offcy_view1_clear(&labels); offcy_view2_clear(&points);
    return _result;
}

#line 1501 "pw.c"
static offcy_parameter kmeans_py_parameters[] =
    {{.name = "centres"}, {.name = "sums"}, {.name = "counts"}, {.name = "labels"},
     {.name = "points"}, {.name = "repeats"}};
static const offcy_signature kmeans_py_signature = {
    .function = "kmeans", .parameters = kmeans_py_parameters, .positional = 6};
static PyObject *kmeans_py(PyObject *_module, PyObject *const *_args, Py_ssize_t _nargs,
                           PyObject *_keywords)
{
    (void)_module;
    PyObject *_values[6];
    offcy_view2 centres = {0};
    offcy_view2 sums = {0};
    offcy_view1 counts = {0};
    offcy_view1 labels = {0};
    offcy_view2 points = {0};
    int repeats = 0;

    if (offcy_parse_arguments(&kmeans_py_signature, _args, _nargs, _keywords, _values) < 0)
        goto failed;
    if (offcy_view2_from_array(&centres, _values[0], &offcy_dtype_double, OFFCY_C_CONTIGUOUS,
                               true) < 0)
        goto failed;
    if (offcy_view2_from_array(&sums, _values[1], &offcy_dtype_double, OFFCY_C_CONTIGUOUS,
                               true) < 0)
        goto failed;
    if (offcy_view1_from_array(&counts, _values[2], &offcy_dtype_double, OFFCY_C_CONTIGUOUS,
                               true) < 0)
        goto failed;
    if (offcy_view1_from_array(&labels, _values[3], &offcy_dtype_int, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_view2_from_array(&points, _values[4], &offcy_dtype_double, OFFCY_C_CONTIGUOUS,
                               true) < 0)
        goto failed;
    if (offcy_int_from_object(&repeats, _values[5]) < 0)
        goto failed;
    return offcy_result_to_python(&offcy_place_209,
                                  kmeans(centres, sums, counts, labels, points, repeats));
failed:
    offcy_view2_clear(&centres);
    offcy_view2_clear(&sums);
    offcy_view1_clear(&counts);
    offcy_view1_clear(&labels);
    offcy_view2_clear(&points);
    offcy_argument_traceback(&kmeans_py_signature, _values, offcy_file, 209);
    return NULL;
}

#line 244 "dv/pw.pyx"
static PyObject *bilateral(offcy_view2 out, offcy_view2 image, int radius, double near_,
                           double alike, int repeats)
{
    PyObject *_result = NULL;
    offcy_scope _scope_249 = {0};
    offcy_error _error = {0};
    PyThreadState *_nogil = NULL;
    int _line = 0;

#line 249 "dv/pw.pyx"
    _nogil = PyEval_SaveThread();
#line 249 "dv/pw.pyx"
    {
        const offcy_map _maps[] = {
            OFFCY_MAP_VIEW("image", image, double, 2, OFFCY_COHERENT),
            OFFCY_MAP_VIEW("out", out, double, 2, OFFCY_COHERENT),
        };
        OFFCY_CHECK(249, offcy_enter(&_scope_249, &offcy_place_249, OFFCY_DEFAULT_DEVICE, _maps, 2,
                                     &_error));
    }
#line 250 "dv/pw.pyx"
    for (int r = 0; r < repeats; r++) {
#line 257 "dv/pw.pyx"
        int _inside = (ptrdiff_t)radius >= 0 && (ptrdiff_t)radius <= 2147483646
            && (offcy_wide)(ptrdiff_t)radius
            + (offcy_wide)out.shape[1] >= (offcy_wide)image.shape[1]
            && (offcy_wide)(ptrdiff_t)radius
            + (offcy_wide)out.shape[0] >= (offcy_wide)image.shape[0];
#line 251 "dv/pw.pyx"
        {
            const bool _out_partly = (ptrdiff_t)radius >= 0;
            const bool _out_full = ((ptrdiff_t)radius == 0
                                    && image.shape[0] == radius + out.shape[0]
                                    && image.shape[1] == radius + out.shape[1])
                || (_out_partly && radius + out.shape[0] >= image.shape[0]
                    && radius + out.shape[1] >= image.shape[1]);
            const unsigned _out_map = _out_full ? OFFCY_FROM : OFFCY_TOFROM;
            const offcy_map _maps_2[] = {
                OFFCY_MAP_VIEW("image", image, double, 2, OFFCY_TO),
                OFFCY_MAP_PART_IF(_out_partly, "out", out, double, 2, _out_map,
                                  {radius, image.shape[0] - radius},
                                  {radius, image.shape[1] - radius}),
            };
            offcy_scope _scope = {0};
            OFFCY_CHECK(251, offcy_enter(&_scope, &offcy_place_251, OFFCY_DEFAULT_DEVICE, _maps_2,
                                         2, &_error));
            bilateral_region_251(_scope.device, radius, (double *)image.data, image.shape[0],
                                 image.shape[1], near_, alike, (double *)out.data, out.shape[0],
                                 out.shape[1], offcy_map_first(&_maps_2[1]),
                                 offcy_map_count(&_maps_2[1]), _inside, &_error);
            OFFCY_CHECK(251, offcy_leave(&_scope, false));
        }
    }
    OFFCY_CHECK(249, offcy_leave(&_scope_249, false));
    offcy_end_nogil(&_nogil);
    _result = Py_NewRef(Py_None);
    goto done;
failed:
    offcy_leave(&_scope_249, true);
    offcy_end_nogil(&_nogil);
    offcy_report(&_error, offcy_sites, "bilateral", offcy_file, _line);
    Py_CLEAR(_result);
done:
    offcy_view2_clear(&out); offcy_view2_clear(&image);
    return _result;
}

#line 1617 "pw.c"
static offcy_parameter bilateral_py_parameters[] =
    {{.name = "out"}, {.name = "image"}, {.name = "radius"}, {.name = "near"}, {.name = "alike"},
     {.name = "repeats"}};
static const offcy_signature bilateral_py_signature = {
    .function = "bilateral", .parameters = bilateral_py_parameters, .positional = 6};
static PyObject *bilateral_py(PyObject *_module, PyObject *const *_args, Py_ssize_t _nargs,
                              PyObject *_keywords)
{
    (void)_module;
    PyObject *_values[6];
    offcy_view2 out = {0};
    offcy_view2 image = {0};
    int radius = 0;
    double near_ = 0;
    double alike = 0;
    int repeats = 0;

    if (offcy_parse_arguments(&bilateral_py_signature, _args, _nargs, _keywords, _values) < 0)
        goto failed;
    if (offcy_view2_from_array(&out, _values[0], &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
        goto failed;
    if (offcy_view2_from_array(&image, _values[1], &offcy_dtype_double, OFFCY_C_CONTIGUOUS,
                               true) < 0)
        goto failed;
    if (offcy_int_from_object(&radius, _values[2]) < 0)
        goto failed;
    if (offcy_double_from_object(&near_, _values[3]) < 0)
        goto failed;
    if (offcy_double_from_object(&alike, _values[4]) < 0)
        goto failed;
    if (offcy_int_from_object(&repeats, _values[5]) < 0)
        goto failed;
    return offcy_result_to_python(&offcy_place_244,
                                  bilateral(out, image, radius, near_, alike, repeats));
failed:
    offcy_view2_clear(&out);
    offcy_view2_clear(&image);
    offcy_argument_traceback(&bilateral_py_signature, _values, offcy_file, 244);
    return NULL;
}

#line 1 "dv/pw.pyx"
static int module_body(void)
{
    int _status = -1;

    _status = 0;
    return _status;
}
#line 1857 "pw.c"

static int make_constants(void)
{
    return 0;
}

static PyMethodDef methods[] = {
    {"triad", (PyCFunction)(void (*)(void))triad_py, METH_FASTCALL | METH_KEYWORDS,
     "triad($module, a, b, c, scale, repeats)\n--\n\n"},
    {"axpy", (PyCFunction)(void (*)(void))axpy_py, METH_FASTCALL | METH_KEYWORDS,
     "axpy($module, y, x, scale, repeats)\n--\n\n"},
    {"dot", (PyCFunction)(void (*)(void))dot_py, METH_FASTCALL | METH_KEYWORDS,
     "dot($module, x, y, repeats)\n--\n\n"},
    {"pairwise", (PyCFunction)(void (*)(void))pairwise_py, METH_FASTCALL | METH_KEYWORDS,
     "pairwise($module, distances, points, repeats)\n--\n\n"
     "Euclidean distances between all points."},
    {"jacobi", (PyCFunction)(void (*)(void))jacobi_py, METH_FASTCALL | METH_KEYWORDS,
     "jacobi($module, u, v, repeats)\n--\n\n"
     "Sweeps over a grid from u to v and back."},
    {"matmul", (PyCFunction)(void (*)(void))matmul_py, METH_FASTCALL | METH_KEYWORDS,
     "matmul($module, c, a, b, repeats)\n--\n\n"
     "The naive three loops."},
    {"nbody", (PyCFunction)(void (*)(void))nbody_py, METH_FASTCALL | METH_KEYWORDS,
     "nbody($module, force, position, mass, repeats)\n--\n\n"
     "Gravity between all bodies, softened."},
    {"mandelbrot", (PyCFunction)(void (*)(void))mandelbrot_py, METH_FASTCALL | METH_KEYWORDS,
     "mandelbrot($module, counts, limit, repeats)\n--\n\n"},
    {"spmv", (PyCFunction)(void (*)(void))spmv_py, METH_FASTCALL | METH_KEYWORDS,
     "spmv($module, y, values, columns, starts, x, repeats)\n--\n\n"
     "A sparse matrix in compressed rows times a vector."},
    {"black_scholes", (PyCFunction)(void (*)(void))black_scholes_py, METH_FASTCALL | METH_KEYWORDS,
     "black_scholes($module, call, put, price, strike, years, rate, volatility, repeats)\n--\n\n"},
    {"histogram", (PyCFunction)(void (*)(void))histogram_py, METH_FASTCALL | METH_KEYWORDS,
     "histogram($module, counts, x, repeats)\n--\n\n"
     "Of numbers from 0 to 1."},
    {"floyd_warshall", (PyCFunction)(void (*)(void))floyd_warshall_py,
     METH_FASTCALL | METH_KEYWORDS,
     "floyd_warshall($module, distance, repeats)\n--\n\n"
     "Shortest paths between all nodes; after the first round nothing changes."},
    {"inside_polygon", (PyCFunction)(void (*)(void))inside_polygon_py,
     METH_FASTCALL | METH_KEYWORDS,
     "inside_polygon($module, inside, points, corners, repeats)\n--\n\n"},
    {"kmeans", (PyCFunction)(void (*)(void))kmeans_py, METH_FASTCALL | METH_KEYWORDS,
     "kmeans($module, centres, sums, counts, labels, points, repeats)\n--\n\n"
     "Steps of Lloyd's algorithm. `sums` and `counts` are room for it."},
    {"bilateral", (PyCFunction)(void (*)(void))bilateral_py, METH_FASTCALL | METH_KEYWORDS,
     "bilateral($module, out, image, radius, near, alike, repeats)\n--\n\n"
     "Smooths an image and leaves its edges."},
    {NULL, NULL, 0, NULL}};

static int execute(PyObject *module)
{
    if (offcy_runtime_join(module) < 0 || offcy_check_environment() < 0 || offcy_offload_join() < 0
        || make_constants() < 0)
        return -1;
    if (PyModule_AddFunctions(module, methods) < 0)
        return -1;
    return module_body();
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)execute},
    OFFCY_ONE_INTERPRETER
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "pw",
    .m_doc =
        "Kernels of numeric programs as one writes them for a GPU: all that is independent is parallel.",
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit_pw(void)
{
    return PyModuleDef_Init(&definition);
}
