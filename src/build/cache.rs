//! Facts and object files that outlive a run, in the user's cache folder.
//!
//! Everything in it can be recreated: an entry that is missing, broken, stale or impossible to write only
//! costs time.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The cache folder of offcy, if the user has one.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: Option<PathBuf>,
}

#[derive(Serialize, Deserialize)]
struct Entry<T> {
    key: String,
    value: T,
}

/// A file in the cache, with the hash of its content.
#[derive(Serialize, Deserialize)]
struct KeptFile {
    name: PathBuf,
    hash: String,
}

impl KeptFile {
    fn copy(path: &Path, folder: &Path) -> Option<KeptFile> {
        let name = PathBuf::from(path.file_name()?);
        let bytes = std::fs::read(path).ok()?;
        let mut file = tempfile::NamedTempFile::new_in(folder).ok()?;
        file.write_all(&bytes).ok()?;
        file.persist(folder.join(&name)).ok()?;
        Some(KeptFile { name, hash: hash_name(&bytes) })
    }
}

impl Cache {
    pub fn in_folder(folder: Option<PathBuf>) -> Cache {
        Cache { folder }
    }

    /// `$XDG_CACHE_HOME/offcy`, otherwise `~/.cache/offcy`.
    pub fn of_user() -> Cache {
        let variable = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let base = variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|home| home.join(".cache")));
        Cache { folder: base.map(|base| base.join("offcy")) }
    }

    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The value stored under `key` if it is still `good`; otherwise a new one, which is stored. A failure to
    /// create it is not stored: what is missing may exist next time.
    pub fn get_or<T: Serialize + DeserializeOwned, E>(
        &self,
        key: &str,
        good: impl FnOnce(&T) -> bool,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        if let Some(value) = self.load(key).filter(good) {
            return Ok(value);
        }
        let value = make()?;
        self.store(key, &value);
        Ok(value)
    }

    /// The files kept under `key`, if they all exist and are unchanged.
    pub fn files(&self, key: &str) -> Option<Vec<PathBuf>> {
        let kept: Vec<KeptFile> = self.load(key)?;
        let folder = self.files_folder(key)?;
        let good = |file: &KeptFile| {
            let path = folder.join(&file.name);
            let bytes = std::fs::read(&path).ok()?;
            (hash_name(&bytes) == file.hash).then_some(path)
        };
        kept.iter().map(good).collect()
    }

    /// Keeps copies of `paths` under `key`.
    pub fn keep_files(&self, key: &str, paths: &[PathBuf]) {
        let keep = || {
            let folder = self.files_folder(key)?;
            std::fs::create_dir_all(&folder).ok()?;
            let kept: Option<Vec<KeptFile>> =
                paths.iter().map(|path| KeptFile::copy(path, &folder)).collect();
            self.store(key, &kept?)
        };
        // Not kept: created again next time.
        let _: Option<()> = keep();
    }

    fn files_folder(&self, key: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join("objects").join(hash_name(key)))
    }

    fn path(&self, key: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join("facts").join(format!("{}.json", hash_name(key))))
    }

    fn load<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        let text = std::fs::read(self.path(key)?).ok()?;
        let entry: Entry<T> = serde_json::from_slice(&text).ok()?;
        (entry.key == key).then_some(entry.value)
    }

    fn store<T: Serialize>(&self, key: &str, value: &T) -> Option<()> {
        let path = self.path(key)?;
        let folder = path.parent()?;
        std::fs::create_dir_all(folder).ok()?;
        let text = serde_json::to_vec(&Entry { key: key.to_string(), value }).ok()?;
        let mut file = tempfile::NamedTempFile::new_in(folder).ok()?;
        file.write_all(&text).ok()?;
        file.persist(path).ok().map(|_| ())
    }
}

/// Sixteen digits; an entry holds its whole key, so a collision is a miss and not an error.
pub fn hash_name(key: impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    key.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// Identifies the state of a file: path, size and time of change.
pub fn fingerprint(path: &Path) -> String {
    let Ok(facts) = std::fs::metadata(path) else { return format!("{} is missing", path.display()) };
    let changed = facts.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    let nanoseconds = changed.map_or(0, |time| time.as_nanos());
    format!("{path:?} {} {nanoseconds}", facts.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(cache: &Cache, key: &str, fresh: u32) -> u32 {
        let made: Result<u32, ()> = cache.get_or(key, |value| *value != 13, || Ok(fresh));
        made.expect("made")
    }

    #[test]
    fn entries_stay_and_broken_ones_do_no_harm() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache { folder: Some(folder.path().join("offcy")) };
        assert_eq!(get(&cache, "a", 1), 1);
        assert_eq!(get(&cache, "a", 2), 1);
        assert_eq!(get(&cache, "b", 13), 13);
        assert_eq!(get(&cache, "b", 3), 3, "a value that is no longer good is made again");
        for junk in ["", "{", "[]", "{\"key\":\"other\",\"value\":1}", "{\"key\":\"a\",\"value\":\"x\"}"] {
            std::fs::write(cache.path("a").expect("a folder"), junk).expect("written");
            assert_eq!(get(&cache, "a", 4), 4);
        }
        assert_eq!(get(&cache, "a", 5), 4);
    }

    #[test]
    fn kept_files_are_given_back_only_whole() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let cache = Cache { folder: Some(folder.path().join("offcy")) };
        let object = folder.path().join("x.o");
        std::fs::write(&object, "content").expect("written");
        assert!(cache.files("k").is_none());
        cache.keep_files("k", std::slice::from_ref(&object));
        let kept = cache.files("k").expect("kept");
        assert_eq!(std::fs::read_to_string(&kept[0]).expect("there"), "content");
        std::fs::write(&kept[0], "conten").expect("written");
        assert!(cache.files("k").is_none());
    }

    #[test]
    fn no_folder_no_harm() {
        assert_eq!(get(&Cache { folder: None }, "a", 1), 1);
        assert_eq!(get(&Cache { folder: Some(PathBuf::from("/proc/nowhere")) }, "a", 2), 2);
    }
}
