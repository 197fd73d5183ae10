//! Maintenance: operators take phones out of service for a while, with a reason that members read.

use strum::{Display, EnumString};
use thiserror::Error;

use crate::lang::{Lang, Words, each_language};
use crate::text;

/// Permission to see what is under maintenance.
pub const READ: &str = "infra:maintenance:list";
/// Permission to set and to end maintenance.
pub const WRITE: &str = "infra:maintenance:edit";
/// Longest reason, in characters as people count them.
pub const REASON_MAX_CHARS: usize = 100;
/// Most phones that are named one by one.
pub const NAMED_MAX: usize = 300;
/// Longest time from now until a start or an end, milliseconds: a year.
pub const AHEAD_MAX_MS: i64 = 366 * 24 * 60 * 60 * 1000;

/// Maintenance as the operator typed it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Form {
    /// Name of the [`Scope`].
    pub scope: String,
    /// Ids for people of phones that are named one by one.
    pub owl_ids: Vec<String>,
    /// Name of the host.
    pub host: String,
    /// Id of the configuration.
    pub configuration_id: Option<i64>,
    /// Start, Unix milliseconds; none: now.
    pub from_ms: Option<i64>,
    /// End, Unix milliseconds; none: until an operator ends it.
    pub until_ms: Option<i64>,
    /// Reasons in each language, as in [`Lang::ALL`].
    pub reasons: [String; 2],
}

/// Scope of maintenance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "camelCase")]
#[cfg_attr(
    feature = "api",
    derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema)
)]
#[cfg_attr(feature = "api", serde(rename_all = "camelCase"), schema(as = MaintenanceScopeView))]
pub enum Scope {
    /// Phones that are named one by one.
    Phones = 1,
    /// All phones of a host.
    Host = 2,
    /// All phones of a configuration.
    Configuration = 3,
}

impl Scope {
    /// Reads a stored number.
    pub const fn from_number(number: i16) -> Option<Self> {
        match number {
            1 => Some(Self::Phones),
            2 => Some(Self::Host),
            3 => Some(Self::Configuration),
            _ => None,
        }
    }
}

/// The phones of a new maintenance; only the store and the fleet know whether they exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Phones by their ids for people.
    Phones(Vec<String>),
    /// Phones of a host, by its name.
    Host(String),
    /// Phones of a configuration, by its id.
    Configuration(i64),
}

impl Target {
    /// Reads the target of a form.
    pub fn parse(form: &Form) -> Result<Self, InvalidMaintenance> {
        match form.scope.parse() {
            Ok(Scope::Phones) => {
                let mut owl_ids: Vec<String> = form
                    .owl_ids
                    .iter()
                    .map(|typed| text::one_line(typed).to_uppercase())
                    .filter(|typed| !typed.is_empty())
                    .collect();
                owl_ids.sort_unstable();
                owl_ids.dedup();
                if (1..=NAMED_MAX).contains(&owl_ids.len()) {
                    Ok(Self::Phones(owl_ids))
                } else {
                    Err(InvalidMaintenance::Phones)
                }
            }
            Ok(Scope::Host) if text::is_seen(&form.host) => {
                Ok(Self::Host(text::one_line(&form.host)))
            }
            Ok(Scope::Host) => Err(InvalidMaintenance::Host),
            Ok(Scope::Configuration) => form
                .configuration_id
                .map(Self::Configuration)
                .ok_or(InvalidMaintenance::Configuration),
            Err(_) => Err(InvalidMaintenance::Scope),
        }
    }
}

