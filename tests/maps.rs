//! The map table, rule by rule. Each function of `tests/maps/NAME.pyx` holds regions, and says in
//! comments after `#~` what is inferred for what they map, in the order of the captures:
//! `variable: map | extent | reason`, and after it the map of a temporary that nobody else holds, and when
//! no code of others uses it.
//! Scalars passed by value are left out. What the host's code between regions does to data that is
//! kept stands there too: `host: effect extent`. `BLESS=1` rewrites the comments: read the difference
//! before you commit it.

use std::fs;
use std::path::{Path, PathBuf};

use offcy::driver::{self, Options};

fn programs() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/maps");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("tests/maps").flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "pyx"));
    paths.sort();
    paths
}

/// What `offcy maps --json` says, as (line, expectation): regions, contexts, the host's code in them.
fn inferred(path: &Path) -> Vec<(usize, Vec<String>)> {
    let outcome = driver::maps(path, &Options::default(), true);
    let errors: Vec<&str> = outcome
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .map(|diagnostic| diagnostic.message.as_str())
        .collect();
    assert!(errors.is_empty(), "{}: {errors:?}", path.display());
    let json: serde_json::Value = serde_json::from_str(&outcome.value.expect("maps")).expect("JSON");
    let mut found = Vec::new();
    for (kind, field) in [("regions", "captures"), ("contexts", "entries")] {
        for region in json[kind].as_array().expect("a list") {
            let line = region["line"].as_u64().expect("a line") as usize;
            let mut said: Vec<String> =
                region[field].as_array().expect("a list").iter().filter_map(said).collect();
            if region["made_by"].is_string() {
                said.insert(0, format!("made by {}", text(region, "made_by")));
            }
            for inside in region["kept_inside"].as_array().into_iter().flatten() {
                said.push(format!("{} kept inside", text(inside, "name")));
            }
            for left in region["left_out"].as_array().into_iter().flatten() {
                said.push(format!("{} left: {}", text(left, "name"), placeless(text(left, "reason"))));
            }
            found.push((line, said));
            found.extend(host(&region["host"]));
        }
    }
    for function in json["functions"].as_array().into_iter().flatten() {
        found.extend(host(&function["host"]));
    }
    found.sort();
    found
}

/// What the host's code does in front of a line.
fn host(sections: &serde_json::Value) -> Vec<(usize, Vec<String>)> {
    let mut found = Vec::new();
    for section in sections.as_array().into_iter().flatten() {
        let line = section["line"].as_u64().expect("a line") as usize;
        if section["anything"].is_string() {
            found.push((line, vec!["host: anything".to_string()]));
        }
        for access in section["accesses"].as_array().into_iter().flatten() {
            let conditions = list(&access["extent_conditions"]);
            let only = if conditions.is_empty() { String::new() } else { format!(" if {conditions}") };
            let (effect, extent) = (text(access, "effect"), text(access, "extent"));
            let full = if access["in_full"].is_array() { " all of" } else { "" };
            let wanted = match list(&access["in_full"]) {
                conditions if conditions.is_empty() => String::new(),
                conditions => format!(", all of it if {conditions}"),
            };
            let full = if wanted.is_empty() { full } else { "" };
            found.push((line, vec![format!("host: {effect}{full} {extent}{only}{wanted}")]));
        }
    }
    found
}

fn text<'j>(value: &'j serde_json::Value, key: &str) -> &'j str {
    value[key].as_str().unwrap_or_default()
}

fn list(value: &serde_json::Value) -> String {
    let items = value.as_array().into_iter().flatten().filter_map(|item| item.as_str());
    items.collect::<Vec<_>>().join(" and ")
}

fn said(capture: &serde_json::Value) -> Option<String> {
    let map = text(capture, "map");
    if map == "firstprivate" && text(capture, "effect") != "none" {
        return None;
    }
    let proven = &capture["proven"];
    let map = match list(&proven["conditions"]) {
        conditions if !conditions.is_empty() => {
            format!("{} if {conditions}, else {map}", text(proven, "map"))
        }
        _ if proven.is_object() => format!("{} of this part", text(proven, "map")),
        _ => map.to_string(),
    };
    let extent = match list(&capture["extent_conditions"]) {
        conditions if !conditions.is_empty() => format!("{} if {conditions}", text(capture, "extent")),
        _ => text(capture, "extent").to_string(),
    };
    let alone = &capture["temporary"];
    let alone = match alone.is_object() {
        true => format!(" | {} if {}", text(alone, "map"), list(&alone["conditions"])),
        false => String::new(),
    };
    let private = match capture["private_if"].as_str() {
        Some(condition) => format!(" | private if {condition}"),
        None => String::new(),
    };
    let (name, reason) = (text(capture, "name"), placeless(text(capture, "reason")));
    Some(format!("{name}: {map} | {extent} | {reason}{alone}{private}"))
}

/// Without the lines, so that a case can move.
fn placeless(text: &str) -> String {
    let mut rest = text;
    let mut result = String::new();
    while let Some(at) = rest.find(" (line ") {
        result.push_str(&rest[..at]);
        rest = rest[at..].find(')').map_or("", |end| &rest[at + end + 1..]);
    }
    result + rest
}

/// The source without its expectations, and (line in that source, expectation).
fn split(source: &str) -> (Vec<&str>, Vec<(usize, String)>) {
    let (mut lines, mut expected) = (Vec::new(), Vec::new());
    for line in source.lines() {
        match line.trim_start().strip_prefix("#~ ") {
            // In front of the header that it is about.
            Some(said) => expected.push((lines.len() + 1, said.to_string())),
            None => lines.push(line),
        }
    }
    (lines, expected)
}

#[test]
fn maps_are_as_the_table_says() {
    let bless = std::env::var_os("BLESS").is_some();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("maps");
    fs::create_dir_all(&folder).expect("a folder");
    let mut wrong = Vec::new();
    for path in programs() {
        let source = fs::read_to_string(&path).expect("it is text");
        let (lines, expected) = split(&source);
        let bare = folder.join(path.file_name().expect("a name"));
        fs::write(&bare, lines.join("\n") + "\n").expect("it can be written");
        let found: Vec<(usize, String)> = inferred(&bare)
            .into_iter()
            .flat_map(|(line, said)| said.into_iter().map(move |said| (line, said)))
            .collect();
        if bless {
            let mut text = String::new();
            for (at, line) in lines.iter().enumerate() {
                let indent = &line[..line.len() - line.trim_start().len()];
                // Said once of all that a line holds.
                let mut written: Vec<&str> = Vec::new();
                for (_, said) in found.iter().filter(|(line, _)| *line == at + 1) {
                    if !written.contains(&said.as_str()) {
                        text += &format!("{indent}#~ {said}\n");
                        written.push(said);
                    }
                }
                text += line;
                text.push('\n');
            }
            fs::write(&path, text).expect("it can be written");
            continue;
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        for missing in expected.iter().filter(|one| !found.contains(one)) {
            wrong.push(format!("{name}: expected `{}` at `{}`", missing.1, lines[missing.0 - 1].trim()));
        }
        for more in found.iter().filter(|one| !expected.contains(one)) {
            wrong.push(format!("{name}: found `{}` at `{}`", more.1, lines[more.0 - 1].trim()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
