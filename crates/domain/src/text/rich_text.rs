//! Text with bold, lists and links, as operators write it: which marks it may have, and how it is sanitized before it is stored.
//!
//! The browser shows nothing but [`TAGS`] either, so that neither side relies on the other.

/// Allowed elements; of any other element only the words stay.
pub const TAGS: [&str; 16] = [
    "p",
    "br",
    "b",
    "strong",
    "i",
    "em",
    "u",
    "s",
    "ul",
    "ol",
    "li",
    "h3",
    "h4",
    "blockquote",
    "code",
    "a",
];
/// Schemes of addresses that a link may have.
pub const SCHEMES: [&str; 3] = ["http", "https", "mailto"];

#[cfg(not(target_arch = "wasm32"))]
pub use written::{InvalidRichText, RichText, words_of};

#[cfg(not(target_arch = "wasm32"))]
mod written {
    use std::collections::{HashMap, HashSet};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, LazyLock};

    use ammonia::Builder;
    use thiserror::Error;

    use super::{SCHEMES, TAGS};
    use crate::text;

    /// Why a text is refused.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
    pub enum InvalidRichText {
        /// The text shows nothing.
        #[error("no text")]
        Empty,
        /// The text has more characters than allowed, not counting its marks.
        #[error("the text is too long")]
        TooLong,
        /// The text has something that would run in the reader's browser.
        #[error("a script in the text")]
        Script,
    }

    /// A text that holds nothing but [`TAGS`] and links.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct RichText(String);

    impl RichText {
        /// Reads a written text; at most `max_chars` characters as people count them. Marks that are not allowed are removed, but a script
        /// refuses the whole text.
        pub fn parse(written: &str, max_chars: usize) -> Result<Self, InvalidRichText> {
            // Marks need room of their own: without a bound a text could consist of nothing but marks.
            if written.len() > max_chars.saturating_mul(40) {
                return Err(InvalidRichText::TooLong);
            }
            if runs(written) {
                return Err(InvalidRichText::Script);
            }
            let kept = KEPT.clean(written).to_string();
            let words = words_of(&kept);
            if !text::is_seen(&words) {
                return Err(InvalidRichText::Empty);
            }
            if text::count(words.trim()) > max_chars {
                return Err(InvalidRichText::TooLong);
            }
            Ok(Self(kept.trim().to_owned()))
        }

        /// The text as it is stored and sent.
        pub fn as_str(&self) -> &str {
            &self.0
        }

        /// The words without the marks.
        pub fn words(&self) -> String {
            words_of(&self.0).trim().to_owned()
        }
    }

    static KEPT: LazyLock<Builder<'static>> = LazyLock::new(|| {
        let mut builder = Builder::empty();
        builder
            .tags(HashSet::from(TAGS))
            .clean_content_tags(HashSet::from(["script", "style"]))
            .tag_attributes(HashMap::from([("a", HashSet::from(["href"]))]))
            .url_schemes(HashSet::from(SCHEMES))
            .url_relative(ammonia::UrlRelative::Deny)
            .link_rel(Some("noopener noreferrer nofollow"));
        builder
    });

    /// Whether the text has something that would run: an element that loads or runs, a handler, or an address that is a program.
    fn runs(written: &str) -> bool {
        const RUNNING: [&str; 9] = [
            "script", "iframe", "object", "embed", "svg", "math", "form", "base", "meta",
        ];
        // Parsed as the browser would parse it, with elements of any name that carries handlers.
        let found = Arc::new(AtomicBool::new(false));
        let noted = Arc::clone(&found);
        let mut builder = Builder::default();
        builder
            .clean_content_tags(HashSet::new())
            .add_tags(RUNNING)
            .add_tags([
                "style", "input", "button", "video", "audio", "source", "body", "select",
                "textarea", "details", "marquee", "font",
            ])
            .rm_tags(["style"])
            .add_generic_attribute_prefixes(["on"])
            .add_generic_attributes(["href", "src", "action", "formaction", "srcdoc"])
            .add_url_schemes(["javascript", "vbscript", "data"])
            .attribute_filter(move |_, name, value| {
                let address: String = value
                    .chars()
                    .filter(|c| !c.is_control() && !c.is_whitespace())
                    .collect::<String>()
                    .to_ascii_lowercase();
                let program = ["javascript:", "vbscript:", "data:"]
                    .iter()
                    .any(|scheme| address.starts_with(scheme));
                if name.starts_with("on") || name == "srcdoc" || program {
                    noted.store(true, Ordering::Relaxed);
                }
                Some(value.into())
            });
        let seen = builder.clean(written).to_string();
        found.load(Ordering::Relaxed)
            || RUNNING
                .iter()
                .any(|tag| seen.contains(&format!("<{tag}>")) || seen.contains(&format!("<{tag} ")))
    }

    /// Marks within a line; any other mark begins a line of its own.
    const INLINE: [&str; 8] = ["b", "strong", "i", "em", "u", "s", "code", "a"];

    /// The words of a stored text, without its marks: a line for each paragraph and each item of a list.
    pub fn words_of(kept: &str) -> String {
        let mut words = String::with_capacity(kept.len());
        let mut rest = kept;
        while let Some((before, mark)) = rest.split_once('<') {
            words.push_str(before);
            let name_end = |c: char| !c.is_ascii_alphanumeric();
            let mark_name = mark.trim_start_matches('/').split(name_end).next();
            let inline = mark_name.is_some_and(|name| INLINE.contains(&name));
            if !inline && !words.is_empty() && !words.ends_with('\n') {
                words.push('\n');
            }
            rest = mark.split_once('>').map_or("", |(_, after)| after);
        }
        words.push_str(rest);
        words
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&nbsp;", " ")
            .replace("&quot;", "\"")
            .replace("&amp;", "&")
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn words_have_a_line_for_each_paragraph_and_item() {
            assert_eq!(
                words_of("<p>a <b>b</b>:</p><ul><li>c</li><li>d &amp; e</li></ul>f<br>g").trim(),
                "a b:\nc\nd & e\nf\ng"
            );
        }

        #[test]
        fn marks_and_links_stay_and_everything_else_loses_its_marks() {
            for (written, kept) in [
                ("<p>a <b>b</b></p>", "<p>a <b>b</b></p>"),
                ("1 < 2 & 3", "1 &lt; 2 &amp; 3"),
                ("<div class=\"x\">a</div>", "a"),
                ("<img src=\"https://e.x/a.png\">a", "a"),
                ("<p style=\"color:red\">a</p>", "<p>a</p>"),
                ("<style>p{}</style>a", "a"),
                (
                    "<a href=\"https://e.x/\" target=\"_top\">a</a>",
                    "<a href=\"https://e.x/\" rel=\"noopener noreferrer nofollow\">a</a>",
                ),
                (
                    "<a href=\"/play\">a</a>",
                    "<a rel=\"noopener noreferrer nofollow\">a</a>",
                ),
            ] {
                assert_eq!(RichText::parse(written, 20).unwrap().as_str(), kept);
            }
        }

        #[test]
        fn what_is_kept_is_kept_again_as_it_is() {
            let once = RichText::parse("<p>a<ul><li>b &amp; c</ul><a href='https://e.x'>d</a>", 20)
                .unwrap();
            assert_eq!(RichText::parse(once.as_str(), 20), Ok(once.clone()));
        }

        #[test]
        fn a_script_refuses_the_whole_text() {
            for written in [
                "a<script>alert(1)</script>",
                "a<SCRIPT src=//e.x>",
                "<img src=x onerror=alert(1)>a",
                "<p onclick='x()'>a</p>",
                "<svg onload=alert(1)>a",
                "<a href=\"javascript:alert(1)\">a</a>",
                "<a href=\" java\tscript:alert(1)\">a</a>",
                "<iframe src=\"https://e.x\"></iframe>a",
                "<a href=\"data:text/html,x\">a</a>",
            ] {
                assert_eq!(
                    RichText::parse(written, 200),
                    Err(InvalidRichText::Script),
                    "{written}"
                );
            }
            // Words about scripts are words.
            assert!(RichText::parse("javascript: &lt;script&gt; onclick=x", 200).is_ok());
        }

        #[test]
        fn its_length_is_counted_without_marks() {
            assert!(RichText::parse("<p><b>字字</b>字</p>", 3).is_ok());
            assert_eq!(
                RichText::parse("<p>字字字&amp;</p>", 3),
                Err(InvalidRichText::TooLong)
            );
            for empty in ["", "<p> </p>", "<p>\u{200b}</p><br>", "<img src=x>"] {
                assert_eq!(
                    RichText::parse(empty, 3),
                    Err(InvalidRichText::Empty),
                    "{empty}"
                );
            }
        }
    }
}
