//! Counts of all phones: by what they do, and by configuration. One grouped question, which an index answers.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, SmallInt};
use domain::lang::LocalizedName;
use domain::phones::{PhoneActivity, Power, Status};

use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::prepared::prepared;
use crate::db::schema::configurations;
use crate::error::StoreError;

/// Number of phones in each state that a list can show.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PhoneCounts {
    /// Phones in all, rented ones too.
    pub all: i64,
    /// Phones that members rent.
    pub rented: i64,
    /// Phones without a member.
    pub stock: i64,
    /// Phones that run.
    pub running: i64,
    /// Phones that are unwell, or whose change failed.
    pub failed: i64,
    /// Phones with an operation under way.
    pub busy: i64,
    /// Phones that are switched off.
    pub off: i64,
    /// Phones that an operator holds, or that wait to be wiped.
    pub hold: i64,
    /// Counts of each configuration, by name.
    pub kinds: Vec<KindCount>,
}

/// Number of phones of a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindCount {
    /// Configuration's id.
    pub id: i64,
    /// Name of the configuration.
    pub name: LocalizedName,
    /// Short name of the configuration.
    pub code: String,
    /// Number of its phones.
    pub all: i64,
    /// Phones of it that can be handed out now.
    pub free: i64,
}

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = BigInt)]
    configuration_id: i64,
    #[diesel(sql_type = SmallInt)]
    status_code: i16,
    #[diesel(sql_type = Bool)]
    power_on: bool,
    #[diesel(sql_type = Bool)]
    free: bool,
    #[diesel(sql_type = Bool)]
    unkept: bool,
    #[diesel(sql_type = BigInt)]
    n: i64,
}

const COUNTS: &str = "SELECT configuration_id, status_code, power_on, owner_id IS NULL AS free, reserved_by IS NULL AS unkept, \
    count(*) AS n FROM phones WHERE removed_ms IS NULL GROUP BY 1, 2, 3, 4, 5";

/// Counts all phones.
pub async fn counts(store: &Store) -> Result<PhoneCounts, StoreError> {
    store.run(counted).await
}

/// [`counts`] within a use case.
pub(in crate::console) fn counted(conn: &mut AnyConn) -> Result<PhoneCounts, StoreError> {
    let rows: Vec<Counted> = prepared(diesel::sql_query(COUNTS)).load(conn)?;
    let names: Vec<(i64, String, String, String)> = configurations::table
        .order((configurations::name, configurations::id))
        .select((
            configurations::id,
            configurations::name,
            configurations::name_en,
            configurations::code,
        ))
        .load(conn)?;
    let mut all = PhoneCounts::default();
    let mut of_kind: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
    for row in rows {
        all.add(&row)?;
        let held = row.status_code == Status::Maintenance.code();
        let (total, free) = of_kind.entry(row.configuration_id).or_default();
        *total += row.n;
        if row.free && row.unkept && !held {
            *free += row.n;
        }
    }
    all.kinds = names
        .into_iter()
        .map(|(id, zh, en, code)| {
            let (all, free) = of_kind.get(&id).copied().unwrap_or_default();
            KindCount {
                id,
                name: LocalizedName { zh, en },
                code,
                all,
                free,
            }
        })
        .collect();
    Ok(all)
}

impl PhoneCounts {
    fn add(&mut self, row: &Counted) -> Result<(), StoreError> {
        let power = if row.power_on { Power::On } else { Power::Off };
        let status =
            Status::from_code(row.status_code).ok_or(StoreError::Corrupt("phone status"))?;
        self.all += row.n;
        *(if row.free {
            &mut self.stock
        } else {
            &mut self.rented
        }) += row.n;
        *(match PhoneActivity::of(status, power) {
            PhoneActivity::Running => &mut self.running,
            PhoneActivity::Busy => &mut self.busy,
            PhoneActivity::Failed => &mut self.failed,
            PhoneActivity::Off => &mut self.off,
            PhoneActivity::Hold => &mut self.hold,
        }) += row.n;
        Ok(())
    }
}
