//! Makes a folder with files in it: all of them, or nothing.

use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::interrupt::{Temporary, clean_up_on_signals};
use super::output::cannot_write;
use crate::diag::Diagnostic;

/// Makes `folder` with these files, given by their paths in it. It may exist if it is empty; what is missing of the
/// path to it is made as well.
pub fn create_folder(folder: &Path, files: &[(String, String)]) -> Result<(), Diagnostic> {
    clean_up_on_signals();
    create(folder, files).map_err(|error| cannot_write(folder, &error))
}

fn create(folder: &Path, files: &[(String, String)]) -> io::Result<()> {
    let folder = std::path::absolute(folder)?;
    if folder.symlink_metadata().is_ok() {
        return fill(&folder, files);
    }
    let missing = |path: &&Path| path.symlink_metadata().is_err();
    let first = folder.ancestors().take_while(missing).last().unwrap_or(&folder);
    let stage = Stage::new(first.parent().unwrap_or(Path::new("/")))?;
    let staged = stage.path().join("new");
    write(&staged.join(folder.strip_prefix(first).unwrap_or(Path::new(""))), files)?;
    std::fs::rename(staged, first)
}

/// Moves the files into a folder that is there. If one of them fails, the others are removed again.
fn fill(folder: &Path, files: &[(String, String)]) -> io::Result<()> {
    if std::fs::read_dir(folder)?.next().is_some() {
        return Err(io::ErrorKind::DirectoryNotEmpty.into());
    }
    let stage = Stage::new(folder)?;
    write(&stage.path().join("new"), files)?;
    let mut moved = Vec::new();
    for entry in std::fs::read_dir(stage.path().join("new"))? {
        let entry = entry?;
        let target = folder.join(entry.file_name());
        // What another has put there meanwhile is not replaced.
        let renamed = match target.symlink_metadata() {
            Ok(_) => Err(io::ErrorKind::DirectoryNotEmpty.into()),
            Err(_) => std::fs::rename(entry.path(), &target),
        };
        if let Err(error) = renamed {
            moved.iter().for_each(|path: &PathBuf| remove(path));
            return Err(error);
        }
        moved.push(target);
    }
    Ok(())
}

fn write(folder: &Path, files: &[(String, String)]) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (name, text) in files {
        let path = folder.join(name);
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(path, text)?;
    }
    Ok(())
}

fn remove(path: &Path) {
    let _ = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
}

/// A folder of its own on the same file system, which goes when it is dropped.
struct Stage {
    // Dropped in this order: the folder is gone before it is forgotten.
    folder: TempDir,
    _registered: Temporary,
}

impl Stage {
    fn new(parent: &Path) -> io::Result<Stage> {
        let folder = tempfile::Builder::new().prefix(".offcy-").tempdir_in(parent)?;
        let registered = Temporary::new(folder.path());
        Ok(Stage { folder, _registered: registered })
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn files() -> Vec<(String, String)> {
        vec![("a.txt".into(), "1".into()), ("inner/b.txt".into(), "2".into())]
    }

    fn names(folder: &Path) -> Vec<String> {
        let name =
            |entry: io::Result<std::fs::DirEntry>| entry.expect("read").file_name().display().to_string();
        let mut names: Vec<String> = std::fs::read_dir(folder).expect("there").map(name).collect();
        names.sort();
        names
    }

    #[test]
    fn a_folder_is_made_with_all_of_its_files_or_not_at_all() {
        let place = tempfile::tempdir().expect("a temporary folder");
        let at = |name: &str| place.path().join(name);
        std::fs::create_dir(at("empty")).expect("made");
        for name in ["plain", "deep/er", "empty"] {
            create_folder(&at(name), &files()).expect("made");
            assert_eq!(names(&at(name)), ["a.txt", "inner"]);
            assert_eq!(std::fs::read_to_string(at(name).join("inner/b.txt")).expect("there"), "2");
        }
        let mode = |path: PathBuf| path.metadata().expect("there").permissions().mode() & 0o777;
        std::fs::create_dir(at("usual")).expect("made");
        assert_eq!(mode(at("plain")), mode(at("usual")));

        let refused = create_folder(&at("plain"), &files()).expect_err("there are files");
        assert!(refused.message.ends_with("the folder is not empty"), "{}", refused.message);
        let refused = create_folder(&at("plain/a.txt"), &files()).expect_err("a file");
        assert!(refused.message.ends_with("there is a file of this name"), "{}", refused.message);
        // The second file cannot be written.
        let broken = [("a.txt".to_string(), "1".to_string()), ("a.txt/b.txt".to_string(), "2".to_string())];
        std::fs::create_dir(at("spare")).expect("made");
        for name in ["new", "newer/deep", "spare"] {
            create_folder(&at(name), &broken).expect_err("a file is a folder");
        }
        assert_eq!(names(&at("spare")).len(), 0);
        assert_eq!(names(place.path()), ["deep", "empty", "plain", "spare", "usual"]);
    }
}
