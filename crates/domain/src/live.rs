//! Messages of the member socket and the notice socket: their names, contents and limits.
//!
//! A message is the JSON object `{"type": …, "content": …}` whose content is itself a JSON text, as existing clients of this API expect. A
//! client sends `ping` and receives `pong`; any other message is ignored.

pub mod webhooks;

use crate::every;
use serde::Serialize;
use strum::{EnumCount, IntoStaticStr, VariantArray};

/// Message of a client that tests the socket.
pub const PING: &str = "ping";
/// Answer to [`PING`].
pub const PONG: &str = "pong";
/// Time after which a browser opens a closed socket again.
pub const RECONNECT_MS: i64 = 5000;
/// Errors of the notice socket beyond which the user is asked to look at network or device.
pub const ERRORS_MAX: u32 = 5;
/// Time between a close of the notice socket and the look at its state.
pub const CLOSE_CHECK_MS: i64 = 1000;
/// Largest message of a client, in bytes: a client only ever sends `ping`.
pub const SAID_MAX_BYTES: usize = 1024;
/// Messages of a client in one second beyond which the socket is closed.
pub const SAID_A_SECOND_MAX: u32 = 20;
/// Pause between two `phone-changed` of one socket: at most two a second.
pub const PHONES_EVERY_MS: u64 = 500;
/// Changed phones in one message beyond which an empty list stands for all phones.
pub const PHONES_MAX: usize = 300;
/// Open sockets of one member, all kinds counted together.
pub const SOCKETS_PER_MEMBER: usize = 100;
/// Open sockets from one address: an office behind one address still gets its work done.
pub const SOCKETS_PER_ADDRESS: usize = 400;
/// Close code for an ended session or a refused right.
pub const CLOSE_REFUSED: u16 = 4403;
/// Close code for a socket beyond the limit.
pub const CLOSE_TOO_MANY: u16 = 4429;
/// Close code for a message that is not understood.
pub const CLOSE_BAD_MESSAGE: u16 = 4400;

const _: () = assert!(SOCKETS_PER_MEMBER <= SOCKETS_PER_ADDRESS);

/// Why a session ended; stored numbers. Clients read the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, VariantArray, IntoStaticStr)]
#[strum(serialize_all = "camelCase", const_into_str)]
#[cfg_attr(
    feature = "api",
    derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema)
)]
#[cfg_attr(feature = "api", serde(rename_all = "camelCase"), schema(as = EndReasonView))]
pub enum SessionEnd {
    /// The member signed out.
    SignedOut = 1,
    /// The member signed in on another device of the same kind.
    Elsewhere = 2,
    /// A spent refresh token was presented: somebody else has it.
    Reuse = 3,
    /// Ended from the list of sessions.
    Ended = 4,
    /// The password changed.
    Password = 5,
    /// The account was deleted.
    Deleted = 6,
    /// The account was disabled.
    Disabled = 7,
    /// The session was not used for thirty days.
    Expired = 8,
}

impl SessionEnd {
    /// The complete list of reasons.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Reads a stored number.
    pub fn from_stored(value: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|end| *end as i16 == value)
    }

    /// The reason in `member-push`: the device does not learn whether its session was ended by hand or for a reused token.
    pub const fn pushed(self) -> &'static str {
        match self {
            Self::SignedOut | Self::Reuse | Self::Ended | Self::Expired => "ended",
            Self::Elsewhere | Self::Password | Self::Deleted | Self::Disabled => self.into_str(),
        }
    }
}

/// The content of `member-push`, and of `LOGIN_OCCUPIED`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pushed {
    /// Reason, as [`SessionEnd::pushed`] gives it.
    pub reason: &'static str,
    /// The device that signed in, in a few words; none for another reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
}

impl Pushed {
    /// Whether another device is the reason: then `LOGIN_OCCUPIED` follows.
    pub fn by_another_device(&self) -> bool {
        self.reason == SessionEnd::Elsewhere.pushed()
    }
}

/// The content of `phone-changed`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PhonesChanged {
    /// Ids of the phones; empty: any phone may have changed.
    pub phone_ids: Vec<i64>,
    /// Time of the change, Unix milliseconds.
    pub at: i64,
}

/// The content of `notice-count`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct NoticeCount {
    /// Number of unread messages.
    pub count: i64,
}

/// The content of `operation-changed`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OperationsChanged {
    /// Ids of the operations.
    pub ids: Vec<i64>,
}

/// The content of `order-changed`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderChanged {
    pub order_id: i64,
    /// The order's state by name.
    pub state: &'static str,
}

/// The names of the messages.
pub mod names {
    /// The session has ended: the client reports it and signs out.
    pub const MEMBER_PUSH: &str = "member-push";
    /// The account is in use elsewhere; sent after `member-push` when another device is the reason.
    pub const LOGIN_OCCUPIED: &str = "LOGIN_OCCUPIED";
    /// Phones that the member sees have changed.
    pub const PHONE_CHANGED: &str = "phone-changed";
    /// The number of unread messages changed.
    pub const NOTICE_COUNT: &str = "notice-count";
    /// The set of visible announcements has changed.
    pub const ANNOUNCED: &str = "announcements-changed";
    /// Operations of the member have changed.
    pub const OPERATION_CHANGED: &str = "operation-changed";
    /// An order has been paid, has ended, or is refunded.
    pub const ORDER_CHANGED: &str = "order-changed";
}

#[cfg(test)]
mod tests {
    use super::SessionEnd;

    #[test]
    fn stored_numbers_are_read_back_and_no_others() {
        for end in SessionEnd::ALL {
            assert_eq!(SessionEnd::from_stored(end as i16), Some(end));
        }
        assert_eq!(SessionEnd::from_stored(0), None);
        assert_eq!(SessionEnd::from_stored(9), None);
    }

    #[test]
    fn a_device_hears_one_of_five_reasons() {
        for end in SessionEnd::ALL {
            let reasons = ["elsewhere", "disabled", "password", "deleted", "ended"];
            assert!(reasons.contains(&end.pushed()), "{end:?}");
        }
    }
}
