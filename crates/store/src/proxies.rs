//! The proxies of phones: which phone has which, for whom, and how much went through it. Logins are sealed before they come here.

use std::collections::HashMap;

use diesel::dsl::{exists, not};
use diesel::prelude::*;
use domain::access::Level;
use domain::phones::Action;
use domain::proxy::{Protocol, Proxy, SealedLogin, TESTS_AN_HOUR, Tested};
use thiserror::Error;

use crate::Store;
use crate::access::{self, ClaimError, Granted, View};
use crate::db::conn::{AnyConn, Backend};
use crate::db::schema::{phone_proxies, phones};
use crate::error::{StoreError, faults};
use crate::limits::{self, Exhausted, Limit, Renewal};
use crate::phones::Phone;
use crate::secrets::new_id;
use crate::session::Actor;

const TESTS: Limit = Limit {
    most: TESTS_AN_HOUR,
    window_ms: 60 * 60 * 1000,
    renewal: Renewal::AfterFirst,
};

/// The proxy of a phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhoneProxy {
    pub phone_id: i64,
    pub proxy: Proxy,
    /// Time at which the phone got the proxy, Unix milliseconds.
    pub set_ms: i64,
    /// Random number of this setting, by which a report about an earlier proxy of the phone is recognized.
    pub generation: i64,
    /// Bytes that the phone sent through it.
    pub bytes_up: i64,
    /// Bytes that the phone got through it.
    pub bytes_down: i64,
    /// Whether the proxy is to be removed from the phone, by a server that has not done it yet.
    pub leaving: bool,
}

/// Why a member cannot change a phone's proxy.
#[derive(Debug, Error)]
pub enum ProxyError {
    /// The phone is unknown, or another member's.
    #[error("no such phone")]
    Unknown,
    /// The member lacks the right to change the phone's identity, which a proxy needs too.
    #[error("the right is not enough")]
    Right,
    /// The rental is over.
    #[error("the rental is over")]
    Expired,
    /// [`TESTS_AN_HOUR`] were made.
    #[error("too many tests of proxies")]
    TooMany {
        /// Time until the next test, in milliseconds.
        retry_after_ms: i64,
    },
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(ProxyError);

impl From<ClaimError> for ProxyError {
    fn from(error: ClaimError) -> Self {
        match error {
            ClaimError::Unknown => Self::Unknown,
            ClaimError::Right => Self::Right,
            ClaimError::Fault(fault) => Self::Fault(fault),
        }
    }
}

impl From<Exhausted> for ProxyError {
    fn from(full: Exhausted) -> Self {
        Self::TooMany {
            retry_after_ms: full.retry_after_ms,
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = phone_proxies, check_for_backend(Backend))]
struct Row {
    phone_id: i64,
    protocol: i16,
    host: String,
    port: i32,
    login: Option<String>,
    country: Option<i32>,
    city: Option<i64>,
    set_ms: i64,
    generation: i64,
    bytes_up: i64,
    bytes_down: i64,
    leaving: bool,
    tested_ms: Option<i64>,
    exit_address: Option<String>,
    delay_ms: Option<i64>,
}

impl Row {
    fn read(self) -> Result<PhoneProxy, StoreError> {
        let protocol = Protocol::from_code(self.protocol);
        let port = u16::try_from(self.port);
        let tested = match (self.tested_ms, self.exit_address, self.delay_ms) {
            (Some(at_ms), Some(exit), Some(delay_ms)) => Some(Tested {
                at_ms,
                exit,
                delay_ms,
            }),
            _ => None,
        };
        Ok(PhoneProxy {
            phone_id: self.phone_id,
            proxy: Proxy {
                protocol: protocol.ok_or(StoreError::Corrupt("protocol of a proxy"))?,
                host: self.host,
                port: port.map_err(|_| StoreError::Corrupt("port of a proxy"))?,
                login: self.login.map(SealedLogin),
                country: self.country,
                city: self.city,
                tested,
            },
            set_ms: self.set_ms,
            generation: self.generation,
            bytes_up: self.bytes_up,
            bytes_down: self.bytes_down,
            leaving: self.leaving,
        })
    }
}

/// Stores the proxy of a rented phone, in place of an earlier one. A phone in stock gets none.
pub async fn put(
    store: &Store,
    phone_id: i64,
    proxy: Proxy,
    now_ms: i64,
) -> Result<(), StoreError> {
    store
        .write(move |tx| put_in(tx, phone_id, &proxy, now_ms))
        .await
}

fn put_in(tx: &mut AnyConn, phone_id: i64, proxy: &Proxy, now_ms: i64) -> Result<(), StoreError> {
    let owner_id: Option<i64> = phones::table
        .find(phone_id)
        .select(phones::owner_id)
        .first(tx)?;
    diesel::delete(phone_proxies::table.find(phone_id)).execute(tx)?;
    if let Some(owner_id) = owner_id {
        let tested = proxy.tested.as_ref();
        diesel::insert_into(phone_proxies::table)
            .values((
                (
                    phone_proxies::phone_id.eq(phone_id),
                    phone_proxies::owner_id.eq(owner_id),
                    phone_proxies::protocol.eq(proxy.protocol as i16),
                    phone_proxies::host.eq(&proxy.host),
                    phone_proxies::port.eq(i32::from(proxy.port)),
                    phone_proxies::login.eq(proxy.login.as_ref().map(|sealed| &sealed.0)),
                    phone_proxies::country.eq(proxy.country),
                    phone_proxies::city.eq(proxy.city),
                ),
                (
                    phone_proxies::set_ms.eq(now_ms),
                    phone_proxies::generation.eq(new_id()),
                    phone_proxies::tested_ms.eq(tested.map(|test| test.at_ms)),
                    phone_proxies::exit_address.eq(tested.map(|test| &test.exit)),
                    phone_proxies::delay_ms.eq(tested.map(|test| test.delay_ms)),
                ),
            ))
            .execute(tx)?;
    }
    Ok(())
}

/// Marks the proxy of a phone for removal, and deletes its login at once. Nothing happens where the phone has none.
pub async fn leave(store: &Store, phone_id: i64) -> Result<(), StoreError> {
    store.write(move |tx| leave_in(tx, phone_id)).await
}

fn leave_in(tx: &mut AnyConn, phone_id: i64) -> Result<(), StoreError> {
    diesel::update(phone_proxies::table.find(phone_id))
        .set((
            phone_proxies::leaving.eq(true),
            phone_proxies::login.eq(None::<String>),
        ))
        .execute(tx)?;
    Ok(())
}

/// Gives a member's phone a proxy, or removes it. The right is that to one-click new device.
pub async fn change(
    store: &Store,
    actor: &Actor,
    phone_id: i64,
    proxy: Option<Proxy>,
    now_ms: i64,
) -> Result<(), ProxyError> {
    let mut changed = change_each(store, actor, vec![(phone_id, proxy)], now_ms).await?;
    changed
        .pop()
        .map_or(Err(ProxyError::Unknown), |(_, each)| each)
}

/// Gives each of a member's phones its proxy, or removes it. A phone for which the right is missing is refused alone.
pub async fn change_each(
    store: &Store,
    actor: &Actor,
    changes: Vec<(i64, Option<Proxy>)>,
    now_ms: i64,
) -> Result<Vec<(i64, Result<(), ProxyError>)>, StoreError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let ids: Vec<i64> = changes.iter().map(|(id, _)| *id).collect();
            let claimed = access::claim_each::<View>(tx, &actor, &ids, now_ms)?;
            let mut changed = Vec::with_capacity(changes.len());
            for (claim, (phone_id, proxy)) in claimed.into_iter().zip(&changes) {
                let verdict = match claim {
                    Ok(phone) => judge(&phone, now_ms),
                    Err(ClaimError::Fault(fault)) => return Err(fault),
                    Err(refused) => Err(refused.into()),
                };
                if verdict.is_ok() {
                    match proxy {
                        Some(proxy) => put_in(tx, *phone_id, proxy, now_ms)?,
                        None => leave_in(tx, *phone_id)?,
                    }
                }
                changed.push((*phone_id, verdict));
            }
            Ok(changed)
        })
        .await
}

