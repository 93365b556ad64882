//! The key file: JSON, mode 0600, made at the first start.
//!
//! It is the one thing besides the database that must be backed up: without it live games cannot
//! be rolled and old receipts cannot be checked. Writing is atomic: a new file is synced to disk
//! and takes the name of the old one.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::Keys;
use super::stored::KeyFile;

/// The key file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum KeysError {
    /// It exists but cannot be read.
    #[error("cannot read the key file {path}: {source}")]
    Read {
        /// Where it was looked for.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// It cannot be made or replaced.
    #[error("cannot write the key file {path}: {source}")]
    Write {
        /// Where it should stand.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// It is not what this program writes.
    #[error("the key file {path} is not usable: {why}; restore it from a backup")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong, without any of its content.
        why: String,
    },
    /// No randomness for new keys.
    #[error("the operating system gave no randomness for new keys")]
    NoRandomness(#[from] getrandom::Error),
}

/// How the file is protected on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Privacy {
    /// Only its owner can read it.
    OwnerOnly,
    /// Its group or everybody can read it: worth a warning.
    Exposed,
}

/// Reads the key file, or makes it when there is none.
///
/// # Errors
/// When it cannot be read, is malformed, or cannot be made.
pub fn load_or_create(path: &Path, now_us: i64) -> Result<(Keys, Privacy), KeysError> {
    match load(path) {
        Ok(keys) => Ok((keys, privacy(path))),
        Err(KeysError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
            create(path, now_us)
        }
        Err(error) => Err(error),
    }
}

/// Reads the key file.
///
/// # Errors
/// When it cannot be read or is malformed.
pub fn load(path: &Path) -> Result<Keys, KeysError> {
    let text = fs::read_to_string(path).map_err(|source| KeysError::Read {
        path: path.to_owned(),
        source,
    })?;
    parse(path, &zeroize::Zeroizing::new(text))
}

/// Retires every key in use and writes new ones to the file.
///
/// # Errors
/// When the file cannot be read, is malformed, or cannot be replaced.
pub fn rotate(path: &Path, now_us: i64) -> Result<Keys, KeysError> {
    let keys = load(path)?.rotate(now_us)?;
    let fresh = write_beside(path, &keys).map_err(|source| write_error(path, source))?;
    fs::rename(&fresh, path)
        .and_then(|()| sync_folder(path))
        .map_err(|source| write_error(path, source))?;
    Ok(keys)
}

/// Two processes may start at once: the link fails when the name is taken, and the first one wins.
fn create(path: &Path, now_us: i64) -> Result<(Keys, Privacy), KeysError> {
    let fail = |source| write_error(path, source);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(fail)?;
    }
    let keys = Keys::generate(now_us)?;
    let fresh = write_beside(path, &keys).map_err(fail)?;
    let linked = fs::hard_link(&fresh, path);
    fs::remove_file(&fresh).map_err(fail)?;
    match linked {
        Ok(()) => sync_folder(path)
            .map_err(fail)
            .map(|()| (keys, Privacy::OwnerOnly)),
        Err(taken) if taken.kind() == io::ErrorKind::AlreadyExists => load_or_create(path, now_us),
        Err(source) => Err(fail(source)),
    }
}

fn write_error(path: &Path, source: io::Error) -> KeysError {
    KeysError::Write {
        path: path.to_owned(),
        source,
    }
}

fn write_beside(path: &Path, keys: &Keys) -> io::Result<PathBuf> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let fresh = path.with_file_name(name);
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&fresh)?;
    let text = zeroize::Zeroizing::new(serde_json::to_vec_pretty(&KeyFile::from(keys))?);
    file.write_all(&text)?;
    file.sync_all()?;
    Ok(fresh)
}

fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
        Some(_) | None => Ok(()),
    }
}

#[cfg(unix)]
fn privacy(path: &Path) -> Privacy {
    use std::os::unix::fs::PermissionsExt;
    match fs::metadata(path) {
        Ok(about) if about.permissions().mode() & 0o077 != 0 => Privacy::Exposed,
        Ok(_) | Err(_) => Privacy::OwnerOnly,
    }
}

#[cfg(not(unix))]
fn privacy(_path: &Path) -> Privacy {
    Privacy::OwnerOnly
}

/// The messages of `serde_json` for a wrong type quote the value, so only the place is passed on.
fn parse(path: &Path, text: &str) -> Result<Keys, KeysError> {
    let malformed = |why: String| KeysError::Malformed {
        path: path.to_owned(),
        why,
    };
    let file: KeyFile = serde_json::from_str(text).map_err(|error| {
        malformed(format!(
            "line {}, column {} is not as expected",
            error.line(),
            error.column()
        ))
    })?;
    Keys::try_from(file).map_err(malformed)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = format!("petits-chevaux-keys-{}-{name}", std::process::id());
            let path = std::env::temp_dir().join(folder);
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn the_file_is_made_once_and_read_back_ever_after() {
        let folder = Folder::new("once");
        let path = folder.0.join("deeper/keys.json");
        let (made, privacy) = load_or_create(&path, 7).unwrap();
        assert_eq!(privacy, Privacy::OwnerOnly);
        let sealed = made.seal(b"a", b"b").unwrap();
        let (read, privacy) = load_or_create(&path, 8).unwrap();
        assert_eq!(privacy, Privacy::OwnerOnly);
        assert_eq!(read.jwks(), made.jwks());
        assert_eq!(read.open(b"a", &sealed).unwrap().as_slice(), b"b");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn a_rotation_is_on_disk_and_keeps_the_old_public_keys() {
        let folder = Folder::new("rotation");
        let path = folder.0.join("keys.json");
        let (old, _) = load_or_create(&path, 7).unwrap();
        let sealed = old.seal(b"a", b"b").unwrap();
        let rotated = rotate(&path, 8).unwrap();
        let (read, _) = load_or_create(&path, 9).unwrap();
        assert_eq!(read.jwks(), rotated.jwks());
        assert_eq!(read.open(b"a", &sealed).unwrap().as_slice(), b"b");
        for key in old.jwks()["keys"].as_array().unwrap() {
            assert!(read.jwks()["keys"].as_array().unwrap().contains(key));
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_others_can_read_is_told() {
        use std::os::unix::fs::PermissionsExt;
        let folder = Folder::new("exposed");
        let path = folder.0.join("keys.json");
        load_or_create(&path, 7).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        assert_eq!(load_or_create(&path, 8).unwrap().1, Privacy::Exposed);
    }

    #[test]
    fn a_malformed_file_is_refused_without_showing_its_content() {
        let folder = Folder::new("malformed");
        let path = folder.0.join("keys.json");
        load_or_create(&path, 7).unwrap();
        let good = fs::read_to_string(&path).unwrap();
        let wrong_format = good.replace("\"format\": 1", "\"format\": 2");
        let short_secret = good.replacen("\"secret\": \"", "\"secret\": \"SECRET", 1);
        for bad in [
            "",
            "{}",
            "not json",
            &good[..good.len() / 2],
            &wrong_format,
            &short_secret,
        ] {
            fs::write(&path, bad).unwrap();
            let error = load_or_create(&path, 8).unwrap_err().to_string();
            assert!(error.contains("is not usable"), "{error}");
            assert!(!error.contains("SECRET"), "{error}");
        }
    }
}
