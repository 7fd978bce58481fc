//! The enum of all expressions, and those that are neither literals, calls nor operators.

use super::*;
use crate::source::Span;
use crate::syntax::node::Node;

views! {
    Identifier = "identifier";
    Attribute = "attribute";
    Subscript = "subscript";
    /// `start:stop:step` in a subscript or in the axes of a memoryview type
    Slice = "slice";
    /// A list, tuple or set display; a tuple also without its parentheses
    Collection = "list" | "list_pattern" | "tuple" | "tuple_pattern" | "expression_list" | "pattern_list" | "set"
        | "expression_statement" | "for_in_clause";
    Dictionary = "dictionary";
    Comprehension = "list_comprehension" | "set_comprehension" | "dictionary_comprehension" | "generator_expression";
    Lambda = "lambda";
    /// `name := value`
    Named = "named_expression";
    Await = "await";
    Yield = "yield";
    /// `*values`
    Starred = "list_splat" | "list_splat_pattern";
    /// `value as target`, only in `with` and `except`
    Alias = "as_pattern";
    /// `<T>x`
    Cast = "cast_expression";
    /// `sizeof` or `typeid` of something that can only be a type, see also [`Call::as_sizeof`]
    SizeOf = "sizeof_expression";
    /// `new T(...)`, only in C++
    New = "new_expression";
    Ellipsis = "ellipsis";
}

