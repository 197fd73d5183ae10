//! A message of each kind: its stored form, and the text for its member.

use super::sharing::level_words;
use super::{Alert, Kind, NotRenewed, RentalNews, SharingNews};
use crate::access::Level;
use crate::lang::{Lang, Words};
use crate::rich_text::RichText;

/// Longest text of an operator's message, in characters as people count them.
const TEXT_MAX_CHARS: usize = 2000;
/// Phones that a reminder names; the others are counted.
const PHONES_NAMED: usize = 3;

/// Content of an operator's message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// A text with marks.
    Text(RichText),
    /// A picture, by its path on this server.
    Picture(String),
}

/// A message to one member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// A notice in the server's own words.
    Alert(Alert, Vec<String>),
    /// A notice in an operator's words.
    Notice {
        /// Title.
        title: String,
        /// Content.
        shows: Shown,
    },
    /// An answer to feedback, together with the question.
    FeedbackReply {
        /// The question's title.
        title: String,
        /// The member's question.
        question: String,
        /// The operator's answer.
        answer: String,
    },
    /// Rentals come to their end.
    Rental {
        /// Step of the rentals' end.
        news: RentalNews,
        /// Time of the step, as people read it.
        at: String,
        /// Phones of these rentals.
        phones: Vec<Rented>,
    },
    /// Rentals that renew themselves were not renewed, and end soon.
    NotRenewed {
        /// Reason.
        why: NotRenewed,
        /// End of the rentals, as people read it.
        at: String,
        /// Phones of these rentals.
        phones: Vec<Rented>,
    },
    /// Phones were authorized, or an authorization changed or ended.
    Sharing {
        /// Event, from the reader's view.
        news: SharingNews,
        /// Masked number of the other member.
        who: String,
        /// Level of the authorization.
        level: Level,
        /// End of the authorization, as people read it, with its zone.
        until: String,
        /// Phones of the authorization.
        phones: Vec<Rented>,
    },
}

/// A phone that a message names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rented {
    /// Id of the phone, for a link to its renewal.
    pub phone_id: i64,
    /// Name of the phone.
    pub name: String,
}

const NOTICE_TEXT: &str = "notice-text";
const NOTICE_PICTURE: &str = "notice-picture";
const FEEDBACK_REPLY: &str = "feedback-reply";
const NOT_RENEWED: &str = "not-renewed";

