//! Any bytes at all get a diagnostic or a module: no panic, no signal, no endless run, no leftover.
//!
//! Every source of the repository is cut short, mutated and shuffled, the same way in each run,
//! and given to every command. A new stage of the pipeline is exercised as soon as it is plugged in.

mod common;

use std::path::{Path, PathBuf};

use common::{Numbers, Ran, folder, names, run, write};
use offcy::diag::codes;
use offcy::driver::{self, Options, Outcome};

/// Sources made up for this test: what parsers and printers stumble over.
const SEEDS: &[&str] = &[
    "",
    "\n",
    "\u{feff}x = 1",
    "x = 1\r\ny = 2\r",
    "def f(\n",
    "\tdef f():\n  return\n",
    "# cython: language_level=3, boundscheck=maybe\nx = '''",
    "cdef extern from \"a.h\":\n    int f(int *x, ...) except? -1 nogil\n",
    "cimport cython\nfrom cython.parallel cimport prange\n\
     def f(double[:, ::1] x not None, int n=3):\n    cdef int i\n    cdef double s = 0\n\
     \x20   with nogil, parallel(device={x: 'to', s: ('tofrom', n)}):\n\
     \x20       for i in prange(n, schedule='static'):\n            s += x[i, -1] if i else x[0, i]\n\
     \x20   return s\n",
    "ctypedef fused real:\n    float\n    double\ncdef real g(real[:] v) noexcept nogil:\n    return v[0]\n",
    "cimport cython\nctypedef fused a:\n    int\n    double[:]\nctypedef fused b:\n    a\n    a*\n    b\n\
     c = cython.fused_type(a, b, c)\nctypedef a *d\ncdef d f(a x, b y, c z, d w) except? -1:\n\
     \x20   if a is int and not c in b: return <d>w + sizeof(b)\n    elif d is not a: return f[a, b, c](x)\n\
     def g(c x, cython.numeric y=1, *, a z=None): return f(x, y), f[int], g[c], cython.typeof(x is y)\n",
    "cimport cython\ndef f(cython.numeric a, cython.numeric b): pass\nctypedef fused n:\n    cython.numeric\n    cython.integral\n\
     def g(n a, cython.numeric b, cython.integral c, cython.floating d, n e): return a + b if n is d else c\n",
    "cdef class A:\n    cdef public double[:] a\n    def __cinit__(self): self.a = None\n",
    "from cython.parallel import prange\ncdef class A:\n    cdef double[:] x\n    cdef A o\n    cdef int n, m[3]\n\
     \x20   cdef double f(self, int i) nogil: return self.x[i] + self.o.f(i)\n    cpdef g(self): self.o, self.x = self, None\n\
     \x20   @property\n    def p(self): return self.m[0]\n    @p.setter\n    def p(self, v): self.m[1] = v\n\
     \x20   def __getitem__(self, i):\n        with device({self.x: 'to', self.o.x: 'from'}):\n\
     \x20           for i in prange(self.n, device={}):\n                self.n += self.f(i) + <A?>self.o.m[i]\n\
     \x20               self.x[i] = self.o.x[i]\n            self.x, self.o.x = self.o.x, self.x\n        return A(self)\n\
     cdef class B(A):\n    cdef double f(self, int i) nogil: return A.f(self, i)\n    def __add__(self, A a): return a.o.n\n",
    "with device({X: 'to'}):\n    update({X: 'from'})\n    with atomic(): h[0] += 1\n",
    "x = 0x_ + 1__0 + 0777 + 1e999 + 99999999999999999999999999999 + '\\N{nothing}' + b'\\xé'\n",
    "f'{a!r:{b}}{'\n",
    "é\u{301}\u{202e}\u{0} = 1\n",
    "if x:\n  if y:\n     z\n    w\n",
    "print x\nexec 'y'\n",
    "DEF A = 1\nIF A:\n    include 'nothing.pxi'\n",
    "from . cimport a.b as c\n",
    "cdef enum E: A = B, B = A\ncdef struct S: S s\nctypedef T T\ncdef int[E] a\n",
    "def f(a, *, b, **c, *d): pass\ndef f(a, a): return a\nf(*a, **b, c=1, c=2)\n",
    "for i in prange(prange(i)): break\n",
];

/// Pieces that change the meaning of what stands around them.
const PIECES: &[&str] = &[
    "(", ")", "[", "]", "{", "}", ":", "::", ",", "\n", "\n    ", "\t", "\\", "'", "\"\"\"", "#", "*", "**",
    "&", "@", "=", "==", "->", "-", "0", "1e", "nogil", "cdef ", "def ", "class ", "with ", "device=",
    "prange(", "lambda", "yield ", "await ", "[:]", "::1", "<int>", "é", "\0", "\u{feff}", "None", "...",
    "if ", "else:",
];

fn mutated(source: &[u8], others: &[Vec<u8>], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = source.to_vec();
    for _ in 0..1 + numbers.below(4) {
        let at = numbers.below(bytes.len() + 1);
        let length = numbers.below(40).min(bytes.len() - at);
        match numbers.below(8) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(..at)),
            2 => drop(bytes.drain(at..at + length)),
            3 => drop(bytes.splice(at..at, PIECES[numbers.below(PIECES.len())].bytes())),
            4 => {
                let copied = bytes[at..at + length].to_vec();
                let to = numbers.below(bytes.len() + 1);
                drop(bytes.splice(to..to, copied));
            }
            5 => {
                let other = &others[numbers.below(others.len())];
                let from = numbers.below(other.len() + 1);
                let to = (from + numbers.below(200)).min(other.len());
                drop(bytes.splice(at..at, other[from..to].iter().copied()));
            }
            6 => swap_lines(&mut bytes, numbers),
            _ if at < bytes.len() => bytes[at] = numbers.next() as u8,
            _ => bytes.push(numbers.next() as u8),
        }
    }
    bytes
}

