//! Settings that operators change in the running console, and values that they keep there for programs of their own.

use crate::every;
use std::ops::RangeInclusive;
use strum::{EnumCount, VariantArray};

use thiserror::Error;

use crate::auth::{CODE_LIFE_MINUTES, CodeRules, DAILY_CODES_RANGE, RESEND_SECONDS};
use crate::lang::{Lang, Words};
use crate::orders::{OPEN_ORDERS, OrderRules, PAY_MINUTES};
use crate::phones::rental::{KEPT_DAYS, Retention};
use crate::points::{EARNED_PER_YUAN, PointRules, SHARE_PERCENT};
use crate::session::{ACCESS_MINUTES, IDLE_MINUTES, REFRESH_DAYS, SessionRules};
use crate::text;
use crate::uploads::{KEPT_DAYS as FILES_KEPT_DAYS, QUOTA_GIB, UploadRules};

/// Longest name and longest key of a value, in characters.
pub const NAME_MAX_CHARS: usize = 100;
/// Longest value and longest remark, in characters.
pub const VALUE_MAX_CHARS: usize = 500;

const SECOND_MS: i64 = 1000;
const MINUTE_MS: i64 = 60 * SECOND_MS;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

/// The rules that settings change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rules {
    /// Rules of orders, rentals and points.
    pub orders: OrderRules,
    /// Rules of members' files.
    pub uploads: UploadRules,
    /// Rules of codes by SMS and mail.
    pub codes: CodeRules,
    /// Rules of sessions.
    pub sessions: SessionRules,
}

/// A setting of the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, EnumCount, VariantArray)]
pub enum Setting {
    /// Minutes that an order waits for its payment.
    OrderMinutes,
    /// Unpaid orders that one member may have.
    OpenOrders,
    /// Days that a phone stays in the list after its rental.
    GraceDays,
    /// Days that it then lies in the recycle bin.
    BinDays,
    /// Points that each whole yuan of a payment earns.
    PointsPerYuan,
    /// Largest share of a price that points pay, in percent.
    PointsShare,
    /// Space for the files of one member, in GiB.
    FilesQuota,
    /// Days after its last use for which a file is kept.
    FilesDays,
    /// Seconds between two codes to one number or address.
    CodeResend,
    /// Codes to one number or address in a day.
    CodesDaily,
    /// Minutes that a code lives.
    CodeLife,
    /// Minutes that an access token lives.
    AccessMinutes,
    /// Days that a session lives unused.
    RefreshDays,
    /// Minutes without input after which a picture ends.
    IdleMinutes,
}

