//! Ed25519 for the JWT library, and no other algorithm.
//!
//! The library's own back end brings RSA and two more curves along; a server that signs with
//! Ed25519 alone need not carry them, nor be able to accept them.

use ed25519_dalek::pkcs8::DecodePrivateKey;
use ed25519_dalek::{Signature, SignatureError, Signer, SigningKey, Verifier, VerifyingKey};
use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{Error, ErrorKind};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey};

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: signer,
    verifier_factory: verifier,
    key_utils: KeyUtils::new_unimplemented(),
};

/// Makes this the provider of the process; a second call changes nothing.
pub(super) fn install() {
    // The first one stays, and it is this one.
    let _: Result<(), _> = PROVIDER.install_default();
}

struct Ed25519Signer(SigningKey);

struct Ed25519Verifier(VerifyingKey);

fn signer(algorithm: &Algorithm, key: &EncodingKey) -> Result<Box<dyn JwtSigner>, Error> {
    only_eddsa(*algorithm)?;
    let key = SigningKey::from_pkcs8_der(key.as_bytes());
    let key = key.map_err(|_| Error::from(ErrorKind::InvalidEddsaKey))?;
    Ok(Box::new(Ed25519Signer(key)))
}

fn verifier(algorithm: &Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>, Error> {
    only_eddsa(*algorithm)?;
    let bytes = <&[u8; 32]>::try_from(key.try_get_as_bytes()?);
    let key = bytes
        .ok()
        .and_then(|bytes| VerifyingKey::from_bytes(bytes).ok());
    let key = key.ok_or_else(|| Error::from(ErrorKind::InvalidEddsaKey))?;
    Ok(Box::new(Ed25519Verifier(key)))
}

fn only_eddsa(algorithm: Algorithm) -> Result<(), Error> {
    if algorithm == Algorithm::EdDSA {
        Ok(())
    } else {
        Err(ErrorKind::InvalidAlgorithm.into())
    }
}

impl Signer<Vec<u8>> for Ed25519Signer {
    fn try_sign(&self, message: &[u8]) -> Result<Vec<u8>, SignatureError> {
        Ok(self.0.sign(message).to_bytes().to_vec())
    }
}

impl JwtSigner for Ed25519Signer {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}

impl Verifier<Vec<u8>> for Ed25519Verifier {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), SignatureError> {
        self.0
            .verify_strict(message, &Signature::from_slice(signature)?)
    }
}

impl JwtVerifier for Ed25519Verifier {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}
