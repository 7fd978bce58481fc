//! Methods that offload code calls: copies that take the fields that they use instead of the object. And functions
//! that use memoryviews of the module: copies that take them as parameters. Host code without the GIL, which holds
//! such memoryviews, also calls copies of the second kind.

use std::collections::HashMap;

use super::fields::{Fields, Path, Use, class_of, joined, method_on_device, path_name, root_expr, roots_in};
use super::report;
use crate::base::{Additions, Name};
use crate::diag::Diagnostics;
use crate::hir::{
    Binding, Body, ExprId, ExprKind, Function, FunctionId, FunctionKind, Local, LocalId, Method, MethodRole,
    Module, NoneClause, Param, ParamKind, StmtKind, TypeExpr, TypeKind, field, kind, walk,
};

/// The copies made so far; they go after the module's functions.
pub struct Variants {
    known: HashMap<FunctionId, Made>,
    /// The copies for host code.
    on_host: HashMap<FunctionId, Option<Variant>>,
    /// Whether functions use memoryviews of the module; and whether they use those or numbers of the module or of C.
    using: HashMap<(FunctionId, Reach), bool>,
    pub functions: Additions<Function, kind::Function>,
}

/// Which variables outside of functions count.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reach {
    Views,
    ViewsAndNumbers,
}

#[derive(Clone)]
enum Made {
    /// In progress: the method calls itself.
    Open,
    /// Why there cannot be a copy.
    Not(String),
    Done(Variant),
}

#[derive(Clone)]
struct Variant {
    function: FunctionId,
    /// The fields of its object and the module's memoryviews, in the order of the parameters.
    fields: Vec<(Path, TypeExpr)>,
}

/// A call that means another function in offload code.
struct Replaced {
    call: ExprId,
    function: FunctionId,
    /// The object of a method.
    object: Option<Path>,
    /// It is the first argument: the call is one of those by which a method is chosen.
    is_argument: bool,
}

impl Variants {
    pub fn new(module: &Module) -> Variants {
        Variants {
            known: HashMap::new(),
            on_host: HashMap::new(),
            using: HashMap::new(),
            functions: Additions::to(&module.functions),
        }
    }

    /// Turns the method calls in these expressions into plain calls, and passes functions the memoryviews of the
    /// module that they use. Returns the resulting uses of these and of fields.
    pub fn calls(
        &mut self,
        module: &Module,
        body: &mut Body,
        roots: &[ExprId],
        diagnostics: &mut Diagnostics,
    ) -> Vec<Use> {
        let mut uses = Vec::new();
        for Replaced { call, function: method, object, is_argument } in
            self.replaced(module, body, roots, Reach::ViewsAndNumbers)
        {
            let ExprKind::Call { callee, mut arguments, keywords } = body.exprs[call].kind.clone() else {
                continue;
            };
            let span = body.exprs[call].span;
            let name = module.functions[method].name.clone();
            let foreign = is_argument.then(|| self.field_of_another(module, body, method, object.as_ref()));
            match self.made(module, method) {
                _ if let Some(Some(why)) = &foreign => {
                    let declared = module.functions[method].span;
                    diagnostics.push(report::method_on_device(&name, why, span, declared));
                    body.exprs[call].kind = ExprKind::Error;
                }
                Made::Done(variant) => {
                    arguments.drain(..usize::from(is_argument));
                    body.exprs[callee].kind = ExprKind::Name(Binding::Function(variant.function));
                    let mut given = Vec::new();
                    for (field, ty) in &variant.fields {
                        // The caller finds it as a field.
                        let path = joined(object.as_ref(), field);
                        let expr = root_expr(body, &path, span);
                        uses.push(Use { expr, path, ty: ty.clone() });
                        given.push(expr);
                    }
                    given.extend(arguments);
                    body.exprs[call].kind = ExprKind::Call { callee, arguments: given, keywords };
                }
                made => {
                    let why = match made {
                        Made::Not(why) => why,
                        _ => "it calls itself".to_string(),
                    };
                    let declared = module.functions[method].span;
                    diagnostics.push(match object {
                        Some(_) => report::method_on_device(&name, &why, span, declared),
                        None => report::function_on_device(&name, &why, span, declared),
                    });
                    body.exprs[call].kind = ExprKind::Error;
                }
            }
        }
        uses
    }

