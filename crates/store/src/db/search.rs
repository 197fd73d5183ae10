//! Searches by a part of a text: as people read it, in tables that operators fill by hand, of which all rows are compared; and the patterns of
//! LIKE for the large ones.

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

/// The LIKE pattern, with `\` as escape, of texts that contain this one.
pub(crate) fn containing(text: &str) -> String {
    format!("%{}%", escaped(text))
}

/// A text escaped for a LIKE pattern with `\` as escape.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
