//! Arguments that several commands share.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::driver::Options;
use crate::hir::{Directives, SetDirective};
use crate::render::MessageFormat;

/// How diagnostics are printed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Format {
    /// Source excerpts with the places marked
    Human,
    /// One line each: `file:line:column: error[OFC0601]: message`
    Short,
    /// One JSON object a line
    Json,
    /// One SARIF 2.1.0 document
    Sarif,
}

impl From<Format> for MessageFormat {
    fn from(format: Format) -> MessageFormat {
        match format {
            Format::Human => MessageFormat::Human,
            Format::Short => MessageFormat::Short,
            Format::Json => MessageFormat::Json,
            Format::Sarif => MessageFormat::Sarif,
        }
    }
}

#[derive(Args)]
pub struct FormatArgument {
    /// How to print diagnostics
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    message_format: Format,
}

impl FormatArgument {
    pub fn get(&self) -> MessageFormat {
        self.message_format.into()
    }
}

/// What the front end can be told.
#[derive(Args)]
pub struct FrontArguments {
    /// Also look for .pxd, .pxi and C header files in DIR
    #[arg(short = 'I', long = "include-dir", value_name = "DIR")]
    include_dirs: Vec<PathBuf>,

    /// Set a directive for the whole module, as Cython's -X does: `-X boundscheck=False`
    #[arg(short = 'X', long = "directive", value_name = "NAME=VALUE", value_delimiter = ',', value_parser = directive)]
    directives: Vec<Directive>,
}

impl FrontArguments {
    pub fn options(&self) -> Options {
        let mut directives = Directives::default();
        for directive in &self.directives {
            // Known to be good: `directive` has tried it.
            directives.set(&directive.name, &directive.value);
        }
        Options { include_dirs: self.include_dirs.clone(), directives, ..Options::default() }
    }
}

#[derive(Clone, Debug)]
pub struct Directive {
    pub name: String,
    pub value: String,
}

fn directive(text: &str) -> Result<Directive, String> {
    let (name, value) = text.split_once('=').ok_or("a directive is set as NAME=VALUE")?;
    let (name, value) = (name.trim(), value.trim());
    match Directives::default().set(name, value) {
        SetDirective::Done | SetDirective::Ignored => {}
        SetDirective::Unsupported => return Err(format!("offcy does not build `{name}={value}` yet")),
        SetDirective::UnknownName => return Err(format!("there is no directive `{name}`")),
        SetDirective::BadValue => return Err(format!("`{value}` is no value for `{name}`")),
    }
    Ok(Directive { name: name.to_string(), value: value.to_string() })
}
