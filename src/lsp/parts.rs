//! A module's functions and classes as parts that can be checked without the others.
//!
//! The diagnostics about a function depend on it, on what it uses, and on the code of the module outside of
//! functions; and an edit in it changes the diagnostics about its users. Names show which these are: code that
//! mentions a name defined by a part uses that part. All other parts are blanked out, so that every place stays
//! where it is.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use crate::syntax::Parse;
use crate::syntax::ast::Statement;

/// A text, split into parts.
#[derive(Clone)]
pub struct Parts {
    text: Arc<str>,
    /// From a definition, or its decorators, to the next statement; in order.
    ranges: Vec<Range<usize>>,
    words: HashMap<String, Word>,
    /// The words in each part, followed by those in the rest.
    uses: Vec<Vec<String>>,
    /// The parts that the rest uses.
    of_rest: HashSet<usize>,
    defines: Vec<String>,
}

#[derive(Clone, Default)]
struct Word {
    definers: Vec<usize>,
    /// The index after the last part means the rest.
    users: Vec<usize>,
}

/// A later text of which only a part is checked.
pub struct Selection {
    /// As long as the whole text, blank where nothing needs checking.
    pub text: String,
    /// The places for which the diagnostics are then complete.
    settled: Vec<Range<usize>>,
    is_rest_settled: bool,
    all: Vec<Range<usize>>,
    pub change: Change,
    edited: usize,
}

/// The single place where two texts differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    before: Range<usize>,
    after: Range<usize>,
    /// How long the texts are.
    lengths: (usize, usize),
}

/// At most this fraction of a text may be checked for that to be worthwhile.
const WORTH_WHILE: usize = 3;

impl Parts {
    pub fn new(parse: &Parse, text: Arc<str>) -> Parts {
        let statements = parse.module().statements();
        let starts: Vec<usize> = statements.iter().map(|statement| start(*statement)).collect();
        let mut parts = Parts {
            ranges: Vec::new(),
            words: HashMap::new(),
            uses: Vec::new(),
            of_rest: HashSet::new(),
            defines: Vec::new(),
            text,
        };
        for (index, statement) in statements.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(parts.text.len());
            let begins_line = |at: usize| at == 0 || parts.text.as_bytes()[at - 1] == b'\n';
            // Two on one line are not parts.
            let is_apart = begins_line(starts[index]) && (end == parts.text.len() || begins_line(end));
            if let Some(name) = defined(*statement).filter(|_| is_apart) {
                parts.ranges.push(starts[index]..end);
                parts.defines.push(name);
            }
        }
        parts.read_words(parse);
        parts
    }

    fn read_words(&mut self, parse: &Parse) {
        let rest = self.ranges.len();
        let mut uses = vec![HashSet::new(); rest + 1];
        let mut at = 0;
        for name in parse.identifiers() {
            let start = name.span().start as usize;
            while self.ranges.get(at).is_some_and(|range| range.end <= start) {
                at += 1;
            }
            let holder =
                if self.ranges.get(at).is_some_and(|range| range.contains(&start)) { at } else { rest };
            uses[holder].insert(name.text());
        }
        for (part, words) in uses.iter().enumerate() {
            for &word in words {
                self.words.entry(word.to_string()).or_default().users.push(part);
            }
        }
        for (part, name) in self.defines.iter().enumerate() {
            self.words.entry(name.clone()).or_default().definers.push(part);
        }
        self.uses = uses.into_iter().map(|words| words.into_iter().map(str::to_string).collect()).collect();
        let of_rest = self.uses[rest].iter().filter_map(|word| self.words.get(word));
        self.of_rest = of_rest.flat_map(|word| &word.definers).copied().collect();
    }

    /// What to check in a later text; `None` if that is most of it, or if the change is not within a single
    /// part.
    pub fn select(&self, text: &str) -> Option<Selection> {
        let change = Change::between(&self.text, text);
        let holds = |range: &Range<usize>| {
            let last = if range.end == self.text.len() { range.end } else { range.end - 1 };
            range.start < change.before.start && change.before.end <= last
        };
        let edited = self.ranges.iter().position(holds)?;
        let moved = |part: usize| change.moved(&self.ranges[part]);
        let new_words: HashSet<&str> = words(text.get(moved(edited))?).collect();
        let (mut settled, mut is_rest_settled) = (vec![edited], false);
        let mut next = 0;
        while let Some(&part) = settled.get(next) {
            next += 1;
            let users = self.words.get(&self.defines[part]).map(|word| word.users.as_slice());
            for &user in users.unwrap_or_default() {
                is_rest_settled |= user == self.ranges.len();
                if user < self.ranges.len() && !settled.contains(&user) {
                    settled.push(user);
                }
            }
        }
        let mut kept = settled.clone();
        let mut known: HashSet<usize> = kept.iter().copied().collect();
        kept.extend(self.of_rest.iter().filter(|part| known.insert(**part)));
        let mut next = 0;
        while let Some(&part) = kept.get(next) {
            next += 1;
            let of =
                |word: &str| self.words.get(word).map(|word| word.definers.as_slice()).unwrap_or_default();
            let used: Vec<usize> = if part == edited {
                new_words.iter().flat_map(|word| of(word)).copied().collect()
            } else {
                self.uses[part].iter().flat_map(|word| of(word)).copied().collect()
            };
            kept.extend(used.into_iter().filter(|part| known.insert(*part)));
        }
        let size: usize = kept.iter().map(|&part| self.ranges[part].len()).sum();
        if size > self.text.len() / WORTH_WHILE {
            return None;
        }
        let mut bytes = text.as_bytes().to_vec();
        for part in (0..self.ranges.len()).filter(|part| !known.contains(part)) {
            let blanked = bytes[moved(part)].iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r'));
            blanked.for_each(|byte| *byte = b' ');
        }
        Some(Selection {
            text: String::from_utf8(bytes).ok()?,
            settled: settled.into_iter().map(moved).collect(),
            is_rest_settled,
            all: (0..self.ranges.len()).map(moved).collect(),
            change: change.clone(),
            edited,
        })
    }

    /// The parts of the later text, from which the next edit can be checked. A changed name of a definition becomes
    /// known when the whole text is split into parts again.
    pub fn after(&self, selection: &Selection, text: Arc<str>) -> Parts {
        let mut parts = self.clone();
        let edited = selection.edited;
        parts.ranges.clone_from(&selection.all);
        for word in &self.uses[edited] {
            if let Some(word) = parts.words.get_mut(word) {
                word.users.retain(|user| *user != edited);
            }
        }
        let new: HashSet<&str> =
            text.get(selection.all[edited].clone()).into_iter().flat_map(words).collect();
        for &word in &new {
            parts.words.entry(word.to_string()).or_default().users.push(edited);
        }
        parts.uses[edited] = new.into_iter().map(str::to_string).collect();
        parts.text = text;
        parts
    }
}

