//! What the enterprise's calls cost a member with 1,000 sub-accounts, 10,000 phones and 1,000 orders of the month, held against the bare SQL
//! that a person would write for them.
//!
//! `cargo bench -p store --bench keyaccount` fills SQLite, and PostgreSQL where `OWLDECK_TEST_PG_URL` names a server, prints one JSON line a
//! question, and fails where a ratio passes its limit.

#![expect(
    clippy::unwrap_used,
    reason = "a bench that cannot go on has no figures"
)]

mod ratio;

use std::collections::HashMap;

use diesel::connection::SimpleConnection;
use diesel::sql_types::{BigInt, Text};
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection, sql_query};
use domain::auth::SignIn;
use domain::zone::Zone;
use fresh_database::{PASSWORD, PASSWORD_HASH};
use ratio::Pair;
use store::keyaccount::{
    SectionId, SectionQuery, Sorting, SpendQuery, WallQuery, overview, sections, spend, wall,
};
use store::seed::Seed;
use store::session::{Actor, Terminal, actor_of, sign_in};
use store::subaccounts::{SubQuery, page};
use store::{Kind, Stamp, Store};

/// 2027-01-15.
const NOW: i64 = 1_800_000_000_000;
const DAY: i64 = 86_400_000;
const SUB_ACCOUNTS: i64 = 1000;
const PHONES: i64 = 10_000;
const ORDERS: i64 = 1000;
const PAGE: i64 = 20;
/// Cells of a page of a section that is opened.
const CELLS: i64 = 100;
/// What the ids of all rows begin at.
const BASE: i64 = 1_000_000;
/// The first of January in UTC.
const MONTH: i64 = NOW - 14 * DAY - 8 * 3_600_000;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    let mut within = runtime.block_on(bench(&fresh_database::sqlite().url));
    if let Some(database) = fresh_database::postgres() {
        within &= runtime.block_on(bench(&database.url));
    }
    if !within {
        std::process::exit(1);
    }
}

async fn bench(url: &str) -> bool {
    let store = Store::open(url, Stamp::Demo).unwrap();
    let seed = format!(
        r#"{{"members":[{{"phone":"13800000000","password":"{PASSWORD_HASH}"}}],"configurations":[{{"name":"VIP","androidVersion":"14","chip":"RK3588","padType":5,"dpi":320}}]}}"#
    );
    let seeded = store::seed::load(&store, Seed::parse(&seed).unwrap(), NOW)
        .await
        .unwrap();
    let mut bare = Bare::open(store.kind(), url, seeded.members[0].user_id);
    bare.fill(seeded.configurations[0].id);
    let form = SignIn::parse("13800000000", PASSWORD, None).unwrap();
    let tokens = sign_in(&store, form, Terminal::Web, NOW).await.unwrap();
    let actor = actor_of(&store, tokens.access, NOW).await.unwrap().unwrap();
    let pair = |question| Pair {
        bench: "keyaccount",
        kind: store.kind(),
        question,
    };
    let mut within = ratio::keeps(
        pair("overview"),
        async || {
            let all = overview(&store, &actor, Zone::default(), NOW).await;
            let all = all.unwrap();
            (all.total, all.in_use, all.sub_accounts)
        },
        || bare.overview(),
    )
    .await;
    within &= ratio::keeps(
        pair("sections"),
        async || by_sub_account(&store, &actor).await,
        || bare.sections(),
    )
    .await;
    within &= ratio::keeps(
        pair("wall of a group"),
        async || phones_of_a_group(&store, &actor).await,
        || bare.wall(),
    )
    .await;
    within &= ratio::keeps(
        pair("sub-accounts"),
        async || first_page(&store, &actor).await,
        || bare.sub_accounts(),
    )
    .await;
    within
        & ratio::keeps(
            pair("spend"),
            async || {
                let query = SpendQuery {
                    zone: Zone::default(),
                    offset: 0,
                    limit: PAGE,
                };
                let spend = spend(&store, &actor, query, NOW).await.unwrap();
                (spend.months[5].fen, spend.total)
            },
            || bare.spend(),
        )
        .await
}

