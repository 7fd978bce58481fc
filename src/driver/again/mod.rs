//! The study of a text in which the body of one function has been edited.
//!
//! Nothing outside of the body is then different, as long as the body says nothing to the module (`syntax::items`). What
//! the stages find out about a function depends on the declarations, and on the bodies that share facts with its own
//! ([`web`]): only these are parsed, lowered, typed and planned. What was reported about the others stays, moved to where
//! they are now ([`said`]).

mod said;
mod web;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::study::{Analysed, values};
use super::{Options, Outcome, Session, guard};
use crate::diag::{Diagnostics, codes};
use crate::source::{FileId, SourceMap};
use crate::syntax::items::{Item, items};
use crate::syntax::{Change, LeftOut, Origin, Parse, Reported, unreadable};
use said::Settled;
use web::{REST, Web};

/// What a study has found out, as far as the study of an edit needs it.
#[derive(Clone)]
pub struct Base {
    origin: Origin,
    items: Vec<Item>,
    web: Web,
    reported: Reported,
    /// The functions about which `reported` is not complete: an error made the text unreadable.
    unchecked: BTreeSet<usize>,
    /// What the stages after the parser have reported, unsorted.
    said: Diagnostics,
    /// The files that were read besides the module.
    others: Vec<(PathBuf, Arc<str>)>,
    /// What the study began with.
    options: Options,
}

/// At most this fraction of a text may be studied again for that to be worthwhile.
const WORTH_WHILE: usize = 3;

/// What one look at an edited text gives.
enum Look {
    Done(Box<Base>),
    /// These functions matter as well.
    More(BTreeSet<usize>),
}

/// An edited text, and what has been found out about the text before.
struct Edit<'a> {
    before: &'a Base,
    origin: Origin,
    change: Change,
    /// The function whose body has been edited.
    at: usize,
}

/// Studies a text with the results for an earlier one. The diagnostics are those of a study of the whole text. `None` if
/// that is not possible, or not worthwhile. If the edit has made the text unreadable, the next edit has nothing to begin with:
/// the diagnostics say so, and those about other functions are those from before, until all is studied or readable.
pub fn study_edit(path: &Path, text: Arc<str>, options: &Options, before: &Base) -> Option<Outcome<Base>> {
    let change = Change::between(before.origin.text(), &text);
    let at = before.edited(&change).filter(|_| options.are_alike(&before.options))?;
    if let Some(outcome) = before.unreadable(path, &text, options, &change, at) {
        return Some(outcome);
    }
    let origin = before.origin.edited(text.clone())?;
    let edit = Edit { before, origin, change, at };
    let mut kept = before.web.around(at);
    loop {
        if !edit.is_worthwhile(&kept) {
            return None;
        }
        let look = guard::run_on_text(text.clone(), path, options, |session, file| {
            edit.look(session, path, file, &kept)
        });
        let Outcome { sources, diagnostics, value } = look;
        match value? {
            Look::Done(_) if diagnostics.iter().any(|one| one.code == codes::INTERNAL) => return None,
            Look::Done(base) => return Some(Outcome { sources, diagnostics, value: Some(*base) }),
            Look::More(more) => kept.extend(more),
        }
    }
}

impl Base {
    /// `session` has what the stages after the parser have reported.
    pub(super) fn new(
        origin: Origin,
        reported: Reported,
        parse: &Parse,
        analysed: &Analysed,
        session: &Session<'_>,
    ) -> Option<Base> {
        let items = items(parse);
        // Then what happens to a field depends on all functions.
        if analysed.module.takes_field_addresses || !reported.is_readable {
            return None;
        }
        let web = Web::of(&items, parse.file(), &analysed.typed, 0..items.len());
        let others = others(session.sources, parse.file());
        let said = session.diagnostics.clone();
        Some(Base {
            origin,
            items,
            web,
            reported,
            unchecked: BTreeSet::new(),
            said,
            others,
            options: session.options.clone(),
        })
    }

    /// The diagnostics about a text that an edit in a function has made unreadable.
    fn unreadable(
        &self,
        path: &Path,
        text: &Arc<str>,
        options: &Options,
        change: &Change,
        at: usize,
    ) -> Option<Outcome<Base>> {
        let outcome = guard::run_on_text(text.clone(), path, options, |session, file| {
            let found = unreadable(file, text)?;
            unreadable(file, self.origin.text()).is_none().then_some(())?;
            let settled = BTreeSet::from([at]);
            let edited = Settled { items: &self.items, file, settled: &settled };
            let others = said::merged(&self.said, edited, change, &Diagnostics::default(), edited);
            session.diagnostics.append(found);
            session.diagnostics.extend(others.iter().filter(|one| one.is_within(file)).cloned());
            Some(())
        });
        let Outcome { sources, diagnostics, value } = outcome;
        value.map(|()| Outcome { sources, diagnostics, value: None })
    }