impl Selection {
    /// Whether the selection gives all diagnostics about a place.
    pub fn settles(&self, at: usize) -> bool {
        // The end of the text belongs to the part that it ends.
        let holds = |range: &Range<usize>| range.contains(&at) || at == range.end && at == self.text.len();
        match self.all.iter().any(holds) {
            true => self.settled.iter().any(holds),
            false => self.is_rest_settled,
        }
    }
}

impl Change {
    pub fn between(before: &str, after: &str) -> Change {
        let (old, new) = (before.as_bytes(), after.as_bytes());
        let start = old.iter().zip(new).take_while(|(one, other)| one == other).count();
        let most = old.len().min(new.len()) - start;
        let same = old.iter().rev().zip(new.iter().rev()).take(most);
        let end = same.take_while(|(one, other)| one == other).count();
        let lengths = (old.len(), new.len());
        Change { before: start..old.len() - end, after: start..new.len() - end, lengths }
    }

    /// The present place of a byte of the earlier text.
    pub fn place(&self, at: usize) -> usize {
        if at >= self.before.end && at > self.before.start {
            at - self.before.end + self.after.end
        } else {
            at.min(self.after.end)
        }
    }

    /// The present place of a part; a part at the end of the text stays at the end.
    fn moved(&self, range: &Range<usize>) -> Range<usize> {
        let end = if range.end == self.lengths.0 { self.lengths.1 } else { self.place(range.end) };
        self.place(range.start)..end
    }
}

/// Where a statement begins, decorators included.
fn start(statement: Statement<'_>) -> usize {
    let decorators = match statement {
        Statement::Function(function) => function.decorators(),
        Statement::CFunction(function) => function.decorators(),
        Statement::Class(class) => class.decorators(),
        Statement::CClass(class) => class.decorators(),
        _ => Vec::new(),
    };
    let first = decorators.first().map_or(statement.span(), |first| first.span());
    first.start.min(statement.span().start) as usize
}

/// The name of a statement that can be a part. Code that uses a method mentions its class, or something that
/// does.
fn defined(statement: Statement<'_>) -> Option<String> {
    let name = match statement {
        Statement::Function(function) => function.name(),
        Statement::CFunction(function) => function.name(),
        Statement::Class(class) => class.name(),
        Statement::CClass(class) => class.bound_name(),
        _ => None,
    };
    name.map(|name| name.text().to_string())
}

