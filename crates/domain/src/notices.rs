//! Messages to a member: their kinds, and the texts of those that the server writes by itself.

pub mod announcements;
#[cfg(not(target_arch = "wasm32"))]
mod maintenance;
#[cfg(not(target_arch = "wasm32"))]
mod message;
pub mod popup;
#[cfg(not(target_arch = "wasm32"))]
pub mod reminders;
#[cfg(not(target_arch = "wasm32"))]
mod rental;
#[cfg(not(target_arch = "wasm32"))]
mod sharing;
#[cfg(not(target_arch = "wasm32"))]
pub mod written;

use crate::every;
use crate::lang::{Lang, Words};
use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};

#[cfg(not(target_arch = "wasm32"))]
pub use maintenance::MaintenanceNews;
#[cfg(not(target_arch = "wasm32"))]
pub use message::{Message, NoticeContent, Rented};
#[cfg(not(target_arch = "wasm32"))]
pub use rental::{NotRenewed, RentalNews};
#[cfg(not(target_arch = "wasm32"))]
pub use sharing::SharingNews;

/// Messages on a page when the client names no size.
pub const PAGE_SIZE: u32 = 10;
/// Largest number on the badge; a larger one is shown with a plus.
pub const BADGE_MAX: u32 = 99;

/// Kind of message; stored numbers, the wire's `type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, VariantArray)]
pub enum Kind {
    Notice = 1,
    /// An answer to feedback.
    FeedbackReply = 2,
    /// A rental ends soon.
    ExpiryReminder = 3,
    /// A rental is over.
    Expired = 4,
}

impl Kind {
    /// The complete list of kinds.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Reads the wire's `type`.
    pub fn from_number(number: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as i64 == number)
    }
}

/// A security alert: something happened to the account that its member should know. Stored by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, VariantArray, IntoStaticStr, EnumString)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum Alert {
    /// A sign-in from a device that was never seen. Params: device, address.
    NewDevice,
    /// The password changed.
    PasswordChanged,
    /// An operator set a new password.
    PasswordReset,
    /// A spent refresh token came back: the session was ended. Params: device.
    TokenReuse,
    /// The phone number changed. Params: the new number, masked.
    PhoneChanged,
    /// The e-mail address changed.
    EmailChanged,
    /// A token for a program was made. Params: its name.
    TokenMade,
    /// An order was paid and fulfilled. Params: its number, the amount in yuan.
    OrderPaid,
    /// An order was paid when its goods were no longer available. Params: its number, the amount in yuan.
    OrderSoldOut,
    /// An order was paid twice. Params: its number, the amount in yuan.
    OrderPaidTwice,
    /// Money was refunded. Params: the order's number, the amount in yuan.
    RefundDone,
    /// Points that paid an order alone were given back. Params: the order's number, the number of points.
    PointsReturned,
    /// An operator refused a refund. Params: the order's number, the operator's words.
    RefundRefused,
    /// An operator took a phone back. Params: its name, the operator's reason.
    PhoneTakenBack,
    /// A webhook is paused because its receiver takes no events. Params: its name.
    WebhookPaused,
    /// The reader became a sub-account. Params: the parent's number, masked.
    SubAccountJoined,
    /// The other side ended the relation of parent and sub-account. Params: its number, masked.
    SubAccountEnded,
}

impl Alert {
    /// The complete list of alerts.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Title of the message, in both languages.
    pub const fn title(self) -> Words {
        match self {
            Self::NewDevice => Words::new("新设备登录提醒", "Sign-in from a new device"),
            Self::PasswordChanged => Words::new("密码已修改", "Your password was changed"),
            Self::PasswordReset => Words::new("密码已被重置", "Your password was reset"),
            Self::TokenReuse => Words::new("账号安全提醒", "A session was ended for safety"),
            Self::PhoneChanged => Words::new("手机号已更换", "Your phone number was changed"),
            Self::EmailChanged => Words::new("邮箱已更换", "Your e-mail address was changed"),
            Self::TokenMade => Words::new("已创建访问令牌", "An access token was made"),
            Self::OrderPaid => Words::new("订单支付成功", "Your order is paid"),
            Self::OrderSoldOut => Words::new("订单无法交付，将退款", "An order goes back"),
            Self::OrderPaidTwice => Words::new("重复支付将退款", "A second payment goes back"),
            Self::RefundDone => Words::new("退款已到账", "Your refund has arrived"),
            Self::PointsReturned => Words::new("积分已退还", "Your points are back"),
            Self::RefundRefused => Words::new("退款申请未通过", "A refund was refused"),
            Self::PhoneTakenBack => Words::new("云手机已被收回", "A phone was taken back"),
            Self::WebhookPaused => Words::new("Webhook 已暂停", "A webhook is paused"),
            Self::SubAccountJoined => Words::new("你已成为子账号", "You are a sub-account now"),
            Self::SubAccountEnded => Words::new("子账号关系已结束", "A sub-account relation ended"),
        }
    }

