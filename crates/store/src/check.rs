//! `owldeck check`: invariants of the stored data, each a query that counts breaches.

use std::sync::LazyLock;

use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Integer};

use crate::Store;
use crate::db::prepared::prepared;
use crate::error::StoreError;

/// Result of checking an invariant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The invariant, a sentence.
    pub name: &'static str,
    /// Whether the invariant holds.
    pub ok: bool,
    /// Number of breaches; empty when the invariant holds.
    pub detail: String,
}

/// Name of an invariant, and a query of breaches that both databases understand.
const INVARIANTS: &[(&str, &str)] = &[
    (
        "every phone with an owner has a name and a rental",
        "SELECT count(*) AS n FROM phones WHERE owner_id IS NOT NULL AND (alias = '' OR assign_ms = 0 OR expire_ms = 0)",
    ),
    (
        "of the operators who may do everything, one can sign in",
        "SELECT count(*) AS n FROM members m WHERE m.role = 2 AND m.deleted_ms IS NULL AND m.disabled = TRUE AND (' ' || m.permissions || ' ') LIKE '% *:*:* %' AND NOT EXISTS (SELECT 1 FROM members o WHERE o.role = 2 AND o.deleted_ms IS NULL AND o.disabled = FALSE AND (' ' || o.permissions || ' ') LIKE '% *:*:* %')",
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
        "there is one level of sub-accounts",
        "SELECT count(*) AS n FROM members m JOIN members p ON p.id = m.parent_id WHERE p.parent_id IS NOT NULL OR p.id = m.id",
    ),
    (
        "only a sub-account has a parent's name for it and is switched off",
        "SELECT count(*) AS n FROM members WHERE parent_id IS NULL AND (sub_name <> '' OR sub_since_ms IS NOT NULL OR sub_off_ms IS NOT NULL)",
    ),
    (
        "no sub-account invites",
        "SELECT count(*) AS n FROM sub_invitations i JOIN members m ON m.id = i.parent_id WHERE m.parent_id IS NOT NULL OR m.deleted_ms IS NOT NULL",
    ),
    (
        "no open grant outlives its phone's rental",
        "SELECT count(*) AS n FROM grants g JOIN phones p ON p.id = g.phone_id WHERE g.ended_ms IS NULL AND g.expire_ms > p.expire_ms",
    ),
    (
        "every grant that was recalled or given up has ended before its time",
        "SELECT count(*) AS n FROM grants WHERE end_cause IS NOT NULL AND (end_cause NOT IN (1, 2) OR ended_ms IS NULL OR ended_ms >= expire_ms)",
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
        "every replacement that was done has its record, and no other has one",
        "SELECT count(*) AS n FROM operations o WHERE (o.kind IN ('replace', 'transfer') AND o.state = 2) <> EXISTS (SELECT 1 FROM replacements r WHERE r.operation_id = o.id AND r.old_phone_id = o.phone_id)",
    ),
    (
        "every phone that was replaced is wiped before anybody gets it",
        "SELECT count(*) AS n FROM replacements x JOIN phones p ON p.id = x.old_phone_id WHERE (x.wipe_operation_id IS NULL AND (p.left_by IS NULL OR p.left_by <> x.member_id)) OR (x.wipe_operation_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.id = x.wipe_operation_id AND o.phone_id = x.old_phone_id AND o.ended_ms >= x.replaced_ms))",
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
        "every posting of the ledger adds up to nothing",
        "SELECT count(*) AS n FROM (SELECT posting_id FROM ledger_entries GROUP BY posting_id HAVING sum(amount_fen) <> 0 OR count(*) <> 2) x",
    ),
    (
        "every payment came into the ledger once",
        "SELECT count(*) AS n FROM payments p WHERE (SELECT count(*) FROM ledger_entries e WHERE e.payment_id = p.id AND e.refund_id IS NULL) <> 2 OR (SELECT coalesce(sum(e.amount_fen), 0) FROM ledger_entries e WHERE e.payment_id = p.id AND e.refund_id IS NULL AND e.account = p.wallet) <> p.amount_fen",
    ),
    (
        "what the ledger has of a payment at its wallet is what was paid less what went back",
        "SELECT count(*) AS n FROM payments p WHERE (SELECT coalesce(sum(e.amount_fen), 0) FROM ledger_entries e WHERE e.payment_id = p.id AND e.account = p.wallet) <> p.amount_fen - (SELECT coalesce(sum(r.amount_fen), 0) FROM refunds r WHERE r.payment_id = p.id AND r.state = 3)",
    ),
    (
        "what the ledger owes of a payment is what is on its way back",
        "SELECT count(*) AS n FROM payments p WHERE (SELECT coalesce(-sum(e.amount_fen), 0) FROM ledger_entries e WHERE e.payment_id = p.id AND e.account = 4) <> (SELECT coalesce(sum(r.amount_fen), 0) FROM refunds r WHERE r.payment_id = p.id AND r.state IN (1, 2, 4))",
    ),
    (
        "no more of a payment is spoken for than its refunds say",
        "SELECT count(*) AS n FROM payments p WHERE p.refund_fen <> (SELECT coalesce(sum(r.amount_fen), 0) FROM refunds r WHERE r.payment_id = p.id AND r.state <> 5)",
    ),
    (
        "every paid order is fulfilled once with all of its price",
        "SELECT count(*) AS n FROM orders o WHERE o.state IN (1, 4, 5, 6) AND (o.paid_fen <> o.total_fen OR (SELECT count(*) FROM payments p WHERE p.order_id = o.id AND p.fulfilled = TRUE AND p.amount_fen = o.total_fen) <> CASE WHEN o.total_fen = 0 THEN 0 ELSE 1 END)",
    ),
    (
        "every order of no money is paid by points, at once",
        "SELECT count(*) AS n FROM orders o WHERE o.total_fen = 0 AND (o.points = 0 OR o.state NOT IN (1, 5, 6) OR EXISTS (SELECT 1 FROM payments p WHERE p.order_id = o.id))",
    ),
    (
        "no phone in stock renews itself",
        "SELECT count(*) AS n FROM phones WHERE owner_id IS NULL AND auto_renew = TRUE",
    ),
    (
        "reminders are sent to members that exist, of those who wished for them",
        "SELECT count(*) AS n FROM reminders r WHERE NOT EXISTS (SELECT 1 FROM reminder_wishes w JOIN members m ON m.id = w.member_id AND m.deleted_ms IS NULL WHERE w.member_id = r.member_id)",
    ),
    (
        "every order that was sold out goes back once",
        "SELECT count(*) AS n FROM orders o WHERE (o.state = 7) <> ((SELECT count(*) FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.order_id = o.id AND r.cause = 3 AND r.amount_fen = o.paid_fen AND p.fulfilled = FALSE) = 1)",
    ),
    (
        "every payment that bought nothing goes back once, all of it",
        "SELECT count(*) AS n FROM payments p WHERE p.fulfilled = FALSE AND (SELECT count(*) FROM refunds r WHERE r.payment_id = p.id AND r.cause IN (2, 3) AND r.amount_fen = p.amount_fen AND r.state <> 5) <> 1",
    ),
    (
        "every order says what went back of it",
        "SELECT count(*) AS n FROM orders o WHERE o.refunded_fen <> (SELECT coalesce(sum(r.amount_fen), 0) FROM refunds r WHERE r.order_id = o.id AND r.state = 3 AND r.cause <> 2 AND r.payment_id IS NOT NULL)",
    ),
    (
        "every attempt that was paid has its payment",
        "SELECT count(*) AS n FROM pay_attempts a WHERE (a.state = 1) <> EXISTS (SELECT 1 FROM payments p WHERE p.attempt_id = a.id)",
    ),
    (
        "every purchase brought as many phones as were paid, and every other none",
        "SELECT count(*) AS n FROM orders o WHERE (SELECT count(*) FROM order_phones b WHERE b.order_id = o.id) <> CASE WHEN o.kind <> 2 AND o.state IN (1, 4, 5, 6) THEN o.quantity ELSE 0 END",
    ),
    (
        "every replacement with data holds a phone of the stock for a phone whose operation runs or whose migration failed",
        "SELECT count(*) AS n FROM transfers t JOIN phones o ON o.id = t.phone_id JOIN phones p ON p.id = t.new_phone_id WHERE p.owner_id IS NOT NULL OR p.maintenance = FALSE OR p.left_by IS NOT NULL OR NOT (o.operation_id = t.operation_id OR (o.operation_id IS NULL AND o.failed_code = 14))",
    ),
    (
        "no phone is kept for an order and given, held or wiped as well",
        "SELECT count(*) AS n FROM phones p WHERE p.reserved_by IS NOT NULL AND (p.owner_id IS NOT NULL OR p.maintenance = TRUE OR NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = p.reserved_by AND o.state = 0))",
    ),
    (
        "every unpaid order has its phones kept",
        "SELECT count(*) AS n FROM orders o WHERE o.state = 0 AND (SELECT count(*) FROM phones p WHERE p.reserved_by = o.id) <> CASE WHEN o.kind = 2 THEN 0 ELSE o.quantity END",
    ),
    // Each term has a source of its own: the shelf, open orders, rented phones, phones that are held.
    (
        "all phones are those on the shelf, those kept for open orders, those rented and those held",
        "SELECT CAST(abs((SELECT count(*) FROM phones) - (SELECT count(*) FROM phones WHERE owner_id IS NULL AND maintenance = FALSE AND reserved_by IS NULL) - (SELECT coalesce(sum(quantity), 0) FROM orders WHERE state = 0 AND kind <> 2) - (SELECT count(*) FROM phones WHERE owner_id IS NOT NULL) - (SELECT count(*) FROM phones WHERE owner_id IS NULL AND maintenance = TRUE)) AS BIGINT) AS n",
    ),
    (
        "no phone stays with a buyer whose money has all gone back",
        "SELECT count(*) AS n FROM orders o JOIN order_phones b ON b.order_id = o.id JOIN phones p ON p.id = b.phone_id AND p.owner_id = o.member_id AND p.assign_ms = b.assign_ms WHERE o.kind = 1 AND CASE WHEN o.total_fen = 0 THEN o.points ELSE o.total_fen END = (SELECT coalesce(sum(r.amount_fen), 0) FROM refunds r LEFT JOIN payments y ON y.id = r.payment_id WHERE r.order_id = o.id AND (y.id IS NULL OR y.fulfilled = TRUE) AND r.state IN (1, 2, 3, 4))",
    ),
    (
        "no phone was brought to its owner by two orders",
        "SELECT count(*) AS n FROM (SELECT b.phone_id FROM order_phones b JOIN orders o ON o.id = b.order_id JOIN phones p ON p.id = b.phone_id AND p.owner_id = o.member_id AND p.assign_ms = b.assign_ms GROUP BY b.phone_id HAVING count(*) > 1) x",
    ),
    (
        "every mark of a reader is for an announcement and a member that exist",
        "SELECT count(*) AS n FROM announcement_reads r WHERE NOT EXISTS (SELECT 1 FROM announcements a WHERE a.id = r.announcement_id) OR NOT EXISTS (SELECT 1 FROM members m WHERE m.id = r.member_id)",
    ),
    (
        "every announcement ends after its start",
        "SELECT count(*) AS n FROM announcements WHERE until_ms <= from_ms",
    ),
    (
        "every announcement is for somebody",
        "SELECT count(*) AS n FROM announcements a WHERE (audience = 2 AND member_ids IN ('', '[]')) OR (audience = 3 AND NOT EXISTS (SELECT 1 FROM configurations c WHERE c.id = a.configuration_id))",
    ),
    (
        "nobody accepted a version of an agreement before it was published",
        "SELECT count(*) AS n FROM agreement_acceptances x WHERE NOT EXISTS (SELECT 1 FROM agreements a WHERE a.id = x.agreement_id AND a.published_ms <= x.accepted_ms)",
    ),
    (
        "every order was made with a published authorization agreement",
        "SELECT count(*) AS n FROM orders o WHERE o.agreement_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM agreements a WHERE a.id = o.agreement_id AND a.kind = 3 AND a.published_ms <= o.agreed_ms)",
    ),
    (
        "no rental is noted as over before its end, or of a phone in stock",
        "SELECT count(*) AS n FROM phones WHERE ended_ms IS NOT NULL AND (owner_id IS NULL OR ended_ms < expire_ms)",
    ),
    (
        "every phone in the recycle bin went through its grace",
        "SELECT count(*) AS n FROM phones WHERE recycled_ms IS NOT NULL AND (owner_id IS NULL OR ended_ms IS NULL OR recycled_ms <= ended_ms)",
    ),
    (
        "no member has a phone that it lost, unless it came anew",
        "SELECT count(*) AS n FROM purges x JOIN phones p ON p.id = x.phone_id AND p.owner_id = x.member_id AND p.assign_ms < x.purged_ms",
    ),
    (
        "every phone that was lost is wiped or waits for it",
        "SELECT count(*) AS n FROM purges x JOIN phones p ON p.id = x.phone_id WHERE (x.operation_id IS NULL AND (p.left_by IS NULL OR p.left_by <> x.member_id)) OR (x.operation_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.id = x.operation_id AND o.phone_id = x.phone_id AND o.ended_ms >= x.purged_ms))",
    ),
    (
        "every batch of redeem codes counts its codes, those used and those voided",
        "SELECT count(*) AS n FROM redeem_batches b WHERE b.total <> (SELECT count(*) FROM redeem_codes c WHERE c.batch_id = b.id) OR b.used <> (SELECT count(*) FROM redeem_codes c WHERE c.batch_id = b.id AND c.used_ms IS NOT NULL) OR b.voided <> (SELECT count(*) FROM redeem_codes c WHERE c.batch_id = b.id AND c.voided_ms IS NOT NULL)",
    ),
    (
        "every redeem code that was used says what it gave, and no other",
        "SELECT count(*) AS n FROM redeem_codes c JOIN redeem_batches b ON b.id = c.batch_id WHERE (c.used_ms IS NULL) <> (c.phone_id IS NULL) OR (c.used_ms IS NULL) <> (c.new_expire_ms IS NULL) OR (c.used_ms IS NOT NULL AND b.gives = 1 AND c.new_expire_ms <> c.used_ms + b.days * 86400000) OR (c.used_ms IS NOT NULL AND (b.gives = 1) <> (c.old_expire_ms IS NULL)) OR (c.used_ms IS NOT NULL AND b.gives = 2 AND c.new_expire_ms <> CASE WHEN c.old_expire_ms > c.used_ms THEN c.old_expire_ms ELSE c.used_ms END + b.days * 86400000)",
    ),
    (
        "no redeem code was used before or after its time",
        "SELECT count(*) AS n FROM redeem_codes c JOIN redeem_batches b ON b.id = c.batch_id WHERE c.used_ms < b.from_ms OR c.used_ms >= b.until_ms",
    ),
    (
        "no account used more codes of a batch than it may",
        "SELECT count(*) AS n FROM (SELECT b.id FROM redeem_batches b JOIN redeem_codes c ON c.batch_id = b.id AND c.used_by IS NOT NULL GROUP BY b.id, b.per_account, c.used_by HAVING count(*) > b.per_account) x",
    ),
    (
        "no phone came to its owner by two redeem codes",
        "SELECT count(*) AS n FROM (SELECT phone_id FROM redeem_codes WHERE used_ms IS NOT NULL AND old_expire_ms IS NULL GROUP BY phone_id, used_ms HAVING count(*) > 1) twice",
    ),
    (
        "every record of points has two entries that add up to nothing, one of them its member's",
        "SELECT count(*) AS n FROM point_records r WHERE (SELECT count(*) FROM point_entries e WHERE e.record_id = r.id) <> 2 OR (SELECT coalesce(sum(e.points), 0) FROM point_entries e WHERE e.record_id = r.id) <> 0 OR NOT EXISTS (SELECT 1 FROM point_entries e WHERE e.record_id = r.id AND e.account = 1 AND e.points = r.points)",
    ),
    (
        "every record of points says the balance before it and its change",
        "SELECT count(*) AS n FROM point_records r WHERE r.balance <> r.points + coalesce((SELECT b.balance FROM point_records b WHERE b.member_id = r.member_id AND b.position = r.position - 1), 0)",
    ),
    (
        "every member's points are the sum of all changes, and never less than none",
        "SELECT count(*) AS n FROM members m WHERE m.point < 0 OR m.point <> (SELECT coalesce(sum(r.points), 0) FROM point_records r WHERE r.member_id = m.id)",
    ),
    (
        "all of a member's points are there to be spent or kept for unpaid orders",
        "SELECT count(*) AS n FROM members m WHERE m.point <> (SELECT coalesce(sum(l.rest), 0) FROM point_lots l WHERE l.member_id = m.id) + (SELECT coalesce(sum(u.points), 0) FROM point_uses u JOIN orders o ON o.id = u.order_id WHERE o.member_id = m.id AND o.state = 0)",
    ),
    (
        "every order keeps or has spent the points that it says, and no other keeps any",
        "SELECT count(*) AS n FROM orders o WHERE CASE WHEN o.state IN (0, 1, 4, 5, 6) THEN o.points ELSE 0 END <> (SELECT coalesce(sum(u.points), 0) FROM point_uses u WHERE u.order_id = o.id)",
    ),
    (
        "every fulfilled order earned its points once, and spent them once",
        "SELECT count(*) AS n FROM orders o WHERE CASE WHEN o.state IN (1, 4, 5, 6) THEN o.paid_fen / 100 * o.points_rate ELSE 0 END <> (SELECT coalesce(sum(r.points), 0) FROM point_records r WHERE r.order_id = o.id AND r.cause = 1) OR CASE WHEN o.state IN (1, 4, 5, 6) THEN -o.points ELSE 0 END <> (SELECT coalesce(sum(r.points), 0) FROM point_records r WHERE r.order_id = o.id AND r.cause = 2)",
    ),
    (
        "all points of an order whose money has all gone back were given back, and never more",
        "SELECT count(*) AS n FROM orders o WHERE (SELECT coalesce(sum(r.points), 0) FROM point_records r WHERE r.order_id = o.id AND r.cause = 3) <> (SELECT coalesce(sum(u.returned), 0) FROM point_uses u WHERE u.order_id = o.id) OR (o.state IN (4, 5) AND o.points <> (SELECT coalesce(sum(u.returned), 0) FROM point_uses u WHERE u.order_id = o.id))",
    ),
    (
        "every refund without a payment gives back points of an order that they paid alone, at once",
        "SELECT count(*) AS n FROM refunds r JOIN orders o ON o.id = r.order_id WHERE (r.payment_id IS NULL) <> (o.total_fen = 0) OR (r.payment_id IS NULL AND (r.state NOT IN (0, 3, 5) OR r.cause <> 1))",
    ),
    (
        "an order that points paid alone gives back what its refunds say, and never more than it took",
        "SELECT count(*) AS n FROM orders o WHERE o.total_fen = 0 AND (o.points < (SELECT coalesce(sum(r.amount_fen), 0) FROM refunds r WHERE r.order_id = o.id AND r.state <> 5) OR (SELECT coalesce(sum(r.amount_fen), 0) FROM refunds r WHERE r.order_id = o.id AND r.state = 3) <> (SELECT coalesce(sum(p.points), 0) FROM point_records p WHERE p.order_id = o.id AND p.cause = 3))",
    ),
    (
        "every lot of points is what its order earned, or what an operator gave",
        "SELECT count(*) AS n FROM point_lots l WHERE l.points <> (SELECT coalesce(sum(r.points), 0) FROM point_records r WHERE r.lot_id = l.id AND r.cause IN (1, 6)) OR l.expired <> (SELECT coalesce(-sum(r.points), 0) FROM point_records r WHERE r.lot_id = l.id AND r.cause = 5)",
    ),
    (
        "the database has its stamp and its secret",
        "SELECT 2 - count(*) AS n FROM meta WHERE name IN ('stamp', 'secret')",
    ),
    (
        "a batch has names of files where it sends some, and nowhere else",
        "SELECT count(*) AS n FROM operation_batches WHERE (kind IN ('installApp', 'pushFile')) <> (file_key IS NOT NULL)",
    ),
];

/// All invariants as one statement: position and number of breaches of each.
static ALL: LazyLock<String> = LazyLock::new(|| {
    let each: Vec<String> = INVARIANTS
        .iter()
        .enumerate()
        .map(|(at, (_, query))| format!("SELECT {at} AS at, n FROM ({query}) q{at}"))
        .collect();
    each.join(" UNION ALL ")
});

/// Number of breaches of the invariant at a position.
#[derive(QueryableByName)]
struct Breaches {
    #[diesel(sql_type = Integer)]
    at: i32,
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// Checks every invariant, all of them as they are at one moment.
pub async fn check(store: &Store) -> Result<Vec<Finding>, StoreError> {
    store
        .run_at_length(|conn| {
            let mut breaches: Vec<Breaches> = prepared(sql_query(ALL.as_str())).load(conn)?;
            breaches.sort_unstable_by_key(|invariant| invariant.at);
            Ok(INVARIANTS
                .iter()
                .zip(breaches)
                .map(|((name, _), Breaches { n, .. })| Finding {
                    name,
                    ok: n == 0,
                    detail: if n == 0 {
                        String::new()
                    } else {
                        format!("broken {n} times")
                    },
                })
                .collect())
        })
        .await
}
