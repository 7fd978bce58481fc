//! C types as written, and Python annotations.

use super::*;
use crate::source::Span;
use crate::syntax::node::Node;

views! {
    /// `double`, `np.float64_t`
    NamedType = "c_named_type" | "c_dotted_type";
    /// `unsigned long long int`, `long double`, `unsigned char`
    BasicType = "c_integer_type";
    /// `double complex`
    ComplexType = "c_complex_type";
    /// `const T` or `volatile T`
    QualifiedType = "c_qualified_type";
    /// `T[:, ::1]`
    MemoryViewType = "c_memoryview_type";
    /// `T[A, B]`: a template, a buffer such as `np.ndarray[double, ndim=2]`, or a C array type `T[3]`
    TemplateType = "c_template_type";
    /// `vector[int].iterator`
    NestedType = "c_nested_type";
    /// `(int, double)`
    TupleType = "c_tuple_type";
    /// A type with an optional nameless declarator, as in a cast
    TypeName = "c_type_name";
    /// The annotation after the colon of a name
    Annotation = "type";
}

/// Any C type, without the parts of a declarator (`*`, `&`, array sizes, parameters).
#[derive(Clone, Copy, Debug)]
pub enum CType<'t> {
    Named(NamedType<'t>),
    Basic(BasicType<'t>),
    Complex(ComplexType<'t>),
    Qualified(QualifiedType<'t>),
    MemoryView(MemoryViewType<'t>),
    Template(TemplateType<'t>),
    Nested(NestedType<'t>),
    Tuple(TupleType<'t>),
    /// `(T *)`: a whole type in parentheses
    Parenthesized(TypeName<'t>),
    Error(ErrorNode<'t>),
}

impl<'t> CType<'t> {
    pub(in crate::syntax) fn cast(node: Node<'t>) -> Option<CType<'t>> {
        Some(match node.kind() {
            "c_named_type" | "c_dotted_type" => CType::Named(NamedType(node)),
            "c_integer_type" => CType::Basic(BasicType(node)),
            "c_complex_type" => CType::Complex(ComplexType(node)),
            "c_qualified_type" => CType::Qualified(QualifiedType(node)),
            "c_memoryview_type" => CType::MemoryView(MemoryViewType(node)),
            "c_template_type" => CType::Template(TemplateType(node)),
            "c_nested_type" => CType::Nested(NestedType(node)),
            "c_tuple_type" => CType::Tuple(TupleType(node)),
            "c_parenthesized_type" => {
                CType::Parenthesized(node.child("c_type_name").and_then(TypeName::cast)?)
            }
            "ERROR" => CType::Error(ErrorNode(node)),
            _ => return None,
        })
    }

    fn node(self) -> Node<'t> {
        match self {
            CType::Named(NamedType(node))
            | CType::Basic(BasicType(node))
            | CType::Complex(ComplexType(node))
            | CType::Qualified(QualifiedType(node))
            | CType::MemoryView(MemoryViewType(node))
            | CType::Template(TemplateType(node))
            | CType::Nested(NestedType(node))
            | CType::Tuple(TupleType(node))
            | CType::Parenthesized(TypeName(node))
            | CType::Error(ErrorNode(node)) => node,
        }
    }

    pub fn span(self) -> Span {
        self.node().span()
    }

    pub fn text(self) -> &'t str {
        self.node().text()
    }
}

fn base(node: Node<'_>) -> Option<CType<'_>> {
    node.field("base").and_then(CType::cast)
}

impl<'t> NamedType<'t> {
    /// The parts of a dotted name; one for a plain name.
    pub fn parts(self) -> Vec<Identifier<'t>> {
        self.0.children().into_iter().filter_map(Identifier::cast).collect()
    }

    /// `a.b.c` without spaces.
    pub fn path(self) -> String {
        self.parts().iter().map(|part| part.text()).collect::<Vec<_>>().join(".")
    }
}

impl<'t> BasicType<'t> {
    /// The words as written, such as `unsigned`, `long`, `long`, `int`.
    pub fn words(self) -> Vec<&'t str> {
        self.0.all_children().into_iter().map(Node::text).collect()
    }
}

impl<'t> ComplexType<'t> {
    /// The part's type: `double` in `double complex`.
    pub fn base(self) -> Option<Identifier<'t>> {
        self.0.field("base").and_then(Identifier::cast)
    }
}

impl<'t> QualifiedType<'t> {
    pub fn is_const(self) -> bool {
        self.0.has("const")
    }

    pub fn is_volatile(self) -> bool {
        self.0.has("volatile")
    }

    pub fn inner(self) -> Option<CType<'t>> {
        self.0.field("type").and_then(CType::cast)
    }
}

impl<'t> MemoryViewType<'t> {
    /// The element type; `const T[:]` has a qualified one.
    pub fn base(self) -> Option<CType<'t>> {
        base(self.0)
    }

    pub fn axes(self) -> Vec<Slice<'t>> {
        self.0.fields("axis").into_iter().filter_map(Slice::cast).collect()
    }
}

impl<'t> TemplateType<'t> {
    pub fn base(self) -> Option<CType<'t>> {
        base(self.0)
    }

    pub fn arguments(self) -> Vec<TemplateArgument<'t>> {
        self.0.fields("argument").into_iter().map(TemplateArgument).collect()
    }
}

/// One argument of a [`TemplateType`].
#[derive(Clone, Copy, Debug)]
pub struct TemplateArgument<'t>(Node<'t>);

