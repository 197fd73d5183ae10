//! Members as operators find them: a page of them with what each has, and how many there are in each state.

use std::collections::HashMap;

use diesel::dsl::{count_star, exists, not};
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use domain::phones::{EXPIRING_MS, Status, Tone};

use super::{Role, masked};
use crate::Store;
use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend};
use crate::db::contains::contains;
use crate::db::prepared::prepared;
use crate::db::schema::{members, orders, phones};
use crate::db::search::containing;
use crate::db::total::total;
use crate::error::StoreError;

/// State of the members to show; its counts stand in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Show {
    /// All members, whatever their state.
    #[default]
    All,
    /// Members with phones.
    WithPhones,
    SubAccounts,
    /// Disabled accounts, operators' too.
    Disabled,
    Operators,
}

/// Order of the members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MemberSort {
    /// By time of making.
    #[default]
    Created,
    /// By time of the last sign-in.
    SignedIn,
    /// By points.
    Points,
}

/// Question for members.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Question {
    /// Part of a name, a nickname, a number or an address, or a whole id.
    pub keyword: Option<String>,
    /// State of the members to find.
    pub show: Show,
    /// Order of the list.
    pub by: MemberSort,
    /// Whether the highest comes first.
    pub descending: bool,
}

/// A member in the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedMember {
    /// Account's id.
    pub id: i64,
    /// Masked number; empty where there is none.
    pub phone: String,
    /// Account name, if it has one.
    pub user_name: Option<String>,
    pub nickname: String,
    /// Whether it is an operator's account.
    pub is_operator: bool,
    /// Whether it is a sub-account.
    pub is_sub_account: bool,
    /// Whether the account is disabled.
    pub disabled: bool,
    /// Time of making, Unix milliseconds.
    pub created_ms: i64,
    /// Time of the last sign-in, Unix milliseconds.
    pub signed_in_ms: Option<i64>,
    /// Number of points.
    pub points: i64,
    /// Number of phones.
    pub phones: i64,
    /// Number of phones that fail.
    pub failing: i64,
    /// Number of phones whose rental ends soon.
    pub ending: i64,
    /// Money that was paid and not given back, in fen.
    pub spent_fen: i64,
}

/// A page of members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPage {
    /// Members of the page.
    pub list: Vec<ListedMember>,
    /// Number of members that pass the question.
    pub total: i64,
    /// Number of members in each state, whatever is asked for, in the order of [`Show`].
    pub counts: Vec<i64>,
}

type Row = (
    i64,
    Option<String>,
    Option<String>,
    String,
    i16,
    Option<i64>,
    bool,
    i64,
    Option<i64>,
    i64,
);

/// Members that pass the question; `limit` rows after `offset`. A fixed number of statements, however many there are.
pub async fn list(
    store: &Store,
    question: Question,
    (offset, limit): (i64, i64),
    now_ms: i64,
) -> Result<FoundPage, StoreError> {
    store
        .run(move |conn| {
            let counts: Counts = prepared(diesel::sql_query(COUNTS)).get_result(conn)?;
            let counts = counts.in_order();
            let total = match question.keyword {
                Some(_) => chosen(&question).count().get_result(conn)?,
                None => counts[question.show as usize],
            };
            let rows: Vec<Row> = ordered(&question)
                .offset(offset)
                .limit(limit)
                .select((
                    members::id,
                    members::phone,
                    members::user_name,
                    members::nickname,
                    members::role,
                    members::parent_id,
                    members::disabled,
                    members::created_ms,
                    members::signed_in_ms,
                    members::point,
                ))
                .load(conn)?;
            Ok(FoundPage {
                list: with_figures(conn, rows, now_ms)?,
                total,
                counts: counts.to_vec(),
            })
        })
        .await
}

/// Number of members in each state, all in one reading of the table.
const COUNTS: &str = "SELECT \
    count(CASE WHEN role = 1 THEN 1 END) AS everybody, \
    count(CASE WHEN role = 1 AND id IN (SELECT owner_id FROM phones WHERE owner_id IS NOT NULL) THEN 1 END) AS with_phones, \
    count(CASE WHEN role = 1 AND parent_id IS NOT NULL THEN 1 END) AS sub_accounts, \
    count(CASE WHEN disabled = TRUE THEN 1 END) AS disabled, \
    count(CASE WHEN role <> 1 THEN 1 END) AS operators \
    FROM members WHERE deleted_ms IS NULL";

#[derive(QueryableByName)]
struct Counts {
    #[diesel(sql_type = BigInt)]
    everybody: i64,
    #[diesel(sql_type = BigInt)]
    with_phones: i64,
    #[diesel(sql_type = BigInt)]
    sub_accounts: i64,
    #[diesel(sql_type = BigInt)]
    disabled: i64,
    #[diesel(sql_type = BigInt)]
    operators: i64,
}

