//! What offcy knows about the C library, NumPy and Python without reading a user's file: declarations in the
//! dialect itself, read by the same code as any `.pxd`.

macro_rules! library {
    ($($module:literal, $file:literal;)*) => {
        const LIBRARY: &[(&str, &str)] = &[$(($module, include_str!(concat!("library/", $file))),)*];
    };
}

library! {
    "cpython", "cpython/__init__.pxd";
    "cpython.array", "cpython/array.pxd";
    "cpython.bool", "cpython/bool.pxd";
    "cpython.buffer", "cpython/buffer.pxd";
    "cpython.bytearray", "cpython/bytearray.pxd";
    "cpython.bytes", "cpython/bytes.pxd";
    "cpython.cellobject", "cpython/cellobject.pxd";
    "cpython.ceval", "cpython/ceval.pxd";
    "cpython.codecs", "cpython/codecs.pxd";
    "cpython.complex", "cpython/complex.pxd";
    "cpython.contextvars", "cpython/contextvars.pxd";
    "cpython.conversion", "cpython/conversion.pxd";
    "cpython.datetime", "cpython/datetime.pxd";
    "cpython.descr", "cpython/descr.pxd";
    "cpython.dict", "cpython/dict.pxd";
    "cpython.exc", "cpython/exc.pxd";
    "cpython.fileobject", "cpython/fileobject.pxd";
    "cpython.float", "cpython/float.pxd";
    "cpython.frozendict", "cpython/frozendict.pxd";
    "cpython.function", "cpython/function.pxd";
    "cpython.genobject", "cpython/genobject.pxd";
    "cpython.getargs", "cpython/getargs.pxd";
    "cpython.instance", "cpython/instance.pxd";
    "cpython.int", "cpython/int.pxd";
    "cpython.iterator", "cpython/iterator.pxd";
    "cpython.iterobject", "cpython/iterobject.pxd";
    "cpython.list", "cpython/list.pxd";
    "cpython.long", "cpython/long.pxd";
    "cpython.longintrepr", "cpython/longintrepr.pxd";
    "cpython.mapping", "cpython/mapping.pxd";
    "cpython.marshal", "cpython/marshal.pxd";
    "cpython.mem", "cpython/mem.pxd";
    "cpython.memoryview", "cpython/memoryview.pxd";
    "cpython.method", "cpython/method.pxd";
    "cpython.module", "cpython/module.pxd";
    "cpython.number", "cpython/number.pxd";
    "cpython.object", "cpython/object.pxd";
    "cpython.pycapsule", "cpython/pycapsule.pxd";
    "cpython.pylifecycle", "cpython/pylifecycle.pxd";
    "cpython.pyport", "cpython/pyport.pxd";
    "cpython.pystate", "cpython/pystate.pxd";
    "cpython.pythread", "cpython/pythread.pxd";
    "cpython.ref", "cpython/ref.pxd";
    "cpython.sentinel", "cpython/sentinel.pxd";
    "cpython.sequence", "cpython/sequence.pxd";
    "cpython.set", "cpython/set.pxd";
    "cpython.slice", "cpython/slice.pxd";
    "cpython.time", "cpython/time.pxd";
    "cpython.tuple", "cpython/tuple.pxd";
    "cpython.type", "cpython/type.pxd";
    "cpython.unicode", "cpython/unicode.pxd";
    "cpython.version", "cpython/version.pxd";
    "cpython.weakref", "cpython/weakref.pxd";
    "cython.view", "cython/view.pxd";
    "libc.complex", "libc/complex.pxd";
    "libc.ctype", "libc/ctype.pxd";
    "libc.errno", "libc/errno.pxd";
    "libc.float", "libc/float.pxd";
    "libc.limits", "libc/limits.pxd";
    "libc.locale", "libc/locale.pxd";
    "libc.math", "libc/math.pxd";
    "libc.setjmp", "libc/setjmp.pxd";
    "libc.signal", "libc/signal.pxd";
    "libc.stdbool", "libc/stdbool.pxd";
    "libc.stddef", "libc/stddef.pxd";
    "libc.stdint", "libc/stdint.pxd";
    "libc.stdio", "libc/stdio.pxd";
    "libc.stdlib", "libc/stdlib.pxd";
    "libc.string", "libc/string.pxd";
    "libc.threads", "libc/threads.pxd";
    "libc.time", "libc/time.pxd";
    "numpy", "numpy.pxd";
    "numpy.math", "numpy/math.pxd";
    "openmp", "openmp.pxd";
    "posix.dlfcn", "posix/dlfcn.pxd";
    "posix.fcntl", "posix/fcntl.pxd";
    "posix.ioctl", "posix/ioctl.pxd";
    "posix.mman", "posix/mman.pxd";
    "posix.resource", "posix/resource.pxd";
    "posix.select", "posix/select.pxd";
    "posix.signal", "posix/signal.pxd";
    "posix.stat", "posix/stat.pxd";
    "posix.stdio", "posix/stdio.pxd";
    "posix.stdlib", "posix/stdlib.pxd";
    "posix.strings", "posix/strings.pxd";
    "posix.time", "posix/time.pxd";
    "posix.types", "posix/types.pxd";
    "posix.uio", "posix/uio.pxd";
    "posix.unistd", "posix/unistd.pxd";
    "posix.wait", "posix/wait.pxd";
}

/// The declarations of a module that offcy knows.
pub fn library(module: &str) -> Option<&'static str> {
    LIBRARY.iter().find(|(name, _)| *name == module).map(|(_, text)| *text)
}

/// The modules that [`library`] knows.
pub fn library_modules() -> impl Iterator<Item = &'static str> {
    LIBRARY.iter().map(|(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use crate::source::{SourceFile, SourceMap};

    #[test]
    fn nothing_is_to_be_said_about_the_library() {
        for module in super::library_modules() {
            let text = super::library(module).unwrap_or_default();
            let file = SourceMap::default().add(SourceFile::new("library.pxd", text.to_string()));
            let parse = crate::syntax::parse(file, text);
            assert!(parse.diagnostics.is_empty() && !parse.has_errors(), "{module}: {:?}", parse.diagnostics);
        }
    }
}
