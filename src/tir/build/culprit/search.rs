//! Finds what brings Python into a statement.

use super::{Blame, Culprit, Once, Use, What, known};
use crate::base::Name;
use crate::hir::{
    self, Asked, Binding, ExprId, ExprKind as H, FunctionId, Runtime, StmtKind as S, TypeKind, TypeName,
};
use crate::ty::Ty;

pub enum Found {
    New(Culprit),
    /// Everything that needs Python in the statement has been reported elsewhere.
    Known,
    Nothing,
}

impl<'m> Blame<'_, 'm> {
    /// The first thing in the statement under construction that needs Python and has not been reported.
    pub(super) fn culprit(&self) -> Found {
        let mut search = Search { blame: self, found: Vec::new(), is_known: false };
        let roots = &self.statement.roots;
        if let Some(iterable) = self.statement.iterable.filter(|&iterable| search.is_view(iterable)) {
            search.add(What::LoopOverView, iterable, Use::Value);
        }
        if let Some(iterable) = self.statement.iterable
            && let H::Attribute { base, name } = &self.source.function.body.exprs[iterable].kind
            && self.source.is_class_field(*base, name)
            && self.source.types.expr(iterable).is_object()
        {
            search.add(What::LoopOverField, iterable, Use::Value);
        }
        roots.iter().for_each(|&root| search.look_at(root, Use::Value));
        if search.found.is_empty() {
            roots.iter().for_each(|&root| search.look_for_values(root));
        }
        let has_found = search.is_known || !search.found.is_empty();
        let is_blamed = |culprit: &Culprit| culprit.once().is_some_and(|once| self.blamed.contains(&once));
        // A variable that gets its value from what has been reported is the same mistake.
        let bound = match search.found.iter().any(is_blamed) {
            true => self.bound_locals(self.statement.targets.clone()),
            false => Vec::new(),
        };
        let is_new = |culprit: &Culprit| {
            !is_blamed(culprit) && !matches!(culprit.what, What::Local(local) if bound.contains(&local))
        };
        match search.found.into_iter().find(is_new) {
            _ if search.is_known => Found::Known,
            Some(culprit) => Found::New(culprit),
            None if has_found => Found::Known,
            None => Found::Nothing,
        }
    }

    /// What a name of the module that Python knows stands for.
    fn module_name(&self, name: &Name) -> What {
        let init = &self.source.typed.module.init.body;
        let is_it = |target: ExprId| matches!(&init.exprs[target].kind, H::Name(Binding::ModuleName(known)) if known == name);
        let mut imported = None;
        hir::walk::statements(&init.block, &mut |stmt| {
            if let S::ImportFrom { module, names, .. } = &stmt.kind {
                let taken = names.iter().find(|(_, target)| is_it(*target));
                imported = taken.map(|(name, _)| (module.clone(), name.clone())).or(imported.take());
            }
        });
        match imported {
            Some((module, from)) => What::Imported { module, name: from, spelled: name.clone() },
            None => What::Name(name.clone()),
        }
    }

    /// The module that a name of the module refers to, and the names after it: for `np.random.rand` `numpy` and
    /// `random.rand`.
    fn imported(&self, id: ExprId) -> Option<What> {
        let (body, init) = (&self.source.function.body, &self.source.typed.module.init.body);
        let mut path = Vec::new();
        let mut at = id;
        while let H::Attribute { base, name } = &body.exprs[at].kind {
            path.insert(0, name.to_string());
            at = *base;
        }
        let H::Name(Binding::ModuleName(head)) = &body.exprs[at].kind else { return None };
        let mut found = None;
        hir::walk::statements(&init.block, &mut |stmt| {
            if let S::Import { module, target, .. } = &stmt.kind
                && matches!(&init.exprs[*target].kind, H::Name(Binding::ModuleName(name)) if name == head)
            {
                found = Some(module.clone());
            }
        });
        let name = path.join(".");
        let spelled = Name::new(format!("{head}.{name}"));
        found.map(|module| What::Imported { module, name: Name::new(name), spelled })
    }
}

struct Search<'b, 'm> {
    blame: &'b Blame<'b, 'm>,
    found: Vec<Culprit>,
    /// Something in the statement has been reported.
    is_known: bool,
}

impl Search<'_, '_> {
    fn add(&mut self, what: What, id: ExprId, used: Use) {
        let span = self.blame.source.function.body.exprs[id].span;
        self.found.push(Culprit { what, span, used });
    }