impl Counts {
    /// In the order of [`Show`].
    fn in_order(&self) -> [i64; 5] {
        [
            self.everybody,
            self.with_phones,
            self.sub_accounts,
            self.disabled,
            self.operators,
        ]
    }
}

const _: () = assert!(Role::Member as i16 == 1, "the role that the counts name");

fn of_state(show: Show) -> members::BoxedQuery<'static, Backend> {
    let query = members::table
        .filter(members::deleted_ms.is_null())
        .into_boxed::<Backend>();
    let member = members::role.eq(Role::Member as i16);
    match show {
        Show::All => query.filter(member),
        Show::WithPhones => query.filter(member).filter(exists(
            phones::table.filter(phones::owner_id.eq(members::id.nullable())),
        )),
        Show::SubAccounts => query
            .filter(member)
            .filter(members::parent_id.is_not_null()),
        Show::Disabled => query.filter(members::disabled.eq(true)),
        Show::Operators => query.filter(not(member)),
    }
}

fn chosen(question: &Question) -> members::BoxedQuery<'static, Backend> {
    let query = of_state(question.show);
    let Some(keyword) = &question.keyword else {
        return query;
    };
    let small = keyword.to_lowercase();
    query.filter(
        members::user_name
            .like(containing(&small))
            .escape('\\')
            .or(contains(members::nickname, keyword))
            .or(members::phone.like(containing(keyword)).escape('\\'))
            .or(contains(members::email, &small))
            .or(members::id.eq(keyword.parse().unwrap_or(0))),
    )
}

fn ordered(question: &Question) -> members::BoxedQuery<'static, Backend> {
    let query = chosen(question);
    match (question.by, question.descending) {
        (MemberSort::Created, false) => query.order((members::created_ms, members::id)),
        (MemberSort::Created, true) => {
            query.order((members::created_ms.desc(), members::id.desc()))
        }
        (MemberSort::SignedIn, false) => query.order((members::signed_in_ms, members::id)),
        (MemberSort::SignedIn, true) => {
            query.order((members::signed_in_ms.desc(), members::id.desc()))
        }
        (MemberSort::Points, false) => query.order((members::point, members::id)),
        (MemberSort::Points, true) => query.order((members::point.desc(), members::id.desc())),
    }
}

/// Adds what the members of a page have, with a query for each figure.
fn with_figures(
    conn: &mut AnyConn,
    rows: Vec<Row>,
    now_ms: i64,
) -> Result<Vec<ListedMember>, StoreError> {
    let ids: Vec<i64> = rows.iter().map(|row| row.0).collect();
    let owned = || {
        phones::table
            .filter(phones::owner_id.is_not_null())
            .filter(among(phones::owner_id.assume_not_null(), &ids))
            .group_by(phones::owner_id)
            .select((phones::owner_id, count_star()))
    };
    let all = of(owned().load(conn)?);
    let failing = of(owned()
        .filter(among(phones::status_code, failing_statuses()))
        .load(conn)?);
    let ending = of(owned()
        .filter(phones::expire_ms.between(now_ms, now_ms.saturating_add(EXPIRING_MS)))
        .load(conn)?);
    let spent: HashMap<i64, i64> = orders::table
        .filter(among(orders::member_id, &ids))
        .group_by(orders::member_id)
        .select((
            orders::member_id,
            total(orders::paid_fen - orders::refunded_fen),
        ))
        .load::<(i64, i64)>(conn)?
        .into_iter()
        .collect();
    Ok(rows
        .into_iter()
        .map(|row| {
            let (
                id,
                phone,
                user_name,
                nickname,
                role,
                parent_id,
                disabled,
                created_ms,
                signed_in_ms,
                points,
            ) = row;
            let figure = |of: &HashMap<i64, i64>| of.get(&id).copied().unwrap_or(0);
            ListedMember {
                id,
                phone: phone.as_deref().map(masked).unwrap_or_default(),
                user_name,
                nickname,
                is_operator: role == Role::Operator as i16,
                is_sub_account: parent_id.is_some(),
                disabled,
                created_ms,
                signed_in_ms,
                points,
                phones: figure(&all),
                failing: figure(&failing),
                ending: figure(&ending),
                spent_fen: figure(&spent),
            }
        })
        .collect())
}

fn of(rows: Vec<(Option<i64>, i64)>) -> HashMap<i64, i64> {
    let owned = rows.into_iter();
    owned
        .filter_map(|(id, count)| id.map(|id| (id, count)))
        .collect()
}

/// Statuses of phones that fail.
pub(super) fn failing_statuses() -> impl Iterator<Item = i16> {
    let failing = Status::ALL.into_iter();
    failing
        .filter(|status| matches!(status.tone(), Tone::Err))
        .map(Status::code)
}
