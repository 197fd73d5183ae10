//! Announcements: one text for many members, written by operators. Limits, states and audiences.

use crate::every;
use strum::{EnumCount, IntoStaticStr, VariantArray};
use thiserror::Error;

use crate::lang::{Lang, Words};
use crate::notices::popup::Frequency;
use crate::text;

/// Longest title, in characters as people count them.
pub const TITLE_MAX_CHARS: usize = 50;
/// Longest text, likewise, without its marks.
pub const TEXT_MAX_CHARS: usize = 2000;
/// Members that an announcement may name as its audience.
pub const NAMED_MAX: usize = 500;
/// Smallest and largest priority of a popup; the smaller comes first.
pub const PRIORITY: [i32; 2] = [0, 999];
/// Most popups that are put in order at once.
pub const ORDER_MAX: usize = 99;
/// Difference between the priorities of successive popups of the order, which leaves room for another one between them.
const ORDER_STEP: i32 = 10;

/// Priority of the popup at a place of the order, from 0; none when it would exceed the largest [`PRIORITY`].
pub fn priority_at(place: usize) -> Option<i32> {
    let nth = i32::try_from(place).ok()?.checked_add(1)?;
    let priority = nth.checked_mul(ORDER_STEP)?;
    (priority <= PRIORITY[1]).then_some(priority)
}

/// Most announcements that are published and not over: all of them are read for each member.
pub const PUBLISHED_MAX: i64 = 100;
/// Largest picture that is taken, in bytes.
pub const PICTURE_MAX_BYTES: usize = 5 * 1024 * 1024;
/// Longest edge of a stored picture, in pixels.
pub const PICTURE_EDGE: u32 = 1600;
/// Permission to see announcements as operators do.
pub const READ: &str = "system:notice:list";
/// Permission to write, publish and withdraw announcements.
pub const WRITE: &str = "system:notice:edit";

/// Place where an announcement appears; the wire's `msgType`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, VariantArray)]
pub enum MsgType {
    /// The member's list of messages.
    List = 1,
    /// A line in the header.
    Header = 2,
    Popup = 3,
    /// A popup about a campaign.
    Campaign = 4,
}

impl MsgType {
    /// Whether the announcement comes as a popup.
    pub const fn pops(self) -> bool {
        matches!(self, Self::Popup | Self::Campaign)
    }

    /// The complete list of places.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Reads the wire's number.
    pub fn from_number(number: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|each| *each as i64 == number)
    }
}

/// Content of an announcement; the wire's `contentType`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentType {
    Picture = 1,
    /// A text with its title.
    Text = 2,
}

impl ContentType {
    /// Reads the wire's number.
    pub fn from_number(number: i64) -> Option<Self> {
        [Self::Picture, Self::Text]
            .into_iter()
            .find(|each| *each as i64 == number)
    }
}

/// Audience of an announcement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Every member.
    All = 1,
    /// Members named by their numbers.
    Named = 2,
    /// Members with a phone of a configuration, in force.
    Configuration = 3,
}

impl Audience {
    /// Reads the wire's number.
    pub fn from_number(number: i64) -> Option<Self> {
        [Self::All, Self::Named, Self::Configuration]
            .into_iter()
            .find(|each| *each as i64 == number)
    }
}

/// An operator's last action on an announcement; stored numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Written, not visible to members.
    Draft = 0,
    /// Published; the start and end decide whether members see it.
    Published = 1,
    /// Withdrawn by an operator: members do not see it any more, and it cannot be published again.
    Withdrawn = 2,
}

impl Stage {
    /// Reads a stored number.
    pub fn from_stored(number: i16) -> Option<Self> {
        [Self::Draft, Self::Published, Self::Withdrawn]
            .into_iter()
            .find(|each| *each as i16 == number)
    }
}

/// State of an announcement at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "camelCase", const_into_str)]
pub enum State {
    /// Being written.
    Draft,
    /// Published, before its start.
    Scheduled,
    /// Members see it.
    Live,
    /// Past its end.
    Over,
    /// Withdrawn by an operator, whatever its times say.
    Withdrawn,
}

