//! `owldeck check`: what must be true of the stored data at any moment, each a query that counts breaches.

use diesel::prelude::*;
use diesel::sql_types::BigInt;

use crate::Store;
use crate::conn::AnyConn;
use crate::fault::Fault;

/// One invariant and whether it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The invariant, a sentence.
    pub name: &'static str,
    /// It holds.
    pub ok: bool,
    /// How often it is broken; empty when it holds.
    pub detail: String,
}

/// Name, and a query of breaches that both databases understand.
const INVARIANTS: [(&str, &str); 22] = [
    (
        "every phone with an owner has a name and a rental",
        "SELECT count(*) AS n FROM phones WHERE owner_id IS NOT NULL AND (alias = '' OR assign_ms = 0 OR expire_ms = 0)",
    ),
    (
        "no phone in stock has a name or a rental",
        "SELECT count(*) AS n FROM phones WHERE owner_id IS NULL AND (alias <> '' OR expire_ms <> 0)",
    ),
    (
        "no phone with somebody's things on it is given away",
        "SELECT count(*) AS n FROM phones WHERE left_by IS NOT NULL AND (owner_id IS NOT NULL OR maintenance = FALSE)",
    ),
    (
        "every phone's owner exists",
        "SELECT count(*) AS n FROM phones p WHERE owner_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM members m WHERE m.id = p.owner_id)",
    ),
    (
        "every phone has its seat",
        "SELECT count(*) AS n FROM phones p WHERE NOT EXISTS (SELECT 1 FROM seats s WHERE s.phone_id = p.id)",
    ),
    (
        "every seat belongs to a phone",
        "SELECT count(*) AS n FROM seats s WHERE NOT EXISTS (SELECT 1 FROM phones p WHERE p.id = s.phone_id)",
    ),
    (
        "every seat is held by a session of its member",
        "SELECT count(*) AS n FROM seats s WHERE s.state <> 0 AND NOT EXISTS (SELECT 1 FROM sessions x WHERE x.id = s.session_id AND x.member_id = s.member_id)",
    ),
    (
        "every open grant was made by the phone's owner",
        "SELECT count(*) AS n FROM grants g WHERE g.ended_ms IS NULL AND NOT EXISTS (SELECT 1 FROM phones p WHERE p.id = g.phone_id AND p.owner_id = g.owner_id)",
    ),
    (
        "every grant is to a member that exists",
        "SELECT count(*) AS n FROM grants g WHERE NOT EXISTS (SELECT 1 FROM members m WHERE m.id = g.member_id)",
    ),
    (
        "every phone that is given was given by its owner to a sub-account of theirs",
        "SELECT count(*) AS n FROM allotments a WHERE a.ended_ms IS NULL AND NOT EXISTS (SELECT 1 FROM phones p JOIN members m ON m.parent_id = p.owner_id WHERE p.id = a.phone_id AND p.owner_id = a.owner_id AND m.id = a.member_id)",
    ),
    (
        "no open grant outlives its phone's rental",
        "SELECT count(*) AS n FROM grants g JOIN phones p ON p.id = g.phone_id WHERE g.ended_ms IS NULL AND g.expire_ms > p.expire_ms",
    ),
    (
        "the kept counts of phones by group, status and end are what counting gives",
        "SELECT count(*) AS n FROM (SELECT owner_id FROM (SELECT owner_id, kind, subject, state, n FROM phone_tallies WHERE kind IN (0, 1) UNION ALL SELECT owner_id, 0, coalesce(group_id, 0), status_code * 2 + CASE WHEN power_on THEN 1 ELSE 0 END, -1 FROM phones WHERE owner_id IS NOT NULL UNION ALL SELECT owner_id, 1, expire_ms / 86400000, CASE WHEN status_code = 1 THEN 1 ELSE 0 END, -1 FROM phones WHERE owner_id IS NOT NULL) x GROUP BY owner_id, kind, subject, state HAVING sum(n) <> 0) y",
    ),
    (
        "the kept counts of phones by tag are what counting gives",
        "SELECT count(*) AS n FROM (SELECT owner_id FROM (SELECT owner_id, subject, n FROM phone_tallies WHERE kind = 2 UNION ALL SELECT t.member_id, t.id, -1 FROM tags t JOIN phone_tags b ON b.tag_id = t.id JOIN phones p ON p.id = b.phone_id WHERE p.owner_id = t.member_id) x GROUP BY owner_id, subject HAVING sum(n) <> 0) y",
    ),
    (
        "every ticket belongs to a session of its member",
        "SELECT count(*) AS n FROM tickets t WHERE NOT EXISTS (SELECT 1 FROM sessions x WHERE x.id = t.session_id AND x.member_id = t.member_id)",
    ),
    (
        "only the newest refresh token of a session is unspent",
        "SELECT count(*) AS n FROM refresh_tokens r JOIN sessions x ON x.id = r.session_id WHERE (r.used_ms IS NULL) <> (r.generation = x.generation)",
    ),
    (
        "every open operation holds its phone",
        "SELECT count(*) AS n FROM operations o WHERE o.ended_ms IS NULL AND NOT EXISTS (SELECT 1 FROM phones p WHERE p.id = o.phone_id AND p.operation_id = o.id)",
    ),
    (
        "every phone that is held is held by an open operation",
        "SELECT count(*) AS n FROM phones p WHERE (p.operation_id IS NOT NULL OR p.busy_code IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.id = p.operation_id AND o.ended_ms IS NULL)",
    ),
    (
        "every batch has as many operations as it counts",
        "SELECT count(*) AS n FROM operation_batches b WHERE b.total <> (SELECT count(*) FROM operations o WHERE o.batch_id = b.id)",
    ),
    (
        "every group holds phones of its member only",
        "SELECT count(*) AS n FROM phones p WHERE p.group_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM phone_groups g WHERE g.id = p.group_id AND g.member_id = p.owner_id)",
    ),
    (
        "every tag on a phone belongs to its owner or to somebody it was granted or given to",
        "SELECT count(*) AS n FROM phone_tags pt JOIN tags t ON t.id = pt.tag_id JOIN phones p ON p.id = pt.phone_id WHERE (p.owner_id IS NULL OR p.owner_id <> t.member_id) AND NOT EXISTS (SELECT 1 FROM grants g WHERE g.phone_id = p.id AND g.member_id = t.member_id) AND NOT EXISTS (SELECT 1 FROM allotments a WHERE a.phone_id = p.id AND a.member_id = t.member_id)",
    ),
    (
        "every trial phone was given once",
        "SELECT count(*) AS n FROM (SELECT member_id FROM trials GROUP BY member_id HAVING count(*) > 1) twice",
    ),
    (
        "the database has its stamp and its secret",
        "SELECT 2 - count(*) AS n FROM meta WHERE name IN ('stamp', 'secret')",
    ),
];

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// Checks every invariant.
pub async fn check(store: &Store) -> Result<Vec<Finding>, Fault> {
    store
        .run(|conn| {
            INVARIANTS
                .into_iter()
                .map(|(name, query)| finding(conn, name, query))
                .collect()
        })
        .await
}

fn finding(conn: &mut AnyConn, name: &'static str, query: &'static str) -> Result<Finding, Fault> {
    let Count { n } = diesel::sql_query(query).get_result(conn)?;
    Ok(Finding {
        name,
        ok: n == 0,
        detail: if n == 0 {
            String::new()
        } else {
            format!("broken {n} times")
        },
    })
}
