//! Types of calls and attributes.

use super::Checker;
use super::arguments::Called;
use super::truths::asked_in_c;
use super::views::copied;
use crate::base::Name;
use crate::diag::Diagnostic;
use crate::hir::{
    Binding, ClassId, ExprId, ExprKind, FloatKind, Function, FunctionId, FusedFunctionId, IntKind, Intrinsic,
    MethodRole, Module, PartKind, PyClass, Runtime, TypeExpr, TypeKind, TypeName, one_slip,
};
use crate::source::Span;
use crate::ty::{Contiguity, FoundSlot, Ty, TypeTable, divmod_type, promote, report, spanning};

/// The attributes of memoryviews for which a name may be a slip.
const OF_VIEWS: &[&str] = &["shape", "strides", "ndim", "size", "nbytes", "itemsize", "copy", "base"];

impl Checker<'_> {
    pub(super) fn call(
        &mut self,
        callee: ExprId,
        arguments: &[ExprId],
        keywords: &[(Name, ExprId)],
        span: Span,
    ) -> Ty {
        let given: Vec<Ty> = arguments.iter().map(|&argument| self.expr(argument)).collect();
        for (_, value) in keywords {
            self.expr(*value);
        }
        let body = self.body;
        match &body.exprs[callee].kind {
            ExprKind::Error => Ty::Error,
            ExprKind::Attribute { base, name } if let Some(slot) = self.slot(*base, name) => match &slot.ty {
                Ok(Ty::Function(signature)) => {
                    let object = slot.passes_object.then_some(*base);
                    let called = Called { callee, name, signature, function: None, object };
                    self.c_call(called, arguments, keywords, span)
                }
                Ok(_) => Ty::Error,
                Err(why) => self.fail(report::unusable_method(name, why, body.exprs[callee].span)),
            },
            ExprKind::Attribute { base, name } if let Some(method) = self.method(*base, name) => {
                self.method_call((callee, *base, name), method, arguments, keywords, span)
            }
            ExprKind::SpecialiseMethod { method, types, .. }
                if let Some((object, chosen)) = self.indexed_method(*method, types) =>
            {
                let name = &self.module.functions[chosen].name.clone();
                let signature = &self.declared.signatures[chosen].clone();
                self.types.chosen.insert(callee, chosen);
                let called = Called { callee, name, signature, function: Some(chosen), object };
                self.c_call(called, arguments, keywords, span)
            }
            ExprKind::Name(Binding::Type(TypeName::Object(class))) if makes_its_own(*class) => {
                self.expr(callee);
                Ty::Object(*class)
            }
            ExprKind::Name(Binding::Function(function)) => {
                let name = &self.module.functions[*function].name.clone();
                let signature = &self.declared.signatures[*function].clone();
                let called = Called { callee, name, signature, function: Some(*function), object: None };
                self.c_call(called, arguments, keywords, span)
            }
            ExprKind::Name(Binding::Fused(fused)) => {
                self.fused_call(callee, (*fused, None), arguments, keywords, span)
            }
            ExprKind::Name(Binding::Extern(external)) => {
                let name = &self.module.externs[*external].name.clone();
                let ty = self.declared.externs[*external].clone();
                self.call_of_value((callee, name), ty, arguments, keywords, span)
            }
            ExprKind::Name(Binding::Intrinsic(Intrinsic::ThreadId)) => Ty::INT,
            ExprKind::Name(Binding::Builtin(name)) if keywords.is_empty() => {
                self.expr(callee);
                self.builtin_call(name, arguments, &given, span).unwrap_or(Ty::OBJECT)
            }
            ExprKind::Name(Binding::Type(TypeName::Float(FloatKind::Double)))
                if keywords.is_empty() && is_read_by_float(&given) =>
            {
                Ty::DOUBLE
            }
            ExprKind::Name(Binding::Type(name)) if let Some(of) = struct_named(self.module, *name) => of,
            ExprKind::Attribute { base, name }
                if let Some(result) = self.method_of_value(*base, name, arguments, keywords) =>
            {
                result
            }
            ExprKind::Attribute { base, name } if let Some(class) = self.method_result(*base, name) => {
                self.expr(callee);
                Ty::Object(class)
            }
            _ => match self.expr(callee) {
                Ty::Object(_) => Ty::OBJECT,
                Ty::Memoryview(_) => self.not_yet("a call of this on a memoryview", span),
                ty => self.call_of_value((callee, "this function"), ty, arguments, keywords, span),
            },
        }
    }

    /// A call of a C method by its name.
    fn method_call(
        &mut self,
        (callee, base, name): (ExprId, ExprId, &str),
        method: CalledMethod,
        arguments: &[ExprId],
        keywords: &[(Name, ExprId)],
        span: Span,
    ) -> Ty {
        if !method.passes_object && is_stand_in(self.module, method.function) {
            let what = "a C method of another module with optional arguments, called by its class";
            return self.not_yet(what, span);
        }
        let object = method.passes_object.then_some(base);
        if let Some(specialisation) = &self.module.functions[method.function].specialisation {
            return self.fused_call(callee, (specialisation.of, object), arguments, keywords, span);
        }
        let signature = &self.declared.signatures[method.function].clone();
        let called = Called { callee, name, signature, function: Some(method.function), object };
        self.c_call(called, arguments, keywords, span)
    }

    /// A call of a C value, which only the address of a function can be.
    fn call_of_value(
        &mut self,
        (callee, name): (ExprId, &str),
        ty: Ty,
        arguments: &[ExprId],
        keywords: &[(Name, ExprId)],
        span: Span,
    ) -> Ty {
        match ty {
            Ty::Function(signature) => {
                let called = Called { callee, name, signature: &signature, function: None, object: None };
                self.c_call(called, arguments, keywords, span)
            }
            Ty::Error => Ty::Error,
            ty => {
                let shown = self.display(&ty);
                self.fail(report::not_callable(&shown, span))
            }
        }
    }

    /// A call of a function with fused types: the arguments choose one of its specialisations, which all have the
    /// same parameters.
    fn fused_call(
        &mut self,
        callee: ExprId,
        (fused, object): (FusedFunctionId, Option<ExprId>),
        arguments: &[ExprId],
        keywords: &[(Name, ExprId)],
        span: Span,
    ) -> Ty {
        let fused = &self.module.fused_functions[fused];
        let Some(&first) = fused.specialisations.first() else { return Ty::Error };
        let signature = &self.declared.signatures[first].clone();
        let name = &fused.name;
        let called = Called { callee, name, signature, function: Some(first), object };
        let mut given: Vec<Option<Ty>> = match self.bind(&called, arguments, keywords, span) {
            Err(error) => return error,
            Ok(None) => {
                let all = object.iter().chain(arguments).enumerate();
                all.map(|(at, &argument)| self.argument_type(first, at, argument)).collect()
            }
            Ok(Some(bound)) => {
                let of =
                    |at: usize| bound.given.iter().find(|(known, _)| *known == at).map(|(_, value)| *value);
                (0..bound.count)
                    .map(|at| of(at).and_then(|value| self.argument_type(first, at, value)))
                    .collect()
            }
        };
        let takes_self = self.module.functions[first].method.is_some_and(|method| method.role.takes_self());
        // Any object of the class is fine.
        given.iter_mut().take(takes_self.into()).for_each(|object| *object = None);
        let Some(chosen) = self.specialisation(fused, &given, span) else { return Ty::Error };
        self.types.chosen.insert(callee, chosen);
        let signature = &self.declared.signatures[chosen].clone();
        self.c_call(Called { signature, function: Some(chosen), ..called }, arguments, keywords, span)
    }

    /// The result of a method that C values and memoryviews have.
    fn method_of_value(
        &mut self,
        base: ExprId,
        name: &str,
        arguments: &[ExprId],
        keywords: &[(Name, ExprId)],
    ) -> Option<Ty> {
        match name {
            "conjugate" if arguments.is_empty() => {
                Some(self.expr(base)).filter(|ty| matches!(ty, Ty::Complex(_)))
            }
            "decode" if keywords.is_empty() => self.is_text(base).then_some(Ty::Object(PyClass::Str)),
            "is_c_contig" | "is_f_contig" if arguments.is_empty() => {
                self.expr(base).memoryview().is_some().then_some(Ty::Bint)
            }
            "copy" | "copy_fortran" if arguments.is_empty() && keywords.is_empty() => {
                let order = if name == "copy" { Contiguity::C } else { Contiguity::Fortran };
                self.expr(base)
                    .memoryview()
                    .filter(|view| view.buffer.0.is_none())
                    .map(|view| copied(view, order))
            }
            _ => None,
        }
    }

    /// Whether an expression is a C string, or a part of one.
    fn is_text(&mut self, id: ExprId) -> bool {
        let whole = match &self.body.exprs[id].kind {
            ExprKind::Subscript { base, indices }
                if matches!(indices.as_slice(), [crate::hir::Subscript::Slice { step: None, .. }]) =>
            {
                *base
            }
            _ => id,
        };
        self.expr(id);
        self.expr(whole).is_c_string()
    }

    /// Builtins that become C if their arguments are C values.
    fn builtin_call(&mut self, name: &str, arguments: &[ExprId], given: &[Ty], span: Span) -> Option<Ty> {
        let is_letter = |&id: &ExprId| self.body.exprs[id].kind.code_of_letter().is_some();
        match (name, given) {
            ("min" | "max", [first, second, rest @ ..]) if given.iter().all(Ty::is_numeric) => {
                let pair = spanning(first, second);
                Some(rest.iter().fold(pair, |all, ty| spanning(&all, ty)))
            }
            ("abs", [ty]) if ty.is_numeric() && !matches!(ty, Ty::Complex(_)) => {
                // Cython takes C's own function for the declared type.
                Some(promote(&match ty {
                    Ty::Int(kind) => Ty::Int(kind.declared()),
                    ty => ty.clone(),
                }))
            }
            ("abs", [Ty::Complex(PartKind::Float(kind))]) => Some(Ty::Float(*kind)),
            ("divmod", [Ty::Int(left), Ty::Int(right)]) => {
                let number = divmod_type(*left, *right);
                Some(Ty::Tuple([number.clone(), number].into()))
            }
            ("ord", [ty]) if ty.is_letter() || arguments.iter().all(is_letter) => Some(Ty::LONG),
            ("len", [Ty::Memoryview(_) | Ty::Object(PyClass::Bytes)]) => Some(Ty::SSIZE),
            ("float", given) if is_read_by_float(given) => Some(Ty::DOUBLE),
            ("bool", [ty]) if ty.is_numeric() => Some(Ty::Bint),
            ("any" | "all", [_]) if let Some(truth) = asked_in_c(self, name, arguments) => Some(truth),
            ("exec" | "eval", given) => {
                let refused = refused_code(self, name, arguments, given, span)?;
                Some(self.fail(refused))
            }
            _ if given.iter().any(Ty::is_error) => Some(Ty::Error),
            // Python makes a dict or a tuple of it.
            ("len", [Ty::Struct(_) | Ty::Tuple(_)]) => Some(Ty::SSIZE),
            ("len", [ty]) if !ty.is_object() => None,
            _ if let Some(builtin) = Runtime::of_builtin(name, given.len()) => Some(match builtin {
                Runtime::Length => Ty::SSIZE,
                Runtime::Hash => Ty::Int(IntKind::HashT),
                _ => Ty::Bint,
            }),
            _ => result_class(name, given.len()).map(Ty::Object),
        }
    }

    pub(super) fn attribute(&mut self, base: ExprId, name: &str, span: Span) -> Ty {
        let ty = self.expr(base);
        if let Some(method) = self.method_value(base, name, span) {
            return method;
        }
        match &ty {
            Ty::Error => Ty::Error,
            Ty::Object(PyClass::Extension(class)) => match self.declared.table.class_field(*class, name) {
                Some((_, field)) => field.ty.clone(),
                None => match self.module.c_property(*class, name) {
                    Some(property) => self.declared.signatures[property].result.clone(),
                    None if is_special_field(self.module, *class, name) => {
                        self.fail(report::special_field(name, span))
                    }
                    // The attribute that Python finds.
                    None => Ty::OBJECT,
                },
            },
            Ty::Object(_) | Ty::Tuple(_) => Ty::OBJECT,
            Ty::Memoryview(view) => match name {
                "T" => self.transposed(&view.clone()),
                "ndim" => Ty::INT,
                "shape" | "strides" | "suboffsets" => Ty::extents(),
                // The address of the first element.
                "_data" => Ty::pointer_to(Ty::Int(IntKind::Char)),
                "size" | "nbytes" | "itemsize" => Ty::SSIZE,
                // Attributes of the object that Python sees.
                "base" | "copy" | "copy_fortran" | "is_c_contig" | "is_f_contig" => Ty::OBJECT,
                _ => self.no_attribute(base, &ty, name, span),
            },
            Ty::Struct(id) => self.field(base, *id, &ty, name, span),
            Ty::Complex(_) if name == "real" || name == "imag" => ty.real_part(),
            ty if super::text::has_python_attribute(ty, name) => Ty::OBJECT,
            Ty::Pointer { to, .. } => match &**to {
                Ty::Struct(id) => self.field(base, *id, &ty, name, span),
                Ty::Memoryview(_) => match name {
                    "shape" | "strides" | "suboffsets" => Ty::extents(),
                    "_data" => Ty::pointer_to(Ty::Int(IntKind::Char)),
                    _ => self.fail(report::no_pointed_attribute(&self.display(&ty), name, span)),
                },
                _ => self.no_attribute(base, &ty, name, span),
            },
            _ => self.no_attribute(base, &ty, name, span),
        }
    }

    /// Reports an attribute that a C value does not have, once for each variable.
    fn no_attribute(&mut self, base: ExprId, ty: &Ty, name: &str, span: Span) -> Ty {
        let shown = self.display(ty);
        let held = match ty {
            Ty::Pointer { to, .. } => to,
            ty => ty,
        };
        let known: Vec<&str> = match held {
            Ty::Memoryview(_) => OF_VIEWS.to_vec(),
            Ty::Struct(id) => {
                let fields = &self.declared.table.structs[*id].fields;
                fields.iter().map(|field| field.name.as_str()).collect()
            }
            _ => Vec::new(),
        };
        let wrong = match (known.iter().find(|known| one_slip(name, known)), held) {
            (Some(similar), _) => report::no_attribute(&shown, name, span).note(format!("write `{similar}`")),
            (None, Ty::Memoryview(_)) => report::no_view_attribute(&shown, name, span),
            (None, _) if known.is_empty() => report::no_attribute(&shown, name, span),
            (None, _) => {
                let note = format!("its fields: `{}`", known.join("`, `"));
                report::no_attribute(&shown, name, span).note(note)
            }
        };
        let subject = self.subject_of(base).map(|subject| format!("{name} of {subject}"));
        self.fail(wrong.about_here(subject))
    }

    fn field(&mut self, base: ExprId, id: crate::ty::StructId, owner: &Ty, name: &str, span: Span) -> Ty {
        let fields = &self.declared.table.structs[id].fields;
        match fields.iter().find(|field| field.name == name) {
            Some(field) => field.ty.clone(),
            None if super::text::has_python_attribute(owner, name) => Ty::OBJECT,
            None => self.no_attribute(base, owner, name, span),
        }
    }
}

