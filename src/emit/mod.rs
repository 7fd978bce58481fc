//! C source text from a validated module; no IO, deterministic to the byte.

/// A file that the back end wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmittedFile {
    /// Without a folder: `m.c`.
    pub name: String,
    pub text: String,
}

/// The C of one module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Emitted {
    pub files: Vec<EmittedFile>,
}
