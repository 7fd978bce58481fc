//! `offcy simulate`: modules built for NVIDIA GPUs run without one, and what is wrong in them is found.

mod common;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use offcy::image::ptx;
use serde_json::Value;

use common::{Ran, finish, offcy, run, write};

const PYX: &str = include_str!("simulate/faults.pyx");

/// A Python, and a folder with the module `faults` for sm_90. `None` where the machine cannot build it.
fn built() -> Option<&'static (String, PathBuf)> {
    static BUILT: OnceLock<Option<(String, PathBuf)>> = OnceLock::new();
    let build = || {
        let python = common::python()?;
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("simulate");
        std::fs::create_dir_all(&folder).expect("a folder");
        write(&folder, "faults.pyx", PYX);
        let mut command = offcy(&folder, &["compile", "--offload-arch", "sm_90", "faults.pyx"]);
        let ran = finish(command.env("OFFCY_PYTHON", &python));
        if ran.code == Some(3) && ran.err.contains("OFC0812") {
            eprintln!("SKIPPED: {}", ran.err);
            return None;
        }
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        Some((python, folder))
    };
    BUILT.get_or_init(build).as_ref()
}

/// Runs a program of Python's in the module's folder.
fn simulate(options: &[&str], program: &str) -> Option<Ran> {
    let (python, folder) = built()?;
    let mut arguments = vec!["simulate"];
    arguments.extend(options);
    arguments.extend(["--", python.as_str(), "-c", program]);
    let mut command = offcy(folder, &arguments);
    Some(finish(command.env("PYTHONPATH", Path::new(env!("CARGO_MANIFEST_DIR")).join("python"))))
}

const ALL: &str = "memory,init,race,sync";

#[test]
fn regions_give_the_same_results_under_every_order() {
    let program = "
import numpy as np, faults
for n in (0, 1, 7, 1000):
    x, y = np.arange(float(n)), np.zeros(n)
    faults.scale(x, y, 3.0)
    assert (y == 3 * x).all(), n
faults.scale(x[::2], y[::-2], 2.0)
assert (y[::-2] == 2 * x[::2]).all() and (y[::2] == 3 * x[::2]).all()
grid = np.full((20, 3), 7.0)
faults.strided(grid)
assert (grid[:, 1] == np.arange(20)).all() and (grid[:, ::2] == 7).all()
";
    for seed in ["0", "1", "2", "3"] {
        let Some(ran) = simulate(&["--seed", seed, "--check", ALL, "--devices", "2"], program) else {
            return;
        };
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "seed {seed}");
    }
    let ran = simulate(&["--check", "", "--arch", "sm_90"], program).expect("built before");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn devices_say_that_they_are_simulated() {
    let program = "import offcy, numpy as np, faults; print(offcy.devices())";
    let Some(ran) = simulate(&["--devices", "2", "--memory", "512MiB"], program) else { return };
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let lines: Vec<&str> = ran.out.lines().filter(|line| line.contains("simulated NVIDIA H100")).collect();
    assert_eq!(lines.len(), 2, "{}", ran.out);
    assert!(
        lines
            .iter()
            .all(|line| line.contains("nvidia") && line.contains("sm_90") && line.contains("0.5 GiB"))
    );
}

/// What a call of a function of `faults` is reported for; the program may not get far.
fn findings(function: &str) -> Option<(Ran, Vec<Value>)> {
    let report = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{function}.json"));
    let path = report.display().to_string();
    let program = format!(
        "import numpy as np, faults
x, y = np.arange(10.0), np.full(10, 5.0)
faults.{function}(x, y)"
    );
    let ran = simulate(&["--check", ALL, "--report", &path], &program)?;
    let text = std::fs::read_to_string(report).expect("a report");
    let report: Value = serde_json::from_str(&text).expect("JSON");
    Some((ran, report["findings"].as_array().expect("findings").clone()))
}

