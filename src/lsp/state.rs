//! What the threads share: the open documents, and the pending work on them.

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use lsp_server::{Request, RequestId};
use lsp_types::Uri;

use super::text::Encoding;
use crate::driver::{self, OpenFiles, Options};

/// A document as the client has it.
#[derive(Clone)]
pub struct Document {
    pub uri: Uri,
    pub path: PathBuf,
    pub version: i32,
    pub text: Arc<str>,
}

/// What the client can do, and how it counts columns.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    pub encoding: Encoding,
    pub has_code_links: bool,
    pub has_related_places: bool,
    pub has_nested_symbols: bool,
    pub has_markdown: bool,
}

/// What the last study of a document has left for the study of an edit.
pub struct Base {
    pub version: i32,
    pub is_whole: bool,
    pub study: driver::Base,
}

/// Something for the worker.
pub enum Job {
    Check(Box<(Document, Options)>),
    /// A document that is no longer open.
    Forget(Uri),
    Answer(Request),
    Stop,
}

/// How long the user must pause before a whole document is checked whose parts have been checked.
const PAUSE: Duration = Duration::from_millis(200);

#[derive(Default)]
struct State {
    /// The first folder of the workspace.
    root: Option<PathBuf>,
    documents: HashMap<String, Document>,
    options: Options,
    /// The documents that have been edited in part.
    typed: VecDeque<String>,
    /// The documents to check as a whole, and when.
    waiting: Vec<(String, Instant)>,
    bases: HashMap<String, Arc<Base>>,
    closed: VecDeque<Uri>,
    requests: VecDeque<Request>,
    /// The files that each document's analysis has read.
    read: HashMap<String, Vec<PathBuf>>,
    is_over: bool,
}

#[derive(Default)]
pub struct Shared {
    state: Mutex<State>,
    news: Condvar,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<R>(&self, change: impl FnOnce(&mut State) -> R) -> R {
        let result = change(&mut self.state());
        self.news.notify_all();
        result
    }

    /// Opens a document, or gives it a new text; others that read its file are also checked again.
    pub fn put(&self, document: Document) {
        self.change(|state| {
            let key = document.uri.as_str().to_string();
            let readers = state.readers(&document.path, &key);
            state.documents.insert(key.clone(), document);
            state.update_open_files();
            let is_known = state.bases.contains_key(&key);
            let pause = if is_known { PAUSE } else { Duration::ZERO };
            state.waiting.retain(|(known, _)| *known != key);
            state.waiting.push((key.clone(), Instant::now() + pause));
            if is_known && !state.typed.contains(&key) {
                state.typed.push_back(key);
            }
            state.wait_for(readers);
        });
    }

    /// Has a document checked as a whole without waiting for a pause.
    pub fn hurry(&self, document: &Document) {
        self.change(|state| {
            let waits = |(key, _): &&mut (String, Instant)| *key == document.uri.as_str();
            if let Some((_, due)) = state.waiting.iter_mut().find(waits) {
                *due = Instant::now();
            }
        });
    }

    /// Without a base the document is only checked as a whole.
    pub fn set_base(&self, document: &Document, base: Option<Arc<Base>>) {
        let mut state = self.state();
        let key = document.uri.as_str();
        match base.filter(|_| state.documents.contains_key(key)) {
            Some(base) => {
                let rank = |base: &Base| (base.version, base.is_whole);
                if state.bases.get(key).is_none_or(|known| rank(known) <= rank(&base)) {
                    state.bases.insert(key.to_string(), base);
                }
            }
            None => drop(state.bases.remove(key)),
        }
    }

    pub fn document(&self, uri: &Uri) -> Option<Document> {
        self.state().documents.get(uri.as_str()).cloned()
    }

    pub fn close(&self, uri: &Uri) {
        self.change(|state| {
            let key = uri.as_str().to_string();
            let Some(document) = state.documents.remove(&key) else { return };
            state.update_open_files();
            state.waiting.retain(|(known, _)| *known != key);
            state.typed.retain(|known| *known != key);
            state.bases.remove(&key);
            state.read.remove(&key);
            state.closed.push_back(document.uri);
            let readers = state.readers(&document.path, &key);
            state.wait_for(readers);
        });
    }

    /// Checks every document again, because the settings or files have changed.
    pub fn check_all(&self, options: Option<Options>) {
        self.change(|state| {
            if let Some(options) = options {
                let open = std::mem::take(&mut state.options.open);
                state.options = Options { open, ..options };
            }
            let all = state.documents.keys().cloned().collect();
            state.wait_for(all);
        });
    }