/// Whether the actor may give the phone a proxy now.
fn judge(phone: &Granted<Phone, View>, now_ms: i64) -> Result<(), ProxyError> {
    if !phone.level_for(Action::NewDevice).allows(Level::Owner) {
        return Err(ProxyError::Right);
    }
    if phone.expire_ms <= now_ms {
        return Err(ProxyError::Expired);
    }
    Ok(())
}

/// The proxy of a phone that the actor may change; none where the phone has none.
pub async fn of_phone(
    store: &Store,
    actor: &Actor,
    phone_id: i64,
    now_ms: i64,
) -> Result<Option<PhoneProxy>, ProxyError> {
    let actor = actor.clone();
    store
        .run(move |conn| {
            let phone = access::claim_one::<View>(conn, &actor, phone_id, now_ms)?;
            if !phone.level_for(Action::NewDevice).allows(Level::Owner) {
                return Err(ProxyError::Right);
            }
            Ok(current(conn, phone_id)?)
        })
        .await
}

/// The proxy of a phone; none where the phone has none, or its removal is pending.
fn current(conn: &mut AnyConn, phone_id: i64) -> Result<Option<PhoneProxy>, StoreError> {
    let row: Option<Row> = phone_proxies::table
        .find(phone_id)
        .filter(phone_proxies::leaving.eq(false))
        .select(Row::as_select())
        .first(conn)
        .optional()?;
    row.map(Row::read).transpose()
}

/// Notes the test that a proxy passed, unless the phone has another one by now.
pub async fn note_test(
    store: &Store,
    phone_id: i64,
    generation: i64,
    tested: Tested,
) -> Result<(), StoreError> {
    store
        .write(move |tx| {
            diesel::update(
                phone_proxies::table
                    .find(phone_id)
                    .filter(phone_proxies::generation.eq(generation)),
            )
            .set((
                phone_proxies::tested_ms.eq(tested.at_ms),
                phone_proxies::exit_address.eq(&tested.exit),
                phone_proxies::delay_ms.eq(tested.delay_ms),
            ))
            .execute(tx)?;
            Ok::<_, StoreError>(())
        })
        .await
}

