//! Maintenance as operators see it, and the reasons that members read.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::lang::{Lang, LocalizedName};
use domain::maintenance::{Scope, Stage};

use super::Row;
use crate::Store;
use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend};
use crate::db::schema::{configurations, maintenance_phones, maintenances, members, phones};
use crate::error::StoreError;

/// Phones of maintenance that a list names; the others are counted.
const PHONES_NAMED: usize = 3;

/// Maintenance as operators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Maintenance's id.
    pub id: i64,
    /// Scope: some phones, a host, or a configuration.
    pub scope: Scope,
    /// Name of the host.
    pub host: Option<String>,
    /// Name of the configuration.
    pub configuration: Option<LocalizedName>,
    /// Number of phones.
    pub phones: i64,
    /// Number of phones that are, or were, out of service.
    pub held: i64,
    /// Ids for people of the first phones.
    pub owl_ids: Vec<String>,
    /// Start, Unix milliseconds.
    pub from_ms: i64,
    /// Planned end, Unix milliseconds.
    pub until_ms: Option<i64>,
    /// When it ended or was cancelled, Unix milliseconds.
    pub ended_ms: Option<i64>,
    /// Stage: planned, running or over.
    pub stage: Stage,
    /// Reasons in each language, as in [`Lang::ALL`].
    pub reasons: [String; 2],
    /// Name of the operator who set it.
    pub set_by: String,
    /// When it was set, Unix milliseconds.
    pub created_ms: i64,
}

/// A page of maintenance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Maintenance, the last one set first.
    pub list: Vec<Listed>,
    /// Number of maintenances of the query.
    pub total: i64,
}

/// Why members cannot use a phone, and until when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// Reasons in each language, as in [`Lang::ALL`].
    texts: [String; 2],
    /// Planned end, Unix milliseconds.
    pub until_ms: Option<i64>,
}

impl Reason {
    /// The operator's reason.
    pub fn text(&self, lang: Lang) -> &str {
        &self.texts[lang as usize]
    }
}

/// A page of maintenance, of one state or of all; `limit` rows after `offset`.
pub async fn page(
    store: &Store,
    stage: Option<Stage>,
    (offset, limit): (i64, i64),
) -> Result<Page, StoreError> {
    store
        .run(move |conn| {
            let chosen = || {
                let all = maintenances::table
                    .inner_join(members::table)
                    .into_boxed::<Backend>();
                match stage {
                    None => all,
                    Some(Stage::Over) => all.filter(maintenances::ended_ms.is_not_null()),
                    Some(Stage::Running) => all
                        .filter(maintenances::ended_ms.is_null())
                        .filter(maintenances::started_ms.is_not_null()),
                    Some(Stage::Planned) => all
                        .filter(maintenances::ended_ms.is_null())
                        .filter(maintenances::started_ms.is_null()),
                }
            };
            let rows: Vec<(Row, i64, Option<String>)> = chosen()
                .order((maintenances::created_ms.desc(), maintenances::id.desc()))
                .offset(offset)
                .limit(limit)
                .select((
                    Row::as_select(),
                    maintenances::created_ms,
                    members::user_name,
                ))
                .load(conn)?;
            let total = chosen().count().get_result(conn)?;
            Ok(Page {
                list: listed(conn, rows)?,
                total,
            })
        })
        .await
}

fn listed(
    conn: &mut AnyConn,
    rows: Vec<(Row, i64, Option<String>)>,
) -> Result<Vec<Listed>, StoreError> {
    let ids: Vec<i64> = rows.iter().map(|(row, ..)| row.id).collect();
    let of_configurations: Vec<i64> = rows
        .iter()
        .filter_map(|(row, ..)| row.configuration_id)
        .collect();
    let names: HashMap<i64, LocalizedName> = configurations::table
        .filter(among(configurations::id, &of_configurations))
        .select((
            configurations::id,
            configurations::name,
            configurations::name_en,
        ))
        .load::<(i64, String, String)>(conn)?
        .into_iter()
        .map(|(id, zh, en)| (id, LocalizedName { zh, en }))
        .collect();
    let counts: HashMap<i64, (i64, i64)> = maintenance_phones::table
        .filter(among(maintenance_phones::maintenance_id, &ids))
        .group_by(maintenance_phones::maintenance_id)
        .select((
            maintenance_phones::maintenance_id,
            count_star(),
            diesel::dsl::count(maintenance_phones::held_ms),
        ))
        .load::<(i64, i64, i64)>(conn)?
        .into_iter()
        .map(|(id, all, held)| (id, (all, held)))
        .collect();
    let mut list = Vec::with_capacity(rows.len());
    for (row, created_ms, set_by) in rows {
        let scope = row.scope()?;
        let owl_ids = if scope == Scope::Phones {
            first_phones(conn, row.id)?
        } else {
            Vec::new()
        };
        let (phones, held) = counts.get(&row.id).copied().unwrap_or_default();
        list.push(Listed {
            id: row.id,
            scope,
            configuration: row.configuration_id.and_then(|id| names.get(&id).cloned()),
            phones,
            held,
            owl_ids,
            from_ms: row.from_ms,
            until_ms: row.until_ms,
            ended_ms: row.ended_ms,
            stage: Stage::of(row.started_ms, row.ended_ms),
            host: row.host,
            reasons: [row.reason_zh, row.reason_en],
            set_by: set_by.unwrap_or_default(),
            created_ms,
        });
    }
    Ok(list)
}

fn first_phones(conn: &mut AnyConn, id: i64) -> Result<Vec<String>, StoreError> {
    Ok(maintenance_phones::table
        .inner_join(phones::table)
        .filter(maintenance_phones::maintenance_id.eq(id))
        .order(phones::owl_id)
        .limit(i64::try_from(PHONES_NAMED).unwrap_or(i64::MAX))
        .select(phones::owl_id)
        .load(conn)?)
}

/// Why phones are out of service, by phone: the maintenance that took it last.
pub(crate) fn reasons(
    conn: &mut AnyConn,
    phone_ids: &[i64],
) -> Result<HashMap<i64, Reason>, StoreError> {
    let rows: Vec<(i64, String, String, Option<i64>)> = maintenance_phones::table
        .inner_join(maintenances::table)
        .filter(among(maintenance_phones::phone_id, phone_ids))
        .filter(maintenance_phones::held_ms.is_not_null())
        .filter(maintenances::ended_ms.is_null())
        .order(maintenance_phones::held_ms)
        .select((
            maintenance_phones::phone_id,
            maintenances::reason_zh,
            maintenances::reason_en,
            maintenances::until_ms,
        ))
        .load(conn)?;
    Ok(rows
        .into_iter()
        .map(|(phone_id, zh, en, until_ms)| {
            let texts = [zh, en];
            (phone_id, Reason { texts, until_ms })
        })
        .collect())
}
