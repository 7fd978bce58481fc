//! `libcuda.so.1` of the simulated GPU: compiled from `simulator/` when first needed, and kept.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::files::FILES;
use super::version::version;

/// Kernels need these too: the same compiler builds both.
pub const FLAGS: &[&str] = &[
    "-std=gnu11",
    "-O2",
    "-g1",
    "-fPIC",
    "-shared",
    "-fwrapv",
    "-fno-strict-aliasing",
    "-Wl,-soname,libcuda.so.1",
    "-pthread",
];

/// The folder that holds `libcuda.so` and `libcuda.so.1`. An error is a sentence.
pub fn driver_folder(clang: &Path, cache: &Path) -> Result<PathBuf, String> {
    let folder = cache.join(format!("driver-{}", version(clang)));
    if folder.join("libcuda.so.1").is_file() {
        return Ok(folder);
    }
    let cannot = |error: std::io::Error| format!("cannot write to {}: {error}", cache.display());
    fs::create_dir_all(cache).map_err(cannot)?;
    let workspace = tempfile::tempdir_in(cache).map_err(cannot)?;
    let library = compile(clang, workspace.path())?;
    let made = workspace.path().join("made");
    fs::create_dir(&made).map_err(cannot)?;
    fs::rename(&library, made.join("libcuda.so.1")).map_err(cannot)?;
    symlink("libcuda.so.1", made.join("libcuda.so")).map_err(cannot)?;
    match fs::rename(&made, &folder) {
        // Another process was faster.
        Err(_) if folder.join("libcuda.so.1").is_file() => Ok(folder),
        Err(error) => Err(cannot(error)),
        Ok(()) => Ok(folder),
    }
}

fn compile(clang: &Path, workspace: &Path) -> Result<PathBuf, String> {
    let cannot = |error: std::io::Error| format!("cannot write to {}: {error}", workspace.display());
    let mut command = Command::new(clang);
    command.args(FLAGS).arg("-I").arg(workspace.join("include"));
    for file in FILES {
        let path = workspace.join(file.name);
        fs::create_dir_all(path.parent().unwrap_or(workspace)).map_err(cannot)?;
        fs::write(&path, file.text).map_err(cannot)?;
        if file.name.ends_with(".c") {
            command.arg(path);
        }
    }
    let library = workspace.join("libcuda.so.1");
    let output = command.arg("-o").arg(&library).args(["-lm", "-ldl"]).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{} does not start: {error}", clang.display()))?;
    let words = String::from_utf8_lossy(&output.stderr);
    let complaint = words.lines().find(|line| line.contains("error")).unwrap_or("no reason is given");
    match output.status.success() {
        true => Ok(library),
        false => Err(format!("{} does not compile the simulated driver: {complaint}", clang.display())),
    }
}