impl State {
    /// The state that follows from the stage and the times; at its end an announcement is over.
    pub const fn at(stage: Stage, from_ms: i64, until_ms: Option<i64>, now_ms: i64) -> Self {
        match (stage, until_ms) {
            (Stage::Draft, _) => Self::Draft,
            (Stage::Withdrawn, _) => Self::Withdrawn,
            (Stage::Published, Some(until_ms)) if until_ms <= now_ms => Self::Over,
            (Stage::Published, _) if now_ms < from_ms => Self::Scheduled,
            (Stage::Published, _) => Self::Live,
        }
    }

    /// Whether the announcement may still be changed: withdrawn and ended ones are history.
    pub const fn may_change(self) -> bool {
        matches!(self, Self::Draft | Self::Scheduled | Self::Live)
    }

    /// Whether the announcement may be published.
    pub const fn may_publish(self) -> bool {
        matches!(self, Self::Draft)
    }

    /// Whether the announcement may be withdrawn.
    pub const fn may_withdraw(self) -> bool {
        matches!(self, Self::Scheduled | Self::Live)
    }
}

/// Why an announcement is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidAnnouncement {
    /// The title is missing in one of the languages.
    #[error("no title")]
    NoTitle,
    /// The title has more than [`TITLE_MAX_CHARS`] characters.
    #[error("the title is too long")]
    TitleTooLong,
    /// The `msgType` is missing or unknown.
    #[error("no kind")]
    NoKind,
    /// The content type is neither picture nor text.
    #[error("no content type")]
    NoContentType,
    /// The text is missing in one of the languages.
    #[error("no text")]
    NoText,
    /// The text has more than [`TEXT_MAX_CHARS`] characters.
    #[error("the text is too long")]
    TextTooLong,
    /// The text has something that would run in the reader's browser.
    #[error("a script in the text")]
    Script,
    /// The picture is missing, or is none that was uploaded.
    #[error("no picture")]
    NoPicture,
    /// A line in the header has no room for a picture.
    #[error("a picture in the header")]
    PictureInHeader,
    /// The end is not after the start.
    #[error("the end is not after the start")]
    Times,
    /// The end is past.
    #[error("the end is past")]
    Past,
    /// The frequency is none of the three.
    #[error("unknown frequency")]
    Frequency,
    /// The priority is not within [`PRIORITY`].
    #[error("priority out of range")]
    Priority,
    /// The audience is none of the three.
    #[error("no audience")]
    NoAudience,
    /// The list of members is empty, or longer than [`NAMED_MAX`].
    #[error("none or too many members are named")]
    Named,
    /// A number belongs to no member.
    #[error("no such member")]
    NoMember,
    /// The configuration is missing or unknown.
    #[error("no such configuration")]
    Configuration,
}

