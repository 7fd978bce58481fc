//! Puts finished files where the user wants them: all of them, each whole, or none.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::interrupt::Temporary;
use crate::diag::{Diagnostic, codes};

/// A file to be put into the output folder.
pub struct Output {
    pub name: String,
    pub bytes: Vec<u8>,
    /// A library: may be executed.
    pub executable: bool,
}

struct Staged {
    file: NamedTempFile,
    target: PathBuf,
    _registered: Temporary,
}

/// Writes the files into `folder`, making it if need be. Everything is written under other names
/// first; then all are renamed while no other offcy does the same in this folder.
pub fn install(folder: &Path, outputs: &[Output]) -> Result<Vec<PathBuf>, Diagnostic> {
    std::fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    let staged: Vec<Staged> = outputs.iter().map(|output| stage(folder, output)).collect::<Result<_, _>>()?;
    if let Some(taken) = staged.iter().find(|staged| staged.target.is_dir()) {
        return Err(cannot_write(&taken.target, &io::Error::other("there is a folder of this name")));
    }
    // Unlocked when it is dropped. Where locks do not work, each file is still whole.
    let lock = File::open(folder).ok().filter(|lock| lock.lock().is_ok());
    let mut installed = Vec::new();
    for Staged { file, target, _registered } in staged {
        file.persist(&target).map_err(|error| cannot_write(&target, &error.error))?;
        installed.push(target);
    }
    drop(lock);
    Ok(installed)
}

fn stage(folder: &Path, output: &Output) -> Result<Staged, Diagnostic> {
    let target = folder.join(&output.name);
    let staged = || {
        let mut file = tempfile::Builder::new()
            .prefix(".offcy-")
            .permissions(permissions(output.executable))
            .tempfile_in(folder)?;
        let registered = Temporary::new(file.path());
        file.write_all(&output.bytes)?;
        Ok(Staged { file, target: target.clone(), _registered: registered })
    };
    staged().map_err(|error: io::Error| cannot_write(&target, &error))
}

/// Gives a file another content, whole or not at all, if it still holds `before`. Where the path is a link,
/// what it leads to is replaced.
pub fn replace(path: &Path, before: &[u8], after: &[u8]) -> Result<(), Diagnostic> {
    let replaced = || {
        let target = path.canonicalize()?;
        let permissions = target.metadata()?.permissions();
        if permissions.readonly() {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        let folder = target.parent().unwrap_or(Path::new("/"));
        let mut file = tempfile::Builder::new().prefix(".offcy-").tempfile_in(folder)?;
        let _registered = Temporary::new(file.path());
        file.write_all(after)?;
        file.as_file().set_permissions(permissions)?;
        if std::fs::read(&target)? != before {
            return Err(io::Error::other("it has been changed meanwhile"));
        }
        file.persist(&target).map(|_| ()).map_err(|error| error.error)
    };
    replaced().map_err(|error| cannot_write(path, &error))
}

/// What a compiler would give its output; the umask takes its share.
fn permissions(executable: bool) -> std::fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(if executable { 0o777 } else { 0o666 })
}

fn cannot_write(path: &Path, error: &io::Error) -> Diagnostic {
    let why = match error.kind() {
        io::ErrorKind::PermissionDenied => "permission denied".to_string(),
        io::ErrorKind::NotADirectory => "a part of the path is not a folder".to_string(),
        io::ErrorKind::AlreadyExists => "there is a file of this name".to_string(),
        _ => error.to_string(),
    };
    Diagnostic::error(codes::CANNOT_WRITE, format!("cannot write `{}`: {why}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(name: &str, text: &str) -> Output {
        Output { name: name.to_string(), bytes: text.as_bytes().to_vec(), executable: false }
    }

    #[test]
    fn all_or_nothing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let inner = folder.path().join("a/b");
        install(&inner, &[output("m.c", "1"), output("m.h", "2")]).expect("written");
        assert_eq!(std::fs::read_to_string(inner.join("m.h")).expect("there"), "2");
        std::fs::create_dir(inner.join("taken")).expect("made");
        let refused = install(&inner, &[output("m.c", "new"), output("taken", "2")]).expect_err("a folder");
        assert_eq!(refused.code, codes::CANNOT_WRITE);
        assert_eq!(std::fs::read_to_string(inner.join("m.c")).expect("there"), "1");
        assert_eq!(std::fs::read_dir(&inner).expect("there").count(), 3, "no temporary file is left");
        assert!(install(&inner.join("m.c"), &[]).is_err());
    }

    #[test]
    fn a_file_is_replaced_whole_or_not_at_all() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (file, link) = (folder.path().join("m.pyx"), folder.path().join("link.pyx"));
        let permit = |mode| std::fs::set_permissions(&file, PermissionsExt::from_mode(mode)).expect("set");
        std::fs::write(&file, "old").expect("written");
        permit(0o640);
        symlink("m.pyx", &link).expect("linked");
        replace(&link, b"old", b"new").expect("replaced");
        assert_eq!(std::fs::read_to_string(&file).expect("there"), "new");
        assert!(link.is_symlink());
        assert_eq!(file.metadata().expect("there").permissions().mode() & 0o777, 0o640);
        let refused = replace(&file, b"old", b"newer").expect_err("it has changed");
        assert!(refused.message.ends_with("it has been changed meanwhile"), "{}", refused.message);
        permit(0o440);
        assert_eq!(replace(&file, b"new", b"newer").expect_err("read-only").code, codes::CANNOT_WRITE);
        assert_eq!(std::fs::read_to_string(&file).expect("there"), "new");
        assert_eq!(std::fs::read_dir(folder.path()).expect("there").count(), 2, "no temporary file is left");
    }
}
