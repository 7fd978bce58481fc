//! Compiler directives (`# cython: boundscheck=False`), with their values at a place.

use super::{Level, PyClass};
use crate::base::Name;

/// The directives that change what code means, with Cython 3's defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directives {
    pub boundscheck: bool,
    pub wraparound: bool,
    pub cdivision: bool,
    /// Unless it is given, a power becomes C's where its result is converted to a C number at once.
    pub cpow: Option<bool>,
    pub nonecheck: bool,
    pub initializedcheck: bool,
    pub overflowcheck: bool,
    /// Annotations of variables and parameters are types.
    pub annotation_typing: bool,
    /// A parameter with a class as its type accepts `None`, unless it says otherwise.
    pub allow_none_for_extension_args: bool,
    /// The single argument of a function may be passed by name.
    pub always_allow_keywords: bool,
    pub embedsignature: bool,
    /// A C function without an exception clause drops exceptions, unless it returns an object.
    pub legacy_implicit_noexcept: bool,
    /// Operators of extension types are called like C slots: with the object on either side.
    pub c_api_binop_methods: bool,
    /// Objects of extension types can be pickled; if it is not given, where that is possible.
    pub auto_pickle: Option<bool>,
    pub binding: bool,
    /// `__test__` is built from docstrings with examples; also those of C functions; all docstrings.
    pub autotestdict: bool,
    pub autotestdict_cdef: bool,
    pub autotestdict_all: bool,
    /// `None`: Cython's safe inference; `Some(false)`: untyped locals are objects; `Some(true)`: C
    /// types wherever possible.
    pub infer_types: Option<bool>,
    /// `# offcy: fastmath=True`.
    pub fastmath: bool,
    /// `# offcy: ordered_sums=True`: each thread of a parallel loop adds in the order of its iterations.
    pub ordered_sums: bool,
    /// `# offcy: auto_context=True`: loops that offload repeatedly are put into a data context.
    pub auto_context: bool,
    /// `# offcy: device_blas=True`: devices have functions of SciPy's BLAS, as plain loops.
    pub device_blas: bool,
    /// Code after a jump is not compiled.
    pub remove_unreachable: bool,
    /// What traces lines (`sys.settrace`) sees functions and their lines.
    pub linetrace: bool,
    /// Profilers see calls of functions.
    pub profile: bool,
    /// Python may leave its GIL off when it imports the module.
    pub freethreading_compatible: bool,
    /// `language_level`, with what `from __future__ import` adds to it.
    pub level: Level,
    pub c_strings: CStrings,
    pub warnings: Warnings,
}

/// Which warnings are enabled: `warn.unreachable` and similar ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warnings {
    /// A variable that has a value only on some paths.
    pub maybe_uninitialized: bool,
    /// A variable that is not declared.
    pub undeclared: bool,
    pub unreachable: bool,
    /// A variable that nothing reads, a parameter, and a value that is replaced before anything reads it.
    pub unused: bool,
    pub unused_arg: bool,
    pub unused_result: bool,
}

impl Default for Warnings {
    fn default() -> Warnings {
        Warnings {
            maybe_uninitialized: false,
            undeclared: false,
            unreachable: true,
            unused: false,
            unused_arg: false,
            unused_result: false,
        }
    }
}

/// What C strings become in Python.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CStrings {
    /// `bytes`, `bytearray` or `str`.
    pub class: PyClass,
    /// The encoding of `str`, with Python's name; without one, C strings are not converted to `str`.
    pub encoding: Option<Name>,
}

impl CStrings {
    /// The encoding of a `str` that a C string can be converted from.
    pub fn encoding_of_str(&self) -> Option<&Name> {
        self.encoding.as_ref().filter(|name| matches!(name.as_str(), "ascii" | "utf8"))
    }
}

impl Default for Directives {
    fn default() -> Directives {
        Directives {
            boundscheck: true,
            wraparound: true,
            cdivision: false,
            cpow: None,
            nonecheck: false,
            initializedcheck: true,
            overflowcheck: false,
            annotation_typing: true,
            allow_none_for_extension_args: true,
            always_allow_keywords: true,
            embedsignature: false,
            legacy_implicit_noexcept: false,
            c_api_binop_methods: false,
            auto_pickle: None,
            binding: true,
            autotestdict: false,
            autotestdict_cdef: false,
            autotestdict_all: false,
            infer_types: None,
            fastmath: false,
            ordered_sums: false,
            remove_unreachable: true,
            auto_context: false,
            device_blas: false,
            linetrace: false,
            profile: false,
            freethreading_compatible: false,
            level: Level::THREE,
            c_strings: CStrings { class: PyClass::Bytes, encoding: None },
            warnings: Warnings::default(),
        }
    }
}

