//! Files beside the module: where they are found, that they are remembered, and that nothing in them
//! breaks a compilation.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::folder;
use offcy::diag::codes;
use offcy::driver::{self, Installed, Options};

fn write(folder: &Path, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
    fs::write(&path, text).expect("written");
    path
}

fn errors(path: &Path, options: &Options) -> Vec<String> {
    let outcome = driver::compile(path, options);
    outcome.diagnostics.iter().map(|one| format!("{} {} {:?}", one.code, one.message, one.notes)).collect()
}

const USES: &str = "from tools cimport twice\ndef f(int x):\n    return twice(x)\n";
const TWICE: &str = "cdef inline int twice(int x) noexcept:\n    return 2 * x\n";

#[test]
fn places_in_their_order() {
    let folder = folder();
    let at = folder.path();
    let path = write(at, "pack/inner/m.pyx", USES);
    write(at, "pack/__init__.py", "");
    write(at, "pack/inner/__init__.py", "");
    let site = at.join("site");
    let options = Options {
        include_dirs: vec![at.join("include")],
        installed: Installed::by(move || vec![site.clone()]),
        ..Options::default()
    };
    let said = errors(&path, &options);
    for place in ["tools.pxd", "include/tools.pxd", "site/tools.pxd"] {
        let place = at.join(place).display().to_string();
        assert!(said[0].starts_with("OFC0103") && said[0].contains(&place), "{place} in {said:?}");
    }
    // Each hides those after it.
    for place in ["site/tools.pxd", "include/tools/__init__.pxd", "tools.pxd"] {
        let file = write(at, place, TWICE);
        assert_eq!(errors(&path, &options), Vec::<String>::new(), "{place}");
        let outcome = driver::compile(&path, &options);
        let read: Vec<PathBuf> = outcome.sources.dependencies().map(Path::to_path_buf).collect();
        assert_eq!(read, [path.clone(), file], "what was read");
    }
    // Installed packages are not asked for where nothing is missing.
    let never = Options { installed: Installed::by(|| panic!("asked")), ..options };
    assert_eq!(errors(&path, &never), Vec::<String>::new());
}

/// Asking takes longer than all else, as Python has to start.
#[test]
fn what_offcy_knows_is_not_looked_for_in_installed_packages() {
    let folder = folder();
    let text = "from cython.parallel import parallel, prange\nfrom cython.parallel cimport threadid\n\
                from offcy.parallel cimport prange as loop\nfrom cython cimport view, floating\n\
                from libc cimport math\nfrom libc.math cimport sqrt\nfrom cpython cimport mem\n\
                cimport cython, libc.stdlib\nimport numpy as np\n";
    let path = write(folder.path(), "m.pyx", text);
    let options = Options { installed: Installed::by(|| panic!("asked")), ..Options::default() };
    assert_eq!(errors(&path, &options), Vec::<String>::new());
}

#[test]
fn a_file_that_changes_is_read_again() {
    let folder = folder();
    let path = write(folder.path(), "m.pyx", USES);
    write(folder.path(), "tools.pxd", TWICE);
    let text = || {
        let emitted = driver::compile(&path, &Options::default()).value.expect("C");
        emitted.files.iter().map(|file| file.text.clone()).collect::<String>()
    };
    assert!(text().contains("2 * x") && text().contains("2 * x"));
    write(folder.path(), "tools.pxd", TWICE.replace('2', "3"));
    assert!(text().contains("3 * x"));
}

