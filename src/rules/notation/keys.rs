//! The keys of the notation and their values.

use super::error::NotationError as E;

const KEYS: [&str; 9] = [
    "tries", "sixes", "rolls", "last", "bonus", "again", "late", "out", "done",
];

/// The values of the keys, in the order of [`KEYS`].
pub(super) struct Given<'a>([Option<&'a str>; KEYS.len()]);

impl<'a> Given<'a> {
    pub(super) fn read(parts: impl Iterator<Item = &'a str>) -> Result<Given<'a>, E> {
        let mut given = Given([None; KEYS.len()]);
        for part in parts {
            let (name, value) = part.split_once('=').ok_or(E::UnknownKey)?;
            let index = KEYS
                .iter()
                .position(|key| *key == name)
                .ok_or(E::UnknownKey)?;
            if given.0[index].replace(value).is_some() {
                return Err(E::RepeatedKey { key: KEYS[index] });
            }
        }
        Ok(given)
    }

    pub(super) fn get(&self, key: &'static str) -> Option<&'a str> {
        KEYS.iter()
            .position(|known| *known == key)
            .and_then(|index| self.0[index])
    }

    /// A number up to `max`, if the key is given.
    pub(super) fn number(
        &self,
        key: &'static str,
        max: u8,
        expected: &'static str,
    ) -> Result<Option<u8>, E> {
        let Some(text) = self.get(key) else {
            return Ok(None);
        };
        let digits = text.len() <= 3 && text.bytes().all(|byte| byte.is_ascii_digit());
        let value: Option<u8> = if digits { text.parse().ok() } else { None };
        let value = value
            .filter(|value| *value <= max)
            .ok_or(E::BadValue { key, expected })?;
        Ok(Some(value))
    }

    /// Refuses a key that means nothing here.
    pub(super) fn only_if(&self, key: &'static str, meaning: Meaning) -> Result<(), E> {
        match meaning {
            Meaning::Unless(unless) if self.get(key).is_some() => {
                Err(E::Meaningless { key, unless })
            }
            Meaning::Some | Meaning::Unless(_) => Ok(()),
        }
    }
}

/// Whether a key means something.
pub(super) enum Meaning {
    Some,
    Unless(&'static str),
}

impl Meaning {
    pub(super) const fn when(condition: bool, unless: &'static str) -> Meaning {
        if condition {
            Meaning::Some
        } else {
            Meaning::Unless(unless)
        }
    }
}