/// What is wrong with a call of `exec` or `eval` that always fails.
fn refused_code(
    checker: &Checker<'_>,
    name: &str,
    arguments: &[ExprId],
    given: &[Ty],
    span: Span,
) -> Option<Diagnostic> {
    match given {
        [code, ..] if code.is_numeric() && !code.is_letter() => {
            let at = checker.body.exprs[arguments[0]].span;
            Some(report::not_code(name, &checker.display(code), at))
        }
        [] | [_, _, _, _, ..] if !crate::ty::has_star(checker.body, arguments) => {
            Some(report::code_and_namespaces(name, given.len(), span))
        }
        _ => None,
    }
}

/// Whether `float` of these arguments is C's number.
fn is_read_by_float(given: &[Ty]) -> bool {
    let is_number = |of: &Ty| of.is_numeric() && !matches!(of, Ty::Complex(_)) && !of.is_letter();
    matches!(given, [of] if of.is_object() || is_number(of))
}

/// The class of a builtin's result, whatever its arguments.
fn result_class(name: &str, arguments: usize) -> Option<PyClass> {
    Some(match name {
        "ascii" | "bin" | "chr" | "hex" | "oct" | "repr" if arguments == 1 => PyClass::Str,
        "format" if matches!(arguments, 1 | 2) => PyClass::Str,
        "range" if matches!(arguments, 1..=3) => PyClass::Range,
        "slice" if matches!(arguments, 1..=3) => PyClass::Slice,
        "memoryview" if arguments == 1 => PyClass::MemoryView,
        "type" if arguments == 1 => PyClass::Type,
        "sorted" if arguments == 1 => PyClass::List,
        "bytearray" => PyClass::ByteArray,
        "frozenset" => PyClass::FrozenSet,
        _ => return None,
    })
}

