//! The error catalogue of the specification (section 8): how a client reacts to a code, and the messages of pages.
//!
//! The table of codes is [`crate::codes`]; this module holds the reaction to each number, and the messages that no code brings.

use crate::auth::Violation;
use crate::codes::{self, Code};
use crate::every;
use crate::lang::{Lang, Words};
use crate::play::EndReason;
use strum::{EnumCount, VariantArray};

/// Reaction of a client to an answer's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reaction {
    /// Accept the answer: 0, 200, or none.
    Take,
    /// 401: refresh the token once and send the call again; else sign out.
    Refresh,
    /// 500: show the message, reject the call.
    Error,
    /// 1011000022: reject with the message, without a toast: the caller shows it in place.
    Quiet,
    /// 4100100102: hand the answer to the caller as it is.
    Hand,
    /// Any other code: a notification with the message, reject the call.
    Notify,
}

impl Reaction {
    /// The reaction to a body's code; a missing one is 200.
    pub const fn to(code: i64) -> Self {
        if code == 0 || code == 200 {
            Self::Take
        } else if code == codes::UNAUTHENTICATED.number {
            Self::Refresh
        } else if code == codes::INTERNAL.number {
            Self::Error
        } else if code == codes::STATE_FORBIDS.number {
            Self::Quiet
        } else if code == codes::DISABLED.number {
            Self::Hand
        } else {
            Self::Notify
        }
    }

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Take => "take",
            Self::Refresh => "refresh",
            Self::Error => "error",
            Self::Quiet => "quiet",
            Self::Hand => "hand",
            Self::Notify => "notify",
        }
    }
}

/// Message for an HTTP status when the answer carries none: 401, 403, 404, and one text for all others.
pub const fn http_text(status: u16) -> Words {
    match status {
        401 => codes::UNAUTHENTICATED.words,
        403 => codes::FORBIDDEN.words,
        404 => codes::NOT_FOUND.words,
        _ => codes::INTERNAL.words,
    }
}

/// A message of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, VariantArray)]
pub enum Message {
    /// The daily limit of codes to the number is reached.
    DailyCodes,
    /// The agreements are not ticked.
    ReadAgreements,
    /// The code is wrong.
    EnterCode,
    /// The two passwords differ.
    PasswordsDiffer,
    /// No account was made.
    RegistrationFailed,
    /// The account is in use on another device.
    LoggedInElsewhere,
    /// Another member uses the phone.
    DeviceOccupied,
    /// The session is over.
    LoginExpired,
    /// The account is disabled.
    NumberDisabled,
    /// The socket of a picture was not opened.
    JoinFailed,
    /// The session was idle for `{n}` minutes.
    Inactive,
    /// The phone was not reached.
    ConnectFailed,
    /// The picture stopped.
    StreamLeft,
    /// The phone cannot be used now.
    DeviceAbnormal,
    /// The phone reported too little about itself.
    NotRetrieved,
    /// The phone's status, `{n}`, has no picture.
    PhoneStatus,
    /// There is no group to move phones to.
    NoGroups,
    /// The action is not possible for all of the chosen phones.
    SomeCannot,
    /// A file or app of that name exists.
    FileExists,
    /// An upload is running.
    UploadRunning,
    /// A password is not changed by e-mail.
    MailPassword,
    /// There is no picture to scan.
    NoQrCode,
    /// The text is in the clipboard.
    Copied,
    /// The text is not in the clipboard.
    CopyFailed,
    /// The browser has no full screen.
    NoFullscreen,
    /// The routes were not set up.
    RoutesFailed,
    /// The authorization was taken back.
    Recovered,
    /// The tag was taken off.
    Unbound,
    /// The notice socket failed too often.
    CheckNetwork,
}

