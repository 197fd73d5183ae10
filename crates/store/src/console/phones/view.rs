//! A phone as operators see it: facts, the member, who else may use it, and who controls it now. Never its screen.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::access::Level;
use domain::lang::LocalizedName;
use domain::permissions::SEE_SCREENS;
use domain::phones::{Power, Status};

use crate::access::claim_permitted;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{configurations, grants, members, phones, seats, sessions};
use crate::error::StoreError;
use crate::limits::{self, Limit, Renewal};
use crate::member::masked;
use crate::play::{CONNECTED, ShotError, StartError};
use crate::{Store, access, audit};

/// Limit of an operator's looks at screens in a minute.
const LOOKS: Limit = Limit {
    most: 30,
    window_ms: 60_000,
    renewal: Renewal::AfterFirst,
};

/// A phone in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhoneRow {
    pub id: i64,
    /// Id for people.
    pub owl_id: String,
    /// Name that its member gave it; empty in stock.
    pub alias: String,
    /// Address of its adbd.
    pub adb: String,
    pub configuration_id: i64,
    /// Name of the configuration.
    pub configuration: LocalizedName,
    /// Short name of the configuration.
    pub code: String,
    /// Android version of the configuration.
    pub android_version: String,
    /// Member's id; none in stock.
    pub owner_id: Option<i64>,
    /// The member's masked number, or account name.
    pub owner: String,
    /// Start of the rental, Unix milliseconds.
    pub assign_ms: i64,
    /// End of the rental, Unix milliseconds.
    pub expire_ms: i64,
    /// Status that clients see.
    pub status: Status,
    /// Position of the power switch.
    pub power: Power,
    /// Why the phone is unwell, or its change failed, as a stored word.
    pub reason: Option<String>,
    /// Time since which the status is as it is, Unix milliseconds.
    pub status_since_ms: i64,
    /// When the phone joined the stock, Unix milliseconds.
    pub created_ms: i64,
    /// Whether an unpaid order keeps the phone.
    pub is_kept: bool,
    /// Whether the phone waits to be wiped after its last member.
    pub is_left: bool,
    /// Words of operators about it; empty where there are none.
    pub note: String,
}

#[derive(Queryable)]
struct Raw {
    id: i64,
    owl_id: String,
    alias: String,
    adb: String,
    configuration: (i64, String, String, String, String),
    owner: (Option<i64>, Option<String>, Option<String>),
    assign_ms: i64,
    expire_ms: i64,
    status_code: i16,
    power_on: bool,
    reasons: (Option<String>, Option<String>),
    status_since_ms: i64,
    created_ms: i64,
    reserved_by: Option<i64>,
    left_by: Option<i64>,
    note: String,
}

impl TryFrom<Raw> for PhoneRow {
    type Error = StoreError;

    fn try_from(raw: Raw) -> Result<Self, StoreError> {
        let (configuration_id, zh, en, code, android_version) = raw.configuration;
        let (owner_id, number, user_name) = raw.owner;
        let (unwell, failed) = raw.reasons;
        Ok(Self {
            id: raw.id,
            owl_id: raw.owl_id,
            alias: raw.alias,
            adb: raw.adb,
            configuration_id,
            configuration: LocalizedName { zh, en },
            code,
            android_version,
            owner_id,
            owner: named(number.as_deref(), user_name),
            assign_ms: raw.assign_ms,
            expire_ms: raw.expire_ms,
            status: Status::from_code(raw.status_code)
                .ok_or(StoreError::Corrupt("phone status"))?,
            power: if raw.power_on { Power::On } else { Power::Off },
            reason: failed.or(unwell),
            status_since_ms: raw.status_since_ms,
            created_ms: raw.created_ms,
            is_kept: raw.reserved_by.is_some(),
            is_left: raw.left_by.is_some(),
            note: raw.note,
        })
    }
}

/// An account for operators' eyes: its masked number, else its name.
pub(super) fn named(number: Option<&str>, user_name: Option<String>) -> String {
    number.map(masked).or(user_name).unwrap_or_default()
}

/// Loads phones in the order of their ids as given.
pub(super) fn rows_of(conn: &mut AnyConn, ids: &[i64]) -> Result<Vec<PhoneRow>, StoreError> {
    let rows: Vec<Raw> = phones::table
        .inner_join(configurations::table)
        .left_join(members::table.on(members::id.nullable().eq(phones::owner_id)))
        .filter(among(phones::id, ids))
        .filter(phones::removed_ms.is_null())
        .select((
            phones::id,
            phones::owl_id,
            phones::alias,
            phones::adb,
            (
                configurations::id,
                configurations::name,
                configurations::name_en,
                configurations::code,
                configurations::android_version,
            ),
            (
                phones::owner_id,
                members::phone.nullable(),
                members::user_name.nullable(),
            ),
            phones::assign_ms,
            phones::expire_ms,
            phones::status_code,
            phones::power_on,
            (phones::reason, phones::failed_reason),
            phones::status_since_ms,
            phones::created_ms,
            phones::reserved_by,
            phones::left_by,
            phones::note,
        ))
        .load(conn)?;
    let mut by_id: HashMap<i64, PhoneRow> = HashMap::with_capacity(rows.len());
    for raw in rows {
        let row = PhoneRow::try_from(raw)?;
        by_id.insert(row.id, row);
    }
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

/// A grant in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrantInForce {
    /// The guest's masked number, or account name.
    pub to: String,
    /// Level of the grant.
    pub level: Level,
    /// End of the grant, Unix milliseconds.
    pub until_ms: i64,
}

