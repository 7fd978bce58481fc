//! The compiler's flags for the C of others.

use std::ffi::OsString;

use crate::emit::{ForeignC, ForeignKind};

/// For every C file of the module.
pub fn compile_flags(foreign: &ForeignC) -> Vec<OsString> {
    flags(foreign, |kind| match kind {
        ForeignKind::IncludeDirs => Some("-I"),
        ForeignKind::Macros => Some("-D"),
        ForeignKind::CompileArguments => Some(""),
        _ => None,
    })
}

/// Behind the object files.
pub fn link_flags(foreign: &ForeignC) -> Vec<OsString> {
    flags(foreign, |kind| match kind {
        ForeignKind::LibraryDirs => Some("-L"),
        ForeignKind::Libraries => Some("-l"),
        ForeignKind::LinkArguments => Some(""),
        _ => None,
    })
}

fn flags(foreign: &ForeignC, option: impl Fn(ForeignKind) -> Option<&'static str>) -> Vec<OsString> {
    let mut all = Vec::new();
    for setting in &foreign.settings {
        let Some(option) = option(setting.kind) else { continue };
        let flags = setting.values.iter().map(|value| format!("{option}{value}"));
        // Anything else would be taken for a file.
        all.extend(flags.filter(|flag| flag.starts_with('-')).map(OsString::from));
    }
    all
}
