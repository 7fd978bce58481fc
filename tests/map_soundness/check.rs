//! Runs a program over several shapes and compares what happens with what the plan says.

use offcy::offload::{CapturePlan, Condition, Extent, RegionPlan, Relation, Transfer};
use offcy::source::{SourceFile, SourceMap};
use offcy::tir::{
    CompareOp, Function, FunctionId, LocalId, MapType, Module, Region, RegionId, Stmt, StmtKind, Subject,
};
use offcy::{hir, offload, pass, syntax, tir, ty};

use crate::callers;
use crate::generate::Random;
use crate::interpret::{Element, End, Machine, Marks, World, compare};

/// How often what happened.
#[derive(Debug, Default)]
pub struct Tally {
    pub runs: u64,
    /// Runs that ended with an exception.
    pub failed: u64,
    /// Arrays mapped `from` as a whole.
    pub from: u64,
    /// Arrays of which a section is mapped `from`.
    pub section_from: u64,
    /// Written arrays that are not.
    pub unproven: u64,
    /// Arrays that were written in full, before any read.
    pub full: u64,
    pub sections: u64,
    /// Pointers of which the number of elements is inferred.
    pub pointers: u64,
    /// Pointers to memory that was allocated: there is as much as is mapped.
    pub allocated: u64,
    /// Programs that the front half refused.
    pub refused: u64,
}

impl Tally {
    /// The test must see what it is about. How many of its programs a rule proves is the rule's business.
    pub fn assert_sees_enough(&self) {
        let seen = [
            self.runs > 1000,
            self.failed > 50,
            self.from > 50,
            self.section_from > 50,
            self.unproven > 50,
            self.full > 50,
            self.sections > 50,
            self.pointers > 50,
            self.allocated > 50,
        ];
        assert!(seen.iter().all(|&enough| enough) && self.refused * 2 < self.runs, "{self:?}");
    }
}

/// A program, and what it did with several shapes.
pub struct Program {
    module: Module,
    runs: Vec<(World, Marks, End)>,
}

/// A run of the whole function.
fn end(module: &Module, world: &World) -> (End, Marks) {
    let mut machine = Machine::new(module, world);
    let (_, function, ..) = region(module);
    let end = machine.function(function);
    (end, machine.marks)
}

impl Program {
    /// Compiles and runs it; `None` where the front half refuses it.
    pub fn new(source: &str, random: &mut Random, tally: &mut Tally) -> Option<Program> {
        let Some(module) = compiled(source) else {
            tally.refused += 1;
            return None;
        };
        let (_, function, _, region) = region(&module);
        let is_wide = source.contains("# wide");
        let mut runs = Vec::new();
        let worlds = match callers::is_called(&module) {
            true => callers::worlds(&module, random),
            false => (0..8).map(|_| world(function, is_wide, random)).collect(),
        };
        for mut world in worlds {
            if before_region(&module, &function.body, &mut world).is_none() {
                continue;
            }
            let mut machine = Machine::new(&module, &world);
            let end = machine.region(region);
            let mut touched = machine.marks.touched.iter();
            let is_outside = touched.any(|(pointer, at)| {
                world.sizes.get(pointer).is_some_and(|&size| !(0..size).contains(&at[0]))
            });
            if end != End::Undefined && !is_outside {
                let marks = std::mem::take(&mut machine.marks);
                runs.push((world, marks, end));
            }
        }
        Some(Program { module, runs })
    }

    /// Compares it with itself when its bounds checks are settled: it must fail for the same shapes, and touch the same.
    pub fn check_settled(&self) -> Result<(), String> {
        let settled = offload::settle_checks(self.module.clone());
        for (world, ..) in &self.runs {
            // The numbers that the region knows are computed again.
            let (before, touched) = end(&self.module, world);
            let (after, touches) = end(&settled, world);
            if before != End::Undefined && before != after {
                return Err(format!("its checks are settled, and {before:?} is {after:?}\nin {world:?}"));
            }
            if before == End::Done && touched.touched != touches.touched {
                return Err(format!("its checks are settled, and it touches other elements\nin {world:?}"));
            }
        }
        Ok(())
    }

