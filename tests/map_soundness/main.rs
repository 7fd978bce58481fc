//! Inferred maps never change a result: random regions are run element by element, and what they
//! touch is compared with what the plan says.
//!
//! A map `from` is right only if every element that comes back was written, and written before it was
//! read; a section only if nothing outside it is touched. The programs are Cython text and go through
//! the whole front half, so checks, temporaries and aliases are the real ones.
//!
//! Settled bounds checks must find the same errors, and let the same elements be touched.
//!
//! Whether the test would see a rule that is wrong is tested too: faults are planted into the rules, one at a time, and
//! the programs of the ordinary run must find each.

mod callers;
mod check;
mod copies;
mod generate;
mod interpret;
mod lines;
mod near;
mod paths;
mod pointers;

use check::{Program, Tally};
use generate::Random;
use offcy::base::planted::{Fault, plant};

/// Programs of the ordinary run, each with several shapes.
const PROGRAMS: u64 = 1200;

/// A number from the environment.
fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// More programs with `OFFCY_MAP_PROGRAMS=10000`.
#[test]
fn inferred_maps_never_change_a_result() {
    let first = setting("OFFCY_MAP_SEED").unwrap_or(0);
    let programs = setting("OFFCY_MAP_PROGRAMS").unwrap_or(PROGRAMS);
    let mut tally = Tally::default();
    // Faults are planted into programs of the ordinary run alone.
    let is_ordinary = first == 0 && plant(None);
    let mut missed: Vec<Fault> = if is_ordinary { Fault::OF_MAPS.to_vec() } else { Vec::new() };
    let all = first..first + programs;
    // These have seeds of their own, so that they leave the others as they are.
    let of_pointers = all.clone().filter(|seed| seed % 3 == 0).map(|seed| (seed, Shape::Pointers));
    let of_callers = all.clone().filter(|seed| seed % 2 == 0).map(|seed| (seed, Shape::Callers));
    let of_copies = all.clone().filter(|seed| seed % 2 == 1).map(|seed| (seed, Shape::Copies));
    let of_paths = all.clone().filter(|seed| seed % 2 == 0).map(|seed| (seed, Shape::Paths));
    let of_views = all.map(|seed| (seed, Shape::Views));
    for (seed, shape) in of_views.chain(of_pointers).chain(of_callers).chain(of_copies).chain(of_paths) {
        let (mut random, source) = shape.program(seed);
        let before = random.clone();
        let Some(program) = Program::new(&source, &mut random, &mut tally) else { continue };
        if let Err(wrong) = program.check(&mut tally).and_then(|()| program.check_settled()) {
            panic!("seed {seed}: {wrong}\n{source}");
        }
        if seed < PROGRAMS {
            missed.retain(|&fault| match fault.is_of_pointers() {
                true => {
                    !matches!(shape, Shape::Callers) || !is_found_again(fault, &source, before.clone(), seed)
                }
                false => !is_found(fault, &program, seed),
            });
        }
    }
    println!("{tally:?}");
    if programs >= PROGRAMS {
        tally.assert_sees_enough();
    }
    assert!(missed.is_empty(), "faults that no program found: {missed:?}");
}

/// What the programs of a stream of chance are about.
#[derive(Clone, Copy)]
enum Shape {
    Views,
    Pointers,
    Callers,
    Copies,
    Paths,
}

impl Shape {
    fn program(self, seed: u64) -> (Random, String) {
        let number = match self {
            Shape::Views => seed,
            Shape::Pointers => !seed,
            Shape::Callers => !seed ^ 1 << 40,
            Shape::Copies => !seed ^ 1 << 41,
            Shape::Paths => !seed ^ 1 << 42,
        };
        let mut random = Random::new(number);
        let source = match self {
            Shape::Views => generate::program(&mut random),
            Shape::Pointers => pointers::program(&mut random),
            Shape::Callers => callers::program(&mut random),
            Shape::Copies => copies::program(&mut random),
            Shape::Paths => paths::program(&mut random),
        };
        (random, source)
    }
}

/// The same of a fault in what comes before the plan: the program is compiled again.
fn is_found_again(fault: Fault, source: &str, mut random: Random, seed: u64) -> bool {
    plant(Some(fault));
    let program = Program::new(source, &mut random, &mut Tally::default());
    let found = program.is_some_and(|program| program.check(&mut Tally::default()).is_err());
    plant(None);
    if found {
        println!("{fault:?}: {seed}");
    }
    found
}

fn is_found(fault: Fault, program: &Program, seed: u64) -> bool {
    plant(Some(fault));
    let found = match fault.is_of_checks() {
        true => program.check_settled().is_err(),
        false => program.check(&mut Tally::default()).is_err(),
    };
    plant(None);
    if found {
        println!("{fault:?}: {seed}");
    }
    found
}
