//! C declarators, with and without a name.

use super::*;
use crate::source::Span;
use crate::syntax::node::Node;

views! {
    /// The declared name, with its C name if one is given
    NameDeclarator = "c_name_declarator";
    /// `operator+`, only in C++
    OperatorDeclarator = "c_operator_declarator";
    PointerDeclarator = "c_pointer_declarator" | "c_abstract_pointer_declarator";
    /// `&x`, only in C++
    ReferenceDeclarator = "c_reference_declarator" | "c_abstract_reference_declarator";
    ArrayDeclarator = "c_array_declarator" | "c_abstract_array_declarator";
    FunctionDeclarator = "c_function_declarator" | "c_abstract_function_declarator";
    /// The clause about exceptions after the parameters
    ExceptionClause = "exception_clause";
}

/// Any declarator. As in C, the outermost part is applied last: in `*f(int)` the pointer is outside and the
/// function inside, which declares a function that returns a pointer. The innermost part is the name, or
/// nothing in a [`TypeName`]. Parentheses are skipped.
#[derive(Clone, Copy, Debug)]
pub enum Declarator<'t> {
    Name(NameDeclarator<'t>),
    Operator(OperatorDeclarator<'t>),
    Pointer(PointerDeclarator<'t>),
    Reference(ReferenceDeclarator<'t>),
    Array(ArrayDeclarator<'t>),
    Function(FunctionDeclarator<'t>),
    Error(ErrorNode<'t>),
}

impl<'t> Declarator<'t> {
    pub(in crate::syntax) fn cast(node: Node<'t>) -> Option<Declarator<'t>> {
        let mut node = node;
        while matches!(node.kind(), "c_parenthesized_declarator" | "c_abstract_parenthesized_declarator") {
            node = node.field("declarator")?;
        }
        Some(match node.kind() {
            "c_name_declarator" => Declarator::Name(NameDeclarator(node)),
            "c_operator_declarator" => Declarator::Operator(OperatorDeclarator(node)),
            "c_pointer_declarator" | "c_abstract_pointer_declarator" => {
                Declarator::Pointer(PointerDeclarator(node))
            }
            "c_reference_declarator" | "c_abstract_reference_declarator" => {
                Declarator::Reference(ReferenceDeclarator(node))
            }
            "c_array_declarator" | "c_abstract_array_declarator" => Declarator::Array(ArrayDeclarator(node)),
            "c_function_declarator" | "c_abstract_function_declarator" => {
                Declarator::Function(FunctionDeclarator(node))
            }
            "ERROR" => Declarator::Error(ErrorNode(node)),
            _ => return None,
        })
    }

    fn node(self) -> Node<'t> {
        match self {
            Declarator::Name(NameDeclarator(node))
            | Declarator::Operator(OperatorDeclarator(node))
            | Declarator::Pointer(PointerDeclarator(node))
            | Declarator::Reference(ReferenceDeclarator(node))
            | Declarator::Array(ArrayDeclarator(node))
            | Declarator::Function(FunctionDeclarator(node))
            | Declarator::Error(ErrorNode(node)) => node,
        }
    }

    pub fn span(self) -> Span {
        self.node().span()
    }

    pub fn text(self) -> &'t str {
        self.node().text()
    }

    /// One step inwards, to the name.
    pub fn inner(self) -> Option<Declarator<'t>> {
        match self {
            Declarator::Name(_) | Declarator::Operator(_) | Declarator::Error(_) => None,
            other => other.node().field("declarator").and_then(Declarator::cast),
        }
    }

    /// The innermost part, where it is a name.
    pub fn name_declarator(self) -> Option<NameDeclarator<'t>> {
        let mut declarator = self;
        while let Some(inner) = declarator.inner() {
            declarator = inner;
        }
        match declarator {
            Declarator::Name(name) => Some(name),
            _ => None,
        }
    }

    pub fn name(self) -> Option<Identifier<'t>> {
        self.name_declarator()?.name()
    }

    /// The name that this declares, if it is a function template of C++: `f[T](T x)`.
    pub fn template(self) -> Option<Identifier<'t>> {
        let mut declarator = self;
        while let Some(inner) = declarator.inner() {
            if let (Declarator::Function(_), Declarator::Array(array)) = (declarator, inner)
                && let (Some(Expression::Name(_) | Expression::Tuple(_)), Some(Declarator::Name(name))) =
                    (array.size(), inner.inner())
            {
                return name.name();
            }
            declarator = inner;
        }
        None
    }

    /// The function part next to the name, if this declares a function and not a pointer to one.
    pub fn function(self) -> Option<FunctionDeclarator<'t>> {
        let mut declarator = self;
        loop {
            match (declarator, declarator.inner()) {
                (Declarator::Function(function), Some(Declarator::Name(_))) => return Some(function),
                (_, Some(inner)) => declarator = inner,
                (_, None) => return None,
            }
        }
    }
}

impl<'t> NameDeclarator<'t> {
    pub fn name(self) -> Option<Identifier<'t>> {
        self.0.field("name").and_then(Identifier::cast)
    }

    /// `int x "c_x"`
    pub fn c_name(self) -> Option<StringLiteral<'t>> {
        self.0.field("c_name").and_then(StringLiteral::cast)
    }
}

impl<'t> PointerDeclarator<'t> {
    /// 1 for `*`, 2 for `**`.
    pub fn depth(self) -> usize {
        self.0.field("operator").map_or(1, |operator| operator.text().len())
    }

    /// `* const`
    pub fn is_const(self) -> bool {
        self.0.has("const")
    }

    pub fn inner(self) -> Option<Declarator<'t>> {
        Declarator::Pointer(self).inner()
    }
}

impl<'t> ReferenceDeclarator<'t> {
    pub fn inner(self) -> Option<Declarator<'t>> {
        Declarator::Reference(self).inner()
    }
}

impl<'t> ArrayDeclarator<'t> {
    pub fn inner(self) -> Option<Declarator<'t>> {
        Declarator::Array(self).inner()
    }

    /// `None` for `x[]`.
    pub fn size(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("size")?)
    }
}

impl<'t> FunctionDeclarator<'t> {
    pub fn inner(self) -> Option<Declarator<'t>> {
        Declarator::Function(self).inner()
    }

    pub fn parameters(self) -> Option<Parameters<'t>> {
        self.0.field("parameters").and_then(Parameters::cast)
    }

    pub fn is_nogil(self) -> bool {
        self.0.has("nogil")
    }

    /// `with gil`
    pub fn is_with_gil(self) -> bool {
        self.0.has("gil")
    }

    pub fn exception_clause(self) -> Option<ExceptionClause<'t>> {
        self.0.child("exception_clause").and_then(ExceptionClause::cast)
    }
}

impl<'t> ExceptionClause<'t> {
    pub fn is_noexcept(self) -> bool {
        self.0.has("noexcept")
    }

    /// `except *`
    pub fn is_always(self) -> bool {
        self.0.has("*") && !self.0.has("+")
    }

    /// `except +`: translates C++ exceptions
    pub fn is_cplusplus(self) -> bool {
        self.0.has("+")
    }

    /// `except? value`: the value may also be a result
    pub fn is_maybe(self) -> bool {
        self.0.has("?")
    }

    pub fn value(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("value")?)
    }
}
