//! What becomes part of this module from others: the functions and externs that it uses. And whether the
//! module matches what its own `.pxd` declares.

use std::collections::{HashMap, HashSet};

use super::capi::CythonSpelling;
use super::function::{Pending, PendingFunction};
use super::fused_imports::Kind;
use super::{Finisher, numpy, report};
use crate::base::{Arena, ArenaMap, Name};
use crate::hir::{
    Binding, Body, ClassId, ErrorValue, ExceptionClause, Exported, ExprKind, Extern, ExternId, ExternKind,
    Externs, Function, FunctionId, FunctionKind, Functions, Header, MethodRole, Module, Param, TypeExpr,
    TypeKind, TypeName, TypedefId, is_same_type,
};
use crate::source::Span;
use crate::syntax::ast;

/// A function as the module's own `.pxd` declares it, or a method as its class does.
pub struct Forward {
    pub name: Name,
    pub class: Option<ClassId>,
    pub params: Vec<TypeExpr>,
    pub result: TypeExpr,
    pub exception: ExceptionClause,
    pub nogil: bool,
    /// How many of its arguments are optional; for a method, its slot has this.
    pub optional: Option<usize>,
    pub on_device: bool,
    pub is_variadic: bool,
    /// How other modules import it; empty for what they cannot call.
    pub exported: Vec<Exported>,
    pub span: Span,
}

impl Forward {
    /// The minimal number of arguments.
    pub fn required(&self) -> usize {
        self.params.len().saturating_sub(self.optional.unwrap_or_default())
    }
}

impl<'t> Finisher<'t> {
    /// The module's functions, and those of other modules that they call, lowered. The others would only add
    /// their own errors.
    pub fn used_functions(&mut self, init: Function) -> (Functions<Function>, Function) {
        let mut lowered: ArenaMap<FunctionId, Function> = ArenaMap::default();
        let left_out = self.left_out();
        let all_left_out: HashSet<FunctionId> = left_out.values().flatten().copied().collect();
        let is_wanted = |id: &FunctionId| self.is_of_module(*id) && !all_left_out.contains(id);
        let mut wanted: Vec<FunctionId> = self.tables.functions.ids().filter(is_wanted).collect();
        wanted.reverse();
        functions_in(&init.body, &left_out, &mut wanted);
        self.properties_in(&init.body, &mut wanted);
        let mut init = init;
        let mut import = self.import_of_numpy();
        loop {
            let Some(id) = wanted.pop() else {
                // The module has no such import itself.
                let Some((import, span)) = import.take() else { break };
                if lowered.get(import).is_none() {
                    numpy::import_first(&mut init, import, span);
                    wanted.push(import);
                }
                continue;
            };
            if lowered.get(id).is_some() {
                continue;
            }
            let PendingFunction { text, home } = self.tables.functions[id];
            // A function inside another one has been read with it.
            let ready = self.tables.ready.remove(&id);
            let function = ready.or_else(|| self.lowerer(home).function(text));
            let Some(function) = function else { continue };
            functions_in(&function.body, &left_out, &mut wanted);
            self.properties_in(&function.body, &mut wanted);
            lowered.insert(id, function);
        }
        self.keep_promises(&mut lowered);
        let mut numbers = HashMap::new();
        let mut functions = Arena::default();
        for (id, function) in lowered {
            numbers.insert(id, functions.alloc(function));
        }
        renumber(&mut init.body, &numbers);
        functions.iter_mut().for_each(|(_, function)| renumber(&mut function.body, &numbers));
        (functions, init)
    }

    /// Methods belong to the module's own classes, including those in its `.pxd`.
    fn is_of_module(&self, id: FunctionId) -> bool {
        let PendingFunction { text, home } = self.tables.functions[id];
        match text {
            Pending::Method(..) | Pending::OfDataclass(..) => true,
            Pending::CMethod(_, method) => self.tables.classes[method.class].foreign.is_none(),
            _ => home == self.declarations.own,
        }
    }

