//! Declarations: from written types to [`Ty`].

use std::sync::Arc;

use super::{
    Axis, ClassDef, ClassFieldDef, ExceptionSpec, Field, HeaderTypedef, Length, Memoryview, PickledMethods,
    Pickling, Signature, SlotDef, StructDef, Ty, TypeTable, pickling, report,
};
use crate::base::{ArenaMap, Aside, Name};
use crate::diag::Diagnostics;
use crate::hir::{
    self, ArrayLength, AxisSpec, ErrorValue, ExceptionClause, ExternKind, PartKind, TypeExpr, TypeKind,
    TypeName,
};
use crate::source::Span;

/// The types of a module's declarations.
pub struct Declared {
    pub table: TypeTable,
    pub signatures: ArenaMap<hir::FunctionId, Signature>,
    pub globals: ArenaMap<hir::GlobalId, Ty>,
    pub externs: ArenaMap<hir::ExternId, Ty>,
}

/// Resolves types of one module.
pub struct Resolver<'a> {
    pub(super) module: &'a hir::Module,
}

pub fn declare(module: &hir::Module, diagnostics: &mut Diagnostics) -> Declared {
    let resolver = Resolver { module };
    let has_inexact = module.typedefs.iter().any(|(_, typedef)| typedef.is_inexact());
    let mut table = TypeTable { enums: module.enums.clone(), has_inexact, ..TypeTable::default() };
    table.structs.extend(module.structs.iter().map(|(id, of)| StructDef {
        decl: of.decl.clone(),
        c_name: typedef_of(module, id).unwrap_or_else(|| of.c_name.clone()),
        fields: Vec::new(),
    }));
    for (id, decl) in module.structs.iter() {
        let is_library = decl.include.is_some_and(|include| module.includes[include].is_library);
        let fields = decl.fields.iter().map(|(name, ty)| {
            let c_name = decl.c_names.iter().find(|(known, _)| known == name);
            let c_name = c_name.map_or(name, |(_, c_name)| c_name).clone();
            Field { name: name.clone(), c_name, ty: resolver.member(ty, is_library, diagnostics) }
        });
        let fields = fields.collect();
        table.structs[id].fields = fields;
    }
    refuse_circles(module, &mut table, diagnostics);
    for (_, class) in module.classes.iter() {
        let fields = class.fields.iter().map(|field| ClassFieldDef {
            name: field.name.clone(),
            c_name: field.c_name.clone(),
            ty: match field.ty.kind {
                // Until the variable whose values it holds is inferred.
                hir::TypeKind::Untyped => Ty::OBJECT,
                _ => resolver.variable(&field.ty, diagnostics),
            },
            access: field.access,
            span: field.span,
        });
        let fields = fields.collect();
        let slots = class.slots.iter().map(|slot| SlotDef {
            name: slot.name.clone(),
            ty: match &slot.obstacle {
                Some(why) => Err(why.clone()),
                None => Ok(resolver.variable(&slot.as_called(), diagnostics)),
            },
            is_cpdef: slot.is_cpdef,
            has_bundle: slot.bundle.is_some(),
            is_fused: slot.is_fused,
            is_static: slot.is_static,
        });
        let slots = slots.collect();
        table.classes.alloc(ClassDef { decl: class.decl.clone(), fields, slots, pickling: None });
    }
    settle_pickling(module, &mut table, diagnostics);
    let mut signatures = ArenaMap::default();
    for (id, function) in module.functions.iter() {
        signatures.insert(id, resolver.signature(function, diagnostics));
    }
    let globals = module.globals.iter().map(|(id, global)| (id, resolver.variable(&global.ty, diagnostics)));
    let globals = globals.collect();
    let externs = module.externs.iter().map(|(id, decl)| (id, resolver.external(decl, diagnostics)));
    let externs = externs.collect();
    Declared { table, signatures, globals, externs }
}

fn settle_pickling(module: &hir::Module, table: &mut TypeTable, diagnostics: &mut Diagnostics) {
    let methods = PickledMethods::of(module);
    for (id, class) in module.classes.iter() {
        let found = pickling(table, &methods, id);
        if let (Some(Pickling::Refused(why)), Some(true)) = (&found, class.decorated.auto_pickle) {
            diagnostics.push(report::bad_type(why.clone(), class.span));
        }
        table.classes[id].pickling = found;
    }
}

