//! Cost of a company's pages: 10,000 phones, half of them given to 1,000 sub-accounts, among 200,000 phones in all. Counts, sections,
//! a page of the wall and a page of the sub-accounts are held against the bare SQL that a person would write for them.
//!
//! `cargo bench -p store --bench company` fills SQLite, and PostgreSQL where `OWLDECK_TEST_PG_URL` names a server, prints one JSON line a
//! question, and fails where a ratio passes its limit.

#![expect(
    clippy::unwrap_used,
    reason = "a bench that cannot go on has no figures"
)]

#[path = "list/fill.rs"]
mod fill;
mod ratio;

use std::sync::{Arc, Mutex};

use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Nullable, SmallInt, Text};
use domain::auth::SignIn;
use domain::keyaccount::{END_DAYS, end_borders};
use domain::orders::LINES_MAX;
use domain::phones::{PhoneActivity, Power, Status};
use domain::zone::Zone;
use fresh_database::{PASSWORD, PASSWORD_HASH};
use ratio::Pair;
use ratio::conn::Conn;
use store::keyaccount::{SectionId, SectionQuery, Sorting, WallQuery, overview, sections, wall};
use store::seed::Seed;
use store::session::{Terminal, actor_of, sign_in};
use store::subaccounts::{SubQuery, page};
use store::{Stamp, Store};

const NOW: i64 = 1_800_000_000_000;
const PHONES: i64 = 10_000;
/// Other accounts with as many phones.
const OTHERS: i64 = 19;
const SUB_ACCOUNTS: i64 = 1000;
/// Phones that each sub-account has.
const GIVEN: i64 = 5;
const PAGE: i64 = 20;
/// First id of the sub-accounts, less one.
const SUBS: i64 = 500_000_000;

/// Numbers of an answer, in the order of its fields.
type Answer = Vec<i64>;

fn main() {
    ratio::run(|_| true, bench);
}

