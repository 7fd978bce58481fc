//! Typed views over the concrete syntax tree.
//!
//! A view is a small `Copy` handle. Accessors return `Option`s and lists, because any part may be missing in
//! a broken tree; [`Statement`], [`Expression`], [`CType`] and [`Declarator`] are the enums to match on.
//! Parentheses are skipped: a view of `(a)` is the view of `a`.

/// Declares views by the kinds of nodes that they wrap.
macro_rules! views {
    ($($(#[$doc:meta])* $name:ident = $($kind:literal)|+;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<'t>(pub(in crate::syntax) crate::syntax::node::Node<'t>);

        impl<'t> $name<'t> {
            #[allow(dead_code, clippy::self_named_constructors)]
            pub(in crate::syntax) fn cast(node: crate::syntax::node::Node<'t>) -> Option<Self> {
                matches!(node.kind(), $($kind)|+).then_some($name(node))
            }

            pub fn span(self) -> crate::source::Span {
                self.0.span()
            }

            pub fn text(self) -> &'t str {
                self.0.text()
            }
        }
    )*};
}

mod call;
mod compound;
mod declaration;
mod declarator;
mod definition;
mod expression;
mod import;
mod literal;
mod operator;
mod parameter;
mod pattern;
mod simple;
mod statement;
mod types;

pub use call::{Argument, Call, Unpacking};
pub use compound::{
    Case, CompileTimeIf, ElifClause, ExceptClause, For, ForFrom, If, Match, Try, While, With, WithItem,
};
pub(in crate::syntax) use declaration::lone_type;
pub use declaration::{
    CClass, CClassOption, CDeclaration, CdefBlock, CppClass, Enum, EnumItem, ExternBlock, Fused,
    InitDeclarator, Modifier, Struct, Typedef,
};
pub use declarator::{ArrayDeclarator, OperatorDeclarator, ReferenceDeclarator};
pub use declarator::{Declarator, ExceptionClause, FunctionDeclarator, NameDeclarator, PointerDeclarator};
pub use definition::{CFunction, Class, Decorator, Function, Property};
pub use expression::{
    Alias, Attribute, Await, Cast, Collection, Comprehension, ComprehensionClause, ComprehensionKind,
    Dictionary, DictionaryEntry, Ellipsis, Expression, Identifier, Lambda, Named, New, SizeOf, Slice,
    Starred, Subscript, Yield,
};
pub use import::{DottedName, Import, ImportFrom, ImportedName, Include};
pub use literal::{
    BooleanLiteral, CharacterLiteral, FloatLiteral, FormatPart, ImaginaryLiteral, IntegerLiteral,
    Interpolation, NoneLiteral, StringLiteral, StringValue,
};
pub use operator::{Binary, Compare, Comparison, Conditional, Logical, Not, Unary};
pub use parameter::{NoneClause, Parameter, ParameterKind, Parameters};
pub use pattern::{ClassPattern, LiteralPattern, MappingPattern, NULL, Pattern};
pub use simple::{
    Assert, Assignment, AugmentedAssignment, Break, Continue, Define, Delete, ExpressionStatement, Global,
    Nonlocal, Pass, Raise, Return, TypeAlias,
};
pub use statement::{Block, ErrorNode, Module, Statement};
pub use types::{
    Annotation, BasicType, CType, ComplexType, MemoryViewType, NamedType, NestedType, QualifiedType,
    TemplateArgument, TemplateType, TemplateValue, TupleType, TypeName,
};
