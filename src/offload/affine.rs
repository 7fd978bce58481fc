//! Index forms: polynomials over loop variables and numbers known on entry, with exact integers.
//!
//! `i * N + j - 1` is such a form. Anything that would overflow, grow without bound or leave the
//! integers has no form; callers then assume nothing.

use std::collections::{BTreeMap, BTreeSet};

/// What a form is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// A number that is known when the region is entered: an index into [`super::entries::Entries`].
    Entry(u32),
    /// The variable of a loop of the region: an index into [`super::bounds::Loops`]. Inner loops have
    /// larger numbers than the loops around them.
    Loop(u32),
}

/// The product of its symbols, sorted; the empty product is one.
type Monomial = Vec<Symbol>;

const MAX_TERMS: usize = 24;
const MAX_DEGREE: usize = 3;
const MAX_COEFFICIENT: i128 = 1 << 62;

/// A polynomial; no term has a zero coefficient.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Form {
    terms: BTreeMap<Monomial, i128>,
}

impl Form {
    pub fn constant(value: i128) -> Form {
        let mut form = Form::default();
        if value != 0 {
            form.terms.insert(Vec::new(), value);
        }
        form
    }

    pub fn symbol(symbol: Symbol) -> Form {
        Form { terms: BTreeMap::from([(vec![symbol], 1)]) }
    }

    pub fn as_constant(&self) -> Option<i128> {
        match self.terms.len() {
            0 => Some(0),
            1 => self.terms.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    /// Terms as (symbols, coefficient).
    pub fn terms(&self) -> impl Iterator<Item = (&[Symbol], i128)> {
        self.terms.iter().map(|(monomial, &coefficient)| (monomial.as_slice(), coefficient))
    }

    pub fn add(&self, other: &Form) -> Option<Form> {
        let mut sum = self.clone();
        for (monomial, &coefficient) in &other.terms {
            sum.add_term(monomial.clone(), coefficient)?;
        }
        Some(sum)
    }

    pub fn subtract(&self, other: &Form) -> Option<Form> {
        let mut difference = self.clone();
        for (monomial, &coefficient) in &other.terms {
            difference.add_term(monomial.clone(), coefficient.checked_neg()?)?;
        }
        Some(difference)
    }

    pub fn offset(&self, by: i128) -> Option<Form> {
        let mut sum = self.clone();
        sum.add_term(Vec::new(), by)?;
        Some(sum)
    }

    pub fn scale(&self, factor: i128) -> Option<Form> {
        let mut product = Form::default();
        for (monomial, &coefficient) in &self.terms {
            product.add_term(monomial.clone(), coefficient.checked_mul(factor)?)?;
        }
        Some(product)
    }

    pub fn multiply(&self, other: &Form) -> Option<Form> {
        let mut product = Form::default();
        for (left, &a) in &self.terms {
            for (right, &b) in &other.terms {
                let mut monomial: Monomial = left.iter().chain(right).copied().collect();
                monomial.sort();
                if monomial.len() > MAX_DEGREE {
                    return None;
                }
                product.add_term(monomial, a.checked_mul(b)?)?;
            }
        }
        Some(product)
    }

    fn add_term(&mut self, monomial: Monomial, coefficient: i128) -> Option<()> {
        let sum = self.terms.get(&monomial).copied().unwrap_or(0).checked_add(coefficient)?;
        if sum.abs() > MAX_COEFFICIENT {
            return None;
        }
        if sum == 0 {
            self.terms.remove(&monomial);
        } else {
            self.terms.insert(monomial, sum);
        }
        (self.terms.len() <= MAX_TERMS).then_some(())
    }

    /// The symbol of a form in which no other occurs.
    pub fn only_symbol(&self) -> Option<Symbol> {
        let mut symbols = self.terms.keys().flatten();
        let first = *symbols.next()?;
        symbols.all(|symbol| *symbol == first).then_some(first)
    }

    /// The form with other symbols in place of its own; `None` if one of them has no counterpart.
    pub fn renamed(&self, other: impl Fn(Symbol) -> Option<Symbol>) -> Option<Form> {
        let mut form = Form::default();
        for (monomial, &coefficient) in &self.terms {
            let mut monomial = monomial.iter().map(|&symbol| other(symbol)).collect::<Option<Monomial>>()?;
            monomial.sort();
            form.add_term(monomial, coefficient)?;
        }
        Some(form)
    }

    pub fn mentions(&self, symbol: Symbol) -> bool {
        self.terms.keys().any(|monomial| monomial.contains(&symbol))
    }

    /// The loops whose variables it contains.
    pub fn loops(&self) -> BTreeSet<u32> {
        self.terms
            .keys()
            .flatten()
            .filter_map(|symbol| match symbol {
                Symbol::Loop(id) => Some(*id),
                Symbol::Entry(_) => None,
            })
            .collect()
    }

    pub fn is_entry_known(&self) -> bool {
        self.loops().is_empty()
    }

    /// `self = factor * symbol + rest` with neither containing the symbol; `None` if it is squared.
    pub fn split(&self, symbol: Symbol) -> Option<(Form, Form)> {
        let (mut factor, mut rest) = (Form::default(), Form::default());
        for (monomial, &coefficient) in &self.terms {
            match monomial.iter().filter(|&&other| other == symbol).count() {
                0 => rest.add_term(monomial.clone(), coefficient)?,
                1 => {
                    let others = monomial.iter().copied().filter(|&other| other != symbol).collect();
                    factor.add_term(others, coefficient)?;
                }
                _ => return None,
            }
        }
        Some((factor, rest))
    }

    /// The form with `value` in place of the symbol.
    pub fn substitute(&self, symbol: Symbol, value: &Form) -> Option<Form> {
        let (factor, rest) = self.split(symbol)?;
        factor.multiply(value)?.add(&rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_multiply_split_and_refuse_to_overflow() {
        let (i, n) = (Form::symbol(Symbol::Loop(0)), Form::symbol(Symbol::Entry(0)));
        let form = i.multiply(&n).unwrap().add(&i).unwrap().offset(3).unwrap();
        let (factor, rest) = form.split(Symbol::Loop(0)).unwrap();
        assert_eq!(factor, n.offset(1).unwrap());
        assert_eq!(rest, Form::constant(3));
        assert_eq!(form.subtract(&form).unwrap().as_constant(), Some(0));
        assert!(i.multiply(&i).unwrap().split(Symbol::Loop(0)).is_none());
        assert!(Form::constant(1 << 62).scale(2).is_none());
        let square = n.multiply(&n).unwrap();
        assert!(square.multiply(&square).is_none());
    }
}