/// The header's typedef of a struct of which only the header knows what it is: it may be none.
fn typedef_of(module: &hir::Module, id: hir::StructId) -> Option<Name> {
    let is_opaque = module.structs[id].is_extern && module.structs[id].fields.is_empty();
    let mut typedefs = module.typedefs.iter().filter(|(_, typedef)| is_opaque && typedef.is_used);
    typedefs.find_map(|(_, typedef)| match (&typedef.target.kind, &typedef.in_header) {
        (TypeKind::Named(TypeName::Struct(of)), Some((c_name, include))) if *of == id => {
            let include = &module.includes[*include];
            // offcy's own declarations have names that no header has.
            (!include.declares && !include.is_library).then(|| c_name.clone())
        }
        _ => None,
    })
}

/// A struct that contains itself, directly or through others, has no size.
fn refuse_circles(module: &hir::Module, table: &mut TypeTable, diagnostics: &mut Diagnostics) {
    let mut finite = Vec::new();
    for (id, _) in module.structs.iter() {
        refuse_circle(module, table, id, &mut Vec::new(), &mut finite, diagnostics);
    }
}

fn refuse_circle(
    module: &hir::Module,
    table: &mut TypeTable,
    id: hir::StructId,
    open: &mut Vec<hir::StructId>,
    finite: &mut Vec<hir::StructId>,
    diagnostics: &mut Diagnostics,
) {
    if finite.contains(&id) {
        return;
    }
    open.push(id);
    for (at, (name, written)) in module.structs[id].fields.iter().enumerate() {
        let of = &table.structs[id].fields[at].ty;
        let Ty::Struct(inner) = of.array_element() else { continue };
        let inner = *inner;
        if open.contains(&inner) {
            let shown = &module.structs[inner].name;
            let message = format!("the field `{name}` makes `{shown}` contain itself: use a pointer there");
            diagnostics.push(report::bad_type(message, written.span));
            table.structs[id].fields[at].ty = Ty::Error;
        } else {
            refuse_circle(module, table, inner, open, finite, diagnostics);
        }
    }
    open.pop();
    finite.push(id);
}

