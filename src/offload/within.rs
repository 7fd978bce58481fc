//! The functions that a report is about: what is the same in several specialisations is reported once.

use std::fmt;

use serde::Serialize;

use crate::tir::Function;

/// The function that a region or context is in.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Within {
    pub function: String,
    /// If it has several specialisations: those for which this holds, as Python indexes them.
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

/// `scale`, or `scale[float], scale[double]` if that is not all of them.
impl fmt::Display for Within {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.specialisations.len() == self.specialisation_count {
            return f.write_str(&self.function);
        }
        let one = |key: &String| format!("{}[{}]", self.function, key.replace('|', ", "));
        f.write_str(&self.specialisations.iter().map(one).collect::<Vec<_>>().join(", "))
    }
}

/// Merges what is the same in several specialisations.
pub fn each_once<T: PartialEq>(all: Vec<T>, within: impl Fn(&mut T) -> &mut Within) -> Vec<T> {
    let mut found: Vec<(T, Vec<String>)> = Vec::new();
    for mut item in all {
        let specialisations = std::mem::take(&mut within(&mut item).specialisations);
        match found.iter_mut().find(|(known, of)| *known == item && !of.is_empty()) {
            Some((_, of)) => of.extend(specialisations),
            None => found.push((item, specialisations)),
        }
    }
    let put_back = |(mut item, specialisations): (T, Vec<String>)| {
        within(&mut item).specialisations = specialisations;
        item
    };
    found.into_iter().map(put_back).collect()
}
