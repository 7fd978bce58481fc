//! Fields of objects as variables: `self.x`, `self.grid.x`; and memoryviews that are variables of the module.
//!
//! A device has no objects. Later stages should see only plain variables, so what offload code uses of an object
//! is put into separate locals, named like the field. So is a memoryview of the module, which any function may
//! rebind.

use std::collections::BTreeMap;

use crate::base::{Arena, Name};
use crate::hir::fused::resolved;
use crate::hir::{
    Binding, Block, Body, ClassId, ExprId, ExprKind, ExternId, ExternKind, FunctionId, GlobalId, LocalId,
    Module, OUTER_SCOPE, Stmt, TypeExpr, TypeKind, TypeName, Typedef, field, walk,
};
use crate::source::Span;

/// A field of the object in a local, possibly through fields that hold objects; or a memoryview of the
/// module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path {
    root: Root,
    pub names: Vec<Name>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Root {
    Local(LocalId),
    /// A memoryview.
    Global(GlobalId),
    Number(Number),
}

/// A number that is a variable of the module, or of C; or a C array of numbers of the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Number {
    Global(GlobalId),
    Extern(ExternId),
}

impl Path {
    pub fn of_local(local: LocalId) -> Path {
        Path { root: Root::Local(local), names: Vec::new() }
    }

    pub fn of_global(global: GlobalId) -> Path {
        Path { root: Root::Global(global), names: Vec::new() }
    }

    pub fn of_number(number: Number) -> Path {
        Path { root: Root::Number(number), names: Vec::new() }
    }

    /// A variable of C.
    pub fn is_of_c(&self) -> bool {
        matches!(self.root, Root::Number(Number::Extern(_)))
    }

    /// A number or an array of the module.
    pub fn is_of_module(&self) -> bool {
        matches!(self.root, Root::Number(Number::Global(_)))
    }

    pub fn is_of(&self, local: LocalId) -> bool {
        self.local() == Some(local)
    }

    /// The variable that holds the object.
    pub fn local(&self) -> Option<LocalId> {
        match self.root {
            Root::Local(local) => Some(local),
            Root::Global(_) | Root::Number(_) => None,
        }
    }

    /// The memoryview of the module, if it is one.
    pub fn global(&self) -> Option<GlobalId> {
        match self.root {
            Root::Local(_) | Root::Number(_) => None,
            Root::Global(global) => Some(global),
        }
    }
}

/// A use of a path in the code.
#[derive(Clone, Debug)]
pub struct Use {
    pub expr: ExprId,
    pub path: Path,
    pub ty: TypeExpr,
}

/// Looks fields and variables of the module up in one body.
#[derive(Clone, Copy)]
pub struct Fields<'a> {
    pub module: &'a Module,
    pub body: &'a Body,
}

impl<'a> Fields<'a> {
    /// The field that an expression names, with the object's local; or the memoryview of the module. And its type.
    pub fn path(self, id: ExprId) -> Option<(Path, &'a TypeExpr)> {
        match &self.body.exprs[id].kind {
            ExprKind::Attribute { base, name } => {
                let (mut path, class) = self.object(*base)?;
                path.names.push(name.clone());
                Some((path, &field(&self.module.classes, class, name)?.ty))
            }
            ExprKind::Name(Binding::Global(global)) => {
                let ty = &self.module.globals[*global].ty;
                is_view(self.module, ty).then(|| (Path::of_global(*global), ty))
            }
            _ => None,
        }
    }

    /// An object whose fields offload code may use: a variable of a declared extension type, or a field of
    /// such an object with such a type.
    pub fn object(self, id: ExprId) -> Option<(Path, ClassId)> {
        if let ExprKind::Name(Binding::Local(local)) = self.body.exprs[id].kind {
            // For a variable with a buffer type, offload code uses the elements and their layout.
            if self.body.buffers.contains_key(&local) {
                return None;
            }
            let class = class_of(&self.body.locals[local].ty)?;
            return Some((Path::of_local(local), class));
        }
        let (path, ty) = self.path(id)?;
        Some((path, class_of(ty)?))
    }

    /// The fields that hold data, wherever they are named in these expressions.
    pub fn uses(self, roots: &[ExprId]) -> Vec<Use> {
        let mut found = Vec::new();
        roots.iter().for_each(|&root| self.collect(root, &mut found));
        found
    }

    /// The fields that hold objects, if they are used for more than accessing their fields.
    pub fn objects(self, roots: &[ExprId]) -> Vec<(ExprId, Path)> {
        let mut found = Vec::new();
        for &root in roots {
            match self.path(root) {
                Some((path, ty)) if is_object(ty) => found.push((root, path)),
                Some(_) => {}
                None => found.extend(self.objects(&walk::children(self.body, root))),
            }
        }
        found
    }

