//! The one table of answer codes, in both languages. Clients act on the number; people read the words.

use crate::lang::{Lang, Words};

/// A row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code {
    /// What travels in the body's `code`.
    pub number: i64,
    /// What travels in `msg`.
    pub words: Words,
}

impl Code {
    const fn new(number: i64, zh: &'static str, en: &'static str) -> Self {
        Self {
            number,
            words: Words::new(zh, en),
        }
    }

    /// The message in one language.
    pub const fn text(self, lang: Lang) -> &'static str {
        self.words.in_lang(lang)
    }

    /// Finds a row by its number. Rows that share a number (the refresh failures, 401) answer with the first.
    pub fn find(number: i64) -> Option<Self> {
        ALL.iter().copied().find(|code| code.number == number)
    }
}

/// The request could not be read.
pub const BAD_REQUEST: Code = Code::new(400, "请求参数不正确", "The request could not be read");
/// Authentication failed.
pub const UNAUTHENTICATED: Code = Code::new(
    401,
    "认证失败，无法访问系统资源",
    "Authentication failed, system resources cannot be accessed",
);
/// The refresh token is unknown, spent or revoked.
pub const REFRESH_INVALID: Code =
    Code::new(401, "无效的刷新令牌", "The refresh token is not valid");
/// The refresh token is past its life.
pub const REFRESH_EXPIRED: Code = Code::new(401, "刷新令牌已过期", "The refresh token has expired");
/// Known, but not allowed.
pub const FORBIDDEN: Code = Code::new(
    403,
    "当前操作没有权限",
    "No permission for the current operation",
);
/// No such resource.
pub const NOT_FOUND: Code = Code::new(404, "访问资源不存在", "The resource does not exist");
/// The body is larger than the limit.
pub const TOO_LARGE: Code = Code::new(413, "请求内容过大", "The request is too large");
/// A fault of ours.
pub const INTERNAL: Code = Code::new(
    500,
    "系统未知错误，请反馈给管理员",
    "Unknown system error, please report it to the administrator",
);
/// Unknown account or wrong password: one answer for both.
pub const BAD_CREDENTIALS: Code = Code::new(
    1_004_003_000,
    "账号或密码不正确",
    "The account or password is not correct",
);
/// The account is disabled; sign-in shows it as an alert.
pub const DISABLED: Code = Code::new(
    4_100_100_102,
    "手机号已停用，请联系客服",
    "This phone number is disabled, please contact customer service",
);
/// The phone's state does not allow the operation; the caller shows it in place, without a toast.
pub const STATE_FORBIDS: Code = Code::new(
    1_011_000_022,
    "云手机当前状态不支持此操作",
    "The phone's state does not allow this operation",
);
/// Unknown phone, or somebody else's: one answer for both.
pub const PHONE_ABSENT: Code = Code::new(1_011_101_001, "云手机不存在", "There is no such phone");
/// The rental is over.
pub const PHONE_EXPIRED: Code = Code::new(
    1_011_101_003,
    "云手机已到期，请先续费",
    "The phone has expired, please renew it first",
);
/// The right is not enough: a viewer wants to operate, a guest wants what only the owner may.
pub const RIGHT_MISSING: Code = Code::new(
    1_011_101_004,
    "对这台云手机没有此项权限",
    "Your right to this phone does not include this",
);
/// Another member controls it.
pub const PHONE_OCCUPIED: Code = Code::new(
    1_011_101_005,
    "设备正被其他用户使用，请换一台",
    "The phone is in use by another member, please choose another",
);
/// No phone, or more than one call takes.
pub const PHONE_COUNT: Code = Code::new(
    1_011_101_006,
    "选择的云手机数量不正确",
    "The number of chosen phones is not allowed",
);
/// The same phone twice in one call.
pub const DUPLICATE_PHONE: Code = Code::new(
    1_011_101_007,
    "同一台云手机被重复选择",
    "The same phone was chosen twice",
);

/// Every row.
pub const ALL: [Code; 17] = [
    BAD_REQUEST,
    UNAUTHENTICATED,
    REFRESH_INVALID,
    REFRESH_EXPIRED,
    FORBIDDEN,
    NOT_FOUND,
    TOO_LARGE,
    INTERNAL,
    BAD_CREDENTIALS,
    DISABLED,
    STATE_FORBIDS,
    PHONE_ABSENT,
    PHONE_EXPIRED,
    RIGHT_MISSING,
    PHONE_OCCUPIED,
    PHONE_COUNT,
    DUPLICATE_PHONE,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_belongs_to_one_row_but_for_the_ways_of_being_signed_out() {
        let mut numbers: Vec<i64> = ALL.iter().map(|c| c.number).filter(|n| *n != 401).collect();
        let count = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), count);
        assert_eq!(ALL.iter().filter(|c| c.number == 401).count(), 3);
    }

    #[test]
    fn numbers_survive_javascript() {
        assert!(ALL.iter().all(|c| c.number > 0 && c.number < 1 << 53));
    }

    #[test]
    fn a_row_is_found_by_its_number() {
        assert_eq!(Code::find(4_100_100_102), Some(DISABLED));
        assert_eq!(Code::find(401), Some(UNAUTHENTICATED));
        assert_eq!(Code::find(1), None);
    }
}
