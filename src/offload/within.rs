//! The functions that a report speaks of: what is the same in several specialisations is told once.

use std::fmt;

use serde::Serialize;

use crate::tir::Function;

/// The function that a region or context is in.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Within {
    pub function: String,
    /// Where it has several: those that this holds for, as Python indexes them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub specialisations: Vec<String>,
    /// How many it has in all.
    #[serde(skip)]
    specialisation_count: usize,
}

impl Within {
    pub fn of(function: &Function) -> Within {
        let specialisation = function.specialisation.as_ref();
        Within {
            function: function.name.to_string(),
            specialisations: specialisation.iter().map(|one| one.key.to_string()).collect(),
            specialisation_count: specialisation.map_or(0, |one| one.count()),
        }
    }
}

/// `scale`, or `scale[float], scale[double]` where that is not all of it.
impl fmt::Display for Within {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.specialisations.len() == self.specialisation_count {
            return f.write_str(&self.function);
        }
        let one = |key: &String| format!("{}[{}]", self.function, key.replace('|', ", "));
        f.write_str(&self.specialisations.iter().map(one).collect::<Vec<_>>().join(", "))
    }
}

/// What is the same in several specialisations, once.
pub fn told_once<T: PartialEq>(all: Vec<T>, within: impl Fn(&mut T) -> &mut Within) -> Vec<T> {
    let mut told: Vec<(T, Vec<String>)> = Vec::new();
    for mut item in all {
        let specialisations = std::mem::take(&mut within(&mut item).specialisations);
        match told.iter_mut().find(|(known, of)| *known == item && !of.is_empty()) {
            Some((_, of)) => of.extend(specialisations),
            None => told.push((item, specialisations)),
        }
    }
    let put_back = |(mut item, specialisations): (T, Vec<String>)| {
        within(&mut item).specialisations = specialisations;
        item
    };
    told.into_iter().map(put_back).collect()
}
