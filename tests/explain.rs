//! The pages of `offcy explain`: the first example of each brings the code about that it explains, the mended one does
//! not.

use std::fs;
use std::path::Path;

use offcy::diag::{Code, codes};
use offcy::driver::{self, Options};

/// What every example may leave out.
const PRELUDE: &str = "from cython.parallel import parallel, prange\n";

/// Codes that no source text brings about by itself: files, toolchain, bugs, limits.
fn has_example(code: &str) -> bool {
    !code.starts_with("OFC08") && !matches!(code, "OFC0002" | "OFC0003" | "OFC0901")
}

/// The codes that an example reports as a module, and as statements of a function.
fn reported(folder: &Path, example: &str, is_stripped: bool) -> Vec<Vec<Code>> {
    // Directives stand before everything else.
    let text = match example.starts_with('#') || example.contains("import parallel") {
        true => example.to_string(),
        false => format!("{PRELUDE}{example}"),
    };
    let inside = format!(
        "{PRELUDE}def example(double[:, :] X, double[:] x, double[:] y, int n, int m):\n    cdef int i, k\n    cdef double d, s\n{}",
        example.lines().map(|line| format!("    {line}\n")).collect::<String>()
    );
    let path = folder.join("example.pyx");
    let codes_of = |text: String| {
        fs::write(&path, &text).expect("it can be written");
        let diagnostics = match is_stripped {
            true => driver::strip(&path, &Options::default()).diagnostics,
            false => driver::check(&path, &Options::default()).diagnostics,
        };
        diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
    };
    [text, inside].into_iter().map(codes_of).collect()
}

#[test]
fn examples_bring_about_what_they_explain() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explain");
    fs::create_dir_all(&folder).expect("a folder");
    let mut wrong = Vec::new();
    for info in codes::ALL.iter().filter(|info| has_example(info.code.as_str())) {
        let mut examples =
            info.page.split("```cython\n").skip(1).filter_map(|rest| rest.split("```").next()).peekable();
        // Some examples are two files.
        let declarations = examples.next_if(|example| example.starts_with("# example.pxd"));
        fs::write(folder.join("example.pxd"), declarations.unwrap_or_default()).expect("it can be written");
        let Some(example) = examples.next() else {
            wrong.push(format!("{}: no example", info.code));
            continue;
        };
        let is_stripped = info.code == codes::NO_CYTHON;
        let found = reported(&folder, example, is_stripped);
        if !found.iter().any(|codes| codes.contains(&info.code)) {
            wrong.push(format!("{}: its example reports {found:?}", info.code));
        }
        // The last is the way out.
        if let Some(mended) = examples.last().filter(|mended| !mended.starts_with("# example.pxd")) {
            let found = reported(&folder, mended, is_stripped);
            if found.iter().all(|codes| codes.contains(&info.code)) {
                wrong.push(format!("{}: its mended example reports {found:?}", info.code));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
