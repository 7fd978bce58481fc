//! The thread that talks with the client.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self as notes, Notification as _};
use lsp_types::request::{self as asks, Request as _};
use lsp_types::*;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::pages::Pages;
use super::publisher::Publisher;
use super::state::{Client, Document, Shared};
use super::text::{Encoding, changed};
use super::worker::{Tools, unharmed};
use super::{Environment, quick, settings, tokens, uri, worker};

/// The languages whose files are watched for changes outside of the editor.
const WATCHED: &str = "**/*.{pyx,pxd,pxi}";

/// Serves until the client exits; returns whether it did so as the protocol requires.
pub fn run(connection: &Connection, environment: Environment) -> bool {
    let Ok((id, params)) = connection.initialize_start() else { return false };
    let params: InitializeParams = match serde_json::from_value(params) {
        Ok(params) => params,
        Err(error) => {
            let refusal = Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string());
            let _ = connection.sender.send(refusal.into());
            return false;
        }
    };
    let client = client(&params.capabilities);
    let server_info = json!({ "name": "offcy", "version": env!("CARGO_PKG_VERSION") });
    let result = json!({ "capabilities": capabilities(client), "serverInfo": server_info });
    if connection.sender.send(Response::new_ok(id, result).into()).is_err() {
        return false;
    }
    let shared = Arc::new(Shared::default());
    let pages = Pages::new(environment.pages.as_deref());
    let sender = &connection.sender;
    let publisher = Publisher::new(&shared, sender);
    let mut server = Server {
        connection,
        client,
        environment,
        shared: shared.clone(),
        root: root(&params),
        asked: Asked::of(&params.capabilities),
        next_id: 0,
        settings_request: None,
        reported: Vec::new(),
    };
    shared.set_root(server.root.clone());
    server.set(params.initialization_options.unwrap_or(Value::Null));
    let tools = Tools { shared: &shared, client, pages: &pages, publisher: &publisher };
    thread::scope(|scope| {
        scope.spawn(|| worker::run(&tools, sender));
        scope.spawn(|| quick::run(&tools));
        let is_well = server.serve();
        shared.stop();
        is_well
    })
}

fn client(capabilities: &ClientCapabilities) -> Client {
    let offered = capabilities.general.as_ref().and_then(|general| general.position_encodings.as_deref());
    let document = capabilities.text_document.as_ref();
    let published = document.and_then(|document| document.publish_diagnostics.as_ref());
    let symbols = document.and_then(|document| document.document_symbol.as_ref());
    let hover = document.and_then(|document| document.hover.as_ref());
    let formats = hover.and_then(|hover| hover.content_format.as_deref()).unwrap_or(&[MarkupKind::Markdown]);
    Client {
        encoding: Encoding::negotiated(offered.unwrap_or(&[])),
        has_code_links: published.is_some_and(|can| can.code_description_support == Some(true)),
        has_related_places: published.is_some_and(|can| can.related_information == Some(true)),
        has_nested_symbols: symbols.is_some_and(|can| can.hierarchical_document_symbol_support == Some(true)),
        has_markdown: formats.contains(&MarkupKind::Markdown),
    }
}

fn capabilities(client: Client) -> ServerCapabilities {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::Supported(true)),
        ..TextDocumentSyncOptions::default()
    };
    let actions = CodeActionOptions {
        code_action_kinds: Some(vec![
            CodeActionKind::QUICKFIX,
            CodeActionKind::REFACTOR_REWRITE,
            CodeActionKind::SOURCE_FIX_ALL,
        ]),
        ..CodeActionOptions::default()
    };
    let tokens = SemanticTokensOptions {
        legend: tokens::legend(),
        full: Some(SemanticTokensFullOptions::Bool(true)),
        range: Some(true),
        ..SemanticTokensOptions::default()
    };
    let renames = RenameOptions {
        prepare_provider: Some(true),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    };
    ServerCapabilities {
        position_encoding: Some(client.encoding.kind()),
        text_document_sync: Some(sync.into()),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        declaration_provider: Some(DeclarationCapability::Simple(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([".", "'", "\""].map(str::to_string).to_vec()),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(["(", ","].map(str::to_string).to_vec()),
            ..SignatureHelpOptions::default()
        }),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(renames)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(actions)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        semantic_tokens_provider: Some(tokens.into()),
        ..ServerCapabilities::default()
    }
}