/// Number of sections, and of the phones of the first page.
async fn by_sub_account(store: &Store, actor: &Actor) -> (i64, i64) {
    let query = SectionQuery {
        sorting: Sorting::SubAccount,
        keyword: String::new(),
        offset: 0,
        limit: PAGE,
    };
    let page = sections(store, actor, query).await.unwrap();
    (
        page.total,
        page.list.iter().map(|section| section.total).sum(),
    )
}

/// Number of a group's phones, and of those of the first page.
async fn phones_of_a_group(store: &Store, actor: &Actor) -> (i64, usize) {
    let query = WallQuery {
        section: SectionId::Group(BASE + 1),
        keyword: String::new(),
        offset: 0,
        limit: CELLS,
    };
    let page = wall(store, actor, query).await.unwrap();
    (page.total, page.list.len())
}

/// Numbers of sub-accounts, of phones that they have and of those who work, and the phones and the money of the first page.
async fn first_page(store: &Store, actor: &Actor) -> [i64; 5] {
    let query = SubQuery {
        limit: PAGE,
        ..SubQuery::default()
    };
    let page = page(store, actor, query, NOW).await.unwrap();
    [
        page.all,
        page.given,
        page.working,
        page.list.iter().map(|row| row.phones).sum(),
        page.list.iter().map(|row| row.month_fen).sum(),
    ]
}

/// A connection of its own, for the member who asks.
struct Bare {
    conn: Conn,
    me: i64,
}

enum Conn {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Two numbers and a text, as most questions answer.
#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = BigInt)]
    a: i64,
    #[diesel(sql_type = BigInt)]
    b: i64,
    #[diesel(sql_type = Text)]
    words: String,
}

impl Bare {
    fn open(kind: Kind, url: &str, me: i64) -> Self {
        let conn = match kind {
            Kind::Sqlite => Conn::Sqlite(SqliteConnection::establish(url).unwrap()),
            Kind::Postgres => Conn::Postgres(PgConnection::establish(url).unwrap()),
        };
        Self { conn, me }
    }

