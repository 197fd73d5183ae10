//! The list: phones that a member owns or was granted, searched, sorted, paged.

use std::collections::{HashMap, HashSet};

use diesel::dsl::{case_when, count_star};
use diesel::prelude::*;
use domain::access::Level;
use domain::operations::Kind;
use domain::phones::{
    EXPIRING_MS, InGroup, ListQuery, Power, Relation, Rental, SortOrder, SortType, Status, Tone,
};

use super::Phone;
use crate::Store;
use crate::access::{LiveGrant, live_grants};
use crate::conn::{AnyConn, Backend};
use crate::fault::Fault;
use crate::member::masked;
use crate::schema::{configurations, grants, members, operations, phone_tags, phones, tags};
use crate::session::Actor;

/// A page of phones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    /// This page.
    pub rows: Vec<Listed>,
    /// Phones that the search found.
    pub total: i64,
    /// Searched names or ids that no visible phone has.
    pub not_found: Vec<String>,
    /// All visible phones, whatever the search.
    pub summary: Summary,
}

/// Counts over all phones that a member can see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// All.
    pub total: i64,
    /// Running, and within their rental.
    pub running: i64,
    /// Whose rental ends soon.
    pub expiring_soon: i64,
    /// Unwell though on, or where a change failed.
    pub abnormal: i64,
}

/// A phone as its member sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The phone.
    pub phone: Phone,
    /// What the member may do.
    pub level: Level,
    /// Until when the member has it: the grant's end, or the rental's.
    pub until_ms: i64,
    /// The owner's masked number, when the phone was granted.
    pub owner_phone: Option<String>,
    /// The member granted it to somebody.
    pub shared_out: bool,
    /// The configuration's Android version.
    pub android_version: String,
    /// The configuration's chip.
    pub chip: String,
    /// The configuration's pad type (specification, section 4).
    pub pad_type: i16,
    /// The member's own tags on it: id and name.
    pub tags: Vec<(i64, String)>,
    /// What runs on it, if it is the member's own.
    pub operation: Option<RunningOn>,
}

/// The operation that holds a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunningOn {
    /// Its batch.
    pub batch_id: i64,
    /// What it is.
    pub kind: Kind,
    /// When it began, or when it was asked for; Unix milliseconds.
    pub since_ms: i64,
}

/// Answers a question to the list.
pub async fn list(
    store: &Store,
    actor: &Actor,
    query: ListQuery,
    now_ms: i64,
) -> Result<List, Fault> {
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            let granted = live_grants(conn, member_id, None, now_ms)?;
            let question = Question {
                member_id,
                granted: granted.keys().copied().collect(),
                query: &query,
                now_ms,
            };
            let (total, page) = question.page(conn)?;
            Ok(List {
                not_found: question.not_found(conn)?,
                summary: question.summary(conn)?,
                rows: question.dress(conn, page, &granted)?,
                total,
            })
        })
        .await
}

struct Question<'a> {
    member_id: i64,
    /// Phones granted to the member. Fetched first: "owned or one of these" uses an index on either side.
    granted: Vec<i64>,
    query: &'a ListQuery,
    now_ms: i64,
}

type PageRow = (Phone, String, String, i16);

diesel::alias!(grants as grants_out: GrantsOut);