async fn bench(url: String) -> bool {
    let store = Store::open(&url, Stamp::Demo).unwrap();
    let people: Vec<String> = (0..=OTHERS)
        .map(|n| format!(r#"{{"phone":"138000000{n:02}","password":"{PASSWORD_HASH}"}}"#))
        .collect();
    let seed = format!(
        r#"{{"members":[{}],"configurations":[{{"name":"VIP","androidVersion":"14","chip":"RK3588","padType":5,"dpi":320}}]}}"#,
        people.join(",")
    );
    let seeded = store::seed::load(&store, Seed::parse(&seed).unwrap(), NOW)
        .await
        .unwrap();
    fill::fill(&store, &url, &seeded);
    let parent = seeded.members[0].user_id;
    let mut conn = Conn::open(store.kind(), &url);
    conn.fill(&sub_accounts_of(parent));
    let bare = Arc::new(Mutex::new(Bare { conn, parent }));
    let ask = |question: fn(&mut Bare) -> Answer| {
        let bare = bare.clone();
        move || question(&mut bare.lock().unwrap())
    };
    let form = SignIn::parse("13800000000", PASSWORD, None).unwrap();
    let tokens = sign_in(&store, form, Terminal::Web, NOW).await.unwrap();
    let actor = actor_of(&store, tokens.access, NOW).await.unwrap().unwrap();
    let pair = |question| Pair {
        bench: "company",
        kind: store.kind(),
        question,
    };
    let zone = Zone::default();
    let mut within = ratio::keeps(
        pair("counts"),
        async || {
            let counts = overview(&store, &actor, zone, NOW).await.unwrap();
            let ends = counts.ends.iter().map(|end| end.phones);
            let head = [counts.total, counts.running, counts.off, counts.in_use];
            head.into_iter()
                .chain([counts.sub_accounts])
                .chain(ends)
                .collect()
        },
        ask(Bare::counts),
    )
    .await;
    within &= ratio::keeps(
        pair("sections"),
        async || {
            let query = SectionQuery {
                sorting: Sorting::SubAccount,
                keyword: String::new(),
                offset: 0,
                limit: PAGE,
            };
            let found = sections(&store, &actor, query).await.unwrap();
            let phones = found.list.iter().map(|section| section.total).sum();
            vec![found.total, found.list.len().try_into().unwrap(), phones]
        },
        ask(Bare::sections),
    )
    .await;
    within &= ratio::keeps(
        pair("wall of those not given"),
        async || {
            let query = WallQuery {
                section: SectionId::NotGiven,
                keyword: String::new(),
                offset: 0,
                limit: PAGE,
            };
            let found = wall(&store, &actor, query).await.unwrap();
            let ids = found.list.iter().map(|on_wall| on_wall.phone.id);
            std::iter::once(found.total).chain(ids).collect()
        },
        ask(Bare::wall),
    )
    .await;
    within &= ratio::keeps(
        pair("sub-accounts"),
        async || {
            let query = SubQuery {
                limit: PAGE,
                ..SubQuery::default()
            };
            let found = page(&store, &actor, query, NOW).await.unwrap();
            let rows = found.list.len().try_into().unwrap();
            vec![found.total, found.given, found.free, found.working, rows]
        },
        ask(Bare::sub_accounts),
    )
    .await;
    within
}

/// Sub-accounts that joined one after the other, each with its phones.
fn sub_accounts_of(parent: i64) -> String {
    format!(
        "INSERT INTO members (id, phone, email, nickname, avatar, sex, birthday, location, channel_code, point, role, permissions,
            password_hash, disabled, created_ms, must_change_password, parent_id, sub_name, sub_since_ms)
        WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {SUB_ACCOUNTS})
        SELECT {SUBS} + i, CAST(13900000000 + i AS TEXT), '', '', '', 0, '', '', '', 0, 1, '', '', FALSE, {NOW}, FALSE,
            {parent}, 'sub ' || i, {NOW} - i * 60000 FROM n;
        INSERT INTO allotments (id, phone_id, owner_id, member_id, ticks, created_ms)
        SELECT id, id, owner_id, {SUBS} + 1 + id % {SUB_ACCOUNTS}, 0, {NOW} FROM phones
            WHERE owner_id = {parent} AND id - {} < {SUB_ACCOUNTS} * {GIVEN};",
        fill::base(0)
    )
}

/// The questions in bare SQL, by a connection of its own.
struct Bare {
    conn: Conn,
    parent: i64,
}

#[derive(QueryableByName)]
struct Group {
    #[diesel(sql_type = BigInt)]
    section: i64,
    #[diesel(sql_type = BigInt)]
    status_code: i64,
    #[diesel(sql_type = BigInt)]
    power_on: i64,
    #[diesel(sql_type = BigInt)]
    ended: i64,
    #[diesel(sql_type = BigInt)]
    n: i64,
    #[diesel(sql_type = BigInt)]
    in_use: i64,
}

#[derive(QueryableByName)]
struct Named {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Text)]
    name: String,
}

/// A sub-account, with what the page of them reads of each.
#[derive(QueryableByName)]
struct Sub {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Text)]
    sub_name: String,
    #[diesel(sql_type = Nullable<Text>)]
    phone: Option<String>,
    #[diesel(sql_type = Nullable<BigInt>)]
    sub_since_ms: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    sub_off_ms: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    signed_in_ms: Option<i64>,
}

#[derive(QueryableByName)]
struct Given {
    #[diesel(sql_type = BigInt)]
    member_id: i64,
    #[diesel(sql_type = SmallInt)]
    ticks: i16,
    #[diesel(sql_type = BigInt)]
    n: i64,
}

impl Bare {
    /// Phones by section, status and switch.
    fn groups(&mut self, section: &str, join: &str) -> Vec<Group> {
        let parent = self.parent;
        self.conn.rows(&format!(
            "SELECT {section} AS section, CAST(p.status_code AS BIGINT) AS status_code, CAST(p.power_on AS INTEGER) * CAST(1 AS BIGINT) AS power_on,
                CASE WHEN p.expire_ms <= {NOW} THEN CAST(1 AS BIGINT) ELSE 0 END AS ended, count(*) AS n, count(s.phone_id) AS in_use
                FROM phones p {join} LEFT JOIN seats s ON s.phone_id = p.id AND s.state = 2
                WHERE p.owner_id = {parent} AND p.recycled_ms IS NULL GROUP BY 1, 2, 3, 4"
        ))
    }