/// What parses as a type is a type: the size in `T[N]` is the type named `N`, see
/// [`TemplateArgument::expression`].
#[derive(Clone, Copy, Debug)]
pub enum TemplateValue<'t> {
    Type(TypeName<'t>),
    Expression(Expression<'t>),
}

impl<'t> TemplateArgument<'t> {
    pub fn span(self) -> Span {
        self.0.span()
    }

    /// Of a keyword argument such as `ndim=2`.
    pub fn name(self) -> Option<Identifier<'t>> {
        self.0.field("name").filter(|_| self.is_keyword()).and_then(Identifier::cast)
    }

    pub fn value(self) -> Option<TemplateValue<'t>> {
        let value = self.value_node()?;
        match TypeName::cast(value) {
            Some(name) => Some(TemplateValue::Type(name)),
            None => Expression::cast(value).map(TemplateValue::Expression),
        }
    }

    /// The value as an expression, if it can be one: a plain name counts as both.
    pub fn expression(self) -> Option<Expression<'t>> {
        let value = self.value_node()?;
        let named = value.field("type").filter(|node| node.kind() == "c_named_type");
        match named {
            Some(named) if value.field("declarator").is_none() => Expression::first(named),
            _ => Expression::cast(value),
        }
    }

    fn is_keyword(self) -> bool {
        self.0.kind() == "template_keyword_argument"
    }

    fn value_node(self) -> Option<Node<'t>> {
        if self.is_keyword() { self.0.field("value") } else { Some(self.0) }
    }
}

impl<'t> NestedType<'t> {
    pub fn base(self) -> Option<CType<'t>> {
        base(self.0)
    }

    pub fn name(self) -> Option<Identifier<'t>> {
        self.0.field("name").and_then(Identifier::cast)
    }
}

impl<'t> TupleType<'t> {
    pub fn members(self) -> Vec<TypeName<'t>> {
        self.0.children().into_iter().filter_map(TypeName::cast).collect()
    }
}

impl<'t> TypeName<'t> {
    pub fn c_type(self) -> Option<CType<'t>> {
        self.0.field("type").and_then(CType::cast)
    }

    /// A nameless declarator: the `*` of `<int *>`.
    pub fn declarator(self) -> Option<Declarator<'t>> {
        self.0.field("declarator").and_then(Declarator::cast)
    }
}

impl<'t> Annotation<'t> {
    /// The annotation as an expression, if it is one. `list[int]` is not, see [`Annotation::generic`].
    pub fn expression(self) -> Option<Expression<'t>> {
        Expression::first(self.0)
    }

    /// `name[arguments]`.
    pub fn generic(self) -> Option<(Identifier<'t>, Vec<Annotation<'t>>)> {
        let generic = self.0.child("generic_type")?;
        let name = generic.child("identifier").and_then(Identifier::cast)?;
        let arguments = generic.child("type_parameter").map(Node::children).unwrap_or_default();
        Some((name, arguments.into_iter().filter_map(Annotation::cast).collect()))
    }

    /// `name[:, ::1]`.
    pub fn memory_view(self) -> Option<(Identifier<'t>, Vec<Slice<'t>>)> {
        let view = self.0.child("memoryview_annotation")?;
        let name = view.field("base").and_then(Identifier::cast)?;
        Some((name, view.fields("axis").into_iter().filter_map(Slice::cast).collect()))
    }
}
