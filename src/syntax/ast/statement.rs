//! Modules, blocks and the enum of all statements.

use super::*;
use crate::source::Span;
use crate::syntax::node::Node;

views! {
    /// A whole file.
    Module = "module";
    /// The statements after a colon, or those of a `cdef:` block.
    Block = "block" | "c_block";
    /// Text that could not be parsed; already reported. Also a statement that only Python 2 has.
    ErrorNode = "ERROR" | "print_statement" | "exec_statement";
}

impl<'t> Module<'t> {
    pub fn statements(self) -> Vec<Statement<'t>> {
        Statement::list(self.0)
    }

    /// The string that the module starts with.
    pub fn docstring(self) -> Option<StringLiteral<'t>> {
        docstring(&self.statements())
    }
}

impl<'t> Block<'t> {
    /// Whether it is the body of a function that matters only if others mention it: the parse does not have its contents.
    pub fn is_left_out(self) -> bool {
        self.0.entry().is_left_out
    }

    pub fn statements(self) -> Vec<Statement<'t>> {
        Statement::list(self.0)
    }

    /// The string that the block starts with.
    pub fn docstring(self) -> Option<StringLiteral<'t>> {
        docstring(&self.statements())
    }
}

pub(super) fn docstring<'t>(statements: &[Statement<'t>]) -> Option<StringLiteral<'t>> {
    match statements.first()? {
        Statement::Expression(statement) => match statement.value()? {
            Expression::String(string) if !string.has_fields() => Some(string),
            _ => None,
        },
        _ => None,
    }
}

