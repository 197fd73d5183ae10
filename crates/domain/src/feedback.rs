//! Feedback of members to the operator: its limits and permissions.

use thiserror::Error;

use crate::lang::{Lang, Words};
use crate::text;

/// Longest title, in characters as people count them.
pub const TITLE_MAX_CHARS: usize = 100;
/// Longest content, likewise.
pub const CONTENT_MAX_CHARS: usize = 300;
/// The `source` of feedback: always the console.
pub const SOURCE: &str = "1";
/// Feedback that one member may send in a day.
pub const A_DAY: i64 = 20;
/// Longest answer, likewise.
pub const ANSWER_MAX_CHARS: usize = 1000;
/// Permission to read feedback.
pub const READ: &str = "system:feedback:list";
/// Permission to answer feedback.
pub const ANSWER: &str = "system:feedback:edit";
/// Bytes for each allowed character: a character may be made of many.
const BYTES_A_CHAR: usize = 40;

/// Why feedback or an answer is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidFeedback {
    /// The title shows nothing.
    #[error("no title")]
    NoTitle,
    /// The title has more than [`TITLE_MAX_CHARS`] characters.
    #[error("the title is too long")]
    TitleTooLong,
    /// The content shows nothing.
    #[error("no content")]
    NoContent,
    /// The content has more than [`CONTENT_MAX_CHARS`] characters.
    #[error("the content is too long")]
    ContentTooLong,
    /// An answer in which nothing can be seen.
    #[error("no answer")]
    NoAnswer,
    /// The answer has more than [`ANSWER_MAX_CHARS`] characters.
    #[error("the answer is too long")]
    AnswerTooLong,
    /// The source is not [`SOURCE`].
    #[error("unknown source")]
    Source,
}

impl InvalidFeedback {
    /// Message for the form.
    pub const fn text(self, lang: Lang) -> &'static str {
        match self {
            Self::NoTitle => Words::new("请输入标题", "Enter a title"),
            Self::TitleTooLong => {
                Words::new("标题最多 100 个字", "A title has at most 100 characters")
            }
            Self::NoContent => Words::new("请输入内容", "Enter your feedback"),
            Self::ContentTooLong => {
                Words::new("内容最多 300 个字", "Feedback has at most 300 characters")
            }
            Self::NoAnswer => Words::new("请输入回复", "Enter an answer"),
            Self::AnswerTooLong => Words::new(
                "回复最多 1000 个字",
                "An answer has at most 1,000 characters",
            ),
            Self::Source => Words::new("不支持的反馈来源", "This source does not exist"),
        }
        .in_lang(lang)
    }
}

/// Feedback that the rules allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feedback {
    title: String,
    content: String,
}

impl Feedback {
    /// Reads what was typed: the title is one line, the content keeps its lines.
    pub fn parse(title: &str, content: &str, source: &str) -> Result<Self, InvalidFeedback> {
        if source != SOURCE {
            return Err(InvalidFeedback::Source);
        }
        Ok(Self {
            title: parse_title(title)?,
            content: parse_content(content)?,
        })
    }

    /// Title in one line.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Content with its line ends.
    pub fn content(&self) -> &str {
        &self.content
    }
}

/// Reads a title.
pub fn parse_title(typed: &str) -> Result<String, InvalidFeedback> {
    let title = text::one_line(typed);
    match text::count(&title) {
        _ if !text::is_seen(&title) => Err(InvalidFeedback::NoTitle),
        n if n > TITLE_MAX_CHARS || title.len() > TITLE_MAX_CHARS * BYTES_A_CHAR => {
            Err(InvalidFeedback::TitleTooLong)
        }
        _ => Ok(title),
    }
}

/// Reads the content; a line end counts as a character.
pub fn parse_content(typed: &str) -> Result<String, InvalidFeedback> {
    parse_lines(
        typed,
        CONTENT_MAX_CHARS,
        InvalidFeedback::NoContent,
        InvalidFeedback::ContentTooLong,
    )
}

/// Reads an operator's answer, likewise.
pub fn parse_answer(typed: &str) -> Result<String, InvalidFeedback> {
    parse_lines(
        typed,
        ANSWER_MAX_CHARS,
        InvalidFeedback::NoAnswer,
        InvalidFeedback::AnswerTooLong,
    )
}

fn parse_lines(
    typed: &str,
    max_chars: usize,
    none: InvalidFeedback,
    too_long: InvalidFeedback,
) -> Result<String, InvalidFeedback> {
    let lines: Vec<String> = typed.lines().map(text::one_line).collect();
    let read = lines.join("\n").trim().to_owned();
    match text::count(&read) {
        _ if !text::is_seen(&read) => Err(none),
        n if n > max_chars || read.len() > max_chars * BYTES_A_CHAR => Err(too_long),
        _ => Ok(read),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_and_content_may_be_as_long_as_their_limits_and_not_longer() {
        let text = |n: usize| "字".repeat(n);
        assert!(Feedback::parse(&text(100), &text(300), "1").is_ok());
        for (title, content, source, fault) in [
            (text(101), text(1), "1", InvalidFeedback::TitleTooLong),
            (text(1), text(301), "1", InvalidFeedback::ContentTooLong),
            (
                " \u{200b}".to_owned(),
                text(1),
                "1",
                InvalidFeedback::NoTitle,
            ),
            (
                "\u{2800}".to_owned(),
                text(1),
                "1",
                InvalidFeedback::NoTitle,
            ),
            (text(1), "\n \n".to_owned(), "1", InvalidFeedback::NoContent),
            (
                text(1),
                "\u{3164}\n".to_owned(),
                "1",
                InvalidFeedback::NoContent,
            ),
            (text(1), text(1), "2", InvalidFeedback::Source),
        ] {
            assert_eq!(Feedback::parse(&title, &content, source), Err(fault));
        }
    }

    #[test]
    fn an_answer_may_be_as_long_as_its_limit_and_not_longer() {
        assert!(parse_answer(&"字".repeat(1000)).is_ok());
        let too_long = parse_answer(&"字".repeat(1001));
        assert_eq!(too_long, Err(InvalidFeedback::AnswerTooLong));
        for empty in ["", " \n ", "\u{200b}"] {
            assert_eq!(parse_answer(empty), Err(InvalidFeedback::NoAnswer));
        }
        assert_eq!(parse_answer(" a \n b"), Ok("a\nb".to_owned()));
    }

    #[test]
    fn the_content_keeps_its_lines_and_loses_what_cannot_be_seen() {
        let feedback = Feedback::parse(" a\nb ", "\n one  two\r\n\u{202e}three \n\n", "1").unwrap();
        assert_eq!(
            (feedback.title(), feedback.content()),
            ("a b", "one two\nthree")
        );
    }
}