/// Whether a call of a class makes an object of it, whatever the arguments are: of a builtin one, of this class itself.
fn makes_its_own(class: PyClass) -> bool {
    use PyClass::*;
    matches!(class, Extension(_) | List | Tuple | Dict | Set | FrozenSet | ByteArray | Slice | MemoryView)
}

/// Methods of texts that return the type of text they are called on.
const TEXT_TO_TEXT: &[&str] = &[
    "capitalize",
    "center",
    "expandtabs",
    "join",
    "ljust",
    "lower",
    "lstrip",
    "removeprefix",
    "removesuffix",
    "replace",
    "rjust",
    "rstrip",
    "strip",
    "swapcase",
    "title",
    "translate",
    "upper",
    "zfill",
];

/// Methods of texts that answer a question.
const ANSWERS: &[&str] = &[
    "endswith",
    "isalnum",
    "isalpha",
    "isascii",
    "isdecimal",
    "isdigit",
    "isidentifier",
    "islower",
    "isnumeric",
    "isprintable",
    "isspace",
    "istitle",
    "isupper",
    "startswith",
];

impl Checker<'_> {
    /// The class of the result of a builtin class's method, whatever its arguments.
    fn method_result(&mut self, base: ExprId, name: &str) -> Option<PyClass> {
        let Ty::Object(class) = self.expr(base) else { return None };
        let is_text = matches!(class, PyClass::Str | PyClass::Bytes | PyClass::ByteArray);
        Some(match (class, name) {
            _ if is_text && TEXT_TO_TEXT.contains(&name) => class,
            _ if is_text && matches!(name, "split" | "rsplit" | "splitlines") => PyClass::List,
            _ if is_text && matches!(name, "partition" | "rpartition") => PyClass::Tuple,
            (PyClass::Str, "casefold" | "format" | "format_map") => PyClass::Str,
            (PyClass::Bytes | PyClass::ByteArray, "decode" | "hex") => PyClass::Str,
            (PyClass::Str, "encode") => PyClass::Bytes,
            _ if is_text && ANSWERS.contains(&name) => PyClass::Bool,
            (PyClass::List | PyClass::Dict | PyClass::Set | PyClass::FrozenSet, "copy") => class,
            (PyClass::Dict, "fromkeys") => class,
            (
                PyClass::Set | PyClass::FrozenSet,
                "union" | "intersection" | "difference" | "symmetric_difference",
            ) => class,
            (PyClass::Set | PyClass::FrozenSet, "issubset" | "issuperset" | "isdisjoint") => PyClass::Bool,
            _ => return None,
        })
    }
}

