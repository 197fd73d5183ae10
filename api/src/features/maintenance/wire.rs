//! Requests and answers about maintenance.

use domain::codes;
use domain::lang::Lang;
use domain::maintenance::{Form, InvalidMaintenance, NewMaintenance, Scope, Stage, Target};
use serde::{Deserialize, Serialize};
use store::maintenance::{Listed, MaintenanceError, Page, Reach};
use utoipa::{IntoParams, ToSchema};

use crate::http::ApiError;

/// Phones that maintenance concerns.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MaintenanceTargetBody {
    /// `phones`, `host` or `configuration`.
    #[serde(default)]
    scope: String,
    /// For `phones`: 1 to 300 ids for people, in any spelling.
    #[serde(default)]
    owl_ids: Vec<String>,
    /// For `host`: its name, as in the list of hosts.
    #[serde(default)]
    host: String,
    /// For `configuration`: its id.
    configuration_id: Option<i64>,
}

impl MaintenanceTargetBody {
    fn form(self) -> Form {
        Form {
            scope: self.scope,
            owl_ids: self.owl_ids,
            host: self.host,
            configuration_id: self.configuration_id,
            ..Form::default()
        }
    }

    pub fn parse(self) -> Result<Target, ApiError> {
        Target::parse(&self.form()).map_err(in_field)
    }
}

/// Maintenance that an operator sets.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MaintenanceBody {
    #[serde(flatten)]
    target: MaintenanceTargetBody,
    /// Start, Unix milliseconds, within a year; now when left out.
    from_time: Option<i64>,
    /// End, Unix milliseconds, within a year; until an operator ends it when left out.
    until_time: Option<i64>,
    /// Reason in Chinese, 1 to 100 characters, which members read.
    #[serde(default)]
    reason_zh: String,
    /// Reason in English, 1 to 100 characters, which members read.
    #[serde(default)]
    reason_en: String,
}

impl MaintenanceBody {
    pub fn parse(self, now_ms: i64) -> Result<NewMaintenance, ApiError> {
        let form = Form {
            from_ms: self.from_time,
            until_ms: self.until_time,
            reasons: [self.reason_zh, self.reason_en],
            ..self.target.form()
        };
        NewMaintenance::parse(&form, now_ms).map_err(in_field)
    }
}

fn in_field(fault: InvalidMaintenance) -> ApiError {
    ApiError::in_field(fault.field().to_owned(), |lang| fault.text(lang).to_owned())
}

/// Request that names maintenance.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MaintenanceIdBody {
    /// Id of the maintenance.
    pub maintenance_id: i64,
}

/// A host, and its phones that this server keeps a link to.
#[derive(Serialize, ToSchema)]
pub struct MaintenanceHostView {
    name: String,
    phones: usize,
}

impl From<(String, usize)> for MaintenanceHostView {
    fn from((name, phones): (String, usize)) -> Self {
        Self { name, phones }
    }
}

/// Phones and members that maintenance would reach.
#[derive(Serialize, ToSchema)]
pub struct ReachView {
    phones: i64,
    /// Phones that are rented.
    rented: i64,
    /// Owners of those.
    members: i64,
    /// Phones with an operation on its way, which ends first.
    busy: i64,
}

impl From<Reach> for ReachView {
    fn from(reach: Reach) -> Self {
        Self {
            phones: reach.phones,
            rented: reach.rented,
            members: reach.members,
            busy: reach.busy,
        }
    }
}

/// Filter and page of maintenance.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct MaintenanceQuery {
    /// State; any when left out.
    state: Option<Stage>,
}

impl MaintenanceQuery {
    /// State to list; none: any.
    pub fn stage(&self) -> Option<Stage> {
        self.state
    }
}

/// A page of maintenance.
#[derive(Serialize, ToSchema)]
pub struct MaintenanceListView {
    /// The last one set first.
    list: Vec<MaintenanceView>,
    total: i64,
}

/// Maintenance as operators see it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MaintenanceView {
    maintenance_id: i64,
    scope: Scope,
    /// Name of the host or the configuration; null for phones that were named one by one.
    #[schema(required = true)]
    name: Option<String>,
    /// Ids for people of the first three of those phones.
    owl_ids: Vec<String>,
    phones: i64,
    /// Phones that are, or were, out of service: fewer than all while operations on the others go on.
    held: i64,
    /// Unix milliseconds.
    from_time: i64,
    /// Planned end, Unix milliseconds; null: until an operator ends it.
    #[schema(required = true)]
    until_time: Option<i64>,
    /// When it ended or was cancelled, Unix milliseconds.
    #[schema(required = true)]
    end_time: Option<i64>,
    state: Stage,
    reason_zh: String,
    reason_en: String,
    /// Name of the operator who set it.
    set_by: String,
    /// When it was set, Unix milliseconds.
    create_time: i64,
}

impl MaintenanceView {
    fn of(row: Listed, lang: Lang) -> Self {
        let [reason_zh, reason_en] = row.reasons;
        let configuration = row.configuration.map(|name| name.in_lang(lang).to_owned());
        Self {
            maintenance_id: row.id,
            scope: row.scope,
            name: row.host.or(configuration),
            owl_ids: row.owl_ids,
            phones: row.phones,
            held: row.held,
            from_time: row.from_ms,
            until_time: row.until_ms,
            end_time: row.ended_ms,
            state: row.stage,
            reason_zh,
            reason_en,
            set_by: row.set_by,
            create_time: row.created_ms,
        }
    }
}

impl MaintenanceListView {
    pub fn of(page: Page, lang: Lang) -> Self {
        let list = page.list.into_iter();
        Self {
            list: list.map(|row| MaintenanceView::of(row, lang)).collect(),
            total: page.total,
        }
    }
}

impl From<MaintenanceError> for ApiError {
    fn from(error: MaintenanceError) -> Self {
        match error {
            MaintenanceError::Phone(owl_id) => {
                Self::in_field("owlIds".to_owned(), |lang| match lang {
                    Lang::Zh => format!("没有编号为 {owl_id} 的云手机"),
                    Lang::En => format!("There is no phone {owl_id}"),
                })
            }
            MaintenanceError::Refused(fault) => in_field(fault),
            MaintenanceError::Unknown => Self::Refused(codes::MAINTENANCE_ABSENT),
            MaintenanceError::Over => Self::Refused(codes::MAINTENANCE_OVER),
            MaintenanceError::Fault(fault) => fault.into(),
        }
    }
}
