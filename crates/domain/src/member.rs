//! A member's own account: rules for its fields, and limits of lookups and pictures.

use chrono::{DateTime, Datelike, NaiveDate};
use thiserror::Error;

use crate::auth::CHANNEL_CODE_MAX_CHARS;
use crate::lang::{Lang, Words};
use crate::text;

/// Longest nickname, in characters as people count them.
pub const NICKNAME_MAX_CHARS: usize = 20;
/// Longest location, likewise.
pub const LOCATION_MAX_CHARS: usize = 50;
/// Earliest year of birth.
pub const BIRTHDAY_FIRST_YEAR: i32 = 1900;
/// Largest picture that is taken, in bytes.
pub const AVATAR_MAX_BYTES: usize = 5 * 1024 * 1024;
/// Largest picture that is decoded, in pixels: at three bytes each they fit into what the server unpacks at one time.
pub const AVATAR_MAX_PIXELS: u64 = 20_000_000;
/// Edges of the stored pictures, in pixels; the third size is shown.
pub const AVATAR_SIZES: [u32; 3] = [64, 128, 256];
/// Lookups of other members by number that one member may make in a day.
pub const LOOKUPS_A_DAY: i64 = 20;
/// Life of a lookup's handle.
pub const HANDLE_MS: i64 = 30 * 60 * 1000;

/// Violation of the rule for a field of the account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Violation {
    /// The nickname shows nothing, or is longer than [`NICKNAME_MAX_CHARS`].
    #[error("nickname has no visible or too many characters")]
    Nickname,
    /// The sex is neither 0, 1 nor 2.
    #[error("unknown sex")]
    Sex,
    /// The birthday is no such day, not written as `1996/11/11`, before [`BIRTHDAY_FIRST_YEAR`] or not past.
    #[error("birthday is no day of the past")]
    Birthday,
    /// The location is longer than [`LOCATION_MAX_CHARS`].
    #[error("location is too long")]
    Location,
    /// The channel code is empty, too long, or has characters that no channel code has.
    #[error("channel code is not valid")]
    ChannelCode,
    /// The form changes nothing.
    #[error("nothing to change")]
    Nothing,
}

impl Violation {
    /// Message for the form, in both languages.
    pub const fn words(self) -> Words {
        match self {
            Self::Nickname => {
                Words::new("昵称需为 1 到 20 个字", "A nickname has 1 to 20 characters")
            }
            Self::Sex => Words::new("请选择性别", "Choose a gender"),
            Self::Birthday => Words::new(
                "请输入正确的出生日期，如 1996/11/11",
                "Enter a real birthday, as 1996/11/11",
            ),
            Self::Location => {
                Words::new("所在地最多 50 个字", "A location has at most 50 characters")
            }
            Self::ChannelCode => Words::new(
                "渠道编码只能包含字母、数字、点、下划线和短横线",
                "A channel code has only letters, digits, dots, underscores and hyphens",
            ),
            Self::Nothing => Words::new("没有需要修改的内容", "There is nothing to change"),
        }
    }

    /// The message in one language.
    pub const fn text(self, lang: Lang) -> &'static str {
        self.words().in_lang(lang)
    }
}

/// Reads a nickname.
pub fn parse_nickname(typed: &str) -> Result<String, Violation> {
    let name = text::one_line(typed);
    if text::is_seen(&name) && text::count(&name) <= NICKNAME_MAX_CHARS {
        Ok(name)
    } else {
        Err(Violation::Nickname)
    }
}

/// Reads a sex: 0 unknown, 1 male, 2 female.
pub const fn parse_sex(value: i64) -> Result<i16, Violation> {
    match value {
        0..=2 => Ok(value as i16),
        _ => Err(Violation::Sex),
    }
}

/// Reads a birthday: `1996/11/11` or `1996-11-11`, answered as `1996/11/11`; empty removes it.
pub fn parse_birthday(typed: &str, now_ms: i64) -> Result<String, Violation> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(String::new());
    }
    let mut parts = typed.split(['/', '-']);
    let mut number = |longest: usize| -> Option<u32> {
        let part = parts.next()?;
        let digits =
            (1..=longest).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| part.parse().ok()).flatten()
    };
    let day = number(4)
        .zip(number(2))
        .zip(number(2))
        .and_then(|((year, month), day)| {
            NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)
        })
        .ok_or(Violation::Birthday)?;
    let today = DateTime::from_timestamp_millis(now_ms).map(|now| now.date_naive());
    let first = NaiveDate::from_ymd_opt(BIRTHDAY_FIRST_YEAR, 1, 1);
    if parts.next().is_none()
        && first.is_some_and(|first| day >= first)
        && today.is_some_and(|today| day < today)
    {
        Ok(format!(
            "{:04}/{:02}/{:02}",
            day.year(),
            day.month(),
            day.day()
        ))
    } else {
        Err(Violation::Birthday)
    }
}

/// Reads a location: free text; may be empty.
pub fn parse_location(typed: &str) -> Result<String, Violation> {
    let place = text::one_line(typed);
    if text::count(&place) > LOCATION_MAX_CHARS {
        Err(Violation::Location)
    } else if text::is_seen(&place) {
        Ok(place)
    } else {
        Ok(String::new())
    }
}

/// Reads a channel code.
pub fn parse_channel_code(typed: &str) -> Result<String, Violation> {
    let code = typed.trim();
    let fine = !code.is_empty()
        && code.len() <= CHANNEL_CODE_MAX_CHARS
        && code
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'));
    fine.then(|| code.to_owned()).ok_or(Violation::ChannelCode)
}

