//! Answers to the client's requests.

use lsp_server::{ErrorCode, Request, Response};
use lsp_types::request::{self as asks, Request as _};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::names::{self, Workspace};
use super::studied::Studied;
use super::worker::unharmed;
use super::{actions, definition, folding, hints, hover, symbols, tokens, writing};

/// Why there is no answer.
struct Refusal(ErrorCode, String);

/// The answer to a request about a document, which is null if nothing is known about it. A panic is an error of
/// this request only.
pub fn answer(request: Request, studied: Option<&Studied>, workspace: &Workspace<'_>) -> Response {
    let id = request.id.clone();
    let result = unharmed(|| dispatch(request, studied, workspace));
    let result = result.unwrap_or_else(|| {
        Err(Refusal(ErrorCode::InternalError, "a bug in offcy: no answer could be found".to_string()))
    });
    match result {
        Ok(value) => Response::new_ok(id, value),
        Err(Refusal(code, words)) => Response::new_err(id, code as i32, words),
    }
}

fn dispatch(
    request: Request,
    studied: Option<&Studied>,
    workspace: &Workspace<'_>,
) -> Result<serde_json::Value, Refusal> {
    let shared = workspace.shared;
    match request.method.as_str() {
        asks::HoverRequest::METHOD => of::<asks::HoverRequest>(request, studied, |studied, params| {
            let at = studied.offset(params.text_document_position_params.position)?;
            hover::hover(studied, at)
        }),
        asks::GotoDefinition::METHOD | asks::GotoDeclaration::METHOD => {
            of::<asks::GotoDefinition>(request, studied, |studied, params| {
                let at = studied.offset(params.text_document_position_params.position)?;
                Some(definition::definition(studied, at, shared)?.into())
            })
        }
        asks::DocumentSymbolRequest::METHOD => {
            of::<asks::DocumentSymbolRequest>(request, studied, |studied, _| Some(symbols::symbols(studied)))
        }
        asks::CodeActionRequest::METHOD => {
            of::<asks::CodeActionRequest>(request, studied, |studied, params| {
                let at = studied.span(params.range)?;
                Some(actions::actions(studied, at, &params.context, shared))
            })
        }
        asks::InlayHintRequest::METHOD => {
            of::<asks::InlayHintRequest>(request, studied, |studied, params| {
                Some(hints::hints(studied, studied.span(params.range)?))
            })
        }
        asks::SemanticTokensFullRequest::METHOD => {
            of::<asks::SemanticTokensFullRequest>(request, studied, |studied, _| {
                Some(tokens::tokens(studied, None).into())
            })
        }
        asks::SemanticTokensRangeRequest::METHOD => {
            of::<asks::SemanticTokensRangeRequest>(request, studied, |studied, params| {
                Some(tokens::tokens(studied, Some(studied.span(params.range)?)).into())
            })
        }
        asks::FoldingRangeRequest::METHOD => {
            of::<asks::FoldingRangeRequest>(request, studied, |studied, _| Some(folding::folds(studied)))
        }
        _ => about_names(request, studied, workspace),
    }
}

fn about_names(
    request: Request,
    studied: Option<&Studied>,
    workspace: &Workspace<'_>,
) -> Result<serde_json::Value, Refusal> {
    match request.method.as_str() {
        asks::Completion::METHOD => of::<asks::Completion>(request, studied, |studied, params| {
            let at = studied.offset(params.text_document_position.position)?;
            writing::completion(studied, at, workspace)
        }),
        asks::SignatureHelpRequest::METHOD => {
            of::<asks::SignatureHelpRequest>(request, studied, |studied, params| {
                let at = studied.offset(params.text_document_position_params.position)?;
                writing::signature(studied, at, workspace)
            })
        }
        asks::DocumentHighlightRequest::METHOD => {
            of::<asks::DocumentHighlightRequest>(request, studied, |studied, params| {
                let at = studied.offset(params.text_document_position_params.position)?;
                Some(names::highlights(studied, at))
            })
        }
        asks::References::METHOD => of::<asks::References>(request, studied, |studied, params| {
            let at = studied.offset(params.text_document_position.position)?;
            names::references(studied, at, params.context.include_declaration, workspace)
        }),
        asks::PrepareRenameRequest::METHOD => {
            refusable::<asks::PrepareRenameRequest>(request, studied, |studied, params| {
                let at = studied.offset(params.position).unwrap_or_default();
                names::prepare(studied, at, workspace).map(Some)
            })
        }
        asks::Rename::METHOD => refusable::<asks::Rename>(request, studied, |studied, params| {
            let at = studied.offset(params.text_document_position.position).unwrap_or_default();
            names::rename(studied, at, &params.new_name, workspace).map(Some)
        }),
        asks::WorkspaceSymbolRequest::METHOD => {
            let params: lsp_types::WorkspaceSymbolParams = read(request.params)?;
            written(Some(names::symbols(&params.query, workspace)))
        }
        other => Err(Refusal(ErrorCode::MethodNotFound, format!("there is no `{other}` here"))),
    }
}

fn of<R>(
    request: Request,
    studied: Option<&Studied>,
    work: impl FnOnce(&Studied, R::Params) -> R::Result,
) -> Result<serde_json::Value, Refusal>
where
    R: asks::Request,
    R::Params: DeserializeOwned,
    R::Result: Serialize + Default,
{
    refusable::<R>(request, studied, |studied, params| Ok(work(studied, params)))
}

/// The same for work that says why it is not done.
fn refusable<R>(
    request: Request,
    studied: Option<&Studied>,
    work: impl FnOnce(&Studied, R::Params) -> Result<R::Result, String>,
) -> Result<serde_json::Value, Refusal>
where
    R: asks::Request,
    R::Params: DeserializeOwned,
    R::Result: Serialize + Default,
{
    let params = read(request.params)?;
    let result = studied.map_or_else(|| Ok(R::Result::default()), |studied| work(studied, params));
    written(result.map_err(|why| Refusal(ErrorCode::RequestFailed, why))?)
}

fn read<P: DeserializeOwned>(params: serde_json::Value) -> Result<P, Refusal> {
    serde_json::from_value(params).map_err(|error| Refusal(ErrorCode::InvalidParams, error.to_string()))
}

fn written(result: impl Serialize) -> Result<serde_json::Value, Refusal> {
    serde_json::to_value(result).map_err(|error| Refusal(ErrorCode::InternalError, error.to_string()))
}
