//! Keys of a provider, as fetched, without those that are too weak to prove anything.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::JsonWebKey;
use openidconnect::core::{CoreJsonWebKey, CoreJsonWebKeySet};
use serde_json::Value;

/// Least size of an RSA key, in bits (RFC 7518, 3.3).
const RSA_MIN_BITS: usize = 2048;

/// Keys that are strong enough. A token that is signed by another one has no known key.
pub(super) fn strong(keys: &CoreJsonWebKeySet) -> CoreJsonWebKeySet {
    let strong = keys.keys().iter().filter(|key| {
        let strong = is_strong(key);
        if !strong {
            let id = key.key_id().map_or("", |id| id.as_str());
            tracing::warn!(key_id = id, "sign-in key rejected: below 2048 bits");
        }
        strong
    });
    CoreJsonWebKeySet::new(strong.cloned().collect())
}

/// Whether a key is strong enough. Keys on curves are as strong as their curves, which the library names.
fn is_strong(key: &CoreJsonWebKey) -> bool {
    // The library shows a key's numbers only in its JSON.
    let json = serde_json::to_value(key).unwrap_or_default();
    if json.get("kty").and_then(Value::as_str) != Some("RSA") {
        return true;
    }
    let modulus = json.get("n").and_then(Value::as_str);
    let modulus = modulus.and_then(|text| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok());
    modulus.is_some_and(|bytes| bits(&bytes) >= RSA_MIN_BITS)
}

/// Number of bits of a number, highest byte first.
fn bits(bytes: &[u8]) -> usize {
    let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
    match bytes[zeros..] {
        [] => 0,
        [first, ref rest @ ..] => 8 * rest.len() + (8 - first.leading_zeros() as usize),
    }
}

#[cfg(test)]
mod tests {
    use openidconnect::JsonWebKeyId;

    use super::*;

    #[test]
    fn an_rsa_key_below_2048_bits_is_left_out() {
        let key = |id: &str, modulus: Vec<u8>| {
            let id = JsonWebKeyId::new(id.to_owned());
            CoreJsonWebKey::new_rsa(modulus, vec![1, 0, 1], Some(id))
        };
        let long = |first: u8, length| {
            let mut bytes = vec![0xff; length];
            bytes[0] = first;
            bytes
        };
        let keys = CoreJsonWebKeySet::new(vec![
            key("1024", long(0x80, 128)),
            key("2047", long(0x7f, 256)),
            key(
                "1024 with zeros before it",
                [vec![0; 128], long(0x80, 128)].concat(),
            ),
            key("2048", long(0x80, 256)),
            key("4096", long(0x80, 512)),
            key("none", Vec::new()),
        ]);
        let strong = strong(&keys);
        let left: Vec<_> = strong
            .keys()
            .iter()
            .filter_map(JsonWebKey::key_id)
            .collect();
        let left: Vec<&str> = left.iter().map(|id| id.as_str()).collect();
        assert_eq!(left, ["2048", "4096"]);
    }
}