impl Setting {
    /// All settings, in the order of their rows.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Key in calls and in the database.
    pub const fn key(self) -> &'static str {
        match self {
            Self::OrderMinutes => "order.pay.minutes",
            Self::OpenOrders => "order.open.max",
            Self::GraceDays => "phone.grace.days",
            Self::BinDays => "phone.bin.days",
            Self::PointsPerYuan => "points.per.yuan",
            Self::PointsShare => "points.share.percent",
            Self::FilesQuota => "files.quota.gb",
            Self::FilesDays => "files.kept.days",
            Self::CodeResend => "code.resend.seconds",
            Self::CodesDaily => "code.daily.max",
            Self::CodeLife => "code.life.minutes",
            Self::AccessMinutes => "session.access.minutes",
            Self::RefreshDays => "session.refresh.days",
            Self::IdleMinutes => "play.idle.minutes",
        }
    }

    /// Finds a setting by its key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|setting| setting.key() == key)
    }

    /// Variable of the environment that sets and locks it.
    pub const fn variable(self) -> &'static str {
        match self {
            Self::OrderMinutes => "OWLDECK_ORDER_MINUTES",
            Self::OpenOrders => "OWLDECK_OPEN_ORDERS",
            Self::GraceDays => "OWLDECK_GRACE_DAYS",
            Self::BinDays => "OWLDECK_BIN_DAYS",
            Self::PointsPerYuan => "OWLDECK_POINTS_PER_YUAN",
            Self::PointsShare => "OWLDECK_POINTS_SHARE",
            Self::FilesQuota => "OWLDECK_FILES_QUOTA",
            Self::FilesDays => "OWLDECK_FILES_DAYS",
            Self::CodeResend => "OWLDECK_CODE_RESEND",
            Self::CodesDaily => "OWLDECK_CODES_DAILY",
            Self::CodeLife => "OWLDECK_CODE_LIFE",
            Self::AccessMinutes => "OWLDECK_ACCESS_MINUTES",
            Self::RefreshDays => "OWLDECK_REFRESH_DAYS",
            Self::IdleMinutes => "OWLDECK_IDLE_MINUTES",
        }
    }

    /// Whether the setting decides about money: its change asks for the operator's password.
    pub const fn is_about_money(self) -> bool {
        matches!(self, Self::PointsPerYuan | Self::PointsShare)
    }

    /// Values that it may have.
    pub const fn range(self) -> RangeInclusive<i64> {
        match self {
            Self::OrderMinutes => PAY_MINUTES,
            Self::OpenOrders => OPEN_ORDERS,
            Self::GraceDays | Self::BinDays => KEPT_DAYS,
            Self::PointsPerYuan => EARNED_PER_YUAN,
            Self::PointsShare => SHARE_PERCENT,
            Self::FilesQuota => QUOTA_GIB,
            Self::FilesDays => FILES_KEPT_DAYS,
            Self::CodeResend => RESEND_SECONDS,
            Self::CodesDaily => DAILY_CODES_RANGE,
            Self::CodeLife => CODE_LIFE_MINUTES,
            Self::AccessMinutes => ACCESS_MINUTES,
            Self::RefreshDays => REFRESH_DAYS,
            Self::IdleMinutes => IDLE_MINUTES,
        }
    }

    /// Name for people, with the unit.
    pub const fn words(self) -> Words {
        match self {
            Self::OrderMinutes => {
                Words::new("订单待支付时长（分钟）", "Time to pay an order (minutes)")
            }
            Self::OpenOrders => {
                Words::new("每位会员的待支付订单上限", "Unpaid orders of one member")
            }
            Self::GraceDays => {
                Words::new("到期后的保留期（天）", "Grace after a rental's end (days)")
            }
            Self::BinDays => Words::new("回收站保留期（天）", "Time in the recycle bin (days)"),
            Self::PointsPerYuan => Words::new("每满一元所得积分", "Points earned by each yuan"),
            Self::PointsShare => Words::new(
                "积分可抵扣的最高比例（%）",
                "Largest share of a price paid by points (%)",
            ),
            Self::FilesQuota => {
                Words::new("每位会员的云端空间（GB）", "Cloud space of one member (GB)")
            }
            Self::FilesDays => Words::new(
                "云端文件的保留期（天，自最后使用起）",
                "Cloud files kept after their last use (days)",
            ),
            Self::CodeResend => Words::new(
                "两次发送验证码的间隔（秒）",
                "Pause between two codes (seconds)",
            ),
            Self::CodesDaily => Words::new(
                "每个号码每天的验证码上限",
                "Codes to one number or address a day",
            ),
            Self::CodeLife => Words::new("验证码的有效期（分钟）", "Life of a code (minutes)"),
            Self::AccessMinutes => Words::new(
                "访问令牌的有效期（分钟）",
                "Life of an access token (minutes)",
            ),
            Self::RefreshDays => Words::new(
                "未使用的登录保留期（天）",
                "Life of an unused session (days)",
            ),
            Self::IdleMinutes => Words::new(
                "画面闲置断开时长（分钟）",
                "Time until an untouched picture ends (minutes)",
            ),
        }
    }

    /// Reads a typed value.
    pub fn parse(self, typed: &str) -> Result<i64, ConfigError> {
        let typed = typed.trim();
        // Only digits: a sign or a decimal point is no way to write any of these.
        let digits = !typed.is_empty() && typed.bytes().all(|b| b.is_ascii_digit());
        digits
            .then(|| typed.parse().ok())
            .flatten()
            .filter(|value| self.range().contains(value))
            .ok_or(ConfigError::Range(self))
    }

    /// Value within the rules.
    pub const fn of(self, rules: &Rules) -> i64 {
        let Rules {
            orders,
            uploads,
            codes,
            sessions,
        } = rules;
        match self {
            Self::OrderMinutes => orders.pay_ms / MINUTE_MS,
            Self::OpenOrders => orders.open_max,
            Self::GraceDays => orders.retention.grace_ms / DAY_MS,
            Self::BinDays => orders.retention.bin_ms / DAY_MS,
            Self::PointsPerYuan => orders.points.earned_per_yuan,
            Self::PointsShare => orders.points.share_percent,
            Self::FilesQuota => uploads.quota_gib(),
            Self::FilesDays => uploads.kept_days(),
            Self::CodeResend => codes.resend_ms() / SECOND_MS,
            Self::CodesDaily => codes.daily(),
            Self::CodeLife => codes.life_ms() / MINUTE_MS,
            Self::AccessMinutes => sessions.access_ms() / MINUTE_MS,
            Self::RefreshDays => sessions.refresh_ms() / DAY_MS,
            Self::IdleMinutes => sessions.idle_ms() / MINUTE_MS,
        }
    }

    /// The rules with this value; unchanged where it is outside [`Setting::range`].
    #[must_use]
    pub fn within(self, rules: Rules, value: i64) -> Rules {
        let of = |setting: Self| {
            if setting == self {
                value
            } else {
                setting.of(&rules)
            }
        };
        let changed = || {
            let kept = Retention::of_days(of(Self::GraceDays), of(Self::BinDays))?;
            let (minutes, open) = (of(Self::OrderMinutes), of(Self::OpenOrders));
            let orders = OrderRules::of(minutes, kept, open, rules.orders.zone)?;
            let points = PointRules::of(of(Self::PointsPerYuan), of(Self::PointsShare))?;
            let uploads = UploadRules::of(of(Self::FilesQuota), of(Self::FilesDays))?;
            let codes = CodeRules::of(
                of(Self::CodeResend),
                of(Self::CodesDaily),
                of(Self::CodeLife),
            )?;
            let sessions = SessionRules::of(
                of(Self::AccessMinutes),
                of(Self::RefreshDays),
                of(Self::IdleMinutes),
            )?;
            Some(Rules {
                orders: orders.with_points(points),
                uploads,
                codes,
                sessions,
            })
        };
        changed().unwrap_or(rules)
    }
}

