//! Answers to the client's requests.

use lsp_server::{ErrorCode, Request, Response};
use lsp_types::request::{self as asks, Request as _};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::state::Shared;
use super::studied::Studied;
use super::worker::unharmed;
use super::{actions, definition, hints, hover, symbols, tokens};

/// Why there is no answer.
struct Refusal(ErrorCode, String);

/// The answer to a request about a document, which is null if nothing is known about it. A panic is an error of
/// this request only.
pub fn answer(request: Request, studied: Option<&Studied>, shared: &Shared) -> Response {
    let id = request.id.clone();
    let result = unharmed(|| dispatch(request, studied, shared));
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
    shared: &Shared,
) -> Result<serde_json::Value, Refusal> {
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
    let params = serde_json::from_value(request.params)
        .map_err(|error| Refusal(ErrorCode::InvalidParams, error.to_string()))?;
    let result = studied.map_or_else(R::Result::default, |studied| work(studied, params));
    serde_json::to_value(result).map_err(|error| Refusal(ErrorCode::InternalError, error.to_string()))
}
