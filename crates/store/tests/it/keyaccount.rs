//! Enterprise overview: phones by sub-account and by group, who works at them, their ends, and the spend by month.

mod company;

use domain::access::DelegatedPermissions;
use domain::orders::Reason;
use domain::text::names::Name;
use domain::zone::Zone;
use store::groups;
use store::keyaccount::{
    Section, SectionId, SectionPage, SectionQuery, Sorting, Spend, SpendQuery, WallError, WallPage,
    WallQuery, Worker, overview, sections, spend, wall,
};
use store::orders::request_refund;
use store::session::Actor;
use store::subaccounts::{SubQuery, give, page, set_enabled};

use crate::fixture::{DAY, Fixture, GUEST, MINUTE, NOW, OWNER, STRANGER, on_each_database};
use crate::orders::{Shop, buy_at, stock};
use crate::play::{control, opened};
use crate::subaccounts::agreed;

const HOUR: i64 = 60 * MINUTE;
/// 2027-02-01 00:30 in Shanghai, 2027-01-31 16:30 by UTC.
const FEBRUARY: i64 = NOW + 16 * DAY + 8 * HOUR + 30 * MINUTE;

async fn by(f: &Fixture, who: &Actor, sorting: Sorting, keyword: &str) -> SectionPage {
    let query = SectionQuery {
        sorting,
        keyword: keyword.to_owned(),
        offset: 0,
        limit: 20,
    };
    sections(&f.store, who, query).await.unwrap()
}

async fn phones_of(f: &Fixture, who: &Actor, section: SectionId, keyword: &str) -> WallPage {
    let query = WallQuery {
        section,
        keyword: keyword.to_owned(),
        offset: 0,
        limit: 20,
    };
    wall(&f.store, who, query).await.unwrap()
}

fn names(page: &WallPage) -> Vec<&str> {
    page.list
        .iter()
        .map(|row| row.phone.alias.as_str())
        .collect()
}

/// Identity and counts of each section: all, in use, off, failed.
fn counts(page: &SectionPage) -> Vec<(SectionId, [i64; 4])> {
    let of = |section: &Section| {
        let Section {
            total,
            in_use,
            off,
            failed,
            ..
        } = *section;
        (section.id, [total, in_use, off, failed])
    };
    page.list.iter().map(of).collect()
}

