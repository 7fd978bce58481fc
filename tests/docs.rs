//! What the documentation shows: every snippet of `docs` and of the README (`tests/docs/check.py` says how), and the
//! fields of JSON.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use common::{folder, offcy};
use serde_json::Value;

#[test]
fn every_snippet_does_what_it_says() {
    if let Some(python) = common::python() {
        common::run_script(&python, "docs/check.py", &[]);
    }
}

#[test]
fn plots_are_of_the_programs_beside_them() {
    if let Some(python) = common::python() {
        common::run_script(&python, "../scripts/gallery_plots.py", &["--check"]);
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The names of fields in the first column of a section's tables.
fn documented(page: &str, section: &str) -> BTreeSet<String> {
    let body =
        page.split("\n## ").find(|part| part.starts_with(&format!("{section}\n"))).expect("the section");
    let rows = body.lines().filter(|line| line.starts_with("| `"));
    let first = rows.filter_map(|row| row.split('|').nth(1));
    let paths = first.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    let names = paths.flat_map(|path| path.split('.')).map(|name| name.trim_end_matches("[]").to_string());
    names.filter(|name| name != "…").collect()
}

fn fields(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| fields(item, found)),
        Value::Object(members) => members.iter().for_each(|(name, member)| {
            found.insert(name.clone());
            fields(member, found);
        }),
        _ => {}
    }
}

/// The fields of all values that a program's runs print on the standard output.
fn printed(arguments: &[&str], runs: impl Iterator<Item = PathBuf>, path: Option<&str>) -> BTreeSet<String> {
    let folder = folder();
    let mut found = BTreeSet::new();
    for file in runs {
        let mut command = offcy(folder.path(), arguments);
        if let Some(path) = path {
            command.env("PATH", path);
        }
        let output = command.arg(file).output().expect("it starts");
        let values = serde_json::Deserializer::from_slice(&output.stdout).into_iter::<Value>();
        values.for_each(|value| fields(&value.expect("JSON"), &mut found));
    }
    found
}

fn modules(of: &str) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(root().join("tests").join(of)).expect("a folder").flatten();
    entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "pyx"))
}

#[test]
fn fields_of_json_are_those_of_the_page() {
    let page = fs::read_to_string(root().join("docs/json.md")).expect("the page");
    let of_diagnostics = printed(&["check", "--message-format", "json"], modules("ui"), None);
    assert_eq!(documented(&page, "Diagnostics"), of_diagnostics);
    let of_maps = printed(&["maps", "--json"], modules("run"), None);
    assert_eq!(documented(&page, "Maps"), of_maps);
    let alone = || std::iter::once(PathBuf::from("--json"));
    let mut of_doctor = printed(&["doctor"], alone(), None);
    of_doctor.extend(printed(&["doctor"], alone(), Some("/nowhere")));
    assert_eq!(documented(&page, "The doctor"), of_doctor);
}