impl Message {
    /// Kind of the message.
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Alert(..) | Self::Notice { .. } | Self::Sharing { .. } => Kind::Notice,
            Self::FeedbackReply { .. } => Kind::FeedbackReply,
            Self::Rental { news, .. } => news.kind(),
            Self::NotRenewed { .. } => Kind::ExpiryReminder,
        }
    }

    /// The stored form: the name of the text, and its params.
    pub fn stored(&self) -> (&'static str, Vec<String>) {
        match self {
            Self::Alert(alert, params) => (alert.name(), params.clone()),
            Self::Notice { title, shows } => match shows {
                Shown::Text(text) => (NOTICE_TEXT, vec![title.clone(), text.as_str().to_owned()]),
                Shown::Picture(path) => (NOTICE_PICTURE, vec![title.clone(), path.clone()]),
            },
            Self::FeedbackReply {
                title,
                question,
                answer,
            } => (
                FEEDBACK_REPLY,
                vec![title.clone(), question.clone(), answer.clone()],
            ),
            Self::Rental { news, at, phones } => {
                let pair = |phone: &Rented| [phone.phone_id.to_string(), phone.name.clone()];
                let params = std::iter::once(at.clone()).chain(phones.iter().flat_map(pair));
                (news.name(), params.collect())
            }
            Self::NotRenewed { why, at, phones } => {
                let pair = |phone: &Rented| [phone.phone_id.to_string(), phone.name.clone()];
                let params = why.stored().into_iter().chain([at.clone()]);
                let params = params.chain(phones.iter().flat_map(pair));
                (NOT_RENEWED, params.collect())
            }
            Self::Sharing {
                news,
                who,
                level,
                until,
                phones,
            } => {
                let level = level.accredit_type().unwrap_or_default().to_string();
                let pair = |phone: &Rented| [phone.phone_id.to_string(), phone.name.clone()];
                let params = [who.clone(), level, until.clone()].into_iter();
                let params = params.chain(phones.iter().flat_map(pair));
                (news.name(), params.collect())
            }
        }
    }

    /// Reads the stored form. A rich text is sanitized once more: rows outlive the rules by which they were written.
    pub fn from_stored(name: &str, params: Vec<String>) -> Option<Self> {
        if let Some(alert) = Alert::from_name(name) {
            return Some(Self::Alert(alert, params));
        }
        if let Some(news) = RentalNews::from_name(name) {
            let (at, phones) = params.split_first()?;
            return Some(Self::Rental {
                news,
                at: at.clone(),
                phones: rented(phones)?,
            });
        }
        if name == NOT_RENEWED {
            let [why, needed, available, at, phones @ ..] = params.as_slice() else {
                return None;
            };
            return Some(Self::NotRenewed {
                why: NotRenewed::from_stored(why, needed, available)?,
                at: at.clone(),
                phones: rented(phones)?,
            });
        }
        if let Some(news) = SharingNews::from_name(name) {
            let [who, level, until, phones @ ..] = params.as_slice() else {
                return None;
            };
            return Some(Self::Sharing {
                news,
                who: who.clone(),
                level: Level::from_accredit_type(level.parse().ok()?)?,
                until: until.clone(),
                phones: rented(phones)?,
            });
        }
        let mut params = params.into_iter();
        let first = params.next()?;
        Some(match name {
            NOTICE_TEXT => Self::Notice {
                title: first,
                shows: Shown::Text(RichText::parse(&params.next()?, TEXT_MAX_CHARS).ok()?),
            },
            NOTICE_PICTURE => Self::Notice {
                title: first,
                shows: Shown::Picture(params.next()?),
            },
            FEEDBACK_REPLY => Self::FeedbackReply {
                title: first,
                question: params.next()?,
                answer: params.next()?,
            },
            _ => return None,
        })
    }

    /// Title.
    pub fn title(&self, lang: Lang) -> String {
        let about = |words: Words, what: &str| words.in_lang(lang).replace("{0}", what);
        match self {
            Self::Alert(alert, _) => alert.title().in_lang(lang).to_owned(),
            Self::Notice { title, .. } => title.clone(),
            Self::FeedbackReply { title, .. } => about(Words::new("回复：{0}", "Re: {0}"), title),
            Self::Rental { news, phones, .. } => about(news.title(), &named(phones, lang)),
            Self::NotRenewed { phones, .. } => about(
                Words::new("{0}未能自动续费", "Not renewed: {0}"),
                &named(phones, lang),
            ),
            Self::Sharing { news, phones, .. } => about(news.title(), &named(phones, lang)),
        }
    }

    /// The text as plain lines; empty for a picture.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Self::Alert(alert, params) => alert.text(params, lang),
            Self::Notice { shows, .. } => match shows {
                Shown::Text(text) => text.words(),
                Shown::Picture(_) => String::new(),
            },
            Self::FeedbackReply { answer, .. } => answer.clone(),
            Self::Rental { news, at, phones } => news
                .text()
                .in_lang(lang)
                .replace("{1}", at)
                .replace("{0}", &named(phones, lang)),
            Self::NotRenewed { why, at, phones } => why
                .text(lang)
                .replace("{1}", at)
                .replace("{0}", &named(phones, lang)),
            Self::Sharing {
                news,
                who,
                level,
                until,
                phones,
            } => news
                .text()
                .in_lang(lang)
                .replace("{1}", until)
                .replace("{2}", who)
                .replace("{3}", level_words(*level, lang))
                .replace("{0}", &named(phones, lang)),
        }
    }

    /// The text with its marks; empty for a picture.
    pub fn html(&self, lang: Lang) -> String {
        match self {
            Self::Notice {
                shows: Shown::Text(text),
                ..
            } => text.as_str().to_owned(),
            Self::FeedbackReply {
                title,
                question,
                answer,
            } => format!(
                "{}<blockquote><p><b>{}</b></p>{}</blockquote>",
                marked(answer),
                escaped(title),
                marked(question)
            ),
            _ => marked(&self.text(lang)),
        }
    }

    /// Ids of the phones that the message asks to renew.
    pub fn to_renew(&self) -> Vec<i64> {
        match self {
            Self::Rental { news, phones, .. } if news.is_renewable() => {
                phones.iter().map(|phone| phone.phone_id).collect()
            }
            Self::NotRenewed { phones, .. } => phones.iter().map(|phone| phone.phone_id).collect(),
            _ => Vec::new(),
        }
    }

    /// The picture's path; none for a text.
    pub fn picture(&self) -> Option<&str> {
        match self {
            Self::Notice {
                shows: Shown::Picture(path),
                ..
            } => Some(path),
            _ => None,
        }
    }
}

/// Reads stored phones: the id of each, then its name.
fn rented(params: &[String]) -> Option<Vec<Rented>> {
    let one = |pair: &[String]| match pair {
        [id, name] => Some(Rented {
            phone_id: id.parse().ok()?,
            name: name.clone(),
        }),
        _ => None,
    };
    params.chunks(2).map(one).collect()
}

/// Lists the first phones by name, and says how many there are in all where some are left out.
fn named(phones: &[Rented], lang: Lang) -> String {
    let shown = &phones[..phones.len().min(PHONES_NAMED)];
    let names: Vec<&str> = shown.iter().map(|phone| phone.name.as_str()).collect();
    let names = names.join(Words::new("、", ", ").in_lang(lang));
    match phones.len() - shown.len() {
        0 => names,
        _ => Words::new("{0}等 {1} 台云手机", "{0} and others, {1} in all")
            .in_lang(lang)
            .replace("{1}", &phones.len().to_string())
            .replace("{0}", &names),
    }
}