#[test]
fn the_wall_has_each_phone_in_its_sections_and_says_who_works_there() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let (a, b) = (f.phone("A1", 30).await, f.phone("A2", 30).await);
        let (off, sick) = (f.phone("B1", 30).await, f.phone("B2", 30).await);
        f.execute(&format!(
            "UPDATE phones SET power_on = FALSE WHERE id = {off}; UPDATE phones SET healthy = FALSE, reason = 'offline' WHERE id = {sick};"
        ));
        let first = agreed(f, &owner, GUEST, NOW).await.unwrap();
        let second = agreed(f, &owner, STRANGER, NOW + MINUTE).await.unwrap();
        for (member, ids) in [(first, vec![a, b]), (second, vec![a])] {
            let none = DelegatedPermissions::default();
            give(&f.store, &owner, member, ids, none, NOW)
                .await
                .unwrap();
        }
        let name = Name::parse("Shop").unwrap();
        let shop = groups::create(&f.store, &owner, name, NOW).await.unwrap();
        f.execute(&format!(
            "UPDATE phones SET group_id = {shop} WHERE id IN ({b}, {off});"
        ));
        let started = control(f, &guest, a, NOW).await.unwrap();
        opened(f, started, a, NOW).await.unwrap();
        let started = control(f, &owner, b, NOW).await.unwrap();
        opened(f, started, b, NOW).await.unwrap();

        let given = by(f, &owner, Sorting::SubAccount, "").await;
        assert_eq!(
            counts(&given),
            [
                (SectionId::SubAccount(second), [1, 1, 0, 0]),
                (SectionId::SubAccount(first), [2, 2, 0, 0]),
                (SectionId::NotGiven, [2, 0, 1, 1]),
            ]
        );
        assert_eq!(
            (given.total, given.list[1].phone.as_str()),
            (3, "139****0000")
        );
        let grouped = by(f, &owner, Sorting::Group, "").await;
        assert_eq!(
            counts(&grouped),
            [
                (SectionId::Group(shop), [2, 1, 1, 0]),
                (SectionId::Ungrouped, [2, 1, 0, 1])
            ]
        );
        // A keyword names a phone, or all phones of a section.
        let b1 = by(f, &owner, Sorting::SubAccount, "b1").await;
        assert_eq!(counts(&b1), [(SectionId::NotGiven, [1, 0, 1, 0])]);
        let shop_named = by(f, &owner, Sorting::Group, "sho").await;
        assert_eq!(
            counts(&shop_named),
            [(SectionId::Group(shop), [2, 1, 1, 0])]
        );
        assert_eq!(
            names(&phones_of(f, &owner, SectionId::Group(shop), "sho").await),
            ["A2", "B1"]
        );
        assert_eq!(
            names(&phones_of(f, &owner, SectionId::Group(shop), "b1").await),
            ["B1"]
        );
        let number = by(f, &owner, Sorting::SubAccount, GUEST).await;
        assert_eq!(number.list.len(), 1, "a whole number names its section");

        let mine = phones_of(f, &owner, SectionId::SubAccount(first), "").await;
        assert_eq!((names(&mine), mine.total), (vec!["A1", "A2"], 2));
        let workers: Vec<Option<Worker>> = mine.list.into_iter().map(|row| row.worker).collect();
        let worker = |name: &str, own| {
            let name = name.to_owned();
            Some(Worker { name, own })
        };
        assert_eq!(
            workers,
            [worker("仓储", false), worker("138****0000", true)]
        );
        let rest = phones_of(f, &owner, SectionId::NotGiven, "").await;
        assert_eq!(names(&rest), ["B1", "B2"]);
        assert_eq!(
            names(&phones_of(f, &owner, SectionId::Ungrouped, "").await),
            ["A1", "B2"]
        );
        set_enabled(&f.store, &owner, first, false, NOW)
            .await
            .unwrap();
        assert!(by(f, &owner, Sorting::SubAccount, "").await.list[1].switched_off);

        // A sub-account sees its own phones alone, of which it has none.
        for section in [SectionId::NotGiven, SectionId::Ungrouped] {
            assert_eq!(phones_of(f, &guest, section, "").await.total, 0);
        }
        for section in [
            SectionId::SubAccount(first),
            SectionId::SubAccount(second),
            SectionId::Group(shop),
        ] {
            let query = WallQuery {
                section,
                keyword: String::new(),
                offset: 0,
                limit: 20,
            };
            let foreign = wall(&f.store, &guest, query).await.unwrap_err();
            let is_absent = matches!(foreign, WallError::SubAccount | WallError::Group);
            assert!(is_absent, "{foreign}");
        }
        assert_eq!(by(f, &guest, Sorting::SubAccount, "").await.total, 0);
    });
}

#[test]
fn the_overview_counts_phones_once_by_state_and_by_end() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let today = f.phone("today", 1).await;
        let (tomorrow, off) = (f.phone("tomorrow", 1).await, f.phone("off", 5).await);
        let (sick, ended) = (f.phone("sick", 20).await, f.phone("ended", 20).await);
        let binned = f.phone("binned", 20).await;
        f.phone("later", 60).await;
        let zone = Zone::default();
        let midnight = zone.day_end(NOW, 0);
        f.execute(&format!(
            "UPDATE phones SET expire_ms = {midnight} WHERE id = {today}; UPDATE phones SET expire_ms = {midnight} + 1 WHERE id = {tomorrow}; \
             UPDATE phones SET power_on = FALSE WHERE id = {off}; UPDATE phones SET healthy = FALSE, reason = 'offline' WHERE id = {sick}; \
             UPDATE phones SET expire_ms = {NOW} WHERE id = {ended}; UPDATE phones SET recycled_ms = {NOW} WHERE id = {binned};"
        ));
        agreed(f, &owner, GUEST, NOW).await.unwrap();
        let started = control(f, &owner, today, NOW).await.unwrap();
        opened(f, started, today, NOW).await.unwrap();

        let all = overview(&f.store, &owner, zone, NOW).await.unwrap();
        assert_eq!(
            [
                all.total,
                all.running,
                all.off,
                all.failed,
                all.in_use,
                all.sub_accounts
            ],
            [6, 3, 1, 1, 1, 1]
        );
        let ends: Vec<(i64, i64, Vec<i64>)> = all
            .ends
            .into_iter()
            .map(|end| (end.days, end.phones, end.phone_ids))
            .collect();
        assert_eq!(
            ends,
            [
                (0, 1, vec![today]),
                (3, 1, vec![tomorrow]),
                (7, 1, vec![off]),
                (30, 1, vec![sick])
            ]
        );
        let none = overview(&f.store, &guest, zone, NOW).await.unwrap();
        assert_eq!((none.total, none.sub_accounts), (0, 0));
        f.execute(&format!(
            "UPDATE phones SET recycled_ms = NULL WHERE id = {binned};"
        ));
    });
}