#[test]
fn nothing_in_another_file_breaks_a_compilation() {
    let folder = folder();
    let at = folder.path();
    let path = write(at, "m.pyx", format!("include 'x.pxi'\n{USES}"));
    let deep = "cdef inline int twice(int x) noexcept:\n    return ".to_string() + &"(".repeat(5000);
    let huge = "ctypedef int t\n".repeat(20_000) + TWICE;
    let texts: Vec<&[u8]> = vec![
        b"",
        b"\0",
        b"\xff\xfe",
        deep.as_bytes(),
        huge.as_bytes(),
        b"from m cimport f, twice\nfrom m cimport *\nfrom tools cimport twice\n",
        b"include 'x.pxi'\ninclude 'tools.pxd'\n",
        b"from .... cimport a\nfrom . cimport *\ncimport m.m.m as tools\n",
        b"cdef struct S:\n    S s\nctypedef S twice\nctypedef T U\nctypedef U T\n\
          cdef inline T twice(U x): return x\n",
        b"IF True:\n    cdef int twice(int x)\nDEF twice = 1\ndef f(): pass\nclass C: pass\nx = 1\n",
        b"cdef extern from *:\n    '''no C at all'''\n    int twice 'tw ice'(int)\n",
    ];
    for declarations in &texts {
        for included in &texts {
            write(at, "tools.pxd", declarations);
            write(at, "x.pxi", included);
            let outcome = driver::compile(&path, &Options::default());
            let bug = outcome.diagnostics.iter().find(|one| one.code == codes::INTERNAL);
            assert!(bug.is_none(), "{bug:?} with {:?}", String::from_utf8_lossy(declarations));
            assert!(outcome.value.is_some() || outcome.has_errors());
        }
    }
}

/// What is wrong with C of others is not called a bug of offcy's, and nothing of the user's is overwritten.
#[test]
fn foreign_c_that_is_wrong_is_told() {
    let Some(python) = common::python() else { return };
    let folder = folder();
    let at = folder.path();
    let compile = |more: &[&str]| {
        let all = ["compile", "--message-format", "short", "--python", &python, "m.pyx"];
        common::run(at, &[&all[..], more].concat())
    };
    let module = "# offcy: sources = tools.c\n\
                  from cython.parallel cimport prange\n\
                  cdef extern from \"m.h\" nogil:\n    ctypedef int word\n    word change(word x)\n\
                  def f(int x):\n    return change(x)\n\
                  def g(int[:] x):\n    cdef Py_ssize_t i\n\
                  \x20   for i in prange(x.shape[0], nogil=True, device={}):\n        x[i] = change(x[i])\n";
    write(at, "m.pyx", module);
    let header = |ty: &str| write(at, "m.h", format!("typedef {ty} word;\nword change(word x);\n"));
    header("int");
    let missing = compile(&[]);
    assert_eq!(missing.code, Some(1), "{missing:?}");
    assert!(
        missing.err.contains("m.pyx:1:10: error[OFC0801]: there is no C source `tools.c`"),
        "{missing:?}"
    );
    write(at, "tools.c", "#include \"m.h\"\nword change(word x) { return x + ; }\n");
    let broken = compile(&[]);
    assert!(broken.err.contains("error[OFC0817]") && broken.err.contains("tools.c:2:"), "{broken:?}");
    write(at, "tools.c", "#include \"m.h\"\n");
    for more in [&["--offload-arch", "x86_64"][..], &["--offload-arch", "x86_64", "-O0"]] {
        let undefined = compile(more);
        assert!(
            undefined.err.contains("error[OFC0817]") && undefined.err.contains("`change`"),
            "{undefined:?}"
        );
    }
    write(at, "tools.c", "#include \"m.h\"\nword change(word x) { return x + 1; }\n");
    // Another number of the same kind is taken for what it is; a declaration does not say more.
    header("long");
    let taken = compile(&["--out-dir", "long"]);
    assert_eq!(taken.code, Some(0), "{taken:?}");
    assert!(
        fs::read_to_string(at.join("long/m.offcy.h"))
            .expect("there")
            .contains("sizeof(word) == sizeof(long)")
    );
    header("double");
    let cut_off = compile(&[]);
    assert!(cut_off.err.contains("m.pyx:4:") && cut_off.err.contains("`word` is not `int`"), "{cut_off:?}");
    header("int");
    write(at, "m.c", "int mine;\n");
    let taken = compile(&[]);
    assert!(taken.code == Some(3) && taken.err.contains("error[OFC0803]"), "{taken:?}");
    assert_eq!(fs::read_to_string(at.join("m.c")).expect("there"), "int mine;\n");
    let elsewhere = compile(&["--out-dir", "out"]);
    assert_eq!(elsewhere.code, Some(0), "{elsewhere:?}");
    assert!(fs::read_to_string(at.join("m.h")).expect("there").starts_with("typedef int"));
}

