//! A client for the language server, in the same process: what an editor does, and what it receives.
#![allow(dead_code, reason = "each test program uses a part")]

use std::collections::HashMap;
use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use offcy::driver::Installed;
use offcy::lsp::{self, Environment};
use serde_json::{Value, json};

/// No answer takes as long as this.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Editor {
    connection: Connection,
    server: Option<JoinHandle<bool>>,
    next_id: i32,
    /// What was published and nobody has asked for yet.
    published: Vec<Value>,
    /// What was published last about each file.
    shown: HashMap<String, Vec<Value>>,
    /// Everything else that the server has said of its own accord.
    pub told: Vec<Message>,
    /// What the server said at its start.
    pub started: Value,
}

pub fn uri(path: &Path) -> String {
    format!("file://{}", path.display())
}

pub fn place(line: u32, character: u32) -> Value {
    json!({ "line": line, "character": character })
}

impl Editor {
    /// With a client that can do everything and counts as it likes.
    pub fn start() -> Editor {
        Editor::with(json!({}), json!({}))
    }

    /// With more capabilities, and settings.
    pub fn with(capabilities: Value, settings: Value) -> Editor {
        Editor::in_folder(capabilities, settings, None)
    }

    pub fn in_folder(more: Value, settings: Value, folder: Option<&Path>) -> Editor {
        let (client, server) = Connection::memory();
        let environment = Environment {
            installed: |_| Installed::default(),
            pages: Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("explain")),
        };
        let server = std::thread::spawn(move || lsp::serve_on(server, environment));
        let mut capabilities = json!({
            "textDocument": {
                "publishDiagnostics": { "relatedInformation": true, "codeDescriptionSupport": true },
                "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
            },
        });
        if let (Some(all), Some(more)) = (capabilities.as_object_mut(), more.as_object()) {
            all.extend(more.clone());
        }
        let folders = folder.map(|folder| json!([{ "uri": uri(folder), "name": "test" }]));
        let mut editor = Editor {
            connection: client,
            server: Some(server),
            next_id: 0,
            published: Vec::new(),
            shown: HashMap::new(),
            told: Vec::new(),
            started: Value::Null,
        };
        let params = json!({
            "capabilities": capabilities, "initializationOptions": settings, "workspaceFolders": folders,
        });
        editor.started = editor.ask("initialize", params);
        editor.tell("initialized", json!({}));
        editor
    }

    pub fn tell(&self, method: &str, params: Value) {
        let note = Notification { method: method.to_string(), params };
        self.connection.sender.send(note.into()).expect("the server listens");
    }

    pub fn send(&mut self, method: &str, params: Value) -> RequestId {
        self.next_id += 1;
        let id = RequestId::from(self.next_id);
        let request = Request { id: id.clone(), method: method.to_string(), params };
        self.connection.sender.send(request.into()).expect("the server listens");
        id
    }

    /// The answer to a request, which must have one.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let response = self.response(method, params);
        response.response_result.unwrap_or_else(|error| panic!("{method}: {}", error.message))
    }

    pub fn response(&mut self, method: &str, params: Value) -> Response {
        let id = self.send(method, params);
        self.answer(&id)
    }

    pub fn answer(&mut self, id: &RequestId) -> Response {
        loop {
            match self.receive() {
                Message::Response(response) if response.id == *id => return response,
                other => self.keep(other),
            }
        }
    }

    pub fn receive(&self) -> Message {
        self.connection.receiver.recv_timeout(PATIENCE).expect("the server says something")
    }

    fn keep(&mut self, message: Message) {
        match message {
            Message::Notification(note) if note.method == "textDocument/publishDiagnostics" => {
                let uri = note.params["uri"].as_str().expect("a URI").to_string();
                self.shown.insert(uri, note.params["diagnostics"].as_array().expect("a list").clone());
                self.published.push(note.params);
            }
            // Settings are asked for: only those of the start exist.
            Message::Request(request) if request.method == "workspace/configuration" => {
                let answer = Response::new_ok(request.id.clone(), json!([null]));
                self.connection.sender.send(answer.into()).expect("the server listens");
                self.told.push(request.into());
            }
            other => self.told.push(other),
        }
    }

    pub fn respond(&self, id: RequestId, value: Value) {
        self.connection.sender.send(Response::new_ok(id, value).into()).expect("the server listens");
    }

    pub fn open(&self, path: &Path, text: &str) {
        let document = json!({ "uri": uri(path), "languageId": "cython", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub fn change(&self, path: &Path, version: i32, changes: Value) {
        let document = json!({ "uri": uri(path), "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    pub fn close(&self, path: &Path) {
        self.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri(path) } }));
    }

    /// The next that is published about a file, of a version if one is given.
    pub fn published(&mut self, path: &Path, version: Option<i32>) -> Vec<Value> {
        let uri = uri(path);
        loop {
            let is_it = |params: &Value| {
                params["uri"] == *uri && version.is_none_or(|version| params["version"] == version)
            };
            if let Some(at) = self.published.iter().position(is_it) {
                let params = self.published.remove(at);
                return params["diagnostics"].as_array().expect("a list").clone();
            }
            let message = self.receive();
            self.keep(message);
        }
    }

    /// What is shown about a file when its newest text has been checked as a whole.
    pub fn settled(&mut self, path: &Path) -> Vec<Value> {
        // Answered when that is done.
        self.of("textDocument/documentSymbol", path, json!({}));
        self.published.clear();
        self.shown.get(&uri(path)).cloned().unwrap_or_default()
    }

    /// Whether a code is shown about any file.
    pub fn shows(&self, code: &str) -> bool {
        self.shown.values().flatten().any(|one| one["code"] == code)
    }

    /// A request about a place in a document.
    pub fn at(&mut self, method: &str, path: &Path, line: u32, character: u32) -> Value {
        let params = json!({ "textDocument": { "uri": uri(path) }, "position": place(line, character) });
        self.ask(method, params)
    }

    /// A request about a whole document.
    pub fn of(&mut self, method: &str, path: &Path, more: Value) -> Value {
        let range = json!({ "start": place(0, 0), "end": place(100_000, 0) });
        let mut params = json!({ "textDocument": { "uri": uri(path) }, "range": range });
        if let (Some(all), Some(more)) = (params.as_object_mut(), more.as_object()) {
            all.extend(more.clone());
        }
        self.ask(method, params)
    }

    /// Takes its leave; whether the server ended well.
    pub fn stop(mut self) -> bool {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        self.end()
    }

    pub fn end(mut self) -> bool {
        let server = self.server.take().expect("a server");
        let Editor { connection, .. } = self;
        drop(connection);
        server.join().expect("the server does not panic")
    }
}
