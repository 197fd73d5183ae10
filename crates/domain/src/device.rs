//! Device names: the content of a `User-Agent` header in a few words that are safe to keep and to show.

/// Longest name of a program that is none of the known browsers, in characters.
const NAME_MAX_CHARS: usize = 24;
/// Length of the header that is read, in bytes: no browser sends more.
const READ_MAX_BYTES: usize = 512;

/// Browsers by the word of their version. The order decides: most of them also claim to be Chrome or Safari.
const BROWSERS: [(&str, &str); 10] = [
    ("MicroMessenger/", "WeChat"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Version/", "Safari"),
];

/// Systems by a word of theirs. iPads and phones also claim to be a Mac, Android also claims Linux.
const SYSTEMS: [(&str, &str); 7] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// Names the device: `Chrome 140 · Windows`; for an unknown program its own name and version; empty when the header names none.
pub fn device_of(user_agent: &str) -> String {
    let text = &user_agent[..user_agent.floor_char_boundary(READ_MAX_BYTES)];
    let browser = BROWSERS
        .iter()
        .find_map(|(word, name)| Some(with_version(name, version_after(text, word)?)))
        .or_else(|| program(text));
    let system = SYSTEMS
        .iter()
        .find_map(|(word, name)| text.contains(word).then_some(*name));
    match (browser, system) {
        (Some(browser), Some(system)) => format!("{browser} · {system}"),
        (Some(browser), None) => browser,
        (None, Some(system)) => system.to_owned(),
        (None, None) => String::new(),
    }
}

fn version_after<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    text.find(word)
        .map(|at| leading_digits(&text[at + word.len()..]))
}

/// The major version: at most four digits.
fn leading_digits(text: &str) -> &str {
    let end = text.bytes().take(4).take_while(u8::is_ascii_digit).count();
    &text[..end]
}

fn with_version(name: &str, version: &str) -> String {
    if version.is_empty() {
        name.to_owned()
    } else {
        format!("{name} {version}")
    }
}

/// The first product of the header, `curl/8.5.0`, when it is no browser's.
fn program(text: &str) -> Option<String> {
    let product = text.split_whitespace().next()?;
    let (name, version) = product.split_once('/').unwrap_or((product, ""));
    let name: String = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
        .take(NAME_MAX_CHARS)
        .collect();
    (!name.is_empty() && name != "Mozilla").then(|| with_version(&name, leading_digits(version)))
}

#[cfg(test)]
mod tests {
    use super::device_of;

    #[test]
    fn browsers_and_systems_are_told_apart() {
        for (header, words) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                "Edge 140 · Windows",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
                "Chrome 141 · Linux",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
                "Safari 18 · iPhone",
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36",
                "Chrome 139 · Android",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0",
                "Firefox 143 · macOS",
            ),
            ("curl/8.5.0", "curl 8"),
            ("Mozilla/5.0", ""),
            ("", ""),
        ] {
            assert_eq!(device_of(header), words, "{header}");
        }
    }

    #[test]
    fn whatever_is_sent_the_words_stay_short_and_plain() {
        for header in [
            "<script>alert(1)</script>/9",
            "evil\r\nname: x/1",
            &"猫".repeat(400),
            &"a".repeat(5000),
            "Chrome/99999999999999999999",
        ] {
            let words = device_of(header);
            assert!(words.chars().count() <= 40, "{words}");
            assert!(!words.contains(['<', '>', '\r', '\n', '"', '&']), "{words}");
        }
    }
}
