//! Parser of mails: a single part of plain text in UTF-8 (RFC 5322, RFC 2045). Other mails are not ours.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::auth::CODE_DIGITS;

/// Parts of a mail that the outbox shows.
#[derive(Debug, PartialEq, Eq)]
pub struct Mail {
    /// Purpose in the header `X-Owldeck-Purpose`; empty without.
    pub purpose: String,
    pub text: String,
    /// First code in the text; empty without.
    pub code: String,
}

/// Reads a mail; none when it is no plain text in an encoding known here.
pub fn read(mail: &[u8]) -> Option<Mail> {
    let at = mail.windows(4).position(|w| w == b"\r\n\r\n")?;
    let (head, body) = (std::str::from_utf8(&mail[..at]).ok()?, &mail[at + 4..]);
    // Folded header lines are joined.
    let head = head.replace("\r\n ", " ").replace("\r\n\t", " ");
    let header = |wanted: &str| {
        head.split("\r\n").find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case(wanted)
                .then(|| value.trim().to_owned())
        })
    };
    let kind = header("Content-Type").unwrap_or_else(|| "text/plain".to_owned());
    if !kind.to_ascii_lowercase().starts_with("text/plain") {
        return None;
    }
    let encoding = header("Content-Transfer-Encoding").unwrap_or_default();
    let bytes = match encoding.to_ascii_lowercase().as_str() {
        "" | "7bit" | "8bit" | "binary" => body.to_vec(),
        "base64" => {
            let letters: Vec<u8> = body
                .iter()
                .copied()
                .filter(|b| !b.is_ascii_whitespace())
                .collect();
            STANDARD.decode(letters).ok()?
        }
        "quoted-printable" => quoted_printable(body)?,
        _ => return None,
    };
    let text = String::from_utf8(bytes).ok()?.trim_end().to_owned();
    Some(Mail {
        purpose: header("X-Owldeck-Purpose").unwrap_or_default(),
        code: code_in(&text),
        text,
    })
}

/// Decodes quoted-printable text (RFC 2045, 6.7).
fn quoted_printable(body: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'=' {
            out.push(byte);
        } else if let Some(next_line) = rest.strip_prefix(b"\r\n") {
            rest = next_line;
        } else {
            let (digits, after) = rest.split_at_checked(2)?;
            out.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
            rest = after;
        }
    }
    Some(out)
}

/// First run of exactly as many digits as a code has.
fn code_in(text: &str) -> String {
    text.split(|c: char| !c.is_ascii_digit())
        .find(|run| run.len() == CODE_DIGITS)
        .unwrap_or_default()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_encoding_says_the_same() {
        for (encoding, body) in [
            ("8bit", "验证码 123456，2026年\r\n"),
            ("base64", "6aqM6K+B56CBIDEyMzQ1\r\nNu+8jDIwMjblubQ=\r\n"),
            (
                "Quoted-Printable",
                "=E9=AA=8C=E8=AF=81=E7=A0=81 123=\r\n456=EF=BC=8C2026=E5=B9=B4\r\n",
            ),
        ] {
            let mail = format!(
                "Subject: =?utf-8?b?eA==?=\r\nx-owldeck-purpose:\r\n login\r\nContent-Type: text/plain;\r\n charset=utf-8\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n{body}"
            );
            let expected = Mail {
                purpose: "login".to_owned(),
                text: "验证码 123456，2026年".to_owned(),
                code: "123456".to_owned(),
            };
            assert_eq!(read(mail.as_bytes()), Some(expected), "{encoding}");
        }
    }

    #[test]
    fn what_is_no_plain_text_is_refused() {
        for mail in [
            "no header",
            "Content-Type: text/html\r\n\r\n<b>1</b>",
            "Content-Transfer-Encoding: x-unknown\r\n\r\n1",
            "Content-Transfer-Encoding: base64\r\n\r\n!",
            "Content-Transfer-Encoding: quoted-printable\r\n\r\n=4",
            "Content-Transfer-Encoding: quoted-printable\r\n\r\n=GG",
        ] {
            assert_eq!(read(mail.as_bytes()), None, "{mail}");
        }
    }

    #[test]
    fn seven_digits_are_no_code() {
        assert_eq!(code_in("1234567 and 12345 and 654321"), "654321");
        assert_eq!(code_in("none"), "");
    }
}