/// Fault in the form of maintenance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidMaintenance {
    /// The scope is neither phones, nor a host, nor a configuration.
    #[error("no scope")]
    Scope,
    /// No phone is named, or more than [`NAMED_MAX`].
    #[error("the number of phones is out of range")]
    Phones,
    /// No host is named.
    #[error("no host")]
    Host,
    /// No configuration is named.
    #[error("no configuration")]
    Configuration,
    /// The host is unknown, or has no phone.
    #[error("the host has no phone")]
    EmptyHost,
    /// The configuration is unknown, or has no phone.
    #[error("the configuration has no phone")]
    EmptyConfiguration,
    /// The start is more than [`AHEAD_MAX_MS`] ahead.
    #[error("the start is out of range")]
    From,
    /// The end is not later than now and than the start, or more than [`AHEAD_MAX_MS`] ahead.
    #[error("the end is out of range")]
    Until,
    /// A reason is empty.
    #[error("no reason")]
    NoReason(Lang),
    /// A reason is longer than [`REASON_MAX_CHARS`].
    #[error("the reason is too long")]
    ReasonTooLong(Lang),
}

impl InvalidMaintenance {
    /// Wire name of the field with the fault.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Scope => "scope",
            Self::Phones => "owlIds",
            Self::Host | Self::EmptyHost => "host",
            Self::Configuration | Self::EmptyConfiguration => "configurationId",
            Self::From => "fromTime",
            Self::Until => "untilTime",
            Self::NoReason(Lang::Zh) | Self::ReasonTooLong(Lang::Zh) => "reasonZh",
            Self::NoReason(Lang::En) | Self::ReasonTooLong(Lang::En) => "reasonEn",
        }
    }

    /// Text of the fault, which the form shows.
    pub const fn text(self, lang: Lang) -> &'static str {
        match self {
            Self::Scope => Words::new("请选择维护范围", "Choose what is maintained"),
            Self::Phones => Words::new(
                "请填写 1 至 300 台云手机的编号",
                "Enter the ids of 1 to 300 phones",
            ),
            Self::Host => Words::new("请选择主机", "Choose a host"),
            Self::Configuration => Words::new("请选择配置", "Choose a configuration"),
            Self::EmptyHost => Words::new("这台主机上没有云手机", "This host has no phones"),
            Self::EmptyConfiguration => {
                Words::new("这种配置没有云手机", "This configuration has no phones")
            }
            Self::From => Words::new("开始时间须在一年以内", "Maintenance starts within a year"),
            Self::Until => Words::new(
                "结束时间须晚于现在和开始时间，且在一年以内",
                "Maintenance must end later than now and than it starts, and within a year",
            ),
            Self::NoReason(_) => {
                Words::new("请填写原因，会员会看到", "Enter a reason; members read it")
            }
            Self::ReasonTooLong(_) => {
                Words::new("原因最多 100 个字", "A reason has at most 100 characters")
            }
        }
        .in_lang(lang)
    }
}

/// Maintenance that passed the checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMaintenance {
    /// Phones that the maintenance concerns.
    pub target: Target,
    /// Start, Unix milliseconds.
    pub from_ms: i64,
    /// End, Unix milliseconds; none: until an operator ends it.
    pub until_ms: Option<i64>,
    /// Reasons in each language, as in [`Lang::ALL`].
    pub reasons: [String; 2],
}

impl NewMaintenance {
    /// Checks a form. A start that has passed is now.
    pub fn parse(form: &Form, now_ms: i64) -> Result<Self, InvalidMaintenance> {
        let target = Target::parse(form)?;
        let from_ms = form.from_ms.unwrap_or(now_ms).max(now_ms);
        let last_ms = now_ms.saturating_add(AHEAD_MAX_MS);
        if from_ms > last_ms {
            return Err(InvalidMaintenance::From);
        }
        if form
            .until_ms
            .is_some_and(|until_ms| until_ms <= from_ms || until_ms > last_ms)
        {
            return Err(InvalidMaintenance::Until);
        }
        let reasons = each_language(|at| parse_reason(&form.reasons[at], Lang::ALL[at]))
            .map_err(|(_, fault)| fault)?;
        Ok(Self {
            target,
            from_ms,
            until_ms: form.until_ms,
            reasons,
        })
    }
}