    /// The numbers and arrays of numbers that are variables of the module, and the numbers of C that devices do not know, wherever
    /// these expressions name them.
    pub fn numbers(self, roots: &[ExprId]) -> Vec<Use> {
        let mut found = Vec::new();
        for &root in roots {
            found.extend(self.number(root).map(|(number, ty)| Use {
                expr: root,
                path: Path::of_number(number),
                ty: ty.clone(),
            }));
            found.extend(self.numbers(&walk::children(self.body, root)));
        }
        found
    }

    /// The one of them that an expression names.
    pub fn number(self, id: ExprId) -> Option<(Number, &'a TypeExpr)> {
        let (number, ty) = match self.body.exprs[id].kind {
            ExprKind::Name(Binding::Global(global)) => {
                let ty = &self.module.globals[global].ty;
                return holds_numbers(self.module, ty).then_some((Number::Global(global), ty));
            }
            ExprKind::Name(Binding::Extern(id)) => {
                let external = &self.module.externs[id];
                let ExternKind::Variable(ty) = &external.kind else { return None };
                (!external.on_device).then_some((Number::Extern(id), ty))?
            }
            _ => return None,
        };
        is_number(self.module, ty).then_some((number, ty))
    }

    fn collect(self, id: ExprId, found: &mut Vec<Use>) {
        if let Some((path, ty)) = self.path(id)
            && !is_object(ty)
        {
            found.push(Use { expr: id, path, ty: ty.clone() });
            return;
        }
        walk::children(self.body, id).into_iter().for_each(|child| self.collect(child, found));
    }
}

pub fn class_of(ty: &TypeExpr) -> Option<ClassId> {
    match ty.kind {
        TypeKind::Named(TypeName::Object(class)) => class.extension(),
        _ => None,
    }
}

pub fn is_object(ty: &TypeExpr) -> bool {
    matches!(ty.kind, TypeKind::Named(TypeName::Object(_)) | TypeKind::Untyped | TypeKind::Error)
}

/// Whether variables of the type are memoryviews.
pub fn is_view(module: &Module, ty: &TypeExpr) -> bool {
    let mut ty = ty;
    loop {
        ty = match &ty.kind {
            TypeKind::Memoryview { .. } => return true,
            TypeKind::Named(TypeName::Typedef(id)) => &module.typedefs[*id].target,
            _ => return false,
        };
    }
}

/// Whether variables of the type are numbers.
pub fn is_number(module: &Module, ty: &TypeExpr) -> bool {
    match &resolved(ty, &module.typedefs).kind {
        TypeKind::Const(inner) => is_number(module, inner),
        TypeKind::Named(name) => matches!(
            name,
            TypeName::Bint | TypeName::Int(_) | TypeName::Float(_) | TypeName::Complex(_) | TypeName::Enum(_)
        ),
        _ => false,
    }
}

/// Whether variables of the type are numbers, or C arrays of numbers.
pub fn holds_numbers(module: &Module, ty: &TypeExpr) -> bool {
    match &resolved(ty, &module.typedefs).kind {
        TypeKind::Array(element, _) => holds_numbers(module, element),
        _ => is_number(module, ty),
    }
}

/// Whether a variable of the type refers to data elsewhere: rebinding the field does not change that data.
pub fn is_reference(ty: &TypeExpr) -> bool {
    matches!(ty.kind, TypeKind::Memoryview { .. } | TypeKind::Pointer(_))
}

/// Every expression that a statement evaluates, at any depth of its blocks.
pub fn roots_of(stmt: &Stmt) -> Vec<ExprId> {
    let mut roots = walk::expressions(&stmt.kind);
    for block in walk::blocks(stmt) {
        walk::statements(block, &mut |inner| roots.extend(walk::expressions(&inner.kind)));
    }
    roots
}

pub fn roots_in(block: &Block) -> Vec<ExprId> {
    block.iter().flat_map(roots_of).collect()
}

/// The locals that stand for fields in one function.
#[derive(Default)]
pub struct FieldLocals {
    known: BTreeMap<Path, LocalId>,
}

impl FieldLocals {
    /// The field that a local stands for.
    pub fn path_of(&self, local: LocalId) -> Option<&Path> {
        self.known.iter().find(|(_, known)| **known == local).map(|(path, _)| path)
    }

