//! Structs that go to a kernel by value, as one scalar for each field.
//!
//! A launch carries scalars of up to eight bytes; anything larger that is `firstprivate` libomptarget copies
//! to the device first, at each launch.

use super::Body;
use crate::emit::c;
use crate::emit::lir::{Block, Stmt as C};
use crate::emit::names::field_name;
use crate::emit::types::c_type;
use crate::tir::LocalId;
use crate::ty::{FloatKind, Ty};

/// A struct and its scalars.
#[derive(Clone, Debug)]
pub struct Unpacked {
    pub local: LocalId,
    ty: c::Type,
    name: String,
    /// Type, name and field of each scalar.
    scalars: Vec<(c::Type, String, String)>,
}

/// Structs with more fields than this are copied: a launch with many arguments is slow too.
const MOST_FIELDS: usize = 16;

impl Unpacked {
    /// `None` if the type is not a struct all of whose fields C knows, or if it has fields of other kinds.
    pub fn of(body: &mut Body<'_, '_, '_>, local: LocalId) -> Option<Unpacked> {
        let ty = &body.function.locals[local].ty;
        let is_open = match ty {
            Ty::Struct(id) => {
                let def = &body.unit.module.types.structs[*id];
                !def.is_union && !def.is_extern
            }
            ty => ty.is_record(),
        };
        let fields = body.unit.module.types.fields(ty);
        let fits = |ty: &Ty| match ty {
            Ty::Int(_) | Ty::Bint | Ty::Enum(_) => true,
            Ty::Float(kind) => *kind != FloatKind::LongDouble,
            _ => false,
        };
        if !is_open || fields.len() > MOST_FIELDS {
            return None;
        }
        if !fields.iter().all(|field| fits(&field.ty)) {
            return None;
        }
        let symbols = &body.unit.symbols;
        let (ty, name) = (c_type(symbols, ty), body.naming.local_name(local).to_string());
        let scalar = |field: &crate::ty::Field| {
            let scalar = body.naming.fresh(&format!("{name}_{}", field.name));
            (c_type(symbols, &field.ty), scalar, field_name(&field.name))
        };
        let scalars = fields.iter().map(scalar).collect();
        Some(Unpacked { local, ty, name, scalars })
    }

    /// Statements that give the scalars their values.
    pub fn declarations(&self) -> Block {
        let declared = self.scalars.iter().map(|(ty, scalar, field)| {
            let value = c::Expr::member(c::Expr::name(&self.name), field.clone());
            C::declare(ty.clone().constant(), scalar, value)
        });
        declared.collect()
    }

    /// The scalars' names.
    pub fn names(&self) -> Vec<c::Expr> {
        self.scalars.iter().map(|(_, scalar, _)| c::Expr::name(scalar)).collect()
    }

    /// The statement that puts the struct together again, under its own name.
    pub fn packed(&self) -> C {
        let values = self.names().into_iter().map(|scalar| (None, scalar)).collect();
        C::declare(self.ty.clone(), &self.name, c::Expr::Braces(values))
    }
}
