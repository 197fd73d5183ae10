//! Configurations as operators keep them: facts that members see, whether they are sold, stock, and whom a change reaches.

use std::collections::HashMap;

use diesel::dsl::{count, count_star};
use diesel::prelude::*;
use domain::lang::LocalizedName;
use domain::orders::shelf::{InvalidConfiguration, NewConfiguration};
use domain::orders::{DAY_MS, OrderState};
use serde_json::{Value, json};

use super::configuration_change::{ShelfError, bump};
use super::prices::{PriceVersion, versions_of};
use crate::Store;
use crate::audit::{self, Author};
use crate::db::conn::AnyConn;
use crate::db::schema::{configurations, members, orders, phones};
use crate::error::StoreError;
use crate::secrets::new_id;

/// Time until the end of a rental within which its member looks at prices.
const RENEWING_MS: i64 = 30 * DAY_MS;

/// A configuration with all that operators see of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredConfiguration {
    pub id: i64,
    /// Facts that members see.
    pub facts: NewConfiguration,
    /// Number of changes.
    pub version: i64,
    /// Name of the operator who changed it last.
    pub changed_by: Option<String>,
    /// Time of that change, Unix milliseconds.
    pub changed_ms: i64,
    /// Phones that can be had now.
    pub stock: i64,
    /// Phones that are rented.
    pub rented: i64,
    /// Members who rent them.
    pub members: i64,
    /// Members among them whose rental ends within 30 days.
    pub renewing: i64,
    /// Orders of the configuration that wait for their payment.
    pub waiting: i64,
    /// The last versions of its prices, the newest first.
    pub versions: Vec<PriceVersion>,
}

#[derive(Clone, Queryable, Selectable)]
#[diesel(table_name = configurations)]
struct Row {
    id: i64,
    name: String,
    name_en: String,
    code: String,
    android_version: String,
    chip: String,
    cores: i32,
    memory_mb: i32,
    storage_gb: i32,
    pad_type: i16,
    dpi: i32,
    on_sale: bool,
    version: i64,
    changed_by: Option<i64>,
    changed_ms: i64,
}

impl Row {
    fn facts(&self) -> NewConfiguration {
        NewConfiguration {
            name: LocalizedName {
                zh: self.name.clone(),
                en: self.name_en.clone(),
            },
            code: self.code.clone(),
            android_version: self.android_version.clone(),
            chip: self.chip.clone(),
            cores: self.cores,
            memory_mb: self.memory_mb,
            storage_gb: self.storage_gb,
            pad_type: self.pad_type,
            dpi: self.dpi,
            on_sale: self.on_sale,
        }
    }
}

/// Values of a configuration for the audit.
fn values(facts: &NewConfiguration) -> Value {
    json!({
        "nameZh": facts.name.zh, "nameEn": facts.name.en, "code": facts.code,
        "androidVersion": facts.android_version, "chip": facts.chip, "cores": facts.cores,
        "memoryMb": facts.memory_mb, "storageGb": facts.storage_gb, "padType": facts.pad_type,
        "dpi": facts.dpi, "onSale": facts.on_sale,
    })
}

/// Every configuration, on sale first, then by name.
pub async fn list_configurations(
    store: &Store,
    now_ms: i64,
) -> Result<Vec<StoredConfiguration>, StoreError> {
    found(store, None, now_ms).await
}

/// Configuration with the given id; none where there is none.
pub async fn find_configuration(
    store: &Store,
    id: i64,
    now_ms: i64,
) -> Result<Option<StoredConfiguration>, StoreError> {
    Ok(found(store, Some(id), now_ms).await?.pop())
}

async fn found(
    store: &Store,
    id: Option<i64>,
    now_ms: i64,
) -> Result<Vec<StoredConfiguration>, StoreError> {
    store
        .run(move |conn| {
            let mut query = configurations::table
                .left_join(members::table.on(members::id.nullable().eq(configurations::changed_by)))
                .order((
                    configurations::on_sale.desc(),
                    configurations::name,
                    configurations::id,
                ))
                .select((Row::as_select(), members::user_name.nullable()))
                .into_boxed::<crate::db::conn::Backend>();
            if let Some(id) = id {
                query = query.filter(configurations::id.eq(id));
            }
            let rows: Vec<(Row, Option<String>)> = query.load(conn)?;
            let counts = Counts::of(conn, now_ms)?;
            rows.into_iter()
                .map(|(row, changed_by)| {
                    let (rented, members) = counts.rented.get(&row.id).copied().unwrap_or_default();
                    let one = |map: &HashMap<i64, i64>| map.get(&row.id).copied().unwrap_or(0);
                    Ok(StoredConfiguration {
                        facts: row.facts(),
                        version: row.version,
                        changed_by: row.changed_by.and(changed_by),
                        changed_ms: row.changed_ms,
                        stock: one(&counts.stock),
                        rented,
                        members,
                        renewing: one(&counts.renewing),
                        waiting: one(&counts.waiting),
                        versions: versions_of(conn, row.id)?,
                        id: row.id,
                    })
                })
                .collect()
        })
        .await
}

/// Numbers by configuration.
struct Counts {
    stock: HashMap<i64, i64>,
    /// Phones, and their members.
    rented: HashMap<i64, (i64, i64)>,
    renewing: HashMap<i64, i64>,
    waiting: HashMap<i64, i64>,
}