fn parse_reason(typed: &str, lang: Lang) -> Result<String, InvalidMaintenance> {
    let reason = text::one_line(typed);
    match text::count(&reason) {
        _ if !text::is_seen(&reason) => Err(InvalidMaintenance::NoReason(lang)),
        // A character may be made of many bytes.
        n if n > REASON_MAX_CHARS || reason.len() > REASON_MAX_CHARS * 40 => {
            Err(InvalidMaintenance::ReasonTooLong(lang))
        }
        _ => Ok(reason),
    }
}

/// State of maintenance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    feature = "api",
    derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema)
)]
#[cfg_attr(feature = "api", serde(rename_all = "camelCase"), schema(as = MaintenanceStageView))]
pub enum Stage {
    /// The start is to come.
    Planned,
    /// Phones are out of service.
    Running,
    /// The maintenance is over, or was cancelled before its start.
    Over,
}

impl Stage {
    /// State by the times that are stored.
    pub const fn of(started_ms: Option<i64>, ended_ms: Option<i64>) -> Self {
        match (started_ms, ended_ms) {
            (_, Some(_)) => Self::Over,
            (Some(_), None) => Self::Running,
            (None, None) => Self::Planned,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_800_000_000_000;

    fn form() -> Form {
        Form {
            scope: "phones".to_owned(),
            owl_ids: vec![" owl-1 ".to_owned(), "OWL-1".to_owned(), String::new()],
            reasons: ["更换网线".to_owned(), "New cable".to_owned()],
            ..Form::default()
        }
    }

    #[test]
    fn ids_are_read_in_any_spelling_and_each_once() {
        let new = NewMaintenance::parse(&form(), NOW).unwrap();
        assert_eq!(new.target, Target::Phones(vec!["OWL-1".to_owned()]));
        assert_eq!((new.from_ms, new.until_ms), (NOW, None));
    }

    #[test]
    fn each_fault_names_its_field() {
        let set = |change: fn(&mut Form)| {
            let mut form = form();
            change(&mut form);
            NewMaintenance::parse(&form, NOW).map_err(InvalidMaintenance::field)
        };
        let scope = |scope: &str| {
            let form = Form {
                scope: scope.to_owned(),
                ..form()
            };
            NewMaintenance::parse(&form, NOW).map_err(InvalidMaintenance::field)
        };
        assert_eq!(scope("all"), Err("scope"));
        assert_eq!(scope("host"), Err("host"));
        assert_eq!(scope("configuration"), Err("configurationId"));
        assert_eq!(set(|form| form.owl_ids.clear()), Err("owlIds"));
        assert_eq!(
            set(|form| form.owl_ids = (0..=NAMED_MAX).map(|n| n.to_string()).collect()),
            Err("owlIds")
        );
        assert_eq!(
            set(|form| form.from_ms = Some(NOW + AHEAD_MAX_MS + 1)),
            Err("fromTime")
        );
        assert_eq!(set(|form| form.until_ms = Some(NOW)), Err("untilTime"));
        assert_eq!(
            set(|form| {
                form.from_ms = Some(NOW + 10);
                form.until_ms = Some(NOW + 10);
            }),
            Err("untilTime")
        );
        assert_eq!(
            set(|form| form.reasons[0] = " ".to_owned()),
            Err("reasonZh")
        );
        assert_eq!(
            set(|form| form.reasons[1] = "x".repeat(101)),
            Err("reasonEn")
        );
        assert!(set(|form| form.reasons[1] = "x".repeat(100)).is_ok());
        assert!(set(|form| form.until_ms = Some(NOW + 1)).is_ok());
    }

    #[test]
    fn a_start_that_has_passed_is_now() {
        let form = Form {
            from_ms: Some(NOW - 1),
            ..form()
        };
        assert_eq!(NewMaintenance::parse(&form, NOW).unwrap().from_ms, NOW);
    }
}
