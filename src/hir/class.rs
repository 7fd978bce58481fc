//! Extension types: declared by `cdef class`.

use std::sync::Arc;

use super::{
    ClassDecl, ClassId, Classes, Function, FunctionId, FunctionKind, FunctionTypeExpr, IncludeId, Module,
    StructId, TypeExpr, TypeKind,
};
use crate::base::Name;
use crate::source::Span;

/// The field that leads from the variables of a function to those of the enclosing function.
pub const OUTER_SCOPE: &str = "_outer_scope";

/// An extension type with its fields.
#[derive(Clone, Debug)]
pub struct Class {
    pub decl: Arc<ClassDecl>,
    /// Its own fields, in the order of the text.
    pub fields: Vec<ClassField>,
    /// The slots that its `.pxd` adds to its base's table of C methods.
    pub slots: Vec<Slot>,
    /// What `[object Name]` calls the struct of its objects, if it is the module's own.
    pub structure: Option<Name>,
}

impl Class {
    /// A class with only its name.
    pub fn new(name: Name, span: Span) -> Class {
        let decl = ClassDecl {
            name,
            doc: None,
            base: None,
            is_declared: false,
            is_shared: false,
            has_weakrefs: false,
            weakrefs_at: 0,
            has_dict: false,
            dict_at: 0,
            is_scope: false,
            is_final: false,
            has_statements: false,
            decorated: Decorated::default(),
            foreign: None,
            span,
        };
        Class { decl: Arc::new(decl), fields: Vec::new(), slots: Vec::new(), structure: None }
    }
}

/// What decorators say about the type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decorated {
    /// `@cython.internal`: it is not among the module's names.
    pub is_internal: bool,
    /// `@cython.collection_type("sequence")`, for pattern matching.
    pub is_sequence: bool,
    /// `@cython.collection_type("mapping")`
    pub is_mapping: bool,
    /// `@cython.no_gc`: its fields are in no cycles.
    pub no_cycles: bool,
    /// `@cython.no_gc_clear`: objects in cycles keep what they hold until they are destroyed.
    pub no_clear: bool,
    /// `@cython.total_ordering`, or that of `functools`: missing orderings are derived from one that it has.
    pub is_ordered: bool,
    /// `@cython.auto_pickle(True)`: its objects can be pickled; with `False`, as Python has it.
    pub auto_pickle: Option<bool>,
    /// `@cython.trashcan(True)`: chains of its objects end one after another, not inside one another. With `False`, also where a
    /// base says otherwise.
    pub trashcan: Option<bool>,
    /// `@cython.freelist(8)`: the memory of so many objects that have ended is kept for the next ones. Otherwise of a few, if
    /// they are small.
    pub freelist: Option<usize>,
    /// `@cython.c_api_binop_methods(True)`: `__add__` is called for either side.
    pub c_operators: bool,
    /// `@cython.dataclasses.dataclass`
    pub is_dataclass: bool,
    /// Its `__init__` has no text: that of a dataclass, which takes what the fields are given.
    pub has_made_init: bool,
}

/// `cdef extern class module.Name [object Struct]`, a class of another module's `.pxd`, or a builtin class that is a
/// base. The layout of its objects is as declared.
#[derive(Clone, Debug)]
pub struct ForeignClass {
    /// The Python module that defines it.
    pub module: Name,
    /// Its name in that module.
    pub name: Name,
    pub structure: ForeignStruct,
    /// The extern block that declares it.
    pub include: Option<IncludeId>,
    pub check_size: SizeCheck,
}

/// The struct of a foreign class's objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ForeignStruct {
    /// `PyListObject`, of Python's own headers: not all of their variants show its members.
    Python(Name),
    /// `struct Name`, or `Name`, of a header.
    Header(Name),
    /// Built from the declared fields; with this name, if it has one.
    Fields(Option<Name>),
}

/// `check_size`: what to do about a class that is larger than its declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeCheck {
    Ignore,
    Warn,
    Error,
}

/// `cdef public double x`
#[derive(Clone, Debug)]
pub struct ClassField {
    pub name: Name,
    /// The C name of a field of a foreign class, if it differs.
    pub c_name: Option<Name>,
    /// In the module's body.
    pub ty: TypeExpr,
    pub access: FieldAccess,
    pub span: Span,
}

/// A C method that a `.pxd` declares: a slot in the table of functions that objects of the class point to.
#[derive(Clone, Debug)]
pub struct Slot {
    pub name: Name,
    /// The type of the function, which takes the object first.
    pub ty: TypeExpr,
    /// Why offcy cannot call it.
    pub obstacle: Option<String>,
    /// How many of its last arguments are optional.
    pub optional: usize,
    /// The struct with these that the function takes instead, with their number first.
    pub bundle: Option<StructId>,
    /// The function takes one more argument, which says whether Python classes may override it.
    pub is_cpdef: bool,
    /// Nothing overrides it.
    pub is_final: bool,
    /// Of fused types: it has more than one slot.
    pub is_fused: bool,
    /// The function takes no object.
    pub is_static: bool,
    pub span: Span,
}

