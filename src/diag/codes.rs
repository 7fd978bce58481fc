//! The registry of diagnostic codes.
//!
//! Families by their first two digits: 00 syntax, 01 names, 02 types, 03 buffers, 04 GIL, 05 what a
//! region may hold, 06 maps and aliasing, 07 directives, 08 toolchain and files, 09 internal,
//! 10 performance advice. A code is never reused. Each has a page `explain/OFCnnnn.md`, included
//! here: a missing page breaks the build.

/// A diagnostic code such as `OFC0601`; only the registry makes one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(&'static str);

impl Code {
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// A code with its title and its page (Markdown).
#[derive(Debug)]
pub struct CodeInfo {
    pub code: Code,
    pub title: &'static str,
    pub page: &'static str,
}

macro_rules! codes {
    ($($name:ident = $code:literal, $title:literal;)*) => {
        $(#[doc = $title] pub const $name: Code = Code($code);)*

        /// Every code, in the order of the numbers.
        pub const ALL: &[CodeInfo] = &[$(CodeInfo {
            code: $name,
            title: $title,
            page: include_str!(concat!("../../explain/", $code, ".md")),
        },)*];
    };
}

codes! {
    SYNTAX_ERROR = "OFC0001", "the text is not valid Cython";
    NOT_UTF8 = "OFC0002", "the file is not valid UTF-8";
    NESTED_TOO_DEEPLY = "OFC0003", "the code is nested too deeply";
    UNREACHABLE = "OFC0004", "a statement that nothing reaches";
    USELESS_SEMICOLON = "OFC0005", "a semicolon that separates nothing";
    EMPTY_RANGE = "OFC0006", "a loop over a range that is empty";
    NOT_YET_SUPPORTED = "OFC0010", "a part of Cython that offcy does not compile yet";
    CPLUSPLUS = "OFC0011", "C++ is not in the dialect";
    NO_CYTHON = "OFC0012", "a part of the dialect that Cython has no words for";
    UNKNOWN_NAME = "OFC0101", "a name is not defined";
    UNKNOWN_TYPE = "OFC0102", "a type is not defined";
    UNKNOWN_CIMPORT = "OFC0103", "a cimport of something that offcy has no declarations of";
    REDECLARED = "OFC0104", "a name is declared twice";
    NOT_AS_DECLARED = "OFC0105", "a function does not match its declaration";
    NO_VALUE = "OFC0106", "a variable is read before it has a value";
    UNDECLARED = "OFC0107", "a variable that no declaration names";
    NOEXCEPT_IGNORED = "OFC0108", "`noexcept` of a function that returns a Python object";
    UNUSED = "OFC0109", "a variable or a value that nothing reads";
    CANNOT_CONVERT = "OFC0201", "a value cannot become the type that its place needs";
    BAD_OPERANDS = "OFC0202", "an operator or call does not take these types";
    ARGUMENT_COUNT = "OFC0203", "a function is called with the wrong number of arguments";
    NO_ATTRIBUTE = "OFC0204", "a C value has no such attribute";
    BAD_TYPE = "OFC0205", "an invalid type";
    NOT_ASSIGNABLE = "OFC0206", "something that cannot be assigned to";
    BAD_FUSED_TYPE = "OFC0207", "a fused type that is invalid, or not allowed where it is used";
    NO_SPECIALISATION = "OFC0208", "it is not clear which specialisation of a function is meant";
    LITERAL_WRAPS = "OFC0209", "a number that its type does not hold wraps around";
    CONST_DROPPED = "OFC0210", "a pointer loses its `const`";
    UNSAFE_POINTER = "OFC0211", "a pointer into an object that only a variable of the module keeps";
    TOO_MANY_INDICES = "OFC0301", "more indices than the memoryview has dimensions";
    NOT_CONFORMABLE = "OFC0302", "a memoryview of another layout or element type";
    READ_ONLY_VIEW = "OFC0303", "a write through a const memoryview";
    NEGATIVE_INDEX = "OFC0304", "a negative index where `wraparound` is off";
    NEEDS_GIL = "OFC0401", "an operation on Python objects without the GIL";
    GIL_HELD = "OFC0402", "a parallel block or loop while the GIL is held";
    GIL_STATE = "OFC0403", "the GIL is already in the requested state";
    OBJECT_ON_DEVICE = "OFC0501", "a Python object in device code";
    JUMP_OUT_OF_REGION = "OFC0502", "a jump out of a parallel loop on a device";
    NESTED_REGION = "OFC0503", "a region or data context inside device code";
    NOT_YET_ON_DEVICE = "OFC0504", "a construct that offcy does not run on a device yet";
    GIL_ON_DEVICE = "OFC0505", "the GIL is taken in device code";
    HOST_FUNCTION_ON_DEVICE = "OFC0506", "a function that cannot run on a device";
    CLAUSE_IGNORED = "OFC0507", "a clause without meaning on a device";
    RACE = "OFC0508", "iterations of a parallel loop race on an element";
    GLOBAL_WRITTEN_ON_DEVICE = "OFC0509", "a global is assigned in device code";
    CANNOT_COLLAPSE = "OFC0510", "loops that cannot be collapsed as asked";
    RAISE_ON_DEVICE = "OFC0511", "an exception that device code cannot raise";
    ORDER_IS_OPEN = "OFC0512", "iterations of a parallel loop use what others write";
    FIELD_WRITTEN_ON_DEVICE = "OFC0513", "a field of an object is assigned in an offload region";
    READ_BEFORE_ASSIGNED = "OFC0514", "an iteration of a parallel loop reads a variable before it assigns it";
    ASSIGNED_IN_SOME = "OFC0515", "only some iterations assign a variable that is read after the loop";
    RECURSION_ON_DEVICE = "OFC0516", "a function that calls itself in device code";
    BAD_CLAUSE = "OFC0520", "a parallel construct is used incorrectly";
    READS_REDUCTION = "OFC0521", "a reduction variable is read in its loop";
    MIXED_REDUCTION = "OFC0522", "a variable is reduced with several operators";
    SERIAL_REGION = "OFC0523", "an offload region without a parallel loop";
    COUNTER_ASSIGNED = "OFC0524", "the variable of a parallel loop is assigned in the loop";
    UNBOUNDED_POINTER = "OFC0601", "a pointer whose extent is unknown";
    LOST_WRITES = "OFC0602", "a map that loses what the region writes";
    GARBAGE_BACK = "OFC0603", "a map that brings unwritten elements back";
    GARBAGE_READ = "OFC0604", "a map that leaves what the region reads unset";
    UNUSED_ENTRY = "OFC0605", "a map entry for what the region does not use";
    DUPLICATE_ENTRY = "OFC0606", "a variable is mapped twice";
    UNMAPPABLE_ENTRY = "OFC0607", "a map entry for what cannot be mapped";
    STALE_ON_HOST = "OFC0608", "host code reads what is newer on the device";
    STALE_ON_DEVICE = "OFC0609", "a region reads what is newer on the host";
    OVERWRITTEN_ON_HOST = "OFC0610", "a data context overwrites what host code writes";
    PARTIAL_OVERLAP = "OFC0611", "views of a region that overlap in part";
    HOST_POINTER = "OFC0612", "a host address followed in device code";
    SHOWN_BY_VALUE = "OFC0613", "a variable that a region copies, and writes through a view";
    UNUSED_CONTEXT = "OFC0614", "a data context in which nothing uses a device";
    BAD_MAP_ENTRY = "OFC0620", "an entry of a device clause that is not a map";
    BAD_DIRECTIVE = "OFC0701", "a directive that is unknown or has no such value";
    UNREADABLE_FILE = "OFC0801", "a source file cannot be read";
    BAD_MODULE_NAME = "OFC0802", "the file's name is not a valid module name";
    CANNOT_WRITE = "OFC0803", "an output file cannot be written";
    NO_COMPILER = "OFC0811", "no C compiler was found that works";
    NO_OFFLOAD = "OFC0812", "no compiler was found that builds for the device";
    NO_PYTHON = "OFC0813", "no usable Python was found";
    NO_PYTHON_HEADERS = "OFC0814", "Python's C headers are missing";
    HEADER_NOT_FOUND = "OFC0815", "a C header is not found";
    COMPILER_FAILED = "OFC0816", "the C compiler could not do its work";
    FOREIGN_C = "OFC0817", "C that a module is built with is missing or does not compile";
    BAD_VARIABLE = "OFC0818", "a variable of the environment makes no sense";
    NOTHING_WATCHED = "OFC0819", "a module for the limited API whose functions nothing can watch";
    INTERNAL = "OFC0901", "a bug in offcy";
    RESENT_EACH_ROUND = "OFC1001", "data is sent again in every iteration of a loop";
}

/// Looks a code up by its text, in any letter case.
pub fn find(code: &str) -> Option<&'static CodeInfo> {
    ALL.iter().find(|info| info.code.as_str().eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_ordered_and_explained() {
        for pair in ALL.windows(2) {
            assert!(pair[0].code < pair[1].code, "{} before {}", pair[0].code, pair[1].code);
        }
        for info in ALL {
            let heading = format!("# {}: {}", info.code, info.title);
            assert_eq!(info.page.lines().next(), Some(heading.as_str()));
        }
    }
}
