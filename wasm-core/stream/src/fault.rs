//! Why a picture did not come out of its decoder, and what follows from it.

/// The name of the error with which a browser takes a decoder back (WebCodecs, "Codec Reclamation"): it may, of a page that nobody looks
/// at, once the decoder was idle for long or others need it.
const RECLAIMED: &str = "QuotaExceededError";

/// Why a picture did not come out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The browser took the decoder back. Nothing is wrong with it, nor with the picture: another one is made as it was.
    Reclaimed,
    /// What came is no picture that a decoder could be set up for, or no image.
    Picture,
    /// The decoder failed, or refused what it was given.
    Decoder,
}

impl Fault {
    /// What a decoder reports, by its error's name.
    pub fn reported(name: &str) -> Self {
        if name == RECLAIMED {
            Self::Reclaimed
        } else {
            Self::Decoder
        }
    }

    /// Whether the next decoder is made without asking for hardware.
    pub const fn gives_hardware_up(self) -> bool {
        match self {
            Self::Decoder => true,
            Self::Reclaimed | Self::Picture => false,
        }
    }

    /// Whether it is one of the failures in a row after which a stream is given up.
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
            let fault = Fault::reported(name);
            assert_eq!(
                (fault.gives_hardware_up(), fault.counts()),
                (hardware_ends, counts),
                "{name}"
            );
        }
        assert!(!Fault::Picture.gives_hardware_up() && Fault::Picture.counts());
    }
}
