//! The rules held against vectors, natively (`cargo test -p domain`) and as wasm in Node (`--target wasm32-wasip1`).

mod auth;
mod branding;
mod display;
mod keys;
#[cfg(not(target_arch = "wasm32"))]
mod orders;
mod people;
mod phones;
mod play;
mod popups;
mod text;
mod tracking;

/// Declares tests without rustfmt, which would spread their tables over many lines.
#[macro_export]
macro_rules! sentences {
    ($(fn $name:ident() $body:block)*) => {
        $(
            #[test]
            fn $name() $body
        )*
    };
}

/// Reads a file of vectors.
pub fn vectors(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("vectors are JSON")
}

/// The rows of one table; an empty table would prove nothing.
pub fn rows<'a>(vectors: &'a serde_json::Value, table: &str) -> &'a [serde_json::Value] {
    let rows = vectors[table].as_array().expect("a table");
    assert!(!rows.is_empty(), "{table} has rows");
    rows
}
