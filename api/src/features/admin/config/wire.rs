//! Configuration in calls, under the names of this family of consoles.

use domain::codes;
use domain::config::{Setting, Written};
use domain::lang::Lang;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::config::{ConfigError, Filter, StoredValue};
use utoipa::{IntoParams, ToSchema};

use super::super::wire::{filled, time};
use crate::AppState;
use crate::http::{ApiError, PageQuery};

/// Filter and page of values.
#[derive(Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ConfigQuery {
    /// Page, from 1.
    #[serde(alias = "pageNo", alias = "page")]
    page_num: Option<i64>,
    /// Rows of a page, 1 to 200.
    page_size: Option<i64>,
    /// Part of a name or of a key.
    keyword: Option<String>,
    /// Part of a name.
    config_name: Option<String>,
    /// Part of a key.
    config_key: Option<String>,
    /// `Y` settings of the product, `N` operators' own values.
    config_type: Option<String>,
    /// Day or time of making from which on, in the set zone.
    #[serde(rename = "params[beginTime]")]
    begin_time: Option<String>,
    /// Day or time of making up to which, that day included.
    #[serde(rename = "params[endTime]")]
    end_time: Option<String>,
}

impl ConfigQuery {
    /// Filter, and the rows before the page and on it.
    pub fn parse(self, state: &AppState) -> Result<(Filter, (i64, i64)), ApiError> {
        let window = PageQuery::of(self.page_num, self.page_size).usual()?;
        let built_in = match self.config_type.as_deref() {
            None | Some("") => None,
            Some("Y") => Some(true),
            Some("N") => Some(false),
            Some(_) => return Err(ApiError::Refused(codes::BAD_REQUEST)),
        };
        let filter = Filter {
            keyword: filled(self.keyword),
            name: filled(self.config_name),
            key: filled(self.config_key),
            built_in,
            from_ms: time(state, self.begin_time, false)?,
            until_ms: time(state, self.end_time, true)?,
        };
        Ok((filter, window))
    }
}

/// A value as an operator writes it.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfigBody {
    /// Value's id; for a change only.
    pub config_id: Option<i64>,
    /// Name for people, 1 to 100 characters; a setting of the product keeps its own.
    #[serde(default)]
    config_name: String,
    /// Key in calls: letters, digits, dots, hyphens and underscores; a setting of the product keeps its own.
    #[serde(default)]
    config_key: String,
    /// The value, at most 500 characters. Empty brings a setting of the product back to its default.
    #[serde(default)]
    config_value: String,
    /// Note for colleagues, at most 500 characters.
    remark: Option<String>,
    /// Version that the operator saw: a change is refused where there is a newer one. Left out: not checked.
    pub version: Option<i64>,
}

impl ConfigBody {
    /// Checks the value.
    pub fn parse(self) -> Result<Written, ApiError> {
        let written = Written {
            name: self.config_name,
            key: self.config_key,
            value: self.config_value,
            remark: self.remark.unwrap_or_default(),
        };
        written
            .checked()
            .map_err(|error| ApiError::in_field(error.field().to_owned(), |lang| error.text(lang)))
    }
}

/// Where a value comes from.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
enum SourceView {
    /// The environment or the server's file of settings: it is locked.
    Environment,
    /// An operator set it here.
    Console,
    /// The default of the product: neither the environment nor an operator set a value.
    Default,
}

/// A setting of the product, or a value that operators keep for programs of their own. Every member can read the value by its key.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfigView {
    config_id: i64,
    config_name: String,
    config_key: String,
    /// Value in force.
    config_value: String,
    /// `Y` a setting of the product, `N` an operators' own value.
    config_type: &'static str,
    remark: String,
    /// Time of making, in the set zone; empty for a setting of the product.
    create_time: String,
    /// Time of the last change; empty where there was none.
    update_time: String,
    /// Number of changes.
    version: i64,
    source: SourceView,
    /// Variable of the environment that would lock the setting.
    #[schema(required = true)]
    variable: Option<&'static str>,
    /// Value where nobody sets another.
    #[schema(required = true)]
    default_value: Option<String>,
    /// Smallest and largest value.
    #[schema(required = true)]
    range: Option<(i64, i64)>,
}

impl ConfigView {
    /// View of a value, with what holds on this server.
    pub fn of(kept: StoredValue, state: &AppState, lang: Lang) -> Self {
        let (engine, zone) = (&state.engine, state.zone());
        let setting = Setting::from_key(&kept.key).filter(|_| kept.built_in);
        let value_in = |rules| setting.map(|setting| setting.of(&rules).to_string());
        let time = |at_ms: Option<i64>| {
            let known = at_ms.filter(|at_ms| *at_ms > 0);
            known.map(|at_ms| zone.time_of(at_ms)).unwrap_or_default()
        };
        let locked = setting.is_some_and(|setting| engine.locked_settings().contains(&setting));
        let source = match (locked, &kept.value) {
            (true, _) => SourceView::Environment,
            (false, Some(_)) => SourceView::Console,
            (false, None) => SourceView::Default,
        };
        Self {
            config_id: kept.id,
            config_name: setting.map_or(kept.name, |setting| {
                setting.words().in_lang(lang).to_owned()
            }),
            config_key: kept.key,
            config_value: value_in(engine.rules()).or(kept.value).unwrap_or_default(),
            config_type: if kept.built_in { "Y" } else { "N" },
            remark: kept.remark,
            create_time: time(Some(kept.created_ms)),
            update_time: time(kept.updated_ms),
            version: kept.version,
            source,
            variable: setting.map(Setting::variable),
            default_value: value_in(engine.default_rules()),
            range: setting.map(|setting| (*setting.range().start(), *setting.range().end())),
        }
    }

    /// Value in force.
    pub fn into_value(self) -> String {
        self.config_value
    }

    /// Row of an exported table.
    pub fn exported(self) -> Vec<String> {
        let built_in = if self.config_type == "Y" {
            "是"
        } else {
            "否"
        };
        vec![
            self.config_id.to_string(),
            self.config_name,
            self.config_key,
            self.config_value,
            built_in.to_owned(),
            self.remark,
        ]
    }
}

/// Columns of an exported table.
pub const HEADER: [&str; 6] = [
    "参数主键",
    "参数名称",
    "参数键名",
    "参数键值",
    "系统内置",
    "备注",
];

impl From<ConfigError> for ApiError {
    fn from(error: ConfigError) -> Self {
        match error {
            ConfigError::Absent => Self::Refused(codes::CONFIG_ABSENT),
            ConfigError::Taken => Self::Refused(codes::CONFIG_KEY_TAKEN),
            ConfigError::BuiltIn => Self::Refused(codes::CONFIG_BUILT_IN),
            ConfigError::Locked => Self::Refused(codes::CONFIG_LOCKED),
            ConfigError::Changed(changed) => Self::WithData {
                code: codes::CHANGED_MEANWHILE,
                data: json!({
                    "by": changed.by, "time": changed.at_ms,
                    "now": { "configValue": changed.now.value.unwrap_or_default(), "version": changed.now.version },
                }),
            },
            ConfigError::Fault(fault) => fault.into(),
        }
    }
}