macro_rules! expressions {
    ($($(#[$doc:meta])* $variant:ident($view:ident),)*) => {
        /// Any expression.
        #[derive(Clone, Copy, Debug)]
        pub enum Expression<'t> {
            $($(#[$doc])* $variant($view<'t>),)*
        }

        impl<'t> Expression<'t> {
            pub fn span(self) -> Span {
                match self { $(Expression::$variant(view) => view.span(),)* }
            }

            pub fn text(self) -> &'t str {
                match self { $(Expression::$variant(view) => view.text(),)* }
            }
        }
    };
}

expressions! {
    Name(Identifier),
    /// `NULL`
    Null(Identifier),
    Integer(IntegerLiteral),
    Float(FloatLiteral),
    Imaginary(ImaginaryLiteral),
    String(StringLiteral),
    Character(CharacterLiteral),
    Boolean(BooleanLiteral),
    None(NoneLiteral),
    Ellipsis(Ellipsis),
    Attribute(Attribute),
    Subscript(Subscript),
    /// Only as an index of a [`Subscript`].
    Slice(Slice),
    Call(Call),
    Unary(Unary),
    Not(Not),
    Binary(Binary),
    Logical(Logical),
    Compare(Compare),
    Conditional(Conditional),
    List(Collection),
    Tuple(Collection),
    Set(Collection),
    Dictionary(Dictionary),
    Comprehension(Comprehension),
    Lambda(Lambda),
    Named(Named),
    Await(Await),
    Yield(Yield),
    Starred(Starred),
    Alias(Alias),
    Cast(Cast),
    SizeOf(SizeOf),
    New(New),
    Error(ErrorNode),
}

/// Whether a node is parentheses around one expression. Around a target, the grammar uses the same node as for
/// a tuple, which has a comma or is empty.
fn is_parentheses(node: Node<'_>) -> bool {
    match node.kind() {
        "parenthesized_expression" => true,
        "tuple_pattern" => !node.has(",") && node.first_child().is_some(),
        _ => false,
    }
}

impl<'t> Expression<'t> {
    /// What a call calls, otherwise the expression itself: what a decorator names, with arguments or without.
    pub fn named(self) -> Option<Expression<'t>> {
        match self {
            Expression::Call(call) => call.function(),
            other => Some(other),
        }
    }

    /// `None` for a node that is not an expression.
    pub(in crate::syntax) fn cast(node: Node<'t>) -> Option<Expression<'t>> {
        let mut node = node;
        while is_parentheses(node) {
            match node.children().as_slice() {
                [inner] => node = *inner,
                _ => return Some(Expression::Error(ErrorNode(node))),
            }
        }
        let kind = node.kind();
        Expression::atom(kind, node).or_else(|| Expression::operation(kind, node))
    }

    fn atom(kind: &str, node: Node<'t>) -> Option<Expression<'t>> {
        Some(match kind {
            "identifier" if node.text() == "NULL" => Expression::Null(Identifier(node)),
            "identifier" => Expression::Name(Identifier(node)),
            "integer" | "float" if node.text().ends_with(['j', 'J']) => {
                Expression::Imaginary(ImaginaryLiteral(node))
            }
            "integer" => Expression::Integer(IntegerLiteral(node)),
            "float" => Expression::Float(FloatLiteral(node)),
            "string" | "concatenated_string" => Expression::String(StringLiteral(node)),
            "character" => Expression::Character(CharacterLiteral(node)),
            "true" | "false" => Expression::Boolean(BooleanLiteral(node)),
            "none" => Expression::None(NoneLiteral(node)),
            "ellipsis" => Expression::Ellipsis(Ellipsis(node)),
            "list" | "list_pattern" => Expression::List(Collection(node)),
            "tuple" | "tuple_pattern" | "expression_list" | "pattern_list" => {
                Expression::Tuple(Collection(node))
            }
            "set" => Expression::Set(Collection(node)),
            "dictionary" => Expression::Dictionary(Dictionary(node)),
            "list_comprehension"
            | "set_comprehension"
            | "dictionary_comprehension"
            | "generator_expression" => Expression::Comprehension(Comprehension(node)),
            "ERROR" => Expression::Error(ErrorNode(node)),
            _ => return None,
        })
    }

    fn operation(kind: &str, node: Node<'t>) -> Option<Expression<'t>> {
        Some(match kind {
            "attribute" => Expression::Attribute(Attribute(node)),
            "subscript" => Expression::Subscript(Subscript(node)),
            "slice" => Expression::Slice(Slice(node)),
            "call" => Expression::Call(Call(node)),
            "unary_operator" => Expression::Unary(Unary(node)),
            "not_operator" => Expression::Not(Not(node)),
            "binary_operator" => Expression::Binary(Binary(node)),
            "boolean_operator" => Expression::Logical(Logical(node)),
            "comparison_operator" => Expression::Compare(Compare(node)),
            "conditional_expression" => Expression::Conditional(Conditional(node)),
            "lambda" => Expression::Lambda(Lambda(node)),
            "named_expression" => Expression::Named(Named(node)),
            "await" => Expression::Await(Await(node)),
            "yield" => Expression::Yield(Yield(node)),
            "list_splat" | "list_splat_pattern" => Expression::Starred(Starred(node)),
            "as_pattern" => Expression::Alias(Alias(node)),
            "cast_expression" => Expression::Cast(Cast(node)),
            "sizeof_expression" => Expression::SizeOf(SizeOf(node)),
            "new_expression" => Expression::New(New(node)),
            _ => return None,
        })
    }

    /// Every child that is an expression.
    pub(in crate::syntax) fn list(node: Node<'t>) -> Vec<Expression<'t>> {
        node.children().into_iter().filter_map(Expression::cast).collect()
    }

    pub(super) fn nth(node: Node<'t>, index: usize) -> Option<Expression<'t>> {
        Expression::list(node).into_iter().nth(index)
    }

    pub(in crate::syntax) fn first(node: Node<'t>) -> Option<Expression<'t>> {
        node.children().into_iter().find_map(Expression::cast)
    }

    /// The children as one expression: a tuple if there is a comma.
    pub(super) fn row(node: Node<'t>) -> Option<Expression<'t>> {
        if node.has(",") { Some(Expression::Tuple(Collection(node))) } else { Expression::first(node) }
    }
}

impl<'t> Attribute<'t> {
    pub fn object(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("object")?)
    }

    pub fn name(self) -> Option<Identifier<'t>> {
        self.0.field("attribute").and_then(Identifier::cast)
    }
}

impl<'t> Subscript<'t> {
    pub fn value(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("value")?)
    }

    pub fn indices(self) -> Vec<Expression<'t>> {
        self.0.fields("subscript").into_iter().filter_map(Expression::cast).collect()
    }

    /// `x[a,]` has one index that is a tuple.
    pub fn has_trailing_comma(self) -> bool {
        let children = self.0.all_children();
        children.len() >= 2 && children[children.len() - 2].kind() == ","
    }
}

impl<'t> Slice<'t> {
    pub fn start(self) -> Option<Expression<'t>> {
        self.part(0)
    }

    pub fn stop(self) -> Option<Expression<'t>> {
        self.part(1)
    }

    pub fn step(self) -> Option<Expression<'t>> {
        self.part(2)
    }

    fn part(self, index: usize) -> Option<Expression<'t>> {
        let mut colons = 0;
        for child in self.0.all_children() {
            if child.kind() == ":" {
                colons += 1;
            } else if colons == index {
                return Expression::cast(child);
            }
        }
        None
    }
}

impl<'t> Collection<'t> {
    pub fn elements(self) -> Vec<Expression<'t>> {
        match self.0.kind() {
            "for_in_clause" => self.0.fields("right").into_iter().filter_map(Expression::cast).collect(),
            "match_statement" => self.0.fields("subject").into_iter().filter_map(Expression::cast).collect(),
            _ => Expression::list(self.0),
        }
    }

    /// `(*x)` has none: it is not a tuple.
    pub fn has_comma(self) -> bool {
        self.0.all_children().iter().any(|child| child.kind() == ",")
    }
}

/// One entry of a dictionary display.
#[derive(Clone, Copy, Debug)]
pub enum DictionaryEntry<'t> {
    Pair {
        key: Option<Expression<'t>>,
        value: Option<Expression<'t>>,
        span: Span,
    },
    /// `**other`
    Unpacked(Option<Expression<'t>>),
}

