//! What offcy knows of the C library, NumPy and Python without reading a file of the user's: declarations in
//! the dialect itself, read by the same code as anybody's `.pxd`.

macro_rules! library {
    ($($module:literal, $file:literal;)*) => {
        const LIBRARY: &[(&str, &str)] = &[$(($module, include_str!(concat!("library/", $file))),)*];
    };
}

library! {
    "libc.ctype", "libc/ctype.pxd";
    "libc.errno", "libc/errno.pxd";
    "libc.float", "libc/float.pxd";
    "libc.limits", "libc/limits.pxd";
    "libc.math", "libc/math.pxd";
    "libc.stddef", "libc/stddef.pxd";
    "libc.stdint", "libc/stdint.pxd";
    "libc.stdio", "libc/stdio.pxd";
    "libc.stdlib", "libc/stdlib.pxd";
    "libc.string", "libc/string.pxd";
    "libc.time", "libc/time.pxd";
    "cpython.mem", "cpython/mem.pxd";
    "numpy", "numpy.pxd";
    "openmp", "openmp.pxd";
}

/// The declarations of a module that offcy knows.
pub fn library(module: &str) -> Option<&'static str> {
    LIBRARY.iter().find(|(name, _)| *name == module).map(|(_, text)| *text)
}

/// The modules that [`library`] knows.
pub fn library_modules() -> impl Iterator<Item = &'static str> {
    LIBRARY.iter().map(|(name, _)| *name)
}
