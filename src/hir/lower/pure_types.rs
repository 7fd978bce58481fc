//! Types that calls of `cython` define: `Point = cython.struct(x=cython.double)`, `cython.union`, `cython.typedef`,
//! and `cython.pointer` in the place of a type.

use super::builder::BodyBuilder;
use super::scope::Entry;
use super::{Collector, FunctionLowerer, PureMode};
use crate::base::Name;
use crate::hir::{Struct, StructDecl, TypeExpr, TypeKind, TypeName, Typedef};
use crate::source::Span;
use crate::syntax::ast::{self, Argument, Expression};

/// What such a call defines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    Struct,
    Union,
    Typedef,
}

impl<'d, 't> PureMode<'d, 't> {
    fn assigned_type(
        self,
        assignment: ast::Assignment<'t>,
    ) -> Option<(ast::Identifier<'t>, Made, Vec<Argument<'t>>)> {
        let targets = assignment.targets();
        let [Expression::Name(name)] = targets.as_slice() else { return None };
        let Some(Expression::Call(call)) = assignment.value() else { return None };
        let made = match self.visible.cython_attribute(call.function()?)?.as_str() {
            "struct" => Made::Struct,
            "union" => Made::Union,
            "typedef" => Made::Typedef,
            _ => return None,
        };
        Some((*name, made, call.arguments()))
    }

    /// Whether a statement of the module names a type, and so does nothing when it runs.
    pub(super) fn is_type_assignment(self, assignment: ast::Assignment<'t>) -> bool {
        self.is_fused_assignment(assignment) || self.assigned_type(assignment).is_some()
    }
}

impl<'t> Collector<'t> {
    /// Binds the type's name; its meaning comes later.
    pub(super) fn name_assigned_type(&mut self, assignment: ast::Assignment<'t>) {
        let Some((name, made, _)) = self.visible().pure().assigned_type(assignment) else { return };
        let home = self.declarations.units[self.unit].name.clone();
        let (text, span) = (Name::new(name.text()), name.span());
        let entry = match made {
            Made::Typedef => {
                let target = TypeExpr { kind: TypeKind::Error, span };
                TypeName::Typedef(self.tables.typedefs.alloc(Typedef {
                    name: text,
                    home,
                    in_header: None,
                    is_used: false,
                    target,
                    span,
                }))
            }
            Made::Struct | Made::Union => {
                let keyword = if made == Made::Union { "union" } else { "struct" };
                let decl = StructDecl {
                    c_name: Name::new(format!("{keyword} {text}")),
                    name: text,
                    home,
                    is_union: made == Made::Union,
                    is_packed: false,
                    is_extern: false,
                    include: None,
                    span,
                };
                TypeName::Struct(self.declarations.structs.alloc(Struct::new(decl, false)))
            }
        };
        self.bind(name, Entry::Type(entry));
    }

    pub(super) fn declare_assigned_type(&mut self, assignment: ast::Assignment<'t>, init: &mut BodyBuilder) {
        let Some((name, _, arguments)) = self.visible().pure().assigned_type(assignment) else { return };
        match self.scope().get(name.text()) {
            Some(Entry::Type(TypeName::Struct(id))) => {
                let id = *id;
                let fields = self.lowerer().named_types(&arguments, init);
                self.declarations.structs[id].fields =
                    fields.into_iter().map(|field| (Name::new(field.name.text()), field.ty)).collect();
            }
            Some(Entry::Type(TypeName::Typedef(id))) => {
                let id = *id;
                if let Some(target) = arguments.first().and_then(|argument| argument.value()) {
                    self.tables.typedefs[id].target = self.lowerer().spelled_type(target, init);
                }
            }
            _ => {}
        }
    }
}

impl<'t> FunctionLowerer<'_, 't> {
    /// `cython.pointer(type)`
    pub(super) fn pointer_call(
        &mut self,
        expr: Expression<'t>,
        builder: &mut BodyBuilder,
    ) -> Option<TypeExpr> {
        let to = self.visible().pure().call_of(expr, "pointer")?.arguments().first()?.value()?;
        let to = self.spelled_type(to, builder);
        Some(TypeExpr { kind: TypeKind::Pointer(Box::new(to)), span: expr.span() })
    }

    /// `element[length]` in the place of a type.
    pub(super) fn array_type(
        &mut self,
        element: TypeExpr,
        length: Expression<'t>,
        span: Span,
        builder: &mut BodyBuilder,
    ) -> TypeExpr {
        self.array_of(element, length, span, builder)
    }
}
