//! Sort keys of the list: own phones and those of others are merged by them.

/// Sort key of a phone in the list: the sort's time or text, then the id.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) at: i64,
    pub(super) text: String,
    pub(super) id: i64,
}

impl Key {
    pub(super) fn at(at: i64, id: i64) -> Self {
        let text = String::new();
        Self { at, text, id }
    }

    pub(super) fn named(text: String, id: i64) -> Self {
        Self { at: 0, text, id }
    }
}
