//! Places in the source, numbered.

use std::collections::HashMap;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Site {
    /// Empty without line information.
    pub file: String,
    pub line: u32,
    pub function: String,
    /// Used if there is no line of the source; otherwise 0.
    pub ptx_line: usize,
}

/// All places of a module, each once.
#[derive(Default)]
pub struct Sites {
    numbers: HashMap<Site, usize>,
    /// With the column and the line of PTX where each was first seen.
    pub all: Vec<(Site, u32, usize)>,
}

impl Sites {
    pub fn number(&mut self, site: Site, column: u32, ptx_line: usize) -> usize {
        if let Some(known) = self.numbers.get(&site) {
            return *known;
        }
        let number = self.all.len();
        self.numbers.insert(site.clone(), number);
        self.all.push((site, column, ptx_line));
        number
    }
}
