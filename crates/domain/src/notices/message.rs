//! A message of each kind: its stored form, and the text for its member.

use super::maintenance::until_words;
use super::sharing::level_words;
use super::{Alert, Kind, MaintenanceNews, NotRenewed, RentalNews, SharingNews};
use crate::access::Level;
use crate::lang::{Lang, Words};
use crate::text::rich_text::RichText;

/// Longest text of an operator's message, in characters as people count them.
const TEXT_MAX_CHARS: usize = 2000;
/// Phones that a reminder names; the others are counted.
const PHONES_NAMED: usize = 3;

/// Content of an operator's message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoticeContent {
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
        title: String,
        /// Picture or text of the notice.
        shows: NoticeContent,
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
        /// Reason why the rentals were not renewed.
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
    /// An operator takes phones out of service, or puts them back.
    Maintenance {
        /// Step of the maintenance.
        news: MaintenanceNews,
        /// Start, as people read it.
        from: String,
        /// End, as people read it; empty without one.
        until: String,
        /// The operator's reasons in each language, as in [`Lang::ALL`].
        reasons: [String; 2],
        /// Phones of the member.
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
            Self::Alert(..)
            | Self::Notice { .. }
            | Self::Sharing { .. }
            | Self::Maintenance { .. } => Kind::Notice,
            Self::FeedbackReply { .. } => Kind::FeedbackReply,
            Self::Rental { news, .. } => news.kind(),
            Self::NotRenewed { .. } => Kind::ExpiryReminder,
        }
    }

    /// The stored form: the name of the text, and its params.
    pub fn stored(&self) -> (&'static str, Vec<String>) {
        match self {
            Self::Alert(alert, params) => (alert.into_str(), params.clone()),
            Self::Notice { title, shows } => match shows {
                NoticeContent::Text(text) => {
                    (NOTICE_TEXT, vec![title.clone(), text.as_str().to_owned()])
                }
                NoticeContent::Picture(path) => (NOTICE_PICTURE, vec![title.clone(), path.clone()]),
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
                (news.into_str(), params.collect())
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
                (news.into_str(), params.collect())
            }
            Self::Maintenance {
                news,
                from,
                until,
                reasons: [zh, en],
                phones,
            } => {
                let pair = |phone: &Rented| [phone.phone_id.to_string(), phone.name.clone()];
                let params = [from, until, zh, en].map(Clone::clone).into_iter();
                let params = params.chain(phones.iter().flat_map(pair));
                (news.into_str(), params.collect())
            }
        }
    }

    /// Reads the stored form. A rich text is sanitized once more: rows outlive the rules by which they were written.
    pub fn from_stored(name: &str, params: Vec<String>) -> Option<Self> {
        if let Ok(alert) = name.parse::<Alert>() {
            return Some(Self::Alert(alert, params));
        }
        if let Ok(news) = name.parse::<RentalNews>() {
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
        if let Ok(news) = name.parse::<SharingNews>() {
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
        if let Ok(news) = name.parse::<MaintenanceNews>() {
            let [from, until, zh, en, phones @ ..] = params.as_slice() else {
                return None;
            };
            return Some(Self::Maintenance {
                news,
                from: from.clone(),
                until: until.clone(),
                reasons: [zh.clone(), en.clone()],
                phones: rented(phones)?,
            });
        }
        let mut params = params.into_iter();
        let first = params.next()?;
        Some(match name {
            NOTICE_TEXT => Self::Notice {
                title: first,
                shows: NoticeContent::Text(RichText::parse(&params.next()?, TEXT_MAX_CHARS).ok()?),
            },
            NOTICE_PICTURE => Self::Notice {
                title: first,
                shows: NoticeContent::Picture(params.next()?),
            },
            FEEDBACK_REPLY => Self::FeedbackReply {
                title: first,
                question: params.next()?,
                answer: params.next()?,
            },
            _ => return None,
        })
    }

    /// Title in the list, in one language.
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
            Self::Maintenance { news, phones, .. } => about(news.title(), &named(phones, lang)),
        }
    }

    /// The text as plain lines; empty for a picture.
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Self::Alert(alert, params) => alert.text(params, lang),
            Self::Notice { shows, .. } => match shows {
                NoticeContent::Text(text) => text.words(),
                NoticeContent::Picture(_) => String::new(),
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
            Self::Maintenance {
                news,
                from,
                until,
                reasons,
                phones,
            } => news
                .text()
                .in_lang(lang)
                .replace("{1}", from)
                .replace("{2}", &until_words(until, lang))
                .replace("{0}", &named(phones, lang))
                .replace("{3}", &reasons[lang as usize]),
        }
    }

    /// The text with its marks; empty for a picture.
    pub fn html(&self, lang: Lang) -> String {
        match self {
            Self::Notice {
                shows: NoticeContent::Text(text),
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

    /// Ids of the phones that the message is about.
    pub fn about(&self) -> Vec<i64> {
        match self {
            Self::Rental { phones, .. }
            | Self::NotRenewed { phones, .. }
            | Self::Sharing { phones, .. }
            | Self::Maintenance { phones, .. } => {
                phones.iter().map(|phone| phone.phone_id).collect()
            }
            Self::Alert(..) | Self::Notice { .. } | Self::FeedbackReply { .. } => Vec::new(),
        }
    }

    /// Ids of the phones that the message asks to renew.
    pub fn to_renew(&self) -> Vec<i64> {
        match self {
            Self::Rental { news, .. } if news.is_renewable() => self.about(),
            Self::NotRenewed { .. } => self.about(),
            _ => Vec::new(),
        }
    }

    /// The picture's path; none for a text.
    pub fn picture(&self) -> Option<&str> {
        match self {
            Self::Notice {
                shows: NoticeContent::Picture(path),
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
mod tests;
