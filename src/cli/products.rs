//! Where commands write what they make of each source.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The file that each source's product goes to: `output`, in `out_dir` or beside the source. `what`: the product's name.
/// Two sources must not have one, nor a source be overwritten.
pub fn places(
    files: &[PathBuf],
    output: Option<&Path>,
    out_dir: Option<&Path>,
    (what, extension): (&str, &str),
) -> Result<Vec<PathBuf>, String> {
    if output.is_some() && files.len() > 1 {
        return Err(format!("`--output` names one {what}: use `--out-dir` for several sources"));
    }
    let place = |file: &PathBuf| {
        let beside = file.with_extension(extension);
        match (output, out_dir) {
            (Some(output), _) => output.to_path_buf(),
            (None, Some(folder)) => folder.join(beside.file_name().unwrap_or_default()),
            (None, None) => beside,
        }
    };
    let places: Vec<PathBuf> = files.iter().map(place).collect();
    let mut seen = HashMap::new();
    for (file, place) in files.iter().zip(&places) {
        if file == place {
            return Err(format!("the {what} would be written over `{}`", file.display()));
        }
        if let Some(other) = seen.insert(place, file) {
            let (one, two) = (other.display(), file.display());
            return Err(format!("`{one}` and `{two}` would have the same {what}"));
        }
    }
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_source_has_a_place_of_its_own() {
        let files = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        let stubs = |names: &[&str], output, out_dir| places(&files(names), output, out_dir, ("stub", "pyi"));
        let out = Some(Path::new("out"));
        assert_eq!(stubs(&["a/m.pyx", "n.pyx"], None, None), Ok(files(&["a/m.pyi", "n.pyi"])));
        assert_eq!(stubs(&["a/m.pyx", "n.pyx"], None, out), Ok(files(&["out/m.pyi", "out/n.pyi"])));
        let refused = |found: Result<Vec<PathBuf>, String>| found.expect_err("it is refused");
        assert!(refused(stubs(&["a/m.pyx", "b/m.pyx"], None, out)).contains("the same stub"));
        assert!(refused(stubs(&["m.pyi"], None, None)).contains("written over"));
        assert!(refused(stubs(&["a.pyx", "b.pyx"], out, None)).contains("`--out-dir`"));
    }
}
