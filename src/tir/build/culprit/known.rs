//! The C equivalents of Python's functions and modules.

/// What to write instead of something of Python's.
pub enum Instead {
    /// A function or constant of `libc.math`.
    Math(&'static str),
    /// A function of another module of declarations.
    Of(&'static str, &'static str),
    /// In words.
    Words(&'static str),
}

/// The attributes of a memoryview that C has.
pub fn is_of_view(name: &str) -> bool {
    matches!(
        name,
        "shape"
            | "strides"
            | "suboffsets"
            | "ndim"
            | "size"
            | "nbytes"
            | "itemsize"
            | "T"
            | "_data"
            | "is_c_contig"
            | "is_f_contig"
    )
}

const IN_LOOP: &str = "write a loop over the elements, with a C variable for the result";
const BY_INDEX: &str = "loop over the indices: `for j in range(n):`";
const ON_HOST: &str = "do this on the host, before or after the region";
const NO_ARRAYS: &str = "arrays cannot be made here: make the array before the region with a row for each iteration, or \
                         use a C array of a function that the loop calls";
const NO_RANDOM: &str = "fill an array with random numbers before the region and read it here, or compute them in a \
                         `cdef` function from the index (a counter-based generator)";
const CLOCK: &str = "read the clock before and after the region; `OFFCY_TRACE=1` and `offcy.trace()` say how long regions \
                     take";

/// The C equivalent of a Python builtin.
pub fn builtin(name: &str) -> Instead {
    match name {
        "print" => Instead::Of("libc.stdio", "printf"),
        "round" => Instead::Words(
            "`rint` of `libc.math` rounds halves to even, as Python does: `from libc.math cimport rint`; C's `round` \
             rounds them away from zero",
        ),
        "abs" | "sum" | "max" | "min" | "sorted" => Instead::Words(IN_LOOP),
        "any" | "all" => Instead::Words(
            "write a loop over the elements, with a C variable for the result; of a tuple or list of C numbers, C has it",
        ),
        "len" => Instead::Words(
            "find the length before: `cdef Py_ssize_t n = len(...)`; of a memoryview, `x.shape[0]` is one",
        ),
        "pow" => Instead::Words("write `x ** y`, or use `pow` of `libc.math`"),
        "divmod" => Instead::Words("write `x // y` and `x % y`"),
        "int" => {
            Instead::Words("`<long>x` is the whole part of a C number; convert objects before the region")
        }
        "float" => Instead::Words("convert objects before the region; `<double>x` converts a C number"),
        "bool" => Instead::Words("write `x != 0`"),
        "enumerate" | "zip" | "reversed" | "map" | "filter" | "iter" | "next" | "range" => {
            Instead::Words(BY_INDEX)
        }
        "isinstance" | "type" | "hasattr" | "getattr" | "setattr" | "callable" | "issubclass" => {
            Instead::Words(
                "ask for this before the region, and keep the answer in a C variable: `cdef bint is_float = ...`",
            )
        }
        "list" | "dict" | "set" | "tuple" | "bytearray" | "frozenset" => Instead::Words(NO_ARRAYS),
        "str" | "repr" | "format" | "chr" | "hex" | "bin" => Instead::Words(
            "make texts on the host, after the region; `printf` of `libc.stdio` prints C values",
        ),
        _ => Instead::Words(ON_HOST),
    }
}

/// The C equivalent of a name from a Python module.
pub fn of_module(module: &str, name: &str) -> Instead {
    let package = module.split('.').next().unwrap_or(module);
    let path = format!("{module}.{name}");
    if path.contains(".random") || package == "random" || package == "secrets" {
        return Instead::Words(NO_RANDOM);
    }
    if let (Some(known), "numpy" | "math" | "scipy" | "cmath" | "cupy" | "torch") = (math(name), package) {
        return Instead::Math(known);
    }
    match (package, name) {
        ("time" | "datetime" | "timeit", _) => Instead::Words(CLOCK),
        ("numpy", "abs") => Instead::Words("write `abs(...)`, which C has for numbers"),
        ("numpy", "maximum" | "minimum") => {
            Instead::Words("write `max(a, b)` or `min(a, b)`, which C has for numbers")
        }
        ("numpy", "clip") => Instead::Words("write `min(max(x, low), high)`, which C has for numbers"),
        ("numpy", "where") => Instead::Words("write `a if condition else b`"),
        ("numpy", "square") => Instead::Words("write `x * x`"),
        ("numpy" | "math", "degrees" | "rad2deg") => {
            Instead::Words("write `x * (180.0 / M_PI)`, with `from libc.math cimport M_PI`")
        }
        ("numpy" | "math", "radians" | "deg2rad") => {
            Instead::Words("write `x * (M_PI / 180.0)`, with `from libc.math cimport M_PI`")
        }
        ("numpy", "float64" | "double" | "float_") => Instead::Words("a cast does this in C: `<double>x`"),
        ("numpy", "float32" | "single") => Instead::Words("a cast does this in C: `<float>x`"),
        ("numpy", "int64" | "int_" | "intp") => Instead::Words("a cast does this in C: `<long>x`"),
        ("numpy", "int32" | "intc") => Instead::Words("a cast does this in C: `<int>x`"),
        (
            "numpy",
            "zeros" | "empty" | "ones" | "full" | "array" | "asarray" | "arange" | "linspace" | "zeros_like"
            | "empty_like" | "ones_like" | "copy",
        ) => Instead::Words(NO_ARRAYS),
        ("numpy" | "math", _) => Instead::Words(IN_LOOP),
        _ => Instead::Words("write it as a `cdef` function of this module, or call it before the region"),
    }
}

/// The name in `libc.math` of a function or constant of `math` or NumPy.
fn math(name: &str) -> Option<&'static str> {
    const SAME: &[&str] = &[
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "atan2",
        "sinh",
        "cosh",
        "tanh",
        "asinh",
        "acosh",
        "atanh",
        "exp",
        "exp2",
        "expm1",
        "log",
        "log2",
        "log10",
        "log1p",
        "sqrt",
        "cbrt",
        "fabs",
        "floor",
        "ceil",
        "trunc",
        "rint",
        "hypot",
        "fmod",
        "copysign",
        "nextafter",
        "ldexp",
        "isnan",
        "isinf",
        "isfinite",
        "erf",
        "erfc",
        "fmax",
        "fmin",
        "pow",
        "remainder",
        "fma",
    ];
    const OTHERS: &[(&str, &str)] = &[
        ("arcsin", "asin"),
        ("arccos", "acos"),
        ("arctan", "atan"),
        ("arctan2", "atan2"),
        ("arcsinh", "asinh"),
        ("arccosh", "acosh"),
        ("arctanh", "atanh"),
        ("absolute", "fabs"),
        ("power", "pow"),
        ("round", "rint"),
        ("around", "rint"),
        ("gamma", "tgamma"),
        ("gammaln", "lgamma"),
        ("lgamma", "lgamma"),
        ("pi", "M_PI"),
        ("e", "M_E"),
        ("inf", "INFINITY"),
        ("nan", "NAN"),
    ];
    let last = name.rsplit('.').next().unwrap_or(name);
    let other = OTHERS.iter().find(|(known, _)| *known == last).map(|(_, c)| *c);
    SAME.iter().find(|known| **known == last).copied().or(other)
}
