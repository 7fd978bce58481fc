//! How much each line has to do with Python, and whether it can raise, counted in the TIR.

use std::collections::BTreeMap;

use crate::source::{FileId, SourceMap, Span};
use crate::tir::{Failure, Function, FunctionKind, Module, Stmt, StmtKind, walk};

/// How many operations of each kind a line has. Each operation is counted once, as the most expensive kind
/// that applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// May run Python code: methods of objects, imports, conversions that ask an object.
    pub python: u32,
    /// Need the GIL, but run no Python code.
    pub gil: u32,
    /// Need no GIL, but can raise.
    pub raises: u32,
}

/// The deepest tint.
pub const DEEPEST: u32 = 8;

impl Cost {
    /// How deep the line is tinted: 0 for C alone, up to [`DEEPEST`].
    pub fn tint(self) -> u32 {
        match 5 * self.python + 2 * self.gil + self.raises {
            0 => 0,
            // One step for each doubling.
            score => (score.ilog2() + 1).min(DEEPEST),
        }
    }

    /// In words; empty where there is nothing to say.
    pub fn text(self) -> String {
        let parts = [
            (self.python, "may run Python code", "may run Python code"),
            (self.gil, "needs the GIL", "need the GIL"),
            (self.raises, "can raise", "can raise"),
        ];
        let said = parts.into_iter().filter(|(count, ..)| *count > 0).enumerate();
        let said = said.map(|(at, (count, one, many))| {
            let noun = match (at, count) {
                (0, 1) => " operation",
                (0, _) => " operations",
                _ => "",
            };
            format!("{count}{noun} {}", if count == 1 { one } else { many })
        });
        said.collect::<Vec<_>>().join(", ")
    }

    fn add(&mut self, other: Cost) {
        self.python += other.python;
        self.gil += other.gil;
        self.raises += other.raises;
    }
}

impl std::iter::Sum for Cost {
    fn sum<I: Iterator<Item = Cost>>(costs: I) -> Cost {
        costs.fold(Cost::default(), |mut all, one| {
            all.add(one);
            all
        })
    }
}

const PYTHON: Cost = Cost { python: 1, gil: 0, raises: 0 };
const GIL: Cost = Cost { python: 0, gil: 1, raises: 0 };
const RAISES: Cost = Cost { python: 0, gil: 0, raises: 1 };

/// The lines of a file that are more than plain C. If a line has several variants, the most expensive counts.
pub fn costs(module: &Module, file: FileId, sources: &SourceMap) -> BTreeMap<u32, Cost> {
    let mut dearest: BTreeMap<u32, Cost> = BTreeMap::new();
    for (_, function) in module.functions.iter() {
        let mut own: BTreeMap<u32, Cost> = BTreeMap::new();
        let mut note = |span: Span, cost: Cost| {
            if span.file == file && cost != Cost::default() {
                own.entry(sources.line(span)).or_default().add(cost);
            }
        };
        note(function.span, entry(function));
        let blocks = std::iter::once(&function.body);
        for block in blocks.chain(function.regions.iter().map(|(_, region)| &region.body)) {
            walk::statements(block, &mut |stmt| note(stmt.span, of(stmt)));
        }
        for (line, cost) in own {
            let known = dearest.entry(line).or_default();
            if known.tint() < cost.tint() {
                *known = cost;
            }
        }
    }
    dearest
}

/// What a call from Python costs: the call, and each argument that is converted to C.
fn entry(function: &Function) -> Cost {
    if matches!(function.kind, FunctionKind::Cdef | FunctionKind::Init) {
        return Cost::default();
    }
    let converted = function.params.iter().filter(|param| !function.locals[param.local].ty.is_object());
    Cost { python: 1 + converted.count() as u32, ..Cost::default() }
}

fn of(stmt: &Stmt) -> Cost {
    match &stmt.kind {
        StmtKind::Run { op, .. } => {
            let info = op.info();
            match (info.needs_gil, info.failure) {
                (true, _) if info.runs_python => PYTHON,
                (true, _) => GIL,
                (false, Failure::Never) => Cost::default(),
                (false, _) => RAISES,
            }
        }
        StmtKind::Check(_) => RAISES,
        StmtKind::Nogil(_) | StmtKind::WithGil(_) => GIL,
        _ => Cost::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_it_costs() {
        let cost = Cost { python: 1, gil: 2, raises: 1 };
        assert_eq!(cost.text(), "1 operation may run Python code, 2 need the GIL, 1 can raise");
        assert_eq!(RAISES.text(), "1 operation can raise");
        assert_eq!(Cost::default().text(), "");
        let tints = [Cost::default(), RAISES, GIL, PYTHON].map(Cost::tint);
        assert_eq!(tints, [0, 1, 2, 3]);
        assert_eq!(Cost { python: 9_000, ..cost }.tint(), DEEPEST);
    }
}
