//! offcy under the names of NVIDIA's tools.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::{nvlink, ptxas};
use crate::build::search;

/// Does the work of `ptxas` or `nvlink` if the process was started under that name, as clang does with the
/// tree that [`super::Cuda`] lays out.
pub fn stand_in(arguments: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    let mut arguments = arguments;
    let name = PathBuf::from(arguments.next()?);
    let work: fn(&Path, &[OsString]) -> Result<u8, String> = match name.file_name()?.to_str()? {
        "ptxas" => ptxas::run,
        "nvlink" => nvlink::run,
        _ => return None,
    };
    let arguments: Vec<OsString> = arguments.collect();
    let done = tools_of(&name).and_then(|tools| work(&tools, &arguments));
    Some(match done {
        Ok(status) => ExitCode::from(status),
        Err(why) => {
            eprintln!("{}: error: {why}", name.display());
            ExitCode::FAILURE
        }
    })
}

/// The folder of the real tools: `offcy` next to the `bin` of the called link.
fn tools_of(name: &Path) -> Result<PathBuf, String> {
    let called = search::program(name.as_os_str()).unwrap_or_else(|| name.to_path_buf());
    let tools = called.parent().and_then(Path::parent).map(|root| root.join("offcy"));
    tools.filter(|tools| tools.is_dir()).ok_or_else(|| {
        "this is offcy under another name; it works in the folders that `offcy compile` lays out".to_string()
    })
}

/// The value of an option that is spelled `--name VALUE` or `--name=VALUE`; the last one counts.
pub fn value_of<'a>(arguments: &'a [OsString], names: &[&str]) -> Option<&'a OsStr> {
    use std::os::unix::ffi::OsStrExt;
    let mut found = None;
    for (at, argument) in arguments.iter().enumerate() {
        if names.iter().any(|name| argument == name) {
            found = arguments.get(at + 1).map(OsString::as_os_str).or(found);
        }
        let joined = |name: &&str| argument.as_bytes().strip_prefix(name.as_bytes())?.strip_prefix(b"=");
        found = names.iter().find_map(joined).map(OsStr::from_bytes).or(found);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_in_both_spellings() {
        let arguments = ["-m64", "--output-file", "a", "-o=b", "c"].map(OsString::from);
        assert_eq!(value_of(&arguments, &["-o", "--output-file"]), Some(OsStr::new("b")));
        assert_eq!(value_of(&arguments[..3], &["-o", "--output-file"]), Some(OsStr::new("a")));
        assert_eq!(value_of(&arguments[..2], &["-o", "--output-file"]), None);
    }

    #[test]
    fn other_names_are_not_ours() {
        assert!(stand_in(["/usr/bin/offcy", "ptxas"].map(OsString::from).into_iter()).is_none());
        assert!(stand_in(std::iter::empty()).is_none());
    }
}
