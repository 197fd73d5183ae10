//! A million phones by plain SQL that both databases read.

use store::Store;
use store::seed::Seeded;

use super::ratio::conn::Conn;
use super::{NOW, OTHERS, PHONES};

/// Granted to the account that is asked, by the first of the others; and by it to the second of the others.
const GRANTED: i64 = 50;

/// Number at which the ids of the account at this place begin.
pub fn base(place: i64) -> i64 {
    (place + 1) * 1_000_000
}

/// Fills the database behind `store`, and lets it learn its statistics as it does by itself in service.
pub fn fill(store: &Store, url: &str, seeded: &Seeded) {
    let mut sql = String::new();
    let configuration = seeded.configurations[0].id;
    for (place, member) in (0..=OTHERS).zip(&seeded.members) {
        sql.push_str(&phones_of(
            member.user_id,
            configuration,
            base(place),
            PHONES,
        ));
    }
    let [asked, lender, guest] = [0, 1, 2].map(|n: usize| seeded.members[n].user_id);
    sql.push_str(&tags_of(asked, base(0), PHONES));
    sql.push_str(&grants_of(lender, asked));
    sql.push_str(&lent_of(asked, guest, PHONES));
    Conn::open(store.kind(), url).fill(&sql);
}

/// Phones in ten groups (one of them is none), named by their number, with ends from ten days ago to thirteen months ahead; one in fifty
/// off, one in twenty unwell, one in two hundred failed, as many restarting, one in 2,500 held by an operator.
fn phones_of(owner: i64, configuration: i64, base: i64, phones: i64) -> String {
    format!(
        "INSERT INTO phones (id, owl_id, configuration_id, adb, carrier, dpi, owner_id, alias, alias_key, sort_key, assign_ms, expire_ms,
            power_on, healthy, status_since_ms, created_ms, group_id, failed_code, busy_code, maintenance)
        WITH RECURSIVE n (i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {phones} - 1)
        SELECT {base} + (i * 7919) % {phones}, 'OWL-' || (100000000 + {base} + i), {configuration}, 'h' || ({base} + i) || ':5555', 1, 320,
            {owner}, '机' || i, '机' || i,
            substr('abcdefghijklmnopqrstuvwxyz', CAST(1 + i % 26 AS INTEGER), 1) || substr(CAST(10000000000 + i AS TEXT), 2),
            {NOW} - (i * 104729) % {phones} * 1000, {NOW} + (i * 31 % 400 - 10) * 86400000 + i % 86400 * 1000,
            i % 50 <> 0, i % 20 <> 3, {NOW}, {NOW}, CASE WHEN i % 10 = 0 THEN NULL ELSE {base} + i % 10 END,
            CASE WHEN i % 200 = 7 THEN 3 END, CASE WHEN i % 200 = 9 THEN 2 END, i % 2500 = 11
        FROM n;\n"
    )
}

/// One tag on a tenth of the phones, wherever they stand in any order; one on 50.
fn tags_of(owner: i64, base: i64, phones: i64) -> String {
    let share = phones / 50;
    format!(
        "INSERT INTO tags (id, member_id, name, name_key, created_ms)
            VALUES ({base} + 1, {owner}, 'a', 'a', 0), ({base} + 2, {owner}, 'b', 'b', 0);
        INSERT INTO phone_tags (tag_id, phone_id, created_ms)
            SELECT {base} + 1, id, 0 FROM phones WHERE owner_id = {owner} AND id * 2654435761 % 4294967296 / 65536 % 10 = 4;
        INSERT INTO phone_tags (tag_id, phone_id, created_ms)
            SELECT {base} + 2, id, 0 FROM phones WHERE owner_id = {owner} AND id % {share} = 0;\n"
    )
}

fn grants_of(from: i64, to: i64) -> String {
    let first = base(1);
    format!(
        "INSERT INTO grants (id, phone_id, owner_id, member_id, level, created_ms, expire_ms)
            SELECT id, id, {from}, {to}, 2, {NOW}, {NOW} + 3600000 FROM phones WHERE id >= {first} AND id < {first} + {GRANTED};\n"
    )
}

/// Wherever they stand in any order. A tenth of the phones were lent once, and nobody ended that: the time did.
fn lent_of(from: i64, to: i64, phones: i64) -> String {
    let share = phones / GRANTED;
    let lent = |left_ms: i64, which: &str| {
        format!(
            "INSERT INTO grants (id, phone_id, owner_id, member_id, level, created_ms, expire_ms)
                SELECT id, id, {from}, {to}, 2, {NOW} - 7200000, {NOW} + {left_ms} FROM phones WHERE owner_id = {from} AND {which};\n"
        )
    };
    lent(3_600_000, &format!("id % {share} = 0")) + &lent(-3_600_000, "id % 10 = 7")
}