    /// The functions whose bodies the parse leaves out, by their names: they matter only if others mention them.
    fn left_out(&self) -> HashMap<&'t str, Vec<FunctionId>> {
        let mut found: HashMap<&str, Vec<FunctionId>> = HashMap::new();
        for (id, function) in self.tables.functions.iter().filter(|_| self.forwards.is_empty()) {
            let (name, body) = match function.text {
                Pending::Python(function) => (function.name(), function.body()),
                Pending::C(function, _) => (function.name(), function.body()),
                _ => continue,
            };
            if let Some(name) = name.filter(|_| body.is_some_and(ast::Block::is_left_out)) {
                found.entry(name.text()).or_default().push(id);
            }
        }
        found
    }

    /// The properties of foreign classes that attributes of a body may be: types are not known yet.
    fn properties_in(&self, body: &Body, found: &mut Vec<FunctionId>) {
        let is_named = |function: ast::CFunction<'_>| {
            function.name().is_some_and(|name| {
                body.exprs.iter().any(|(_, expr)| match &expr.kind {
                    ExprKind::Attribute { name: attribute, .. } => attribute == name.text(),
                    _ => false,
                })
            })
        };
        for (id, declared) in self.tables.functions.iter() {
            if let Pending::CMethod(function, method) = declared.text
                && method.role == MethodRole::Getter
                && self.tables.classes[method.class].foreign.is_some()
                && is_named(function)
            {
                found.push(id);
            }
        }
    }

    /// Whether a method that the `.pxd` declares again is that of a base class.
    fn inherits(&self, forward: &Forward, lowered: &ArenaMap<FunctionId, Function>) -> bool {
        let Some(class) = forward.class else { return false };
        let mut bases = crate::hir::lineage(&self.tables.classes, class).skip(1);
        bases.any(|base| {
            let is_it = |function: &Function| {
                function.method.is_some_and(|method| method.class == base)
                    && function.kind != FunctionKind::Def
                    && function.name == forward.name
            };
            let declared = &self.tables.classes[base];
            lowered.values().any(is_it)
                || declared.foreign.is_some() && declared.slots.iter().any(|slot| slot.name == forward.name)
        })
    }

    /// Compares the module with what its `.pxd` declares.
    fn keep_promises(&mut self, lowered: &mut ArenaMap<FunctionId, Function>) {
        let is_broken = self.declarations.units[self.declarations.own].has_errors();
        self.defined_classes(is_broken);
        for forward in std::mem::take(&mut self.forwards) {
            let is_own = |function: &Function| {
                function.made.is_none()
                    && function.method.map(|method| method.class) == forward.class
                    && (forward.class.is_none() || function.kind != FunctionKind::Def)
                    && function.name == forward.name
            };
            let Some(own) = lowered.iter().find(|(_, function)| is_own(function)).map(|(id, _)| id) else {
                if !self.inherits(&forward, lowered) {
                    let wrong = report::not_defined(&forward.name, forward.span);
                    self.tables.diagnostics.push_unless(is_broken, wrong);
                }
                continue;
            };
            let Some(function) = lowered.get_mut(own) else { continue };
            // Cython requires this only for methods.
            let is_held_alike = forward.class.is_none() || function.nogil == forward.nogil;
            let forward = self.extended(forward, function);
            function.nogil |= forward.nogil;
            function.on_device |= forward.on_device;
            function.exported = forward.exported.clone();
            let takes_object = function.method.is_some_and(|method| method.role.takes_self());
            let params = function.params.iter().map(|param| &function.body.locals[param.local].ty);
            let same = |left: &TypeExpr, right: &TypeExpr| is_same_type(left, right, &self.tables.typedefs);
            let fits = is_held_alike
                && function.params.len() == forward.params.len()
                && params
                    .zip(&forward.params)
                    .skip(takes_object.into())
                    .all(|(left, right)| same(left, right))
                && same(&function.result, &forward.result)
                && function.is_variadic == forward.is_variadic
                && self.is_called_as_declared(function, forward.optional)
                && self.reports_as_declared(&function.exception, &forward);
            if !fits {
                let span = function.span;
                self.report(report::declared_otherwise(&forward.name, span, forward.span));
            }
        }
    }
}

impl<'t> Finisher<'t> {
    /// The declaration with the optional arguments that only the function has, if it declares none itself: the module may
    /// use them, and others, who rely on the declaration, find a function of another type, as in Cython.
    fn extended(&self, mut forward: Forward, function: &Function) -> Forward {
        let declared = forward.params.len();
        let more = function.params.get(declared..).unwrap_or_default();
        let is_optional = |param: &Param| param.default.is_some();
        let is_wider = forward.class.is_none()
            && forward.optional == Some(0)
            && !more.is_empty()
            && more.iter().all(is_optional)
            && !function.params[..declared].iter().any(is_optional);
        if !is_wider {
            return forward;
        }
        let more: Vec<_> = more.iter().map(|param| function.body.locals[param.local].ty.clone()).collect();
        let is_cpdef = forward.exported.iter().any(|one| one.is_cpdef);
        let optional = more.len();
        forward.params.extend(more);
        let (name, params) = ((self.declarations.own, &forward.name), (&*forward.params, optional));
        forward.exported = CythonSpelling::new(&self.declarations, &self.tables).exports(
            name,
            params,
            &forward.result,
            Kind { is_cpdef, is_variadic: forward.is_variadic },
        );
        forward.optional = Some(optional);
        forward
    }

    /// Whether callers that rely on the declaration notice every exception, and no other.
    fn reports_as_declared(&self, own: &ExceptionClause, declared: &Forward) -> bool {
        use ExceptionClause::*;
        match (own, &declared.exception) {
            (own, declared) if own == declared => true,
            (NoExcept, MaybeValue(_) | Always | Default) | (Value(_), Always) => true,
            (Value(own), MaybeValue(asked)) => own == asked,
            (Value(own), Default) => *own == ErrorValue::MINUS_ONE && self.is_number(&declared.result),
            _ => false,
        }
    }