/// The first folder of the workspace.
fn root(params: &InitializeParams) -> Option<PathBuf> {
    let folder = params.workspace_folders.as_ref().and_then(|folders| folders.first());
    #[allow(deprecated, reason = "older clients send nothing else")]
    let root = folder.map(|folder| &folder.uri).or(params.root_uri.as_ref());
    root.map(uri::path)
}

/// What the server may ask of the client.
struct Asked {
    settings: bool,
    watching: bool,
    new_hints: bool,
    new_tokens: bool,
}

impl Asked {
    fn of(capabilities: &ClientCapabilities) -> Asked {
        let workspace = capabilities.workspace.as_ref();
        Asked {
            settings: workspace.is_some_and(|can| can.configuration == Some(true)),
            watching: workspace
                .and_then(|can| can.did_change_watched_files.as_ref())
                .is_some_and(|can| can.dynamic_registration == Some(true)),
            new_hints: workspace
                .and_then(|can| can.inlay_hint.as_ref())
                .is_some_and(|can| can.refresh_support == Some(true)),
            new_tokens: workspace
                .and_then(|can| can.semantic_tokens.as_ref())
                .is_some_and(|can| can.refresh_support == Some(true)),
        }
    }
}

struct Server<'a> {
    connection: &'a Connection,
    client: Client,
    environment: Environment,
    shared: Arc<Shared>,
    root: Option<PathBuf>,
    asked: Asked,
    next_id: i32,
    settings_request: Option<RequestId>,
    /// The messages that were shown about wrong settings.
    reported: Vec<String>,
}