    /// The local of a field.
    pub fn local(
        &mut self,
        module: &Module,
        body: &mut Body,
        typedefs: &mut Arena<Typedef>,
        path: &Path,
        ty: &TypeExpr,
        span: Span,
    ) -> LocalId {
        if let Some(&known) = self.known.get(path) {
            return known;
        }
        let name = path_name(module, body, path);
        let ty = in_function(ty, typedefs);
        let local =
            body.locals.alloc(crate::hir::Local { name, ty, is_param: false, is_hidden: false, span });
        body.held.extend(path.global().map(|global| (local, global)));
        self.known.insert(path.clone(), local);
        local
    }
}

/// `self.grid.x`
pub fn path_name(module: &Module, body: &Body, path: &Path) -> Name {
    match path.root {
        Root::Global(global) | Root::Number(Number::Global(global)) => {
            return module.globals[global].name.clone();
        }
        Root::Number(Number::Extern(id)) => return module.externs[id].name.clone(),
        Root::Local(_) => {}
    }
    // A variable that functions share has the name given by the user.
    let root = path.local().map(|local| &body.locals[local]).filter(|root| !root.is_hidden);
    let named = root.map(|root| &root.name);
    let names = named.into_iter().chain(&path.names).map(Name::as_str).filter(|name| *name != OUTER_SCOPE);
    Name::new(names.collect::<Vec<_>>().join("."))
}

/// The type of a field in a function. The length of an array is an expression of the module's body, which a
/// typedef refers to.
fn in_function(ty: &TypeExpr, typedefs: &mut Arena<Typedef>) -> TypeExpr {
    if !matches!(ty.kind, TypeKind::Array(..)) {
        return ty.clone();
    }
    let id = typedefs.alloc(Typedef {
        name: Name::new("array"),
        home: Name::new("cython"),
        target: ty.clone(),
        in_header: None,
        is_used: true,
        span: ty.span,
    });
    TypeExpr { kind: TypeKind::Named(TypeName::Typedef(id)), span: ty.span }
}

/// A new expression for a path.
pub fn path_expr(body: &mut Body, path: &Path, span: Span) -> ExprId {
    let mut expr = root_expr(body, path, span);
    for name in &path.names {
        let kind = ExprKind::Attribute { base: expr, name: name.clone() };
        expr = body.exprs.alloc(crate::hir::Expr { kind, span });
    }
    expr
}

/// The variable that a path begins with.
pub fn root_expr(body: &mut Body, path: &Path, span: Span) -> ExprId {
    let binding = match path.root {
        Root::Local(local) => Binding::Local(local),
        Root::Global(global) | Root::Number(Number::Global(global)) => Binding::Global(global),
        Root::Number(Number::Extern(id)) => Binding::Extern(id),
    };
    body.exprs.alloc(crate::hir::Expr { kind: ExprKind::Name(binding), span })
}

pub fn name_expr(body: &mut Body, local: LocalId, span: Span) -> ExprId {
    body.exprs.alloc(crate::hir::Expr { kind: ExprKind::Name(Binding::Local(local)), span })
}

/// The path of `inner`, a field of a method's own object, from the point of view of a caller of the method on
/// `object`.
pub fn joined(object: Option<&Path>, inner: &Path) -> Path {
    match object.filter(|_| inner.local().is_some()) {
        Some(object) => {
            let names = object.names.iter().chain(&inner.names).cloned().collect();
            Path { root: object.root, names }
        }
        None => inner.clone(),
    }
}

/// The C method that a call as `object.method` or `Class.method` means.
pub fn called_method(module: &Module, body: &Body, call: ExprId) -> Option<FunctionId> {
    method_of(module, body, call, Module::called_method)
}

/// The same on a device, where objects have no tables: only this module's classes count.
pub fn method_on_device(module: &Module, body: &Body, call: ExprId) -> Option<FunctionId> {
    method_of(module, body, call, Module::known_method)
}

type Choose = fn(&Module, ClassId, FunctionId, usize) -> FunctionId;

fn method_of(module: &Module, body: &Body, call: ExprId, choose: Choose) -> Option<FunctionId> {
    let ExprKind::Call { callee, arguments, keywords } = &body.exprs[call].kind else { return None };
    let ExprKind::Attribute { base, name } = &body.exprs[*callee].kind else { return None };
    if let ExprKind::Name(Binding::Type(TypeName::Object(class))) = body.exprs[*base].kind {
        return module.c_method(class.extension()?, name);
    }
    let (_, class) = (Fields { module, body }).object(*base)?;
    let method = module.c_method(class, name)?;
    Some(choose(module, class, method, 1 + arguments.len() + keywords.len()))
}
