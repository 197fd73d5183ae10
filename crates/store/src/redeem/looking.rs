//! Members' view of codes: what each gives before it is used, and which codes they used.

use diesel::prelude::*;
use domain::lang::LocalizedName;
use domain::redeem::{Code, Gift, Gives, Refusal};

use super::guesses::{Guesser, count};
use super::{RedeemError, found, gift_of, hashed, is_at_limit, name_of};
use crate::Store;
use crate::db::conn::{AnyConn, Backend};
use crate::db::contains::contains;
use crate::db::schema::{phones, redeem_batches, redeem_codes};
use crate::db::search::containing;
use crate::error::StoreError;
use crate::secrets::Secret;
use crate::session::Actor;

/// Gift of one code, or the reason why it gives nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// Gift of the code; none for a code that this member may not use.
    pub gift: Option<Gift>,
    /// Name of the gift's configuration; none: any.
    pub configuration: Option<LocalizedName>,
    /// Reason why the code cannot be used now; none for a code that can.
    pub refusal: Option<Refusal>,
}

impl Preview {
    const fn refused(refusal: Refusal) -> Self {
        Self {
            gift: None,
            configuration: None,
            refusal: Some(refusal),
        }
    }
}

/// Previews codes, in their order. No code is used; a wrong one counts as a guess.
pub async fn preview(
    store: &Store,
    guesser: Guesser,
    codes: Vec<Code>,
    now_ms: i64,
) -> Result<Vec<Preview>, StoreError> {
    let secret = store.secret().clone();
    store
        .write(move |tx| {
            codes
                .iter()
                .map(|code| one(tx, &secret, &guesser, code, now_ms))
                .collect()
        })
        .await
}

fn one(
    tx: &mut AnyConn,
    secret: &Secret,
    guesser: &Guesser,
    code: &Code,
    now_ms: i64,
) -> Result<Preview, StoreError> {
    let counted = match count(tx, secret, guesser, now_ms) {
        Ok(counted) => counted,
        Err(RedeemError::Refused(refusal)) => return Ok(Preview::refused(refusal)),
        Err(RedeemError::Fault(fault)) => return Err(fault),
    };
    let member_id = guesser.actor.member_id();
    let Some(code) = found(tx, &hashed(secret, code))? else {
        return Ok(Preview::refused(Refusal::Unusable));
    };
    match code.status.judge(member_id, now_ms) {
        Err(Refusal::Unusable) => return Ok(Preview::refused(Refusal::Unusable)),
        judged => {
            counted.give_back(tx)?;
            if let Err(refusal) = judged {
                return Ok(Preview::refused(refusal));
            }
        }
    }
    let refusal = if is_at_limit(tx, &code, member_id)? {
        Some(Refusal::Limit)
    } else if code.gift.gives == Gives::Phone && !is_in_stock(tx, code.gift.configuration_id)? {
        Some(Refusal::OutOfStock)
    } else {
        None
    };
    Ok(Preview {
        configuration: name_of(tx, code.gift.configuration_id)?,
        gift: Some(code.gift),
        refusal,
    })
}

fn is_in_stock(conn: &mut AnyConn, configuration_id: Option<i64>) -> Result<bool, StoreError> {
    let free: Option<i64> = phones::table
        .filter(phones::configuration_id.nullable().eq(configuration_id))
        .filter(phones::owner_id.is_null())
        .filter(phones::maintenance.eq(false))
        .filter(phones::reserved_by.is_null())
        .select(phones::id)
        .first(conn)
        .optional()?;
    Ok(free.is_some())
}

/// A code that a member used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History {
    /// Id of the code.
    pub id: i64,
    /// The first characters of the code.
    pub head: String,
    /// Gift of the code.
    pub gift: Gift,
    /// Time of use, Unix milliseconds.
    pub used_ms: i64,
    /// Id of the phone that was given or renewed.
    pub phone_id: i64,
    /// Id of the phone for people.
    pub owl_id: String,
    /// Name of the phone: the present one, or the one at the time of use when the phone is no longer the member's.
    pub alias: String,
    /// Whether the phone is no longer the member's.
    pub is_gone: bool,
    /// End of the phone's rental after the use, Unix milliseconds.
    pub new_expire_ms: i64,
}

/// A page of used codes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HistoryPage {
    /// Used codes of the page, the last used one first.
    pub list: Vec<History>,
    /// Number of used codes that pass the filter.
    pub total: i64,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = redeem_codes)]
struct UsedRow {
    id: i64,
    head: String,
    used_ms: Option<i64>,
    phone_id: Option<i64>,
    owl_id: Option<String>,
    alias: Option<String>,
    new_expire_ms: Option<i64>,
}

/// Gift of a code, in the columns of its batch: kind, configuration and days.
type GiftColumns = (i16, Option<i64>, i64);

/// Codes that the actor used; `limit` rows after `offset`. `keyword`: part of a phone's name or id, or of a code's first characters.
pub async fn history(
    store: &Store,
    actor: &Actor,
    keyword: Option<String>,
    (offset, limit): (i64, i64),
) -> Result<HistoryPage, StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            let chosen = || {
                let mut query = redeem_codes::table
                    .inner_join(redeem_batches::table)
                    .left_join(
                        phones::table.on(phones::id
                            .nullable()
                            .eq(redeem_codes::phone_id)
                            .and(phones::owner_id.eq(member_id))),
                    )
                    .filter(redeem_codes::used_by.eq(member_id))
                    .into_boxed::<Backend>();
                if let Some(word) = keyword.as_deref().filter(|word| !word.is_empty()) {
                    let key = domain::text::key(word);
                    // Codes and ids are written in capitals.
                    let capitals = word.to_uppercase();
                    let (like_id, like_name) = (containing(&capitals), containing(&key));
                    query = query.filter(
                        contains(redeem_codes::head, &capitals)
                            .nullable()
                            .or(redeem_codes::owl_id.like(like_id).escape('\\'))
                            .or(redeem_codes::alias_key.like(like_name).escape('\\'))
                            .or(contains(phones::alias_key, &key).nullable()),
                    );
                }
                query
            };
            let rows: Vec<(UsedRow, GiftColumns, Option<String>)> = chosen()
                .order((redeem_codes::used_ms.desc(), redeem_codes::id.desc()))
                .offset(offset)
                .limit(limit)
                .select((
                    UsedRow::as_select(),
                    (
                        redeem_batches::gives,
                        redeem_batches::configuration_id,
                        redeem_batches::days,
                    ),
                    phones::alias.nullable(),
                ))
                .load(conn)?;
            let total: i64 = chosen().count().get_result(conn)?;
            let list = rows.into_iter().map(|(row, (gives, id, days), alias)| {
                Ok(History {
                    id: row.id,
                    head: row.head,
                    gift: gift_of(gives, id, days)?,
                    used_ms: row.used_ms.unwrap_or_default(),
                    phone_id: row.phone_id.unwrap_or_default(),
                    owl_id: row.owl_id.unwrap_or_default(),
                    is_gone: alias.is_none(),
                    alias: alias.or(row.alias).unwrap_or_default(),
                    new_expire_ms: row.new_expire_ms.unwrap_or_default(),
                })
            });
            Ok(HistoryPage {
                total,
                list: list.collect::<Result<_, StoreError>>()?,
            })
        })
        .await
}
