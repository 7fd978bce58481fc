//! The thread that checks whole documents and answers questions about them.

use std::collections::HashMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use crossbeam_channel::Sender;
use lsp_server::Message;

use super::answers;
use super::diagnostics::{ByFile, Writer};
use super::names::Workspace;
use super::pages::Pages;
use super::publisher::Publisher;
use super::state::{Base, Client, Document, Job, Shared};
use super::studied::{Places, Studied};
use crate::driver::Options;
use crate::source::SourceMap;

/// The tools that both workers need.
pub struct Tools<'a> {
    pub shared: &'a Shared,
    pub client: Client,
    pub pages: &'a Pages,
    pub publisher: &'a Publisher<'a>,
}

/// The result of some work; `None` if it panicked, which affects nothing else. The pipeline's own panics are
/// diagnostics.
pub fn unharmed<R>(work: impl FnOnce() -> R) -> Option<R> {
    panic::catch_unwind(AssertUnwindSafe(work)).ok()
}

/// Works until a job says to stop.
pub fn run(tools: &Tools<'_>, sender: &Sender<Message>) {
    let mut worker = Worker { tools, studied: HashMap::new() };
    loop {
        match tools.shared.next() {
            Job::Stop => return,
            Job::Forget(uri) => {
                worker.studied.remove(uri.as_str());
                tools.publisher.forget(&uri);
            }
            Job::Check(job) => {
                let (document, options) = *job;
                let uri = document.uri.clone();
                if unharmed(|| worker.check(document, &options)).is_none() {
                    worker.studied.remove(uri.as_str());
                }
            }
            Job::Answer(request) => {
                let uri = request.params.pointer("/textDocument/uri").and_then(|uri| uri.as_str());
                let studied = uri.and_then(|uri| worker.studied.get(uri));
                let Tools { shared, client, .. } = *tools;
                let workspace = Workspace { shared, client, open: &worker.studied };
                let _ = sender.send(answers::answer(request, studied, &workspace).into());
            }
        }
    }
}

struct Worker<'a> {
    tools: &'a Tools<'a>,
    /// The documents by their URIs.
    studied: HashMap<String, Studied>,
}

impl Worker<'_> {
    fn check(&mut self, document: Document, options: &Options) {
        let Tools { shared, client, publisher, .. } = *self.tools;
        let mut studied = Studied::new(document, options, client);
        shared.note_read(&studied.document, studied.dependencies());
        publisher.say(&studied.document, self.written(&studied), true);
        let version = studied.document.version;
        let base = studied.take_base().map(|study| Arc::new(Base { version, is_whole: true, study }));
        // While a text is unreadable, edits follow from the last that was not.
        if base.is_some() || studied.parse().is_none_or(|parse| !parse.has_errors()) {
            shared.set_base(&studied.document, base);
        }
        self.studied.insert(studied.document.uri.as_str().to_string(), studied);
    }

    /// For a `.pxd` only the diagnostics about itself: those about its module do not concern a user who has
    /// not opened it.
    fn written(&self, studied: &Studied) -> ByFile {
        let writer = self.tools.writer(studied.sources(), &studied.document);
        let mut said = writer.of_document(&studied.outcome.diagnostics);
        let study = studied.outcome.value.as_ref();
        if study.is_some_and(|study| Some(study.file) != studied.file()) {
            said.retain(|uri, _| uri == studied.document.uri.as_str());
        }
        said
    }
}

impl Tools<'_> {
    /// Translates an analysis' diagnostics about some files into the protocol's terms.
    pub fn writer<'a>(&'a self, sources: &'a SourceMap, document: &'a Document) -> Writer<'a> {
        let places = Places::new(self.client.encoding);
        Writer { client: self.client, shared: self.shared, pages: self.pages, sources, places, document }
    }
}