impl InvalidAnnouncement {
    /// The wire's name of the field with the fault.
    pub const fn field(self) -> &'static str {
        match self {
            Self::NoTitle | Self::TitleTooLong => "title",
            Self::NoKind => "msgType",
            Self::NoContentType | Self::PictureInHeader => "contentType",
            Self::NoText | Self::TextTooLong | Self::Script => "content",
            Self::NoPicture => "picture",
            Self::Times | Self::Past => "untilTime",
            Self::Frequency => "popFrequency",
            Self::Priority => "popPriority",
            Self::NoAudience => "audience",
            Self::Named | Self::NoMember => "memberIds",
            Self::Configuration => "configurationId",
        }
    }

    /// Message for the form.
    pub const fn text(self, lang: Lang) -> &'static str {
        match self {
            Self::NoTitle => Words::new("请输入标题", "Enter a title"),
            Self::TitleTooLong => {
                Words::new("标题最多 50 个字", "A title has at most 50 characters")
            }
            Self::NoKind => Words::new("请选择公告类型", "Choose where it appears"),
            Self::NoContentType => Words::new("请选择图片或文字", "Choose picture or text"),
            Self::NoText => Words::new("请输入内容", "Enter the text"),
            Self::TextTooLong => {
                Words::new("内容最多 2000 个字", "A text has at most 2,000 characters")
            }
            Self::Script => Words::new("内容不能包含脚本", "The text must not contain scripts"),
            Self::NoPicture => Words::new("请上传图片", "Add a picture"),
            Self::PictureInHeader => {
                Words::new("顶栏公告只能是文字", "A line in the header is text only")
            }
            Self::Times => Words::new(
                "结束时间必须晚于开始时间",
                "The end must be after the start",
            ),
            Self::Past => Words::new("结束时间已过", "The end is already past"),
            Self::Frequency => Words::new("请选择弹出频率", "Choose how often it opens"),
            Self::Priority => Words::new("优先级为 0 到 999", "Priority is 0 to 999"),
            Self::NoAudience => Words::new("请选择接收对象", "Choose who gets it"),
            Self::Named => Words::new("请填写 1 到 500 个会员编号", "Name 1 to 500 members"),
            Self::NoMember => Words::new("会员编号不存在", "One of these members does not exist"),
            Self::Configuration => Words::new("请选择云手机配置", "Choose a configuration"),
        }
        .in_lang(lang)
    }
}

/// Reads a title.
pub fn parse_title(typed: &str) -> Result<String, InvalidAnnouncement> {
    let title = text::one_line(typed);
    match text::count(&title) {
        _ if !text::is_seen(&title) => Err(InvalidAnnouncement::NoTitle),
        // A character may be made of many bytes.
        n if n > TITLE_MAX_CHARS || title.len() > TITLE_MAX_CHARS * 40 => {
            Err(InvalidAnnouncement::TitleTooLong)
        }
        _ => Ok(title),
    }
}

/// Checks the start and the end.
pub fn check_times(
    from_ms: i64,
    until_ms: Option<i64>,
    now_ms: i64,
) -> Result<(), InvalidAnnouncement> {
    match until_ms {
        Some(until_ms) if until_ms <= from_ms => Err(InvalidAnnouncement::Times),
        Some(until_ms) if until_ms <= now_ms => Err(InvalidAnnouncement::Past),
        _ => Ok(()),
    }
}

/// Checks a popup's frequency and priority; announcements elsewhere have neither.
pub fn check_popup(
    kind: MsgType,
    frequency: i64,
    priority: i64,
) -> Result<(), InvalidAnnouncement> {
    if matches!(kind, MsgType::List | MsgType::Header) {
        return Ok(());
    }
    Frequency::from_number(frequency).ok_or(InvalidAnnouncement::Frequency)?;
    let [least, most] = PRIORITY.map(i64::from);
    if (least..=most).contains(&priority) {
        Ok(())
    } else {
        Err(InvalidAnnouncement::Priority)
    }
}

/// Facts about a member that decide whether an announcement is addressed to it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reader {
    pub member_id: i64,
    /// Whether the member is a sub-account.
    pub sub_account: bool,
    /// Configurations of the phones that the member has now.
    pub configurations: Vec<i64>,
}

/// Address of an announcement: its audience with ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// Every member.
    All,
    /// The members with these ids.
    Named(Vec<i64>),
    /// Members with a phone of this configuration.
    Configuration(i64),
}

