//! Cost of the enterprise's questions: as many statements for a company of 10,000 phones and 1,000 sub-accounts as for one of a hundred and ten,
//! and none that reads the rows of other accounts.

use diesel::connection::{SimpleConnection, set_default_instrumentation};
use diesel::sql_types::Text;
use diesel::{Connection, QueryableByName, RunQueryDsl, SqliteConnection, sql_query};
use domain::zone::Zone;
use store::Kind;
use store::keyaccount::{
    SectionId, SectionQuery, Sorting, SpendQuery, WallQuery, overview, sections, spend, wall,
};
use store::session::Actor;
use store::subaccounts::{SubQuery, page};

use crate::db::statements::{asked, ear};
use crate::fixture::{DAY, Fixture, GUEST, NOW, OWNER, on_each_made_up};

const PAGE: i64 = 20;
/// Phones of a sub-account, and of an order of the month.
const EACH: i64 = 10;

/// Company with so many sub-accounts, ten phones each in ten groups, of which a tenth is controlled by who has it; an order of the month for
/// each ten phones, and a record of each phone's use. All ids begin at `base`.
fn fill(f: &Fixture, me: i64, base: i64, subs: i64) {
    let configuration = f.seeded.configurations[0].id;
    let count = |n: i64| {
        format!(
            "WITH RECURSIVE n (i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {n} - 1)"
        )
    };
    let (few, phones) = (count(subs), count(subs * EACH));
    let groups = count(EACH);
    let sql = format!(
        "
        INSERT INTO members (id, phone, email, nickname, avatar, sex, birthday, location, channel_code, point, role, permissions,
            password_hash, disabled, created_ms, must_change_password, parent_id, sub_name, sub_since_ms)
        {few} SELECT {base} + i, CAST(13900000000 + {base} + i AS TEXT), '', '', '', 0, '', '', '', 0, 1, '', '', FALSE, {NOW}, FALSE,
            {me}, '门店' || i, {NOW} - i * 1000 FROM n;
        INSERT INTO phone_groups (id, member_id, name, name_key, created_ms, auto_renew)
        {groups} SELECT {base} + i, {me}, '组' || i, '组' || i, {NOW}, FALSE FROM n;
        INSERT INTO phones (id, owl_id, configuration_id, adb, carrier, dpi, owner_id, alias, alias_key, sort_key, assign_ms, expire_ms,
            power_on, healthy, status_since_ms, created_ms, group_id, maintenance)
        {phones} SELECT {base} + i, 'OWL-' || ({base} + i), {configuration}, 'h' || ({base} + i) || ':5555', 1, 320, {me}, '机' || i, '机' || i,
            CAST(1000000 + i AS TEXT), {NOW}, {NOW} + (i % 400 + 1) * {DAY}, i % 50 <> 0, i % 20 <> 3,
            {NOW}, {NOW}, {base} + i % 10, FALSE FROM n;
        INSERT INTO allotments (id, phone_id, owner_id, member_id, ticks, created_ms)
        {phones} SELECT {base} + i, {base} + i, {me}, {base} + i % {subs}, i % 4, {NOW} - 1000 FROM n;
        INSERT INTO seats (phone_id, epoch, state, member_id)
        {few} SELECT {base} + i * 10, 1, 2, {base} + i * 10 % {subs} FROM n;
        INSERT INTO audit (id, at_ms, kind, member_id, object, detail)
        {phones} SELECT {base} + i, {NOW} + i, 'play.control', {base} + i % {subs}, 'phone:' || ({base} + i), '' FROM n;
        INSERT INTO orders (id, number, member_id, kind, state, created_ms, deadline_ms, body_hash, agreed_ms, spec_name, spec_name_en,
            quantity, list_fen, total_fen, paid_fen, refunded_fen, points, points_rate)
        {few} SELECT {base} + i, CAST({base} + i AS TEXT), {me}, 1, 2, {NOW}, {NOW}, '', {NOW}, '', '', 10, 1000, 1000, 1000, 0, 0, 0 FROM n;
        INSERT INTO order_phones (order_id, phone_id, alias, assign_ms, expire_ms)
        {phones} SELECT {base} + i / 10, {base} + i, '', {NOW}, {NOW} FROM n;
        INSERT INTO payments (id, attempt_id, order_id, wallet, trade_no, amount_fen, refund_fen, fulfilled, paid_ms, created_ms)
        {few} SELECT {base} + i, {base} + i, {base} + i, 1, CAST({base} + i AS TEXT), 1000, 0, TRUE, {NOW}, {NOW} FROM n;
        INSERT INTO ledger_entries (id, posting_id, account, order_id, payment_id, amount_fen, created_ms)
        {few} SELECT {base} + i, {base} + i, 3, {base} + i, {base} + i, -1000, {NOW} - 3600000 FROM n;"
    );
    // Attempts at a wallet are not made up, and refer to nothing.
    match f.store.kind() {
        Kind::Sqlite => {
            let mut conn = SqliteConnection::establish(&f.url).unwrap();
            let sql = format!(
                "PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = OFF; BEGIN; {sql} COMMIT;"
            );
            conn.batch_execute(&sql).unwrap();
        }
        Kind::Postgres => f.execute(&format!("SET session_replication_role = replica; {sql}")),
    }
}

