//! What a project adds to the commands of the C compiler and the linker.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use crate::build::Additions;

/// As setuptools' `Extension` has them.
#[derive(Args)]
#[command(next_help_heading = "The C compiler and the linker")]
pub struct CArguments {
    /// Define a macro in all C of the module
    #[arg(short = 'D', long = "define", value_name = "NAME[=VALUE]", value_parser = macro_setting)]
    defines: Vec<String>,
    /// Undefine a macro, after all definitions
    #[arg(short = 'U', long = "undefine", value_name = "NAME", value_parser = macro_name)]
    undefines: Vec<String>,
    /// Link with a library
    #[arg(short = 'l', long = "library", value_name = "NAME")]
    libraries: Vec<String>,
    /// Look for libraries in DIR
    #[arg(short = 'L', long = "library-dir", value_name = "DIR")]
    library_dirs: Vec<PathBuf>,
    /// Look for libraries in DIR also when the module is loaded
    #[arg(long = "runtime-library-dir", value_name = "DIR")]
    runtime_library_dirs: Vec<PathBuf>,
    /// Give ARG to the C compiler, after offcy's own arguments: `--extra-compile-arg=-O2`
    #[arg(long = "extra-compile-arg", value_name = "ARG", allow_hyphen_values = true)]
    compile_arguments: Vec<OsString>,
    /// Give ARG to the linker: `--extra-link-arg=-Wl,-z,now`
    #[arg(long = "extra-link-arg", value_name = "ARG", allow_hyphen_values = true)]
    link_arguments: Vec<OsString>,
    /// Compile another C source into the module; also for the devices if it says `declare target`
    #[arg(long = "extra-source", value_name = "FILE", value_parser = c_source)]
    sources: Vec<PathBuf>,
    /// Link an object file or a static library into the module
    #[arg(long = "extra-object", value_name = "FILE")]
    objects: Vec<PathBuf>,
}

impl CArguments {
    pub fn additions(&self) -> Additions {
        let mut additions = Additions {
            sources: self.sources.clone(),
            objects: self.objects.clone(),
            ..Additions::default()
        };
        let compile = &mut additions.compile_arguments;
        compile.extend(self.defines.iter().map(|define| joined("-D", define)));
        compile.extend(self.undefines.iter().map(|name| joined("-U", name)));
        compile.extend(self.compile_arguments.iter().cloned());
        let link = &mut additions.link_arguments;
        link.extend(self.library_dirs.iter().map(|folder| joined("-L", folder)));
        link.extend(self.runtime_library_dirs.iter().map(|folder| joined("-Wl,-rpath,", folder)));
        link.extend(self.link_arguments.iter().cloned());
        link.extend(self.libraries.iter().map(|library| joined("-l", library)));
        additions
    }
}

fn joined(option: &str, value: impl AsRef<std::ffi::OsStr>) -> OsString {
    let mut flag = OsString::from(option);
    flag.push(value);
    flag
}

fn macro_setting(text: &str) -> Result<String, String> {
    let name = text.split_once('=').map_or(text, |(name, _)| name);
    // `F(x)=x` is a macro too.
    macro_name(name.split('(').next().unwrap_or_default()).map(|_| text.to_string())
}

fn macro_name(text: &str) -> Result<String, String> {
    let starts_well = text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    match starts_well && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        true => Ok(text.to_string()),
        false => Err(format!("`{text}` is not a macro name")),
    }
}

fn c_source(text: &str) -> Result<PathBuf, String> {
    match text.ends_with(".c") {
        true => Ok(PathBuf::from(text)),
        false => {
            Err("offcy compiles C sources (`.c`) into a module; give others as `--extra-object`".to_string())
        }
    }
}