    fn look_at_children(&mut self, id: ExprId, from: usize) {
        for child in hir::walk::children(&self.blame.source.function.body, id).into_iter().skip(from) {
            self.look_at(child, Use::Value);
        }
    }

    fn look_at(&mut self, id: ExprId, used: Use) {
        let source = self.blame.source.function;
        let ty = self.blame.source.types.expr(id);
        match &source.body.exprs[id].kind {
            H::Error | H::Name(Binding::Error) => self.is_known = true,
            // A display of which C has the truth, unless an item needs Python.
            H::Call { callee, .. } if let Some(items) = self.asked(id) => {
                items.into_iter().for_each(|item| self.look_at(item, Use::Value));
                if ty != Ty::Bint {
                    self.look_at(*callee, Use::Called);
                }
            }
            H::Call { callee, arguments, .. } => {
                self.look_at_callee(id, *callee, arguments);
                self.look_at_children(id, 1);
            }
            H::Attribute { base, name } => self.look_at_attribute(id, (*base, name), used),
            H::Subscript { base, indices } => {
                self.look_at(*base, Use::Indexed(indices.len()));
                self.look_at_children(id, 1);
            }
            H::Name(Binding::ModuleName(name)) if self.is_for_devices(name) => self.is_known = true,
            H::Name(binding) => {
                if let Some(what) = self.name(binding, used) {
                    self.add(what, id, used);
                }
            }
            H::Joined(_) | H::Formatted { .. } => self.add(What::Made("an f-string"), id, used),
            H::Int { .. } if ty.is_object() => self.add(What::LongNumber, id, used),
            H::List(_) => self.add(What::Made("a list"), id, used),
            H::Dict(_) => self.add(What::Made("a dict"), id, used),
            H::MakeFunction { .. } => self.add(What::Made("a function inside a function"), id, used),
            H::Yield { .. } => self.add(What::Made("`yield`"), id, used),
            H::Comprehension { .. } if ty.is_counted() => self.add(What::Made("a comprehension"), id, used),
            H::Binary(operator, left, right) if ty.is_object() => {
                let of_views = [left, right].iter().any(|side| self.is_view(**side));
                if of_views {
                    self.add(What::OfViews(operator.symbol()), id, used);
                }
                self.look_at_children(id, 0);
            }
            _ => self.look_at_children(id, 0),
        }
    }

    /// The items of a display that `any` or `all` is given.
    fn asked(&self, id: ExprId) -> Option<Vec<ExprId>> {
        Asked::of(&self.blame.source.function.body, id).map(|asked| asked.items.to_vec())
    }

    /// Whether a name is that of a Python function that is marked for devices: that is reported where it is defined.
    fn is_for_devices(&self, name: &str) -> bool {
        let functions = &self.blame.source.typed.module.functions;
        functions.values().any(|function| {
            function.on_device
                && function.kind == hir::FunctionKind::Def
                && function.name == name
                && function.method.is_none()
        })
    }

    fn is_view(&self, id: ExprId) -> bool {
        self.blame.source.types.expr(id).memoryview().is_some()
    }

    fn name(&self, binding: &Binding, used: Use) -> Option<What> {
        Some(match binding {
            Binding::Local(local) if self.blame.source.types.local(*local).is_object() => What::Local(*local),
            Binding::Global(id) if self.blame.source.typed.globals[*id].is_object() => {
                What::Name(self.blame.source.typed.module.globals[*id].name.clone())
            }
            Binding::ModuleName(name) => self.blame.module_name(name),
            Binding::Builtin(name) => What::Builtin(name.clone()),
            Binding::Type(TypeName::Object(class)) if used == Use::Called && class.extension().is_none() => {
                What::Builtin(class.name().into())
            }
            Binding::Type(TypeName::Float(_)) if used == Use::Called => What::Builtin("float".into()),
            _ => return None,
        })
    }

    fn look_at_attribute(&mut self, id: ExprId, (base, name): (ExprId, &Name), used: Use) {
        if let Some(what) = self.blame.imported(id) {
            return self.add(what, id, used);
        }
        let of = self.blame.source.types.expr(base);
        let is_plain = matches!(self.blame.source.function.body.exprs[base].kind, H::Name(Binding::Local(_)));
        let is_untyped =
            matches!(of, Ty::Object(class) if class == hir::PyClass::Object) && !self.is_self(base);
        match of {
            Ty::Memoryview(_) if !known::is_of_view(name) => {
                self.add(What::Attribute { base, name: name.clone() }, id, used)
            }
            Ty::Object(_) if self.blame.source.is_class_field(base, name) => {}
            Ty::Object(_) if is_plain && !is_untyped => {
                self.add(What::Attribute { base, name: name.clone() }, id, used)
            }
            _ if known::is_of_view(name) => self.look_at(base, Use::Attribute),
            _ => self.look_at(base, Use::Member),
        }
    }

