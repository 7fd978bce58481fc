//! Fused types: their declarations, and expressions that name types for them.

use super::builder::BodyBuilder;
use super::function::Pending;
use super::scope::{Construct, Entry};
use super::{Collector, FunctionLowerer, PureMode, known, report};
use crate::base::Name;
use crate::hir::{
    self, AxisSpec, Binding, Comparison, ExprId, ExprKind, FloatKind, FusedDecl, IntKind, PartKind, TypeExpr,
    TypeKind, TypeName,
};
use crate::source::Span;
use crate::syntax::ast::{self, Expression};

impl<'t> Collector<'t> {
    /// Binds the name of a fused type; its meaning comes later.
    pub fn name_fused(&mut self, name: Option<ast::Identifier<'t>>) {
        let Some(name) = name else { return };
        let decl = FusedDecl { name: Name::new(name.text()), types: Vec::new(), span: name.span() };
        let id = self.tables.fused.alloc(decl);
        self.bind(name, Entry::Type(TypeName::Fused(id)));
    }

    /// `ctypedef fused real:`
    pub fn declare_fused(&mut self, decl: ast::Fused<'t>, init: &mut BodyBuilder) {
        let types = decl.types().into_iter().map(|name| self.lowerer().type_name(name, init)).collect();
        if let Some(name) = decl.name() {
            self.add_fused(name, types);
        }
    }

    /// `real = cython.fused_type(float, double)`
    pub fn assigned_fused(&mut self, assignment: ast::Assignment<'t>) {
        let Some((name, call)) = self.visible().pure().fused_assignment(assignment) else { return };
        let mut types = Vec::new();
        for argument in call.arguments() {
            let span = argument.span();
            match argument.value().filter(|_| argument.is_plain()) {
                Some(value) => match self.lowerer().type_of_expression(value, &|_| false) {
                    Some(ty) => types.push(ty),
                    None => self.report(report::unknown_type(value.text(), span)),
                },
                None => self.report(report::bad_fused("`fused_type` takes only types".to_string(), span)),
            }
        }
        self.add_fused(name, types);
    }

    /// Declares a fused type: fused types among its types stand for all of theirs.
    fn add_fused(&mut self, name: ast::Identifier<'t>, listed: Vec<TypeExpr>) {
        let mut types: Vec<TypeExpr> = Vec::new();
        let is_empty = listed.is_empty();
        for ty in listed {
            let mut inside = Vec::new();
            hir::fused_types(&ty, &self.tables.typedefs, &mut inside);
            if inside.is_empty() && types.iter().any(|known| hir::is_identical(known, &ty)) {
                let shown = self.names().display(&ty);
                let message = format!("`{shown}` is listed twice in the fused type `{}`", name.text());
                self.report(report::bad_fused(message, ty.span));
                continue;
            }
            let mut specific = vec![ty];
            for fused in inside {
                let each = specific.iter().flat_map(|ty| {
                    let put = |one: &TypeExpr| {
                        let mut of = |id| (id == fused).then(|| one.clone());
                        hir::substitute(ty, &self.tables.typedefs, &mut of)
                    };
                    self.tables.fused[fused].types.iter().map(put).collect::<Vec<_>>()
                });
                specific = each.take(hir::MAX_SPECIALISATIONS).collect();
            }
            for ty in specific {
                if !types.iter().any(|known| hir::is_identical(known, &ty)) {
                    types.push(ty);
                }
            }
        }
        if let Some(ty) = types.iter().find(|ty| matches!(ty.kind, TypeKind::Array(..) | TypeKind::Untyped)) {
            self.not_yet("a C array in a fused type", ty.span);
            types.retain(|ty| !matches!(ty.kind, TypeKind::Array(..) | TypeKind::Untyped));
        }
        types.retain(|ty| !matches!(ty.kind, TypeKind::Error));
        if is_empty {
            let message = format!("the fused type `{}` has no types", name.text());
            let is_broken = self.visible().of_unit().has_errors();
            self.tables.diagnostics.push_unless(is_broken, report::bad_fused(message, name.span()));
        }
        if let Some(Entry::Type(TypeName::Fused(id))) = self.scope().get(name.text())
            && self.tables.fused[*id].span == name.span()
        {
            let id = *id;
            self.tables.fused[id].types = types;
        }
    }

    fn names(&self) -> hir::Names<'_> {
        hir::Names {
            classes: &self.tables.classes,
            structs: &self.declarations.structs,
            enums: &self.declarations.enums,
            typedefs: &self.tables.typedefs,
            fused: &self.tables.fused,
        }
    }
}

