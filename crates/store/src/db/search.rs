//! Searches by a part of a text, as people read it, in tables that operators fill by hand: all rows are compared.

use domain::text;

/// A part that is searched.
pub(crate) struct Part(String);

impl Part {
    pub(crate) fn of(part: &str) -> Self {
        Self(text::key(part))
    }

    /// Whether one of the texts has the part, whatever their case, their width or how their letters are composed.
    pub(crate) fn is_in(&self, texts: &[&str]) -> bool {
        texts.iter().any(|words| text::key(words).contains(&self.0))
    }
}