/// Texts behind each question of the enterprise's pages, which are about so many sub-accounts.
async fn questions(
    f: &Fixture,
    who: &Actor,
    base: i64,
    subs: i64,
) -> Vec<(&'static str, Vec<String>)> {
    let store = &f.store;
    let mut all = Vec::new();
    asked();
    let counted = overview(store, who, Zone::default(), NOW).await.unwrap();
    assert_eq!((counted.total, counted.sub_accounts), (subs * EACH, subs));
    all.push(("overview", asked()));
    for (call, sorting, total) in [
        ("sections by sub-account", Sorting::SubAccount, subs),
        ("sections by group", Sorting::Group, EACH),
    ] {
        let query = SectionQuery {
            sorting,
            keyword: String::new(),
            offset: 0,
            limit: PAGE,
        };
        let page = sections(store, who, query).await.unwrap();
        assert_eq!(page.total, total);
        all.push((call, asked()));
    }
    for (call, section, total) in [
        ("wall of a sub-account", SectionId::SubAccount(base), EACH),
        ("wall of a group", SectionId::Group(base + 1), subs),
    ] {
        let query = WallQuery {
            section,
            keyword: String::new(),
            offset: 0,
            limit: PAGE,
        };
        assert_eq!(wall(store, who, query).await.unwrap().total, total);
        all.push((call, asked()));
    }
    let query = SubQuery {
        limit: PAGE,
        ..SubQuery::default()
    };
    let listed = page(store, who, query, NOW).await.unwrap();
    assert_eq!((listed.all, listed.given), (subs, subs * EACH));
    all.push(("sub-accounts", asked()));
    let query = SpendQuery {
        zone: Zone::default(),
        offset: 0,
        limit: PAGE,
    };
    let spent = spend(store, who, query, NOW).await.unwrap();
    let month = spent.months.last().unwrap();
    assert_eq!((month.fen, spent.total), (1000 * subs, subs));
    all.push(("spend", asked()));
    all
}

#[derive(QueryableByName)]
struct Plan {
    #[diesel(sql_type = Text)]
    detail: String,
}

/// Steps in which SQLite goes through all rows of a table, or all of an index. Tables of the question itself, by the name `t`, are none of ours.
fn scans(conn: &mut SqliteConnection, text: &str) -> Vec<String> {
    let text = text.split(" -- binds").next().unwrap_or_default();
    let plan: Vec<Plan> = sql_query(format!("EXPLAIN QUERY PLAN {text}"))
        .load(conn)
        .unwrap();
    let own = |detail: &str| {
        ["VIRTUAL TABLE", "(subquery", "CONSTANT ROW", "(join"]
            .iter()
            .any(|part| detail.contains(part))
            || detail == "SCAN t"
    };
    plan.into_iter()
        .map(|step| step.detail)
        .filter(|detail| detail.starts_with("SCAN ") && !own(detail))
        .collect()
}

#[test]
fn a_company_of_thousands_is_asked_for_as_one_of_ten_is_and_nothing_is_read_of_other_accounts() {
    set_default_instrumentation(ear).unwrap();
    on_each_made_up(async |f| {
        let (small, large) = (f.actor(GUEST).await, f.actor(OWNER).await);
        fill(f, small.member_id(), 1_000_000, 10);
        fill(f, large.member_id(), 2_000_000, 1000);
        let few = questions(f, &small, 1_000_000, 10).await;
        let many = questions(f, &large, 2_000_000, 1000).await;
        for ((call, few), (_, many)) in few.iter().zip(&many) {
            assert!(!few.is_empty(), "{call}: the statements are counted");
            // Ids are named by 500 where a statement names them.
            assert!(
                many.len() <= few.len() + 4,
                "{call}: {} for thousands, {} for ten",
                many.len(),
                few.len()
            );
        }
        if f.store.kind() == Kind::Sqlite {
            let mut conn = SqliteConnection::establish(&f.url).unwrap();
            for (call, texts) in &many {
                for text in texts {
                    let scans = scans(&mut conn, text);
                    assert!(scans.is_empty(), "{call}: {scans:?} in {text}");
                }
            }
        }
    });
}
