//! The pages of `offcy explain`: the first example of each brings the code about that it explains.

use std::fs;
use std::path::Path;

use offcy::diag::codes;
use offcy::driver::{self, Options};

/// What every example may leave out.
const PRELUDE: &str = "from cython.parallel import parallel, prange\n";

/// Codes that no source text brings about by itself: files, toolchain, bugs, limits.
fn has_example(code: &str) -> bool {
    !code.starts_with("OFC08") && !matches!(code, "OFC0002" | "OFC0003" | "OFC0901")
}

#[test]
fn examples_bring_about_what_they_explain() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explain");
    fs::create_dir_all(&folder).expect("a folder");
    let mut wrong = Vec::new();
    for info in codes::ALL.iter().filter(|info| has_example(info.code.as_str())) {
        let mut examples =
            info.page.split("```cython\n").skip(1).filter_map(|rest| rest.split("```").next()).peekable();
        // Some are told by two files.
        let declarations = examples.next_if(|example| example.starts_with("# example.pxd"));
        fs::write(folder.join("example.pxd"), declarations.unwrap_or_default()).expect("it can be written");
        let Some(example) = examples.next() else {
            wrong.push(format!("{}: no example", info.code));
            continue;
        };
        // Directives stand before everything else.
        let text = match example.starts_with('#') || example.contains("import parallel") {
            true => example.to_string(),
            false => format!("{PRELUDE}{example}"),
        };
        // Some examples are statements of a function.
        let inside = format!(
            "{PRELUDE}def example(double[:, :] X, double[:] x, double[:] y, int n, int m):\n    cdef int i, k\n    cdef double d, s\n{}",
            example.lines().map(|line| format!("    {line}\n")).collect::<String>()
        );
        let mut reported = Vec::new();
        for text in [text, inside] {
            let path = folder.join("example.pyx");
            fs::write(&path, &text).expect("it can be written");
            let diagnostics = match info.code == codes::NO_CYTHON {
                true => driver::strip(&path, &Options::default()).diagnostics,
                false => driver::check(&path, &Options::default()).diagnostics,
            };
            reported.push(diagnostics.iter().map(|diagnostic| diagnostic.code).collect::<Vec<_>>());
        }
        if !reported.iter().any(|codes| codes.contains(&info.code)) {
            wrong.push(format!("{}: its example reports {reported:?}", info.code));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