impl Server<'_> {
    fn serve(&mut self) -> bool {
        let mut is_leaving = false;
        while let Ok(message) = self.connection.receiver.recv() {
            match message {
                Message::Request(request) if request.method == asks::Shutdown::METHOD => {
                    is_leaving = true;
                    self.send(Response::new_ok(request.id, Value::Null));
                }
                Message::Request(request) if is_leaving => {
                    let words = "the server is shutting down".to_string();
                    self.send(Response::new_err(request.id, ErrorCode::InvalidRequest as i32, words));
                }
                Message::Notification(note) if note.method == notes::Exit::METHOD => return is_leaving,
                Message::Notification(_) if is_leaving => {}
                Message::Request(request) => self.shared.ask(request),
                Message::Notification(note) => drop(unharmed(|| self.notified(note))),
                Message::Response(response) => drop(unharmed(|| self.answered(response))),
            }
        }
        false
    }

    fn send(&self, message: impl Into<Message>) {
        // A client that went away is noticed when receiving.
        let _ = self.connection.sender.send(message.into());
    }

    fn request<R: asks::Request>(&mut self, params: R::Params) -> RequestId {
        self.next_id += 1;
        let id = RequestId::from(self.next_id);
        self.send(Request::new(id.clone(), R::METHOD.to_string(), params));
        id
    }

    fn notified(&mut self, note: Notification) {
        let Notification { method, params } = note;
        match method.as_str() {
            notes::Initialized::METHOD => self.begin(),
            notes::DidOpenTextDocument::METHOD => self.handle(&method, params, Self::opened),
            notes::DidChangeTextDocument::METHOD => self.handle(&method, params, Self::changed),
            notes::DidCloseTextDocument::METHOD => {
                self.handle(&method, params, |server, closed: DidCloseTextDocumentParams| {
                    server.shared.close(&closed.text_document.uri);
                });
            }
            notes::DidSaveTextDocument::METHOD | notes::DidChangeWatchedFiles::METHOD => {
                self.shared.check_all(None);
            }
            notes::DidChangeConfiguration::METHOD => {
                self.handle(&method, params, |server, new: DidChangeConfigurationParams| {
                    if server.asked.settings {
                        server.ask_for_settings();
                    } else if !new.settings.is_null() {
                        server.set(new.settings);
                        server.renew();
                    }
                });
            }
            notes::Cancel::METHOD => self.handle(&method, params, Self::cancelled),
            _ => {}
        }
    }

    /// Parameters that cannot be read are reported and otherwise ignored.
    fn handle<P: DeserializeOwned>(&mut self, method: &str, params: Value, work: fn(&mut Self, P)) {
        match serde_json::from_value(params) {
            Ok(params) => work(self, params),
            Err(error) => self.say(MessageType::ERROR, format!("{method}: {error}")),
        }
    }

    fn say(&self, typ: MessageType, message: String) {
        let params = LogMessageParams { typ, message };
        self.send(Notification::new(notes::LogMessage::METHOD.to_string(), params));
    }

    fn begin(&mut self) {
        if self.asked.watching {
            let watchers = vec![FileSystemWatcher { glob_pattern: WATCHED.to_string().into(), kind: None }];
            let options = DidChangeWatchedFilesRegistrationOptions { watchers };
            let registration = Registration {
                id: "offcy-files".to_string(),
                method: notes::DidChangeWatchedFiles::METHOD.to_string(),
                register_options: serde_json::to_value(options).ok(),
            };
            self.request::<asks::RegisterCapability>(RegistrationParams {
                registrations: vec![registration],
            });
        }
        if self.asked.settings {
            self.ask_for_settings();
        }
    }

    fn ask_for_settings(&mut self) {
        let item = ConfigurationItem { scope_uri: None, section: Some("offcy".to_string()) };
        let id = self.request::<asks::WorkspaceConfiguration>(ConfigurationParams { items: vec![item] });
        self.settings_request = Some(id);
    }

    fn answered(&mut self, response: Response) {
        if self.settings_request.as_ref() != Some(&response.id) {
            return;
        }
        self.settings_request = None;
        let Ok(Value::Array(mut answers)) = response.response_result else { return };
        // A client without such settings answers null: the settings from its start stay valid.
        if let Some(settings) = answers.pop().filter(|settings| !settings.is_null()) {
            self.set(settings);
            self.renew();
        }
    }

    fn set(&mut self, new: Value) {
        let (options, wrong) = settings::options(&new, self.root.as_deref(), &self.environment);
        self.shared.check_all(Some(options));
        for words in &wrong {
            if !self.reported.contains(words) {
                let params = ShowMessageParams { typ: MessageType::WARNING, message: words.clone() };
                self.send(Notification::new(notes::ShowMessage::METHOD.to_string(), params));
            }
        }
        self.reported = wrong;
    }

    /// Makes the client ask again for what depends on more than a document's text.
    fn renew(&mut self) {
        if self.asked.new_hints {
            self.request::<asks::InlayHintRefreshRequest>(());
        }
        if self.asked.new_tokens {
            self.request::<asks::SemanticTokensRefresh>(());
        }
    }

    fn opened(&mut self, opened: DidOpenTextDocumentParams) {
        let TextDocumentItem { uri, version, text, .. } = opened.text_document;
        let path = uri::path(&uri);
        self.shared.put(Document { uri, path, version, text: text.into() });
    }

    fn changed(&mut self, change: DidChangeTextDocumentParams) {
        let Some(document) = self.shared.document(&change.text_document.uri) else { return };
        let mut text: Option<String> = None;
        for part in change.content_changes {
            let before = text.as_deref().unwrap_or(&document.text);
            text = Some(changed(before, part, self.client.encoding));
        }
        let text = text.map_or_else(|| document.text.clone(), Arc::from);
        self.shared.put(Document { version: change.text_document.version, text, ..document });
    }

    fn cancelled(&mut self, cancel: CancelParams) {
        let id = match cancel.id {
            NumberOrString::Number(number) => RequestId::from(number),
            NumberOrString::String(text) => RequestId::from(text),
        };
        if self.shared.cancel(&id) {
            let words = "taken back by the client".to_string();
            self.send(Response::new_err(id, ErrorCode::RequestCanceled as i32, words));
        }
    }
}
