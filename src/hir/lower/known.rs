//! Names that need no declaration: C's types, those of `cython`, Python's builtins.

use crate::hir::{FloatKind, IntKind, PartKind, PyClass, TypeName};

/// The C type that a plain name means, unless the module says otherwise.
pub fn basic_type(name: &str) -> Option<TypeName> {
    use TypeName::*;
    Some(match name {
        "void" => Void,
        "bint" => Bint,
        "char" => Int(IntKind::Char),
        "short" => Int(IntKind::Short),
        "int" => Int(IntKind::Int),
        "long" => Int(IntKind::Long),
        "unsigned" => Int(IntKind::UInt),
        "signed" => Int(IntKind::Int),
        "float" => Float(FloatKind::Float),
        "double" => Float(FloatKind::Double),
        "complex" => Complex(PartKind::DOUBLE),
        "Py_ssize_t" | "ssize_t" => Int(IntKind::SsizeT),
        "size_t" => Int(IntKind::SizeT),
        "ptrdiff_t" => Int(IntKind::PtrdiffT),
        "Py_hash_t" => Int(IntKind::HashT),
        "Py_UCS4" => Int(IntKind::Ucs4),
        "Py_UNICODE" => Int(IntKind::Unicode),
        "object" => Object(PyClass::Object),
        "str" | "unicode" => Object(PyClass::Str),
        "bytes" => Object(PyClass::Bytes),
        "tuple" => Object(PyClass::Tuple),
        "list" => Object(PyClass::List),
        "dict" => Object(PyClass::Dict),
        "set" => Object(PyClass::Set),
        _ => return None,
    })
}

/// The names that [`basic_type`] knows.
pub const TYPES: &[&str] = &[
    "void",
    "bint",
    "char",
    "short",
    "int",
    "long",
    "unsigned",
    "signed",
    "float",
    "double",
    "complex",
    "Py_ssize_t",
    "ssize_t",
    "size_t",
    "ptrdiff_t",
    "Py_hash_t",
    "Py_UCS4",
    "Py_UNICODE",
    "object",
    "str",
    "unicode",
    "bytes",
    "tuple",
    "list",
    "dict",
    "set",
];

/// An integer that the standard headers of C name.
pub fn standard_integer(c_name: &str) -> Option<IntKind> {
    Some(match c_name {
        "int8_t" => IntKind::Int8,
        "int16_t" => IntKind::Int16,
        "int32_t" => IntKind::Int32,
        "int64_t" => IntKind::Int64,
        "uint8_t" => IntKind::UInt8,
        "uint16_t" => IntKind::UInt16,
        "uint32_t" => IntKind::UInt32,
        "uint64_t" => IntKind::UInt64,
        "intptr_t" | "intmax_t" => IntKind::Long,
        "uintptr_t" | "uintmax_t" => IntKind::ULong,
        "ptrdiff_t" => IntKind::PtrdiffT,
        "size_t" => IntKind::SizeT,
        "ssize_t" | "Py_ssize_t" => IntKind::SsizeT,
        "Py_hash_t" => IntKind::HashT,
        _ => return None,
    })
}

/// Python's functions that Cython knows as C functions: it finds them in any module that does not declare the name.
pub const FOUND_IN_ANY_MODULE: [&str; 18] = [
    "abs",
    "callable",
    "chr",
    "delattr",
    "dir",
    "divmod",
    "getattr",
    "hasattr",
    "hash",
    "isinstance",
    "issubclass",
    "iter",
    "len",
    "next",
    "ord",
    "pow",
    "repr",
    "setattr",
];

/// The builtin class that a name means as a type: as a value it is Python's object of that name.
pub fn builtin_class(name: &str) -> Option<TypeName> {
    Some(TypeName::Object(match name {
        "basestring" => PyClass::Str,
        "bool" => PyClass::Bool,
        "bytearray" => PyClass::ByteArray,
        "frozendict" => PyClass::FrozenDict,
        "frozenset" => PyClass::FrozenSet,
        "memoryview" => PyClass::MemoryView,
        "range" => PyClass::Range,
        "slice" => PyClass::Slice,
        "type" => PyClass::Type,
        _ => return None,
    }))
}

