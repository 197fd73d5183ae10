//! Serial numbers as their makers form them.

use crate::lang::Lang;

/// Digits and capital letters without I and O, which makers avoid.
const PLAIN: &str = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const HEX: &str = "0123456789abcdef";

/// Form of a brand's serial numbers: a fixed beginning, then characters of an alphabet up to a length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SerialForm {
    prefix: &'static str,
    alphabet: &'static str,
    length: usize,
}

/// The form of a brand's serial numbers; a brand is spelt as `ro.product.brand`.
pub fn serial_form(brand: &str) -> SerialForm {
    let (prefix, alphabet, length) = match brand {
        "samsung" => ("R", PLAIN, 11),
        "HUAWEI" | "HONOR" => ("", PLAIN, 16),
        "google" => ("", PLAIN, 14),
        "motorola" => ("ZY", PLAIN, 10),
        "Sony" => ("QV", PLAIN, 10),
        "asus" => ("M", PLAIN, 15),
        "vivo" => ("10", PLAIN, 15),
        "meizu" => ("", PLAIN, 13),
        "Nokia" => ("A", PLAIN, 12),
        // Phones of the others show the eight digits of their SoC.
        _ => ("", HEX, 8),
    };
    SerialForm {
        prefix,
        alphabet,
        length,
    }
}

impl SerialForm {
    /// A serial number made of chance: a byte for each character, more than enough with sixteen.
    pub fn draw(self, chance: [u8; 16]) -> String {
        let letters = self.alphabet.as_bytes();
        let rest = self.length - self.prefix.len();
        let drawn = chance.iter().take(rest);
        let drawn = drawn.map(|byte| char::from(letters[usize::from(*byte) % letters.len()]));
        format!("{}{}", self.prefix, drawn.collect::<String>())
    }

    /// Reads a typed serial number; none when no phone of the brand has one like it.
    pub fn parse(self, typed: &str) -> Option<String> {
        let typed = typed.trim();
        let rest = typed.strip_prefix(self.prefix)?;
        let fits = typed.len() == self.length && rest.chars().all(|c| self.alphabet.contains(c));
        fits.then(|| typed.to_owned())
    }

    /// The form in words.
    pub fn text(self, lang: Lang) -> String {
        let Self { prefix, length, .. } = self;
        let hex = self.alphabet == HEX;
        match (lang, hex, prefix.is_empty()) {
            (Lang::Zh, true, _) => format!("{length} 位 0–9、a–f"),
            (Lang::Zh, false, true) => format!("{length} 位数字和大写字母（不含 I、O）"),
            (Lang::Zh, false, false) => {
                format!("以 {prefix} 开头的 {length} 位数字和大写字母（不含 I、O）")
            }
            (Lang::En, true, _) => format!("{length} characters of 0–9 and a–f"),
            (Lang::En, false, true) => {
                format!("{length} digits and capital letters without I and O")
            }
            (Lang::En, false, false) => {
                format!("{length} digits and capital letters without I and O, the first {prefix}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_is_read_and_what_differs_in_length_beginning_or_letters_is_not() {
        for brand in [
            "samsung", "HUAWEI", "google", "motorola", "Sony", "asus", "vivo", "meizu", "Nokia",
            "Xiaomi", "?",
        ] {
            let form = serial_form(brand);
            assert!(form.length - form.prefix.len() <= 16, "{brand}");
            for byte in 0..=u8::MAX {
                let drawn = form.draw([byte; 16]);
                assert_eq!(form.parse(&drawn), Some(drawn.clone()), "{brand}");
                assert_eq!(
                    form.parse(&format!(" {drawn} ")),
                    Some(drawn.clone()),
                    "{brand}"
                );
                assert_eq!(form.parse(&format!("{drawn}0")), None, "{brand}");
                assert_eq!(form.parse(&drawn[1..]), None, "{brand}");
                assert_eq!(
                    form.parse(&format!("{}'", &drawn[..drawn.len() - 1])),
                    None,
                    "{brand}"
                );
            }
            for lang in [Lang::Zh, Lang::En] {
                assert!(
                    form.text(lang).contains(&form.length.to_string()),
                    "{brand}"
                );
            }
        }
        assert_eq!(serial_form("samsung").parse("S58M123ABCD"), None);
        assert_eq!(serial_form("Xiaomi").parse("4E7A9C21"), None);
        assert_ne!(
            serial_form("Xiaomi").draw([1; 16]),
            serial_form("Xiaomi").draw([2; 16])
        );
    }
}
