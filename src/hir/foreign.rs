//! Foreign C that a module is built with: the settings in comments at the head of a file.

use crate::base::Name;
use crate::source::Span;

/// The settings of a module and of the `.pxd` files that it reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForeignC {
    pub settings: Vec<ForeignSetting>,
}

/// `# distutils: libraries = m z`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignSetting {
    pub kind: ForeignKind,
    pub values: Vec<Name>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForeignKind {
    /// `# distutils: sources = a.c`
    HostSources,
    /// `# offcy: sources = a.c`: also compiled for the devices.
    Sources,
    IncludeDirs,
    LibraryDirs,
    /// Also used when the module is loaded.
    RuntimeLibraryDirs,
    Libraries,
    /// `NAME` or `NAME=VALUE`
    Macros,
    UndefinedMacros,
    /// Object files and static libraries.
    Objects,
    CompileArguments,
    LinkArguments,
}

impl ForeignKind {
    pub fn of_distutils(name: &str) -> Option<ForeignKind> {
        Some(match name {
            "sources" => ForeignKind::HostSources,
            "include_dirs" => ForeignKind::IncludeDirs,
            "library_dirs" => ForeignKind::LibraryDirs,
            "runtime_library_dirs" => ForeignKind::RuntimeLibraryDirs,
            "libraries" => ForeignKind::Libraries,
            "define_macros" => ForeignKind::Macros,
            "undef_macros" => ForeignKind::UndefinedMacros,
            "extra_objects" => ForeignKind::Objects,
            "extra_compile_args" => ForeignKind::CompileArguments,
            "extra_link_args" => ForeignKind::LinkArguments,
            _ => return None,
        })
    }
}

impl ForeignC {
    /// Whether there are C sources that are also for devices.
    pub fn has_device_sources(&self) -> bool {
        self.settings.iter().any(|setting| setting.kind == ForeignKind::Sources)
    }
}

/// The values of a list as Cython reads it: `a b`, `[a, b]`, with quotes around values that contain spaces or commas. A
/// comma after a value of a list without brackets is dropped.
pub fn list(text: &str) -> Vec<Name> {
    let text = text.trim();
    let inside = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let is_end = |c: char| if inside.is_some() { c == ',' } else { c.is_whitespace() };
    let mut values = Vec::new();
    let mut value = String::new();
    let mut quote = None;
    for c in inside.unwrap_or(text).chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            None if is_end(c) => {
                values.push(std::mem::take(&mut value));
                continue;
            }
            _ => {}
        }
        value.push(c);
    }
    values.push(value);
    let bare = values.iter().map(|value| unquoted(value.trim().trim_end_matches(',')));
    bare.filter(|value| !value.is_empty()).map(Name::new).collect()
}

/// A value that is quoted as a whole, without its quotes; others are unchanged.
fn unquoted(value: &str) -> &str {
    let inside = |quote: char| {
        let inside = value.strip_prefix(quote)?.strip_suffix(quote)?;
        (!inside.contains(quote)).then_some(inside)
    };
    inside('"').or_else(|| inside('\'')).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::list;

    #[test]
    fn lists_as_cython_reads_them() {
        assert_eq!(list(" a.c b/c.c"), ["a.c", "b/c.c"]);
        assert_eq!(list("['a.c', \"b.c\"]"), ["a.c", "b.c"]);
        assert_eq!(list("[ -a,, -b ]"), ["-a", "-b"]);
        assert_eq!(list("A B=2 'D=\"e f\"'"), ["A", "B=2", "D=\"e f\""]);
        assert_eq!(list("-I 'my dir'  -DX -DF(x)=x"), ["-I", "my dir", "-DX", "-DF(x)=x"]);
        assert_eq!(list("['-include', 'c f.h']"), ["-include", "c f.h"]);
        assert_eq!(list("-Wl,-rpath,/x -L dir"), ["-Wl,-rpath,/x", "-L", "dir"]);
        assert!(list("  ").is_empty() && list("[]").is_empty() && list("[").len() == 1);
    }

    /// Cython treats the comma as part of the name, or fails.
    #[test]
    fn lists_that_cython_does_not_read() {
        assert_eq!(list("a.c, b.c"), ["a.c", "b.c"]);
        assert_eq!(list("'a', 'b' ,"), ["a", "b"]);
        assert_eq!(list("-DTEXT=\"a b\" -O2"), ["-DTEXT=\"a b\"", "-O2"]);
        assert_eq!(list("-DA='b"), ["-DA='b"]);
    }
}