fn expect(finding: &Value, fields: &[(&str, &str)]) {
    for (name, value) in fields {
        assert_eq!(finding[name].as_str(), Some(*value), "{name}: {finding:#}");
    }
}

#[test]
fn a_from_that_should_be_tofrom() {
    let Some((ran, found)) = findings("from_for_tofrom") else { return };
    assert_eq!((ran.code, found.len()), (Some(1), 1), "{found:#?}");
    expect(&found[0], &[("check", "init"), ("variable", "y"), ("map", "from")]);
    assert_eq!((&found[0]["offset"], &found[0]["bytes"]), (&72.into(), &8.into()), "{}", found[0]);
    assert!(ran.err.contains("8 of 80 bytes of 'y'") && ran.err.contains("map it 'tofrom'"), "{}", ran.err);
    assert!(ran.err.contains("by from_for_tofrom at faults.pyx:12"), "{}", ran.err);
}

#[test]
fn an_alloc_that_is_read() {
    let Some((ran, found)) = findings("alloc_that_is_read") else { return };
    assert_eq!((ran.code, found.len()), (Some(1), 1), "{found:#?}");
    expect(&found[0], &[("check", "init"), ("variable", "x"), ("map", "alloc"), ("access", "read")]);
    assert_eq!((&found[0]["line"], &found[0]["count"]), (&18.into(), &10.into()), "{}", found[0]);
    assert!(
        ran.err.contains("faults.pyx:18: init: kernel alloc_that_is_read_region_17, block 0"),
        "{}",
        ran.err
    );
}

#[test]
fn a_section_that_is_one_element_short() {
    let Some((ran, found)) = findings("one_element_short") else { return };
    assert_ne!(ran.code, Some(0));
    assert_eq!(found.len(), 1, "{found:#?}");
    expect(&found[0], &[("check", "memory"), ("variable", "x"), ("error", "CUDA_ERROR_ILLEGAL_ADDRESS")]);
    assert_eq!((&found[0]["line"], &found[0]["thread"][0]), (&23.into(), &9.into()), "{}", found[0]);
    assert!(ran.err.contains("reads 8 bytes of 'x' just past its end (72 bytes are mapped)"), "{}", ran.err);
}

#[test]
fn iterations_that_touch_what_others_touch() {
    let Some((ran, found)) = findings("neighbours") else { return };
    assert_eq!((ran.code, found.len()), (Some(1), 1), "{found:#?}");
    expect(&found[0], &[("check", "race"), ("variable", "y"), ("map", "tofrom"), ("access", "write")]);
    assert_eq!((&found[0]["line"], &found[0]["count"]), (&80.into(), &8.into()), "{}", found[0]);
    let words = "writes 8 bytes of 'y' at offset 8 of 80 bytes; thread 0 of block 0 reads them in line 80, and nothing orders the two";
    assert!(ran.err.contains(words), "{}", ran.err);
    let Some((ran, found)) = findings("one_element") else { return };
    assert_eq!((ran.code, found.len()), (Some(1), 1), "{found:#?}");
    assert_eq!((&found[0]["line"], &found[0]["count"]), (&85.into(), &5.into()), "{}", found[0]);
    assert!(ran.err.contains("thread 0 of block 0 writes them in line 85"), "{}", ran.err);
}

#[test]
fn a_map_that_was_left_out() {
    let Some((ran, found)) = findings("map_left_out") else { return };
    assert_ne!(ran.code, Some(0));
    assert_eq!(found.len(), 1, "{found:#?}");
    expect(&found[0], &[("check", "memory"), ("access", "read"), ("error", "CUDA_ERROR_ILLEGAL_ADDRESS")]);
    assert_eq!((&found[0]["line"], &found[0]["bytes"]), (&38.into(), &8.into()), "{}", found[0]);
    assert!(ran.err.contains("an address of the host: no map translated this pointer"), "{}", ran.err);
}