impl<'d, 't> PureMode<'d, 't> {
    pub fn is_fused_assignment(self, assignment: ast::Assignment<'t>) -> bool {
        self.fused_assignment(assignment).is_some()
    }

    pub fn fused_assignment(
        self,
        assignment: ast::Assignment<'t>,
    ) -> Option<(ast::Identifier<'t>, ast::Call<'t>)> {
        let targets = assignment.targets();
        let [Expression::Name(name)] = targets.as_slice() else { return None };
        let Some(Expression::Call(call)) = assignment.value() else { return None };
        let is_fused = self.visible.construct(call.function()?, &|_| false) == Some(Construct::FusedType);
        is_fused.then_some((*name, call))
    }
}

impl<'t> FunctionLowerer<'_, 't> {
    /// The fused types that `cython` declares.
    pub fn cython_fused(&mut self, name: &str, span: Span) -> Option<TypeName> {
        use TypeName::{Complex, Float, Int};
        let integers = [Int(IntKind::Short), Int(IntKind::Int), Int(IntKind::Long)];
        let floats = [Float(FloatKind::Float), Float(FloatKind::Double)];
        let types: Vec<TypeName> = match name {
            "integral" => integers.to_vec(),
            "floating" => floats.to_vec(),
            "numeric" => {
                let complex = [Complex(PartKind::FLOAT), Complex(PartKind::DOUBLE)];
                [&integers[..], &floats, &complex].concat()
            }
            _ => return None,
        };
        let types = types.into_iter().map(|name| TypeExpr { kind: TypeKind::Named(name), span }).collect();
        Some(TypeName::Fused(self.tables.fused.alloc(FusedDecl { name: Name::new(name), types, span })))
    }

    /// The type that an expression names, if it names one.
    pub fn type_of_expression(
        &mut self,
        expr: Expression<'t>,
        is_local: &dyn Fn(&str) -> bool,
    ) -> Option<TypeExpr> {
        let span = expr.span();
        let kind = match expr {
            Expression::Name(name) if is_local(name.text()) => return None,
            Expression::Name(name) => {
                let ty = match self.scope().get(name.text()) {
                    Some(Entry::Type(ty)) => *ty,
                    Some(_) => return None,
                    None => known::basic_type(name.text())?,
                };
                self.mention(name.text(), span);
                TypeKind::Named(ty)
            }
            Expression::Attribute(_) => {
                let path = self.visible().module_path_of(expr)?;
                let (module, name) = path.rsplit_once('.')?;
                match self.entry_of(module, name, span)? {
                    Entry::Type(ty) => TypeKind::Named(ty),
                    _ => return None,
                }
            }
            Expression::Subscript(subscript) => {
                let element = Box::new(self.type_of_expression(subscript.value()?, is_local)?);
                let axis = |index: Expression<'t>| match index {
                    Expression::Slice(slice) => self.visible().axis(slice),
                    _ => None,
                };
                let axes: Option<Vec<AxisSpec>> = subscript.indices().into_iter().map(axis).collect();
                TypeKind::Memoryview { element, axes: axes.filter(|axes| !axes.is_empty())? }
            }
            Expression::Tuple(tuple) if !tuple.elements().is_empty() => {
                let items = tuple.elements().into_iter();
                let items = items.map(|item| self.type_of_expression(item, is_local));
                TypeKind::Tuple(items.collect::<Option<_>>()?)
            }
            _ => return None,
        };
        Some(TypeExpr { kind, span })
    }

    /// `real is double`: both sides name types, one of them a fused one.
    pub fn type_test(&mut self, compare: ast::Compare<'t>, body: &BodyBuilder) -> Option<ExprKind> {
        let rest = compare.rest();
        let [(comparison, right)] = rest.as_slice() else { return None };
        let comparison = super::expr::comparison(*comparison);
        if !matches!(
            comparison,
            Comparison::Is
                | Comparison::IsNot
                | Comparison::In
                | Comparison::NotIn
                | Comparison::Ordering(hir::CompareOp::Equal | hir::CompareOp::NotEqual)
        ) {
            return None;
        }
        let is_local = |name: &str| body.is_local(name);
        let left = self.tested_type(compare.first()?, &is_local)?;
        let right = self.tested_type(*right, &is_local)?;
        let any_fused = [&left, &right].into_iter().any(|ty| hir::is_fused(ty, &self.tables.typedefs));
        any_fused.then_some(ExprKind::TypeTest { left, comparison, right })
    }

    /// The type that a side of a comparison names; Cython's words for types need no `cython` before them there:
    /// `real is floatcomplex`.
    fn tested_type(&mut self, side: Expression<'t>, is_local: &dyn Fn(&str) -> bool) -> Option<TypeExpr> {
        if let Expression::Name(name) = side
            && !is_local(name.text())
            && self.scope().get(name.text()).is_none()
            && let Some(ty @ (TypeName::Complex(_) | TypeName::Int(_) | TypeName::Float(_))) =
                known::module_type("cython", name.text())
        {
            return Some(TypeExpr { kind: TypeKind::Named(ty), span: name.span() });
        }
        self.type_of_expression(side, is_local)
    }

    /// The types that all indices name.
    fn types_in(&mut self, subscript: ast::Subscript<'t>, body: &BodyBuilder) -> Option<Vec<TypeExpr>> {
        let is_local = |name: &str| body.is_local(name);
        let indices = indices_of(subscript);
        let types: Option<Vec<_>> =
            indices.into_iter().map(|index| self.type_of_expression(index, &is_local)).collect();
        types.filter(|types| !types.is_empty())
    }

    /// The types that an attribute is indexed with, which may be a method.
    pub fn indexing_types(
        &mut self,
        subscript: ast::Subscript<'t>,
        body: &BodyBuilder,
    ) -> Option<Vec<TypeExpr>> {
        let is_attribute = matches!(subscript.value(), Some(Expression::Attribute(_)));
        is_attribute.then(|| self.types_in(subscript, body))?
    }

    /// Whether it is a C method is known once types are known.
    pub fn indexed_method(
        &mut self,
        subscript: ast::Subscript<'t>,
        (method, types): (ExprId, Vec<TypeExpr>),
        body: &mut BodyBuilder,
    ) -> ExprKind {
        let before = self.tables.diagnostics.len();
        let otherwise = self.subscript_of(subscript, method, body);
        let said = self.tables.diagnostics.split_off(before);
        let otherwise = said.is_empty().then(|| body.add(otherwise, subscript.span()));
        ExprKind::SpecialiseMethod { method, types, otherwise }
    }

    /// `f[double]` of a C function of the module; for a `cpdef` one indexed by something else, what Python
    /// finds under its name is indexed.
    pub fn indexed_function(
        &mut self,
        subscript: ast::Subscript<'t>,
        body: &mut BodyBuilder,
    ) -> Option<ExprKind> {
        if let Some(of_module @ Expression::Attribute(attribute)) = subscript.value() {
            // A function of another module is not indexed by Python.
            let is_local =
                matches!(attribute.object(), Some(Expression::Name(name)) if body.is_local(name.text()));
            let path = self.visible().module_path_of(of_module).filter(|_| !is_local)?;
            let (module, name) = path.rsplit_once('.')?;
            let function = match self.entry_of(module, name, of_module.span())? {
                Entry::Function(function) => function,
                Entry::Unusable(why) => {
                    self.report_unusable(&path, why, of_module.span());
                    return Some(ExprKind::Error);
                }
                _ => return None,
            };
            return self.types_in(subscript, body).map(|types| ExprKind::Specialise { function, types });
        }
        let Some(Expression::Name(name)) = subscript.value() else { return None };
        if body.is_local(name.text()) {
            return None;
        }
        let function = match self.scope().get(name.text())? {
            Entry::Function(function) => *function,
            Entry::Unusable(why) => {
                let why = why.clone();
                self.mention(name.text(), name.span());
                self.report_unusable(name.text(), why, name.span());
                return Some(ExprKind::Error);
            }
            _ => return None,
        };
        self.mention(name.text(), name.span());
        if let Some(types) = self.types_in(subscript, body) {
            return Some(ExprKind::Specialise { function, types });
        }
        let indices = indices_of(subscript);
        let is_cpdef = matches!(self.tables.functions[function].text, Pending::C(c, _) if self.visible().pure().marks(c).is_cpdef);
        if !is_cpdef {
            let message = format!("`{}` can be indexed with types only", name.text());
            self.report(report::no_specialisation(message, subscript.span()));
            return Some(ExprKind::Error);
        }
        let base = body.add(ExprKind::Name(Binding::ModuleName(Name::new(name.text()))), name.span());
        let indices: Vec<_> = indices.into_iter().map(|index| self.index(index, body)).collect();
        Some(if indices.is_empty() { ExprKind::Error } else { ExprKind::Subscript { base, indices } })
    }
}

fn indices_of<'t>(subscript: ast::Subscript<'t>) -> Vec<Expression<'t>> {
    match subscript.indices().as_slice() {
        [Expression::Tuple(items)] => items.elements(),
        indices => indices.to_vec(),
    }
}