    /// Compares it with its plan; an error says what is wrong with that.
    pub fn check(&self, tally: &mut Tally) -> Result<(), String> {
        let (id, function, region_id, region) = region(&self.module);
        let (plan, _) = offload::plan(&self.module);
        let planned = plan.functions.get(id).and_then(|plan| plan.regions.get(region_id)).ok_or("no plan")?;
        for (world, marks, end) in &self.runs {
            tally.runs += 1;
            tally.failed += u64::from(*end == End::Failed);
            Run { module: &self.module, function, world, marks, end: *end }.check(region, planned, tally)?;
        }
        Ok(())
    }
}

fn compiled(source: &str) -> Option<Module> {
    let mut files = SourceMap::default();
    let file = files.add(SourceFile::new("random.pyx", source.to_string()));
    let parse = syntax::parse(file, files.file(file).shared_text());
    let (module, mut told) =
        hir::lower(&parse, "random".into(), (&Default::default(), &Default::default()), &hir::Alone);
    let (typed, more) = ty::check(module);
    told.append(more);
    let (module, more) = tir::build::build(&typed);
    told.append(more);
    let (module, more) = pass::outline(module);
    told.append(more);
    let error = told.iter().find(|diagnostic| diagnostic.is_error());
    if let Some(error) = error.filter(|_| std::env::var_os("OFFCY_MAP_SHOW_REFUSED").is_some()) {
        println!("{}: {}\n{source}", error.code, error.message);
    }
    error.is_none().then_some(module)
}

/// The program's one function and its one region.
fn region(module: &Module) -> (FunctionId, &Function, RegionId, &Region) {
    let found = module.functions.iter().find(|(_, function)| function.name == "f");
    let (id, function) = found.expect("a function");
    let (region_id, region) = function.regions.iter().next().expect("a region");
    (id, function, region_id, region)
}

/// Runs what the host computes in front of the region; `None` where it ends with an exception.
fn before_region(module: &Module, block: &[Stmt], world: &mut World) -> Option<()> {
    for stmt in block {
        let number = |world: &World, expr| Machine::new(module, world).number(expr).ok();
        match &stmt.kind {
            StmtKind::Nogil(inner) => before_region(module, inner, world)?,
            // What comes after it changes nothing of it.
            StmtKind::Offload(_) => return Some(()),
            StmtKind::Assign { .. } if callers::allocates(module, stmt, world).is_some() => {}
            StmtKind::Assign { place, value } => {
                let value = number(world, value)?;
                world.numbers.insert(place.as_local()?, value);
            }
            StmtKind::If { condition, .. } if number(world, condition)? != 0 => return None,
            _ => {}
        }
    }
    Some(())
}

/// The usual extent, or sometimes another.
fn odd(usual: i128, random: &mut Random) -> i128 {
    if random.chance(25) { random.below(6) as i128 } else { usual }
}

/// Shapes that often fit together.
pub fn world(function: &Function, is_wide: bool, random: &mut Random) -> World {
    let mut world = World::default();
    let (mut m, mut n) = (random.below(5) as i128, random.below(5) as i128);
    if random.chance(30) {
        n = m;
    }
    if is_wide && random.chance(50) {
        // More than the narrow types hold.
        (m, n) = (random.pick_number(&[127, 128, 129, 256, 257]), 1);
    }
    if random.chance(6) {
        (m, n) = (-1 - random.below(2) as i128, -1 - random.below(2) as i128);
    }
    let given = |number: i128| number.max(0);
    for param in &function.params {
        let local = &function.locals[param.local];
        let is_unsigned = matches!(local.ty, ty::Ty::Int(kind) if !kind.is_signed());
        match local.name.as_str() {
            "A" | "B" => {
                let shape = vec![odd(given(m), random), odd(given(n), random)];
                let fortran =
                    local.ty.memoryview().is_some_and(|view| view.contiguity() == ty::Contiguity::Fortran);
                let mut strides = if fortran { vec![1, shape[0]] } else { vec![shape[1], 1] };
                let strided =
                    local.ty.memoryview().is_some_and(|view| view.contiguity() == ty::Contiguity::Strided);
                if strided && random.chance(30) {
                    strides = strides.iter().map(|stride| stride * 2).collect();
                }
                world.shapes.insert(param.local, shape);
                world.strides.insert(param.local, strides);
            }
            "C" => {
                let usual = [m, m, m * n, m * n, 2 * m - 1, m + 1, m * n * 2, n];
                let extent = if m < 0 { m * n } else { random.pick_number(&usual) };
                world.shapes.insert(param.local, vec![odd(given(extent), random)]);
                world.strides.insert(param.local, vec![1]);
            }
            "S" => {
                world.shapes.insert(param.local, vec![odd(given(m), random)]);
                world.strides.insert(param.local, vec![if random.chance(30) { 2 } else { 1 }]);
            }
            "T" => {
                let shape = vec![odd(given(m), random), odd(given(n), random), random.below(3) as i128];
                world.strides.insert(param.local, vec![shape[1] * shape[2], shape[2], 1]);
                world.shapes.insert(param.local, shape);
            }
            "idx" => {
                world.shapes.insert(param.local, vec![6]);
                world.strides.insert(param.local, vec![1]);
                world.contents.insert(param.local, (0..6).map(|_| random.below(5) as i128).collect());
            }
            "P" | "Q" => {
                world.pointers.insert(param.local);
            }
            "M" => {
                world.numbers.insert(param.local, if random.chance(5) { -2 } else { m });
            }
            "N" => {
                world.numbers.insert(param.local, if random.chance(5) { -2 } else { n });
            }
            _ => {
                world.numbers.insert(param.local, random.below(4) as i128 - 1);
            }
        }
        if let Some(number) = world.numbers.get_mut(&param.local).filter(|_| is_unsigned) {
            *number = (*number).max(0);
        }
    }
    world
}

