//! Which constants the module's C uses, and where each of them is: in a table for its kind.

use std::collections::HashMap;

use super::unit::Tables;
use crate::tir::{ConstId, ConstItem, Module, ObjectConst};

/// The tables of constant objects, in the order of the runtime's `enum offcy_table`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConstTable {
    /// The struct of interned strings.
    Name,
    Int,
    /// Integers that C has no type for.
    BigInt,
    Float,
    Imaginary,
    Text,
    Bytes,
    Tuple,
    FrozenSet,
}

impl ConstTable {
    pub const ALL: [ConstTable; 9] = [
        ConstTable::Name,
        ConstTable::Int,
        ConstTable::BigInt,
        ConstTable::Float,
        ConstTable::Imaginary,
        ConstTable::Text,
        ConstTable::Bytes,
        ConstTable::Tuple,
        ConstTable::FrozenSet,
    ];

    /// The C variable, an array except for the names.
    pub fn variable(self) -> &'static str {
        match self {
            ConstTable::Name => "offcy_names",
            ConstTable::Int => "offcy_ints",
            ConstTable::BigInt => "offcy_big_ints",
            ConstTable::Float => "offcy_floats",
            ConstTable::Imaginary => "offcy_imaginaries",
            ConstTable::Text => "offcy_texts",
            ConstTable::Bytes => "offcy_bytes",
            ConstTable::Tuple => "offcy_tuples",
            ConstTable::FrozenSet => "offcy_sets",
        }
    }

    /// The runtime's macro for an item of a tuple or set.
    pub fn item(self) -> &'static str {
        match self {
            ConstTable::Name => "OFFCY_NAME_AT",
            ConstTable::Int => "OFFCY_INT_AT",
            ConstTable::BigInt => "OFFCY_BIG_INT_AT",
            ConstTable::Float => "OFFCY_FLOAT_AT",
            ConstTable::Imaginary => "OFFCY_IMAGINARY_AT",
            ConstTable::Text => "OFFCY_TEXT_AT",
            ConstTable::Bytes => "OFFCY_BYTES_AT",
            ConstTable::Tuple => "OFFCY_TUPLE_AT",
            ConstTable::FrozenSet => "OFFCY_SET_AT",
        }
    }
}

/// Where a constant is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConstPlace {
    pub table: ConstTable,
    pub number: usize,
}

/// The constants that are used, by table, in the order of their first use.
#[derive(Debug, Default)]
pub struct Constants {
    tables: HashMap<ConstTable, Vec<ConstId>>,
    places: HashMap<ConstId, ConstPlace>,
}

impl Constants {
    /// The constants of a table. The names are elsewhere.
    pub fn of(&self, table: ConstTable) -> &[ConstId] {
        self.tables.get(&table).map_or(&[], Vec::as_slice)
    }

    /// The index of a constant that is used.
    pub fn place(&self, id: ConstId) -> Option<ConstPlace> {
        self.places.get(&id).copied()
    }

    fn add(&mut self, table: ConstTable, id: ConstId) -> ConstPlace {
        let all = self.tables.entry(table).or_default();
        all.push(id);
        ConstPlace { table, number: all.len() - 1 }
    }
}

impl Tables {
    /// Where a constant is. It counts as used from now on, and the items of a tuple or set before it.
    pub fn constant(&mut self, module: &Module, id: ConstId) -> ConstPlace {
        if let Some(known) = self.constants.place(id) {
            return known;
        }
        let table = match &module.consts[id] {
            ObjectConst::Str(text) if is_name_like(text) => ConstTable::Name,
            ObjectConst::Str(_) => ConstTable::Text,
            ObjectConst::Bytes(_) => ConstTable::Bytes,
            ObjectConst::Int(digits) => match small(digits) {
                Some(_) => ConstTable::Int,
                None => ConstTable::BigInt,
            },
            ObjectConst::Float(_) => ConstTable::Float,
            ObjectConst::Imaginary(_) => ConstTable::Imaginary,
            ObjectConst::Tuple(items) => {
                self.use_items(module, items);
                ConstTable::Tuple
            }
            ObjectConst::FrozenSet(items) => {
                self.use_items(module, items);
                ConstTable::FrozenSet
            }
        };
        let place = match (&module.consts[id], table) {
            (ObjectConst::Str(text), ConstTable::Name) => {
                ConstPlace { table, number: self.string_index(text) }
            }
            _ => self.constants.add(table, id),
        };
        self.constants.places.insert(id, place);
        place
    }

    fn use_items(&mut self, module: &Module, items: &[ConstItem]) {
        for item in items {
            if let ConstItem::Const(item) = item {
                self.constant(module, *item);
            }
        }
    }
}

/// The value of an integer that C can write.
pub fn small(digits: &str) -> Option<i64> {
    let value = digits.replace('_', "").parse::<i64>().ok();
    // C has no literal for the smallest one.
    value.filter(|&value| value != i64::MIN)
}

/// Whether a string constant looks like a name: if so, it is kept with the names.
fn is_name_like(text: &str) -> bool {
    let mut letters = text.chars();
    letters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
        && text.len() <= 40
}