    fn is_broken(&self) -> bool {
        self.reported.errors.has_errors() || self.reported.is_readable && self.reported.checks.has_errors()
    }

    /// Whether something that is said about other functions depends on whether the text has errors of syntax.
    fn is_conditional(&self, file: FileId, settled: &BTreeSet<usize>) -> bool {
        let settled = Settled { items: &self.items, file, settled };
        self.said.conditional().any(|place| !settled.holds_place(Some(place)))
    }

    /// The function in whose body, or after whose body, the only change is.
    fn edited(&self, change: &Change) -> Option<usize> {
        let at = self.items.iter().rposition(|item| item.range.start <= change.before.start)?;
        let next = self.items.get(at + 1).map_or(usize::MAX, |next| next.range.start);
        let body = self.items[at].body.as_ref()?;
        let is_inside = body.start <= change.before.start && change.before.end < next;
        (is_inside && !self.items[at].speaks).then_some(at)
    }
}

impl Edit<'_> {
    fn is_worthwhile(&self, kept: &BTreeSet<usize>) -> bool {
        let size: usize =
            kept.iter().filter_map(|&item| self.before.items.get(item)).map(|item| item.range.len()).sum();
        size <= self.before.origin.text().len() / WORTH_WHILE
    }

    /// Studies the declarations and the functions that are kept.
    fn look(
        &self,
        session: &mut Session<'_>,
        path: &Path,
        file: FileId,
        kept: &BTreeSet<usize>,
    ) -> Option<Look> {
        let before = self.before;
        let (mut parse, reported) = self.origin.parse(file, &self.left_out(kept));
        let items = self.same_items(&parse)?;
        let (reported, unchecked) = self.reported(reported, &items, file)?;
        parse.report(&reported);
        let analysed = values(session, path, &parse)?;
        if analysed.module.takes_field_addresses || others(session.sources, file) != before.others {
            return None;
        }
        let mut web = before.web.clone();
        web.replace(Web::of(&items, file, &analysed.typed, kept.iter().copied()), kept);
        let settled = web.around(self.at);
        if !settled.is_subset(kept) {
            return Some(Look::More(settled));
        }
        if parse.has_errors() != before.is_broken() && before.is_conditional(file, &settled) {
            return None;
        }
        let new = std::mem::take(session.diagnostics);
        let now = Settled { items: &items, file, settled: &settled };
        let said = self.merged(&before.said, &new, now);
        if !self.is_rest_known(&before.said, &new, now) {
            return None;
        }
        session.diagnostics.append(parse.diagnostics.clone());
        session.diagnostics.append(said.clone());
        let origin = self.origin.clone();
        Some(Look::Done(Box::new(Base { origin, items, web, reported, unchecked, said, ..before.clone() })))
    }

    /// The bodies that are not looked at.
    fn left_out(&self, kept: &BTreeSet<usize>) -> LeftOut {
        let items = self.before.items.iter().enumerate();
        let others = items.filter(|(at, item)| !item.speaks && !kept.contains(at));
        let bodies = others.filter_map(|(_, item)| Some(self.change.moved(item.body.as_ref()?)));
        // What is said about declarations does not depend on who mentions them.
        LeftOut { bodies: bodies.collect(), are_needed: kept.contains(&REST) }
    }

    /// The items of the edited text, if they are those of the text before.
    fn same_items(&self, parse: &Parse) -> Option<Vec<Item>> {
        let mut found = items(parse);
        let before = &self.before.items;
        let is_same = |(at, (item, before)): (usize, (&mut Item, &Item))| {
            if at == self.at {
                let starts = |item: &Item| Some((item.range.start, item.body.as_ref()?.start, item.kind));
                return starts(item) == starts(before) && !item.speaks;
            }
            // The parser may recover from an error elsewhere in another way than before.
            if item.is_broken || before.is_broken {
                return false;
            }
            item.speaks = before.speaks;
            let body = before.body.as_ref().map(|body| self.change.moved(body));
            *item == Item { range: self.change.moved(&before.range), body, ..before.clone() }
        };
        (found.len() == before.len() && found.iter_mut().zip(before).enumerate().all(is_same))
            .then_some(found)
    }

    /// What the parser reports about the whole text, given what it reports without the bodies that are left out: each
    /// function is checked by itself. And the functions of which that is not known.
    fn reported(&self, new: Reported, items: &[Item], file: FileId) -> Option<(Reported, BTreeSet<usize>)> {
        let before = self.before;
        // All that is outside of functions has been checked.
        let edited = BTreeSet::from([self.at, REST]);
        let mut unchecked = before.unchecked.clone();
        match new.is_readable {
            true => unchecked.remove(&self.at),
            false => unchecked.insert(self.at),
        };
        if new.is_readable && !unchecked.is_empty() {
            return None;
        }
        let now = Settled { items, file, settled: &edited };
        let checks = self.merged(&before.reported.checks, &new.checks, now);
        Some((Reported { checks, ..new }, unchecked))
    }

    /// Whether what is reported about declarations is known: a body that is left out may have brought it about, or one
    /// that is not.
    fn is_rest_known(&self, said: &Diagnostics, new: &Diagnostics, now: Settled<'_>) -> bool {
        let nothing = Diagnostics::default();
        let functions: BTreeSet<usize> = (0..now.items.len()).collect();
        let before = self.merged(said, &nothing, Settled { settled: &functions, ..now });
        let new = self.merged(&nothing, new, Settled { settled: &BTreeSet::from([REST]), ..now });
        let are_in = |these: &Diagnostics, those: &Diagnostics| {
            these.iter().all(|one| those.iter().any(|other| one.shows_as(other)))
        };
        are_in(&before, &new) && (now.settled.contains(&REST) || are_in(&new, &before))
    }

    /// What is known to be reported, with what is new about some functions.
    fn merged(&self, said: &Diagnostics, new: &Diagnostics, now: Settled<'_>) -> Diagnostics {
        said::merged(said, Settled { items: &self.before.items, ..now }, &self.change, new, now)
    }
}