impl Address {
    /// Whether the announcement is for this member. `sub_accounts`: sub-accounts get it too; named members get it in any case.
    pub fn reaches(&self, sub_accounts: bool, reader: &Reader) -> bool {
        match self {
            Self::Named(ids) => ids.contains(&reader.member_id),
            Self::All => sub_accounts || !reader.sub_account,
            Self::Configuration(id) => {
                (sub_accounts || !reader.sub_account) && reader.configurations.contains(id)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_has_one_to_fifty_characters() {
        for (typed, read) in [
            ("字".repeat(50), Ok("字".repeat(50))),
            ("字".repeat(51), Err(InvalidAnnouncement::TitleTooLong)),
            (" a\n b ".to_owned(), Ok("a b".to_owned())),
            (String::new(), Err(InvalidAnnouncement::NoTitle)),
            ("\u{200b} ".to_owned(), Err(InvalidAnnouncement::NoTitle)),
        ] {
            assert_eq!(parse_title(&typed), read);
        }
    }

    #[test]
    fn it_stands_as_its_stage_and_its_time_say() {
        use Stage::{Draft, Published, Withdrawn};
        for (stage, from, until, state) in [
            (Draft, 5, Some(20), State::Draft),
            (Published, 11, None, State::Scheduled),
            (Published, 10, None, State::Live),
            (Published, 5, Some(11), State::Live),
            (Published, 5, Some(10), State::Over),
            (Withdrawn, 5, Some(20), State::Withdrawn),
        ] {
            assert_eq!(State::at(stage, from, until, 10), state);
        }
        let may = |state: State| {
            (
                state.may_change(),
                state.may_publish(),
                state.may_withdraw(),
            )
        };
        assert_eq!(may(State::Draft), (true, true, false));
        assert_eq!(may(State::Scheduled), (true, false, true));
        assert_eq!(may(State::Live), (true, false, true));
        assert_eq!(may(State::Over), (false, false, false));
        assert_eq!(may(State::Withdrawn), (false, false, false));
    }

    #[test]
    fn an_end_is_after_its_start_and_ahead() {
        assert_eq!(check_times(10, None, 50), Ok(()));
        assert_eq!(check_times(10, Some(51), 50), Ok(()));
        assert_eq!(
            check_times(10, Some(50), 50),
            Err(InvalidAnnouncement::Past)
        );
        assert_eq!(
            check_times(60, Some(60), 50),
            Err(InvalidAnnouncement::Times)
        );
        assert_eq!(
            check_times(60, Some(59), 50),
            Err(InvalidAnnouncement::Times)
        );
    }

    #[test]
    fn popups_in_order_have_priorities_with_room_between_them() {
        assert_eq!((priority_at(0), priority_at(1)), (Some(10), Some(20)));
        assert_eq!(priority_at(ORDER_MAX - 1), Some(990));
        assert_eq!(priority_at(ORDER_MAX), None);
    }

    #[test]
    fn popups_have_a_frequency_and_a_priority_others_neither() {
        for (frequency, priority, judged) in [
            (1, 0, Ok(())),
            (3, 999, Ok(())),
            (0, 5, Err(InvalidAnnouncement::Frequency)),
            (4, 5, Err(InvalidAnnouncement::Frequency)),
            (2, -1, Err(InvalidAnnouncement::Priority)),
            (2, 1000, Err(InvalidAnnouncement::Priority)),
        ] {
            assert_eq!(check_popup(MsgType::Popup, frequency, priority), judged);
            assert_eq!(check_popup(MsgType::Campaign, frequency, priority), judged);
            assert_eq!(check_popup(MsgType::List, frequency, priority), Ok(()));
            assert_eq!(check_popup(MsgType::Header, frequency, priority), Ok(()));
        }
    }

    #[test]
    fn it_reaches_those_it_is_addressed_to() {
        let main = Reader {
            member_id: 1,
            sub_account: false,
            configurations: vec![7],
        };
        let sub = Reader {
            member_id: 2,
            sub_account: true,
            configurations: vec![7],
        };
        for (address, subs, reached) in [
            (Address::All, true, (true, true)),
            (Address::All, false, (true, false)),
            (Address::Named(vec![2, 3]), false, (false, true)),
            (Address::Configuration(7), true, (true, true)),
            (Address::Configuration(7), false, (true, false)),
            (Address::Configuration(8), true, (false, false)),
        ] {
            let is = (address.reaches(subs, &main), address.reaches(subs, &sub));
            assert_eq!(is, reached, "{address:?} {subs}");
        }
    }
}