impl<'a> Resolver<'a> {
    pub fn new(module: &'a hir::Module) -> Resolver<'a> {
        Resolver { module }
    }

    /// The type of a declaration; an untyped one is an object.
    pub fn resolve(&self, ty: &TypeExpr, diagnostics: &mut Diagnostics) -> Ty {
        match &ty.kind {
            TypeKind::Error => Ty::Error,
            TypeKind::Untyped => Ty::OBJECT,
            TypeKind::Named(name) => self.named(*name, diagnostics),
            TypeKind::Pointer(to) if self.is_function(to) => self.resolve(to, diagnostics),
            TypeKind::Pointer(to) => {
                let is_const = self.is_const(to);
                let to = self.resolve(to, diagnostics);
                if to.is_error() {
                    return Ty::Error;
                }
                if to.is_object() {
                    let message = "there are no pointers to Python objects".to_string();
                    diagnostics.push(report::bad_type(message, ty.span));
                    return Ty::Error;
                }
                Ty::Pointer { to: Arc::new(to), is_const }
            }
            TypeKind::Const(inner) => self.resolve(inner, diagnostics),
            TypeKind::Array(element, length) => {
                let element = self.resolve(element, diagnostics);
                if let Some(words) = self.unsized_type(&element) {
                    diagnostics.push(report::bad_type(words, ty.span));
                    return Ty::Error;
                }
                if element.is_counted() {
                    let message =
                        "the elements of a C array cannot be Python objects or memoryviews".to_string();
                    diagnostics.push(report::bad_type(message, ty.span));
                    return Ty::Error;
                }
                self.array(element, length.as_ref(), ty.span, diagnostics)
            }
            TypeKind::Memoryview { element, axes } => self.memoryview(element, axes, ty.span, diagnostics),
            TypeKind::Buffer { .. } => {
                let message = "only local variables and parameters can be of a buffer type".to_string();
                diagnostics.push(report::bad_type(message, ty.span));
                Ty::Error
            }
            TypeKind::Tuple(items) => self.tuple(items, diagnostics),
            TypeKind::Function(function) => {
                let params = function.params.iter();
                let params = params.map(|param| self.resolve(param, diagnostics));
                let params: Vec<Ty> = params.collect();
                let names = function.names.clone();
                let result = self.resolve(&function.result, diagnostics);
                let exception = exception_spec(&function.exception, &result, hir::FunctionKind::Cdef);
                let (nogil, is_variadic) = (function.nogil, function.is_variadic);
                let in_header = Aside::default();
                Ty::Function(Arc::new(Signature {
                    params,
                    names,
                    result,
                    exception,
                    nogil,
                    is_variadic,
                    in_header,
                }))
            }
        }
    }

    /// Whether a type is `const`, or a typedef of one that is.
    fn is_const(&self, ty: &TypeExpr) -> bool {
        match &ty.kind {
            TypeKind::Const(_) => true,
            TypeKind::Named(TypeName::Typedef(id)) => self.is_const(&self.module.typedefs[*id].target),
            _ => false,
        }
    }

    /// Whether a type is a function type, and not a pointer to one.
    fn is_function(&self, ty: &TypeExpr) -> bool {
        let mut ty = ty;
        loop {
            ty = match &ty.kind {
                TypeKind::Function(_) => return true,
                TypeKind::Named(TypeName::Typedef(id)) => &self.module.typedefs[*id].target,
                _ => return false,
            };
        }
    }

    fn named(&self, name: TypeName, diagnostics: &mut Diagnostics) -> Ty {
        match name {
            TypeName::Void => Ty::Void,
            TypeName::Bint => Ty::Bint,
            TypeName::Int(kind) => Ty::Int(kind),
            TypeName::Float(kind) => Ty::Float(kind),
            TypeName::Complex(kind) => Ty::Complex(kind),
            TypeName::Object(class) => Ty::Object(class),
            TypeName::Struct(id) => Ty::Struct(id),
            TypeName::Enum(id) => Ty::Enum(id),
            // Reported when functions were specialised.
            TypeName::Fused(_) => Ty::Error,
            TypeName::Typedef(id) => self.typedef(id, diagnostics),
        }
    }

    fn typedef(&self, id: hir::TypedefId, diagnostics: &mut Diagnostics) -> Ty {
        let typedef = &self.module.typedefs[id];
        let mut ty = self.resolve(&typedef.target, diagnostics);
        if let (Ty::Function(signature), Some((c_name, include))) = (&mut ty, &typedef.in_header)
            && let include_of = &self.module.includes[*include]
            && !include_of.declares
            && !include_of.is_library
        {
            let is_pointer = !matches!(typedef.target.kind, TypeKind::Function(_));
            let (c_name, include) = (c_name.clone(), *include);
            Arc::make_mut(signature).in_header = Aside(Some(HeaderTypedef { c_name, include, is_pointer }));
        }
        ty
    }

    fn tuple(&self, items: &[TypeExpr], diagnostics: &mut Diagnostics) -> Ty {
        let mut resolved = Vec::new();
        for item in items {
            let ty = self.resolve(item, diagnostics);
            let wrong = match &ty {
                ty if ty.is_counted() => {
                    Some("a C tuple cannot hold Python objects or memoryviews: `tuple` can".to_string())
                }
                Ty::Array { .. } => Some("a C tuple cannot hold C arrays".to_string()),
                ty => self.unsized_type(ty),
            };
            if let Some(words) = wrong {
                diagnostics.push(report::bad_type(words, item.span));
                return Ty::Error;
            }
            if ty.is_error() {
                return ty;
            }
            resolved.push(ty);
        }
        Ty::Tuple(resolved.into())
    }

    fn array(
        &self,
        element: Ty,
        length: Option<&ArrayLength>,
        span: Span,
        diagnostics: &mut Diagnostics,
    ) -> Ty {
        if let Some(ArrayLength::OfHeader(length)) = length {
            return Ty::Array { element: Arc::new(element), length: Length::OfHeader(Arc::clone(length)) };
        }
        let value = length.and_then(|length| self.length(length));
        match value.and_then(|value| u64::try_from(value).ok()) {
            Some(length) if length <= 1 << 40 => {
                Ty::Array { element: Arc::new(element), length: Length::Known(length) }
            }
            _ => {
                let message = "the length of a C array must be a constant, not negative".to_string();
                diagnostics.push(report::bad_type(message, span).note(
                    "what may have any length is a memoryview, `double[::1] x = np.empty(n)`, or memory of `malloc`",
                ));
                Ty::Error
            }
        }
    }

    fn length(&self, length: &ArrayLength) -> Option<i128> {
        match length {
            ArrayLength::Literal(length) | ArrayLength::Constant(length) => Some(*length),
            ArrayLength::Member(id, member) => {
                let decl = Some(&self.module.enums[*id]).filter(|decl| !decl.is_extern);
                decl?.value(member).map(i128::from)
            }
            ArrayLength::OfHeader(_) | ArrayLength::Unknown => None,
        }
    }

    fn typedef_name(&self, ty: &TypeExpr) -> Option<Name> {
        match &ty.kind {
            TypeKind::Const(inner) => self.typedef_name(inner),
            TypeKind::Named(TypeName::Typedef(id)) => Some(self.module.typedefs[*id].name.clone()),
            _ => None,
        }
    }

    fn memoryview(
        &self,
        element: &TypeExpr,
        axes: &[AxisSpec],
        span: Span,
        diagnostics: &mut Diagnostics,
    ) -> Ty {
        let is_const = matches!(element.kind, TypeKind::Const(_));
        let typedef = Aside(self.typedef_name(element));
        let element = self.resolve(element, diagnostics);
        if element.is_error() {
            return Ty::Error;
        }
        if let Ty::Pointer { .. } = element {
            let message = "the elements of a memoryview cannot be pointers".to_string();
            diagnostics.push(report::bad_type(message, span));
            return Ty::Error;
        }
        if let Ty::Tuple(_) = element {
            let message = "the elements of a memoryview cannot be C tuples: a struct can".to_string();
            diagnostics.push(report::bad_type(message, span));
            return Ty::Error;
        }
        if element.memoryview().is_some() || matches!(element, Ty::Void | Ty::Function(_)) {
            let message = "the elements of a memoryview are numbers, structs or Python objects".to_string();
            let wrong = report::bad_type(message, span);
            diagnostics.push(match element.memoryview() {
                Some(_) => wrong.note("a memoryview of two dimensions is a `double[:, :]`"),
                None => wrong,
            });
            return Ty::Error;
        }
        if let Ty::Complex(PartKind::Int(part)) = element {
            let part = part.dialect_name();
            let message =
                format!("a memoryview of `{part} complex` is impossible: no buffer holds such numbers");
            diagnostics.push(report::bad_type(message, span));
            return Ty::Error;
        }
        match layout(axes) {
            Ok(axes) => {
                let buffer = Aside(None);
                Ty::Memoryview(Arc::new(Memoryview { element, typedef, buffer, is_const, axes }))
            }
            Err(message) => {
                diagnostics.push(report::bad_type(message.to_string(), span));
                Ty::Error
            }
        }
    }

    pub fn signature(&self, function: &hir::Function, diagnostics: &mut Diagnostics) -> Signature {
        let resolver = Resolver::new(self.module);
        let params = function
            .params
            .iter()
            .map(|param| resolver.variable(&function.body.locals[param.local].ty, diagnostics));
        let params = params.collect();
        let name = |param: &hir::Param| Some(function.body.locals[param.local].name.clone());
        let names = Aside(function.params.iter().map(name).collect());
        let result = resolver.resolve(&function.result, diagnostics);
        let exception = exception_spec(&function.exception, &result, function.kind);
        Signature {
            params,
            names,
            result,
            exception,
            nogil: function.nogil,
            is_variadic: function.is_variadic,
            in_header: Aside::default(),
        }
    }

    fn external(&self, decl: &hir::Extern, diagnostics: &mut Diagnostics) -> Ty {
        let with_views = |ty: &&TypeExpr| hir::deals_in_views(ty, &self.module.typedefs);
        let written: Vec<&TypeExpr> = match &decl.kind {
            ExternKind::Variable(ty) => vec![ty],
            ExternKind::Function { params, result, .. } => params.iter().chain([result]).collect(),
        };
        if let (None, Some(ty)) = (&decl.import, written.into_iter().find(with_views)) {
            // Cython's memoryviews are structs that other C code may know; ours are different.
            diagnostics.push(report::not_yet("a memoryview in C that a header declares", ty.span));
            return Ty::Error;
        }
        match &decl.kind {
            ExternKind::Variable(ty) => {
                let resolved = self.variable(ty, diagnostics);
                let is_library = decl.include.is_some_and(|include| self.module.includes[include].is_library);
                if resolved.is_counted() && !is_library {
                    let message =
                        "C has no Python objects: what a header declares is a `PyObject *`".to_string();
                    diagnostics.push(report::bad_type(message, ty.span));
                    return Ty::Error;
                }
                resolved
            }
            ExternKind::Function { params, names, result, exception, nogil, is_variadic } => {
                let params = params.iter().map(|param| {
                    let resolved = self.resolve(param, diagnostics).decayed();
                    if resolved == Ty::Void { self.variable(param, diagnostics) } else { resolved }
                });
                let params = params.collect();
                let result = self.resolve(result, diagnostics);
                let exception = match exception {
                    // Functions defined in C raise nothing unless their declaration says so.
                    ExceptionClause::Default if !result.is_object() && decl.import.is_none() => {
                        ExceptionSpec::Never
                    }
                    clause => exception_spec(clause, &result, hir::FunctionKind::Cdef),
                };
                Ty::Function(Arc::new(Signature {
                    params,
                    names: names.clone(),
                    result,
                    exception,
                    nogil: *nogil,
                    is_variadic: *is_variadic,
                    in_header: Aside::default(),
                }))
            }
        }
    }
}

fn exception_spec(clause: &ExceptionClause, result: &Ty, kind: hir::FunctionKind) -> ExceptionSpec {
    if result.is_object() || kind == hir::FunctionKind::Def {
        return ExceptionSpec::Null;
    }
    match clause {
        ExceptionClause::NoExcept => ExceptionSpec::Never,
        ExceptionClause::Value(value) => ExceptionSpec::Value(value.clone()),
        ExceptionClause::MaybeValue(value) => ExceptionSpec::MaybeValue(value.clone()),
        ExceptionClause::Always => ExceptionSpec::Always,
        ExceptionClause::Default if result.is_numeric() => ExceptionSpec::MaybeValue(ErrorValue::MINUS_ONE),
        ExceptionClause::Default if matches!(result, Ty::Pointer { .. } | Ty::Function(_)) => {
            ExceptionSpec::MaybeValue(ErrorValue::ZERO)
        }
        ExceptionClause::Default => ExceptionSpec::Always,
    }
}

/// The layout that `[:, ::1]` and similar axes describe.
fn layout(axes: &[AxisSpec]) -> Result<Vec<Axis>, &'static str> {
    if axes.is_empty() || axes.len() > super::MAX_DIMENSIONS {
        return Err("a memoryview has 1 to 8 dimensions");
    }
    let contiguous = axes.iter().filter(|axis| **axis == AxisSpec::Contiguous).count();
    let last = axes.len() - 1;
    let place = match contiguous {
        0 => return Ok(vec![Axis::Strided; axes.len()]),
        1 if axes[last] == AxisSpec::Contiguous => last,
        1 if axes[0] == AxisSpec::Contiguous => 0,
        1 => return Err("only the first or the last axis can be contiguous (`::1`)"),
        _ => return Err("at most one axis can be contiguous (`::1`)"),
    };
    let mut layout = vec![Axis::Packed; axes.len()];
    layout[place] = Axis::Contiguous;
    Ok(layout)
}

/// The type of a declaration whose faults have been reported already.
pub fn resolve_in(module: &hir::Module, ty: &TypeExpr) -> Ty {
    Resolver::new(module).resolve(ty, &mut Diagnostics::default())
}