/// Proxies of those of the phones whose identity the actor may change.
pub async fn of_phones(
    store: &Store,
    actor: &Actor,
    phone_ids: Vec<i64>,
    now_ms: i64,
) -> Result<HashMap<i64, PhoneProxy>, StoreError> {
    let actor = actor.clone();
    store
        .run(move |conn| {
            let mut found = HashMap::new();
            let claimed = access::claim_each::<View>(conn, &actor, &phone_ids, now_ms)?;
            for phone in claimed.into_iter().filter_map(Result::ok) {
                if !phone.level_for(Action::NewDevice).allows(Level::Owner) {
                    continue;
                }
                if let Some(proxy) = current(conn, phone.id)? {
                    found.insert(phone.id, proxy);
                }
            }
            Ok(found)
        })
        .await
}

/// Proxies of all phones. Those of phones that belong to another member by now, or whose rental is over, are marked for removal first.
pub async fn all(store: &Store, now_ms: i64) -> Result<Vec<PhoneProxy>, StoreError> {
    let (found, gone) = store
        .run(move |conn| Ok::<_, StoreError>((rows(conn)?, lost(conn, now_ms)?)))
        .await?;
    if gone.is_empty() {
        return Ok(found);
    }
    store
        .write(move |tx| {
            for phone_id in lost(tx, now_ms)? {
                leave_in(tx, phone_id)?;
            }
            rows(tx)
        })
        .await
}

fn rows(conn: &mut AnyConn) -> Result<Vec<PhoneProxy>, StoreError> {
    let rows: Vec<Row> = phone_proxies::table
        .order(phone_proxies::phone_id)
        .select(Row::as_select())
        .load(conn)?;
    rows.into_iter().map(Row::read).collect()
}

fn lost(conn: &mut AnyConn, now_ms: i64) -> Result<Vec<i64>, StoreError> {
    let held = phones::table
        .filter(phones::id.eq(phone_proxies::phone_id))
        .filter(phones::owner_id.eq(phone_proxies::owner_id.nullable()))
        .filter(phones::expire_ms.gt(now_ms));
    let lost = phone_proxies::table
        .filter(phone_proxies::leaving.eq(false))
        .filter(not(exists(held)))
        .select(phone_proxies::phone_id);
    Ok(lost.load(conn)?)
}

/// Deletes a proxy that was taken off its phone.
pub async fn taken_off(store: &Store, phone_id: i64, generation: i64) -> Result<(), StoreError> {
    store
        .write(move |tx| {
            diesel::delete(
                phone_proxies::table
                    .find(phone_id)
                    .filter(phone_proxies::generation.eq(generation))
                    .filter(phone_proxies::leaving.eq(true)),
            )
            .execute(tx)?;
            Ok::<_, StoreError>(())
        })
        .await
}

/// Notes that a phone may have the proxy of another phone in its settings, copied with that phone's data, so that it is removed.
pub async fn mark_copied_proxy(
    store: &Store,
    phone_id: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    store
        .write(move |tx| {
            diesel::delete(phone_proxies::table.find(phone_id)).execute(tx)?;
            diesel::insert_into(phone_proxies::table)
                .values((
                    phone_proxies::phone_id.eq(phone_id),
                    phone_proxies::owner_id.eq(0),
                    phone_proxies::protocol.eq(Protocol::Http as i16),
                    phone_proxies::host.eq(""),
                    phone_proxies::port.eq(1),
                    phone_proxies::set_ms.eq(now_ms),
                    phone_proxies::generation.eq(new_id()),
                    phone_proxies::leaving.eq(true),
                ))
                .execute(tx)?;
            Ok(())
        })
        .await
}

/// Adds the bytes that went through proxies: phone, generation, and bytes up and down.
pub async fn count(store: &Store, moved: Vec<(i64, i64, [u64; 2])>) -> Result<(), StoreError> {
    store
        .write(move |tx| {
            for (phone_id, generation, [up, down]) in moved {
                let [up, down] = [up, down].map(|n| i64::try_from(n).unwrap_or(i64::MAX));
                diesel::update(
                    phone_proxies::table
                        .find(phone_id)
                        .filter(phone_proxies::generation.eq(generation)),
                )
                .set((
                    phone_proxies::bytes_up.eq(phone_proxies::bytes_up + up),
                    phone_proxies::bytes_down.eq(phone_proxies::bytes_down + down),
                ))
                .execute(tx)?;
            }
            Ok::<_, StoreError>(())
        })
        .await
}

/// Spends one of a member's tests of proxies.
pub async fn spend_test(store: &Store, actor: &Actor, now_ms: i64) -> Result<(), ProxyError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            limits::spend(tx, &format!("proxies:{member_id}"), TESTS, now_ms)??;
            Ok(())
        })
        .await
}