    /// The same for functions that host code without the GIL calls, if it holds all memoryviews that they use.
    pub fn host_calls(
        &mut self,
        module: &Module,
        body: &mut Body,
        roots: &[ExprId],
        may_hold: &dyn Fn(&Body, &Path) -> bool,
    ) -> Vec<Use> {
        let mut uses = Vec::new();
        for Replaced { call, function, object, .. } in self.replaced(module, body, roots, Reach::Views) {
            let span = body.exprs[call].span;
            let Some(variant) = self.for_host(module, function).filter(|_| object.is_none()) else {
                continue;
            };
            if !variant.fields.iter().all(|(path, _)| may_hold(body, path)) {
                continue;
            }
            let mut given = Vec::new();
            for (path, ty) in &variant.fields {
                let expr = root_expr(body, path, span);
                body.given.insert(expr);
                uses.push(Use { expr, path: path.clone(), ty: ty.clone() });
                given.push(expr);
            }
            if let ExprKind::Call { callee, arguments, .. } = &mut body.exprs[call].kind {
                let callee = *callee;
                arguments.splice(0..0, given);
                body.exprs[callee].kind = ExprKind::Name(Binding::Function(variant.function));
            }
        }
        uses
    }

    fn for_host(&mut self, module: &Module, id: FunctionId) -> Option<Variant> {
        if let Some(known) = self.on_host.get(&id) {
            return known.clone();
        }
        // A recursive function holds its memoryviews again.
        self.on_host.insert(id, None);
        let made = self.make_for_host(module, id);
        self.on_host.insert(id, made.clone());
        made
    }

    fn make_for_host(&mut self, module: &Module, id: FunctionId) -> Option<Variant> {
        let source = &module.functions[id];
        let mut offloads = false;
        walk::statements(&source.body.block, &mut |stmt| offloads |= super::regions::is_offload(stmt));
        let mut function = source.clone();
        let roots = roots_in(&function.body.block);
        let calls = self.host_calls(module, &mut function.body, &roots, &|_, _| true);
        let fields = Fields { module, body: &function.body };
        if offloads || !source.nogil || source.method.is_some() || written(&function.body, fields).is_some() {
            return None;
        }
        let mut uses = fields.uses(&roots);
        uses.extend(calls);
        uses.retain(|found| found.path.global().is_some());
        let mut params = FieldParams::default();
        for found in &uses {
            let local = params.local(module, &mut function.body, found);
            function.body.exprs[found.expr].kind = ExprKind::Name(Binding::Local(local));
            function.body.held.extend(found.path.global().map(|global| (local, global)));
        }
        let FieldParams { params, known } = params;
        let fields = known.into_iter().map(|(path, ty, _)| (path, ty)).collect();
        function.params.splice(0..0, params);
        Some(Variant { function: self.add(function), fields })
    }

    /// Adds a copy of a function: only the code that requested it knows it.
    fn add(&mut self, mut function: Function) -> FunctionId {
        function.exported.clear();
        function.kind = FunctionKind::Cdef;
        self.functions.alloc(function)
    }

    fn is_variant(&self, id: FunctionId) -> bool {
        self.functions.contains(id)
    }

    fn replaced(&mut self, module: &Module, body: &Body, roots: &[ExprId], reach: Reach) -> Vec<Replaced> {
        let mut calls = Vec::new();
        roots.iter().for_each(|&root| self.calls_in((module, body), root, reach, &mut calls));
        calls
    }

    /// The calls of C methods of objects, and of functions that use variables of the module.
    fn calls_in(
        &mut self,
        (module, body): (&Module, &Body),
        id: ExprId,
        reach: Reach,
        found: &mut Vec<Replaced>,
    ) {
        if let ExprKind::Call { callee, .. } = &body.exprs[id].kind {
            match &body.exprs[*callee].kind {
                ExprKind::Attribute { base, .. } => {
                    if let Some((path, _)) = (Fields { module, body }).object(*base)
                        && let Some(method) = method_on_device(module, body, id)
                    {
                        let role = module.functions[method].method.map(|method| method.role);
                        if role != Some(MethodRole::Static) {
                            let is_argument = false;
                            found.push(Replaced {
                                call: id,
                                function: method,
                                object: Some(path),
                                is_argument,
                            });
                        }
                    }
                }
                ExprKind::Name(Binding::Function(function))
                    if !self.is_variant(*function) && chosen(module, body, id).is_some() =>
                {
                    let object = chosen(module, body, id);
                    found.push(Replaced { call: id, function: *function, object, is_argument: true });
                }
                ExprKind::Name(Binding::Function(function))
                    if !self.is_variant(*function)
                        && module.functions[*function].kind != FunctionKind::Def
                        && self.uses(module, *function, reach) =>
                {
                    found.push(Replaced { call: id, function: *function, object: None, is_argument: false });
                }
                _ => {}
            }
        }
        for child in walk::children(body, id) {
            self.calls_in((module, body), child, reach, found);
        }
    }