impl Question<'_> {
    fn page(&self, conn: &mut AnyConn) -> Result<(i64, Vec<PageRow>), Fault> {
        let found = || {
            let mut query = phones::table
                .inner_join(configurations::table)
                .left_join(
                    grants::table.on(grants::phone_id
                        .eq(phones::id)
                        .and(grants::member_id.eq(self.member_id))
                        .and(grants::ended_ms.is_null())),
                )
                .filter(
                    phones::owner_id
                        .eq(self.member_id)
                        .or(phones::id.eq_any(&self.granted)),
                )
                .into_boxed::<Backend>();
            let filter = &self.query.filter;
            match filter.group {
                Some(InGroup::Group(id)) => {
                    query = query
                        .filter(phones::group_id.eq(id))
                        .filter(phones::owner_id.eq(self.member_id));
                }
                Some(InGroup::None) => query = query.filter(phones::group_id.is_null()),
                None => {}
            }
            if let Some(tag_id) = filter.tag_id {
                let carriers = phone_tags::table
                    .inner_join(tags::table)
                    .filter(tags::id.eq(tag_id))
                    .filter(tags::member_id.eq(self.member_id))
                    .select(phone_tags::phone_id);
                query = query.filter(phones::id.eq_any(carriers));
            }
            if !filter.statuses.is_empty() {
                let codes: Vec<i16> = filter.statuses.iter().map(|s| s.code()).collect();
                query = query.filter(phones::status_code.eq_any(codes));
            }
            if let Some(power) = filter.power {
                query = query.filter(phones::power_on.eq(power == Power::On));
            }
            match filter.relation {
                Some(Relation::Own) => query = query.filter(phones::owner_id.eq(self.member_id)),
                Some(Relation::Granted) => {
                    query = query.filter(phones::id.eq_any(&self.granted));
                }
                Some(Relation::SharedOut) => {
                    let lent = grants_out
                        .filter(grants_out.field(grants::owner_id).eq(self.member_id))
                        .filter(grants_out.field(grants::ended_ms).is_null())
                        .filter(grants_out.field(grants::expire_ms).gt(self.now_ms))
                        .select(grants_out.field(grants::phone_id));
                    query = query.filter(phones::id.eq_any(lent));
                }
                None => {}
            }
            let soon = self.now_ms + EXPIRING_MS;
            match filter.rental {
                Some(Rental::Active) => query = query.filter(phones::expire_ms.gt(soon)),
                Some(Rental::Expiring) => {
                    query = query
                        .filter(phones::expire_ms.gt(self.now_ms))
                        .filter(phones::expire_ms.le(soon));
                }
                Some(Rental::Expired) => query = query.filter(phones::expire_ms.le(self.now_ms)),
                None => {}
            }
            match self.query.keywords.as_slice() {
                [] => query,
                [part] => {
                    let like = format!("%{}%", escaped(&part.to_lowercase()));
                    let like_id = format!("%{}%", escaped(&part.to_uppercase()));
                    query.filter(
                        phones::alias_key
                            .like(like)
                            .escape('\\')
                            .or(phones::owl_id.like(like_id).escape('\\')),
                    )
                }
                many => {
                    let (names, ids) = whole(many);
                    query.filter(
                        phones::alias_key
                            .eq_any(names)
                            .or(phones::owl_id.eq_any(ids)),
                    )
                }
            }
        };
        let total = found().select(count_star()).first(conn)?;
        // A guest's phone ends with its grant.
        let end = case_when(
            grants::expire_ms.is_not_null(),
            grants::expire_ms.assume_not_null(),
        )
        .otherwise(phones::expire_ms);
        let sorted = match (self.query.sort, self.query.order) {
            (SortType::AssignTime, SortOrder::Asc) => {
                found().order((phones::assign_ms.asc(), phones::id.asc()))
            }
            (SortType::AssignTime, SortOrder::Desc) => {
                found().order((phones::assign_ms.desc(), phones::id.desc()))
            }
            (SortType::Expiry, SortOrder::Asc) => found().order((end.asc(), phones::id.asc())),
            (SortType::Expiry, SortOrder::Desc) => found().order((end.desc(), phones::id.desc())),
            (SortType::NameInitial, SortOrder::Asc) => {
                found().order((phones::sort_key.asc(), phones::id.asc()))
            }
            (SortType::NameInitial, SortOrder::Desc) => {
                found().order((phones::sort_key.desc(), phones::id.desc()))
            }
        };
        let rows = sorted
            .offset(self.query.offset())
            .limit(i64::from(self.query.page_size))
            .select((
                Phone::as_select(),
                configurations::android_version,
                configurations::chip,
                configurations::pad_type,
            ))
            .load(conn)?;
        Ok((total, rows))
    }

    /// Which of the searched names no visible phone has.
    fn not_found(&self, conn: &mut AnyConn) -> Result<Vec<String>, Fault> {
        let many = self.query.keywords.as_slice();
        if many.len() < 2 {
            return Ok(Vec::new());
        }
        let (names, ids) = whole(many);
        let hits: HashSet<(String, String)> = phones::table
            .filter(
                phones::owner_id
                    .eq(self.member_id)
                    .or(phones::id.eq_any(&self.granted)),
            )
            .filter(
                phones::alias_key
                    .eq_any(&names)
                    .or(phones::owl_id.eq_any(&ids)),
            )
            .select((phones::alias_key, phones::owl_id))
            .load(conn)?
            .into_iter()
            .collect();
        let (seen_names, seen_ids): (HashSet<String>, HashSet<String>) = hits.into_iter().unzip();
        Ok(many
            .iter()
            .zip(names.iter().zip(&ids))
            .filter(|(_, (name, id))| !seen_names.contains(*name) && !seen_ids.contains(*id))
            .map(|(word, _)| word.clone())
            .collect())
    }

    fn summary(&self, conn: &mut AnyConn) -> Result<Summary, Fault> {
        let visible = || {
            phones::table
                .filter(
                    phones::owner_id
                        .eq(self.member_id)
                        .or(phones::id.eq_any(&self.granted)),
                )
                .select(count_star())
                .into_boxed::<Backend>()
        };
        Ok(Summary {
            total: visible().first(conn)?,
            running: visible()
                .filter(phones::status_code.eq(Status::Running.code()))
                .filter(phones::expire_ms.gt(self.now_ms))
                .first(conn)?,
            expiring_soon: visible()
                .filter(phones::expire_ms.gt(self.now_ms))
                .filter(phones::expire_ms.le(self.now_ms + EXPIRING_MS))
                .first(conn)?,
            // Whoever switched a phone off on purpose needs no alarm.
            abnormal: visible()
                .filter(phones::status_code.eq_any(alarming()))
                .filter(
                    phones::status_code
                        .ne(Status::Abnormal.code())
                        .or(phones::power_on.eq(true)),
                )
                .first(conn)?,
        })
    }

    /// Adds to a page what is not in the phone's own row.
    fn dress(
        &self,
        conn: &mut AnyConn,
        page: Vec<PageRow>,
        granted: &HashMap<i64, LiveGrant>,
    ) -> Result<Vec<Listed>, Fault> {
        let ids: Vec<i64> = page.iter().map(|(phone, ..)| phone.id).collect();
        let owners: Vec<i64> = page
            .iter()
            .filter_map(|(phone, ..)| phone.owner_id.filter(|owner| *owner != self.member_id))
            .collect();
        let owner_phones: HashMap<i64, String> = members::table
            .filter(members::id.eq_any(&owners))
            .select((members::id, members::phone))
            .load::<(i64, Option<String>)>(conn)?
            .into_iter()
            .map(|(id, phone)| (id, phone.as_deref().map_or_else(String::new, masked)))
            .collect();
        let shared_out: HashSet<i64> = grants::table
            .filter(grants::phone_id.eq_any(&ids))
            .filter(grants::owner_id.eq(self.member_id))
            .filter(grants::ended_ms.is_null())
            .filter(grants::expire_ms.gt(self.now_ms))
            .select(grants::phone_id)
            .load(conn)?
            .into_iter()
            .collect();
        let mut tags = crate::tags::of_phones(conn, self.member_id, &ids)?;
        let running = running_on(conn, &page)?;
        page.into_iter()
            .map(|(phone, android_version, chip, pad_type)| {
                let own = phone.owner_id == Some(self.member_id);
                let (level, until_ms) = if own {
                    (Level::Owner, phone.expire_ms)
                } else {
                    let grant = granted.get(&phone.id).ok_or(Fault::Corrupt("no grant"))?;
                    (grant.level, grant.expire_ms)
                };
                Ok(Listed {
                    level,
                    until_ms,
                    owner_phone: phone
                        .owner_id
                        .filter(|_| !own)
                        .and_then(|id| owner_phones.get(&id).cloned()),
                    shared_out: shared_out.contains(&phone.id),
                    android_version,
                    chip,
                    pad_type,
                    tags: tags.remove(&phone.id).unwrap_or_default(),
                    operation: running.get(&phone.id).copied(),
                    phone,
                })
            })
            .collect()
    }
}