/// Why a value is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ConfigError {
    /// The name is empty or too long.
    #[error("a name has 1 to 100 visible characters")]
    Name,
    /// The key is empty, too long, or has other characters than letters, digits, dots, hyphens and underscores.
    #[error("a key has 1 to 100 letters, digits, dots, hyphens and underscores")]
    Key,
    /// The value is too long.
    #[error("a value has at most 500 characters")]
    Value,
    /// The remark is too long.
    #[error("a remark has at most 500 characters")]
    Remark,
    /// The value of a setting is no whole number within its range.
    #[error("the value is out of range")]
    Range(Setting),
}

impl ConfigError {
    /// Field of the form that it concerns.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Name => "configName",
            Self::Key => "configKey",
            Self::Value | Self::Range(_) => "configValue",
            Self::Remark => "remark",
        }
    }

    /// Message for the form.
    pub fn text(self, lang: Lang) -> String {
        let words = match self {
            Self::Name => Words::new("名称需为 1 到 100 个字", "A name has 1 to 100 characters"),
            Self::Key => Words::new(
                "键名需为 1 到 100 个字母、数字、点、短横线或下划线",
                "A key has 1 to 100 letters, digits, dots, hyphens and underscores",
            ),
            Self::Value => Words::new("键值最多 500 个字", "A value has at most 500 characters"),
            Self::Remark => Words::new("备注最多 500 个字", "A remark has at most 500 characters"),
            Self::Range(setting) => {
                let (from, to) = (*setting.range().start(), *setting.range().end());
                return match lang {
                    Lang::Zh => format!("请输入 {from} 到 {to} 的整数"),
                    Lang::En => format!("Enter a whole number from {from} to {to}"),
                };
            }
        };
        words.in_lang(lang).to_owned()
    }
}

