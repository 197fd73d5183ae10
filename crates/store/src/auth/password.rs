//! Passwords: Argon2id with 19 MiB and two passes (OWASP's minimum). Takes tens of milliseconds: run it by `Store::hashing`.

use argon2::password_hash::Error as HashError;
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};

use crate::error::StoreError;
use crate::secrets::random;

/// Blocks of 1 KiB that are allocated, however few of them are used. The C library returns memory to the system at once only for pieces of
/// more than 32 MiB; less would stay with each thread that ever hashed.
const BLOCKS_ASKED: usize = 33 * 1024;

/// The hash of an unknown password, for accounts that do not exist: checking them costs as much as checking others.
pub const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$zLVbZ/Y4C5PMCM1gSBnqHQ$0zifphPEXC5W2GadH950tzc21a27cObnS+cgVU/lrtQ";

/// Hashes a new password; the answer is a PHC string.
pub fn hash_password(password: &str) -> Result<String, StoreError> {
    let (params, salt) = (Params::default(), random::<16>());
    let output = derive(&params, password, &salt)?;
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(&params).map_err(StoreError::Hash)?,
        salt: Some(Salt::new(&salt).map_err(|error| StoreError::Hash(error.into()))?),
        hash: Some(output),
    };
    Ok(hash.to_string())
}

/// Prefix of a hash in the PHC string format.
pub(crate) const HASH_BEGINS: &str = "$argon2id$";

/// Whether a text is a hash that passwords can be compared with.
pub fn is_hash(text: &str) -> bool {
    PasswordHash::new(text).is_ok_and(|hash| hash.salt.is_some() && hash.hash.is_some())
}

/// Whether a hash costs a guesser at least as much as a hash made here.
pub fn is_costly_hash(hash: &str) -> bool {
    let ours = Params::default();
    PasswordHash::new(hash)
        .ok()
        .and_then(|hash| Params::try_from(&hash).ok())
        .is_some_and(|theirs| theirs.m_cost() >= ours.m_cost() && theirs.t_cost() >= ours.t_cost())
}

/// Compares a password with a stored hash; without a hash the same work is done in vain.
pub fn verify_password(password: &str, hash: Option<&str>) -> Result<bool, StoreError> {
    // An account that opens by a code alone has an empty hash.
    let hash = hash.filter(|hash| !hash.is_empty());
    let known = hash.is_some();
    let stored = PasswordHash::new(hash.unwrap_or(NOBODY))
        .map_err(|error| StoreError::Hash(error.into()))?;
    let params = Params::try_from(&stored).map_err(StoreError::Hash)?;
    let salt = stored
        .salt
        .ok_or(StoreError::Hash(HashError::SaltInvalid))?;
    // `Output` compares in constant time.
    Ok(Some(derive(&params, password, &salt)?) == stored.hash && known)
}

fn derive(params: &Params, password: &str, salt: &[u8]) -> Result<Output, StoreError> {
    let mut memory = Vec::with_capacity(BLOCKS_ASKED.max(params.block_count()));
    memory.resize(params.block_count(), Block::default());
    let mut out = [0; Params::DEFAULT_OUTPUT_LEN];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone())
        .hash_password_into_with_memory(password.as_bytes(), salt, &mut out, &mut memory)
        .map_err(|error| StoreError::Hash(error.into()))?;
    Output::new(&out).map_err(|error| StoreError::Hash(error.into()))
}