#[test]
fn a_new_array_with_nothing_in_it_may_come_back_so() {
    let Some((ran, found)) = findings("nothing_in_it") else { return };
    assert_eq!((ran.code, found.len()), (Some(0), 0), "{found:#?}");
}

/// Records of errors that are a thread's own need no atomics, which its stack has not got.
#[test]
fn errors_that_are_dropped_on_the_way_are_printed() {
    let program = "
import numpy as np, faults
x, y = np.array([1.0, -1.0, 2.0]), np.zeros(3)
faults.dropped(x, y)
assert (y == [4, 2, 6]).all(), y
faults.dropped(np.ones(3), y)
";
    let Some(ran) = simulate(&["--check", ALL], program) else { return };
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(ran.err.matches("\nValueError: hushed\n").count(), 1, "{}", ran.err);
    assert!(ran.err.contains("Exception ignored in: 'hushed'"), "{}", ran.err);
}

/// What the driver knows of freed blocks is not a leak of the program's.
#[test]
fn the_heap_of_the_program_stays_its_own() {
    let program = "
import ctypes, numpy as np, faults
class Mallinfo(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in 'abcdefghij']
libc = ctypes.CDLL(None)
libc.mallinfo2.restype = Mallinfo
def used():
    resident = int(open('/proc/self/statm').read().split()[1]) * 4096
    return libc.mallinfo2().h, resident
x, y = np.ones(10_000), np.zeros(10_000)
sizes = []
for times in (100, 1000):
    for _ in range(times):
        faults.scale(x, y, 2.0)
    sizes.append(used())
(before, pages), (after, more_pages) = sizes
assert after - before < 20_000, after - before
assert more_pages - pages < 10_000_000, more_pages - pages
";
    let Some(ran) = simulate(&["--check", "memory,init,sync"], program) else { return };
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
}