    /// The first parameter of a method.
    fn is_self(&self, id: ExprId) -> bool {
        let H::Name(Binding::Local(local)) = self.blame.source.function.body.exprs[id].kind else {
            return false;
        };
        self.blame.source.function.body.locals[local].name == "self"
    }

    fn look_at_callee(&mut self, id: ExprId, callee: ExprId, arguments: &[ExprId]) {
        let ty = self.blame.source.types.expr(id);
        match &self.blame.source.function.body.exprs[callee].kind {
            H::Name(Binding::Function(function)) => {
                let signature = &self.blame.source.typed.functions[*function].signature;
                let given = arguments.iter().map(|argument| self.blame.source.types.expr(*argument));
                let object =
                    signature.params.iter().zip(given).position(|(param, given)| {
                        param.is_object() && !given.is_object() && !given.is_error()
                    });
                match object {
                    _ if !signature.nogil => self.add(What::Function(*function), id, Use::Called),
                    Some(at) if self.uses_parameter(*function, at) => self.is_known = true,
                    Some(at) => self.add(What::Parameter(*function, at), id, Use::Called),
                    None => {}
                }
            }
            // What is known to be computed by C.
            H::Name(Binding::Builtin(name))
                if !ty.is_object() && !ty.is_error() && !self.asks_python(name, arguments) => {}
            H::Name(Binding::Builtin(_)) if arguments.iter().any(|argument| self.is_reported(*argument)) => {}
            H::Name(Binding::Builtin(name)) if name == "len" && !ty.is_object() => {
                let of = arguments.first().map(|argument| self.blame.source.types.expr(*argument));
                if of.is_some_and(|of| of.is_object()) {
                    self.look_at(callee, Use::Called);
                }
            }
            H::Name(Binding::Type(_))
                if ty.is_numeric()
                    && arguments
                        .iter()
                        .all(|argument| self.blame.source.types.expr(*argument).is_numeric()) => {}
            _ => self.look_at(callee, Use::Called),
        }
    }

    /// Whether a builtin whose result is a C number runs Python.
    fn asks_python(&self, name: &str, arguments: &[ExprId]) -> bool {
        let is_object = |argument: &ExprId| self.blame.source.types.expr(*argument).is_object();
        Runtime::of_builtin(name, arguments.len()).is_some()
            || name == "float" && arguments.iter().any(is_object)
    }

    /// Whether an argument is a variable that has been reported: the function it is passed to may be right.
    fn is_reported(&self, argument: ExprId) -> bool {
        match self.blame.source.function.body.exprs[argument].kind {
            H::Name(Binding::Local(local)) => self.blame.blamed.contains(&Once::Local(local)),
            _ => false,
        }
    }

    /// Whether a function that runs without the GIL uses a parameter that is an object: that is reported there.
    fn uses_parameter(&self, function: FunctionId, at: usize) -> bool {
        let function = &self.blame.source.typed.module.functions[function];
        let Some(param) = function.params.get(at) else { return false };
        function.nogil
            && matches!(function.body.locals[param.local].ty.kind, TypeKind::Untyped | TypeKind::Named(_))
            && function
                .body
                .exprs
                .iter()
                .any(|(_, expr)| matches!(expr.kind, H::Name(Binding::Local(local)) if local == param.local))
    }

    /// Texts, `None`, and memoryviews that are compared or looped over: these count only if nothing else does.
    fn look_for_values(&mut self, id: ExprId) {
        let body = &self.blame.source.function.body;
        let ty = self.blame.source.types.expr(id);
        match &body.exprs[id].kind {
            _ if let Some(items) = self.asked(id) => {
                items.into_iter().for_each(|item| self.look_for_values(item));
            }
            H::Str(_) | H::Bytes(_) if ty.is_object() => self.add(What::Made("a text"), id, Use::Value),
            H::Tuple(_) if ty.is_object() => self.add(What::Made("a tuple"), id, Use::Value),
            H::Singleton(hir::Singleton::None) => self.add(What::None, id, Use::Value),
            H::Compare { first, .. } if self.is_view(*first) => {
                self.add(What::OfViews("a comparison"), id, Use::Value)
            }
            _ => hir::walk::children(body, id).into_iter().for_each(|child| self.look_for_values(child)),
        }
    }
}
