//! Why an access unit gave no picture.

/// One number each, as the worker gets it: negative, and never used for another again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// More bytes than any picture of a phone has.
    #[error("the access unit is too long")]
    TooLong,
    /// A picture that needs another before it, which never came.
    #[error("no key picture yet")]
    NoKey,
    /// The sequence or picture parameters cannot be read.
    #[error("unreadable parameters")]
    Parameters,
    /// A picture larger, or of more references, than is decoded here.
    #[error("beyond this decoder's limits")]
    Limits,
    /// A tool of H.264 that is not built here: interlacing, more than 8 bits, other chroma than 4:2:0.
    #[error("not built here")]
    Unsupported,
    /// The slices are damaged, or do not make up a picture.
    #[error("damaged picture")]
    Damaged,
}

impl Fault {
    /// The number at the door.
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