impl<'t> Dictionary<'t> {
    pub fn entries(self) -> Vec<DictionaryEntry<'t>> {
        let entry = |node: Node<'t>| match node.kind() {
            "pair" => Some(DictionaryEntry::Pair {
                key: node.field("key").and_then(Expression::cast),
                value: node.field("value").and_then(Expression::cast),
                span: node.span(),
            }),
            "dictionary_splat" => Some(DictionaryEntry::Unpacked(Expression::first(node))),
            _ => None,
        };
        self.0.children().into_iter().filter_map(entry).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComprehensionKind {
    List,
    Set,
    Dictionary,
    Generator,
}

#[derive(Clone, Copy, Debug)]
pub enum ComprehensionClause<'t> {
    For {
        is_async: bool,
        target: Option<Expression<'t>>,
        iterable: Option<Expression<'t>>,
        /// Instead of an iterable.
        from_range: Option<ForFrom<'t>>,
    },
    If(Option<Expression<'t>>),
}

impl<'t> Comprehension<'t> {
    pub fn kind(self) -> ComprehensionKind {
        match self.0.kind() {
            "list_comprehension" => ComprehensionKind::List,
            "set_comprehension" => ComprehensionKind::Set,
            "dictionary_comprehension" => ComprehensionKind::Dictionary,
            _ => ComprehensionKind::Generator,
        }
    }

    /// Whether its variables are those of the code around it in Python 2: a list's, outside of other comprehensions.
    pub fn leaks(self) -> bool {
        let mut around = std::iter::successors(self.0.parent(), |node| node.parent());
        let owner = around.find(|node| {
            matches!(
                node.kind(),
                "set_comprehension"
                    | "dictionary_comprehension"
                    | "generator_expression"
                    | "lambda"
                    | "block"
            )
        });
        self.kind() == ComprehensionKind::List && owner.is_none_or(|node| node.kind() == "block")
    }

    /// The element; for a dictionary comprehension, its value.
    pub fn element(self) -> Option<Expression<'t>> {
        let body = self.0.field("body")?;
        Expression::cast(if body.kind() == "pair" { body.field("value")? } else { body })
    }

    /// Of a dictionary comprehension.
    pub fn key(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("body").filter(|body| body.kind() == "pair")?.field("key")?)
    }

    pub fn clauses(self) -> Vec<ComprehensionClause<'t>> {
        let clause = |node: Node<'t>| match node.kind() {
            "for_in_clause" => Some(ComprehensionClause::For {
                is_async: node.has("async"),
                target: node.field("left").or_else(|| node.field("variable")).and_then(Expression::cast),
                iterable: match node.fields("right").as_slice() {
                    [] => None,
                    [only] => Expression::cast(*only),
                    _ => Some(Expression::Tuple(Collection(node))),
                },
                from_range: node.field("lower").map(|_| ForFrom(node)),
            }),
            "if_clause" => Some(ComprehensionClause::If(Expression::first(node))),
            _ => None,
        };
        self.0.children().into_iter().filter_map(clause).collect()
    }
}

impl<'t> Lambda<'t> {
    pub fn parameters(self) -> Option<Parameters<'t>> {
        self.0.field("parameters").and_then(Parameters::cast)
    }

    pub fn body(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("body")?)
    }
}

impl<'t> Named<'t> {
    pub fn name(self) -> Option<Identifier<'t>> {
        self.0.field("name").and_then(Identifier::cast)
    }

    pub fn value(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("value")?)
    }
}

impl<'t> Await<'t> {
    pub fn value(self) -> Option<Expression<'t>> {
        Expression::first(self.0)
    }
}

impl<'t> Yield<'t> {
    /// `yield from`
    pub fn is_from(self) -> bool {
        self.0.has("from")
    }

    pub fn value(self) -> Option<Expression<'t>> {
        Expression::first(self.0)
    }
}

impl<'t> Starred<'t> {
    /// Whether something in it could not be read.
    pub fn is_broken(self) -> bool {
        self.0.has_error()
    }

    pub fn value(self) -> Option<Expression<'t>> {
        Expression::first(self.0)
    }
}

impl<'t> Alias<'t> {
    pub fn value(self) -> Option<Expression<'t>> {
        Expression::first(self.0)
    }

    pub fn target(self) -> Option<Expression<'t>> {
        let target = self.0.field("alias")?;
        if target.kind() == "as_pattern_target" {
            Expression::first(target)
        } else {
            Expression::cast(target)
        }
    }
}

impl<'t> Cast<'t> {
    pub fn type_name(self) -> Option<TypeName<'t>> {
        self.0.field("type").and_then(TypeName::cast)
    }

    /// `<T?>x`
    pub fn is_checked(self) -> bool {
        self.0.field("checked").is_some()
    }

    pub fn operand(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("argument")?)
    }
}

impl<'t> SizeOf<'t> {
    /// `typeid`, only in C++
    pub fn is_typeid(self) -> bool {
        self.0.has("typeid")
    }

    pub fn type_name(self) -> Option<TypeName<'t>> {
        self.0.field("type").and_then(TypeName::cast)
    }
}

impl<'t> New<'t> {
    pub fn c_type(self) -> Option<CType<'t>> {
        self.0.field("type").and_then(CType::cast)
    }
}