/// The Python 3 name for a Python 2 name, as far as Cython still knows that.
pub fn todays(name: &str) -> &str {
    match name {
        "basestring" | "unicode" => "str",
        "getattr3" => "getattr",
        "raw_input" => "input",
        "unichr" => "chr",
        "xrange" => "range",
        other => other,
    }
}

/// The C type for words such as `unsigned long long`.
pub fn basic_words(words: &[&str]) -> Option<TypeName> {
    let count = |word: &str| words.iter().filter(|given| **given == word).count();
    let unsigned = count("unsigned") > 0;
    let longs = count("long");
    let floating = match (count("double"), count("float"), longs) {
        (0, 0, _) => None,
        (0, _, _) => Some(FloatKind::Float),
        (_, _, 0) => Some(FloatKind::Double),
        _ => Some(FloatKind::LongDouble),
    };
    if let Some(kind) = floating {
        return Some(if count("complex") > 0 {
            TypeName::Complex(PartKind::Float(kind))
        } else {
            TypeName::Float(kind)
        });
    }
    if count("Py_ssize_t") > 0 || count("ssize_t") > 0 {
        return Some(TypeName::Int(if unsigned { IntKind::SizeT } else { IntKind::SsizeT }));
    }
    let kind = match (count("char"), count("short"), longs, unsigned) {
        (1, _, _, true) => IntKind::UChar,
        (1, _, _, false) if count("signed") > 0 => IntKind::SChar,
        (1, _, _, false) => IntKind::Char,
        (_, 1, _, true) => IntKind::UShort,
        (_, 1, _, false) => IntKind::Short,
        (_, _, 1, true) => IntKind::ULong,
        (_, _, 1, false) => IntKind::Long,
        (_, _, 2, true) => IntKind::ULongLong,
        (_, _, 2, false) => IntKind::LongLong,
        (_, _, 0, true) => IntKind::UInt,
        (_, _, 0, false) => IntKind::Int,
        _ => return None,
    };
    Some(if count("complex") > 0 { TypeName::Complex(PartKind::Int(kind)) } else { TypeName::Int(kind) })
}

/// A type that `cython` declares; for `offcy`, types with a fixed width; for `cpython`, classes;
/// for `libcpp`, the only type that C has too.
pub fn module_type(module: &str, name: &str) -> Option<TypeName> {
    match module {
        "offcy" => fixed_width(name.strip_suffix("_t")?),
        "cython" => cython(name),
        "libcpp" if name == "bool" => Some(TypeName::Int(IntKind::Bool)),
        "cpython" | "cpython.bool" if name == "bool" => builtin_class(name),
        "cpython" if name == "complex" => Some(TypeName::Object(PyClass::Complex)),
        "cpython" | "cpython.type" if name == "type" => builtin_class(name),
        _ => None,
    }
}

fn fixed_width(name: &str) -> Option<TypeName> {
    let kind = match name {
        "int8" => IntKind::Int8,
        "int16" => IntKind::Int16,
        "int32" => IntKind::Int32,
        "int64" => IntKind::Int64,
        "uint8" => IntKind::UInt8,
        "uint16" => IntKind::UInt16,
        "uint32" => IntKind::UInt32,
        "uint64" => IntKind::UInt64,
        _ => return None,
    };
    Some(TypeName::Int(kind))
}

fn cython(name: &str) -> Option<TypeName> {
    Some(match name {
        "longlong" => TypeName::Int(IntKind::LongLong),
        "ulonglong" => TypeName::Int(IntKind::ULongLong),
        "schar" => TypeName::Int(IntKind::SChar),
        "ushort" => TypeName::Int(IntKind::UShort),
        "uint" => TypeName::Int(IntKind::UInt),
        "ulong" => TypeName::Int(IntKind::ULong),
        "uchar" => TypeName::Int(IntKind::UChar),
        "floatcomplex" => TypeName::Complex(PartKind::FLOAT),
        "doublecomplex" => TypeName::Complex(PartKind::DOUBLE),
        "longdouble" => TypeName::Float(FloatKind::LongDouble),
        // Python's own, where `int` is C's.
        "py_int" => TypeName::Object(PyClass::Int),
        "py_float" => TypeName::Object(PyClass::Float),
        "py_bool" => TypeName::Object(PyClass::Bool),
        "py_complex" => TypeName::Object(PyClass::Complex),
        other => return basic_type(other).or_else(|| builtin_class(other)),
    })
}