const SUMS: &str = "from tools cimport total\ndef f(double[:] x):\n    return total(x)\n";
const DECLARED: &str = "cdef double total(const double[:] x) noexcept nogil\n";
const DEFINED: &str = "import os\ndef g(): return os\ncdef double total(const double[:] x) noexcept nogil:\n    return first(x)\ncdef double first(const double[:] x) noexcept nogil:\n    return x[0]\n";

/// C that the source holds, or names, is reported at its line.
#[test]
fn foreign_c_that_is_wrong_is_told_where_it_stands() {
    let Some(python) = common::python() else { return };
    let folder = folder();
    let at = folder.path();
    write(at, "worse.h", "typedef int word;\nstatic word worse(word x) { return x + z; }\n");
    write(at, "inner.h", "\n#include \"worse.h\"\n");
    write(at, "d.pxd", "cdef extern from *:\n    \"\"\"\n    int d = e;\n    \"\"\"\n    int d\n");
    let cases = [
        ("*", "static int f(int x) {\n\n    return x + y;\n}", "m.pyx:6:", "'y'"),
        (
            "*",
            "#define F(x) \\\n  ((x) \\\n  + 1)\n/* a\n   comment */\nstatic int f(int x) { return F(x) + y; }",
            "m.pyx:9:",
            "'y'",
        ),
        ("*", "#define N \"\\\\n\"\n\nint f(int x) { return y; }", "m.pyx:6:", "'y'"),
        ("\"inner.h\"", "static int f(int x) { return x; }", "m.pyx:2:", "worse.h:2: "),
        ("\"worse.h\"", "", "m.pyx:2:", "worse.h:2: "),
        ("\"none.h\"", "", "m.pyx:2:", "`none.h` is not found"),
    ];
    for (header, code, place, words) in cases {
        let module = format!(
            "# C of others\ncdef extern from {header}:\n    \"\"\"\n{code}\n    \"\"\"\n    int f(int x)\ndef g(int x):\n    return f(x)\n"
        );
        write(at, "m.pyx", module);
        for cc in ["clang-19", "gcc"] {
            let arguments =
                ["compile", "--message-format", "short", "--cc", cc, "--python", &python, "m.pyx"];
            let said = common::run(at, &arguments).err;
            let code = if words.contains("not found") { "error[OFC0815]" } else { "error[OFC0817]" };
            let is_missing = said.contains("OFC0811"); // there need be no gcc
            assert!(
                is_missing || said.contains(place) && said.contains(code) && said.contains(words),
                "{cc}: {said}"
            );
        }
    }
    write(at, "m.pyx", "from d cimport d\ndef g():\n    return d\n");
    let said = common::run(at, &["compile", "--message-format", "short", "--python", &python, "m.pyx"]).err;
    assert!(said.contains("d.pxd:3:") && said.contains("OFC0817"), "{said}");
}