struct Run<'a> {
    module: &'a Module,
    function: &'a Function,
    world: &'a World,
    marks: &'a Marks,
    end: End,
}

impl Run<'_> {
    fn check(&self, region: &Region, plan: &RegionPlan, tally: &mut Tally) -> Result<(), String> {
        if region.captures.len() != plan.captures.len() {
            return Err("not every capture is planned".to_string());
        }
        for capture in &plan.captures {
            let Subject::Local(local) = capture.subject else { continue };
            let (is_view, is_pointer) =
                (self.world.shapes.contains_key(&local), self.world.pointers.contains(&local));
            if is_view || is_pointer {
                let checked = match is_view {
                    true => self.capture(local, capture, tally),
                    false => self.pointer(local, capture, tally),
                };
                checked.map_err(|wrong| {
                    let name = &self.function.locals[local].name;
                    format!("{name}: {wrong}\nin {:?}\nplan {capture:#?}", self.world)
                })?;
            }
        }
        for (local, at) in &self.marks.touched {
            let known = plan.captures.iter().any(|capture| capture.subject == Subject::Local(*local));
            if !known {
                return Err(format!(
                    "{} is touched at {at:?} and no capture",
                    self.function.locals[*local].name
                ));
            }
        }
        Ok(())
    }

    fn capture(&self, local: LocalId, plan: &CapturePlan, tally: &mut Tally) -> Result<(), String> {
        let mine = |element: &&Element| element.0 == local;
        let touched: Vec<&Element> = self.marks.touched.iter().filter(mine).collect();
        let written = self.marks.written.iter().filter(mine).count();
        if !plan.effect.writes && written > 0 {
            return Err("is written, and the plan says it is not".to_string());
        }
        let Transfer::Map { map, when_proven } = &plan.transfer else {
            return if touched.is_empty() { Ok(()) } else { Err("is touched and not mapped".to_string()) };
        };
        if *map == MapType::To && written > 0 {
            return Err("is written and mapped `to`".to_string());
        }
        let proven = when_proven
            .as_ref()
            .is_some_and(|(map, conditions)| *map == MapType::From && self.hold(conditions));
        let is_from = *map == MapType::From || proven;
        let all =
            self.elements(&self.world.shapes[&local].iter().map(|&extent| (0, extent)).collect::<Vec<_>>());
        let (section, is_section) = self.section(local, plan, &all);
        for element in &touched {
            if !section.contains(&element.1) {
                return Err(format!("{:?} is touched and not in the section", element.1));
            }
        }
        tally.sections += u64::from(is_section);
        let section_from =
            is_section && plan.section_proven.as_ref().is_some_and(|conditions| self.hold(conditions));
        if self.end == End::Failed {
            // What comes in by `from` is not copied back after an error.
            return Ok(());
        }
        if is_from {
            self.comes_back(local, &all)?;
            if all.len() > 1 && !self.is_packed(local) {
                return Err("the gaps between its elements come back".to_string());
            }
        }
        if section_from {
            self.comes_back(local, &section)?;
        }
        let is_full = plan.effect.writes && !all.is_empty() && self.comes_back(local, &all).is_ok();
        tally.full += u64::from(is_full && self.is_packed(local));
        tally.from += u64::from(is_from && !all.is_empty());
        tally.section_from += u64::from(section_from && !is_from);
        tally.unproven += u64::from(plan.effect.writes && !is_from);
        Ok(())
    }

    /// What a pointer points to: all that is touched, and nothing else, because that need not exist.
    fn pointer(&self, local: LocalId, plan: &CapturePlan, tally: &mut Tally) -> Result<(), String> {
        let Extent::Count(count) = &plan.extent else { return Ok(()) };
        let count = match (self.hold(&plan.extent_conditions), &plan.otherwise) {
            (true, _) => count,
            (false, Some(otherwise)) => otherwise,
            (false, None) => return Ok(()),
        };
        let elements = self.elements(&[(0, self.number(count))]);
        let touched = self.marks.touched.iter().filter(|element| element.0 == local);
        if let Some((_, at)) = touched.into_iter().find(|(_, at)| !elements.contains(at)) {
            return Err(format!("{at:?} is touched and not mapped"));
        }
        if self.end == End::Failed {
            return Ok(());
        }
        tally.pointers += u64::from(!elements.is_empty());
        if let Some(&size) = self.world.sizes.get(&local) {
            tally.allocated += 1;
            if self.number(count) > size.max(0) {
                return Err(format!("{} elements are mapped, and there are {size}", elements.len()));
            }
        } else if let Some(at) =
            elements.iter().find(|at| !self.marks.touched.contains(&(local, at.to_vec())))
        {
            return Err(format!("{at:?} is mapped, and may not exist"));
        }
        match &plan.transfer {
            Transfer::Map { map: MapType::From, .. } => self.comes_back(local, &elements),
            Transfer::Map { when_proven: Some((MapType::From, conditions)), .. } if self.hold(conditions) => {
                self.comes_back(local, &elements)
            }
            _ => Ok(()),
        }
    }

    fn is_packed(&self, local: LocalId) -> bool {
        self.world.strides[&local].contains(&1)
    }

    /// Every one of these elements was written, and none of them read before.
    fn comes_back(&self, local: LocalId, elements: &[Vec<i128>]) -> Result<(), String> {
        for at in elements {
            let element = (local, at.clone());
            if !self.marks.written.contains(&element) {
                return Err(format!("{at:?} comes back and was not written"));
            }
            if self.marks.read_unwritten.contains(&element) {
                return Err(format!("{at:?} is read before it is written, and nothing is sent"));
            }
        }
        Ok(())
    }

    fn hold(&self, conditions: &[Condition]) -> bool {
        conditions.iter().all(|condition| {
            let op = match condition.relation {
                Relation::Equal => CompareOp::Equal,
                Relation::LessEqual => CompareOp::LessEqual,
                Relation::GreaterEqual => CompareOp::GreaterEqual,
            };
            compare(op, self.number(&condition.left), self.number(&condition.right))
        })
    }

    fn number(&self, expr: &tir::Expr) -> i128 {
        Machine::new(self.module, self.world).number(expr).expect("known on entry")
    }

    /// The elements that are moved, and whether that is less than all because a section says so.
    fn section(&self, local: LocalId, plan: &CapturePlan, all: &[Vec<i128>]) -> (Vec<Vec<i128>>, bool) {
        let Extent::Section(ranges) = &plan.extent else { return (all.to_vec(), false) };
        if !self.hold(&plan.extent_conditions) {
            return (all.to_vec(), false);
        }
        let shape = &self.world.shapes[&local];
        let clamped: Vec<(i128, i128)> = ranges
            .iter()
            .zip(shape)
            .map(|(range, extent)| (self.number(&range.start).max(0), self.number(&range.stop).min(*extent)))
            .collect();
        (self.elements(&clamped), true)
    }

    fn elements(&self, ranges: &[(i128, i128)]) -> Vec<Vec<i128>> {
        let mut all = vec![Vec::new()];
        for &(start, stop) in ranges {
            all = all
                .into_iter()
                .flat_map(|prefix: Vec<i128>| {
                    (start..stop.max(start)).map(move |at| prefix.iter().copied().chain([at]).collect())
                })
                .collect();
        }
        all
    }
}
