//! Adapters for C functions with memoryviews that offcy's modules and Cython's call in each other: see
//! `offcy_cython_view.h`.

use super::dtypes::dtype;
use super::error_values::error_value;
use crate::emit::body::clear_view;
use crate::emit::c;
use crate::emit::lir::{self, Block, If, Stmt as C};
use crate::emit::types::c_type;
use crate::emit::unit::{Tables, Unit};
use crate::emit::writer::Writer;
use crate::ty::{ErrorValue, Memoryview, Signature, Ty};

/// The header that declares what the module's adapters need.
pub fn header(unit: &Unit<'_>) -> Option<&'static str> {
    are_there(unit).then_some("#include <offcy_cython_view.h>")
}

/// Whether the module exports or imports such functions, has classes with such methods or fields, or pointers to memoryviews.
pub fn are_there(unit: &Unit<'_>) -> bool {
    let mut imports = unit.module.externs.iter().filter_map(|(_, decl)| decl.import.as_ref());
    let mut exports = unit.module.functions.iter().filter_map(|(_, function)| function.exported.as_ref());
    imports.any(|import| import.of_cython.is_some())
        || exports.any(|export| export.of_cython.is_some())
        || unit.used.pointed_views
        || super::class::view_methods::are_there(unit)
        || crate::emit::layouts::are_there(unit.module)
}

/// The argument of an adapter that is the C method to call.
const METHOD: &str = "_method";

/// A function that calls another one, of which memoryviews are the other side's structs.
pub struct Adapter<'a> {
    pub symbol: String,
    /// What it calls.
    pub callee: String,
    pub params: Vec<(String, &'a Ty)>,
    pub result: &'a Ty,
    /// It takes one more argument, which Cython passes.
    pub is_cpdef: bool,
    pub error: ErrorValue,
    /// Its caller notices exceptions.
    pub raises: bool,
    pub calls: Calls,
    /// The type of what it calls, if that is its first argument, `_method`, of the type `offcy_method`.
    pub method: Option<c::Type>,
    /// The type of the function that may be called instead, with the arguments as they are, if the object's type shows
    /// one: see `offcy_own_method`.
    pub own: Option<c::Type>,
    /// What may be given as `_method` and what is called instead, with the arguments as they are.
    pub known: Vec<(String, String)>,
}

/// Whose function an adapter calls.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Calls {
    Cython,
    Offcy,
}

