//! Reasons for the end of a play session: each has a message in both languages and a next step.

use crate::codes::PHONE_OCCUPIED;
use crate::every;
use crate::lang::{Lang, Words};
use crate::phones::{ScreenCause, Unwell};
use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};

/// Why a session is over or could not begin.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray, IntoStaticStr, EnumString,
)]
#[strum(serialize_all = "camelCase", const_into_str)]
#[repr(u8)]
pub enum EndReason {
    /// The phone is controlled by another member.
    Occupied = 1,
    /// The phone was opened elsewhere by its member.
    Elsewhere = 2,
    /// The right to the phone, or its rental, ran out.
    Expired = 3,
    /// The owner took the right back.
    Recalled = 4,
    /// The session was idle; the detail names the minutes.
    Idle = 5,
    /// The phone is not well; the detail is an [`Unwell`], or 0.
    Offline = 6,
    /// The phone's picture stream stopped.
    StreamLeft = 7,
    /// The socket could not be opened: ticket used, expired or not for this phone.
    JoinFailed = 8,
    /// The phone answered, but not with what a session needs.
    NotRetrieved = 9,
    /// The phone is in a status that has no picture; the detail names it.
    Status = 10,
    /// The account was signed out, disabled or its password changed.
    SignedOut = 11,
    /// The browser sent what the server does not understand.
    BadMessage = 12,
    /// The server is stopping.
    ServerStopping = 13,
    /// The phone's screen cannot be shown, and the phone reported why; the detail is the [`ScreenCause`].
    NoPicture = 14,
    /// The member gave up its authorization, in another window.
    Left = 15,
    /// The owner lowered the authorization to viewing while the member controlled the phone.
    Lowered = 16,
    /// The minutes of a trial behind an owner's link are over.
    TimeUp = 17,
}

/// Next step that a member is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextStep {
    /// Open it again.
    Retry,
    /// Back to the list.
    BackToList,
    SignIn,
}

impl EndReason {
    /// The complete list of reasons.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Reads the wire value.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|r| *r as u8 == code)
    }

    /// The most telling reason, and its detail: the cause of a missing picture, where that is the only fault.
    pub const fn or_cause(self, cause: Option<ScreenCause>) -> (Self, u32) {
        match (self, cause) {
            (Self::NotRetrieved | Self::StreamLeft, Some(cause)) => (Self::NoPicture, cause as u32),
            _ => (self, 0),
        }
    }

    /// The reason for a phone that is unwell: its card says why, and so does the end of its picture. A screen cause in
    /// the detail takes precedence.
    pub const fn or_unwell(self, detail: u32, unwell: Option<Unwell>) -> (Self, u32) {
        match (self, unwell) {
            (Self::Offline | Self::NotRetrieved | Self::StreamLeft, Some(unwell)) => {
                (Self::Offline, unwell as u32)
            }
            _ => (self, detail),
        }
    }

    /// Message for the page, in both languages; `{n}` is the detail.
    pub const fn words(self) -> Words {
        match self {
            // The refusal to open an occupied phone has the same message.
            Self::Occupied => PHONE_OCCUPIED.words,
            Self::Elsewhere => Words::new(
                "这台手机已在别处打开",
                "This phone was opened somewhere else.",
            ),
            Self::Expired => Words::new("使用期限已到", "Your time with this phone is over."),
            Self::Recalled => Words::new("授权已被收回", "The owner took the authorization back."),
            Self::Idle => Words::new(
                "{n} 分钟没有操作，已断开连接",
                "Disconnected after {n} minutes without activity.",
            ),
            Self::Offline => Words::new(
                "设备异常、离线或网络异常",
                "The phone is abnormal, offline or its network is down.",
            ),
            Self::StreamLeft => {
                Words::new("云手机画面已中断", "The phone's picture stream has left.")
            }
            Self::JoinFailed => Words::new(
                "加入房间失败，请返回列表重试",
                "Joining the room failed. Go back to the list and try again.",
            ),
            Self::NotRetrieved => Words::new(
                "未获取到设备信息，请稍后再试",
                "Device info was not retrieved. Try again later.",
            ),
            Self::Status => Words::new(
                "云手机状态 {n}，请稍后再试",
                "Phone status {n}. Try again later.",
            ),
            Self::SignedOut => Words::new(
                "登录已失效，请重新登录",
                "Your sign-in has ended. Sign in again.",
            ),
            Self::BadMessage => {
                Words::new("连接云手机失败", "Connecting to the cloud phone failed.")
            }
            Self::ServerStopping => Words::new(
                "服务正在重启，稍后会自动恢复",
                "The server is restarting. Try again in a moment.",
            ),
            Self::NoPicture => {
                Words::new("云手机画面无法显示", "The phone's screen cannot be shown.")
            }
            Self::Left => Words::new(
                "你已退出这台云手机的授权",
                "You gave up the authorization of this phone.",
            ),
            Self::Lowered => Words::new(
                "对方已将你的权限改为仅查看",
                "The owner changed your authorization to viewing only.",
            ),
            Self::TimeUp => Words::new("试玩时间到", "The time of this trial is up."),
        }
    }

    /// The sentence with its detail filled in.
    pub fn sentence(self, detail: u32, lang: Lang) -> String {
        let cause = match self {
            Self::NoPicture => ScreenCause::from_code(detail).map(ScreenCause::words),
            Self::Offline => Unwell::from_code(detail).map(Unwell::words),
            _ => None,
        };
        cause
            .unwrap_or(self.words())
            .in_lang(lang)
            .replace("{n}", &detail.to_string())
    }

    /// Whether the session failed: an end by the product's rules, or by the member, is none.
    pub const fn is_failure(self) -> bool {
        match self {
            Self::Offline
            | Self::StreamLeft
            | Self::JoinFailed
            | Self::NotRetrieved
            | Self::Status
            | Self::BadMessage
            | Self::NoPicture => true,
            Self::Occupied
            | Self::Elsewhere
            | Self::Expired
            | Self::Recalled
            | Self::Idle
            | Self::SignedOut
            | Self::ServerStopping
            | Self::Left
            | Self::Lowered
            | Self::TimeUp => false,
        }
    }

    /// Whether a link by which the session was opened is over with it, or the right behind the link: trying again brings nothing back.
    pub const fn ends_link(self) -> bool {
        matches!(
            self,
            Self::SignedOut | Self::Recalled | Self::Left | Self::Expired | Self::Lowered
        )
    }

    /// Next step to offer.
    pub const fn next_step(self) -> NextStep {
        match self {
            Self::Occupied
            | Self::Expired
            | Self::Recalled
            | Self::JoinFailed
            | Self::Left
            | Self::TimeUp => NextStep::BackToList,
            Self::SignedOut => NextStep::SignIn,
            Self::Elsewhere
            | Self::Idle
            | Self::Offline
            | Self::StreamLeft
            | Self::NotRetrieved
            | Self::Status
            | Self::BadMessage
            | Self::ServerStopping
            | Self::NoPicture
            | Self::Lowered => NextStep::Retry,
        }
    }
}