    /// Whether a method is `cpdef` if its slot in the class's table requires it, and whether its optional arguments
    /// match the declaration.
    fn is_called_as_declared(&self, function: &Function, declared: Option<usize>) -> bool {
        let class = function.method.map(|method| &self.tables.classes[method.class]);
        let place = class.and_then(|class| class.slots.iter().find(|slot| slot.name == function.name));
        let optional = function.params.iter().filter(|param| param.default.is_some()).count();
        declared.is_none_or(|declared| declared == optional)
            && place.is_none_or(|place| {
                (place.is_cpdef, place.optional) == (function.kind == FunctionKind::Cpdef, optional)
            })
    }

    fn is_number(&self, ty: &TypeExpr) -> bool {
        match &ty.kind {
            TypeKind::Const(inner) => self.is_number(inner),
            TypeKind::Named(TypeName::Typedef(id)) => self.is_number(&self.tables.typedefs[*id].target),
            TypeKind::Named(name) => matches!(name, TypeName::Bint | TypeName::Int(_) | TypeName::Float(_)),
            _ => false,
        }
    }
}

/// The functions that a body mentions, by what its names mean, or by name among others.
fn functions_in(body: &Body, others: &HashMap<&str, Vec<FunctionId>>, found: &mut Vec<FunctionId>) {
    for (_, expr) in body.exprs.iter() {
        if let ExprKind::Name(Binding::ModuleName(name)) = &expr.kind {
            found.extend(others.get(name.as_str()).into_iter().flatten());
        }
        if let ExprKind::Name(Binding::Function(id))
        | ExprKind::Specialise { function: id, .. }
        | ExprKind::MakeFunction { function: id, .. } = &expr.kind
        {
            found.push(*id);
        }
    }
}

fn renumber(body: &mut Body, numbers: &HashMap<FunctionId, FunctionId>) {
    for (_, expr) in body.exprs.iter_mut() {
        if let ExprKind::Name(Binding::Function(id))
        | ExprKind::Specialise { function: id, .. }
        | ExprKind::MakeFunction { function: id, .. } = &mut expr.kind
            && let Some(new) = numbers.get(id)
        {
            *id = *new;
        }
    }
}

/// Removes the externs of other modules that no body mentions. The typedefs of the remaining ones are used.
pub fn used_externs(module: &mut Module) {
    let mut numbers: HashMap<ExternId, ExternId> = HashMap::new();
    let mut externs: Externs<Extern> = Arena::default();
    let all = std::mem::take(&mut module.externs);
    let is_own = |decl: &Extern| decl.include.is_some_and(|include| module.includes[include].is_own);
    for (id, decl) in all.iter().filter(|(_, decl)| is_own(decl)) {
        numbers.insert(id, externs.alloc(decl.clone()));
    }
    let mut mentioned = Vec::new();
    let mut keep = |id: &mut ExternId| {
        *id = *numbers.entry(*id).or_insert_with(|| externs.alloc(all[*id].clone()));
        mentioned.push(*id);
    };
    let functions = module.functions.iter_mut().map(|(_, function)| &mut function.body);
    for body in functions.chain([&mut module.init.body]) {
        for (_, expr) in body.exprs.iter_mut() {
            if let ExprKind::Name(Binding::Extern(id)) = &mut expr.kind {
                keep(id);
            }
        }
    }
    module.functions.iter_mut().for_each(|(_, function)| function.stands_for.iter_mut().for_each(&mut keep));
    let mut used = Vec::new();
    for id in mentioned {
        match &externs[id].kind {
            ExternKind::Variable(ty) => typedefs_in(ty, &mut used),
            ExternKind::Function { params, result, .. } => {
                params.iter().chain([result]).for_each(|ty| typedefs_in(ty, &mut used));
            }
        }
    }
    used.into_iter().for_each(|id| module.typedefs[id].is_used = true);
    module.externs = externs;
}

/// The typedefs that a type names; their targets have been read with them.
fn typedefs_in(ty: &TypeExpr, found: &mut Vec<TypedefId>) {
    if let TypeKind::Named(TypeName::Typedef(id)) = &ty.kind {
        found.push(*id);
    }
    ty.parts().for_each(|part| typedefs_in(part, found));
}

/// If there are C sources for the devices, the functions of the user's headers exist there.
pub fn reach_device_sources(module: &mut Module) {
    if !module.foreign.has_device_sources() {
        return;
    }
    for (_, decl) in module.externs.iter_mut() {
        let include = decl.include.map(|include| &module.includes[include]);
        let is_users = include.is_some_and(|include| {
            !include.is_library && matches!(include.header, None | Some(Header::User(_)))
        });
        decl.on_device |= is_users && matches!(decl.kind, ExternKind::Function { .. });
    }
}