    /// Whether a function, or one that it calls, uses variables of the module.
    pub fn uses(&mut self, module: &Module, id: FunctionId, reach: Reach) -> bool {
        if let Some(&known) = self.using.get(&(id, reach)) {
            return known;
        }
        if self.is_variant(id) {
            return false;
        }
        // A recursive call adds nothing to what the function uses otherwise.
        self.using.insert((id, reach), false);
        let body = &module.functions[id].body;
        let roots = roots_in(&body.block);
        let fields = Fields { module, body };
        let found = fields.uses(&roots).iter().any(|found| found.path.global().is_some())
            // A number that is assigned is reported where it is.
            || reach == Reach::ViewsAndNumbers && !fields.numbers(&roots).is_empty() && written(body, fields).is_none()
            || calls_of_functions(body, &roots).into_iter().any(|callee| self.uses(module, callee, reach));
        self.using.insert((id, reach), found);
        found
    }

    /// What the calls in these expressions use, for calls that can use variants.
    pub fn fields(&mut self, module: &Module, body: &Body, roots: &[ExprId]) -> Vec<(Path, TypeExpr)> {
        let mut found = Vec::new();
        for Replaced { function, object, .. } in self.replaced(module, body, roots, Reach::ViewsAndNumbers) {
            if let Made::Done(variant) = self.made(module, function) {
                let fields = variant.fields.iter();
                found.extend(fields.map(|(field, ty)| (joined(object.as_ref(), field), ty.clone())));
            }
        }
        found
    }

    /// What a method that may be chosen reads of its object, and only objects of its own class have.
    fn field_of_another(
        &mut self,
        module: &Module,
        body: &Body,
        method: FunctionId,
        object: Option<&Path>,
    ) -> Option<String> {
        let Made::Done(variant) = self.made(module, method) else { return None };
        let class = class_of(&body.locals[object?.local()?].ty)?;
        let own = module.functions[method].method?.class;
        let is_missing = |path: &&Path| {
            path.names.first().is_some_and(|name| field(&module.classes, class, name).is_none())
        };
        let missing = variant.fields.iter().map(|(path, _)| path).find(is_missing)?;
        let owner = &module.classes[own].name;
        Some(format!("it uses `{}`, which only objects of `{owner}` have", missing.names[0]))
    }

    fn made(&mut self, module: &Module, method: FunctionId) -> Made {
        if let Some(known) = self.known.get(&method) {
            return known.clone();
        }
        self.known.insert(method, Made::Open);
        let made = match self.make(module, method) {
            Ok(variant) => Made::Done(variant),
            Err(why) => Made::Not(why),
        };
        self.known.insert(method, made.clone());
        made
    }

    /// Whether device code calls a copy of a function instead of it.
    pub fn can_be_made(&mut self, module: &Module, id: FunctionId) -> bool {
        module.functions[id].method.is_none()
            && self.uses(module, id, Reach::ViewsAndNumbers)
            && matches!(self.made(module, id), Made::Done(_))
    }

    fn make(&mut self, module: &Module, method: FunctionId) -> Result<Variant, String> {
        let source = &module.functions[method];
        let role = source.method.map(|method| method.role);
        if role == Some(MethodRole::Dispatcher) && !chooses_by_number(module, source) {
            return Err("a class that inherits from this one may have another".to_string());
        }
        let is_method = role.is_some_and(MethodRole::takes_self);
        let object = source.params.first().map(|param| param.local).filter(|_| is_method);
        if is_method && object.is_none() {
            return Err("it has no object".to_string());
        }
        let mut function = source.clone();
        let mut inner = Diagnostics::default();
        let roots = roots_in(&function.body.block);
        let calls = self.calls(module, &mut function.body, &roots, &mut inner);
        if let Some(first) = inner.into_sorted().into_iter().next() {
            // Of a method that is chosen, why it cannot be called.
            let why = first.primary.filter(|_| role == Some(MethodRole::Dispatcher)).map(|label| label.text);
            return Err(why.unwrap_or(first.message));
        }
        let fields = Fields { module, body: &function.body };
        let mut uses = fields.uses(&roots);
        uses.extend(fields.numbers(&roots));
        uses.extend(calls);
        if let Some(written) = written(&function.body, fields) {
            return Err(format!("it assigns `{written}`, which all threads share"));
        }
        let mut params = FieldParams::default();
        for found in &uses {
            if found.path.local().is_some() && !object.is_some_and(|object| found.path.is_of(object)) {
                return Err(format!(
                    "it uses the object `{}`",
                    path_name(module, &function.body, &found.path)
                ));
            }
            let local = params.local(module, &mut function.body, found);
            function.body.exprs[found.expr].kind = ExprKind::Name(Binding::Local(local));
        }
        let FieldParams { params, known } = params;
        let fields = known.into_iter().map(|(path, ty, _)| (path, ty)).collect();
        if object.is_some_and(|object| mentions(&function.body, &roots_in(&function.body.block), object)) {
            return Err("it uses the object itself".to_string());
        }
        function.params.splice(0..usize::from(object.is_some()), params);
        function.method = source.method.map(|method| Method { role: MethodRole::OnFields, ..method });
        Ok(Variant { function: self.add(function), fields })
    }
}

