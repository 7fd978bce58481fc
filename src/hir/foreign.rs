//! C that others wrote and that a module is built with: what comments at the head of a file say.

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
    /// `# offcy: sources = a.c`: compiled for the devices too.
    Sources,
    IncludeDirs,
    LibraryDirs,
    Libraries,
    /// `NAME` or `NAME=VALUE`
    Macros,
    CompileArguments,
    LinkArguments,
}

impl ForeignKind {
    pub fn of_distutils(name: &str) -> Option<ForeignKind> {
        Some(match name {
            "sources" => ForeignKind::HostSources,
            "include_dirs" => ForeignKind::IncludeDirs,
            "library_dirs" => ForeignKind::LibraryDirs,
            "libraries" => ForeignKind::Libraries,
            "define_macros" => ForeignKind::Macros,
            "extra_compile_args" => ForeignKind::CompileArguments,
            "extra_link_args" => ForeignKind::LinkArguments,
            _ => return None,
        })
    }
}

impl ForeignC {
    /// Whether C sources are given that devices get too.
    pub fn has_device_sources(&self) -> bool {
        self.settings.iter().any(|setting| setting.kind == ForeignKind::Sources)
    }
}

/// The values of a list as Cython reads it: `a b`, `a, b`, `['a', "b"]`.
pub fn list(text: &str) -> Vec<Name> {
    let inside = text.trim().trim_start_matches(['[', '(']).trim_end_matches([']', ')']);
    let words = inside.split(|c: char| c.is_whitespace() || c == ',');
    let bare = words.map(|word| word.trim_matches(['\'', '"', '(', ')']));
    bare.filter(|word| !word.is_empty()).map(Name::new).collect()
}

#[cfg(test)]
mod tests {
    use super::list;

    #[test]
    fn lists_as_cython_reads_them() {
        assert_eq!(list(" a.c b/c.c"), ["a.c", "b/c.c"]);
        assert_eq!(list("a.c, b.c"), ["a.c", "b.c"]);
        assert_eq!(list("['a.c', \"b.c\"]"), ["a.c", "b.c"]);
        assert!(list("  ").is_empty());
    }
}