fn swap_lines(bytes: &mut Vec<u8>, numbers: &mut Numbers) {
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    if !lines.is_empty() {
        let (one, two) = (numbers.below(lines.len()), numbers.below(lines.len()));
        lines.swap(one, two);
    }
    *bytes = lines.concat();
}

/// The sources of the repository and the seeds.
fn sources() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["examples", "tests"] {
        collect(&root.join(folder), &mut files);
    }
    files.sort();
    let read = files.iter().filter_map(|file| std::fs::read(file).ok()).filter(|bytes| bytes.len() < 20_000);
    read.chain(SEEDS.iter().map(|seed| seed.as_bytes().to_vec())).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path
            .extension()
            .is_some_and(|extension| ["pyx", "pxd", "pxi"].iter().any(|e| extension == *e))
        {
            files.push(path);
        }
    }
}

/// The sources as they are, then `count` mutants, then random bytes.
fn inputs(count: usize, seed: u64) -> Vec<Vec<u8>> {
    let sources = sources();
    let mut numbers = Numbers(seed);
    let mut inputs = sources.clone();
    for number in 0..count {
        inputs.push(mutated(&sources[number % sources.len()], &sources, &mut numbers));
    }
    for _ in 0..count / 10 {
        let length = numbers.below(300);
        inputs.push((0..length).map(|_| numbers.next() as u8).collect());
        inputs.push((0..length / 8).flat_map(|_| PIECES[numbers.below(PIECES.len())].bytes()).collect());
    }
    inputs.push("(".repeat(100_000).into_bytes());
    inputs.push("x = ".to_string().into_bytes().into_iter().chain("-".repeat(50_000).into_bytes()).collect());
    inputs.push((0..500).map(|level| " ".repeat(level) + "if x:\n").collect::<String>().into_bytes());
    inputs.push(format!("x = 1{}\n", " + 1".repeat(20_000)).into_bytes());
    inputs
}

fn text(input: &[u8]) -> String {
    format!(
        "--- the input, {} bytes:\n{}",
        input.len(),
        String::from_utf8_lossy(&input[..input.len().min(3000)])
    )
}

fn expect_no_bug<T>(what: &str, outcome: &Outcome<T>, input: &[u8]) {
    let bug = outcome.diagnostics.iter().find(|diagnostic| diagnostic.code == codes::INTERNAL);
    if let Some(bug) = bug {
        panic!("{what}: {} {:?}\n{}", bug.message, bug.notes, text(input));
    }
    assert!(
        outcome.value.is_some() || outcome.has_errors(),
        "{what}: neither value nor error\n{}",
        text(input)
    );
}

/// A number from the environment: `OFFCY_FUZZ_INPUTS` and `OFFCY_FUZZ_SEED` make longer and other runs.
fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Many inputs through the library.
#[test]
fn no_input_breaks_the_pipeline() {
    let folder = folder();
    let options = Options::default();
    let count = number("OFFCY_FUZZ_INPUTS", 1500) as usize;
    for input in inputs(count, number("OFFCY_FUZZ_SEED", 0x0ffc_2024)) {
        let path = write(folder.path(), "m.pyx", &input);
        expect_no_bug("compile", &driver::compile(&path, &options), &input);
        expect_no_bug("strip", &driver::strip(&path, &options), &input);
        expect_no_bug("maps", &driver::maps(&path, &options, true), &input);
    }
}

/// Fewer through every command, as a user would; sources as they are through one command each.
#[test]
fn no_input_breaks_a_command() {
    let folder = folder();
    let at = folder.path();
    let out = at.join("out");
    let count_sources = sources().len();
    for (number, input) in inputs(60, 0xdead_beef).iter().enumerate() {
        write(at, "m.pyx", input);
        let format = ["human", "short", "json", "sarif"][number % 4];
        let commands = ["check", "strip", "maps", "maps --json", "compile --emit c --out-dir out"];
        let count = if number < count_sources { 1 } else { commands.len() };
        for command in commands.iter().cycle().skip(number).take(count) {
            let mut arguments: Vec<&str> = command.split(' ').collect();
            arguments.extend(["--message-format", format, "m.pyx"]);
            let ran = run(at, &arguments);
            expect_good_end(command, format, &ran, input);
            if ran.code != Some(0) {
                assert!(!out.exists() || names(&out).is_empty(), "{command} left {:?}", names(&out));
            }
            let _ = std::fs::remove_dir_all(&out);
            assert_eq!(names(at), ["m.pyx"], "{command} left something\n{}", text(input));
        }
    }
}

fn expect_good_end(command: &str, format: &str, ran: &Ran, input: &[u8]) {
    let context = || format!("{command} {format}: {ran:?}\n{}", text(input));
    assert!(matches!(ran.code, Some(0 | 1)), "{}", context());
    assert!(!ran.err.contains("panicked"), "{}", context());
    let diagnostics =
        if command.starts_with("check") || command.starts_with("compile") { &ran.out } else { &ran.err };
    match format {
        "json" => {
            for line in diagnostics.lines().filter(|line| line.starts_with('{')) {
                let record: serde_json::Value =
                    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}"));
                assert_ne!(record["code"], "OFC0901", "{}", context());
            }
        }
        "sarif" => {
            let document: serde_json::Value =
                serde_json::from_str(diagnostics).unwrap_or_else(|error| panic!("{error} {}", context()));
            let results = document["runs"][0]["results"].as_array().expect("results");
            assert!(results.iter().all(|result| result["ruleId"] != "OFC0901"), "{}", context());
        }
        _ => assert!(!ran.err.contains("OFC0901"), "{}", context()),
    }
}
