//! The error catalogue of the specification (section 8): how a client reacts to the code of an answer.
//!
//! The table of codes is [`crate::codes`]; the messages that no code brings are words of the pages.

use crate::codes;
use crate::lang::Words;
use strum::IntoStaticStr;

/// Reaction of a client to an answer's code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "camelCase", const_into_str)]
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
    HandOver,
    /// The remaining codes: a notification with the message, reject the call.
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
            Self::HandOver
        } else {
            Self::Notify
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::Code;

    #[test]
    fn every_code_of_the_table_calls_for_its_reaction() {
        for (code, reaction) in [
            (0, Reaction::Take),
            (200, Reaction::Take),
            (401, Reaction::Refresh),
            (500, Reaction::Error),
            (1_011_000_022, Reaction::Quiet),
            (4_100_100_102, Reaction::HandOver),
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
}