    /// The text in both languages, with `{0}`, `{1}` for the params.
    const fn body(self) -> Words {
        match self {
            Self::NewDevice => Words::new(
                "你的账号在新设备上登录：{0}（{1}）。如果不是你本人操作，请立即修改密码。",
                "Your account was signed in from a new device: {0} ({1}). If that was not you, change your password now.",
            ),
            Self::PasswordChanged => Words::new(
                "你的登录密码已修改，其他设备已退出登录。如果不是你本人操作，请联系客服。",
                "Your password was changed and other devices were signed out. If that was not you, contact customer service.",
            ),
            Self::PasswordReset => Words::new(
                "管理员重置了你的登录密码，所有设备已退出登录。请登录后修改密码。",
                "An operator reset your password and signed out all devices. Change it after signing in.",
            ),
            Self::TokenReuse => Words::new(
                "检测到 {0} 的登录凭证被重复使用，该登录已被终止。请重新登录，并考虑修改密码。",
                "The sign-in on {0} was used from two places and has been ended. Sign in again and consider changing your password.",
            ),
            Self::PhoneChanged => Words::new(
                "你的登录手机号已更换为 {0}。如果不是你本人操作，请联系客服。",
                "Your phone number is now {0}. If that was not you, contact customer service.",
            ),
            Self::EmailChanged => Words::new(
                "你的邮箱已更换。如果不是你本人操作，请联系客服。",
                "Your e-mail address was changed. If that was not you, contact customer service.",
            ),
            Self::TokenMade => Words::new(
                "你的账号创建了访问令牌“{0}”，持有者可在其权限内操作。如果不是你本人操作，请立即吊销并修改密码。",
                "An access token was made for your account: {0}. Whoever holds it can act within its scopes. If that was not you, revoke it and change your password now.",
            ),
            Self::OrderPaid => Words::new(
                "订单 {0} 已支付 ¥{1}，内容已到账，可在订单记录中查看。",
                "Order {0} is paid (¥{1}) and delivered. See it under Orders.",
            ),
            Self::OrderSoldOut => Words::new(
                "订单 {0} 付款时已无法交付，已付的 ¥{1} 将原路退回。",
                "Order {0} could no longer be delivered when it was paid. The ¥{1} go back the way they came.",
            ),
            Self::OrderPaidTwice => Words::new(
                "订单 {0} 被重复支付，多付的 ¥{1} 将原路退回。",
                "Order {0} was paid twice. The second ¥{1} go back the way they came.",
            ),
            Self::RefundDone => Words::new(
                "订单 {0} 的退款 ¥{1} 已原路退回。",
                "¥{1} of order {0} went back the way they came.",
            ),
            Self::PointsReturned => Words::new(
                "订单 {0} 的 {1} 积分已退还，有效期不变。",
                "{1} points of order {0} are back. They end when they ended before.",
            ),
            Self::RefundRefused => Words::new(
                "订单 {0} 的退款申请未通过：{1}",
                "The refund of order {0} was refused: {1}",
            ),
            Self::PhoneTakenBack => Words::new(
                "云手机“{0}”已被收回，租期结束，数据将清除且无法恢复。原因：{1}。如有疑问，请联系客服。",
                "Your phone {0} was taken back: its rental is over, and what is on it is wiped for good. Reason: {1}. Contact customer service if you have questions.",
            ),
            Self::WebhookPaused => Words::new(
                "Webhook“{0}”的接收方未接受事件，已暂停投递。未送达的事件最多保留 7 天，请在账号中心检查后恢复。",
                "The receiver of your webhook {0} took no events, so it is paused. What waits is kept for up to 7 days: look at it in the account centre and resume it.",
            ),
            Self::SubAccountJoined => Words::new(
                "你已成为 {0} 的子账号，对方可以分配云手机给你。可随时在“子账号”页面退出。",
                "You are a sub-account of {0} now: they can give you phones. You can leave at any time on the page of sub-accounts.",
            ),
            Self::SubAccountEnded => Words::new(
                "你与 {0} 的子账号关系已由对方结束，分配的云手机已收回。",
                "{0} ended the relation of parent and sub-account; phones that were given are taken back.",
            ),
        }
    }

    /// The text in one language; a param that is missing or empty reads as a dash.
    pub fn text(self, params: &[String], lang: Lang) -> String {
        let mut text = self.body().in_lang(lang).to_owned();
        for at in 0..2 {
            let param = params.get(at).filter(|p| !p.is_empty());
            text = text.replace(&format!("{{{at}}}"), param.map_or("—", String::as_str));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alerts_are_read_in_both_languages() {
        for alert in Alert::ALL {
            for lang in Lang::ALL {
                let text = alert.text(
                    &["Chrome 140 · Windows".to_owned(), "203.0.113.9".to_owned()],
                    lang,
                );
                assert!(
                    !text.contains('{') && !alert.title().in_lang(lang).is_empty(),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn a_missing_param_leaves_a_dash() {
        let text = Alert::NewDevice.text(&[String::new()], Lang::En);
        assert!(text.contains("a new device: — (—)."), "{text}");
    }
}