#[test]
fn functions_that_take_views_bring_their_bodies() {
    let folder = folder();
    let path = write(folder.path(), "m.pyx", SUMS);
    write(folder.path(), "tools.pxd", DECLARED);
    let options = Options::default();
    let is_called_there = || {
        let emitted = driver::compile(&path, &options).value.expect("C");
        let text: String = emitted.files.iter().map(|file| file.text.clone()).collect();
        let is_imported = text.contains("{\"tools\", \"total\", \"double (offcy_view1<");
        assert_eq!(is_imported, text.contains("double (offcy_view1<const double[:]>)"), "{text}");
        is_imported
    };
    assert!(is_called_there(), "nobody knows its body");
    let source = write(folder.path(), "tools.pyx", DEFINED);
    assert!(!is_called_there());
    let outcome = driver::compile(&path, &options);
    assert!(outcome.sources.dependencies().any(|file| file == source), "read by whoever builds it again");
    // What it calls needs what stays in the module.
    for needs in ["os.getpid()", "g()", "counter", "K.mro()", "<double>Kept(x)"] {
        let names = "cdef double counter = 1\nclass K: pass\ncdef class Kept: pass\n";
        let with =
            DEFINED.replace("noexcept nogil", "except? -1").replace("x[0]", &format!("x[0] + {needs}"));
        write(folder.path(), "tools.pyx", format!("{names}{with}"));
        assert!(is_called_there(), "{needs}");
    }
    // Names of its own.
    write(
        folder.path(),
        "tools.pyx",
        DEFINED.replace("    return x[0]", "    cdef double os = 1\n    return x[0] + os"),
    );
    assert!(!is_called_there());
    // Another function of the module is what it was.
    write(folder.path(), "tools.pyx", "cdef double other(const double[:] x) noexcept nogil:\n    return 0\n");
    assert!(is_called_there());
}

/// Options of two words, and all settings that Cython hands to the compiler and the linker.
#[test]
fn what_comments_say_reaches_the_compiler_and_the_linker() {
    let Some(python) = common::python() else { return };
    let folder = folder();
    let at = folder.path();
    let module = r#"
# distutils: extra_compile_args = -include cfg.h -D CFG=5 -isystem 'the system' -I inc '-DTEXT="a b"'
# distutils: define_macros = [WHOLE, PARTS=2, LEFT=1]
# distutils: undef_macros = LEFT
# offcy: sources = "möre c/*.c"
# distutils: extra_objects = other.o
# distutils: runtime_library_dirs = /opt/nowhere
# distutils: extra_link_args = -Wl,-z,now -L dir -Xlinker -rpath -Xlinker /opt/elsewhere
cdef extern from *:
    '''
    #include "first.h"
    #include <second.h>
    #if !defined(WHOLE) || PARTS != 2 || defined(LEFT)
    #error macros
    #endif
    int other(void);
    int more(void);
    '''
    int CFG, INCLUDED, FIRST, SECOND
    int other() nogil
    int more() nogil
    const char *TEXT
def f():
    return CFG, INCLUDED, FIRST, SECOND, other(), more(), TEXT
"#;
    write(at, "m.pyx", module);
    write(at, "cfg.h", "#define INCLUDED 6\n");
    write(at, "inc/first.h", "#define FIRST 7\n");
    write(at, "the system/second.h", "#define SECOND 8\n");
    write(at, "other.c", "int other(void) { return 9; }\n");
    write(at, "möre c/*.c", "int more(void) { return 10; }\n");
    let object = std::process::Command::new("cc").args(["-c", "-fPIC", "other.c"]).current_dir(at).status();
    assert!(object.expect("there is a compiler").success());
    let built = common::run(at, &["compile", "--python", &python, "m.pyx"]);
    assert_eq!(built.code, Some(0), "{built:?}");
    let call = ["-c", "import m; assert m.f() == (5, 6, 7, 8, 9, 10, b'a b'), m.f()"];
    let called = std::process::Command::new(&python).args(call).current_dir(at).output().expect("Python");
    assert!(called.status.success(), "{called:?}");
    let library = fs::read(at.join(built.out.trim())).expect("there");
    for path in ["/opt/nowhere", "/opt/elsewhere"] {
        assert!(library.windows(path.len()).any(|bytes| bytes == path.as_bytes()), "{path}");
    }
}