    fn counts(&mut self) -> Answer {
        let parent = self.parent;
        let groups = self.groups("CAST(0 AS BIGINT)", "");
        let sum = |wanted: &dyn Fn(&Group) -> bool, of: &dyn Fn(&Group) -> i64| -> i64 {
            groups.iter().filter(|group| wanted(group)).map(of).sum()
        };
        let doing = |group: &Group| {
            let power = if group.power_on == 1 {
                Power::On
            } else {
                Power::Off
            };
            let status = Status::from_code(group.status_code.try_into().unwrap()).unwrap();
            PhoneActivity::of(status, power)
        };
        let n = |group: &Group| group.n;
        let mut answer = vec![
            sum(&|_| true, &n),
            sum(
                &|group| group.ended == 0 && doing(group) == PhoneActivity::Running,
                &n,
            ),
            sum(&|group| doing(group) == PhoneActivity::Off, &n),
            sum(&|_| true, &|group| group.in_use),
        ];
        answer.extend(self.conn.numbers(&format!(
            "SELECT count(*) AS n FROM members WHERE parent_id = {parent}"
        )));
        let mut from_ms = NOW;
        for (_, until_ms) in END_DAYS.into_iter().zip(end_borders(Zone::default(), NOW)) {
            let within = format!(
                "FROM phones WHERE owner_id = {parent} AND recycled_ms IS NULL AND expire_ms > {from_ms} AND expire_ms <= {until_ms}"
            );
            answer.extend(self.conn.numbers(&format!("SELECT count(*) AS n {within}")));
            self.conn.numbers(&format!(
                "SELECT id AS n {within} ORDER BY expire_ms, id LIMIT {LINES_MAX}"
            ));
            from_ms = until_ms;
        }
        answer
    }

    /// Names of the sub-accounts, the newest first.
    fn names(&mut self) -> Vec<Named> {
        let parent = self.parent;
        let names: Vec<Named> = self.conn.rows(&format!(
            "SELECT id, sub_name || phone AS name FROM members WHERE parent_id = {parent} ORDER BY sub_since_ms DESC, id DESC"
        ));
        assert!(names.iter().all(|named| !named.name.is_empty()));
        names
    }

    fn sections(&mut self) -> Answer {
        let names = self.names();
        let groups = self.groups(
            "coalesce(a.member_id, 0)",
            "LEFT JOIN allotments a ON a.phone_id = p.id AND a.owner_id = p.owner_id AND a.ended_ms IS NULL",
        );
        let mut by_section = std::collections::HashMap::<i64, i64>::new();
        for group in groups {
            *by_section.entry(group.section).or_default() += group.n;
        }
        let known = names.iter().filter_map(|named| by_section.get(&named.id));
        let page: Vec<i64> = known.copied().take(PAGE.try_into().unwrap()).collect();
        let sections = by_section.len().try_into().unwrap();
        vec![sections, page.len().try_into().unwrap(), page.iter().sum()]
    }

    fn wall(&mut self) -> Answer {
        let parent = self.parent;
        let free = format!(
            "FROM phones p LEFT JOIN seats s ON s.phone_id = p.id AND s.state = 2 WHERE p.owner_id = {parent} AND p.recycled_ms IS NULL
                AND NOT EXISTS (SELECT 1 FROM allotments a WHERE a.phone_id = p.id AND a.owner_id = {parent} AND a.ended_ms IS NULL)"
        );
        let mut answer = self.conn.numbers(&format!("SELECT count(*) AS n {free}"));
        let found: Vec<Named> = self.conn.rows(&format!(
            "SELECT p.id, p.alias || p.owl_id || p.adb AS name {free} ORDER BY p.sort_key, p.id LIMIT {PAGE}"
        ));
        assert!(found.iter().all(|named| !named.name.is_empty()));
        answer.extend(found.iter().map(|named| named.id));
        answer
    }