/// The result of setting a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetDirective {
    Done,
    /// Known to Cython, without effect on what offcy emits.
    Ignored,
    UnknownName,
    BadValue,
}

impl SetDirective {
    /// What is wrong with a directive that was set outside of a source, if anything.
    pub fn refusal(self, name: &str, value: &str) -> Option<String> {
        match self {
            SetDirective::Done | SetDirective::Ignored => None,
            SetDirective::UnknownName => Some(format!("there is no directive `{name}`")),
            SetDirective::BadValue => Some(format!("`{value}` is not a value for `{name}`")),
        }
    }
}

/// Directives that Cython does not have.
pub const OWN: &[&str] = &["fastmath", "ordered_sums", "auto_context", "device_blas"];

/// Directives of Cython that change nothing offcy emits.
const IGNORED: &[&str] = &[
    "callspec",
    "ccomplex",
    "control_flow.dot_annotate_defs",
    "control_flow.dot_output",
    "emit_code_comments",
    "fast_gil",
    "fast_getattr",
    // In either case, an error is reported where it arises.
    "overflowcheck.fold",
    "optimize.inline_defnode_calls",
    "optimize.unpack_method_calls",
    "optimize.use_switch",
    "show_performance_hints",
    "unraisable_tracebacks",
    "warn.multiple_declarators",
    "auto_cpdef",
    "formal_grammar",
    "iterable_coroutine",
    "subinterpreters_compatible",
];

/// Directives that change what is emitted.
const EFFECTIVE: &[&str] = &[
    "allow_none_for_extension_args",
    "always_allow_keywords",
    "annotation_typing",
    "auto_context",
    "auto_pickle",
    "autotestdict",
    "binding",
    "boundscheck",
    "c_api_binop_methods",
    "c_string_encoding",
    "c_string_type",
    "cdivision",
    "cpow",
    "device_blas",
    "embedsignature",
    "fastmath",
    "freethreading_compatible",
    "infer_types",
    "initializedcheck",
    "language_level",
    "legacy_implicit_noexcept",
    "linetrace",
    "nonecheck",
    "ordered_sums",
    "overflowcheck",
    "profile",
    "remove_unreachable",
    "warn.maybe_uninitialized",
    "warn.undeclared",
    "warn.unreachable",
    "warn.unused",
    "warn.unused_arg",
    "warn.unused_result",
    "wraparound",
];

/// Every directive, those first that have an effect.
pub fn directive_names() -> impl Iterator<Item = &'static str> {
    EFFECTIVE.iter().chain(IGNORED).copied()
}

/// Directives that apply to a whole module, including those whose names begin like these
/// (`autotestdict.all`).
const OF_MODULES: &[&str] = &[
    "autotestdict",
    "c_string_encoding",
    "c_string_type",
    "control_flow",
    "emit_code_comments",
    "fast_gil",
    "formal_grammar",
    "freethreading_compatible",
    "language_level",
    "legacy_implicit_noexcept",
    "subinterpreters_compatible",
];

/// Whether a directive can only be set for a whole module.
pub fn is_of_modules(name: &str) -> bool {
    let head = name.split('.').next().unwrap_or(name);
    OF_MODULES.contains(&head)
}

impl Directives {
    /// Whether the text is not a valid value in a source file for a directive that is `True` or `False`; a command
    /// line may use other words.
    pub fn is_other_word(&mut self, name: &str, value: &str) -> bool {
        self.is_flag(name) && !matches!(value.trim(), "True" | "False")
    }

