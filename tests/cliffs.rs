//! No cliffs: what takes n times as much source takes about n times the work, and what looks alike to the user
//! costs alike. Work is counted (bytes allocated, instructions of the C compiler's), never timed.

#[path = "cliffs/shapes.rs"]
mod shapes;

use std::alloc::{GlobalAlloc, Layout, System};
use std::fs;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use offcy::diag::codes;
use offcy::driver::{self, Options};
use offcy::emit::Emitted;

/// The module's C; the source has no errors.
fn emitted(source: &str) -> Emitted {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("m.pyx");
    fs::write(&path, source).expect("a file");
    let outcome = driver::compile(&path, &Options { line_directives: false, ..Options::default() });
    let messages: Vec<_> = outcome.diagnostics.iter().map(|diagnostic| &diagnostic.message).collect();
    outcome.value.unwrap_or_else(|| panic!("{messages:?}"))
}

/// The kernels' code as LLVM has it after all its passes, for the host; `None` without clang.
fn optimised(emitted: &Emitted) -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    for file in &emitted.files {
        fs::write(folder.path().join(&file.name), &file.text).expect("a file");
    }
    let made = Command::new("clang-19")
        .args(["-O3", "-fopenmp", "-S", "-emit-llvm", "-o", "-", "-I"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/runtime-c/include"))
        .arg(folder.path().join("m.kernels.c"))
        .output();
    let Ok(made) = made else {
        eprintln!("SKIPPED: no clang-19; run scripts/setup");
        return None;
    };
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    Some(String::from_utf8(made.stdout).expect("text"))
}

/// Counts the bytes that are asked for; the pipeline runs in threads of its own, and so all threads count.
struct Counting;

/// Held by each test: another one's bytes must not count.
static ALONE: Mutex<()> = Mutex::new(());

static BYTES: AtomicU64 = AtomicU64::new(0);

// SAFETY: the system's allocator does the work.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        BYTES.fetch_add(layout.size() as u64, Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The bytes that compiling a source asks for.
fn work(source: &str) -> u64 {
    let before = BYTES.load(Ordering::Relaxed);
    drop(emitted(source));
    BYTES.load(Ordering::Relaxed) - before
}

/// One piece of source for each number.
fn each(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect()
}

/// A source of a shape, of a size.
type Shape = (&'static str, fn(usize) -> String, usize);

/// Shapes of Python code, of which the C compiler has the most work, and the smaller of their sizes.
const OBJECTS: &[Shape] = &[
    (
        "a dict of tuples",
        |n| format!("D = {{\n{}}}\n", each(n, |i| format!("    {i}: ({i}, 'a{i}', {i}.5),\n"))),
        50,
    ),
    (
        "a dict of lists",
        |n| format!("D = {{\n{}}}\n", each(n, |i| format!("    'k{i}': [{i}, 'a', ({i}, -1)],\n"))),
        50,
    ),
    (
        "a dict of lists and dicts",
        |n| {
            let row = |i| format!("    'k{i}': ({i}, ['a', [{i}, None]], {{'x': {i}, 'y': [1, 2]}}),\n");
            format!("D = {{\n{}}}\n", each(n, row))
        },
        50,
    ),
    (
        "tables of a function",
        |n| {
            let row = |i| format!("        [{i}, [1.5, {i}], {{'a': [{i}]}}],\n");
            format!("def f(x):\n    return [\n{}        x]\n", each(n, row))
        },
        50,
    ),
    ("a list of numbers", |n| format!("L = [{}]\n", each(n, |i| format!("{i}, {i}.5, "))), 200),
    ("a list of calls", |n| format!("def f(g):\n    return [{}]\n", each(n, |i| format!("g({i}), "))), 50),
    ("a tuple of calls", |n| format!("def f(g):\n    return ({})\n", each(n, |i| format!("g({i}), "))), 50),
    (
        "a dict of calls",
        |n| format!("def f(g):\n    return {{{}}}\n", each(n, |i| format!("g({i}): g(1), "))),
        50,
    ),
    ("an f-string", |n| format!("def f(g):\n    return f'{}'\n", each(n, |i| format!("{{g({i})}} "))), 50),
    (
        "a chain of operators",
        |n| format!("def f(g):\n    return g(0){}\n", each(n, |i| format!(" + g[{i}]"))),
        50,
    ),
];

/// Steps of a function that may fail.
fn ways(function: &str) -> usize {
    ["OFFCY_TRY(", "OFFCY_CHECK(", "OFFCY_FAIL("].map(|way| function.matches(way).count()).iter().sum()
}

/// What C's compilers do for the ways to the end of each function: at each of them every variable may have another
/// value, which the cleanup wants to know.
fn cleanup_work(c: &str) -> usize {
    let functions = c.split("\n}\n");
    let work = functions.map(|function| {
        let releases =
            function.rsplit("\ndone:\n").next().map_or(0, |end| end.matches("Py_XDECREF(").count());
        ways(function) * releases
    });
    work.sum()
}

/// Both the front end's work and what is left to the C compiler.
#[test]
fn displays_and_long_expressions_are_no_cliffs() {
    let _alone = ALONE.lock();
    work(OBJECTS[0].1(1).as_str());
    let mut steep = Vec::new();
    for (name, shape, size) in OBJECTS {
        let glue =
            |n: usize| emitted(&shape(n)).files.iter().map(|file| cleanup_work(&file.text)).sum::<usize>();
        let bytes = work(&shape(4 * size)) as f64 / work(&shape(*size)) as f64;
        let ways = (glue(4 * size) + 1) as f64 / (glue(*size) + 1) as f64;
        if bytes > 6.0 || ways > 6.0 {
            steep.push(format!(
                "{name}: {bytes:.1} times the work of the front end, {ways:.1} of the compiler's"
            ));
        }
    }
    assert!(steep.is_empty(), "for four times the source:\n{}", steep.join("\n"));
}

/// The time of C's compilers grows with the square of how many ways to its end a function has.
#[test]
fn a_long_module_is_no_long_function() {
    let _alone = ALONE.lock();
    let shapes: &[fn(usize) -> String] = &[
        |n| each(n, |i| format!("v{i} = {i}\n")),
        |n| each(n, |i| format!("v{i} = str({i} + len('a')) + repr([{i}, {i}.5])\n")),
        |n| each(n, |i| format!("@staticmethod\ndef f{i}(x, y={i}, z=[{i}]): return x\n")),
        |n| each(n, |i| format!("class C{i}:\n    a = {i}\n    def m(self): return {i}\n")),
        |n| each(n, |i| format!("try:\n    v{i} = int('{i}')\nexcept ValueError as e:\n    print(e)\n")),
    ];
    for shape in shapes {
        let files = emitted(&shape(500)).files;
        let longest = files.iter().flat_map(|file| file.text.split("\n}\n")).map(ways).max();
        assert!(longest < Some(400), "{}: {longest:?}", shape(1));
    }
}

/// Four times as much source may take some more than four times the work, for tables that grow.
const MOST: f64 = 5.5;

#[test]
fn work_grows_with_the_source() {
    let _alone = ALONE.lock();
    let mut steep = Vec::new();
    for shape in shapes::all() {
        eprint!("{}: ", shape.name);
        let (little, much) = (work(&shape.source(shape.size)), work(&shape.source(4 * shape.size)));
        let ratio = much as f64 / little as f64;
        eprintln!("{little} bytes, then {much}: {ratio:.1} times");
        if ratio > MOST {
            steep.push(format!("{}: {ratio:.1}", shape.name));
        }
    }
    assert!(steep.is_empty(), "{steep:#?}");
}

/// Nests of every kind, from shallow ones to some that are refused: by name, and never by the end of a stack.
#[test]
fn nests_are_compiled_or_refused_by_name() {
    let _alone = ALONE.lock();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("m.pyx");
    let mut wrong = Vec::new();
    let nests = shapes::all().into_iter().filter(|shape| shape.name.contains("nest"));
    for (shape, depth) in nests.flat_map(|shape| [10, 100, 240, 500].map(|depth| (shape.clone(), depth))) {
        fs::write(&path, shape.source(depth)).expect("a file");
        let outcome = driver::compile(&path, &Options { line_directives: false, ..Options::default() });
        let is_refused = |diagnostic: &offcy::diag::Diagnostic| diagnostic.code == codes::NESTED_TOO_DEEPLY;
        // Of a report without numbered places the table does not exist.
        let names_table = |text: &str| text.contains("offcy_sites") && !text.contains("offcy_sites[] =");
        match &outcome.value {
            Some(emitted) if emitted.files.iter().any(|file| names_table(&file.text)) => {
                wrong.push(format!("{} of {depth} names what there is not", shape.name));
            }
            None if !outcome.diagnostics.iter().all(is_refused) => {
                wrong.push(format!("{} of {depth}: {:?}", shape.name, outcome.diagnostics));
            }
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// How many blocks of instructions emitting a source's C runs through; `None` without valgrind. That is known without a
/// tool of valgrind's, and takes half the time of counting each instruction.
fn blocks(source: &str) -> Option<u64> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("m.pyx");
    fs::write(&path, source).expect("a file");
    let made = Command::new("valgrind")
        .args(["--tool=none", "--stats=yes"])
        .args([env!("CARGO_BIN_EXE_offcy"), "compile", "--emit", "c"])
        .arg(&path)
        .output();
    let Ok(made) = made else {
        eprintln!("SKIPPED: no valgrind; run scripts/setup");
        return None;
    };
    let said = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{said}");
    let count =
        said.lines().find_map(|line| line.split_once("scheduler: ")?.1.strip_suffix(" event checks."));
    let count = count.and_then(|count| count.replace(',', "").parse().ok());
    Some(count.unwrap_or_else(|| panic!("{said}")))
}

/// What looks for something in a list asks for no memory: the instructions' blocks are counted. What a module without code
/// takes does not count.
#[test]
fn instructions_grow_with_the_source() {
    let _alone = ALONE.lock();
    let Some(nothing) = blocks("") else { return };
    let mut steep = Vec::new();
    for shape in shapes::all().into_iter().filter(|shape| shape.is_counted) {
        let sizes = [shape.size, 4 * shape.size];
        let [little, much] = sizes.map(|size| blocks(&shape.source(size)).unwrap_or(nothing) - nothing);
        let ratio = much as f64 / little as f64;
        eprintln!("{}: {little} blocks, then {much}: {ratio:.1} times", shape.name);
        if ratio > MOST {
            steep.push(format!("{}: {ratio:.1}", shape.name));
        }
    }
    assert!(steep.is_empty(), "{steep:#?}");
}

/// Stores of bytes may change whatever threads share by reference, even the pointers that they store through:
/// then no loop over bytes computes sixteen at a time.
#[test]
fn loops_over_bytes_compute_many_at_a_time() {
    let _alone = ALONE.lock();
    let kernels = [
        "out[i] = a[i] + b[i]",
        "out[i] = <unsigned char>(a[i] * weight)",
        "out[i] = a[i] + table[3]",
        "for j in range(b.shape[0]): out[i] = out[i] + b[j]",
    ];
    for kernel in kernels {
        let source = format!(
            "from cython.parallel import prange\n\
             def f(unsigned char[::1] a, unsigned char[::1] b, unsigned char[::1] out, int weight):\n\
             \x20   cdef Py_ssize_t i, j\n\
             \x20   cdef unsigned char table[8]\n\
             \x20   table[:] = [1, 2, 3, 4, 5, 6, 7, 8]\n\
             \x20   for i in prange(out.shape[0], nogil=True, device={{}}):\n\
             \x20       {kernel}\n"
        );
        let Some(code) = optimised(&emitted(&source)) else { return };
        assert!(code.contains("<16 x i8>"), "{kernel}\n{code}");
    }
}