/// Fields of an account as they are typed; a missing field stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Typed {
    pub nickname: Option<String>,
    /// Sex: 0 unknown, 1 male, 2 female.
    pub sex: Option<i64>,
    /// Birthday as `1996/11/11`; empty removes it.
    pub birthday: Option<String>,
    /// Location: free text; may be empty.
    pub location: Option<String>,
    /// Channel by which the member came.
    pub channel_code: Option<String>,
}

/// A change of an account that the rules allow.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Change {
    pub nickname: Option<String>,
    /// Sex: 0 unknown, 1 male, 2 female.
    pub sex: Option<i16>,
    /// Birthday as `1996/11/11`, or empty.
    pub birthday: Option<String>,
    /// Location: free text, or empty.
    pub location: Option<String>,
    /// Channel by which the member came.
    pub channel_code: Option<String>,
}

impl Change {
    /// Reads the form; the first violation answers for it, by the field's name.
    pub fn parse(typed: &Typed, now_ms: i64) -> Result<Self, (&'static str, Violation)> {
        let change = Self {
            nickname: read("nickname", typed.nickname.as_deref(), parse_nickname)?,
            sex: read("sex", typed.sex, parse_sex)?,
            birthday: read("birthday", typed.birthday.as_deref(), |text| {
                parse_birthday(text, now_ms)
            })?,
            location: read("location", typed.location.as_deref(), parse_location)?,
            channel_code: read(
                "channelCode",
                typed.channel_code.as_deref(),
                parse_channel_code,
            )?,
        };
        Ok(change)
    }

    /// Whether the form changes nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

fn read<T, U>(
    field: &'static str,
    typed: Option<T>,
    parse: impl Fn(T) -> Result<U, Violation>,
) -> Result<Option<U>, (&'static str, Violation)> {
    typed.map(parse).transpose().map_err(|v| (field, v))
}

/// The name of a member as acquaintances see it: its first character.
pub fn masked_name(nickname: &str) -> String {
    use unicode_segmentation::UnicodeSegmentation;
    let first = nickname.graphemes(true).next().unwrap_or_default();
    format!("{first}**")
}

/// The name shown to a stranger who looks up a number: it does not even tell whether there is an account.
pub const HIDDEN_NAME: &str = "***";

#[cfg(test)]
mod tests {
    use super::*;

    /// The time 2026-11-21, Unix milliseconds.
    const NOW: i64 = 1_795_219_200_000;

    #[test]
    fn a_nickname_has_one_to_twenty_characters_as_people_count_them() {
        let twenty = "👨‍👩‍👧".repeat(NICKNAME_MAX_CHARS);
        assert_eq!(parse_nickname(&twenty), Ok(twenty.clone()));
        assert_eq!(
            parse_nickname(&format!("{twenty}a")),
            Err(Violation::Nickname)
        );
        for unseen in [" \t ", "\u{3164}", "\u{200d}\u{fe0f}"] {
            assert_eq!(parse_nickname(unseen), Err(Violation::Nickname));
        }
        assert_eq!(
            parse_nickname(" 李姐\n水果店 "),
            Ok("李姐 水果店".to_owned())
        );
    }

    #[test]
    fn a_birthday_is_a_real_day_of_the_past() {
        for (typed, kept) in [
            ("1996/11/11", "1996/11/11"),
            ("1996-1-9", "1996/01/09"),
            ("2024/02/29", "2024/02/29"),
            ("2026-11-20", "2026/11/20"),
            ("1900/1/1", "1900/01/01"),
            ("", ""),
        ] {
            assert_eq!(parse_birthday(typed, NOW).as_deref(), Ok(kept), "{typed}");
        }
        for typed in [
            "2023/02/29",
            "2026/11/21",
            "2027/01/01",
            "1899/12/31",
            "1996/13/01",
            "96/1/1/1",
            "1996",
            "1996/11",
            "1996/11/11/1",
            "一九九六",
            "1996/+1/01",
            "11996/1/1",
            "1996/011/01",
        ] {
            assert_eq!(
                parse_birthday(typed, NOW),
                Err(Violation::Birthday),
                "{typed}"
            );
        }
    }

    #[test]
    fn a_location_ends_at_fifty_characters_and_may_be_empty() {
        assert!(parse_location(&"城".repeat(LOCATION_MAX_CHARS)).is_ok());
        assert_eq!(
            parse_location(&"城".repeat(LOCATION_MAX_CHARS + 1)),
            Err(Violation::Location)
        );
        assert_eq!(parse_location("  "), Ok(String::new()));
        assert_eq!(parse_location("\u{3164}"), Ok(String::new()));
    }

    #[test]
    fn a_channel_code_is_plain() {
        assert!(parse_channel_code(&"a".repeat(CHANNEL_CODE_MAX_CHARS)).is_ok());
        for typed in ["", "a b", "渠道", &"a".repeat(CHANNEL_CODE_MAX_CHARS + 1)] {
            assert_eq!(
                parse_channel_code(typed),
                Err(Violation::ChannelCode),
                "{typed}"
            );
        }
    }

    #[test]
    fn only_what_is_typed_changes_and_the_first_violation_answers() {
        assert!(Change::parse(&Typed::default(), NOW).unwrap().is_empty());
        let typed = Typed {
            sex: Some(2),
            location: Some(String::new()),
            ..Typed::default()
        };
        let change = Change {
            sex: Some(2),
            location: Some(String::new()),
            ..Change::default()
        };
        assert_eq!(Change::parse(&typed, NOW), Ok(change));
        let typed = Typed {
            sex: Some(3),
            birthday: Some("x".to_owned()),
            ..Typed::default()
        };
        assert_eq!(Change::parse(&typed, NOW), Err(("sex", Violation::Sex)));
    }

    #[test]
    fn a_masked_name_shows_one_character() {
        assert_eq!(masked_name("👨‍👩‍👧家"), "👨‍👩‍👧**");
        assert_eq!(masked_name(""), "**");
    }
}
