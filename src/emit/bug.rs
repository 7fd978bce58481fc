//! Facts that the typed IR and the plan must hold for emission. Where one is missing, that is a bug in offcy: nothing is
//! made up in its place. The driver reports OFC0901, and no C is written.

use super::body::Body;

/// A fact that may be missing.
pub trait OrBug<T> {
    /// The fact; `what`: what is missing otherwise.
    fn or_bug(self, what: &str) -> T;
}

impl<T> OrBug<T> for Option<T> {
    #[track_caller]
    fn or_bug(self, what: &str) -> T {
        match self {
            Some(fact) => fact,
            None => bug(what),
        }
    }
}

/// Ends emission: something is missing.
#[track_caller]
pub fn bug(what: &str) -> ! {
    panic!("emission misses {what}")
}

impl Body<'_, '_, '_> {
    /// Ends emission: something is missing at the statement that is being written.
    #[track_caller]
    pub(crate) fn bug(&self, what: &str) -> ! {
        let line = self.out.line().unwrap_or_else(|| self.unit.line(self.function.span));
        bug(&format!("{what}, in `{}`, line {line}", self.function.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named() {
        assert_eq!(Some(3).or_bug("a number"), 3);
        let missing = std::panic::catch_unwind(|| None::<u8>.or_bug("the name of `f`"));
        let words = missing.expect_err("nothing is made up").downcast::<String>().expect("words");
        assert_eq!(*words, "emission misses the name of `f`");
    }
}
