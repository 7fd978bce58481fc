//! Names that nothing in the workspace declares.

/// Words of Cython that begin or modify declarations and blocks.
pub const CYTHON_WORDS: &[&str] = &[
    "api", "cdef", "cimport", "const", "cpdef", "ctypedef", "enum", "except", "extern", "fused", "gil",
    "include", "inline", "nogil", "noexcept", "packed", "public", "readonly", "sizeof", "struct", "union",
];

/// Python's methods of builtin classes that programs use most, in a line for each class.
const METHODS: &[(&str, &str)] = &[
    (
        "str",
        "capitalize casefold count encode endswith expandtabs find format index isalnum isalpha \
         isascii isdecimal isdigit isidentifier islower isnumeric isspace istitle isupper join \
         ljust lower lstrip partition removeprefix removesuffix replace rfind rindex rjust \
         rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper \
         zfill",
    ),
    (
        "bytes",
        "count decode endswith find hex index isalnum isalpha isdigit join lower lstrip partition \
         replace rfind rsplit rstrip split splitlines startswith strip translate upper",
    ),
    (
        "bytearray",
        "count decode endswith find hex index isalnum isalpha isdigit join lower lstrip partition \
         replace rfind rsplit rstrip split splitlines startswith strip translate upper",
    ),
    ("list", "append clear copy count extend index insert pop remove reverse sort"),
    (
        "set",
        "add clear copy difference difference_update discard intersection intersection_update \
         isdisjoint issubset issuperset pop remove symmetric_difference union update",
    ),
    ("tuple", "count index"),
    ("float", "as_integer_ratio conjugate hex imag is_integer real"),
    ("complex", "conjugate imag real"),
    ("range", "count index start step stop"),
    ("slice", "indices start step stop"),
    (
        "memoryview",
        "cast contiguous format hex itemsize nbytes ndim obj readonly release shape strides tobytes \
         tolist",
    ),
];

pub fn methods(class: &str) -> impl Iterator<Item = &'static str> {
    let of_class = METHODS.iter().filter(move |(name, _)| *name == class);
    of_class.flat_map(|(_, methods)| methods.split(' '))
}

/// What memoryviews have, each with its type.
pub const OF_VIEWS: &[(&str, &str)] = &[
    ("shape", "Py_ssize_t[8]"),
    ("strides", "Py_ssize_t[8]"),
    ("suboffsets", "Py_ssize_t[8]"),
    ("ndim", "int"),
    ("size", "Py_ssize_t"),
    ("nbytes", "Py_ssize_t"),
    ("itemsize", "Py_ssize_t"),
    ("base", "object"),
    ("T", "the same view with its axes reversed"),
    ("copy", "copy(): a contiguous copy in C's order"),
    ("copy_fortran", "copy_fortran(): a contiguous copy in Fortran's order"),
    ("is_c_contig", "is_c_contig()"),
    ("is_f_contig", "is_f_contig()"),
];

/// What `cython` has beside types and directives.
pub const OF_CYTHON: &[&str] = &[
    "address",
    "address_of",
    "annotation_typing",
    "array",
    "cast",
    "ccall",
    "cclass",
    "cfunc",
    "cmod",
    "compiled",
    "declare",
    "device",
    "exceptval",
    "final",
    "floating",
    "fused_type",
    "inline",
    "integral",
    "internal",
    "locals",
    "no_gc",
    "no_gc_clear",
    "nogil",
    "numeric",
    "operator",
    "overload",
    "parallel",
    "returns",
    "sizeof",
    "struct",
    "trashcan",
    "typeof",
    "ufunc",
    "union",
    "view",
];

/// The keywords of `parallel` and `prange`, each with what it says.
pub const CLAUSES: &[(&str, &str)] = &[
    ("device", "run on the device; the maps of what it needs: {} infers all"),
    ("device_num", "the device's number"),
    ("num_teams", "how many teams of threads"),
    ("thread_limit", "how many threads a team has at most"),
    ("collapse", "how many nested loops become one"),
    ("simd", "vector instructions for the iterations"),
    ("if_", "on the device only if this holds"),
    ("nogil", "release the GIL for the loop"),
    ("schedule", "'static', 'dynamic', 'guided' or 'runtime'"),
    ("chunksize", "how many iterations a thread gets at a time"),
    ("num_threads", "how many threads of the host"),
    ("use_threads_if", "threads only if this holds"),
];

/// What a map may be, with what it moves.
pub const MAPS: &[(&str, &str)] = &[
    ("to", "copied to the device before"),
    ("from", "copied to the host afterwards"),
    ("tofrom", "copied in both directions"),
    ("alloc", "memory on the device, and no copy"),
];

/// The calls of the dialect, as their manual shows them.
pub const CALLS: &[(&str, &str)] = &[
    (
        "prange",
        "prange(start, stop, step, *, device, nogil, schedule, chunksize, num_threads, use_threads_if, num_teams, thread_limit, collapse, simd, if_, device_num)",
    ),
    (
        "parallel",
        "parallel(*, device, num_threads, use_threads_if, num_teams, thread_limit, if_, device_num)",
    ),
    ("device", "device(maps)"),
    ("update", "update(maps)"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::scope::is_clause;

    #[test]
    fn clauses_are_those_of_the_dialect() {
        assert!(CLAUSES.iter().all(|(name, _)| is_clause(name)));
        let all = crate::syntax::scope::CLAUSES.iter().chain(crate::syntax::scope::HOST_CLAUSES);
        assert_eq!(CLAUSES.len(), all.count());
    }
}