impl Counts {
    fn of(conn: &mut AnyConn, now_ms: i64) -> Result<Self, StoreError> {
        let stock: Vec<(i64, i64)> = phones::table
            .filter(phones::owner_id.is_null())
            .filter(phones::maintenance.eq(false))
            .filter(phones::reserved_by.is_null())
            .group_by(phones::configuration_id)
            .select((phones::configuration_id, count_star()))
            .load(conn)?;
        let rented: Vec<(i64, i64, i64)> = phones::table
            .filter(phones::owner_id.is_not_null())
            .group_by(phones::configuration_id)
            .select((
                phones::configuration_id,
                count_star(),
                count(phones::owner_id).aggregate_distinct(),
            ))
            .load(conn)?;
        let renewing: Vec<(i64, i64)> = phones::table
            .filter(phones::owner_id.is_not_null())
            .filter(phones::expire_ms.lt(now_ms + RENEWING_MS))
            .group_by(phones::configuration_id)
            .select((
                phones::configuration_id,
                count(phones::owner_id).aggregate_distinct(),
            ))
            .load(conn)?;
        let waiting: Vec<(Option<i64>, i64)> = orders::table
            .filter(orders::state.eq(OrderState::Waiting.code()))
            .filter(orders::configuration_id.is_not_null())
            .group_by(orders::configuration_id)
            .select((orders::configuration_id, count_star()))
            .load(conn)?;
        let rented = rented.into_iter();
        let waiting = waiting.into_iter();
        Ok(Self {
            stock: stock.into_iter().collect(),
            rented: rented
                .map(|(id, phones, own)| (id, (phones, own)))
                .collect(),
            renewing: renewing.into_iter().collect(),
            waiting: waiting
                .filter_map(|(id, count)| Some((id?, count)))
                .collect(),
        })
    }
}

fn ensure_name_is_free(tx: &mut AnyConn, name: &str, but: i64) -> Result<(), ShelfError> {
    let others: i64 = configurations::table
        .filter(configurations::name.eq(name))
        .filter(configurations::id.ne(but))
        .count()
        .get_result(tx)?;
    if others > 0 {
        return Err(ShelfError::Refused(InvalidConfiguration::Taken));
    }
    Ok(())
}

/// Makes a configuration and answers its id. Members see it once it has prices.
pub async fn create_configuration(
    store: &Store,
    author: Author,
    new: NewConfiguration,
) -> Result<i64, ShelfError> {
    store
        .write(move |tx| {
            let id = new_id();
            ensure_name_is_free(tx, &new.name.zh, id)?;
            diesel::insert_into(configurations::table)
                .values((
                    configurations::id.eq(id),
                    columns(&new),
                    configurations::changed_by.eq(author.actor.member_id()),
                    configurations::changed_ms.eq(author.now_ms),
                ))
                .execute(tx)?;
            audit::record_change(
                tx,
                &author,
                "configuration.create",
                ("configuration", id),
                [None, Some(values(&new))],
            )?;
            Ok(id)
        })
        .await
}

/// Changes the facts of a configuration, and whether it is sold; of two operators who saw the same version the second is told.
pub async fn update_configuration(
    store: &Store,
    author: Author,
    (id, version): (i64, i64),
    new: NewConfiguration,
) -> Result<(), ShelfError> {
    store
        .write(move |tx| {
            bump(tx, &author, (id, version))?;
            ensure_name_is_free(tx, &new.name.zh, id)?;
            let before: Row = configurations::table
                .find(id)
                .select(Row::as_select())
                .first(tx)?;
            diesel::update(configurations::table.find(id))
                .set(columns(&new))
                .execute(tx)?;
            audit::record_change(
                tx,
                &author,
                "configuration.update",
                ("configuration", id),
                [Some(values(&before.facts())), Some(values(&new))],
            )?;
            Ok(())
        })
        .await
}

type Text<'a, Column> = diesel::dsl::Eq<Column, &'a String>;

/// The columns that an operator writes.
type Columns<'a> = (
    Text<'a, configurations::name>,
    Text<'a, configurations::name_en>,
    Text<'a, configurations::code>,
    Text<'a, configurations::android_version>,
    Text<'a, configurations::chip>,
    diesel::dsl::Eq<configurations::cores, i32>,
    diesel::dsl::Eq<configurations::memory_mb, i32>,
    diesel::dsl::Eq<configurations::storage_gb, i32>,
    diesel::dsl::Eq<configurations::pad_type, i16>,
    diesel::dsl::Eq<configurations::dpi, i32>,
    diesel::dsl::Eq<configurations::on_sale, bool>,
);

fn columns(new: &NewConfiguration) -> Columns<'_> {
    (
        configurations::name.eq(&new.name.zh),
        configurations::name_en.eq(&new.name.en),
        configurations::code.eq(&new.code),
        configurations::android_version.eq(&new.android_version),
        configurations::chip.eq(&new.chip),
        configurations::cores.eq(new.cores),
        configurations::memory_mb.eq(new.memory_mb),
        configurations::storage_gb.eq(new.storage_gb),
        configurations::pad_type.eq(new.pad_type),
        configurations::dpi.eq(new.dpi),
        configurations::on_sale.eq(new.on_sale),
    )
}
