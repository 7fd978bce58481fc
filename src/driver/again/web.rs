//! Which functions share facts.
//!
//! What the stages find out about a body reaches others along calls (whether it fails, what it rebinds, that it runs on a
//! device, what it does with the data it is given), along variables of the module, and along objects: their fields, and
//! the methods that a class has or overrides. Functions that are connected, in either direction, are studied together.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::said::item_at;
use crate::base::Name;
use crate::hir::{self, Binding, Body, ClassId, ExprKind, FunctionId, PyClass, TypeName};
use crate::source::{FileId, Span};
use crate::syntax::items::Item;
use crate::ty::{FunctionTypes, Signature, Ty, Typed};

/// What is not in a function or method of the module's own file: its statements, and all functions elsewhere.
pub const REST: usize = usize::MAX;

/// Something that functions have in common.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Tie {
    /// One function mentions another.
    Function(usize),
    Global(Name),
    Class(Name),
}

/// The ties of each function, by its item, and of the rest.
#[derive(Clone, Debug, Default)]
pub struct Web {
    ties: HashMap<usize, Arc<HashSet<Tie>>>,
    bases: HashSet<(Name, Name)>,
}

impl Web {
    /// The ties of some of the items, and of the rest.
    pub fn of(items: &[Item], file: FileId, typed: &Typed, some: impl Iterator<Item = usize>) -> Web {
        let mut web = Web::default();
        web.ties.extend(some.chain([REST]).map(|item| (item, Arc::default())));
        let mut reader = Reader { items, file, typed, web };
        for (id, function) in typed.module.functions.iter() {
            let from = reader.item(function.span);
            reader.function(from, function, &typed.functions[id]);
        }
        reader.function(REST, &typed.module.init, &typed.init);
        for (_, class) in typed.module.classes.iter().filter(|(_, class)| !class.is_scope) {
            if let Some(base) = class.base {
                reader.web.bases.insert((class.name.clone(), typed.module.classes[base].name.clone()));
            }
        }
        reader.web
    }

    /// Takes over the ties of the items that a later look has seen.
    pub fn replace(&mut self, later: Web, seen: &BTreeSet<usize>) {
        self.ties.extend(later.ties.into_iter().filter(|(item, _)| seen.contains(item) || *item == REST));
        self.bases.extend(later.bases);
    }

    /// An item with all that are tied to it.
    pub fn around(&self, item: usize) -> BTreeSet<usize> {
        let mut holders: HashMap<&Tie, Vec<usize>> = HashMap::new();
        for (item, ties) in &self.ties {
            ties.iter().for_each(|tie| holders.entry(tie).or_default().push(*item));
        }
        let mut related: HashMap<&Name, Vec<&Name>> = HashMap::new();
        for (class, base) in &self.bases {
            related.entry(class).or_default().push(base);
            related.entry(base).or_default().push(class);
        }
        let mut found = BTreeSet::from([item]);
        let mut ties: HashSet<Tie> = HashSet::new();
        let mut open = vec![item];
        while let Some(item) = open.pop() {
            let own = Tie::Function(item);
            let mut next: Vec<Tie> =
                self.ties.get(&item).into_iter().flat_map(|ties| ties.iter()).cloned().chain([own]).collect();
            while let Some(tie) = next.pop() {
                if !ties.insert(tie.clone()) {
                    continue;
                }
                let there = holders.get(&tie).into_iter().flatten().copied();
                let mentioned = if let Tie::Function(item) = tie { Some(item) } else { None };
                open.extend(there.chain(mentioned).filter(|item| found.insert(*item)));
                if let Tie::Class(class) = &tie {
                    next.extend(
                        related.get(class).into_iter().flatten().map(|&other| Tie::Class(other.clone())),
                    );
                }
            }
        }
        found
    }
}

struct Reader<'a> {
    items: &'a [Item],
    file: FileId,
    typed: &'a Typed,
    web: Web,
}

impl Reader<'_> {
    /// The item of a function.
    fn item(&self, name: Span) -> usize {
        let own = (name.file == self.file).then(|| item_at(self.items, name.start as usize));
        own.flatten().unwrap_or(REST)
    }

    fn tie(&mut self, from: usize, tie: Tie) {
        if tie != Tie::Function(from)
            && let Some(ties) = self.web.ties.get_mut(&from)
        {
            Arc::make_mut(ties).insert(tie);
        }
    }

    fn tie_to(&mut self, from: usize, function: FunctionId) {
        let to = self.item(self.typed.module.functions[function].span);
        self.tie(from, Tie::Function(to));
    }

    fn function(&mut self, from: usize, function: &hir::Function, types: &FunctionTypes) {
        if !self.web.ties.contains_key(&from) {
            return;
        }
        if let Some(method) = function.method {
            self.class(from, method.class);
        }
        self.body(from, &function.body, types);
    }

    fn body(&mut self, from: usize, body: &Body, types: &FunctionTypes) {
        body.locals.ids().for_each(|local| self.ty(from, &types.local(local)));
        for (id, expr) in body.exprs.iter() {
            self.ty(from, &types.expr(id));
            match &expr.kind {
                ExprKind::Name(Binding::Function(function))
                | ExprKind::Specialise { function, .. }
                | ExprKind::MakeFunction { function, .. } => self.tie_to(from, *function),
                ExprKind::Name(Binding::Fused(fused)) => {
                    let typed = self.typed;
                    let functions = &typed.module.fused_functions[*fused].specialisations;
                    functions.iter().for_each(|function| self.tie_to(from, *function));
                }
                ExprKind::Name(Binding::Global(global)) => {
                    let name = self.typed.module.globals[*global].name.clone();
                    self.tie(from, Tie::Global(name));
                }
                ExprKind::Name(Binding::Type(TypeName::Object(PyClass::Extension(class))))
                | ExprKind::IsExactly(_, class)
                | ExprKind::IsInstance(_, class)
                | ExprKind::Inherits(_, class, _) => self.class(from, *class),
                _ => {}
            }
        }
    }

    /// A class of the module: those of others have no bodies here.
    fn class(&mut self, from: usize, class: ClassId) {
        let class = &self.typed.module.classes[class];
        if class.foreign.is_none() && !class.is_scope {
            self.tie(from, Tie::Class(class.name.clone()));
        }
    }

    /// The classes in a type.
    fn ty(&mut self, from: usize, ty: &Ty) {
        match ty {
            Ty::Object(PyClass::Extension(class)) => self.class(from, *class),
            Ty::Pointer { to, .. } => self.ty(from, to),
            Ty::Array { element, .. } => self.ty(from, element),
            Ty::Memoryview(view) => self.ty(from, &view.element),
            Ty::Tuple(items) => items.iter().for_each(|item| self.ty(from, item)),
            Ty::Function(signature) => self.signature(from, signature),
            _ => {}
        }
    }

    fn signature(&mut self, from: usize, signature: &Arc<Signature>) {
        signature.params.iter().chain([&signature.result]).for_each(|ty| self.ty(from, ty));
    }
}