/// The statuses in which somebody is needed.
fn alarming() -> Vec<i16> {
    Status::ALL
        .into_iter()
        .filter(|status| status.tone() == Tone::Err)
        .map(Status::code)
        .collect()
}

/// What runs on the phones of a page.
fn running_on(conn: &mut AnyConn, page: &[PageRow]) -> Result<HashMap<i64, RunningOn>, Fault> {
    let ids: Vec<i64> = page
        .iter()
        .filter_map(|(phone, ..)| phone.operation_id)
        .collect();
    let rows: Vec<(i64, i64, String, Option<i64>, i64)> = operations::table
        .filter(operations::id.eq_any(ids))
        .select((
            operations::phone_id,
            operations::batch_id,
            operations::kind,
            operations::started_ms,
            operations::created_ms,
        ))
        .load(conn)?;
    rows.into_iter()
        .map(|(phone_id, batch_id, kind, started_ms, created_ms)| {
            let kind = Kind::from_name(&kind).ok_or(Fault::Corrupt("operation kind"))?;
            let running = RunningOn {
                batch_id,
                kind,
                since_ms: started_ms.unwrap_or(created_ms),
            };
            Ok((phone_id, running))
        })
        .collect()
}

/// Several words must match whole: names in lower case, ids in upper case.
fn whole(words: &[String]) -> (Vec<String>, Vec<String>) {
    words
        .iter()
        .map(|word| (word.to_lowercase(), word.to_uppercase()))
        .unzip()
}

/// A text as it is within a LIKE pattern with `\` as escape.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
