//! A body under construction, and the meaning of its names.

use std::collections::{HashMap, HashSet};

use crate::base::Name;
use crate::hir::{Body, ClassId, Directives, Expr, ExprId, ExprKind, Local, LocalId, TypeExpr, TypeKind};
use crate::source::Span;

/// A body under construction, with the meaning of its names.
pub struct BodyBuilder {
    pub body: Body,
    /// The module's statements: names that are assigned there belong to the module.
    pub is_module: bool,
    pub locals: HashMap<Name, LocalId>,
    /// Names that `global` gives to the module.
    pub global: HashSet<Name>,
    /// The directives in effect at the place under construction.
    pub directives: Directives,
    pub around: Around,
    /// The object that holds the variables of the innermost of [`Around::scopes`].
    pub scope: Option<LocalId>,
    /// Some expression has used it.
    pub uses_scope: bool,
    /// What nested functions use.
    pub sharing: Sharing,
    /// The class whose body the place under construction is in.
    pub class: Option<ClassBody>,
    /// Blocks of comprehensions in the statement under construction.
    pub comprehensions: Vec<(usize, crate::hir::Block)>,
    /// How many there have been so far.
    pub comprehension_count: usize,
    /// The extension type that the function is a method of.
    pub extension: Option<ClassId>,
    /// It may be the body of a generator.
    pub may_yield: bool,
    /// The first parameter, used by `super()`.
    pub first_param: Option<Name>,
}

/// What functions inside another one use of it.
#[derive(Default)]
pub struct Sharing {
    /// Names of the function itself.
    pub names: HashSet<Name>,
    /// Some use variables of its comprehensions.
    pub in_comprehensions: bool,
    /// Variables of the comprehensions around the place under construction that nested functions use, with the fields
    /// that hold what they are.
    pub captured: HashMap<Name, Name>,
}

/// What encloses a function.
#[derive(Clone, Default)]
pub struct Around {
    /// Objects with variables that functions share, those of the innermost function first. Each holds the next.
    pub scopes: Vec<SharedScope>,
    /// Variables of the enclosing function that are in none of them.
    pub hidden: HashSet<Name>,
    /// The beginning of qualified names: `outer.<locals>.`
    pub prefix: String,
    /// The innermost Python class, which distinguishes private names.
    pub class_name: Option<Name>,
}

#[derive(Clone)]
pub struct SharedScope {
    pub class: ClassId,
    /// The fields that stand for names.
    pub names: HashMap<Name, Name>,
}

/// The body of a class.
#[derive(Clone)]
pub struct ClassBody {
    pub namespace: LocalId,
    /// Python's classes have them, extension types do not.
    pub has_annotations: bool,
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

    /// A variable without a user-visible name.
    pub fn hidden_local(&mut self, name: Name, ty: TypeExpr, is_param: bool, span: Span) -> LocalId {
        self.body.locals.alloc(Local { name, ty, is_param, is_hidden: true, span })
    }

    /// Whether a name belongs to the function or to enclosing ones, and not to the module.
    pub fn is_local(&self, name: &str) -> bool {
        let of_class = self.class.as_ref().is_some_and(|class| class.names.contains(name));
        of_class || self.locals.contains_key(name) || self.is_around(name)
    }

    fn is_around(&self, name: &str) -> bool {
        let around = &self.around;
        let is_known = around.hidden.contains(name) || self.depth_of(name).is_some();
        is_known && !self.global.contains(name)
    }

    /// How many objects with shared variables lie on the way to a name.
    pub fn depth_of(&self, name: &str) -> Option<usize> {
        self.around.scopes.iter().position(|scope| scope.names.contains_key(name))
    }
}
