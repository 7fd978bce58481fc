//! Finds the `.pxd` and `.pxi` files of a compilation, and keeps what it has read.
//!
//! A module `a.b` is searched for as `a/b.pxd` and `a/b/__init__.pxd`: in the folder of the packages of the
//! module being compiled, in the include folders, and in the folders of installed packages. What offcy knows
//! by itself (`libc`, NumPy's types) is not searched for. Trees are cached by path and text as long as the
//! process runs.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use super::{Options, module_name, read};
use crate::diag::Diagnostics;
use crate::hir::{self, File, Loaded};
use crate::source::{FileId, SourceFile, SourceMap};
use crate::syntax::{self, Parse};

/// Finds files for one module.
pub struct Loader<'a> {
    /// The module's own file.
    path: &'a Path,
    /// The folder of its outermost package.
    root: PathBuf,
    options: &'a Options,
    sources: RefCell<&'a mut SourceMap>,
    parses: Parses,
    /// The trees of the files read so far.
    known: RefCell<HashMap<PathBuf, FileId>>,
}

impl<'a> Loader<'a> {
    /// For the module at `path`, which lies `packages` packages deep.
    pub fn new(
        path: &'a Path,
        packages: usize,
        options: &'a Options,
        sources: &'a mut SourceMap,
    ) -> Loader<'a> {
        let folder = path.parent().map_or_else(PathBuf::new, Path::to_path_buf);
        let mut root = folder;
        for _ in 0..packages {
            // The path that the user gave may be too short to reach the outermost package.
            match root.parent() {
                Some(parent) if root.file_name().is_some() => root = parent.to_path_buf(),
                _ => root = root.join(".."),
            }
        }
        let sources = RefCell::new(sources);
        let known = RefCell::default();
        Loader { path, root, options, sources, parses: Parses::default(), known }
    }

    fn loaded(&self, path: &Path, is_package: bool) -> Loaded<'_> {
        let known = self.known.borrow().get(path).copied();
        let known = known.and_then(|file| self.parses.iter().find(|parse| parse.file() == file));
        if let Some(parse) = known {
            return Loaded::File(File { parse, is_package, is_library: false });
        }
        let mut diagnostics = Diagnostics::default();
        let file = match self.options.open.text(path) {
            Some(text) => Some(self.sources.borrow_mut().add(SourceFile::new(path, text))),
            None => {
                let bytes = read::bytes(path);
                read::source(bytes, path, &mut self.sources.borrow_mut(), &mut diagnostics)
            }
        };
        let Some(file) = file else {
            let why = diagnostics.into_sorted().into_iter().next();
            return why.map_or_else(|| Loaded::Missing(Vec::new()), |why| Loaded::Unreadable(Box::new(why)));
        };
        self.known.borrow_mut().insert(path.to_path_buf(), file);
        let text = self.sources.borrow().file(file).shared_text();
        let parse = self.parses.push(remembered(path, file, text, syntax::parse));
        Loaded::File(File { parse, is_package, is_library: false })
    }

    fn exists(&self, path: &Path) -> bool {
        std::fs::metadata(path).is_ok() || self.options.open.text(path).is_some()
    }

    fn library(&self, module: &str) -> Option<File<'_>> {
        let text = hir::library(module)?;
        let path = PathBuf::from(format!("<offcy>/{}.pxd", module.replace('.', "/")));
        let file = self.sources.borrow_mut().add(SourceFile::builtin(&path, text));
        let text = self.sources.borrow().file(file).shared_text();
        let parse = self.parses.push(remembered(&path, file, text, syntax::parse_own));
        Some(File { parse, is_package: false, is_library: true })
    }
}

impl hir::Loader for Loader<'_> {
    fn is_python(&self) -> bool {
        self.path.extension().is_some_and(|extension| extension == "py")
    }

    fn is_package(&self) -> bool {
        module_name::is_init(self.path)
    }

    fn own(&self) -> Loaded<'_> {
        let path = self.path.with_extension("pxd");
        if path == self.path || !self.exists(&path) {
            return Loaded::Missing(Vec::new());
        }
        self.loaded(&path, module_name::is_init(self.path))
    }

    fn declarations(&self, module: &str) -> Loaded<'_> {
        if let Some(file) = self.library(module) {
            return Loaded::File(file);
        }
        let relative: PathBuf = module.split('.').collect();
        let mut places = Vec::new();
        let mut look = |folder: &Path| {
            let file = folder.join(relative.with_extension("pxd"));
            let package = folder.join(&relative).join("__init__.pxd");
            let found = [(file, false), (package, true)].into_iter().find(|(path, _)| self.exists(path));
            if found.is_none() {
                places.push(folder.join(relative.with_extension("pxd")).display().to_string());
            }
            found
        };
        let near = std::iter::once(&self.root).chain(&self.options.include_dirs);
        let mut found = near.into_iter().find_map(|folder| look(folder));
        if found.is_none() {
            found = self.options.installed.folders().iter().find_map(|folder| look(folder));
        }
        match found {
            Some((path, is_package)) => self.loaded(&path, is_package),
            None => Loaded::Missing(places),
        }
    }

    fn source(&self, declarations: FileId) -> Loaded<'_> {
        let path = self.sources.borrow().file(declarations).path().with_extension("pyx");
        if self.exists(&path) {
            self.loaded(&path, false)
        } else {
            Loaded::Missing(vec![path.display().to_string()])
        }
    }

    fn include(&self, name: &str, by: FileId) -> Loaded<'_> {
        let beside = self.sources.borrow().file(by).path().parent().map(Path::to_path_buf);
        let folders = beside.into_iter().chain([self.root.clone()]).chain(self.options.include_dirs.clone());
        let mut places: Vec<String> = Vec::new();
        for folder in folders {
            let path = folder.join(name);
            if self.exists(&path) {
                return self.loaded(&path, false);
            }
            let place = path.display().to_string();
            if !places.contains(&place) {
                places.push(place);
            }
        }
        Loaded::Missing(places)
    }
}

/// The tree of this text for `file`: one that an earlier compilation made, if there is one.
fn remembered(path: &Path, file: FileId, text: Arc<str>, parse: fn(FileId, Arc<str>) -> Parse) -> Parse {
    static TREES: LazyLock<Mutex<HashMap<PathBuf, Parse>>> = LazyLock::new(Mutex::default);
    let trees = || TREES.lock().unwrap_or_else(PoisonError::into_inner);
    let known = trees().get(path).filter(|known| known.is_of(&text)).and_then(|known| known.as_file(file));
    known.unwrap_or_else(|| {
        let parse = parse(file, text);
        if let Some(copy) = parse.as_file(file) {
            trees().insert(path.to_path_buf(), copy);
        }
        parse
    })
}

/// Trees that stay at their addresses while others are added.
#[derive(Default)]
struct Parses {
    first: OnceCell<Box<Link>>,
}

struct Link {
    parse: Parse,
    next: OnceCell<Box<Link>>,
}

impl Parses {
    fn push(&self, parse: Parse) -> &Parse {
        let mut place = &self.first;
        while let Some(link) = place.get() {
            place = &link.next;
        }
        &place.get_or_init(|| Box::new(Link { parse, next: OnceCell::new() })).parse
    }

    fn iter(&self) -> impl Iterator<Item = &Parse> {
        let mut place = &self.first;
        std::iter::from_fn(move || {
            let link = place.get()?;
            place = &link.next;
            Some(&link.parse)
        })
    }
}