/// The files besides the module, as they were read.
fn others(sources: &SourceMap, own: FileId) -> Vec<(PathBuf, Arc<str>)> {
    let others = sources.files().filter(|(id, _)| *id != own);
    others.map(|(_, file)| (file.path().to_path_buf(), file.shared_text())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::study;

    const MODULE: &str = "\
cdef double total = 0
cdef class A:
    cdef int a
    cdef int m(self):
        return self.a
cdef class B(A):
    cdef int m(self):
        return 2
cdef double square(double x) noexcept nogil:
    return x * x
def caller(double x):
    return square(x)
def sums(double x):
    global total
    total += x
def shows():
    return total
def alone(x):
    return x
def takes(A a):
    return a.m()
counted = 1
";

    fn names(text: &str, edited: &str) -> Vec<String> {
        let options = Options::default();
        let path = Path::new("together.pyx");
        let outcome = study(path, text.into(), &options);
        let base = outcome.value.and_then(|study| study.base).expect("a base");
        let at = text.find(edited).expect("it is there");
        let item = said::item_at(&base.items, at).expect("a function");
        let around = base.web.around(item);
        let name = |&item: &usize| match base.items.get(item) {
            Some(item) => text[item.range.clone()].split(['(', ':']).next().unwrap_or_default().to_string(),
            None => "the rest".to_string(),
        };
        around.iter().map(name).collect()
    }

    #[test]
    fn functions_that_share_facts_are_studied_together() {
        let square = ["cdef double square", "def caller"];
        assert_eq!(names(MODULE, "return square"), square);
        assert_eq!(names(MODULE, "return x * x"), square);
        assert_eq!(names(MODULE, "return total"), ["def sums", "def shows", "the rest"]);
        assert_eq!(names(MODULE, "return x\n"), ["def alone"]);
        let classes = ["cdef int m", "cdef int m", "def takes"];
        assert_eq!(names(MODULE, "return self.a"), classes);
        assert_eq!(names(MODULE, "return a.m"), classes);
    }

    #[test]
    fn only_edits_within_a_function_are_studied_by_themselves() {
        let options = Options::default();
        let path = Path::new("together.pyx");
        let text = format!("{MODULE}{}", "def more():\n    return 1\n".repeat(40));
        let base =
            study(path, text.as_str().into(), &options).value.and_then(|study| study.base).expect("a base");
        let edited = |from: &str, to: &str| {
            let text = text.replacen(from, to, 1);
            study_edit(path, text.as_str().into(), &options, &base).map(|outcome| outcome.diagnostics.len())
        };
        assert_eq!(edited("return square(x)", "return square(x) + 1"), Some(0));
        assert_eq!(edited("return square(x)", "return unknown(x)"), Some(1));
        assert_eq!(edited("return square(x)", "return square(x"), Some(1));
        // Its new callee is studied with it.
        assert_eq!(edited("return x\n", "return square(x)\n"), Some(0));
        assert_eq!(edited("counted = 1", "counted = 2"), None);
        assert_eq!(edited("def alone(x)", "def alone(x, y)"), None);
        assert_eq!(edited("return x\n", "return x\ncounted = 2\n"), None);
        assert_eq!(edited("return x\n", "import cython\n    return x\n"), None);
    }
}