    /// Sets the directive `name` from its text, as in a comment or on the command line.
    pub fn set(&mut self, name: &str, value: &str) -> SetDirective {
        let is_of_others = name == "warn" || name.starts_with("warn.") || name.starts_with("test_");
        if IGNORED.contains(&name) || is_of_others && !self.is_flag(name) {
            return SetDirective::Ignored;
        }
        let word = value.trim().trim_matches(['"', '\'']);
        match name {
            "language_level" => {
                let Some(level) = Level::named(word) else { return SetDirective::BadValue };
                self.level = level;
                return SetDirective::Done;
            }
            "c_string_type" => return self.set_c_string_type(word),
            "c_string_encoding" => {
                self.c_strings.encoding = encoding(word);
                return SetDirective::Done;
            }
            _ => {}
        }
        let Some(flag) = parse_flag(value) else {
            return if let Some(choice) = self.choice(name).filter(|_| value.trim() == "None") {
                *choice = None;
                SetDirective::Done
            } else if self.is_flag(name) {
                SetDirective::BadValue
            } else {
                SetDirective::UnknownName
            };
        };
        if let Some(choice) = self.choice(name) {
            *choice = Some(flag);
            return SetDirective::Done;
        }
        match self.flag(name) {
            Some(place) => {
                *place = flag;
                SetDirective::Done
            }
            None => SetDirective::UnknownName,
        }
    }

    fn set_c_string_type(&mut self, value: &str) -> SetDirective {
        self.c_strings.class = match value {
            "bytes" => PyClass::Bytes,
            "bytearray" => PyClass::ByteArray,
            "str" | "unicode" => PyClass::Str,
            _ => return SetDirective::BadValue,
        };
        SetDirective::Done
    }

    fn is_flag(&mut self, name: &str) -> bool {
        self.flag(name).is_some() || self.choice(name).is_some()
    }

    /// Directives that mean something else where they are not given.
    fn choice(&mut self, name: &str) -> Option<&mut Option<bool>> {
        match name {
            "auto_pickle" => Some(&mut self.auto_pickle),
            "cpow" => Some(&mut self.cpow),
            "infer_types" => Some(&mut self.infer_types),
            _ => None,
        }
    }

    fn flag(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "boundscheck" => &mut self.boundscheck,
            "wraparound" => &mut self.wraparound,
            "cdivision" => &mut self.cdivision,
            "nonecheck" => &mut self.nonecheck,
            "initializedcheck" => &mut self.initializedcheck,
            "overflowcheck" => &mut self.overflowcheck,
            "annotation_typing" => &mut self.annotation_typing,
            "allow_none_for_extension_args" => &mut self.allow_none_for_extension_args,
            "always_allow_keywords" => &mut self.always_allow_keywords,
            "embedsignature" => &mut self.embedsignature,
            "legacy_implicit_noexcept" => &mut self.legacy_implicit_noexcept,
            "binding" => &mut self.binding,
            "autotestdict" => &mut self.autotestdict,
            "autotestdict.cdef" => &mut self.autotestdict_cdef,
            "autotestdict.all" => &mut self.autotestdict_all,
            "c_api_binop_methods" => &mut self.c_api_binop_methods,
            "fastmath" => &mut self.fastmath,
            "ordered_sums" => &mut self.ordered_sums,
            "auto_context" => &mut self.auto_context,
            "device_blas" => &mut self.device_blas,
            "linetrace" => &mut self.linetrace,
            "profile" => &mut self.profile,
            "freethreading_compatible" => &mut self.freethreading_compatible,
            "remove_unreachable" => &mut self.remove_unreachable,
            "warn.maybe_uninitialized" => &mut self.warnings.maybe_uninitialized,
            "warn.undeclared" => &mut self.warnings.undeclared,
            "warn.unreachable" => &mut self.warnings.unreachable,
            "warn.unused" => &mut self.warnings.unused,
            "warn.unused_arg" => &mut self.warnings.unused_arg,
            "warn.unused_result" => &mut self.warnings.unused_result,
            _ => return None,
        })
    }
}

/// The values that a directive may have.
pub fn expected_value(name: &str) -> &'static str {
    match name {
        "c_string_type" => "expected `bytes`, `bytearray` or `str`",
        "language_level" => "expected `2` or `3`, alone on its line",
        _ => "expected `True` or `False`",
    }
}

fn encoding(name: &str) -> Option<Name> {
    let lower = name.to_ascii_lowercase();
    let usual = match lower.as_str() {
        "" => return None,
        "default" | "utf-8" | "utf8" => "utf8",
        "us-ascii" | "ascii" => "ascii",
        other => other,
    };
    Some(Name::new(usual))
}

fn parse_flag(value: &str) -> Option<bool> {
    match value.trim() {
        "True" | "true" | "1" => Some(true),
        "False" | "false" | "0" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_offered_can_be_set() {
        for name in directive_names() {
            assert_ne!(Directives::default().set(name, "True"), SetDirective::UnknownName, "{name}");
        }
    }
}
