//! Text that must not be seen: keys and passwords of outside services.

use std::fmt;

use serde::Deserialize;

/// Key or password. It prints as `***`; code that needs it calls [`Secret::expose`].
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// Wraps a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Text of the secret, for signing and signing in only.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_never_printed() {
        let secret = Secret::new("open sesame");
        assert_eq!(format!("{secret:?}"), "***");
        assert_eq!(secret.expose(), "open sesame");
    }
}