/// What precedes the dot of a method.
#[derive(Clone, Copy)]
pub(crate) struct MethodOwner {
    pub class: ClassId,
    /// It is the class itself: its own method is meant, whatever the object has.
    pub is_named: bool,
}

/// A method in a table of functions.
struct SlotMethod {
    ty: Result<Ty, String>,
    passes_object: bool,
}

/// The slot of a C method that is called through its class's table: that of another module's class, or one used by a
/// function that chooses between the methods of modules.
pub(crate) fn called_slot<'t>(
    table: &'t TypeTable,
    module: &Module,
    caller: &Function,
    owner: MethodOwner,
    name: &str,
) -> Option<FoundSlot<'t>> {
    let slot = table.slot(owner.class, name)?;
    let chooses = caller.method.is_some_and(|method| method.role == MethodRole::Dispatcher);
    let is_of_module = !chooses && module.c_method(owner.class, name).is_some();
    (!is_of_module).then_some(slot)
}

/// A method that C code calls.
pub(crate) struct CalledMethod {
    pub function: FunctionId,
    /// The object before the dot is the first argument.
    pub passes_object: bool,
}

impl Checker<'_> {
    /// The C method that `base.name` is, if it is called through a table of functions.
    fn slot(&mut self, base: ExprId, name: &str) -> Option<SlotMethod> {
        let class = self.expr_class(base)?;
        let slot = called_slot(&self.declared.table, self.module, self.function, class, name)?;
        Some(SlotMethod { ty: slot.def.ty.clone(), passes_object: !class.is_named && !slot.def.is_static })
    }

    /// The class of an object, or the class that a name is.
    pub(super) fn expr_class(&mut self, id: ExprId) -> Option<MethodOwner> {
        if let ExprKind::Name(Binding::Type(name)) = self.body.exprs[id].kind {
            let TypeName::Object(PyClass::Extension(class)) = name else { return None };
            return Some(MethodOwner { class, is_named: true });
        }
        Some(MethodOwner { class: self.expr(id).extension()?, is_named: false })
    }

    /// The C method that `base.name` is, if it is one.
    pub(super) fn method(&mut self, base: ExprId, name: &str) -> Option<CalledMethod> {
        if let ExprKind::Name(Binding::Type(TypeName::Object(PyClass::Extension(class)))) =
            self.body.exprs[base].kind
        {
            return named_method(self.module, class, true, name);
        }
        let class = self.expr(base).extension()?;
        named_method(self.module, class, false, name)
    }
}

