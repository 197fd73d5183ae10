//! An announcement as an operator wrote it, read into what may be stored.

use crate::lang::{Lang, each_language};
use crate::notices::announcements::{
    Address, Audience, ContentType, InvalidAnnouncement, MsgType, NAMED_MAX, TEXT_MAX_CHARS,
    check_popup, check_times, parse_title,
};
use crate::text::rich_text::{InvalidRichText, RichText};

/// An announcement's form as typed; numbers as the wire has them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Form {
    /// The wire's `msgType`.
    pub msg_type: i64,
    /// The wire's `contentType`.
    pub content_type: i64,
    /// Titles in each language, as in [`Lang::ALL`].
    pub titles: [String; 2],
    /// Texts in each language; read where the content is a text.
    pub texts: [String; 2],
    /// Names of uploaded pictures in each language; one is enough for both.
    pub pictures: [String; 2],
    /// Start, Unix milliseconds; none: as soon as it is published.
    pub from_ms: Option<i64>,
    /// End, Unix milliseconds, if there is one.
    pub until_ms: Option<i64>,
    /// The wire's `popFrequency`.
    pub frequency: i64,
    /// The wire's `popPriority`.
    pub priority: i64,
    /// Audience, as a wire number.
    pub audience: i64,
    /// Ids of the named members.
    pub member_ids: Vec<i64>,
    /// The configuration whose phones the audience has.
    pub configuration_id: Option<i64>,
    /// Whether sub-accounts get the announcement too.
    pub sub_accounts: bool,
}

/// Content of an announcement, in each language as in [`Lang::ALL`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// Names of pictures.
    Pictures([String; 2]),
    /// Texts with their marks.
    Texts([RichText; 2]),
}

/// An announcement that the rules allow. The store checks whether its pictures and members exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Place where the announcement appears.
    pub msg_type: MsgType,
    /// Titles in each language, as in [`Lang::ALL`].
    pub titles: [String; 2],
    /// Pictures or texts in each language.
    pub body: Body,
    /// Start, Unix milliseconds.
    pub from_ms: i64,
    /// End, Unix milliseconds.
    pub until_ms: Option<i64>,
    /// Frequency of a popup.
    pub frequency: i16,
    /// Priority; the smaller comes first.
    pub priority: i32,
    /// Members who get the announcement.
    pub address: Address,
    /// Whether sub-accounts get the announcement too.
    pub sub_accounts: bool,
}

/// A refused field: the fault, and the language where each language has a field of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    pub fault: InvalidAnnouncement,
    /// Language of the field; none where the field has no language.
    pub lang: Option<Lang>,
}

impl Refusal {
    /// The wire's name of the field.
    pub fn field(self) -> String {
        let side = match self.lang {
            Some(Lang::Zh) => "Zh",
            Some(Lang::En) => "En",
            None => "",
        };
        format!("{}{side}", self.fault.field())
    }
}

impl From<InvalidAnnouncement> for Refusal {
    fn from(fault: InvalidAnnouncement) -> Self {
        Self { fault, lang: None }
    }
}

impl From<(Lang, InvalidAnnouncement)> for Refusal {
    fn from((lang, fault): (Lang, InvalidAnnouncement)) -> Self {
        Self {
            fault,
            lang: Some(lang),
        }
    }
}

impl Written {
    /// Reads the form.
    pub fn parse(form: &Form, now_ms: i64) -> Result<Self, Refusal> {
        let msg_type = MsgType::from_number(form.msg_type).ok_or(InvalidAnnouncement::NoKind)?;
        let content = ContentType::from_number(form.content_type)
            .ok_or(InvalidAnnouncement::NoContentType)?;
        let titles = each_language(|at| parse_title(&form.titles[at]))?;
        let body = match content {
            ContentType::Text => Body::Texts(each_language(|at| parse_text(&form.texts[at]))?),
            ContentType::Picture if msg_type == MsgType::Header => {
                return Err(InvalidAnnouncement::PictureInHeader.into());
            }
            ContentType::Picture => Body::Pictures(parse_pictures(&form.pictures)?),
        };
        let from_ms = form.from_ms.unwrap_or(now_ms);
        check_times(from_ms, form.until_ms, now_ms)?;
        check_popup(msg_type, form.frequency, form.priority)?;
        let pops = msg_type.pops();
        Ok(Self {
            msg_type,
            titles,
            body,
            from_ms,
            until_ms: form.until_ms,
            frequency: if pops {
                i16::try_from(form.frequency).unwrap_or(1)
            } else {
                1
            },
            priority: if pops {
                i32::try_from(form.priority).unwrap_or(0)
            } else {
                0
            },
            address: parse_address(form)?,
            sub_accounts: form.sub_accounts,
        })
    }
}

fn parse_text(written: &str) -> Result<RichText, InvalidAnnouncement> {
    RichText::parse(written, TEXT_MAX_CHARS).map_err(|fault| match fault {
        InvalidRichText::Empty => InvalidAnnouncement::NoText,
        InvalidRichText::TooLong => InvalidAnnouncement::TextTooLong,
        InvalidRichText::Script => InvalidAnnouncement::Script,
    })
}

