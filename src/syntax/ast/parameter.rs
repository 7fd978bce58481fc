//! Parameters of functions and lambdas.

use super::*;
use crate::syntax::node::Node;

views! {
    Parameters = "parameters" | "lambda_parameters";
}

impl<'t> Parameters<'t> {
    pub fn list(self) -> Vec<Parameter<'t>> {
        self.0.children().into_iter().map(Parameter).collect()
    }
}

/// One parameter or one of the markers between them.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'t>(Node<'t>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// In a C signature, a lone name with neither a type nor a default is the name of a parameter, or the
    /// type of a nameless one: `double sqrt(double)`.
    Plain,
    /// `*args`
    Star,
    /// `**kwargs`
    DoubleStar,
    /// `*` alone
    KeywordOnlyMarker,
    /// `/` alone
    PositionalOnlyMarker,
    /// `...` of a C function with variable arguments
    Ellipsis,
    /// Not a parameter: broken, or a tuple parameter of Python 2
    Error,
}

/// `not None` and `or None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoneClause {
    NotNone,
    OrNone,
}

impl<'t> Parameter<'t> {
    pub fn span(self) -> crate::source::Span {
        self.0.span()
    }

    pub fn text(self) -> &'t str {
        self.0.text()
    }

    pub fn kind(self) -> ParameterKind {
        let node = match self.0.kind() {
            "typed_parameter" => self.0.children().into_iter().next().unwrap_or(self.0),
            _ => self.0,
        };
        match node.kind() {
            "identifier" | "default_parameter" | "typed_default_parameter" | "c_parameter" => {
                ParameterKind::Plain
            }
            "list_splat_pattern" => ParameterKind::Star,
            "dictionary_splat_pattern" => ParameterKind::DoubleStar,
            "keyword_separator" => ParameterKind::KeywordOnlyMarker,
            "positional_separator" => ParameterKind::PositionalOnlyMarker,
            "ellipsis" => ParameterKind::Ellipsis,
            _ => ParameterKind::Error,
        }
    }

    /// `None` for markers and for nameless parameters of C signatures.
    pub fn name(self) -> Option<Identifier<'t>> {
        match self.0.kind() {
            "identifier" => Identifier::cast(self.0),
            "c_parameter" => self.declarator()?.name(),
            "default_parameter" | "typed_default_parameter" => {
                self.0.field("name").and_then(Identifier::cast)
            }
            "list_splat_pattern" | "dictionary_splat_pattern" => {
                self.0.child("identifier").and_then(Identifier::cast)
            }
            "typed_parameter" => {
                let first = self.0.children().into_iter().next()?;
                Identifier::cast(first).or_else(|| first.child("identifier").and_then(Identifier::cast))
            }
            _ => None,
        }
    }

    pub fn c_type(self) -> Option<CType<'t>> {
        self.0.field("type").and_then(CType::cast)
    }

    /// Of a parameter with a C type.
    pub fn declarator(self) -> Option<Declarator<'t>> {
        self.0.field("declarator").and_then(Declarator::cast)
    }

    /// After a colon.
    pub fn annotation(self) -> Option<Annotation<'t>> {
        self.0.field("annotation").or_else(|| self.0.field("type")).and_then(Annotation::cast)
    }

    pub fn none_clause(self) -> Option<NoneClause> {
        match self.0.field("none")?.text() {
            "not" => Some(NoneClause::NotNone),
            "or" => Some(NoneClause::OrNone),
            _ => None,
        }
    }

    pub fn default(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("value")?)
    }

    /// Whether callers may leave it out, whatever its value is then.
    pub fn is_optional(self) -> bool {
        self.0.field("value").is_some()
    }
}