/// Turns plain lines into paragraphs.
fn marked(text: &str) -> String {
    text.lines()
        .filter(|line| !line.is_empty())
        .flat_map(|line| ["<p>".to_owned(), escaped(line), "</p>".to_owned()])
        .collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply() -> Message {
        Message::FeedbackReply {
            title: "卡 <b>".to_owned(),
            question: "一\n二 & 三".to_owned(),
            answer: "好了\n<script>x</script>".to_owned(),
        }
    }

    fn each_kind() -> Vec<Message> {
        let about = |news, phones: i64| Message::Rental {
            news,
            at: "2026-12-01 08:00".to_owned(),
            phones: (1..=phones)
                .map(|n| Rented {
                    phone_id: n,
                    name: format!("手机 {n}"),
                })
                .collect(),
        };
        vec![
            Message::Alert(Alert::OrderPaid, vec!["N1".to_owned(), "5".to_owned()]),
            Message::Notice {
                title: "维护".to_owned(),
                shows: Shown::Text(RichText::parse("<p>今晚 <b>两点</b></p>", 100).unwrap()),
            },
            Message::Notice {
                title: "图".to_owned(),
                shows: Shown::Picture("/a.png".to_owned()),
            },
            reply(),
            about(RentalNews::EndsSoon, 1),
            about(RentalNews::Ended, 5),
            about(RentalNews::Recycled, 2),
            about(RentalNews::Purged, 1),
            about(RentalNews::Renewed, 1),
            Message::NotRenewed {
                why: NotRenewed::PointsShort {
                    needed: 9000,
                    available: 120,
                },
                at: "2026-12-01 08:00".to_owned(),
                phones: vec![Rented {
                    phone_id: 1,
                    name: "手机 1".to_owned(),
                }],
            },
            Message::Sharing {
                news: SharingNews::Received,
                who: "138****0000".to_owned(),
                level: Level::Operate,
                until: "2026-12-01 23:59 (UTC+08:00)".to_owned(),
                phones: vec![Rented {
                    phone_id: 1,
                    name: "手机 1".to_owned(),
                }],
            },
        ]
    }

    #[test]
    fn a_message_of_each_kind_is_read_as_it_was_stored() {
        for message in each_kind() {
            let (name, params) = message.stored();
            assert_eq!(Message::from_stored(name, params), Some(message));
        }
        for (name, params) in [
            ("else", vec!["a".to_owned()]),
            ("feedback-reply", vec!["a".to_owned(), "b".to_owned()]),
            ("notice-text", vec![]),
            ("expired", vec![]),
            (
                "share-received",
                vec!["a".to_owned(), "3".to_owned(), "b".to_owned()],
            ),
            ("share-left-by-me", vec!["a".to_owned(), "1".to_owned()]),
            ("expired", vec!["a".to_owned(), "1".to_owned()]),
            ("not-renewed", vec!["points-off".to_owned(), "0".to_owned()]),
            (
                "recycled",
                vec!["a".to_owned(), "b".to_owned(), "c".to_owned()],
            ),
            (
                "notice-text",
                vec!["a".to_owned(), "<script>x</script>".to_owned()],
            ),
        ] {
            assert_eq!(Message::from_stored(name, params), None, "{name}");
        }
    }

    #[test]
    fn the_kinds_are_those_of_the_wire() {
        let kinds: Vec<i64> = each_kind().iter().map(|m| m.kind() as i64).collect();
        assert_eq!(kinds, [1, 1, 1, 2, 3, 4, 4, 4, 1, 3, 1]);
        for kind in Kind::ALL {
            assert_eq!(Kind::from_number(kind as i64), Some(kind));
        }
        assert_eq!((Kind::from_number(0), Kind::from_number(5)), (None, None));
    }

    #[test]
    fn a_reply_shows_the_question_and_no_mark_of_either_is_one() {
        assert_eq!(reply().title(Lang::Zh), "回复：卡 <b>");
        assert_eq!(
            reply().html(Lang::Zh),
            "<p>好了</p><p>&lt;script&gt;x&lt;/script&gt;</p>\
             <blockquote><p><b>卡 &lt;b&gt;</b></p><p>一</p><p>二 &amp; 三</p></blockquote>"
        );
    }

    #[test]
    fn each_kind_has_words_in_both_languages_and_a_picture_has_a_title_alone() {
        for message in each_kind() {
            for lang in Lang::ALL {
                assert!(!message.title(lang).contains('{'));
                assert!(!message.title(lang).is_empty());
                assert!(!message.text(lang).contains('{'), "{}", message.text(lang));
                assert_eq!(message.text(lang).is_empty(), message.picture().is_some());
            }
        }
    }

    #[test]
    fn a_reminder_names_three_phones_and_counts_the_rest() {
        let titles: Vec<String> = each_kind()[4..8]
            .iter()
            .map(|m| m.title(Lang::Zh))
            .collect();
        assert_eq!(
            titles,
            [
                "手机 1即将到期",
                "手机 1、手机 2、手机 3等 5 台云手机已到期",
                "手机 1、手机 2已移入回收站",
                "手机 1已彻底清除",
            ]
        );
        let renewed: Vec<usize> = each_kind().iter().map(|m| m.to_renew().len()).collect();
        assert_eq!(renewed, [0, 0, 0, 0, 1, 5, 2, 0, 0, 1, 0]);
    }
}
