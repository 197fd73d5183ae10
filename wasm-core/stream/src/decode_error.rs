//! Errors of decoders, and their consequences.

/// Name of the error with which a browser takes a decoder back (WebCodecs, "Codec Reclamation"): it may do so to a page that nobody looks
/// at, once the decoder was idle for long or others need it.
const RECLAIMED: &str = "QuotaExceededError";

/// Reason why a picture was not decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecodeError {
    /// The browser took the decoder back. Nothing is wrong with it, nor with the picture: another decoder is made in the same way.
    Reclaimed,
    /// The data is no picture that a decoder could be set up for, or no image.
    Picture,
    /// The decoder failed, or refused its input.
    Decoder,
}

impl DecodeError {
    /// Reason that the error of a browser's decoder stands for, by its name.
    pub fn reported(name: &str) -> Self {
        if name == RECLAIMED {
            Self::Reclaimed
        } else {
            Self::Decoder
        }
    }

    /// Whether the next decoder is made without asking for hardware.
    pub const fn disables_hardware(self) -> bool {
        match self {
            Self::Decoder => true,
            Self::Reclaimed | Self::Picture => false,
        }
    }

    /// Whether the error counts among the failures in a row after which a stream is given up.
    pub const fn counts(self) -> bool {
        match self {
            Self::Decoder | Self::Picture => true,
            Self::Reclaimed => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hardware_is_given_up_for_what_a_decoder_could_not_decode_and_for_nothing_else() {
        for (name, hardware_ends, counts) in [
            ("QuotaExceededError", false, false),
            ("EncodingError", true, true),
            ("NotSupportedError", true, true),
            ("OperationError", true, true),
            ("", true, true),
        ] {
            let error = DecodeError::reported(name);
            assert_eq!(
                (error.disables_hardware(), error.counts()),
                (hardware_ends, counts),
                "{name}"
            );
        }
        assert!(!DecodeError::Picture.disables_hardware() && DecodeError::Picture.counts());
    }
}
