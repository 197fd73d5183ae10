//! The rows that are filled in.

use domain::orders::refund::RefundState;

use super::ratio::conn::Conn;
use super::{HOUR_MS, NOW};

const MEMBERS: i64 = 100_000;
const ORDERS: i64 = 1_000_000;
const PHONES: i64 = 100_000;
/// Phones of a host.
const PER_HOST: i64 = 80;
const BATCHES: i64 = 1_000;
/// Codes of a batch.
const CODES: i64 = 1_000;
/// Lowest id of what is filled in.
pub const IDS: i64 = 1_000_000;

/// Codes of states of refunds.
const ASKED: i16 = RefundState::Asked.code();
const DONE: i16 = RefundState::Done.code();

/// Members, ten orders of each over the last years, two lines of the ledger for each, and as many recorded actions; phones of which
/// half are rented, and batches of codes of which a quarter were used.
pub fn fill(conn: &mut Conn, configuration: i64) {
    let sql = format!(
        "INSERT INTO members (id, phone, email, nickname, avatar, sex, birthday, location, channel_code, point, role, permissions,
            password_hash, disabled, created_ms, must_change_password)
        WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {MEMBERS})
        SELECT {IDS} + i, CAST(13900000000 + i AS TEXT), '', 'owner ' || i, '', 0, '', '', '', 0, 1, '', '', FALSE, {NOW} - i * {HOUR_MS}, FALSE FROM n;
        INSERT INTO orders (id, number, member_id, kind, state, created_ms, deadline_ms, body_hash, agreed_ms, configuration_id, spec_name,
            package_days, quantity, unit_fen, list_fen, total_fen, paid_fen, refunded_fen, paid_ms, wallet, way, trade_no)
        WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {ORDERS})
        SELECT i, 'P' || substr(CAST(10000000 + i AS TEXT), 2), {IDS} + 1 + i % {MEMBERS}, 1, 1, {NOW} - i * 60000, {NOW}, '', {NOW}, {configuration},
            'VIP', 30, 1, 2900, 2900, 2900, 2900, CASE WHEN i % 50 = 0 THEN 2900 ELSE 0 END, {NOW} - i * 60000, 1 + i % 2, 1, 'T' || i FROM n;
        INSERT INTO ledger_entries (id, posting_id, account, order_id, payment_id, amount_fen, created_ms)
        SELECT id * 2, id, wallet, id, id, 2900, created_ms FROM orders UNION ALL SELECT id * 2 + 1, id, 3, id, id, -2900, created_ms FROM orders;
        INSERT INTO audit (id, at_ms, kind, member_id, object, address, detail)
        SELECT id, created_ms, 'order.create', member_id, 'phone:' || id % 5000, '198.18.' || id % 64 || '.' || id % 251, '' FROM orders;
        INSERT INTO refunds (id, number, order_id, payment_id, amount_fen, state, cause, reason, created_ms, done_ms, tries)
        SELECT id, 'R' || substr(number, 2), id, id, 2900, CASE WHEN id % 1000 = 0 THEN {ASKED} ELSE {DONE} END, 1, 'slow', created_ms,
            CASE WHEN id % 1000 <> 0 THEN created_ms END, 0
            FROM orders WHERE id % 50 = 0;
        INSERT INTO payment_mismatches (id, wallet, attempt, trade_no, amount_fen, times, created_ms)
        SELECT id, wallet, number || '-1', trade_no, 2900, 1, created_ms FROM orders WHERE id % 100 = 0;
        INSERT INTO feedback (id, member_id, title, content, created_ms)
        SELECT id, id, 'question ' || id, 'how does it work', created_ms FROM members WHERE id > {IDS};
        INSERT INTO phones (id, owl_id, configuration_id, adb, carrier, dpi, owner_id, alias, alias_key, sort_key, assign_ms, expire_ms,
            power_on, healthy, status_since_ms, created_ms, failed_code, busy_code, maintenance)
        WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {PHONES})
        SELECT {IDS} + i, 'OWL-' || (100000000 + i), {configuration}, 'h' || (i / {PER_HOST}) || ':' || (5555 + i % {PER_HOST}), 1, 320,
            CASE WHEN i % 2 = 0 THEN {IDS} + i END, 'phone ' || i, 'phone ' || i, 'phone ' || i, {NOW}, {NOW} + i % 400 * 86400000,
            i % 50 <> 0, i % 20 <> 3, {NOW}, {NOW}, CASE WHEN i % 200 = 7 THEN 3 END, CASE WHEN i % 200 = 9 THEN 2 END, i % 2500 = 11
        FROM n;
        INSERT INTO redeem_batches (id, number, note, note_key, gives, configuration_id, days, from_ms, until_ms, total, used, created_ms)
        WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {BATCHES})
        SELECT {IDS} + i, i, 'fair ' || i, 'fair ' || i, 1, {configuration}, 30, {NOW} - i * {HOUR_MS}, {NOW} - i * {HOUR_MS} + 2592000000,
            {CODES}, {CODES} / 4, {NOW} - i * {HOUR_MS} FROM n;
        INSERT INTO redeem_codes (id, batch_id, position, code_hash, head, used_ms, used_by, owl_id, new_expire_ms)
        WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {CODES})
        SELECT b.id * {CODES} + i, b.id, i, 'hash ' || b.id || ' ' || i, 'OWLX', CASE WHEN i % 4 = 0 THEN b.created_ms + i END,
            CASE WHEN i % 4 = 0 THEN {IDS} + b.number END, CASE WHEN i % 4 = 0 THEN 'OWL-' || i END, CASE WHEN i % 4 = 0 THEN {NOW} END
        FROM redeem_batches b CROSS JOIN n WHERE b.id > {IDS};"
    );
    // The ledger names payments, which nothing here reads.
    conn.fill(&sql);
}