impl Checker<'_> {
    pub(super) fn is_fused_method(&mut self, method: ExprId) -> bool {
        let ExprKind::Attribute { base, name } = &self.body.exprs[method].kind else { return false };
        let method = self.method(*base, name);
        method.is_some_and(|method| self.module.functions[method.function].specialisation.is_some())
    }

    /// `object.method[double]` of a C method with fused types: the object to pass, and the specialisation.
    fn indexed_method(&mut self, method: ExprId, types: &[TypeExpr]) -> Option<(Option<ExprId>, FunctionId)> {
        let ExprKind::Attribute { base, name } = &self.body.exprs[method].kind else { return None };
        let method = self.method(*base, name)?;
        let of = self.module.functions[method.function].specialisation.as_ref()?.of;
        let fused = &self.module.fused_functions[of];
        let number = fused.number_of(types, &self.module.names()).ok()?;
        let chosen = fused.specialisations.get(number).filter(|_| types.len() == fused.types.len())?;
        Some((method.passes_object.then_some(*base), *chosen))
    }
}

/// The C method that a name means after an object (or after the type itself): that of its declared class. The call
/// decides which override the object has.
pub(crate) fn named_method(
    module: &Module,
    class: ClassId,
    on_type: bool,
    name: &str,
) -> Option<CalledMethod> {
    let function = module.c_method(class, name)?;
    let is_static = module.functions[function].method.is_some_and(|method| method.role == MethodRole::Static);
    Some(CalledMethod { function, passes_object: !is_static && !on_type })
}

/// The struct that a name of a type stands for.
fn struct_named(module: &Module, name: TypeName) -> Option<Ty> {
    if !matches!(name, TypeName::Struct(_) | TypeName::Typedef(_)) {
        return None;
    }
    let ty = TypeExpr { kind: TypeKind::Named(name), span: module.init.span };
    let ty = crate::ty::resolve_in(module, &ty);
    matches!(ty, Ty::Struct(_)).then_some(ty)
}

/// Whether a function stands for a method of another module.
fn is_stand_in(module: &Module, function: FunctionId) -> bool {
    let method = module.functions[function].method;
    method.is_some_and(|method| module.classes[method.class].foreign.is_some())
}

/// `cdef dict __dict__` and `cdef object __weakref__` make room, and are not fields.
fn is_special_field(module: &Module, class: ClassId, name: &str) -> bool {
    let classes = &module.classes;
    let mut lineage = std::iter::successors(Some(class), |class| classes[*class].base);
    lineage.any(|class| match name {
        "__dict__" => classes[class].has_dict,
        "__weakref__" => classes[class].has_weakrefs,
        _ => false,
    })
}