    pub fn set_root(&self, root: Option<PathBuf>) {
        self.state().root = root;
    }

    pub fn root(&self) -> Option<PathBuf> {
        self.state().root.clone()
    }

    pub fn options(&self) -> Options {
        self.state().options.clone()
    }

    pub fn ask(&self, request: Request) {
        self.change(|state| state.requests.push_back(request));
    }

    /// Cancels a request that is not answered yet; returns whether there was one.
    pub fn cancel(&self, id: &RequestId) -> bool {
        self.change(|state| {
            let before = state.requests.len();
            state.requests.retain(|request| request.id != *id);
            state.requests.len() < before
        })
    }

    pub fn stop(&self) {
        self.change(|state| state.is_over = true);
    }

    /// Waits for the next job. Requests about a document are answered once its newest text has been checked.
    pub fn next(&self) -> Job {
        let mut state = self.state();
        loop {
            if state.is_over {
                return Job::Stop;
            }
            if let Some(uri) = state.closed.pop_front() {
                return Job::Forget(uri);
            }
            let asked = state.requests.front().and_then(asked_of).map(str::to_string);
            let now = Instant::now();
            let is_next = |(key, due): &(String, Instant)| *due <= now || asked.as_deref() == Some(key);
            if let Some(at) = state.waiting.iter().position(is_next) {
                let (key, _) = state.waiting.remove(at);
                if let Some(document) = state.documents.get(&key) {
                    return Job::Check(Box::new((document.clone(), state.options.clone())));
                }
            } else if let Some(request) = state.requests.pop_front() {
                return Job::Answer(request);
            } else {
                state = self.sleep(state);
            }
        }
    }

    /// Waits until there is news, or the pause is long enough.
    fn sleep<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        match state.waiting.iter().map(|(_, due)| *due).min() {
            Some(due) => {
                let pause = due.saturating_duration_since(Instant::now());
                self.news.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner).0
            }
            None => self.news.wait(state).unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// The next edited document, with the results of the last whole check; `None` at the end.
    pub fn next_typed(&self) -> Option<(Document, Option<Arc<Base>>, Options)> {
        let mut state = self.state();
        while !state.is_over {
            if let Some(key) = state.typed.pop_front() {
                if let Some(document) = state.documents.get(&key) {
                    return Some((document.clone(), state.bases.get(&key).cloned(), state.options.clone()));
                }
            } else {
                state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
        None
    }

    /// Whether this is still what the client has.
    pub fn is_newest(&self, document: &Document) -> bool {
        let state = self.state();
        let known = state.documents.get(document.uri.as_str());
        known.is_some_and(|known| {
            Arc::ptr_eq(&known.text, &document.text) && known.version == document.version
        })
    }

    /// The client's URI for a file, if it is open.
    pub fn open_as(&self, path: &Path) -> Option<(Uri, i32)> {
        let state = self.state();
        let found = state.documents.values().find(|document| document.path == path);
        found.map(|document| (document.uri.clone(), document.version))
    }

    pub fn note_read(&self, document: &Document, files: Vec<PathBuf>) {
        let mut state = self.state();
        if state.documents.contains_key(document.uri.as_str()) {
            state.read.insert(document.uri.as_str().to_string(), files);
        }
    }
}

impl State {
    fn update_open_files(&mut self) {
        let texts = self.documents.values().map(|document| (document.path.clone(), document.text.clone()));
        self.options.open = OpenFiles::new(texts.collect());
    }

    /// The documents whose analysis has read a file, or would read it.
    fn readers(&self, path: &Path, but: &str) -> Vec<String> {
        let declares = path.extension().is_some_and(|extension| extension != "pyx");
        let reads = |key: &&String| {
            let known = self.read.get(*key);
            let is_own = |document: &Document| document.path.with_extension("") == path.with_extension("");
            known.is_some_and(|files| files.iter().any(|file| file == path))
                || declares && self.documents.get(*key).is_some_and(is_own)
        };
        self.documents.keys().filter(reads).filter(|key| *key != but).cloned().collect()
    }

    fn wait_for(&mut self, keys: Vec<String>) {
        for key in keys {
            self.waiting.retain(|(known, _)| *known != key);
            self.waiting.push((key, Instant::now()));
        }
    }
}

/// The document that a request is about.
fn asked_of(request: &Request) -> Option<&str> {
    request.params.pointer("/textDocument/uri")?.as_str()
}
