//! Semantic tokens: the kinds of names whose spelling does not show them.

use lsp_types::{SemanticToken, SemanticTokenType, SemanticTokens, SemanticTokensLegend};

use super::facts::Kind;
use super::studied::Studied;
use crate::source::Span;

/// Each kind of name with the protocol's term for it, in the order of the legend.
const TYPES: &[(Kind, SemanticTokenType)] = &[
    (Kind::Module, SemanticTokenType::NAMESPACE),
    (Kind::Type, SemanticTokenType::TYPE),
    (Kind::Class, SemanticTokenType::CLASS),
    (Kind::Enum, SemanticTokenType::ENUM),
    (Kind::EnumMember, SemanticTokenType::ENUM_MEMBER),
    (Kind::Struct, SemanticTokenType::STRUCT),
    (Kind::Function, SemanticTokenType::FUNCTION),
    (Kind::Method, SemanticTokenType::METHOD),
    (Kind::Field, SemanticTokenType::PROPERTY),
    (Kind::Variable, SemanticTokenType::VARIABLE),
    (Kind::Parameter, SemanticTokenType::PARAMETER),
];

pub fn legend() -> SemanticTokensLegend {
    let token_types = TYPES.iter().map(|(_, token)| token.clone()).collect();
    SemanticTokensLegend { token_types, token_modifiers: Vec::new() }
}

/// The tokens of a part of a document, each placed relative to the one before.
pub fn tokens(studied: &Studied, within: Option<Span>) -> SemanticTokens {
    let known = studied.facts().map(|facts| facts.kinds()).unwrap_or_default();
    let mut data = Vec::new();
    let (mut line, mut column, mut end) = (0, 0, 0);
    let Some(file) = studied.file() else { return SemanticTokens::default() };
    for ((start, stop), kind) in known {
        // Two facts about one place would be two overlapping tokens.
        let is_wanted = within.is_none_or(|within| within.start <= start && stop <= within.end);
        if !is_wanted || start < end || stop <= start {
            continue;
        }
        let range = studied.range(Span { file, start, end: stop });
        let Some(token_type) = TYPES.iter().position(|(known, _)| *known == kind) else { continue };
        if range.start.line != range.end.line {
            continue;
        }
        let delta_line = range.start.line - line;
        let delta_start =
            if delta_line == 0 { range.start.character - column } else { range.start.character };
        let length = range.end.character - range.start.character;
        let token_type = token_type as u32;
        data.push(SemanticToken { delta_line, delta_start, length, token_type, token_modifiers_bitset: 0 });
        (line, column, end) = (range.start.line, range.start.character, stop);
    }
    SemanticTokens { result_id: None, data }
}
