//! What a project and its package may be called.

use crate::base::keywords;

/// Python's own modules, in lines.
const LIBRARY: &str = include_str!("taken.txt");
/// What the project itself imports, and its folders.
const NEEDED: &[&str] = &["cython", "mesonpy", "numpy", "offcy", "pytest", "setuptools", "src", "tests"];

/// The names of a project: `my-lib` on an index, `my_lib` in programs.
#[derive(Debug, PartialEq, Eq)]
pub struct Names {
    pub project: String,
    pub package: String,
}

/// A name that cannot be used: why, and one that can.
#[derive(Debug, PartialEq, Eq)]
pub struct Refused {
    pub why: &'static str,
    pub proposal: String,
}

impl Names {
    pub fn of(name: &str) -> Result<Names, Refused> {
        match objection(name) {
            Some(why) => Err(Refused { why, proposal: proposal(name) }),
            None => Ok(Names { project: name.to_string(), package: package(name) }),
        }
    }
}

/// The name by which Python imports it: small letters, words joined by `_`.
fn package(name: &str) -> String {
    let words = name.split(['-', '_', '.']).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_").to_ascii_lowercase()
}

/// A file system may not tell letters of different size apart.
fn is_keyword_in_small_letters(package: &str) -> bool {
    keywords().iter().any(|keyword| keyword.eq_ignore_ascii_case(package))
}

fn objection(name: &str) -> Option<&'static str> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let ends = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let package = package(name);
    if name.is_empty() {
        Some("it is empty")
    } else if !name.bytes().all(is_part) {
        Some("names have ASCII letters, digits, `-`, `_` and `.`")
    } else if !ends(name.as_bytes().first()) || !ends(name.as_bytes().last()) {
        Some("it does not begin and end with a letter or digit")
    } else if name.starts_with(|first: char| first.is_ascii_digit()) {
        Some("Python cannot import what begins with a digit")
    } else if is_keyword_in_small_letters(&package) {
        Some("it is a keyword of Python")
    } else if library().any(|module| module == package) {
        Some("Python's own library has a module of this name")
    } else if NEEDED.contains(&package.as_str()) {
        Some("the project needs a package or folder of this name")
    } else {
        None
    }
}

fn library() -> impl Iterator<Item = &'static str> {
    LIBRARY.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace)
}

/// A name like it that can be used.
fn proposal(name: &str) -> String {
    let plain = name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_");
    let package = package(&plain);
    match objection(&package) {
        None => package,
        Some(_) if package.is_empty() => "my_package".to_string(),
        Some(_) => format!("my_{package}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_has_the_name_of_its_project_as_python_spells_it() {
        for (name, package) in
            [("heat", "heat"), ("my-lib", "my_lib"), ("My.Lib", "my_lib"), ("a--b_c", "a_b_c"), ("k2", "k2")]
        {
            let names = Names { project: name.to_string(), package: package.to_string() };
            assert_eq!(Names::of(name), Ok(names));
        }
    }

    #[test]
    fn what_cannot_be_imported_or_published_has_a_proposal_that_can() {
        let cases = [
            ("", "my_package"),
            ("my lib", "my_lib"),
            ("wärme", "w_rme"),
            ("löß", "l"),
            ("---", "my_package"),
            ("-lib", "lib"),
            ("lib-", "lib"),
            ("_lib", "lib"),
            ("2d", "my_2d"),
            ("class", "my_class"),
            ("None", "my_none"),
            ("array", "my_array"),
            ("Random", "my_random"),
            ("NumPy", "my_numpy"),
            ("tests", "my_tests"),
        ];
        for (name, proposal) in cases {
            let refused = Names::of(name).expect_err(name);
            assert_eq!(refused.proposal, proposal, "{name}: {}", refused.why);
            assert!(Names::of(proposal).is_ok(), "{proposal}");
        }
    }

    #[test]
    fn the_list_of_pythons_modules_is_complete() {
        for module in ["array", "asyncio", "profiling", "test", "this", "zoneinfo"] {
            assert!(library().any(|one| one == module), "{module}");
        }
    }
}
