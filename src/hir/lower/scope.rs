//! The names of a module, and what they are bound to.

use std::collections::HashMap;

use super::c_operators::COperator;
use crate::base::Name;
use crate::diag::Diagnostic;
use crate::hir::{Binding, EnumId, ExternId, FunctionId, GlobalId, TypeName};
use crate::source::Span;

/// What a module-level name is bound to.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A Python object in the module's dict.
    Python,
    Function(FunctionId),
    Extern(ExternId),
    Global(GlobalId),
    /// With the name that it has in the enum.
    EnumMember(EnumId, Name),
    Type(TypeName),
    /// A cimported module by its dotted name; `also_python` if it is also imported.
    CModule {
        path: Name,
        also_python: bool,
    },
    Construct(Construct),
    /// A function of Python's, by its own name, that a cimport gives another one.
    Builtin(Name),
    /// Declared elsewhere as something that offcy cannot compile: reported at its use, with the place of its
    /// declaration. `None`: already reported.
    Unusable(Option<Box<(Diagnostic, Span)>>),
}

/// Constructs of Cython and of the dialect that are spelled like names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construct {
    Prange,
    Parallel,
    ThreadId,
    Device,
    Update,
    Atomic,
    FusedType,
    TypeOf,
    /// `likely` and `unlikely`: say how often a condition holds.
    Hint,
    /// `cython.sizeof(x)`
    SizeOf,
    /// Of `cython.operator`.
    Operator(COperator),
}

impl Construct {
    pub fn name(self) -> &'static str {
        match self {
            Construct::Prange => "prange",
            Construct::Parallel => "parallel",
            Construct::ThreadId => "threadid",
            Construct::Device => "device",
            Construct::Update => "update",
            Construct::Atomic => "atomic",
            Construct::FusedType => "fused_type",
            Construct::TypeOf => "typeof",
            Construct::Hint => "likely",
            Construct::SizeOf => "sizeof",
            Construct::Operator(operator) => operator.name(),
        }
    }

    /// Where it may be used, for messages about its use as a value.
    pub fn usage(self) -> &'static str {
        match self {
            Construct::FusedType => "only in `name = cython.fused_type(...)` at the top level",
            Construct::TypeOf | Construct::Hint | Construct::SizeOf | Construct::Operator(_) => {
                "only in a call"
            }
            _ => "only in a `with` or `for`",
        }
    }

    /// The construct that is `name` in `module`, for the modules that declare constructs.
    pub fn of(module: &str, name: &str) -> Option<Construct> {
        let construct = match name {
            _ if module == "cython.operator" => return COperator::of(name).map(Construct::Operator),
            "fused_type" if module == "cython" => return Some(Construct::FusedType),
            "typeof" if module == "cython" => return Some(Construct::TypeOf),
            "sizeof" if module == "cython" => return Some(Construct::SizeOf),
            "likely" | "unlikely" if module == "cython" => return Some(Construct::Hint),
            "prange" => Construct::Prange,
            "parallel" => Construct::Parallel,
            "threadid" => Construct::ThreadId,
            "device" => Construct::Device,
            "update" => Construct::Update,
            "atomic" => Construct::Atomic,
            _ => return None,
        };
        matches!(module, "cython.parallel" | "offcy.parallel").then_some(construct)
    }

    /// The names that a module declares, except for `cython`.
    pub fn names(module: &str) -> impl Iterator<Item = &'static str> {
        let all = ["prange", "parallel", "threadid", "device", "update", "atomic"];
        all.into_iter()
            .chain(COperator::NAMES)
            .filter(move |name| Construct::of(module, name).is_some() && module != "cython")
    }

    /// The constructs that need no cimport.
    pub fn bare(name: &str) -> Option<Construct> {
        match name {
            "device" => Some(Construct::Device),
            "update" => Some(Construct::Update),
            "atomic" => Some(Construct::Atomic),
            _ => None,
        }
    }
}

#[derive(Default)]
pub struct Scope {
    entries: HashMap<Name, (Entry, Span)>,
    /// Where other units declare the names that come from them.
    imported: HashMap<Name, Span>,
}

