//! The diagnostics that the client gets about files, whichever thread found them.

use std::collections::{BTreeMap, HashMap};
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use crossbeam_channel::Sender;
use lsp_server::{Message, Notification};
use lsp_types::notification::{Notification as _, PublishDiagnostics};
use lsp_types::{PublishDiagnosticsParams, Uri};

use super::diagnostics::ByFile;
use super::state::{Document, Shared};

/// The published diagnostics by the documents whose analysis gave them. Analyses of several documents may
/// concern one file.
pub struct Publisher<'a> {
    shared: &'a Shared,
    sender: &'a Sender<Message>,
    said: Mutex<HashMap<String, Said>>,
}

struct Said {
    files: ByFile,
    version: i32,
    is_whole: bool,
}

impl<'a> Publisher<'a> {
    pub fn new(shared: &'a Shared, sender: &'a Sender<Message>) -> Publisher<'a> {
        Publisher { shared, sender, said: Mutex::default() }
    }

    /// Replaces the earlier results of the same document's analysis; returns whether they are still of
    /// interest. Results of checking a part are valid until the whole has been checked.
    pub fn say(&self, document: &Document, files: ByFile, is_whole: bool) -> bool {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let uri = document.uri.as_str();
        let known = said.get(uri);
        let is_late =
            known.is_some_and(|known| known.is_whole && !is_whole && known.version == document.version);
        if is_late || !self.shared.is_newest(document) {
            return false;
        }
        let new = Said { files, version: document.version, is_whole };
        let before = said.insert(uri.to_string(), new);
        let news = &said[uri].files;
        let mut all: Vec<&String> = before.iter().flat_map(|before| before.files.keys()).collect();
        all.extend(news.keys());
        all.sort();
        all.dedup();
        for file in all {
            let is_same = before.as_ref().is_some_and(|before| before.files.get(file) == news.get(file));
            let is_reported = before.as_ref().is_some_and(|before| before.version == document.version);
            // For the document's own text, every version is published.
            if !is_same || file == uri && !(is_reported && is_whole) {
                self.publish(file, &said);
            }
        }
        true
    }

    /// A document that is no longer open.
    pub fn forget(&self, uri: &Uri) {
        let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let before = said.remove(uri.as_str());
        for file in before.iter().flat_map(|before| before.files.keys()) {
            self.publish(file, &said);
        }
    }

    fn publish(&self, file: &str, said: &HashMap<String, Said>) {
        let Ok(uri) = Uri::from_str(file) else { return };
        let sorted: BTreeMap<&String, &Said> = said.iter().collect();
        let mut diagnostics: Vec<lsp_types::Diagnostic> = Vec::new();
        for said in sorted.values().filter_map(|said| said.files.get(file)).flatten() {
            if !diagnostics.contains(said) {
                diagnostics.push(said.clone());
            }
        }
        let version = self.shared.document(&uri).map(|document| document.version);
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        let _ = self.sender.send(Notification::new(PublishDiagnostics::METHOD.to_string(), params).into());
    }
}
