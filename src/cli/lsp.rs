//! `offcy lsp`: the language server.

use clap::Args;

use super::status::Status;
use crate::build;
use crate::driver::Installed;
use crate::lsp::{self, Environment};

pub const EXAMPLES: &str = "\
Examples:
  offcy lsp

Editors start it by themselves: docs/editors says how they are set up. It talks on the standard streams.";

/// Serve an editor: diagnostics while you type, inferred maps, types, fixes (Language Server Protocol)
#[derive(Args)]
pub struct Arguments {
    /// Use the standard streams, which is the default: some editors pass this option
    #[arg(long)]
    stdio: bool,
}

pub fn run(_: Arguments) -> Status {
    let environment = Environment {
        installed: |python| Installed::by(move || build::site_packages(python.as_deref(), &[])),
        pages: build::cache_folder().map(|folder| folder.join("explain")),
    };
    if lsp::serve(environment) { Status::Success } else { Status::Input }
}