    fn sub_accounts(&mut self) -> Answer {
        let parent = self.parent;
        let subs: Vec<Sub> = self.conn.rows(&format!(
            "SELECT id, sub_name, phone, sub_since_ms, sub_off_ms, signed_in_ms FROM members WHERE parent_id = {parent}
                ORDER BY sub_since_ms DESC, id DESC"
        ));
        assert!(subs.iter().all(|sub| !sub.sub_name.is_empty()
            && sub.phone.is_some()
            && sub.sub_since_ms.is_some()
            && sub.sub_off_ms.or(sub.signed_in_ms).is_none()));
        let given: Vec<Given> = self.conn.rows(&format!(
            "SELECT member_id, ticks, count(*) AS n FROM allotments WHERE owner_id = {parent} AND ended_ms IS NULL GROUP BY member_id, ticks"
        ));
        assert!((given.iter()).all(|row| row.member_id > SUBS && row.ticks == 0 && row.n == GIVEN));
        let working = self.conn.numbers(&format!(
            "SELECT count(DISTINCT s.member_id) AS n FROM seats s JOIN phones p ON p.id = s.phone_id JOIN members m ON m.id = s.member_id
                WHERE p.owner_id = {parent} AND s.state = 2 AND m.parent_id = {parent}"
        ));
        for invited in [
            format!("SELECT id AS n FROM sub_invitations WHERE parent_id = {parent} AND expire_ms > {NOW}"),
            format!(
                "SELECT count(*) AS n FROM sub_invitation_phones f JOIN sub_invitations i ON i.id = f.invitation_id
                    WHERE i.parent_id = {parent} GROUP BY f.invitation_id"
            ),
        ] {
            assert!(self.conn.numbers(&invited).is_empty());
        }
        let owned = self.conn.numbers(&format!(
            "SELECT count(*) AS n FROM phones WHERE owner_id = {parent} AND recycled_ms IS NULL"
        ));
        let held = self.conn.numbers(&format!(
            "SELECT count(*) AS n FROM phones p WHERE p.owner_id = {parent} AND p.recycled_ms IS NULL
                AND EXISTS (SELECT 1 FROM allotments a WHERE a.phone_id = p.id AND a.owner_id = {parent} AND a.ended_ms IS NULL)"
        ));
        let page: Vec<&Sub> = subs.iter().take(PAGE.try_into().unwrap()).collect();
        let ids: Vec<String> = page.iter().map(|sub| sub.id.to_string()).collect();
        let ids = ids.join(",");
        self.conn.numbers(&format!(
            "SELECT max(a.at_ms) AS n FROM audit a JOIN allotments t ON t.member_id = a.member_id AND a.object = 'phone:' || t.phone_id
                WHERE a.member_id IN ({ids}) AND t.owner_id = {parent} AND a.kind IN ('phone.play', 'phone.watch') GROUP BY a.member_id"
        ));
        self.conn.numbers(&format!(
            "SELECT t.phone_id AS n FROM (SELECT a.member_id, a.phone_id, row_number() OVER (PARTITION BY a.member_id ORDER BY p.sort_key, p.id) AS nth
                FROM allotments a JOIN phones p ON p.id = a.phone_id WHERE a.owner_id = {parent} AND a.ended_ms IS NULL AND a.member_id IN ({ids})) t
                WHERE t.nth <= 3"
        ));
        self.conn.numbers(&format!(
            "SELECT CAST(sum(paid_fen - refunded_fen) AS BIGINT) AS n FROM orders WHERE member_id = {parent} AND paid_ms > {NOW} - 2592000000
                GROUP BY member_id"
        ));
        let rows = page.len().try_into().unwrap();
        vec![
            subs.len().try_into().unwrap(),
            held[0],
            owned[0] - held[0],
            working[0],
            rows,
        ]
    }
}