/// A value that the rules allow: a setting's, or one that operators keep for programs of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Name for people.
    pub name: String,
    /// Key in calls.
    pub key: String,
    /// The value; empty for a setting that is back to its default.
    pub value: String,
    /// Note for colleagues.
    pub remark: String,
}

impl Written {
    /// Checks each part.
    pub fn checked(self) -> Result<Self, ConfigError> {
        let long = |part: &str, most: usize| part.chars().count() > most;
        if !text::is_seen(&self.name) || long(&self.name, NAME_MAX_CHARS) {
            return Err(ConfigError::Name);
        }
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_');
        if self.key.is_empty() || long(&self.key, NAME_MAX_CHARS) || !self.key.bytes().all(plain) {
            return Err(ConfigError::Key);
        }
        if long(&self.value, VALUE_MAX_CHARS) {
            return Err(ConfigError::Value);
        }
        if long(&self.remark, VALUE_MAX_CHARS) {
            return Err(ConfigError::Remark);
        }
        match Setting::from_key(&self.key) {
            Some(setting) if !self.value.trim().is_empty() => Ok(Self {
                value: setting.parse(&self.value)?.to_string(),
                ..self
            }),
            Some(_) => Ok(Self {
                value: String::new(),
                ..self
            }),
            None => Ok(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_setting_changes_its_own_rule_within_its_range_and_no_other() {
        let usual = Rules::default();
        for setting in Setting::ALL {
            assert_eq!(Setting::from_key(setting.key()), Some(setting));
            for value in [*setting.range().start(), *setting.range().end()] {
                let changed = setting.within(usual, value);
                assert_eq!(setting.of(&changed), value);
                assert_eq!(setting.parse(&value.to_string()), Ok(value));
                for other in Setting::ALL.into_iter().filter(|other| *other != setting) {
                    assert_eq!(other.of(&changed), other.of(&usual), "{setting:?}");
                }
            }
            let above = setting.range().end() + 1;
            assert_eq!(setting.within(usual, above), usual);
            for typed in [
                above.to_string().as_str(),
                "",
                "-1",
                "1.0",
                "+1",
                "1e1",
                "９",
            ] {
                assert_eq!(setting.parse(typed), Err(ConfigError::Range(setting)));
            }
        }
    }

    #[test]
    fn a_value_has_its_bounds_and_a_settings_value_is_a_number() {
        let written = |name: &str, key: &str, value: &str| {
            Written {
                name: name.to_owned(),
                key: key.to_owned(),
                value: value.to_owned(),
                remark: String::new(),
            }
            .checked()
        };
        assert_eq!(written(" ", "a", ""), Err(ConfigError::Name));
        for key in ["", "a b", "键", &"k".repeat(NAME_MAX_CHARS + 1)] {
            assert_eq!(written("n", key, ""), Err(ConfigError::Key));
        }
        let long = "值".repeat(VALUE_MAX_CHARS);
        assert!(written("n", "a.b_c-D9", &long).is_ok());
        assert_eq!(
            written("n", "a", &format!("{long}值")),
            Err(ConfigError::Value)
        );
        let days = |value: &str| written("n", "phone.grace.days", value).map(|new| new.value);
        assert_eq!(days(" 007 "), Ok("7".to_owned()));
        assert_eq!(days(" "), Ok(String::new()));
        assert_eq!(days("0"), Err(ConfigError::Range(Setting::GraceDays)));
    }
}
