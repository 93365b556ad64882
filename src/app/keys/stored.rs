//! The JSON of the key file, and the only place where a secret becomes text.

use serde::{Deserialize, Serialize};

use super::Keys;
use super::ring::{RetiredKey, SealingKey, SealingRing, SigningRing};
use super::secret::{Secret, base64url, from_base64url};

/// What stands in the file. A secret is written here and nowhere else.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct KeyFile {
    format: u32,
    receipt: SigningKeys,
    token: SigningKeys,
    sealing: SealingKeys,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SigningKeys {
    secret: StoredSecret,
    created_at_us: i64,
    retired: Vec<RetiredPublic>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RetiredPublic {
    public: String,
    created_at_us: i64,
    retired_at_us: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SealingKeys {
    active: StoredSealing,
    retired: Vec<RetiredSealing>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredSealing {
    id: u32,
    secret: StoredSecret,
    created_at_us: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RetiredSealing {
    key: StoredSealing,
    retired_at_us: i64,
}

#[derive(Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct StoredSecret(Secret);

impl Clone for StoredSecret {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl From<StoredSecret> for String {
    fn from(stored: StoredSecret) -> Self {
        base64url(stored.0.expose())
    }
}

impl TryFrom<String> for StoredSecret {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let text = zeroize::Zeroizing::new(text);
        from_base64url(&text)
            .map(|bytes| Self(Secret::new(bytes)))
            .ok_or("a secret is 32 bytes in base64url")
    }
}

const FORMAT: u32 = 1;

impl From<&Keys> for KeyFile {
    fn from(keys: &Keys) -> Self {
        Self {
            format: FORMAT,
            receipt: SigningKeys::from(&keys.receipt),
            token: SigningKeys::from(&keys.token),
            sealing: SealingKeys::from(&keys.sealing),
        }
    }
}

impl From<&SigningRing> for SigningKeys {
    fn from(ring: &SigningRing) -> Self {
        let retired = ring.retired.iter().map(|key| RetiredPublic {
            public: base64url(&key.public),
            created_at_us: key.created_at_us,
            retired_at_us: key.retired_at_us,
        });
        Self {
            secret: StoredSecret(ring.active_secret().clone()),
            created_at_us: ring.created_at_us,
            retired: retired.collect(),
        }
    }
}

impl From<&SealingKey> for StoredSealing {
    fn from(key: &SealingKey) -> Self {
        let secret = StoredSecret(key.secret.clone());
        Self {
            id: key.id,
            secret,
            created_at_us: key.created_at_us,
        }
    }
}

impl From<&SealingRing> for SealingKeys {
    fn from(ring: &SealingRing) -> Self {
        let retired = ring.retired.iter().map(|(key, at)| RetiredSealing {
            key: StoredSealing::from(key),
            retired_at_us: *at,
        });
        Self {
            active: StoredSealing::from(&ring.active),
            retired: retired.collect(),
        }
    }
}

impl TryFrom<KeyFile> for Keys {
    type Error = String;

    fn try_from(file: KeyFile) -> Result<Self, String> {
        if file.format != FORMAT {
            return Err(format!(
                "its format is {}, this program knows {FORMAT}",
                file.format
            ));
        }
        Ok(Self {
            receipt: SigningRing::try_from(file.receipt)?,
            token: SigningRing::try_from(file.token)?,
            sealing: SealingRing::try_from(file.sealing)?,
        })
    }
}

impl TryFrom<SigningKeys> for SigningRing {
    type Error = String;

    fn try_from(keys: SigningKeys) -> Result<Self, String> {
        let retired: Option<Vec<RetiredKey>> = keys
            .retired
            .iter()
            .map(|key| {
                let public = from_base64url(&key.public)?;
                Some(RetiredKey::new(
                    public,
                    key.created_at_us,
                    key.retired_at_us,
                ))
            })
            .collect();
        let retired = retired.ok_or("a retired public key is not 32 bytes in base64url")?;
        Ok(Self::with_retired(
            keys.secret.0.clone(),
            keys.created_at_us,
            retired,
        ))
    }
}

impl From<StoredSealing> for SealingKey {
    fn from(key: StoredSealing) -> Self {
        Self {
            id: key.id,
            secret: key.secret.0.clone(),
            created_at_us: key.created_at_us,
        }
    }
}

impl TryFrom<SealingKeys> for SealingRing {
    type Error = String;

    fn try_from(keys: SealingKeys) -> Result<Self, String> {
        let mut ids: Vec<u32> = keys.retired.iter().map(|retired| retired.key.id).collect();
        ids.push(keys.active.id);
        if !ids.is_sorted_by(|older, newer| older < newer) {
            return Err("the numbers of the sealing keys do not grow".to_owned());
        }
        let retired = keys
            .retired
            .into_iter()
            .map(|old| (old.key.into(), old.retired_at_us));
        Ok(Self {
            retired: retired.collect(),
            active: keys.active.into(),
        })
    }
}