/// The object of a call by which a chooser calls a method: the function's own object, cast to the method's class.
fn chosen(module: &Module, body: &Body, call: ExprId) -> Option<Path> {
    let ExprKind::Call { callee, arguments, .. } = &body.exprs[call].kind else { return None };
    let ExprKind::Name(Binding::Function(function)) = body.exprs[*callee].kind else { return None };
    let role = module.functions[function].method?.role;
    let ExprKind::Cast { operand, .. } = body.exprs[*arguments.first()?].kind else { return None };
    let ExprKind::Name(Binding::Local(object)) = body.exprs[operand].kind else { return None };
    (role == MethodRole::Instance).then(|| Path::of_local(object))
}

/// Whether a function chooses a method by the number of the object's class, and asks no table.
fn chooses_by_number(module: &Module, function: &Function) -> bool {
    let body = &function.body;
    let mut roots = roots_in(&body.block);
    let mut is_right = true;
    while let Some(root) = roots.pop() {
        if let ExprKind::Call { .. } = body.exprs[root].kind {
            is_right &= chosen(module, body, root).is_some();
        }
        roots.extend(walk::children(body, root));
    }
    is_right
}

/// The parameters that stand for fields.
#[derive(Default)]
struct FieldParams {
    params: Vec<Param>,
    known: Vec<(Path, TypeExpr, LocalId)>,
}

impl FieldParams {
    fn local(&mut self, module: &Module, body: &mut Body, found: &Use) -> LocalId {
        if let Some((_, _, local)) = self.known.iter().find(|(path, ..)| *path == found.path) {
            return *local;
        }
        let span = body.exprs[found.expr].span;
        let ty = found.ty.clone().decayed();
        let local = body.locals.alloc(Local {
            name: path_name(module, body, &found.path),
            ty,
            is_param: true,
            is_hidden: false,
            span,
        });
        self.params.push(Param {
            local,
            kind: ParamKind::PositionalOrKeyword,
            default: None,
            none: NoneClause::Unsaid,
            span,
        });
        self.known.push((found.path.clone(), found.ty.clone(), local));
        local
    }
}

/// The functions of the module that expressions call by their names.
fn calls_of_functions(body: &Body, roots: &[ExprId]) -> Vec<FunctionId> {
    let mut found = Vec::new();
    for &root in roots {
        if let ExprKind::Call { callee, .. } = &body.exprs[root].kind
            && let ExprKind::Name(Binding::Function(function)) = body.exprs[*callee].kind
        {
            found.push(function);
        }
        found.extend(calls_of_functions(body, &walk::children(body, root)));
    }
    found
}

/// A field that the function assigns.
fn written(body: &Body, fields: Fields<'_>) -> Option<Name> {
    let mut found = None;
    let mut look = |target: ExprId| {
        let mut place = target;
        while let ExprKind::Subscript { base, .. } = &body.exprs[place].kind {
            place = *base;
        }
        let number = fields.number(place).map(|(number, _)| Path::of_number(number));
        let field =
            fields.path(place).filter(|(_, ty)| place == target || matches!(ty.kind, TypeKind::Array(..)));
        if let Some(path) = number.or(field.map(|(path, _)| path)) {
            found.get_or_insert(path_name(fields.module, body, &path));
        }
    };
    walk::statements(&body.block, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { targets, .. } => targets.iter().for_each(|&target| look(target)),
        StmtKind::AugAssign { target, .. }
        | StmtKind::Atomic { target, .. }
        | StmtKind::ForRange { target, .. } => {
            look(*target);
        }
        _ => {}
    });
    for root in roots_in(&body.block) {
        addressed(body, root, &mut look);
    }
    found
}

fn addressed(body: &Body, id: ExprId, look: &mut impl FnMut(ExprId)) {
    if let ExprKind::AddressOf(place) = body.exprs[id].kind
        && matches!(body.exprs[place].kind, ExprKind::Attribute { .. } | ExprKind::Name(_))
    {
        look(place);
    }
    for child in walk::children(body, id) {
        addressed(body, child, look);
    }
}

fn mentions(body: &Body, roots: &[ExprId], local: LocalId) -> bool {
    roots.iter().any(|&root| {
        matches!(body.exprs[root].kind, ExprKind::Name(Binding::Local(id)) if id == local)
            || mentions(body, &walk::children(body, root), local)
    })
}
