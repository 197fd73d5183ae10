//! How a text reaches the phone: printable ASCII is typed in pieces, everything else goes through the clipboard, since the
//! phone's virtual keyboard has no other characters.

use phone_link::wire::control::split_text;

/// Whether a text can be typed; otherwise it must be pasted.
pub fn is_typed(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

/// The pieces to type, in order.
pub fn pieces(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let (piece, rest) = split_text(text);
        text = rest;
        (!piece.is_empty()).then_some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_typed_in_pieces_of_at_most_300_bytes() {
        let lengths = |count: usize| pieces(&"x".repeat(count)).map(str::len).collect::<Vec<_>>();
        assert_eq!(lengths(300), [300]);
        assert_eq!(lengths(301), [300, 1]);
        assert_eq!(lengths(0), [] as [usize; 0]);
    }

    #[test]
    fn only_printable_ascii_is_typed() {
        assert!(is_typed(" azAZ09~"));
        for text in ["你好", "é", "a👍", "line\nbreak", "tab\t", "\u{7f}"] {
            assert!(!is_typed(text), "{text:?}");
        }
    }
}
