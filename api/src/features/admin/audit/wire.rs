//! Recorded actions in calls.

use domain::audit::{ACTIONS, is_action, words_of};
use domain::codes;
use domain::lang::Lang;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::audit::{By, Filter, Listed};
use utoipa::{IntoParams, ToSchema};

use super::super::wire::{filled, time};
use crate::AppState;
use crate::http::{ApiError, PageQuery};

/// Filter and page of recorded actions.
#[derive(Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// Page, from 1.
    #[serde(alias = "pageNo", alias = "page")]
    page_num: Option<i64>,
    /// Rows of a page, 1 to 200.
    page_size: Option<i64>,
    /// A whole word: an address, an object such as `config:1`, or an account's name, number or id, which finds what it did and what was done to it.
    keyword: Option<String>,
    /// Kind of the account that acted: `operator`, `member`, or `server` where nobody was signed in.
    by: Option<String>,
    /// Kind of the action, such as `config.update`.
    kind: Option<String>,
    /// Day or time from which on, in the set zone.
    #[serde(rename = "params[beginTime]")]
    begin_time: Option<String>,
    /// Day or time up to which, that day included.
    #[serde(rename = "params[endTime]")]
    end_time: Option<String>,
}

impl AuditQuery {
    /// Filter, and the rows before the page and on it.
    pub fn parse(self, state: &AppState) -> Result<(Filter, (i64, i64)), ApiError> {
        let bad = || ApiError::Refused(codes::BAD_REQUEST);
        let window = PageQuery::of(self.page_num, self.page_size).usual()?;
        let by = match self.by.as_deref() {
            None | Some("") => None,
            Some("operator") => Some(By::Operators),
            Some("member") => Some(By::Members),
            Some("server") => Some(By::Server),
            Some(_) => return Err(bad()),
        };
        let kind = filled(self.kind);
        if kind.as_deref().is_some_and(|kind| !is_action(kind)) {
            return Err(bad());
        }
        let filter = Filter {
            keyword: filled(self.keyword),
            by,
            kind,
            from_ms: time(state, self.begin_time, false)?,
            until_ms: time(state, self.end_time, true)?,
        };
        Ok((filter, window))
    }
}

/// A kind of action.
#[derive(Serialize, ToSchema)]
pub struct ActionView {
    /// Name of the kind, as the filter takes it.
    kind: &'static str,
    /// Name for people.
    name: &'static str,
}

impl ActionView {
    /// Kinds of actions in the table's order, each in words.
    pub fn all(lang: Lang) -> Vec<Self> {
        let view = |(kind, words): &(&'static str, domain::lang::Words)| Self {
            kind,
            name: words.in_lang(lang),
        };
        ACTIONS.iter().map(view).collect()
    }
}

/// A recorded action.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditView {
    audit_id: i64,
    /// Kind of the action, such as `config.update`.
    kind: String,
    /// Kind for people, in the request's language.
    kind_name: String,
    /// Id of the account that acted, or whose account is concerned; null where nobody was signed in.
    user_id: Option<i64>,
    /// Name of the account, or its masked number; empty where nobody was signed in, or the account is deleted.
    user_name: String,
    /// Object of the action, such as `config:1`.
    object: String,
    /// Client's address; empty for an action of the server itself.
    address: String,
    /// A few words.
    detail: String,
    /// Values before the change, by name; null for what is new, or for what is no change of values.
    before: Value,
    /// Values after the change, by name; null for what is gone, or for what is no change of values.
    after: Value,
    /// Time of the action, in the set zone.
    create_time: String,
}

impl AuditView {
    pub fn of(listed: Listed, state: &AppState, lang: Lang) -> Self {
        let Listed { record, name } = listed;
        let value = |text: Option<String>| {
            let read = text.and_then(|text| serde_json::from_str(&text).ok());
            read.unwrap_or(Value::Null)
        };
        Self {
            audit_id: record.id,
            kind_name: words_of(&record.kind, lang).to_owned(),
            kind: record.kind,
            user_id: record.member_id,
            user_name: name,
            object: record.object,
            address: record.address.unwrap_or_default(),
            detail: record.detail,
            before: value(record.value_before),
            after: value(record.value_after),
            create_time: state.zone().time_of(record.at_ms),
        }
    }

    /// Row of an exported table.
    pub fn exported(self) -> Vec<String> {
        let text = |value: Value| match value {
            Value::Null => String::new(),
            value => value.to_string(),
        };
        vec![
            self.audit_id.to_string(),
            self.create_time,
            self.user_id.map(|id| id.to_string()).unwrap_or_default(),
            self.user_name,
            self.kind_name,
            self.kind,
            self.object,
            self.address,
            self.detail,
            text(self.before),
            text(self.after),
        ]
    }
}

/// Columns of an exported table.
pub const HEADER: [&str; 11] = [
    "编号",
    "时间",
    "账号编号",
    "账号",
    "动作",
    "动作代码",
    "对象",
    "地址",
    "说明",
    "之前",
    "之后",
];