/// Reads the names of pictures; a single one is used for both languages.
fn parse_pictures(names: &[String; 2]) -> Result<[String; 2], Refusal> {
    let [zh, en] = names;
    match (zh.is_empty(), en.is_empty()) {
        (true, true) => Err(Refusal {
            fault: InvalidAnnouncement::NoPicture,
            lang: Some(Lang::Zh),
        }),
        (true, false) => Ok([en.clone(), en.clone()]),
        (false, true) => Ok([zh.clone(), zh.clone()]),
        (false, false) => Ok([zh.clone(), en.clone()]),
    }
}

/// Reads the audience of a form.
pub fn parse_address(form: &Form) -> Result<Address, InvalidAnnouncement> {
    match Audience::from_number(form.audience).ok_or(InvalidAnnouncement::NoAudience)? {
        Audience::All => Ok(Address::All),
        Audience::Named => {
            let mut ids = form.member_ids.clone();
            ids.sort_unstable();
            ids.dedup();
            if (1..=NAMED_MAX).contains(&ids.len()) {
                Ok(Address::Named(ids))
            } else {
                Err(InvalidAnnouncement::Named)
            }
        }
        Audience::Configuration => form
            .configuration_id
            .map(Address::Configuration)
            .ok_or(InvalidAnnouncement::Configuration),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> Form {
        Form {
            msg_type: 3,
            content_type: 2,
            titles: ["维护".to_owned(), "Maintenance".to_owned()],
            texts: ["<p>今晚</p>".to_owned(), "<p>Tonight</p>".to_owned()],
            frequency: 2,
            priority: 20,
            audience: 1,
            ..Form::default()
        }
    }

    #[test]
    fn what_is_whole_is_read() {
        let read = Written::parse(&form(), 50).unwrap();
        assert_eq!(
            (read.from_ms, read.until_ms, read.frequency, read.priority),
            (50, None, 2, 20)
        );
        let Body::Texts([zh, _]) = read.body else {
            panic!("a text")
        };
        assert_eq!(zh.as_str(), "<p>今晚</p>");
        let list = Written::parse(
            &Form {
                msg_type: 1,
                frequency: 9,
                priority: -1,
                ..form()
            },
            50,
        );
        assert_eq!(list.map(|read| (read.frequency, read.priority)), Ok((1, 0)));
    }

    #[test]
    fn one_picture_is_enough_and_none_is_not() {
        let picture = |zh: &str, en: &str| Form {
            content_type: 1,
            pictures: [zh.to_owned(), en.to_owned()],
            texts: Default::default(),
            ..form()
        };
        for (zh, en, kept) in [
            ("a", "b", ["a", "b"]),
            ("a", "", ["a", "a"]),
            ("", "b", ["b", "b"]),
        ] {
            let read = Written::parse(&picture(zh, en), 50).unwrap();
            assert_eq!(read.body, Body::Pictures(kept.map(str::to_owned)));
        }
        let refused = Written::parse(&picture("", ""), 50).unwrap_err();
        assert_eq!(
            (refused.fault, refused.field().as_str()),
            (InvalidAnnouncement::NoPicture, "pictureZh")
        );
    }

    #[test]
    fn each_refusal_names_its_field() {
        let text = |en: &str| ["好".to_owned(), en.to_owned()];
        for (form, field) in [
            (
                Form {
                    msg_type: 5,
                    ..form()
                },
                "msgType",
            ),
            (
                Form {
                    content_type: 3,
                    ..form()
                },
                "contentType",
            ),
            (
                Form {
                    msg_type: 2,
                    content_type: 1,
                    ..form()
                },
                "contentType",
            ),
            (
                Form {
                    titles: text(""),
                    ..form()
                },
                "titleEn",
            ),
            (
                Form {
                    titles: text(&"a".repeat(51)),
                    ..form()
                },
                "titleEn",
            ),
            (
                Form {
                    texts: text("<script>x</script>"),
                    ..form()
                },
                "contentEn",
            ),
            (
                Form {
                    texts: Default::default(),
                    ..form()
                },
                "contentZh",
            ),
            (
                Form {
                    from_ms: Some(90),
                    until_ms: Some(80),
                    ..form()
                },
                "untilTime",
            ),
            (
                Form {
                    frequency: 0,
                    ..form()
                },
                "popFrequency",
            ),
            (
                Form {
                    priority: 1000,
                    ..form()
                },
                "popPriority",
            ),
            (
                Form {
                    audience: 0,
                    ..form()
                },
                "audience",
            ),
            (
                Form {
                    audience: 2,
                    ..form()
                },
                "memberIds",
            ),
            (
                Form {
                    audience: 2,
                    member_ids: (0..501).collect(),
                    ..form()
                },
                "memberIds",
            ),
            (
                Form {
                    audience: 3,
                    ..form()
                },
                "configurationId",
            ),
        ] {
            let refused = Written::parse(&form, 50).unwrap_err();
            assert_eq!(refused.field(), field);
            for lang in Lang::ALL {
                assert!(!refused.fault.text(lang).is_empty());
            }
        }
        let named = Form {
            audience: 2,
            member_ids: vec![9, 3, 9],
            ..form()
        };
        assert_eq!(parse_address(&named), Ok(Address::Named(vec![3, 9])));
    }
}
