//! A body under construction, and what its names stand for.

use std::collections::{HashMap, HashSet};

use crate::base::Name;
use crate::hir::{Body, ClassId, Directives, Expr, ExprId, ExprKind, Local, LocalId, TypeExpr, TypeKind};
use crate::source::Span;

/// A body under construction, with what its names stand for.
pub struct BodyBuilder {
    pub body: Body,
    /// The module's statements: names that are assigned there are the module's.
    pub is_module: bool,
    pub locals: HashMap<Name, LocalId>,
    /// Names that `global` gives to the module.
    pub global: HashSet<Name>,
    /// Directives that hold at the place under construction.
    pub directives: Directives,
    pub around: Around,
    /// The object that holds the variables of the innermost of [`Around::scopes`].
    pub scope: Option<LocalId>,
    /// Some expression has asked for it.
    pub uses_scope: bool,
    /// Names of the function itself that functions inside it use.
    pub shared: HashSet<Name>,
    /// The class whose body the place under construction is in.
    pub class: Option<ClassBody>,
    /// Blocks of comprehensions in the statement under construction.
    pub comprehensions: Vec<(usize, crate::hir::Block)>,
    /// How many there have been.
    pub comprehension_count: usize,
    /// The extension type that the function is a method of.
    pub extension: Option<ClassId>,
    /// It may be a generator's.
    pub may_yield: bool,
    /// The first parameter, which `super()` is about.
    pub first_param: Option<Name>,
}

/// What is around a function.
#[derive(Clone, Default)]
pub struct Around {
    /// Objects with variables that functions share, those of the innermost function first. Each holds the next.
    pub scopes: Vec<SharedScope>,
    /// Variables of the function around it that are in none of them.
    pub hidden: HashSet<Name>,
    /// What qualified names begin with: `outer.<locals>.`
    pub prefix: String,
    /// The innermost Python class, by which private names are told apart.
    pub class_name: Option<Name>,
}

#[derive(Clone)]
pub struct SharedScope {
    pub class: ClassId,
    pub names: HashSet<Name>,
}

/// The body of a Python class.
#[derive(Clone)]
pub struct ClassBody {
    pub namespace: LocalId,
    pub names: HashSet<Name>,
}

impl BodyBuilder {
    pub fn add(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.body.exprs.alloc(Expr { kind, span })
    }

    pub fn declare(&mut self, name: Name, ty: TypeExpr, is_param: bool, span: Span) -> LocalId {
        if let (TypeKind::Buffer { object, view, options }, false) = (&ty.kind, self.is_module) {
            let options = *options;
            let id = self.declare(name.clone(), (**object).clone(), is_param, span);
            let view = self.hidden_local(name, (**view).clone(), false, span);
            self.body.buffers.insert(id, view);
            self.body.buffer_options.insert(view, options);
            return id;
        }
        let id = self.hidden_local(name.clone(), ty, is_param, span);
        self.body.locals[id].is_hidden = false;
        self.locals.insert(name, id);
        id
    }

    /// A variable that no name leads to.
    pub fn hidden_local(&mut self, name: Name, ty: TypeExpr, is_param: bool, span: Span) -> LocalId {
        self.body.locals.alloc(Local { name, ty, is_param, is_hidden: true, span })
    }

    /// Whether a name is one of the function's, or of what is around it, and not of the module.
    pub fn is_local(&self, name: &str) -> bool {
        let of_class = self.class.as_ref().is_some_and(|class| class.names.contains(name));
        of_class || self.locals.contains_key(name) || self.is_around(name)
    }

    fn is_around(&self, name: &str) -> bool {
        let around = &self.around;
        let is_known = around.hidden.contains(name) || self.depth_of(name).is_some();
        is_known && !self.global.contains(name)
    }

    /// How many objects with shared variables are passed on the way to a name.
    pub fn depth_of(&self, name: &str) -> Option<usize> {
        self.around.scopes.iter().position(|scope| scope.names.contains(name))
    }
}