async fn spent(f: &Fixture, who: &Actor, zone: &str, now_ms: i64) -> Spend {
    let query = SpendQuery {
        zone: Zone::parse(zone).unwrap(),
        offset: 0,
        limit: 20,
    };
    spend(&f.store, who, query, now_ms).await.unwrap()
}

/// A sub-account, or none, with its money of the last two months.
type Row = (Option<i64>, [i64; 2]);

/// The money of the last two months, and of each row in them.
fn last_two(spend: &Spend) -> ([i64; 2], Vec<Row>) {
    let [.., before, this] = spend.months.as_slice() else {
        panic!("{spend:?}")
    };
    let rows = spend.list.iter().map(|row| {
        let [.., before, this] = row.fen.as_slice() else {
            panic!("{row:?}")
        };
        (row.member_id, [*before, *this])
    });
    ([before.fen, this.fen], rows.collect())
}

#[test]
fn money_counts_for_the_month_of_the_zone_and_for_who_has_the_phones() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let shop = Shop::open(f).await;
        stock(f, "标准型", 4).await;
        let child = agreed(f, &owner, GUEST, NOW).await.unwrap();
        let (_, bought) = buy_at(f, &owner, shop.month(2), NOW).await;
        let none = DelegatedPermissions::default();
        give(&f.store, &owner, child, vec![bought[0]], none, NOW)
            .await
            .unwrap();
        let (renewal, _) = buy_at(f, &owner, shop.more(bought[0]), FEBRUARY).await;
        // The orders of a sub-account are its own.
        buy_at(f, &guest, shop.month(1), FEBRUARY).await;

        let now_ms = FEBRUARY + 9 * DAY;
        let here = spent(f, &owner, "Asia/Shanghai", now_ms).await;
        assert_eq!(here.months[5].month, "2027-02");
        let rows = vec![(Some(child), [4_500, 4_500]), (None, [4_500, 0])];
        assert_eq!(last_two(&here), ([9_000, 4_500], rows));
        assert_eq!(
            (here.total, here.list[0].phone.as_str()),
            (2, "139****0000")
        );
        assert_eq!(here.before_fen, 0, "nothing until the same time of January");
        let later = spent(f, &owner, "Asia/Shanghai", FEBRUARY + 20 * DAY).await;
        assert_eq!(later.before_fen, 9_000);
        // The list of sub-accounts says the same of this month, and shows the first phones.
        let row = async |zone: &str| {
            let query = SubQuery {
                zone: Zone::parse(zone).unwrap(),
                limit: 20,
                ..SubQuery::default()
            };
            let page = page(&f.store, &owner, query, now_ms).await.unwrap();
            (page.list[0].month_fen, page.list[0].first_phones.clone())
        };
        assert_eq!(row("Asia/Shanghai").await, (4_500, vec![bought[0]]));
        assert_eq!(row("UTC").await.0, 0);
        // The renewal was still in January by UTC.
        let utc = spent(f, &owner, "UTC", now_ms).await;
        let rows = vec![(Some(child), [9_000, 0]), (None, [4_500, 0])];
        assert_eq!(last_two(&utc), ([13_500, 0], rows));

        let reason = Reason::parse("买错了").unwrap();
        request_refund(&f.store, &owner, renewal, reason, None, FEBRUARY + HOUR)
            .await
            .unwrap();
        let refunded = spent(f, &owner, "Asia/Shanghai", now_ms).await;
        let rows = vec![(None, [4_500, 0]), (Some(child), [4_500, 0])];
        assert_eq!(last_two(&refunded), ([9_000, 0], rows));
        assert_eq!(refunded.months[5].refunded_fen, 4_500);
        let own = spent(f, &guest, "Asia/Shanghai", now_ms).await;
        assert_eq!(last_two(&own), ([0, 4_500], vec![(None, [0, 4_500])]));
    });
}
