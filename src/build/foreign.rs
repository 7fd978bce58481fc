//! The compiler's flags for foreign C.

use std::ffi::OsString;

use crate::emit::{ForeignC, ForeignKind};

/// For every C file of the module. `-U` wins over any definition.
pub fn compile_flags(foreign: &ForeignC) -> Vec<OsString> {
    let mut all = flags(foreign, |kind| match kind {
        ForeignKind::IncludeDirs => Some("-I"),
        ForeignKind::Macros => Some("-D"),
        _ => None,
    });
    all.extend(flags(foreign, |kind| (kind == ForeignKind::UndefinedMacros).then_some("-U")));
    all.extend(flags(foreign, |kind| (kind == ForeignKind::CompileArguments).then_some("")));
    all
}

/// After the module's object files. Libraries come last: what stands before them uses them.
pub fn link_flags(foreign: &ForeignC) -> Vec<OsString> {
    let mut all = flags(foreign, |kind| match kind {
        ForeignKind::Objects | ForeignKind::LinkArguments => Some(""),
        ForeignKind::LibraryDirs => Some("-L"),
        ForeignKind::RuntimeLibraryDirs => Some("-Wl,-rpath,"),
        _ => None,
    });
    all.extend(flags(foreign, |kind| (kind == ForeignKind::Libraries).then_some("-l")));
    all
}

/// Each value is one unchanged argument: the value of an option may be the next one.
fn flags(foreign: &ForeignC, option: impl Fn(ForeignKind) -> Option<&'static str>) -> Vec<OsString> {
    let mut all = Vec::new();
    for setting in &foreign.settings {
        let Some(option) = option(setting.kind) else { continue };
        all.extend(setting.values.iter().map(|value| OsString::from(format!("{option}{value}"))));
    }
    all
}
