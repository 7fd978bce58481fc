//! A page about a module: its source with the cost of each line, its C, its regions and their maps.
//!
//! [`Facts`] are gathered while the pipeline runs, as far as it gets; [`page()`] puts them and the diagnostics
//! into one HTML file that needs no other file and no network, and can be read without scripts.

mod c_lines;
mod cost;
mod counts;
mod frames;
mod html;
mod page;
mod panels;
mod signatures;

use std::collections::BTreeMap;

use c_lines::CRun;
use cost::Cost;
pub use counts::Counts;
use frames::Frames;
pub use page::page;

use crate::emit::Emitted;
use crate::offload::{MapsReport, OffloadPlan, maps_report};
use crate::source::{FileId, SourceMap, Span};
use crate::syntax::{Parse, Token};
use crate::tir::Module;

/// What the pipeline has found out about one file.
#[derive(Debug)]
pub struct Facts {
    file: FileId,
    words: Vec<(Span, Token)>,
    /// By line, from 1, as all the maps below.
    costs: BTreeMap<u32, Cost>,
    frames: Frames,
    /// The last line of each signature of several lines, by its first.
    signatures: BTreeMap<u32, u32>,
    /// `None` if the pipeline did not get so far.
    maps: Option<MapsReport>,
    c: Option<BTreeMap<u32, Vec<CRun>>>,
    counts: Vec<Counts>,
}

impl Facts {
    /// The facts about a text alone.
    pub fn of(parse: &Parse) -> Facts {
        Facts {
            file: parse.file(),
            words: parse.highlights(),
            costs: BTreeMap::new(),
            frames: Frames::default(),
            signatures: BTreeMap::new(),
            maps: None,
            c: None,
            counts: Vec::new(),
        }
    }

    /// Adds what a run has counted.
    pub fn add_counts(&mut self, counts: &[Counts]) {
        self.counts.extend_from_slice(counts);
    }

    /// Adds what is known of a module before there is C.
    pub fn add_plan(&mut self, module: &Module, plan: &OffloadPlan, parse: &Parse, sources: &SourceMap) {
        self.costs = cost::costs(module, self.file, sources);
        self.signatures = signatures::of(parse, sources);
        self.frames = Frames::of(module, parse, sources);
        self.maps = Some(maps_report(module, plan, sources));
    }

    pub fn add_c(&mut self, emitted: &Emitted) {
        self.c = Some(c_lines::by_line(emitted, self.file));
    }
}
