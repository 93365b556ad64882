//! What a client may give as a name and as a device secret.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::store::SecretHash;

/// The longest name, in characters.
const NAME_CHARS: usize = 32;
/// The shortest and the longest device secret, in characters.
const DEVICE_CHARS: std::ops::RangeInclusive<usize> = 16..=128;

/// The name that others see: 1 to 32 visible characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerName(String);

/// Why a name is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Nothing but white space.
    #[error("a name has at least one visible character")]
    Empty,
    /// More than [`NAME_CHARS`].
    #[error("a name has at most {NAME_CHARS} characters")]
    TooLong,
    /// Invisible, or it changes how its neighbours are shown.
    #[error("a name has no control, direction or zero-width characters")]
    Invisible,
}

impl PlayerName {
    /// The name without white space around it.
    ///
    /// # Errors
    /// When it is empty, too long, or has characters that would deceive.
    pub fn new(text: &str) -> Result<Self, NameError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(NameError::Empty);
        }
        if text.chars().count() > NAME_CHARS {
            return Err(NameError::TooLong);
        }
        if text.chars().any(deceives) {
            return Err(NameError::Invisible);
        }
        Ok(Self(text.to_owned()))
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<PlayerName> for String {
    fn from(name: PlayerName) -> Self {
        name.0
    }
}

/// Control characters, direction marks and zero-width characters (Unicode UAX 9, UTS 39).
fn deceives(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// The longest name of an app, in characters.
const APP_CHARS: usize = 32;

/// The name of an app, as it tells it of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppName(String);

/// That is no name of an app.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the name of an app is 1 to {APP_CHARS} of the characters a-z 0-9 . _ -")]
pub struct AppNameError;

impl AppName {
    /// The name as the client sent it.
    ///
    /// # Errors
    /// When it has other characters, none, or too many.
    pub fn new(text: String) -> Result<Self, AppNameError> {
        let plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-');
        if (1..=APP_CHARS).contains(&text.len()) && text.bytes().all(plain) {
            Ok(Self(text))
        } else {
            Err(AppNameError)
        }
    }
}

impl From<AppName> for String {
    fn from(name: AppName) -> Self {
        name.0
    }
}

/// A secret that a client keeps to be the same guest again.
#[derive(Clone)]
pub struct DeviceSecret(zeroize::Zeroizing<String>);

/// The device secret has the wrong length or unusual characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a device secret is 16 to 128 visible ASCII characters")]
pub struct DeviceError;

impl DeviceSecret {
    /// A secret as the client sent it.
    ///
    /// # Errors
    /// When it has not 16 to 128 visible ASCII characters.
    pub fn new(text: String) -> Result<Self, DeviceError> {
        let text = zeroize::Zeroizing::new(text);
        let visible = text.bytes().all(|byte| byte.is_ascii_graphic());
        if visible && DEVICE_CHARS.contains(&text.len()) {
            Ok(Self(text))
        } else {
            Err(DeviceError)
        }
    }

    /// What is stored of it.
    #[must_use]
    pub fn hash(&self) -> SecretHash {
        let mut hasher = Sha256::new_with_prefix(b"petits-chevaux/device/v1\0");
        hasher.update(self.0.as_bytes());
        SecretHash(hasher.finalize().into())
    }
}

impl fmt::Debug for DeviceSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DeviceSecret(redacted)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_trimmed_and_may_be_of_any_script() {
        for name in [
            "Zoé",
            "李小龍",
            "Łukasz W.",
            "a",
            "🐎 Tornado",
            &"é".repeat(32),
        ] {
            assert_eq!(
                PlayerName::new(&format!("  {name}\t")).unwrap().as_str(),
                name
            );
        }
    }

    #[test]
    fn a_name_that_deceives_is_refused() {
        let cases = [
            ("", NameError::Empty),
            (" \t\u{a0}", NameError::Empty),
            (&"x".repeat(33), NameError::TooLong),
            ("a\0b", NameError::Invisible),
            ("a\nb", NameError::Invisible),
            ("a\u{202e}b", NameError::Invisible),
            ("a\u{200b}b", NameError::Invisible),
            ("a\u{2066}b", NameError::Invisible),
            ("\u{feff}", NameError::Invisible),
        ];
        for (name, error) in cases {
            assert_eq!(PlayerName::new(name), Err(error), "{name:?}");
        }
    }

    #[test]
    fn a_device_secret_is_16_to_128_visible_characters_and_never_printed() {
        for good in ["x".repeat(16), "x".repeat(128)] {
            let secret = DeviceSecret::new(good).unwrap();
            assert!(!format!("{secret:?}").contains('x'));
        }
        let tab = "a\t".repeat(8);
        for bad in [
            String::new(),
            "x".repeat(15),
            "x".repeat(129),
            tab,
            "é".repeat(16),
        ] {
            assert!(DeviceSecret::new(bad).is_err());
        }
    }
}