/// A member's session that controls a phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Controller {
    /// The member's masked number, or account name.
    pub who: String,
    /// Short name of the device.
    pub device: String,
    /// Address of the device.
    pub address: String,
}

/// A phone with everything that operators see of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhoneView {
    /// Facts that the list shows.
    pub row: PhoneRow,
    /// Dots per inch.
    pub dpi: i32,
    /// Carrier: 1 mobile, 2 unicom, 3 telecom.
    pub carrier: i16,
    /// The grant in force, if there is one.
    pub lent: Option<GrantInForce>,
    /// Number of sub-accounts that were given the phone.
    pub sub_accounts: usize,
    /// The session that controls the phone now.
    pub controller: Option<Controller>,
}

/// Reads one phone; none when it is unknown, or left the stock.
pub async fn view(
    store: &Store,
    phone_id: i64,
    now_ms: i64,
) -> Result<Option<PhoneView>, StoreError> {
    store
        .run(move |conn| {
            let Some(row) = rows_of(conn, &[phone_id])?.pop() else {
                return Ok(None);
            };
            let (dpi, carrier) = phones::table
                .find(phone_id)
                .select((phones::dpi, phones::carrier))
                .first(conn)?;
            Ok(Some(PhoneView {
                row,
                dpi,
                carrier,
                lent: lent(conn, phone_id, now_ms)?,
                sub_accounts: access::given_to(conn, phone_id)?.len(),
                controller: controller(conn, phone_id)?,
            }))
        })
        .await
}

fn lent(
    conn: &mut AnyConn,
    phone_id: i64,
    now_ms: i64,
) -> Result<Option<GrantInForce>, StoreError> {
    let found: Option<(Option<String>, Option<String>, i16, i64)> = grants::table
        .inner_join(members::table.on(members::id.eq(grants::member_id)))
        .filter(grants::phone_id.eq(phone_id))
        .filter(grants::ended_ms.is_null())
        .filter(grants::expire_ms.gt(now_ms))
        .select((
            members::phone,
            members::user_name,
            grants::level,
            grants::expire_ms,
        ))
        .first(conn)
        .optional()?;
    found
        .map(|(number, user_name, level, until_ms)| {
            Ok(GrantInForce {
                to: named(number.as_deref(), user_name),
                level: Level::from_accredit_type(level)
                    .ok_or(StoreError::Corrupt("grant level"))?,
                until_ms,
            })
        })
        .transpose()
}

fn controller(conn: &mut AnyConn, phone_id: i64) -> Result<Option<Controller>, StoreError> {
    let found: Option<(Option<String>, Option<String>, String, String)> = seats::table
        .inner_join(sessions::table.on(sessions::id.nullable().eq(seats::session_id)))
        .inner_join(members::table.on(members::id.nullable().eq(seats::member_id)))
        .filter(seats::phone_id.eq(phone_id))
        .filter(seats::state.eq(CONNECTED))
        .select((
            members::phone,
            members::user_name,
            sessions::device,
            sessions::address,
        ))
        .first(conn)
        .optional()?;
    Ok(
        found.map(|(number, user_name, device, address)| Controller {
            who: named(number.as_deref(), user_name),
            device,
            address,
        }),
    )
}

/// Records in the audit that an operator looks at a phone's screen, whether or not the screenshot then succeeds. Refused without the permission,
/// and too often in a minute.
pub async fn look(store: &Store, author: audit::Author, phone_id: i64) -> Result<(), ShotError> {
    store
        .write(move |tx| {
            let actor = &author.actor;
            let claimed = claim_permitted(tx, actor, SEE_SCREENS, &[phone_id])?.pop();
            if !matches!(claimed, Some(Ok(_))) {
                return Err(ShotError::Phone(StartError::Unknown));
            }
            let counted = format!("console.screen:{}", actor.member_id());
            if limits::spend(tx, &counted, LOOKS, author.now_ms)?.is_err() {
                return Err(ShotError::TooOften);
            }
            audit::record_change(tx, &author, "phone.look", ("phone", phone_id), [None, None])?;
            Ok(())
        })
        .await
}