/// The pointer depth of `pp_int` of `cython`, and its target.
pub fn pointer_type(name: &str) -> Option<(usize, &str)> {
    let (pointers, to) = name.split_once('_')?;
    let is_pointer = matches!(pointers, "p" | "pp" | "ppp");
    is_pointer.then_some((pointers.len(), to))
}

/// Python's builtins that code may use without an import, except exceptions.
const BUILTINS: &[&str] = &[
    "abs",
    "aiter",
    "all",
    "anext",
    "any",
    "ascii",
    "bin",
    "bool",
    "breakpoint",
    "bytearray",
    "bytes",
    "callable",
    "chr",
    "classmethod",
    "compile",
    "complex",
    "copyright",
    "credits",
    "delattr",
    "dict",
    "dir",
    "divmod",
    "enumerate",
    "eval",
    "exec",
    "exit",
    "filter",
    "float",
    "format",
    "frozendict",
    "frozenset",
    "getattr",
    "globals",
    "hasattr",
    "hash",
    "help",
    "hex",
    "id",
    "input",
    "int",
    "isinstance",
    "issubclass",
    "iter",
    "len",
    "license",
    "list",
    "locals",
    "map",
    "max",
    "memoryview",
    "min",
    "next",
    "object",
    "oct",
    "open",
    "ord",
    "pow",
    "print",
    "property",
    "quit",
    "range",
    "repr",
    "reversed",
    "round",
    "set",
    "setattr",
    "slice",
    "sorted",
    "staticmethod",
    "str",
    "sum",
    "super",
    "tuple",
    "type",
    "vars",
    "zip",
    // These are now in other modules: the runtime knows which.
    "intern",
    "reload",
    "__import__",
    "NotImplemented",
    "Ellipsis",
    "__build_class__",
    "__debug__",
    "__name__",
    "__file__",
    "__doc__",
    "__package__",
    "__spec__",
    "__loader__",
    "__path__",
    "__builtins__",
];

/// Python's builtin exceptions.
const EXCEPTIONS: &[&str] = &[
    "ArithmeticError",
    "AssertionError",
    "AttributeError",
    "BaseException",
    "BaseExceptionGroup",
    "BlockingIOError",
    "BrokenPipeError",
    "BufferError",
    "BytesWarning",
    "ChildProcessError",
    "ConnectionAbortedError",
    "ConnectionError",
    "ConnectionRefusedError",
    "ConnectionResetError",
    "DeprecationWarning",
    "EOFError",
    "EncodingWarning",
    "EnvironmentError",
    "Exception",
    "ExceptionGroup",
    "FileExistsError",
    "FileNotFoundError",
    "FloatingPointError",
    "FutureWarning",
    "GeneratorExit",
    "IOError",
    "ImportError",
    "ImportWarning",
    "IndentationError",
    "IndexError",
    "InterruptedError",
    "IsADirectoryError",
    "KeyError",
    "KeyboardInterrupt",
    "LookupError",
    "MemoryError",
    "ModuleNotFoundError",
    "NameError",
    "NotADirectoryError",
    "NotImplementedError",
    "OSError",
    "OverflowError",
    "PendingDeprecationWarning",
    "PermissionError",
    "ProcessLookupError",
    "PythonFinalizationError",
    "RecursionError",
    "ReferenceError",
    "ResourceWarning",
    "RuntimeError",
    "RuntimeWarning",
    "StopAsyncIteration",
    "StopIteration",
    "SyntaxError",
    "SyntaxWarning",
    "SystemError",
    "SystemExit",
    "TabError",
    "TimeoutError",
    "TypeError",
    "UnboundLocalError",
    "UnicodeDecodeError",
    "UnicodeEncodeError",
    "UnicodeError",
    "UnicodeTranslateError",
    "UnicodeWarning",
    "UserWarning",
    "ValueError",
    "Warning",
    "WindowsError",
    "ZeroDivisionError",
];

/// Every name that Python knows without an import.
pub fn builtins<'a>() -> impl Iterator<Item = &'a str> {
    BUILTINS.iter().chain(EXCEPTIONS).copied()
}

pub fn is_builtin(name: &str) -> bool {
    builtins().any(|known| known == name)
}

/// Whether a builtin is an exception class.
pub fn is_exception(name: &str) -> bool {
    EXCEPTIONS.contains(&name)
}
