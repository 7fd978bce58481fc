//! The modules of the workspace, also those that are not open.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsp_types::{SymbolInformation, WorkspaceSymbolResponse};

use crate::lsp::state::{Client, Document, Shared};
use crate::lsp::studied::Studied;
use crate::lsp::{symbols as outline, uri};

/// A workspace of a user has fewer modules; the search does not go on for ever in a home folder.
const MOST_FILES: usize = 2_000;
const MOST_FOLDERS: usize = 10_000;

/// Folders without sources of the user's.
const SKIPPED: &[&str] = &["build", "dist", "node_modules", "site-packages", "target", "venv", "__pycache__"];

/// What a client asks about at most; it asks again with more letters.
const MOST_SYMBOLS: usize = 500;

/// The files of the workspace and what is known about those that are open.
pub struct Workspace<'a> {
    pub shared: &'a Shared,
    pub client: Client,
    /// By URI.
    pub open: &'a HashMap<String, Studied>,
}

impl Workspace<'_> {
    /// Whether a file belongs to the user's project.
    pub fn holds(&self, path: &Path) -> bool {
        let is_open = [path.to_path_buf(), path.with_extension("pxd"), path.with_extension("pxi")]
            .iter()
            .any(|path| self.shared.open_as(path).is_some());
        let skipped =
            |path: &Path| path.components().any(|part| SKIPPED.iter().any(|name| part.as_os_str() == *name));
        is_open
            || self
                .shared
                .root()
                .is_some_and(|root| path.strip_prefix(root).is_ok_and(|inner| !skipped(inner)))
    }

    /// The text of a file, as it is in the editor if it is open.
    pub fn text(&self, path: &Path) -> Option<Arc<str>> {
        let open = self.shared.options().open.text(path);
        open.or_else(|| std::fs::read_to_string(path).ok().map(Arc::from))
    }

    /// Calls `visit` with a study of each other module whose text has a word: of open ones as they are known, of the
    /// rest of the workspace afresh.
    pub fn others(&self, own: &Studied, word: &str, visit: &mut dyn FnMut(&Studied)) {
        let mut seen: HashSet<PathBuf> = HashSet::from([own.document.path.clone()]);
        for studied in self.open.values() {
            if seen.insert(studied.document.path.clone()) && studied.document.text.contains(word) {
                visit(studied);
            }
        }
        let options = self.shared.options();
        for path in self.files() {
            if !seen.insert(path.clone()) {
                continue;
            }
            let Some(text) = std::fs::read_to_string(&path).ok().filter(|text| text.contains(word)) else {
                continue;
            };
            let Some(uri) = uri::of(&path) else { continue };
            let document = Document { uri, path, version: 0, text: text.into() };
            visit(&Studied::new(document, &options, self.client));
        }
    }

    /// The Cython files below the workspace's folder, in the order of their names.
    fn files(&self) -> Vec<PathBuf> {
        let mut folders: Vec<PathBuf> = self.shared.root().into_iter().collect();
        let (mut found, mut read) = (Vec::new(), 0);
        while let Some(folder) = folders.pop() {
            read += 1;
            if read > MOST_FOLDERS || found.len() > MOST_FILES {
                break;
            }
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                let name = entry.file_name();
                let name = name.to_string_lossy();
                let Ok(kind) = entry.file_type() else { continue };
                if kind.is_dir() && !name.starts_with('.') && !SKIPPED.contains(&name.as_ref()) {
                    folders.push(path);
                } else if kind.is_file() && is_cython(&path) {
                    found.push(path);
                }
            }
        }
        found.sort();
        found
    }
}

fn is_cython(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "pyx" || extension == "pxd" || extension == "pxi")
}

/// What the files of the workspace declare under a name with these letters, in this order.
pub fn symbols(query: &str, workspace: &Workspace<'_>) -> WorkspaceSymbolResponse {
    let letters: Vec<char> = query.to_lowercase().chars().collect();
    let matches = |name: &str| {
        let mut wanted = letters.iter();
        let mut next = wanted.next();
        for letter in name.to_lowercase().chars() {
            if next == Some(&letter) {
                next = wanted.next();
            }
        }
        next.is_none()
    };
    let mut found: Vec<SymbolInformation> = Vec::new();
    for path in workspace.files() {
        if found.len() >= MOST_SYMBOLS {
            break;
        }
        let Some(text) = workspace.text(&path) else { continue };
        let Some(uri) = workspace.shared.open_as(&path).map(|(uri, _)| uri).or_else(|| uri::of(&path)) else {
            continue;
        };
        let of_file = outline::of_text(text, &uri, workspace.client.encoding);
        found.extend(of_file.into_iter().filter(|symbol| matches(&symbol.name)));
    }
    found.truncate(MOST_SYMBOLS);
    WorkspaceSymbolResponse::Flat(found)
}
