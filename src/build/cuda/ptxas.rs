//! `ptxas`: runs NVIDIA's, then appends the PTX to its output.

use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::stand_in::value_of;
use super::tree;
use crate::image::ptx::{self, Unit};

pub fn run(tools: &Path, arguments: &[OsString]) -> Result<u8, String> {
    let status = forward(&tools.join(tree::PTXAS), arguments)?;
    let output = value_of(arguments, &["-o", "--output-file"]).map(PathBuf::from);
    match output {
        Some(output) if status == 0 => append(arguments, &output).map(|()| 0).map_err(|why| {
            format!("cannot append the PTX to `{}`: {why}; OFFCY_PTX=0 leaves it out", output.display())
        }),
        _ => Ok(status),
    }
}

/// Runs a program instead of this one; returns its status as a shell would.
pub fn forward(program: &Path, arguments: &[OsString]) -> Result<u8, String> {
    let status = Command::new(program)
        .args(arguments)
        .status()
        .map_err(|error| format!("`{}` does not start: {error}", program.display()))?;
    let code = status.code().or(status.signal().map(|signal| 128 + signal));
    Ok(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}

fn append(arguments: &[OsString], output: &Path) -> Result<(), String> {
    let image = std::fs::read(output).map_err(|error| error.to_string())?;
    // `--version`, `--dry-run` and the like write no image.
    if !image.starts_with(b"\x7fELF") {
        return Ok(());
    }
    let sources = arguments.iter().map(PathBuf::from).filter(|path| path.is_file() && path != output);
    let texts = sources.filter_map(|path| std::fs::read(path).ok()).filter(|text| is_ptx(text));
    let units: Vec<Unit> = texts.map(|text| Unit::new(&text)).collect();
    let image = ptx::with_units(&image, &units).map_err(|error| error.to_string())?;
    std::fs::write(output, image).map_err(|error| error.to_string())
}

/// Whether a file is PTX: a line of it says the version of the language.
fn is_ptx(bytes: &[u8]) -> bool {
    bytes.split(|byte| *byte == b'\n').any(|line| line.trim_ascii_start().starts_with(b".version"))
}