impl<'a> Adapter<'a> {
    /// An adapter of a function of the given type, whose parameters have no names yet.
    pub fn new(symbol: String, callee: String, signature: &'a Signature, calls: Calls) -> Adapter<'a> {
        Adapter {
            symbol,
            callee,
            params: Vec::new(),
            result: &signature.result,
            is_cpdef: false,
            error: signature.error_value(),
            raises: signature.raises(),
            calls,
            method: None,
            own: None,
            known: Vec::new(),
        }
    }

    fn sides(&self) -> (Side, Side) {
        match self.calls {
            Calls::Cython => (Side::Offcy, Side::Cython),
            Calls::Offcy => (Side::Cython, Side::Offcy),
        }
    }

    /// The function without its body.
    fn head(&self, unit: &Unit<'_>) -> c::Doc {
        let (given, _) = self.sides();
        let method = self.method.iter().map(|_| format!("offcy_method {METHOD}"));
        let params = self.params.iter().map(|(name, ty)| given.of(unit, ty).declare(name));
        let mut head: Vec<String> = method.chain(params).collect();
        if self.is_cpdef {
            head.push("int _skip".to_string());
        }
        c::Doc::from("static ").add(given.of(unit, self.result).function(&self.symbol, head))
    }

    /// The function's prototype.
    pub fn prototype(&self, unit: &Unit<'_>) -> c::Doc {
        self.head(unit).text(";")
    }

    /// Calls what is known, with memoryviews as they are.
    fn known_calls(&self) -> Block {
        let calls = self.known.iter().map(|(in_table, function)| {
            let in_table = c::Expr::cast(c::Type::named("offcy_method"), c::Expr::name(in_table.clone()));
            let is_it = c::Expr::binary("==", c::Expr::name(METHOD), in_table);
            let arguments = self.params.iter().map(|(name, _)| c::Expr::name(name.clone())).collect();
            let call = c::Expr::call(function.clone(), arguments);
            let inner = self.given_back(call);
            C::If(If { arms: vec![(is_it, inner)], otherwise: None, is_bare: false })
        });
        let mut block: Block = calls.collect();
        if let (Some(own), Some((object, _))) = (&self.own, self.params.first()) {
            let known = c::Expr::address(c::Expr::name(self.known_methods()));
            let arguments = vec![known, c::Expr::name(object.clone()), c::Expr::name(METHOD)];
            let found = || c::Expr::name("_own");
            let method = c::Type::named("offcy_method");
            block.push(C::declare(method, "_own", c::Expr::call("offcy_own_method", arguments)));
            let is_found = c::Expr::binary("!=", found(), c::Expr::null());
            let arguments = self.params.iter().map(|(name, _)| c::Expr::name(name.clone())).collect();
            let inner =
                self.given_back(c::Expr::Call(Box::new(c::Expr::cast(own.clone(), found())), arguments));
            block.push(C::If(If { arms: vec![(is_found, inner)], otherwise: None, is_bare: false }));
        }
        block
    }

    /// The variable for what is known of methods.
    pub fn known_methods(&self) -> String {
        format!("{}_known", self.symbol)
    }

    fn given_back(&self, call: c::Expr) -> Block {
        match self.result {
            Ty::Void => vec![call.into(), C::Return(None)],
            _ => vec![C::give(call)],
        }
    }

    /// Writes the function.
    pub fn define(&self, unit: &Unit<'_>, tables: &mut Tables, out: &mut Writer) {
        let (given, taken) = self.sides();
        let mut arguments: Vec<c::Expr> = Vec::new();
        let mut block = self.known_calls();
        let (mut converted, mut cleared) = (None, Block::new());
        for (name, ty) in &self.params {
            let Some(view) = ty.memoryview() else {
                arguments.push(c::Expr::name(name.clone()));
                continue;
            };
            let own = format!("_{name}");
            block.push(C::declare(taken.of(unit, ty), own.clone(), c::Expr::zeros()));
            let (from, to) = (c::Expr::name(name.clone()), c::Expr::name(own.clone()));
            let fails = self.converted(unit, tables, view, (from, to.clone()), (taken, false));
            let works = c::Expr::binary("==", fails, c::Expr::number(0));
            converted = Some(match converted {
                Some(before) => c::Expr::binary("&&", before, works),
                None => works,
            });
            cleared.push(taken.clear(view, to.clone()));
            arguments.push(to);
        }
        if self.is_cpdef {
            arguments.push(c::Expr::name("_skip"));
        }
        let call = match &self.method {
            Some(ty) => c::Expr::Call(Box::new(c::Expr::cast(ty.clone(), c::Expr::name(METHOD))), arguments),
            None => c::Expr::call(self.callee.clone(), arguments),
        };
        let result = given.of(unit, self.result);
        let place = || c::Expr::name("_result");
        let mut inner = Block::new();
        match (self.result, self.result.memoryview()) {
            (Ty::Void, _) => inner.push(call.into()),
            (_, Some(view)) => {
                block.push(C::declare(result.clone(), "_result", c::Expr::zeros()));
                let returned = || c::Expr::name("_returned");
                inner.push(C::declare(taken.of(unit, self.result), "_returned", call));
                let step = self.converted(unit, tables, view, (returned(), place()), (given, true));
                inner.push(step.into());
                inner.push(taken.clear(view, returned()));
            }
            _ => {
                block.push(C::declare(result.clone(), "_result", self.failed()));
                inner.push(C::assign(place(), call));
            }
        }
        match converted {
            Some(converted) => {
                block.push(C::If(If { arms: vec![(converted, inner)], otherwise: None, is_bare: false }));
            }
            None => block.extend(inner),
        }
        block.extend(cleared);
        if *self.result != Ty::Void {
            block.push(C::give(place()));
        }
        tables.note(&block);
        out.gap();
        tables.define(lir::Function { head: self.head(unit), body: block }, out);
    }

    /// Makes the memoryview `to` of `from`; not zero without memory.
    fn converted(
        &self,
        unit: &Unit<'_>,
        tables: &mut Tables,
        view: &Memoryview,
        (from, to): (c::Expr, c::Expr),
        (side, is_result): (Side, bool),
    ) -> c::Expr {
        let (from_there, to) = (c::Expr::address(from.clone()), c::Expr::address(to));
        let raises = c::Expr::bool(self.raises);
        let ndim = view.ndim();
        match side {
            Side::Offcy => {
                c::Expr::call(format!("offcy_view{ndim}_from_cython"), vec![to, from_there, raises])
            }
            Side::Cython => {
                let does = if is_result { "give" } else { "to" };
                let dtype = dtype(unit, tables, view);
                c::Expr::call(format!("offcy_view{ndim}_{does}_cython"), vec![from, to, dtype, raises])
            }
        }
    }

    /// What the function returns without memory.
    fn failed(&self) -> c::Expr {
        match self.result {
            ty if ty.is_record() => c::Expr::zeros(),
            ty if ty.is_object() => c::Expr::null(),
            ty => error_value(&self.error, ty),
        }
    }
}

/// Whose structs memoryviews are.
#[derive(Clone, Copy)]
enum Side {
    Offcy,
    Cython,
}

impl Side {
    fn of(self, unit: &Unit<'_>, ty: &Ty) -> c::Type {
        match self {
            Side::Cython if ty.memoryview().is_some() => c::Type::named("offcy_cython_view"),
            _ => c_type(&unit.symbols, ty),
        }
    }

    fn clear(self, view: &Memoryview, place: c::Expr) -> C {
        match self {
            Side::Offcy => clear_view(view.ndim(), place),
            Side::Cython => C::call("offcy_cython_view_clear", vec![c::Expr::address(place)]),
        }
    }
}

/// The type of the pointer to a function of Cython's with such parameters.
pub fn pointer_to_cython(unit: &Unit<'_>, signature: &Signature, is_cpdef: bool) -> c::Type {
    let skip = is_cpdef.then_some(&Ty::INT);
    let params = signature.params.iter().chain(skip).map(|ty| Side::Cython.of(unit, ty)).collect();
    let result = Box::new(Side::Cython.of(unit, &signature.result));
    c::Type::Function { result, params, variadic: false }.pointer()
}