/// What `Extension` of setuptools carries has an option each.
#[test]
fn what_a_project_adds_reaches_the_compiler_and_the_linker() {
    let Some(python) = common::python() else { return };
    let folder = folder();
    let at = folder.path();
    write(
        at,
        "m.pyx",
        "cdef extern from \"helper.h\":\n    double helped(double x) nogil\n    int LEVEL\n\
         def f(double x):\n    return helped(x) + LEVEL\n",
    );
    write(at, "inc/helper.h", "double helped(double x);\n");
    let helper = "#include \"helper.h\"\n#ifdef NDEBUG\n#error NDEBUG\n#endif\n\
                  double other(double x);\ndouble helped(double x) { return TIMES * other(x); }\n";
    write(at, "helper.c", helper);
    write(at, "other.c", "double other(double x) { return x + 1; }\n");
    let object = std::process::Command::new("cc").args(["-c", "-fPIC", "other.c"]).current_dir(at).status();
    assert!(object.expect("there is a compiler").success());
    let words = "compile --python PYTHON m.pyx --out-dir c --output pkg/made.so --module-name pkg.made -I inc \
                 --depfile m.d -DTIMES=2 -D LEVEL=40 -U NDEBUG --extra-source helper.c --extra-object other.o \
                 -L /usr/lib -l m --runtime-library-dir /opt/nowhere --extra-compile-arg=-Werror=undef \
                 --extra-link-arg=-Wl,-z,now";
    let words: Vec<&str> =
        words.split_whitespace().map(|word| if word == "PYTHON" { &python } else { word }).collect();
    let built = common::run(at, &words);
    assert_eq!((built.code, built.out.as_str()), (Some(0), "pkg/made.so\n"), "{built:?}");
    let depfile = fs::read_to_string(at.join("m.d")).expect("a depfile");
    assert!(depfile.starts_with("pkg/made.so: \\\n  m.pyx \\\n"), "{depfile}");
    for name in ["helper.c", "other.o", "inc/helper.h"] {
        assert!(depfile.contains(&format!("  {name}")), "{name} in {depfile}");
    }
    assert!(!depfile.contains("Python.h") && !depfile.contains("offcy_"), "{depfile}");
    let unchanged = fs::metadata(at.join("c/made.c")).and_then(|facts| facts.modified()).expect("there");
    let again = common::run(at, &words);
    assert_eq!(again.code, Some(0), "{again:?}");
    let now = fs::metadata(at.join("c/made.c")).and_then(|facts| facts.modified()).expect("there");
    assert_eq!(now, unchanged, "C that is what it was is not written again");
    let load = "import importlib.machinery as m, importlib.util as u\n\
                loader = m.ExtensionFileLoader('pkg.made', 'pkg/made.so')\n\
                made = u.module_from_spec(u.spec_from_loader('pkg.made', loader))\n\
                loader.exec_module(made)\nassert made.__name__ == 'pkg.made' and made.f(0) == 42\n";
    let loaded =
        std::process::Command::new(&python).args(["-c", load]).current_dir(at).output().expect("Python");
    assert!(loaded.status.success(), "{loaded:?}");
    let library = fs::read(at.join("pkg/made.so")).expect("there");
    assert!(
        library.windows(12).any(|bytes| bytes == b"/opt/nowhere"),
        "the path to search when it is loaded"
    );
    let bad = common::run(at, &[&words[..], &["--extra-compile-arg=-Dhelped=("]].concat());
    assert!(bad.code == Some(1) && !at.join("pkg/other.so").exists(), "{bad:?}");
}

/// By default a module is stripped.
#[test]
fn a_module_keeps_its_names_if_they_are_asked_for() {
    let Some(python) = common::python() else { return };
    let folder = folder();
    let at = folder.path();
    write(at, "m.pyx", "cdef int inner(int x):\n    return x + 1\n\n\ndef f(int x):\n    return inner(x)\n");
    for (options, has_names, has_lines) in [
        (&[][..], false, false),
        (&["--debug"], true, true),
        (&["--extra-compile-arg=-g"], true, true),
        (&["--extra-compile-arg=-g0"], false, false),
    ] {
        let words = ["compile", "--python", &python, "--output", "m.so", "m.pyx"];
        let built = common::run(at, &[&words[..], options].concat());
        assert_eq!(built.code, Some(0), "{}", built.err);
        let module = fs::read(at.join("m.so")).expect("the module");
        let has = |name: &[u8]| module.windows(name.len()).any(|found| found == name);
        assert_eq!((has(b".symtab"), has(b".debug_line")), (has_names, has_lines), "{options:?}");
    }
}

