//! Reasons why an access unit gave no picture.

/// Error of an access unit, with a negative number for the worker that is never used for another error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AccessUnitError {
    /// The unit has more bytes than any picture of a phone.
    #[error("the access unit is too long")]
    TooLong,
    /// The picture needs another before it, which never came.
    #[error("no key picture yet")]
    NoKey,
    /// The sequence or picture parameters cannot be read.
    #[error("unreadable parameters")]
    Parameters,
    /// The picture is larger, or has more references, than is decoded here.
    #[error("beyond this decoder's limits")]
    Limits,
    /// The stream uses a tool of H.264 that is not built here: interlacing, more than 8 bits, other chroma than 4:2:0.
    #[error("not built here")]
    Unsupported,
    /// The slices are damaged, or do not make up a picture.
    #[error("damaged picture")]
    Damaged,
}

impl AccessUnitError {
    /// Number of the error at the module's border.
    pub const fn code(self) -> i32 {
        match self {
            Self::TooLong => -1,
            Self::NoKey => -2,
            Self::Parameters => -3,
            Self::Limits => -4,
            Self::Unsupported => -5,
            Self::Damaged => -6,
        }
    }
}
