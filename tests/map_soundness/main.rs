//! Inferred maps never change a result: random regions are run element by element, and what they
//! touch is compared with what the plan says.
//!
//! A map `from` is right only if every element that comes back was written, and written before it was
//! read; a section only if nothing outside it is touched. The programs are Cython text and go through
//! the whole front half, so checks, temporaries and aliases are the real ones.

mod check;
mod generate;
mod interpret;

use generate::Random;

/// Programs, each with several shapes. More with `OFFCY_MAP_PROGRAMS=10000`.
fn programs() -> u64 {
    std::env::var("OFFCY_MAP_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(600)
}

#[test]
fn inferred_maps_never_change_a_result() {
    let first: u64 = std::env::var("OFFCY_MAP_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut tally = check::Tally::default();
    for seed in first..first + programs() {
        let mut random = Random::new(seed);
        let source = generate::program(&mut random);
        if let Err(wrong) = check::program(&source, &mut random, &mut tally) {
            panic!("seed {seed}: {wrong}\n{source}");
        }
    }
    println!("{tally:?}");
    // The test must see what it is about: proven and unproven writes, sections, errors.
    assert!(tally.runs > 2 * programs(), "{tally:?}");
    assert!(tally.from * 20 > tally.runs, "{tally:?}");
    assert!(tally.unproven * 20 > tally.runs, "{tally:?}");
    assert!(tally.section_from * 100 > tally.runs, "{tally:?}");
    assert!(tally.sections * 4 > tally.runs, "{tally:?}");
    assert!(tally.failed * 100 > tally.runs, "{tally:?}");
    // A full write that happens is mostly one that is proven.
    assert!(tally.from * 2 > tally.full, "{tally:?}");
}