    /// Ten phones for each sub-account and in ten groups, of which a tenth is controlled by who has it; ten records of each sub-account; an
    /// order of the month for each ten phones.
    fn fill(&mut self, configuration: i64) {
        let me = self.me;
        let count = |n: i64| {
            format!(
                "WITH RECURSIVE n (i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {n} - 1)"
            )
        };
        let (subs, phones, orders) = (count(SUB_ACCOUNTS), count(PHONES), count(ORDERS));
        let sql = format!(
            "INSERT INTO members (id, phone, email, nickname, avatar, sex, birthday, location, channel_code, point, role, permissions,
                password_hash, disabled, created_ms, must_change_password, parent_id, sub_name, sub_since_ms)
            {subs} SELECT {BASE} + i, CAST(13900000000 + i AS TEXT), '', '', '', 0, '', '', '', 0, 1, '', '', FALSE, {NOW}, FALSE,
                {me}, '门店' || i, {NOW} - i * 1000 FROM n;
            INSERT INTO phone_groups (id, member_id, name, name_key, created_ms, auto_renew)
            {} SELECT {BASE} + i, {me}, '组' || i, '组' || i, {NOW}, FALSE FROM n;
            INSERT INTO phones (id, owl_id, configuration_id, adb, carrier, dpi, owner_id, alias, alias_key, sort_key, assign_ms, expire_ms,
                power_on, healthy, status_since_ms, created_ms, group_id, maintenance)
            {phones} SELECT {BASE} + i, 'OWL-' || (100000000 + i), {configuration}, 'h' || i || ':5555', 1, 320, {me}, '机' || i, '机' || i,
                substr(CAST(10000000000 + (i * 7919) % {PHONES} AS TEXT), 2), {NOW}, {NOW} + (i % 400 + 1) * {DAY}, i % 50 <> 0, i % 20 <> 3,
                {NOW}, {NOW}, {BASE} + i % 10, FALSE FROM n;
            INSERT INTO allotments (id, phone_id, owner_id, member_id, ticks, created_ms)
            {phones} SELECT {BASE} + i, {BASE} + i, {me}, {BASE} + i % {SUB_ACCOUNTS}, i % 4, {NOW} - 1000 FROM n;
            INSERT INTO seats (phone_id, epoch, state, member_id)
            {orders} SELECT {BASE} + i * 10, 1, 2, {BASE} + i * 10 % {SUB_ACCOUNTS} FROM n;
            INSERT INTO audit (id, at_ms, kind, member_id, object, detail)
            {phones} SELECT {BASE} + i, {NOW} + i, 'play.control', {BASE} + i % {SUB_ACCOUNTS}, 'phone:' || ({BASE} + i), '' FROM n;
            INSERT INTO orders (id, number, member_id, kind, state, created_ms, deadline_ms, body_hash, agreed_ms, spec_name, spec_name_en,
                quantity, list_fen, total_fen, paid_fen, refunded_fen, points, points_rate)
            {orders} SELECT {BASE} + i, CAST({BASE} + i AS TEXT), {me}, 1, 2, {MONTH}, {NOW}, '', {NOW}, '', '', 10, 1000, 1000, 1000, 0, 0, 0 FROM n;
            INSERT INTO order_phones (order_id, phone_id, alias, assign_ms, expire_ms)
            {phones} SELECT {BASE} + i / 10, {BASE} + i, '', {NOW}, {NOW} FROM n;
            INSERT INTO payments (id, attempt_id, order_id, wallet, trade_no, amount_fen, refund_fen, fulfilled, paid_ms, created_ms)
            {orders} SELECT {BASE} + i, {BASE} + i, {BASE} + i, 1, CAST(i AS TEXT), 1000, 0, TRUE, {NOW}, {NOW} FROM n;
            INSERT INTO ledger_entries (id, posting_id, account, order_id, payment_id, amount_fen, created_ms)
            {orders} SELECT {BASE} + i, {BASE} + i, 3, {BASE} + i, {BASE} + i, -1000, {MONTH} + 3600000 FROM n;",
            count(10)
        );
        match &mut self.conn {
            // Attempts at a wallet are not made up: nothing checks what refers to them.
            Conn::Sqlite(conn) => conn
                .batch_execute(&format!(
                    "PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; BEGIN; {sql} COMMIT; ANALYZE;"
                ))
                .unwrap(),
            Conn::Postgres(conn) => {
                conn.batch_execute(&format!("SET session_replication_role = replica; {sql}"))
                    .unwrap();
                conn.batch_execute("VACUUM ANALYZE").unwrap();
            }
        }
    }

    fn lines(&mut self, sql: &str) -> Vec<Line> {
        match &mut self.conn {
            Conn::Sqlite(conn) => sql_query(sql).load(conn).unwrap(),
            Conn::Postgres(conn) => sql_query(sql).load(conn).unwrap(),
        }
    }

    fn overview(&mut self) -> (i64, i64, i64) {
        let me = self.me;
        let counted = self.lines(&format!(
            "SELECT count(*) AS a, count(s.phone_id) AS b, p.status_code || ' ' || CAST(p.power_on AS TEXT) AS words FROM phones p
                LEFT JOIN seats s ON s.phone_id = p.id AND s.state = 2 WHERE p.owner_id = {me} AND p.recycled_ms IS NULL
                GROUP BY p.status_code, p.power_on, p.expire_ms <= {NOW}"
        ));
        let subs = self.lines(&format!(
            "SELECT count(*) AS a, 0 AS b, '' AS words FROM members WHERE parent_id = {me}"
        ));
        let ends = self.lines(&format!(
            "SELECT id AS a, expire_ms AS b, '' AS words FROM phones WHERE owner_id = {me} AND recycled_ms IS NULL
                AND expire_ms > {NOW} AND expire_ms < {NOW} + 31 * {DAY} ORDER BY expire_ms, id"
        ));
        assert!(!ends.is_empty());
        let sum = |of: fn(&Line) -> i64| counted.iter().map(of).sum();
        (sum(|line| line.a), sum(|line| line.b), subs[0].a)
    }

    /// Sub-accounts, the newest first.
    fn names(&mut self) -> Vec<Line> {
        let me = self.me;
        self.lines(&format!(
            "SELECT id AS a, sub_since_ms AS b, sub_name || phone AS words FROM members WHERE parent_id = {me} ORDER BY sub_since_ms DESC, id DESC"
        ))
    }

    fn sections(&mut self) -> (i64, i64) {
        let me = self.me;
        let names = self.names();
        let counted = self.lines(&format!(
            "SELECT a.member_id AS a, count(*) AS b, p.status_code || ' ' || CAST(p.power_on AS TEXT) AS words FROM phones p
                LEFT JOIN allotments a ON a.phone_id = p.id AND a.owner_id = p.owner_id AND a.ended_ms IS NULL
                LEFT JOIN seats s ON s.phone_id = p.id AND s.state = 2 WHERE p.owner_id = {me} AND p.recycled_ms IS NULL
                GROUP BY a.member_id, p.status_code, p.power_on"
        ));
        let mut sums: HashMap<i64, i64> = HashMap::new();
        for line in counted {
            assert!(!line.words.is_empty());
            *sums.entry(line.a).or_default() += line.b;
        }
        let known = names.iter().filter_map(|name| sums.get(&name.a));
        let first: i64 = known.take(usize::try_from(PAGE).unwrap()).sum();
        (i64::try_from(sums.len()).unwrap(), first)
    }

    fn wall(&mut self) -> (i64, usize) {
        let me = self.me;
        let group = format!(
            "FROM phones p LEFT JOIN seats s ON s.phone_id = p.id AND s.state = 2
                WHERE p.owner_id = {me} AND p.recycled_ms IS NULL AND p.group_id = {BASE} + 1"
        );
        let total = self.lines(&format!(
            "SELECT count(*) AS a, 0 AS b, '' AS words {group}"
        ));
        let cells = self.lines(&format!(
            "SELECT p.id AS a, coalesce(s.member_id, 0) AS b, p.owl_id || p.alias || p.adb || p.status_code AS words {group}
                ORDER BY p.sort_key, p.id LIMIT {CELLS}"
        ));
        (total[0].a, cells.len())
    }

    /// What each sub-account's phones cost this month.
    fn month(&mut self) -> HashMap<i64, i64> {
        let me = self.me;
        let sales = self.lines(&format!(
            "SELECT e.order_id AS a, -e.amount_fen AS b, '' AS words FROM ledger_entries e JOIN payments p ON p.id = e.payment_id
                JOIN orders o ON o.id = p.order_id WHERE o.member_id = {me} AND e.account = 3 AND e.created_ms >= {MONTH}"
        ));
        let ids: Vec<String> = sales.iter().map(|sale| sale.a.to_string()).collect();
        let phones = self.lines(&format!(
            "SELECT order_id AS a, phone_id AS b, '' AS words FROM order_phones WHERE order_id IN ({}) ORDER BY order_id, phone_id",
            ids.join(",")
        ));
        let holders: HashMap<i64, i64> = self
            .lines(&format!(
                "SELECT phone_id AS a, min(member_id) AS b, '' AS words FROM allotments WHERE owner_id = {me} AND ended_ms IS NULL GROUP BY phone_id"
            ))
            .into_iter()
            .map(|line| (line.a, line.b))
            .collect();
        let fen: HashMap<i64, i64> = sales.into_iter().map(|sale| (sale.a, sale.b)).collect();
        let mut sums: HashMap<i64, i64> = HashMap::new();
        for phone in phones {
            *sums.entry(holders[&phone.b]).or_default() += fen[&phone.a] / 10;
        }
        sums
    }

    fn sub_accounts(&mut self) -> [i64; 5] {
        let me = self.me;
        let names = self.names();
        let given: HashMap<i64, i64> = self
            .lines(&format!(
                "SELECT member_id AS a, count(*) AS b, '' AS words FROM allotments WHERE owner_id = {me} AND ended_ms IS NULL GROUP BY member_id, ticks"
            ))
            .into_iter()
            .fold(HashMap::new(), |mut sums, line| {
                *sums.entry(line.a).or_default() += line.b;
                sums
            });
        let working = self.lines(&format!(
            "SELECT s.member_id AS a, count(*) AS b, '' AS words FROM seats s JOIN phones p ON p.id = s.phone_id
                JOIN members m ON m.id = s.member_id WHERE p.owner_id = {me} AND s.state = 2 AND m.parent_id = {me} GROUP BY s.member_id"
        ));
        let counts = self.lines(&format!(
            "SELECT count(*) AS a, count(CASE WHEN EXISTS (SELECT 1 FROM allotments a WHERE a.phone_id = p.id AND a.owner_id = {me}
                AND a.ended_ms IS NULL) THEN 1 END) AS b, '' AS words FROM phones p WHERE p.owner_id = {me} AND p.recycled_ms IS NULL"
        ));
        let page: Vec<i64> = names
            .iter()
            .take(usize::try_from(PAGE).unwrap())
            .map(|name| name.a)
            .collect();
        let ids: Vec<String> = page.iter().map(i64::to_string).collect();
        let ids = ids.join(",");
        let last = self.lines(&format!(
            "SELECT m.id AS a, r.at_ms AS b, r.object AS words FROM members m JOIN audit r ON r.id = (SELECT x.id FROM audit x
                WHERE x.member_id = m.id AND x.kind IN ('play.watch', 'play.control') ORDER BY x.at_ms DESC, x.id DESC LIMIT 1) WHERE m.id IN ({ids})"
        ));
        assert_eq!(last.len(), page.len());
        let first = self.lines(&format!(
            "SELECT member_id AS a, phone_id AS b, '' AS words FROM (SELECT a.member_id, a.phone_id, row_number() OVER (PARTITION BY a.member_id
                ORDER BY p.sort_key, p.id) AS nth FROM allotments a JOIN phones p ON p.id = a.phone_id
                WHERE a.owner_id = {me} AND a.ended_ms IS NULL AND a.member_id IN ({ids})) t WHERE nth <= 3"
        ));
        assert_eq!(first.len(), 3 * page.len());
        let month = self.month();
        let sum = |of: &HashMap<i64, i64>| page.iter().filter_map(|id| of.get(id)).sum();
        [
            i64::try_from(names.len()).unwrap(),
            counts[0].b,
            i64::try_from(working.len()).unwrap(),
            sum(&given),
            sum(&month),
        ]
    }

    fn spend(&mut self) -> (i64, i64) {
        let month = self.month();
        let me = self.me;
        let before = self.lines(&format!(
            "SELECT e.order_id AS a, -e.amount_fen AS b, '' AS words FROM ledger_entries e JOIN payments p ON p.id = e.payment_id
                JOIN orders o ON o.id = p.order_id WHERE o.member_id = {me} AND e.account = 3 AND e.created_ms < {MONTH} AND e.created_ms >= {MONTH} - 160 * {DAY}"
        ));
        assert!(before.is_empty());
        let names = self.names();
        assert!(names.iter().all(|name| !name.words.is_empty()));
        (month.values().sum(), i64::try_from(month.len()).unwrap())
    }
}