impl Message {
    /// The complete list of messages.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DailyCodes => "dailyCodes",
            Self::ReadAgreements => "readAgreements",
            Self::EnterCode => "enterCode",
            Self::PasswordsDiffer => "passwordsDiffer",
            Self::RegistrationFailed => "registrationFailed",
            Self::LoggedInElsewhere => "loggedInElsewhere",
            Self::DeviceOccupied => "deviceOccupied",
            Self::LoginExpired => "loginExpired",
            Self::NumberDisabled => "numberDisabled",
            Self::JoinFailed => "joinFailed",
            Self::Inactive => "inactive",
            Self::ConnectFailed => "connectFailed",
            Self::StreamLeft => "streamLeft",
            Self::DeviceAbnormal => "deviceAbnormal",
            Self::NotRetrieved => "notRetrieved",
            Self::PhoneStatus => "phoneStatus",
            Self::NoGroups => "noGroups",
            Self::SomeCannot => "someCannot",
            Self::FileExists => "fileExists",
            Self::UploadRunning => "uploadRunning",
            Self::MailPassword => "mailPassword",
            Self::NoQrCode => "noQrCode",
            Self::Copied => "copied",
            Self::CopyFailed => "copyFailed",
            Self::NoFullscreen => "noFullscreen",
            Self::RoutesFailed => "routesFailed",
            Self::Recovered => "recovered",
            Self::Unbound => "unbound",
            Self::CheckNetwork => "checkNetwork",
        }
    }

    /// Finds a message by its name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|message| message.name() == name)
    }

    /// The code that brings the message, where one does.
    pub const fn code(self) -> Option<Code> {
        match self {
            Self::DailyCodes => Some(codes::CODE_DAILY),
            Self::EnterCode => Some(codes::CODE_WRONG),
            Self::DeviceOccupied => Some(codes::PHONE_OCCUPIED),
            Self::NumberDisabled => Some(codes::DISABLED),
            Self::MailPassword => Some(codes::MAIL_PASSWORD),
            _ => None,
        }
    }

    /// The message in both languages; `{n}` stands for a number.
    pub const fn words(self) -> Words {
        match self {
            Self::DailyCodes => codes::CODE_DAILY.words,
            Self::ReadAgreements => Violation::AgreementMissing.words(),
            Self::EnterCode => codes::CODE_WRONG.words,
            Self::PasswordsDiffer => Violation::ConfirmationDiffers.words(),
            Self::DeviceOccupied => codes::PHONE_OCCUPIED.words,
            Self::NumberDisabled => codes::DISABLED.words,
            Self::MailPassword => codes::MAIL_PASSWORD.words,
            Self::JoinFailed => EndReason::JoinFailed.words(),
            Self::Inactive => EndReason::Idle.words(),
            Self::ConnectFailed => EndReason::BadMessage.words(),
            Self::StreamLeft => EndReason::StreamLeft.words(),
            Self::DeviceAbnormal => EndReason::Offline.words(),
            Self::NotRetrieved => EndReason::NotRetrieved.words(),
            Self::PhoneStatus => EndReason::Status.words(),
            _ => self.page_words(),
        }
    }

    /// Messages that only a page shows, in both languages.
    const fn page_words(self) -> Words {
        match self {
            Self::RegistrationFailed => Words::new(
                "注册失败，请稍后重试",
                "Registration failed, please try again",
            ),
            Self::LoggedInElsewhere => {
                Words::new("账号已在其他设备登录", "Signed in on another device")
            }
            Self::LoginExpired => Words::new("登录已过期", "Your sign-in has expired"),
            Self::NoGroups => Words::new(
                "请先创建分组，再把云手机移进去",
                "Create a group first, then move phones into it",
            ),
            Self::SomeCannot => Words::new(
                "所选云手机中有不支持此操作的设备",
                "Some of the selected phones cannot do this",
            ),
            Self::FileExists => Words::new(
                "文件或应用已存在",
                "A file or app of this name already exists",
            ),
            Self::UploadRunning => Words::new(
                "上传过程中不能添加文件",
                "No files can be added while an upload is running",
            ),
            Self::NoQrCode => Words::new("暂未配置二维码", "No QR code is configured"),
            Self::Copied => Words::new("已复制", "Copied"),
            Self::CopyFailed => Words::new(
                "复制失败，请手动选择后复制",
                "Copying failed; select the text and copy it by hand",
            ),
            Self::NoFullscreen => Words::new(
                "浏览器不支持全屏",
                "This browser does not support full screen",
            ),
            Self::RoutesFailed => Words::new(
                "页面加载失败，请重新登录",
                "The pages could not be set up, please sign in again",
            ),
            Self::Recovered => Words::new("已收回授权", "The authorization was taken back"),
            Self::Unbound => Words::new("标签已解除", "The tag was removed"),
            // The notice socket's message; every other message has its words above.
            _ => Words::new(
                "实时连接一直失败，请检查网络或设备",
                "The live connection keeps failing. Check your network or device",
            ),
        }
    }

    /// The message with its number filled in.
    pub fn text(self, number: i64, lang: Lang) -> String {
        self.words()
            .in_lang(lang)
            .replace("{n}", &number.to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_code_of_the_table_calls_for_its_reaction() {
        for (code, reaction) in [
            (0, Reaction::Take),
            (200, Reaction::Take),
            (401, Reaction::Refresh),
            (500, Reaction::Error),
            (1_011_000_022, Reaction::Quiet),
            (4_100_100_102, Reaction::Hand),
            (400, Reaction::Notify),
            (403, Reaction::Notify),
            (1_011_101_001, Reaction::Notify),
            (-1, Reaction::Notify),
        ] {
            assert_eq!(Reaction::to(code), reaction, "{code}");
        }
        for (_, code) in Code::all() {
            assert_ne!(Reaction::to(code.number), Reaction::Take, "{code:?}");
        }
    }

    #[test]
    fn the_four_http_texts_are_those_of_the_specification() {
        for (status, text) in [
            (401, "认证失败，无法访问系统资源"),
            (403, "当前操作没有权限"),
            (404, "访问资源不存在"),
            (502, "系统未知错误，请反馈给管理员"),
        ] {
            assert_eq!(http_text(status).zh, text);
        }
    }

    #[test]
    fn every_message_has_a_name_and_words_of_its_own_in_both_languages() {
        for lang in Lang::ALL {
            let texts: HashSet<String> =
                Message::ALL.into_iter().map(|m| m.text(3, lang)).collect();
            assert_eq!(texts.len(), Message::ALL.len());
            assert!(
                texts
                    .iter()
                    .all(|text| !text.is_empty() && !text.contains('{'))
            );
        }
        for message in Message::ALL {
            assert_eq!(Message::from_name(message.name()), Some(message));
        }
        assert_eq!(Message::from_name("else"), None);
    }

    #[test]
    fn a_message_that_a_code_brings_says_what_the_code_says() {
        let brought = Message::ALL
            .into_iter()
            .filter_map(|m| Some((m, m.code()?)));
        for (message, code) in brought {
            assert_eq!(message.words(), code.words);
            assert!(Code::all().any(|(_, row)| row == code));
        }
    }
}
