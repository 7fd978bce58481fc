//! The language level: what words mean whose meaning changed with Python 3.

/// What a module means where Python 2 differs, as far as Cython still knows it. At level 3 everything is as in Python 3;
/// at level 2, `from __future__ import` turns some of it on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// Python 2's variables of list comprehensions, `long`, suffixes of integers and characters in bytes.
    pub is_2: bool,
    /// `/` of two integers may have a fraction.
    pub true_division: bool,
    /// `import x` does not look in the module's own package first.
    pub absolute_import: bool,
    pub print_function: bool,
    /// An exception `StopIteration` that leaves a generator becomes a `RuntimeError`.
    pub generator_stop: bool,
}

impl Level {
    pub const THREE: Level = Level {
        is_2: false,
        true_division: true,
        absolute_import: true,
        print_function: true,
        generator_stop: true,
    };

    pub const TWO: Level = Level {
        is_2: true,
        true_division: false,
        absolute_import: false,
        print_function: false,
        generator_stop: false,
    };

    /// The level that a directive gives: `3`, `3str`, `2` or another number.
    pub fn named(text: &str) -> Option<Level> {
        match text.trim().trim_matches(['"', '\'']) {
            "3str" => Some(Level::THREE),
            "2str" => None,
            number => match number.parse::<u32>().ok()? {
                0 | 1 => None,
                2 => Some(Level::TWO),
                _ => Some(Level::THREE),
            },
        }
    }

    /// `from __future__ import feature`
    pub fn import(&mut self, feature: &str) {
        match feature {
            "division" => self.true_division = true,
            "absolute_import" => self.absolute_import = true,
            "print_function" => self.print_function = true,
            "generator_stop" => self.generator_stop = true,
            _ => {}
        }
    }
}
