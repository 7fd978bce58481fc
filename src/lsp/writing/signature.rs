//! What the call wants in whose parentheses a place is.

use lsp_types::{ParameterInformation, ParameterLabel, SignatureHelp, SignatureInformation};

use super::{Written, known, study};
use crate::lsp::facts::name_at;
use crate::lsp::hover;
use crate::lsp::names::Workspace;
use crate::lsp::studied::Studied;

pub fn signature(studied: &Studied, at: u32, workspace: &Workspace<'_>) -> Option<SignatureHelp> {
    let text = studied.document.text.clone();
    let written = Written::new(&text, at)?;
    let open = written.open_brackets();
    let &(open, _) = open.last().filter(|(_, bracket)| *bracket == '(')?;
    let callee = written.text[..open].trim_end();
    let (completed, _) = written.completed();
    let completed = study(studied, completed, workspace);
    let (label, doc) = head(&completed, callee)?;
    let parameters = parameters(&label);
    let active = active(&label, &parameters, &written.text[open + 1..written.at]);
    let information = |&(start, end): &(usize, usize)| ParameterInformation {
        label: ParameterLabel::LabelOffsets([utf16(&label[..start]), utf16(&label[..end])]),
        documentation: None,
    };
    let parameters = parameters.iter().map(information).collect();
    let documentation = doc.map(lsp_types::Documentation::String);
    Some(SignatureHelp {
        signatures: vec![SignatureInformation {
            label,
            documentation,
            parameters: Some(parameters),
            active_parameter: active,
        }],
        active_signature: Some(0),
        active_parameter: active,
    })
}

/// The head of the function that ends a text, and its documentation.
fn head(studied: &Studied, callee: &str) -> Option<(String, Option<String>)> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let name = &callee[callee.trim_end_matches(is_part).len()..];
    let facts = studied.facts();
    let fact = studied.parse().and_then(|parse| name_at(parse, callee.len() as u32));
    let fact = fact.and_then(|name| facts.as_ref()?.get(name.span()));
    if let Some(declared) = fact.and_then(|fact| fact.declared)
        && let Some((head, doc)) = hover::declaration(studied, declared)
    {
        let line: String = head.split_whitespace().collect::<Vec<_>>().join(" ");
        return Some((line, doc)).filter(|(line, _)| line.contains('('));
    }
    if let Some((_, call)) = known::CALLS.iter().find(|(known, _)| *known == name) {
        return Some((call.to_string(), None));
    }
    // A C function without a declaration in the workspace: `double (double) noexcept nogil`.
    let ty = fact?.types.iter().find(|ty| ty.contains('('))?;
    let (result, rest) = ty.split_once('(')?;
    Some((format!("{}{name}({rest}", result.trim_end().to_string() + " "), None))
}

/// The parameters of a head: those between its outermost parentheses.
fn parameters(label: &str) -> Vec<(usize, usize)> {
    let Some(open) = label.find('(') else { return Vec::new() };
    let (mut found, mut depth, mut start) = (Vec::new(), 0usize, open + 1);
    for (at, letter) in label[open..].char_indices().map(|(at, letter)| (open + at, letter)) {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ',' if depth == 1 => {
                found.push((start, at));
                start = at + 1;
            }
            ')' | ']' | '}' => {
                depth -= 1;
                if depth == 0 {
                    found.push((start, at));
                    break;
                }
            }
            _ => {}
        }
    }
    let trimmed = |(start, end): (usize, usize)| {
        let text = &label[start..end];
        (start + text.len() - text.trim_start().len(), start + text.trim_end().len())
    };
    found.into_iter().map(trimmed).filter(|(start, end)| start < end).collect()
}

/// The name of a parameter: the last word before a value or an annotation.
fn name(parameter: &str) -> &str {
    let declared = parameter.split(['=', ':']).next().unwrap_or("").trim_end();
    let declared =
        if parameter.contains("[:") { parameter.rsplit(' ').next().unwrap_or("") } else { declared };
    declared.rsplit([' ', '*']).next().unwrap_or("")
}

/// Which parameter is being written, by its name or by how many came before.
fn active(label: &str, parameters: &[(usize, usize)], written: &str) -> Option<u32> {
    let (mut depth, mut count, mut start) = (0usize, 0usize, 0);
    for (at, letter) in written.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                count += 1;
                start = at + 1;
            }
            _ => {}
        }
    }
    let named = written[start..].split_once('=').map(|(name, _)| name.trim());
    let found = match named {
        Some(wanted) => parameters.iter().position(|&(start, end)| name(&label[start..end]) == wanted),
        // `self` is given by the object.
        None => {
            let has_self = parameters.first().is_some_and(|&(start, end)| name(&label[start..end]) == "self");
            Some(count + usize::from(has_self)).filter(|at| *at < parameters.len())
        }
    };
    found.map(|at| at as u32)
}

fn utf16(text: &str) -> u32 {
    text.encode_utf16().count() as u32
}