impl Scope {
    pub fn get(&self, name: &str) -> Option<&Entry> {
        self.entries.get(name).map(|(entry, _)| entry)
    }

    /// Binds a name; returns the place of a C-level declaration that it collides with, if any.
    pub fn insert(&mut self, name: Name, entry: Entry, span: Span) -> Option<Span> {
        let merged = match (self.entries.get(&name), entry) {
            (Some((Entry::CModule { path, .. }, _)), Entry::Python) => {
                Entry::CModule { path: path.clone(), also_python: true }
            }
            (Some((Entry::Python, _)), Entry::CModule { path, .. }) => {
                Entry::CModule { path, also_python: true }
            }
            (Some((Entry::CModule { also_python, .. }, _)), Entry::CModule { path, also_python: new }) => {
                Entry::CModule { path, also_python: *also_python || new }
            }
            // A Python-level binding of a C name assigns it, or shadows a cimport, as Python would.
            (Some((Entry::Global(_) | Entry::Function(_), _)), Entry::Python) => return None,
            (Some((Entry::Python | Entry::Construct(_), _)), entry) => entry,
            (Some((Entry::Extern(_), _)), entry @ (Entry::Extern(_) | Entry::Python)) => entry,
            (Some((_, earlier)), Entry::Function(_) | Entry::Global(_) | Entry::Type(_)) => {
                return Some(*earlier);
            }
            (_, entry) => entry,
        };
        self.entries.insert(name, (merged, span));
        None
    }

    /// Binds a name of another unit, which declares it at `declared`. If this unit declares the name further down, it
    /// keeps its own: returns the place of that declaration.
    pub fn import(&mut self, name: Name, entry: Entry, span: Span, declared: Option<Span>) -> Option<Span> {
        if let Some((Entry::Function(_) | Entry::Global(_) | Entry::Type(_), own)) = self.entries.get(&name)
            && !self.imported.contains_key(&name)
            && own.file == span.file
            && own.start > span.start
            && declared.is_none_or(|declared| declared != *own)
        {
            return Some(*own);
        }
        self.insert(name.clone(), entry, span);
        if let Some(declared) = declared {
            self.imported.insert(name, declared);
        }
        None
    }

    /// Makes all names of a type unusable.
    pub fn spoil(&mut self, ty: TypeName, why: &(Diagnostic, Span)) {
        let names =
            self.entries.values_mut().filter(|(entry, _)| matches!(entry, Entry::Type(one) if *one == ty));
        names.for_each(|(entry, _)| *entry = Entry::Unusable(Some(Box::new(why.clone()))));
    }

    /// Where a name is declared, in this unit or in the one that it comes from.
    pub fn declared(&self, name: &str) -> Option<Span> {
        let own = || self.entries.get(name).map(|(_, span)| *span);
        self.imported.get(name).copied().or_else(own)
    }

    /// The expression-level meaning of a module name.
    pub fn binding(&self, name: &Name) -> Option<Binding> {
        Some(match self.get(name)? {
            Entry::Python | Entry::CModule { also_python: true, .. } => Binding::ModuleName(name.clone()),
            Entry::Function(id) => Binding::Function(*id),
            Entry::Extern(id) => Binding::Extern(*id),
            Entry::Global(id) => Binding::Global(*id),
            Entry::EnumMember(id, member) => Binding::EnumMember(*id, member.clone()),
            Entry::Type(name) => Binding::Type(*name),
            Entry::CModule { .. } => return None,
            Entry::Construct(Construct::ThreadId) => Binding::Intrinsic(crate::hir::Intrinsic::ThreadId),
            Entry::Builtin(name) => Binding::Builtin(name.clone()),
            Entry::Construct(_) => return None,
            Entry::Unusable(_) => return None,
        })
    }

    pub fn entries(&self) -> impl Iterator<Item = (&Name, &Entry)> {
        self.entries.iter().map(|(name, (entry, _))| (name, entry))
    }

    /// Binds a name, whatever it was bound to.
    pub fn replace(&mut self, name: Name, entry: Entry, span: Span) {
        self.entries.insert(name, (entry, span));
    }

    pub fn names(&self) -> impl Iterator<Item = &Name> {
        self.entries.keys()
    }
}
