//! The thread that checks documents and answers questions about them.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::str::FromStr;

use crossbeam_channel::Sender;
use lsp_server::{Message, Notification};
use lsp_types::notification::{Notification as _, PublishDiagnostics};
use lsp_types::{PublishDiagnosticsParams, Uri};

use super::answers;
use super::diagnostics::{ByFile, Writer};
use super::pages::Pages;
use super::state::{Client, Document, Job, Shared};
use super::studied::{Places, Studied};
use crate::driver::Options;

/// Works until it is told to stop.
pub fn run(shared: &Shared, client: Client, pages: Option<&Path>, sender: &Sender<Message>) {
    let pages = Pages::new(pages);
    let mut worker = Worker { shared, client, pages, sender, studied: HashMap::new(), said: HashMap::new() };
    loop {
        match shared.next() {
            Job::Stop => return,
            Job::Forget(uri) => worker.forget(&uri),
            Job::Check(document, options) => worker.check(document, &options),
            Job::Answer(request, document, options) => {
                if let Some(document) = document {
                    worker.bring_up_to_date(document, &options);
                }
                let uri = request.params.pointer("/textDocument/uri").and_then(|uri| uri.as_str());
                let studied = uri.and_then(|uri| worker.studied.get(uri));
                let response = answers::answer(request, studied, shared);
                let _ = sender.send(response.into());
            }
        }
    }
}

struct Worker<'a> {
    shared: &'a Shared,
    client: Client,
    pages: Pages,
    sender: &'a Sender<Message>,
    /// The documents by their URIs.
    studied: HashMap<String, Studied>,
    /// What each document's analysis has said, by the documents' URIs.
    said: HashMap<String, ByFile>,
}

impl Worker<'_> {
    fn check(&mut self, document: Document, options: &Options) {
        let uri = document.uri.as_str().to_string();
        let studied = Studied::new(document, options, self.client);
        self.shared.note_read(&studied.document, studied.dependencies());
        if self.shared.is_newest(&studied.document) {
            let said = self.written(&studied);
            self.say(uri.clone(), said);
        }
        self.studied.insert(uri, studied);
    }

    fn bring_up_to_date(&mut self, document: Document, options: &Options) {
        let known = self.studied.get(document.uri.as_str());
        if known.is_none_or(|known| known.document.version != document.version) {
            self.check(document, options);
        }
    }

    /// Of a `.pxd` only what is said about itself: its module is nobody's business that has not opened it.
    fn written(&self, studied: &Studied) -> ByFile {
        let writer = Writer {
            client: self.client,
            shared: self.shared,
            pages: &self.pages,
            sources: studied.sources(),
            places: Places::new(self.client.encoding),
            document: &studied.document,
        };
        let mut said = writer.by_file(&studied.outcome.diagnostics);
        let is_of_module =
            studied.outcome.value.as_ref().is_some_and(|study| Some(study.file) != studied.file());
        if is_of_module {
            said.retain(|uri, _| uri == studied.document.uri.as_str());
        }
        // Said even if it is nothing: the client may wait for it.
        said.entry(studied.document.uri.as_str().to_string()).or_default();
        said
    }

    fn forget(&mut self, uri: &Uri) {
        self.studied.remove(uri.as_str());
        let Some(before) = self.said.remove(uri.as_str()) else { return };
        for file in before.keys() {
            self.publish(file);
        }
    }

    /// Takes the place of what the same document's analysis has said before.
    fn say(&mut self, uri: String, said: ByFile) {
        let before = self.said.insert(uri.clone(), said);
        let mut files: Vec<String> = before.iter().flat_map(BTreeMap::keys).cloned().collect();
        files.extend(self.said[&uri].keys().cloned());
        files.sort();
        files.dedup();
        for file in files {
            let is_news = file == uri
                || before.as_ref().and_then(|before| before.get(&file)) != self.said[&uri].get(&file);
            if is_news {
                self.publish(&file);
            }
        }
    }

    /// Tells the client all that is to say about a file, whichever analysis says it.
    fn publish(&self, file: &str) {
        let Ok(uri) = Uri::from_str(file) else { return };
        let mut diagnostics: Vec<lsp_types::Diagnostic> = Vec::new();
        let mut sayers: Vec<&String> = self.said.keys().collect();
        sayers.sort();
        for said in sayers.into_iter().filter_map(|sayer| self.said[sayer].get(file)).flatten() {
            if !diagnostics.contains(said) {
                diagnostics.push(said.clone());
            }
        }
        let version = self.shared.document(&uri).map(|document| document.version);
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        let _ = self.sender.send(Notification::new(PublishDiagnostics::METHOD.to_string(), params).into());
    }
}
