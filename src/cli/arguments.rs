//! Arguments that several commands share.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::build::{self, FpContract, Tuning};
use crate::driver::{Installed, Options};
use crate::hir::{CompileTimeEnv, Directives};
use crate::render::MessageFormat;

/// How diagnostics are printed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Format {
    /// Source excerpts with the places marked
    Human,
    /// One line each: `file:line:column: error[OFC0601]: message`
    Short,
    /// One JSON object per line
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

/// The options of the front end.
#[derive(Args)]
pub struct FrontArguments {
    /// Also look for .pxd, .pxi and C header files in DIR
    #[arg(short = 'I', long = "include-dir", value_name = "DIR")]
    include_dirs: Vec<PathBuf>,

    /// Set a directive for the whole module, as Cython's -X does: `-X boundscheck=False`. offcy's own: `-X
    /// auto_context=True` (keep data on the device while a loop offloads). Also `-X march=native` (what the C
    /// compiler may count on; by default modules run everywhere, with hot loops in versions for processors)
    /// and `-X fp_contract=off|on|fast` (whether a * b + c may be one instruction)
    #[arg(short = 'X', long = "directive", value_name = "NAME=VALUE", value_delimiter = ',', value_parser = setting)]
    settings: Vec<Setting>,

    /// Give NAME a value in the module and its .pxd and .pxi files, as `DEF` would and Cython's -E does: a constant in
    /// `IF`, `DEF` and expressions. True, False, None, a number or a text
    #[arg(short = 'E', long, value_name = "NAME=VALUE", value_delimiter = ',', value_parser = compile_time_name)]
    compile_time_env: Vec<String>,
}

impl FrontArguments {
    /// `python`: the Python whose installed packages are searched after those in `site_packages`, if it is not that of
    /// the environment.
    pub fn options(&self, python: Option<&Path>, site_packages: &[PathBuf]) -> Options {
        let mut directives = Directives::default();
        for setting in &self.settings {
            if let Setting::Directive { name, value } = setting {
                // Known to be valid: `setting` has tried it.
                directives.set(name, value);
            }
        }
        let mut compile_time_env = CompileTimeEnv::default();
        for one in self.compile_time_env.iter().filter(|one| !one.trim().is_empty()) {
            // Known to be valid.
            let _ = compile_time_env.set(one);
        }
        let (python, more) = (python.map(Path::to_path_buf), site_packages.to_vec());
        let installed = Installed::by(move || build::site_packages(python.as_deref(), &more));
        let include_dirs = self.include_dirs.clone();
        Options { include_dirs, installed, directives, compile_time_env, ..Options::default() }
    }

    pub fn tuning(&self) -> Tuning {
        let mut tuning = Tuning::default();
        for setting in &self.settings {
            match setting {
                Setting::Directive { .. } => {}
                Setting::March(march) => tuning.march = Some(march.clone()),
                Setting::FpContract(fp_contract) => tuning.fp_contract = *fp_contract,
            }
        }
        tuning
    }
}

/// What an `-X` sets.
#[derive(Clone, Debug)]
enum Setting {
    Directive { name: String, value: String },
    March(String),
    FpContract(FpContract),
}

fn setting(text: &str) -> Result<Setting, String> {
    let (name, value) = text.split_once('=').ok_or("a directive is set as NAME=VALUE")?;
    let (name, value) = (name.trim(), value.trim());
    match name {
        "march" => return march(value),
        "fp_contract" => return value.parse().map(Setting::FpContract),
        _ => {}
    }
    if let Some(refusal) = Directives::default().set(name, value).refusal(name, value) {
        return Err(refusal);
    }
    Ok(Setting::Directive { name: name.to_string(), value: value.to_string() })
}

/// One of a list, which may have a comma at its end.
fn compile_time_name(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Ok(String::new()),
        text => CompileTimeEnv::default().set(text).map(|()| text.to_string()),
    }
}

/// A dotted name by which Python can import a module.
pub fn module_name(text: &str) -> Result<String, String> {
    let is_name = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    match text.split('.').all(is_name) {
        true => Ok(text.to_string()),
        false => Err(format!("`{text}` is not a valid module name")),
    }
}

fn march(value: &str) -> Result<Setting, String> {
    let good = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.+".contains(&byte);
    match !value.is_empty() && value.bytes().all(good) {
        true => Ok(Setting::March(value.to_string())),
        false => Err(format!("`{value}` is not a processor name")),
    }
}