#[test]
fn what_kernels_do_is_counted() {
    let report = Path::new(env!("CARGO_TARGET_TMPDIR")).join("counts.json");
    let path = report.display().to_string();
    let program = "
import numpy as np, faults
x, y = np.ones(32 * 64), np.zeros(64)
faults.scale(x[:64], y, 2.0)
faults.scale(x[::32], y, 2.0)
faults.nothing_in_it(np.ones(64), y)
";
    let Some(ran) = simulate(&["--counts", "--check", "", "--report", &path], program) else { return };
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let report: Value =
        serde_json::from_str(&std::fs::read_to_string(report).expect("a report")).expect("JSON");
    let counts = &report["counts"];
    let kernels = counts["kernels"].as_array().expect("kernels");
    let of = |line: u32| kernels.iter().find(|kernel| kernel["line"] == line).expect("a kernel");
    // Two warps each have work: 8 sectors of four doubles, then a sector for each lane.
    assert_eq!(of(7)["total"]["loads"], serde_json::json!([4, 2 * 8 + 2 * 32, 128 * 8]), "{counts:#}");
    assert_eq!(of(7)["total"]["stores"], serde_json::json!([4, 32, 128 * 8]), "{counts:#}");
    assert_eq!((&of(7)["launches"], &of(7)["threads"]), (&2.into(), &256.into()), "{counts:#}");
    assert!(of(7)["registers"].as_u64().is_some_and(|count| (10..100).contains(&count)), "{counts:#}");
    let is_here = |line: &&Value| line["line"] == 8 && line["total"].is_null();
    let line = of(7)["lines"].as_array().expect("lines").iter().find(is_here).expect("line 8");
    assert_eq!(line["loads"][0], 4, "{line:#}");
    // No element of nothing_in_it is written.
    assert_eq!(of(68)["total"]["stores"], serde_json::json!([0, 0, 0]), "{counts:#}");
    let copies = counts["copies"].as_array().expect("copies").iter().find(|copies| copies["line"] == 7);
    assert_eq!(copies.expect("copies")["from"], serde_json::json!([2, 2 * 64 * 8]), "{counts:#}");
    for words in [
        "faults.pyx:7: counts: kernel scale_region_7: 2 launches, 2 blocks of 128 threads\n",
        "    loads         20.0 sectors per request, 40% of their bytes used, 4 requests\n",
        "    estimate      at least 0.0",
        "on NVIDIA's H100, bound by ",
        "bytes to the device, 1,024 back, in 4 calls\n",
    ] {
        assert!(ran.err.contains(words), "{words}: {}", ran.err);
    }
    // On the page of the module, in the section of the region.
    let (_, folder) = built().expect("it was built");
    let ran = self::run(folder, &["annotate", "--counts", &path, "-o", "counted.html", "faults.pyx"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let page = std::fs::read_to_string(folder.join("counted.html")).expect("a page");
    let region =
        page.split("<section class=r ").find(|section| section.contains("lines 7 to 8\"")).expect("a region");
    for words in [
        "<th scope=row>loads<td>20.0 sectors per request",
        "<a href=\"#L8\">8</a><td>",
        "<td>20.0<td>8.0<td>",
    ] {
        assert!(region.contains(words), "{words}: {region}");
    }
    let without = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml").display().to_string();
    let ran = self::run(folder, &["annotate", "--counts", &without, "faults.pyx"]);
    assert!(ran.code == Some(2) && ran.err.contains("cannot use "), "{}", ran.err);
}

/// Runs a script of `tests`; it must succeed. `scripts/test-nightly` gives these scripts all that they can run.
fn succeeds(script: &str, before: &[&str], names: &[&str]) {
    let Some((python, _)) = built() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(script);
    let mut command = Command::new(python);
    command.arg("-P").arg(script).args(before).arg(env!("CARGO_BIN_EXE_offcy")).args(names);
    let output = command.env("XDG_CACHE_HOME", common::cache()).output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn programs_give_the_same_results_and_move_the_same_bytes() {
    let names = ["bounds", "contexts", "foreign", "inside_polygon", "lent_variables", "team_values"];
    succeeds("simulate/programs.py", &["--seed", "3", "--quick", "--ordinary"], &names);
}

#[test]
fn programs_of_the_mapping_benchmark_give_the_same_results() {
    succeeds("simulate/mapping.py", &["--seed", "3", "--quick", "--ordinary"], &["hotspot"]);
}

#[test]
fn what_a_device_refuses_is_an_exception() {
    let names = ["two_maps_overlap_in_part", "out_of_memory", "there_is_no_such_device"];
    succeeds(
        "faults/check.py",
        &["--simulated"],
        &names.map(|name| format!("fault_{name}")).each_ref().map(String::as_str),
    );
}

#[test]
fn memory_is_as_large_as_was_asked_for() {
    let program = "
import numpy as np, faults
x = np.zeros(300000)
try:
    faults.scale(x, x.copy(), 1.0)
except MemoryError as error:
    print(error)
y = np.zeros(1000)
faults.scale(y + 1, y, 2.0)
print(y[0])
";
    let Some(ran) = simulate(&["--memory", "3MiB"], program) else { return };
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.starts_with("device 0 is out of memory") && ran.out.ends_with("\n2.0\n"), "{}", ran.out);
}

#[test]
fn calls_that_fail_raise_and_the_next_ones_work() {
    let Some((python, folder)) = built() else { return };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/simulate/errors.py");
    let mut command = Command::new(python);
    command.arg("-P").arg(script).arg(env!("CARGO_BIN_EXE_offcy")).arg(folder);
    if std::env::var_os("OFFCY_FAILURES").is_some_and(|value| value == "every") {
        command.arg("every");
    }
    // A process for each failure: it may take longer than what `finish` waits.
    let output = command.env("XDG_CACHE_HOME", common::cache()).output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
}

/// LLVM's runtime has asked for the driver's functions before the module comes: what is watched are its last words alone.
#[test]
fn failures_are_exceptions_where_others_started_the_offload_runtime() {
    let Some((python, _)) = built() else { return };
    let find = "import sys; sys.path.insert(0, sys.argv[1]); import builds; print(builds.LLVM)";
    let common = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/common");
    let ran = finish(Command::new(python).args(["-P", "-c", find]).arg(common));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let program = format!(
        "
import ctypes, numpy as np
library = ctypes.CDLL('{}/libomptarget.so')
library.__tgt_rtl_init()
library.__tgt_init_all_rtls()
import faults
x, y = np.arange(10.0), np.zeros(10)
for region in range(3):
    try:
        faults.several(x, y)
        faults.scale(x, y, 2.0)
        print((y == 2 * x).all())
    except Exception as error:
        print(type(error).__name__, error)
",
        ran.out.trim()
    );
    for (failure, words) in [
        (
            "cuModuleLoadDataEx:1",
            "RuntimeError device 0 failed to load this module's code: Failure to load binary image",
        ),
        (
            "cuLaunchKernel:3",
            "RuntimeError device 0 failed to run the region of 'several' at faults.pyx:98: Failure to run target region",
        ),
        ("cuMemAlloc:5", "RuntimeError device 0 failed to run the region of 'several' at faults.pyx:98: "),
        ("cuMemAlloc:2", "MemoryError device 0 is out of memory: no room for 'x' (80 bytes)"),
    ] {
        let ran = simulate(&["--fail", failure], &program).expect("built before");
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{failure}: {}", ran.out);
        assert!(ran.out.starts_with(words) && ran.out.ends_with("\nTrue\nTrue\n"), "{failure}: {}", ran.out);
    }
}

/// C that runs a kernel of its own has no way to fail.
#[test]
fn the_last_line_names_the_line_and_the_cause() {
    let Some((python, _)) = built() else { return };
    let folder = common::folder();
    write(folder.path(), "twice.h", "void twice(double *x, int count);\n");
    let kernel = "#include \"twice.h\"
void twice(double *x, int count)
{
#pragma omp target teams distribute parallel for map(tofrom : x[:count])
    for (int i = 0; i < count; i++)
        x[i] *= 2;
}
";
    write(folder.path(), "twice.c", kernel);
    let module = "# offcy: sources = twice.c
cdef extern from \"twice.h\":
    void twice(double* x, int count) nogil
def run(double[::1] x):
    twice(&x[0], x.shape[0])
";
    write(folder.path(), "own.pyx", module);
    let mut command = offcy(folder.path(), &["compile", "--offload-arch", "sm_90", "own.pyx"]);
    let ran = finish(command.env("OFFCY_PYTHON", python));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let program = "import array, own; x = array.array('d', [1, 2]); own.run(x); print(x.tolist())";
    let with = |options: &[&str]| {
        run(folder.path(), &[&["simulate"], options, &["--", python, "-c", program]].concat())
    };
    let ran = with(&[]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "[2.0, 4.0]\n"), "{}", ran.err);
    let ran = with(&["--fail", "cuLaunchKernel:1"]);
    let last = ran.err.lines().rfind(|line| !line.starts_with("offcy simulate: ")).unwrap_or_default();
    assert_eq!(ran.code, Some(128 + 6), "{}", ran.err);
    assert!(last.contains("twice.c:4: cuLaunchKernel: too many resources requested"), "{}", ran.err);
}

#[test]
fn a_kernel_that_faults_is_an_exception() {
    let program = "
import numpy as np, faults
x = np.arange(10.0)
faults.one_element_short(x, x.copy())
try:
    faults.scale(x, x.copy(), 2.0)
except RuntimeError as error:
    print(error)
";
    let Some(ran) = simulate(&[], program) else { return };
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert_eq!(
        ran.out,
        "device 0 failed to receive 'x' (80 bytes): cuMemcpyHtoDAsync: an illegal memory access was encountered (CUDA_ERROR_ILLEGAL_ADDRESS)\n"
    );
    let words = "RuntimeError: device 0 failed to run the region of 'short_section' at faults.pyx:22: ";
    assert!(
        ran.err.contains(words) && ran.err.contains("an illegal memory access was encountered"),
        "{}",
        ran.err
    );
}

#[test]
fn wrong_arguments_are_refused_by_name() {
    let folder = common::folder();
    for (options, words) in [
        (&["--check", "memroy"][..], "expected some of memory,init,race,sync, found `memroy`"),
        (&["--memory", "4 apples"], "expected a size from 1MiB to 1TiB"),
        (&["--devices", "17"], "17 is not in 0..=16"),
        (
            &["--arch", "gfx90a"],
            "expected sm_75, sm_80, sm_86, sm_89, sm_90, sm_100 or sm_120, found `gfx90a`",
        ),
        (&["--fail", "cuMemAllo:1"], "expected a call of the CUDA driver, found `cuMemAllo`"),
        (&["--fail", "cuMemAlloc"], "expected which use of cuMemAlloc fails"),
        (&["--fail", "cuMemAlloc:1:LAUNCH_FAILED"], "OUT_OF_MEMORY"),
        (&["--seed", "two"], "--seed <S>"),
    ] {
        let ran = run(folder.path(), &[&["simulate"], options, &["--", "true"]].concat());
        assert_eq!(ran.code, Some(2), "{options:?}");
        assert!(ran.err.contains(words), "{options:?}: {}", ran.err);
    }
    let ran = run(folder.path(), &["simulate"]);
    assert!(ran.code == Some(2) && ran.err.contains("<COMMAND>"), "{}", ran.err);
}

#[test]
fn programs_end_as_they_would() {
    if common::python().is_none() {
        return;
    }
    let folder = common::folder();
    let ended = |script: &str| run(folder.path(), &["simulate", "--", "sh", "-c", script]);
    assert_eq!(ended("exit 7").code, Some(7));
    assert_eq!(ended("kill -SEGV $$").code, Some(128 + 11));
    let quiet = ended("echo out");
    assert_eq!((quiet.code, quiet.out.as_str()), (Some(0), "out\n"));
    assert!(quiet.err.contains("imported no module that was built with --offload-arch"), "{}", quiet.err);
    let none = run(folder.path(), &["simulate", "--", "no-such-program"]);
    assert_eq!(
        (none.code, none.err.as_str()),
        (Some(2), "offcy simulate: there is no program `no-such-program`\n")
    );
    let none = finish(offcy(folder.path(), &["simulate", "--", "true"]).env("OFFCY_CC", "/bin/false"));
    assert!(none.code == Some(3) && none.err.contains("no clang was found"), "{}", none.err);
    let none = run(folder.path(), &["simulate", "--report", "no/such/folder", "--", "true"]);
    assert!(none.code == Some(3) && none.err.contains("cannot write no/such/folder"), "{}", none.err);
}

#[test]
fn signals_reach_the_program() {
    if common::python().is_none() {
        return;
    }
    let folder = common::folder();
    let ready = folder.path().join("ready");
    let script = "trap 'exit 5' TERM; touch ready; while :; do sleep 0.1; done";
    let mut command = offcy(folder.path(), &["simulate", "--", "sh", "-c", script]);
    let mut child = command.stderr(Stdio::null()).spawn().expect("it starts");
    let start = Instant::now();
    while !ready.exists() && start.elapsed() < Duration::from_secs(50) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let status = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill");
    assert!(status.success());
    assert_eq!(child.wait().expect("it ends").code(), Some(5));
}

#[test]
fn a_module_without_ptx_gets_one_sentence() {
    let Some((python, _)) = built() else { return };
    let folder = common::folder();
    write(folder.path(), "faults.pyx", PYX);
    let mut command = offcy(folder.path(), &["compile", "--offload-arch", "sm_90", "faults.pyx"]);
    let ran = finish(command.env("OFFCY_PYTHON", python).env("OFFCY_PTX", "0"));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let program = "import numpy as np, faults; faults.scale(np.ones(3), np.ones(3), 2.0)";
    let ran = run(folder.path(), &["simulate", "--", python, "-c", program]);
    assert_ne!(ran.code, Some(0));
    let told =
        ran.err.lines().filter(|line| line.starts_with("offcy simulate: ") && line.contains("has no PTX"));
    assert_eq!(told.count(), 1, "{}", ran.err);
}

/// The module with another text of PTX in the place of its own; `None`: with damaged PTX.
fn with_ptx(module: &[u8], text: Option<&str>) -> Vec<u8> {
    let mut changed = module.to_vec();
    let at = module.windows(8).position(|bytes| bytes == b"offcyPTX").expect("PTX");
    let Some(text) = text else {
        changed[at + 40] ^= 0xff;
        return changed;
    };
    let mut empty = [0; 64];
    empty[..7].copy_from_slice(b"\x7fELF\x02\x01\x01");
    empty[52] = 64;
    let made = ptx::with_units(&empty, &[ptx::Unit::new(text.as_bytes())]).expect("an image");
    changed[at..at + made.len() - 64].copy_from_slice(&made[64..]);
    changed
}

#[test]
fn modules_with_other_ptx_get_one_sentence() {
    let Some((python, folder)) = built() else { return };
    let built = common::names(folder).into_iter().find(|name| name.ends_with(".so")).expect("the module");
    let module = std::fs::read(folder.join(&built)).expect("the module");
    let head = ".version 7.8\n.target sm_90\n.address_size 64\n";
    let unknown = format!("{head}.visible .entry k()\n{{\nwgmma.fence.sync;\nret;\n}}\n");
    for (text, words) in [
        (None, "the PTX of this image is damaged: unit 1 cannot be decompressed"),
        (
            Some(unknown.as_str()),
            "PTX unit 1, line 6: `wgmma.fence.sync` is not an instruction that the simulated GPU knows",
        ),
        (Some(&head[..20]), "PTX unit 1, line 2: expected"),
    ] {
        let folder = common::folder();
        write(folder.path(), &built, with_ptx(&module, text));
        let program = "import numpy as np, faults; faults.scale(np.ones(3), np.ones(3), 2.0)";
        let ran = run(folder.path(), &["simulate", "--", python, "-c", program]);
        assert_ne!(ran.code, Some(0), "{words}");
        let told: Vec<&str> = ran.err.lines().filter(|line| line.starts_with("offcy simulate: ")).collect();
        assert!(told.len() == 1 && told[0].contains(words), "{words}: {}", ran.err);
    }
}

#[test]
fn images_that_cannot_run_get_one_sentence() {
    let folder = common::folder();
    write(folder.path(), "image", "hello");
    let ran = run(folder.path(), &["simulate", "--translate", "image", "--output", "out.so"]);
    assert_eq!((ran.code, ran.err.lines().count()), (Some(1), 1), "{}", ran.err);
    assert!(ran.err.contains("not an ELF file"), "{}", ran.err);
    let ran = run(folder.path(), &["simulate", "--translate", "none", "--output", "out.so"]);
    assert!(ran.code == Some(1) && ran.err.contains("cannot read none"), "{}", ran.err);
}

#[test]
fn modules_for_another_gpu_get_one_sentence() {
    let program = "
import numpy as np, faults
x = np.zeros(100)
faults.scale(x, x.copy(), 1.0)
";
    let Some(ran) = simulate(&["--arch", "sm_80"], program) else { return };
    let words = "RuntimeError: OMP_TARGET_OFFLOAD=MANDATORY, but there is no device to offload to: the module was built for sm_90";
    assert_eq!((ran.code, ran.err.lines().last()), (Some(1), Some(words)), "{}", ran.err);
    let ran = simulate(&["--arch", "sm_80"], "import faults").expect("built before");
    assert!(ran.code == Some(0) && ran.err.contains("build it with --offload-arch sm_80"), "{}", ran.err);
}