impl Slot {
    /// The function in the slot, as declared.
    pub fn function(&self) -> Option<&FunctionTypeExpr> {
        match &self.ty.kind {
            TypeKind::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The minimal number of arguments, including the object if it takes one.
    pub fn required(&self) -> usize {
        self.function().map_or(0, |function| function.params.len().saturating_sub(self.optional))
    }

    /// The type of the function in C, without what `cpdef` adds.
    pub fn as_called(&self) -> TypeExpr {
        let mut ty = self.ty.clone();
        if let (TypeKind::Function(function), Some(bundle)) = (&mut ty.kind, self.bundle) {
            function.params.truncate(self.required());
            function.params.push(super::bundles::pointer(bundle, self.span));
        }
        ty
    }
}

/// What Python may do with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldAccess {
    Hidden,
    ReadOnly,
    Public,
}

/// What makes a function a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Method {
    pub class: ClassId,
    pub role: MethodRole,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MethodRole {
    /// Its first parameter is the object.
    Instance,
    /// `@staticmethod`
    Static,
    /// `@classmethod`: its first parameter is the type.
    Class,
    /// A function that shares variables with the enclosing functions: its first parameter holds them.
    Closure,
    /// The getter of a property with the function's name.
    Getter,
    Setter,
    Deleter,
    /// Calls the method of the object's actual class.
    Dispatcher,
    /// Checks whether a Python class has another method: what the `cpdef` method of a slot does first.
    Open,
    /// Represents a method in a slot of the class's table of C methods, by its number, if the method's calling
    /// convention differs from the slot's.
    Place(u32),
    /// A copy for device code: its first parameters are the fields that it uses, instead of the object.
    OnFields,
}

impl MethodRole {
    /// Whether the first parameter is an object of the class.
    pub fn takes_self(self) -> bool {
        use MethodRole::*;
        matches!(self, Instance | Closure | Getter | Setter | Deleter | Dispatcher | Open | Place(_))
    }
}

/// The class and its bases, itself first. A cycle, which is reported at its declaration, ends it.
pub fn lineage(classes: &Classes<Class>, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
    std::iter::successors(Some(class), |&id| classes[id].base).take(classes.len())
}

/// The field of a class or of its bases.
pub fn field<'a>(classes: &'a Classes<Class>, class: ClassId, name: &str) -> Option<&'a ClassField> {
    lineage(classes, class).find_map(|id| classes[id].fields.iter().find(|field| field.name == name))
}

impl Module {
    /// The C function that reads a property of a foreign class, its own or inherited.
    pub fn c_property(&self, class: ClassId, name: &str) -> Option<FunctionId> {
        lineage(&self.classes, class).find_map(|id| self.own_getter(id, name))
    }

    /// The C method of a class, its own or inherited.
    pub fn c_method(&self, class: ClassId, name: &str) -> Option<FunctionId> {
        lineage(&self.classes, class).find_map(|id| self.own_method(id, name))
    }

    /// The function to call for the C method of an object of a class: the method itself, or a chooser if an object may
    /// have another. It takes `given` arguments, including the object: the defaults of all others are those of the
    /// chosen method.
    pub fn called_method(&self, class: ClassId, method: FunctionId, given: usize) -> FunctionId {
        let called = &self.functions[method];
        // What stands for a method of another module is not called itself.
        let is_foreign = called.method.is_some_and(|method| self.classes[method.class].foreign.is_some());
        match is_foreign || self.is_found_in_table(class, &called.name) {
            true => self.choosing(class, method, given),
            false => self.known_method(class, method, given),
        }
    }

    /// The same as far as the classes of this module decide.
    pub fn known_method(&self, class: ClassId, method: FunctionId, given: usize) -> FunctionId {
        let called = &self.functions[method];
        let is_open = called.kind == FunctionKind::Cpdef && !self.classes[class].is_final;
        if !is_open && !self.is_overridden(class, &called.name) {
            return method;
        }
        self.choosing(class, method, given)
    }

    fn choosing(&self, class: ClassId, method: FunctionId, given: usize) -> FunctionId {
        let called = &self.functions[method];
        lineage(&self.classes, class).find_map(|id| self.dispatcher(id, called, given)).unwrap_or(method)
    }

    /// The slots of a class's table of C methods, those of its base first.
    pub(super) fn places(&self, class: ClassId) -> Vec<&Slot> {
        let mut lineage: Vec<ClassId> = lineage(&self.classes, class).collect();
        lineage.reverse();
        lineage.into_iter().flat_map(|id| &self.classes[id].slots).collect()
    }

    /// Whether other modules may override the method of a name for objects of a class.
    pub fn is_found_in_table(&self, class: ClassId, name: &str) -> bool {
        let ClassDecl { is_shared, is_final, foreign, .. } = &*self.classes[class].decl;
        let is_open = *is_shared && !is_final || foreign.is_some();
        let place = || self.places(class).into_iter().rfind(|slot| slot.name == name);
        is_open && place().is_some_and(|slot| !slot.is_final || foreign.is_some())
    }

    /// The function that looks up an object's method in Python, called from the slot of a class's table.
    pub(super) fn opening(&self, class: ClassId, method: FunctionId, given: usize) -> FunctionId {
        let called = &self.functions[method];
        let mut lineage = lineage(&self.classes, class);
        let found =
            lineage.find_map(|id| self.choice(Method { class: id, role: MethodRole::Open }, called, given));
        found.unwrap_or_else(|| self.known_method(class, method, given))
    }

    fn dispatcher(&self, class: ClassId, called: &Function, takes: usize) -> Option<FunctionId> {
        self.choice(Method { class, role: MethodRole::Dispatcher }, called, takes)
    }

    /// The subclasses of a class that have their own method of a name.
    pub fn overrides<'a>(&'a self, class: ClassId, name: &'a str) -> impl Iterator<Item = ClassId> + 'a {
        self.heirs(class).into_iter().filter(move |&id| self.own_method(id, name).is_some())
    }
}