/// Everything that can be a name in a text, including comments and strings.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !(letter.is_alphanumeric() || letter == '_')).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{SourceFile, SourceMap};
    use crate::syntax;

    const MODULE: &str = "\
import numpy as np
cdef int limit = 3
cdef double square(double x) noexcept:
    return x * x
def f(double x):
    return square(x)
@decorated
def g():
    return 'é'
def h():
    return g()
cdef class A:
    cdef double m(self):
        return 1
def k(A a):
    return a.m()
def other(): pass
result = other()
";

    fn taken_apart(text: &str) -> Parts {
        let file = SourceMap::default().add(SourceFile::new("m.pyx", text));
        Parts::new(&syntax::parse(file, text), text.into())
    }

    fn selected(edit: (&str, &str)) -> Option<(Vec<&'static str>, Selection)> {
        let text = MODULE.replacen(edit.0, edit.1, 1);
        let mut parts = taken_apart(MODULE);
        // Padding, because all of this is small.
        parts.text = format!("{MODULE}{}", " ".repeat(5000)).into();
        let text = format!("{text}{}", " ".repeat(5000));
        let selection = parts.select(&text)?;
        let lines =
            ["square(double", "f(double", "g():\n    return 'é'", "h():", "class A", "k(A", "other():"];
        let left = lines.into_iter().filter(|line| selection.text.contains(line)).collect();
        assert_eq!(selection.text.len(), text.len());
        assert!(selection.text.starts_with("import numpy as np\ncdef int limit = 3\n"));
        Some((left, selection))
    }

    #[test]
    fn an_edit_leaves_what_it_has_to_do_with() {
        let (left, selection) = selected(("return square", "return 1 + square")).expect("a part");
        assert_eq!(left, ["square(double", "f(double", "other():"]);
        let at = |line: &str| selection.text.find(line).expect("it is there");
        assert!(selection.settles(at("1 + square")) && !selection.settles(at("square(double")));
        assert!(!selection.settles(at("result")));
        let (left, selection) = selected(("x * x", "x * x * limit")).expect("a part");
        assert_eq!(left, ["square(double", "f(double", "other():"]);
        assert!(selection.settles(selection.text.find("def f").expect("it is there")));
        let (left, _) = selected(("'é'", "'é' + 1")).expect("a part");
        assert_eq!(left, ["g():\n    return 'é'", "h():", "other():"]);
        let (left, _) = selected(("return 1", "return k(self)")).expect("a part");
        assert_eq!(left, ["class A", "k(A", "other():"]);
        let (_, selection) = selected((": pass", ": return 1")).expect("a part");
        assert!(selection.settles(selection.text.find("result").expect("it is there")));
        assert!(selected(("limit = 3", "limit = 4")).is_none(), "the rest");
        assert!(taken_apart(MODULE).select(&MODULE.replace("x * x", "x + x")).is_none(), "most of it");
    }

    #[test]
    fn edits_may_follow_one_another() {
        let text = format!("{MODULE}{}", "def last(): pass\n".repeat(300));
        let (first, second) =
            (text.replace("x * x", "x * h()"), text.replace("x * x", "x * h()").replace("'é'", "limit"));
        let parts = taken_apart(&text);
        assert!(parts.select(&second).is_none(), "two parts at once");
        let selection = parts.select(&first).expect("a part");
        let after = parts.after(&selection, first.as_str().into());
        let selection = after.select(&second).expect("a part");
        // `square` now uses what was written into it, and what that uses.
        let at = |line: &str| second.find(line).expect("it is there");
        assert!(selection.settles(at("return limit")));
        assert!(selection.settles(at("cdef double square")) && selection.settles(at("def f")));
        assert!(!selection.settles(at("def k")));
    }

    #[test]
    fn changes_are_the_middle() {
        let change = Change::between("abcabc", "ababc");
        assert_eq!((change.before.clone(), change.after.clone()), (2..3, 2..2));
        assert_eq!([0, 2, 3, 6].map(|at| change.place(at)), [0, 2, 2, 5]);
        let same = Change::between("abc", "abc");
        assert_eq!([0, 3].map(|at| same.place(at)), [0, 3]);
        let longer = Change::between("aa", "aaa");
        assert_eq!([0, 2].map(|at| longer.place(at)), [0, 2]);
        assert_eq!(longer.moved(&(1..2)), 1..3, "what ends the text goes on to its end");
    }
}
