//! Types of calls and attributes.

use super::Checker;
use crate::base::Name;
use crate::hir::{Binding, ExprId, ExprKind, FloatKind, Intrinsic, PyClass, TypeName};
use crate::source::Span;
use crate::ty::{ExceptionSpec, Signature, Ty, promote, report, spanning};

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
            ExprKind::Name(Binding::Function(function)) => {
                let name = self.module.functions[*function].name.clone();
                let signature = self.declared.signatures[*function].clone();
                self.c_call(&name, &signature, arguments.len(), keywords, span)
            }
            ExprKind::Name(Binding::Fused(fused)) => {
                let fused = &self.module.fused_functions[*fused];
                let Some(chosen) = self.specialisation(fused, &given, span) else { return Ty::Error };
                self.types.chosen.insert(callee, chosen);
                let signature = self.declared.signatures[chosen].clone();
                self.c_call(&fused.name, &signature, arguments.len(), keywords, span)
            }
            ExprKind::Name(Binding::Extern(external)) => match &self.declared.externs[*external] {
                Ty::Function(signature) => {
                    let signature = signature.clone();
                    let name = self.module.externs[*external].name.clone();
                    self.c_call(&name, &signature, arguments.len(), keywords, span)
                }
                _ => self.not_yet("a call through a C variable", span),
            },
            ExprKind::Name(Binding::Intrinsic(Intrinsic::ThreadId)) => Ty::INT,
            ExprKind::Name(Binding::Builtin(name)) if keywords.is_empty() => {
                self.expr(callee);
                self.builtin_call(name, &given).unwrap_or(Ty::OBJECT)
            }
            ExprKind::Name(Binding::Type(TypeName::Float(FloatKind::Double)))
                if given.len() == 1 && given[0].is_numeric() =>
            {
                Ty::DOUBLE
            }
            _ => match self.expr(callee) {
                Ty::Object(_) => Ty::OBJECT,
                Ty::Error => Ty::Error,
                Ty::Memoryview(_) => self.not_yet("a call of this on a memoryview", span),
                ty => {
                    let shown = self.display(&ty);
                    self.fail(report::bad_operand("call", &shown, span))
                }
            },
        }
    }

    fn c_call(
        &mut self,
        name: &str,
        signature: &Signature,
        given: usize,
        keywords: &[(Name, ExprId)],
        span: Span,
    ) -> Ty {
        if !keywords.is_empty() {
            return self.not_yet("a keyword argument to a C function", span);
        }
        let expected = signature.params.len();
        if given != expected && !(signature.is_variadic && given > expected) {
            return self.fail(report::argument_count(name, expected, given, span));
        }
        if signature.exception != ExceptionSpec::Never && signature.result.is_error() {
            return Ty::Error;
        }
        signature.result.clone()
    }

    /// Builtins that become C where their arguments are C values.
    fn builtin_call(&mut self, name: &str, given: &[Ty]) -> Option<Ty> {
        match (name, given) {
            ("min" | "max", [first, second, rest @ ..]) if given.iter().all(Ty::is_numeric) => {
                let pair = spanning(first, second);
                Some(rest.iter().fold(pair, |all, ty| spanning(&all, ty)))
            }
            ("abs", [ty]) if ty.is_numeric() && !matches!(ty, Ty::Complex(_)) => Some(promote(ty)),
            ("len", [Ty::Memoryview(_)]) => Some(Ty::SSIZE),
            ("float", [ty]) if ty.is_numeric() && !matches!(ty, Ty::Complex(_)) => Some(Ty::DOUBLE),
            ("bool", [ty]) if ty.is_numeric() => Some(Ty::Bint),
            _ if given.iter().any(Ty::is_error) => Some(Ty::Error),
            ("tuple", _) => Some(Ty::Object(PyClass::Tuple)),
            ("list", _) => Some(Ty::Object(PyClass::List)),
            ("dict", _) => Some(Ty::Object(PyClass::Dict)),
            _ => None,
        }
    }

    pub(super) fn attribute(&mut self, base: ExprId, name: &str, span: Span) -> Ty {
        let ty = self.expr(base);
        match &ty {
            Ty::Error => Ty::Error,
            Ty::Object(_) => Ty::OBJECT,
            Ty::Memoryview(view) => match name {
                "T" => self.transposed(&view.clone()),
                "ndim" => Ty::INT,
                "shape" | "strides" | "suboffsets" => {
                    self.not_yet("the shape of a memoryview other than `X.shape[0]`", span)
                }
                "size" | "nbytes" | "itemsize" | "base" | "copy" | "copy_fortran" | "is_c_contig"
                | "is_f_contig" => self.not_yet(&format!("`.{name}` of a memoryview"), span),
                _ => {
                    let shown = self.display(&ty);
                    self.fail(report::no_attribute(&shown, name, span))
                }
            },
            Ty::Struct(id) => self.field(*id, &ty, name, span),
            Ty::Pointer { to, .. } => match &**to {
                Ty::Struct(id) => self.field(*id, &ty, name, span),
                _ => {
                    let shown = self.display(&ty);
                    self.fail(report::no_attribute(&shown, name, span))
                }
            },
            _ => {
                let shown = self.display(&ty);
                self.fail(report::no_attribute(&shown, name, span))
            }
        }
    }

    fn field(&mut self, id: crate::ty::StructId, owner: &Ty, name: &str, span: Span) -> Ty {
        let fields = &self.declared.table.structs[id].fields;
        match fields.iter().find(|field| field.name == name) {
            Some(field) => field.ty.clone(),
            None => {
                let shown = self.display(owner);
                self.fail(report::no_attribute(&shown, name, span))
            }
        }
    }
}