/// What stands after a memoryview has its place, as long as both modules have been compiled with the same declarations:
/// nobody may read past an object's end.
#[test]
fn a_class_that_is_laid_out_otherwise_is_refused_when_it_is_imported() {
    let Some(python) = common::python() else { return };
    for options in [&[][..], &["--limited-api"]] {
        let folder = folder();
        let at = folder.path();
        let compile = |names: &[&str]| {
            let built = common::run(at, &[&["compile", "--python", &python], names, options].concat());
            assert_eq!(built.code, Some(0), "{}", built.err);
        };
        let used = || {
            let script = "import pair, reads; print(reads.x_of(pair.Pair(2.5)))";
            let used = std::process::Command::new(&python).args(["-c", script]).current_dir(at).output();
            let used = used.expect("Python runs");
            let said = [used.stdout, used.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
            (used.status.success(), said.concat())
        };
        let declared = "cdef class Pair:\n    cdef double[:] view\n    cdef public double x\n";
        write(at, "pair.pxd", declared);
        write(at, "pair.pyx", "cdef class Pair:\n    def __init__(self, x):\n        self.x = x\n");
        write(at, "reads.pyx", "from pair cimport Pair\n\ndef x_of(Pair pair):\n    return pair.x\n");
        compile(&["pair.pyx", "reads.pyx"]);
        assert_eq!(used(), (true, "2.5\n".to_string()), "{options:?}");
        write(at, "pair.pxd", format!("{declared}    cdef double y\n"));
        compile(&["reads.pyx"]);
        let (succeeded, said) = used();
        assert!(!succeeded && said.contains("pair.Pair size changed"), "{options:?}: {said}");
    }
}

/// Python's limited interface makes no frames, so the C of each place in a traceback runs code, which is compiled once:
/// an exception took 13 times as long otherwise.
#[test]
fn the_frame_of_a_place_is_compiled_once() {
    let Some(python) = common::python() else { return };
    let folder = folder();
    let at = folder.path();
    write(
        at,
        "m.pyx",
        "cdef int g(int x) except -1:\n    raise ValueError(x)\n\n\ndef f(int x):\n    return g(x)\n",
    );
    let built = common::run(at, &["compile", "--python", &python, "--limited-api", "m.pyx"]);
    assert_eq!(built.code, Some(0), "{}", built.err);
    let script = "\
import sys, traceback
import m
made = []
sys.addaudithook(lambda event, _: made.append(event) if event == 'code.__new__' else None)
for k in range(100):
    try:
        m.f(k)
    except ValueError as error:
        frames = [(frame.name, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)[1:]]
        assert frames == [('f', 6), ('g', 2)], frames
assert len(made) == 2, made
";
    let ran =
        std::process::Command::new(&python).args(["-c", script]).current_dir(at).output().expect("Python");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}

/// Modules that name the same source may be compiled into one another.
#[test]
fn a_source_that_is_named_twice_is_one() {
    let folder = folder();
    let at = folder.path();
    write(at, "tools.c", "int two(void) { return 2; }\n");
    let text = "# distutils: sources = tools.c ./tools.c\n# offcy: sources = tools.c\ndef f(): pass\n";
    let emitted = driver::compile(&write(at, "m.pyx", text), &Options::default()).value.expect("C");
    let of_tools: Vec<&str> =
        emitted.files.iter().map(|file| file.name.as_str()).filter(|name| name.contains("tools")).collect();
    assert_eq!(of_tools, ["m.tools.kernels.c"]);
}