macro_rules! statements {
    ($($(#[$doc:meta])* $variant:ident($view:ident),)*) => {
        /// Any statement. Decorated definitions appear as what they define, see their `decorators()`.
        #[derive(Clone, Copy, Debug)]
        pub enum Statement<'t> {
            $($(#[$doc])* $variant($view<'t>),)*
        }

        impl<'t> Statement<'t> {
            pub fn span(self) -> Span {
                match self { $(Statement::$variant(view) => view.span(),)* }
            }

            pub fn text(self) -> &'t str {
                match self { $(Statement::$variant(view) => view.text(),)* }
            }

            pub(in crate::syntax) fn node(self) -> Node<'t> {
                match self { $(Statement::$variant(view) => view.0,)* }
            }
        }
    };
}

statements! {
    Expression(ExpressionStatement),
    Assignment(Assignment),
    AugmentedAssignment(AugmentedAssignment),
    Return(Return),
    Raise(Raise),
    Assert(Assert),
    Delete(Delete),
    Global(Global),
    Nonlocal(Nonlocal),
    Pass(Pass),
    Break(Break),
    Continue(Continue),
    TypeAlias(TypeAlias),
    Import(Import),
    ImportFrom(ImportFrom),
    Cimport(Import),
    CimportFrom(ImportFrom),
    Include(Include),
    /// `DEF name = value`
    Define(Define),
    If(If),
    /// `IF condition:`
    CompileTimeIf(CompileTimeIf),
    For(For),
    While(While),
    Try(Try),
    With(With),
    Match(Match),
    /// `def`
    Function(Function),
    /// `class`
    Class(Class),
    /// `property name:` in a `cdef class`
    Property(Property),
    /// `cdef int x = 1, *p`, a prototype, a member of a struct
    CDeclaration(CDeclaration),
    /// `cdef` or `cpdef` function with a body
    CFunction(CFunction),
    /// `cdef:`
    CdefBlock(CdefBlock),
    /// `cdef extern from "header.h":`
    ExternBlock(ExternBlock),
    /// `cdef class`
    CClass(CClass),
    /// `cdef struct` or `cdef union`
    Struct(Struct),
    Enum(Enum),
    Fused(Fused),
    CppClass(CppClass),
    /// `ctypedef type name`
    Typedef(Typedef),
    Error(ErrorNode),
}

impl<'t> Statement<'t> {
    pub(in crate::syntax) fn list(block: Node<'t>) -> Vec<Statement<'t>> {
        block.children().into_iter().map(Statement::cast).collect()
    }

    pub(in crate::syntax) fn cast(node: Node<'t>) -> Statement<'t> {
        match node.kind() {
            "decorated_definition" => match node.field("definition") {
                Some(definition) => Statement::cast(definition),
                None => Statement::Error(ErrorNode(node)),
            },
            "expression_statement" => match only_child(node) {
                Some(child) if child.kind() == "assignment" => Statement::Assignment(Assignment(child)),
                Some(child) if child.kind() == "augmented_assignment" => {
                    Statement::AugmentedAssignment(AugmentedAssignment(child))
                }
                _ => Statement::Expression(ExpressionStatement(node)),
            },
            kind => Statement::simple(kind, node)
                .or_else(|| Statement::compound(kind, node))
                .unwrap_or(Statement::Error(ErrorNode(node))),
        }
    }

    /// The blocks directly inside, in order.
    pub fn blocks(self) -> Vec<Block<'t>> {
        let mut blocks = Vec::new();
        match self {
            Statement::Error(_) => {}
            Statement::Match(match_) => blocks.extend(match_.cases().into_iter().filter_map(Case::body)),
            other => nested_blocks(other.node(), &mut blocks),
        }
        blocks
    }

    fn simple(kind: &str, node: Node<'t>) -> Option<Statement<'t>> {
        Some(match kind {
            "return_statement" => Statement::Return(Return(node)),
            "raise_statement" => Statement::Raise(Raise(node)),
            "assert_statement" => Statement::Assert(Assert(node)),
            "delete_statement" => Statement::Delete(Delete(node)),
            "global_statement" => Statement::Global(Global(node)),
            "nonlocal_statement" => Statement::Nonlocal(Nonlocal(node)),
            "pass_statement" => Statement::Pass(Pass(node)),
            "break_statement" => Statement::Break(Break(node)),
            "continue_statement" => Statement::Continue(Continue(node)),
            "type_alias_statement" => Statement::TypeAlias(TypeAlias(node)),
            "import_statement" if Import(node).is_of_cimports() => Statement::Cimport(Import(node)),
            "import_from_statement" if ImportFrom(node).is_of_cimports() => {
                match ImportFrom(node).is_all_of_cimports() {
                    true => Statement::Cimport(Import(node)),
                    false => Statement::CimportFrom(ImportFrom(node)),
                }
            }
            "import_statement" => Statement::Import(Import(node)),
            "import_from_statement" | "future_import_statement" => Statement::ImportFrom(ImportFrom(node)),
            "cimport_from_statement" if ImportFrom(node).is_all_of_cimports() => {
                Statement::Cimport(Import(node))
            }
            "cimport_statement" => Statement::Cimport(Import(node)),
            "cimport_from_statement" => Statement::CimportFrom(ImportFrom(node)),
            "include_statement" => Statement::Include(Include(node)),
            "define_statement" => Statement::Define(Define(node)),
            "cdef_declaration" => Statement::CDeclaration(CDeclaration(node)),
            "ctypedef_declaration" => Statement::Typedef(Typedef(node)),
            _ => return None,
        })
    }

    fn compound(kind: &str, node: Node<'t>) -> Option<Statement<'t>> {
        Some(match kind {
            "if_statement" => Statement::If(If(node)),
            "compile_time_if_statement" => Statement::CompileTimeIf(CompileTimeIf(node)),
            "for_statement" => Statement::For(For(node)),
            "while_statement" => Statement::While(While(node)),
            "try_statement" => Statement::Try(Try(node)),
            "with_statement" => Statement::With(With(node)),
            "match_statement" => Statement::Match(Match(node)),
            "function_definition" => Statement::Function(Function(node)),
            "class_definition" => Statement::Class(Class(node)),
            "property_definition" => Statement::Property(Property(node)),
            "cdef_function_definition" => Statement::CFunction(CFunction(node)),
            "cdef_block" => Statement::CdefBlock(CdefBlock(node)),
            "extern_block" => Statement::ExternBlock(ExternBlock(node)),
            "cdef_class_definition" => Statement::CClass(CClass(node)),
            "struct_definition" => Statement::Struct(Struct(node)),
            "enum_definition" => Statement::Enum(Enum(node)),
            "fused_definition" => Statement::Fused(Fused(node)),
            "cppclass_definition" => Statement::CppClass(CppClass(node)),
            _ => return None,
        })
    }
}

/// Blocks below `node`, but not those inside other blocks. Clauses such as `else:` are only a few levels
/// deep.
fn nested_blocks<'t>(node: Node<'t>, blocks: &mut Vec<Block<'t>>) {
    for child in node.children() {
        match (Block::cast(child), child.kind()) {
            (Some(block), _) => blocks.push(block),
            (
                None,
                "elif_clause"
                | "else_clause"
                | "except_clause"
                | "finally_clause"
                | "case_clause"
                | "compile_time_elif_clause"
                | "compile_time_else_clause",
            ) => nested_blocks(child, blocks),
            _ => {}
        }
    }
}

fn only_child(node: Node<'_>) -> Option<Node<'_>> {
    match node.children().as_slice() {
        [child] => Some(*child),
        _ => None,
    }
}
