//! `nvlink`: runs the toolkit's, or libnvJitLink; the PTX after the inputs is appended to the output.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::jitlink;
use super::ptxas::forward;
use super::stand_in::value_of;
use super::tree;
use crate::build::workspace::Workspace;
use crate::image::ptx::{self, Unit};

const OUTPUT: &[&str] = &["-o", "--output-file"];
/// Options whose value is a separate word.
const WITH_VALUE: &[&str] =
    &["-o", "--output-file", "-arch", "--arch", "-L", "-l", "--library", "--library-path"];

pub fn run(tools: &Path, arguments: &[OsString]) -> Result<u8, String> {
    let inputs = inputs(arguments);
    let real = tools.join(tree::NVLINK);
    let has_nvlink = real.is_file();
    let Some(output) = value_of(arguments, OUTPUT).map(PathBuf::from).filter(|_| !inputs.is_empty()) else {
        return match has_nvlink {
            true => forward(&real, arguments),
            false => Err("no input, or no output (`-o FILE`)".to_string()),
        };
    };
    let mut units = Vec::new();
    let mut objects = Vec::new();
    for at in &inputs {
        let path = PathBuf::from(&arguments[*at]);
        let bytes = read(&path)?;
        // What is not an image is left to the linker.
        let object = match bytes.starts_with(b"\x7fELF") {
            true => {
                units.extend(ptx::units(&bytes).map_err(|why| format!("`{}`: {why}", path.display()))?);
                ptx::without_units(&bytes).map_err(|why| why.to_string())?.to_vec()
            }
            false => bytes,
        };
        objects.push((path, object));
    }
    if has_nvlink {
        let status = link_with_nvlink(&real, arguments, &inputs, &objects)?;
        return if status == 0 { add_units(&output, &units).map(|()| 0) } else { Ok(status) };
    }
    let options = options(arguments, &inputs)?;
    let linked = jitlink::link(&tools.join(tree::JITLINK), &options, &objects);
    for line in linked.log.lines().filter(|line| !line.is_empty()) {
        eprintln!("nvlink {line}");
    }
    let Some(image) = linked.image else { return Ok(1) };
    let image = ptx::with_units(&image, &units).map_err(|why| why.to_string())?;
    write(&output, &image).map(|()| 0)
}

/// The places of the input files among the arguments.
fn inputs(arguments: &[OsString]) -> Vec<usize> {
    let mut inputs = Vec::new();
    let mut is_value = false;
    for (at, argument) in arguments.iter().enumerate() {
        let is_option = argument.as_encoded_bytes().starts_with(b"-");
        if !is_value && !is_option {
            inputs.push(at);
        }
        is_value = !is_value && WITH_VALUE.iter().any(|name| argument == name);
    }
    inputs
}

/// Translates the options of nvlink to libnvJitLink's.
fn options(arguments: &[OsString], inputs: &[usize]) -> Result<Vec<String>, String> {
    let arch = value_of(arguments, &["-arch", "--arch"]).ok_or("no `-arch sm_NN`")?;
    let mut options = vec![format!("-arch={}", arch.to_string_lossy())];
    let mut is_value = false;
    for (at, argument) in arguments.iter().enumerate() {
        if is_value || inputs.contains(&at) {
            is_value = false;
            continue;
        }
        let word = argument.to_string_lossy();
        is_value = WITH_VALUE.contains(&word.as_ref());
        let name = word.split('=').next().unwrap_or_default();
        match name {
            _ if is_value || WITH_VALUE.contains(&name) => {}
            "-v" | "--verbose" => options.push("-verbose".to_string()),
            "-g" | "--debug" => options.push("-g".to_string()),
            // Inputs are objects; libraries are unpacked before nvlink is called.
            _ if name.starts_with("-L") || name.starts_with("-l") || word == "-m64" => {}
            _ => {
                return Err(format!(
                    "unknown option `{word}`; this nvlink is offcy with NVIDIA's libnvJitLink"
                ));
            }
        }
    }
    Ok(options)
}

/// NVIDIA's nvlink gets the images without what follows them.
fn link_with_nvlink(
    nvlink: &Path,
    arguments: &[OsString],
    inputs: &[usize],
    objects: &[(PathBuf, Vec<u8>)],
) -> Result<u8, String> {
    let workspace = Workspace::new().map_err(|error| format!("no temporary folder: {error}"))?;
    let mut arguments = arguments.to_vec();
    for (number, (at, (path, object))) in inputs.iter().zip(objects).enumerate() {
        // Messages name files: each keeps its name, in its own folder.
        let folder = workspace.path().join(number.to_string());
        std::fs::create_dir_all(&folder).map_err(|error| format!("no temporary folder: {error}"))?;
        let bare = folder.join(path.file_name().unwrap_or_default());
        write(&bare, object)?;
        arguments[*at] = bare.into();
    }
    forward(nvlink, &arguments)
}

fn add_units(output: &Path, units: &[Unit]) -> Result<(), String> {
    let image = ptx::with_units(&read(output)?, units).map_err(|why| why.to_string())?;
    write(output, &image)
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("cannot read `{}`: {error}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("cannot write `{}`: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn arguments_of_clang_are_understood() {
        let arguments = words("-o out.img -g -v -arch sm_90 -L /usr/lib a.cubin b.cubin -lfoo");
        let inputs = inputs(&arguments);
        assert_eq!(inputs, [8, 9]);
        assert_eq!(options(&arguments, &inputs).expect("known"), ["-arch=sm_90", "-g", "-verbose"]);
        assert!(options(&words("a.cubin -o x"), &[0]).expect_err("none").contains("-arch"));
        let unknown = options(&words("-arch=sm_90 --voodoo a"), &[2]).expect_err("unknown");
        assert!(unknown.contains("`--voodoo`"), "{unknown}");
    }
}
