//! `offcy explain`: the page of a diagnostic code.

use std::fmt::Write;

use clap::Args;

use super::console;
use super::status::Status;
use crate::diag::{CodeInfo, codes};

pub const EXAMPLES: &str = "\
Examples:
  offcy explain OFC0601
  offcy explain 601
  offcy explain --list";

/// Explain a diagnostic code: what it means, an example, the way out
#[derive(Args)]
pub struct Arguments {
    /// A code as diagnostics show it; `OFC` and leading zeros may be left out
    #[arg(value_name = "CODE", required_unless_present = "list", value_parser = code)]
    code: Option<&'static CodeInfo>,
    /// List every code with its title
    #[arg(long, conflicts_with = "code")]
    list: bool,
}

pub fn run(arguments: Arguments) -> Status {
    match arguments.code {
        Some(info) => console::print(info.page),
        None => console::print(&list()),
    }
}

fn list() -> String {
    codes::ALL.iter().fold(String::new(), |mut list, info| {
        let _ = writeln!(list, "{}  {}", info.code, info.title);
        list
    })
}

fn code(text: &str) -> Result<&'static CodeInfo, String> {
    let digits = text.trim().trim_start_matches(['o', 'O', 'f', 'F', 'c', 'C']);
    codes::find(&format!("OFC{digits:0>4}"))
        .ok_or_else(|| "there is no such code; `offcy explain --list` shows them all".to_string())
}
