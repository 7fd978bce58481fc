//! Environment variables that are meant for offcy but have no meaning.

use std::ffi::{OsStr, OsString};

use crate::diag::{Diagnostic, codes};

/// The variables that the program, the Python package and modules read.
const NAMES: &[&str] = &[
    "OFFCY_CC",
    "OFFCY_PYTHON",
    "OFFCY_PTX",
    "OFFCY_PATH_ONLY",
    "OFFCY_ONLY",
    "OFFCY_OFFLOAD_ARCH",
    "OFFCY_OPT_LEVEL",
    "OFFCY_DIRECTIVES",
    "OFFCY_TRACE",
    "OFFCY_POOL_LIMIT",
    "OFFCY_STAGING",
    "OFFCY_SIMULATOR_CLANG",
    "OFFCY_SIMULATOR_CHECK",
];

/// A warning for each of these variables that has no meaning.
pub fn warnings(variables: impl Iterator<Item = (OsString, OsString)>) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> =
        variables.filter_map(|(name, value)| warning(&name.to_string_lossy(), &value)).collect();
    found.sort_by(|a, b| a.message.cmp(&b.message));
    found
}

fn warning(name: &str, value: &OsStr) -> Option<Diagnostic> {
    let message = match name {
        "OFFCY_PTX" if !["", "0", "1"].iter().any(|known| value == *known) => {
            let value: String = value.to_string_lossy().chars().take(100).collect();
            format!("`{name}={value}` is ignored: expected 0 or 1")
        }
        _ if !name.starts_with("OFFCY_") || NAMES.contains(&name) => return None,
        _ => {
            let near = |known: &&&str| is_near(name, known);
            format!("offcy reads no variable `{name}`: is `{}` meant?", NAMES.iter().find(near)?)
        }
    };
    Some(Diagnostic::warning(codes::BAD_VARIABLE, message))
}

/// Whether two words differ by one letter, or by two if they are long, at any position.
fn is_near(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let most = if a.len().min(b.len()) <= "OFFCY_PTX".len() { 1 } else { 2 };
    if a.len().abs_diff(b.len()) > most {
        return false;
    }
    // The rows of the table of distances; two swapped letters count as one difference.
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for (i, letter) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, other) in b.iter().enumerate() {
            let mut least =
                (rows[i][j] + usize::from(letter != other)).min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *letter == b[j - 1] && a[i - 1] == *other {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()] <= most
}

#[cfg(test)]
mod tests {
    use super::warnings;

    fn said(name: &str, value: &str) -> Vec<String> {
        let found = warnings(std::iter::once((name.into(), value.into())));
        found.into_iter().map(|warning| warning.message).collect()
    }

    #[test]
    fn names_that_are_nearly_known_and_values_that_mean_nothing() {
        let huge = "x".repeat(1 << 20);
        for (name, value, words) in [
            ("OFFCY_PXT", "0", "is `OFFCY_PTX` meant?"),
            ("OFFCY_PYTHN", "", "is `OFFCY_PYTHON` meant?"),
            ("OFFCY_OPTLEVL", "2", "is `OFFCY_OPT_LEVEL` meant?"),
            ("OFFCY_CCC", "clang", "is `OFFCY_CC` meant?"),
            ("OFFCY_PTX", "no", "`OFFCY_PTX=no` is ignored: expected 0 or 1"),
            ("OFFCY_PTX", huge.as_str(), "is ignored: expected 0 or 1"),
        ] {
            let all = said(name, value);
            assert!(all.len() == 1 && all[0].contains(words) && all[0].len() < 200, "{name}: {all:?}");
        }
        for (name, value) in [
            ("OFFCY_PTX", "0"),
            ("OFFCY_PTX", ""),
            ("OFFCY_CC", "anything"),
            ("OFFCY_RANDOM_SEED", "7"),
            ("OFFCY_TEST_PYTHON", "python3"),
            ("OFFICE_CC", "x"),
            (huge.as_str(), "x"),
        ] {
            assert!(said(name, value).is_empty(), "{name}");
        }
    }
}
