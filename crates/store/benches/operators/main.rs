//! Cost of the operators' tables among 100,000 members with 1,000,000 orders, their ledger and as many recorded actions: the first page
//! and a search of each, held against the bare SQL that a person would write for it.
//!
//! `cargo bench -p store --bench operators` fills SQLite, and PostgreSQL where `OWLDECK_TEST_PG_URL` names a server, prints one JSON line a
//! question, and fails where a ratio passes its limit.

#![expect(
    clippy::unwrap_used,
    reason = "a bench that cannot go on has no figures"
)]

mod bare;
mod fill;
#[path = "../ratio/mod.rs"]
mod ratio;
mod rows;

use std::sync::{Arc, Mutex};

use domain::auth::SignIn;
use domain::permissions::REFUND_ORDERS;
use domain::redeem::batch::NewBatch;
use domain::redeem::{Gift, Gives};
use fresh_database::{PASSWORD, PASSWORD_HASH};
use ratio::Pair;
use ratio::conn::Conn;
use store::console::phones::{self, PhoneFilter};
use store::member::browse::{self, MemberSort, Question, Show};
use store::orders::{self, AllFilter};
use store::redeem::{self, BatchFilter};
use store::seed::Seed;
use store::session::{Actor, Terminal, actor_of, sign_in};
use store::{Stamp, Store, audit, feedback};

use bare::Bare;
use fill::IDS;

const NOW: i64 = 1_800_000_000_000;
const HOUR_MS: i64 = 3_600_000;
const PAGE: i64 = 20;

/// Number of rows of a page, and the number of all rows that pass.
type Answer = (usize, i64);

fn main() {
    ratio::run(|_| true, bench);
}

async fn bench(url: String) -> bool {
    let store = Store::open(&url, Stamp::Demo).unwrap();
    let seed = format!(
        r#"{{"members":[{{"phone":"13800000000","password":"{PASSWORD_HASH}"}}],"operators":[{{"userName":"desk","password":"{PASSWORD_HASH}","permissions":["{REFUND_ORDERS}"]}}],"configurations":[{{"name":"VIP","androidVersion":"14","chip":"RK3588","padType":5,"dpi":320}}]}}"#
    );
    let seeded = store::seed::load(&store, Seed::parse(&seed).unwrap(), NOW)
        .await
        .unwrap();
    let mut conn = Conn::open(store.kind(), &url);
    let configuration = seeded.configurations[0].id;
    fill::fill(&mut conn, configuration);
    let form = SignIn::parse("desk", PASSWORD, None).unwrap();
    let tokens = sign_in(&store, form, Terminal::Web, NOW).await.unwrap();
    let operator = actor_of(&store, tokens.access, NOW).await.unwrap().unwrap();
    let table = Table {
        store,
        bare: Arc::new(Mutex::new(Bare(conn))),
    };
    let mut within = true;
    for (question, keyword) in [
        ("members", None),
        ("members, part of a number", Some("13900012")),
        ("members, part of a name", Some("owner 99")),
    ] {
        within &= table.members(question, keyword).await;
    }
    for (question, keyword) in [
        ("orders", None),
        ("orders, by number", Some("P0500000")),
        ("orders, by member", Some("13900012345")),
    ] {
        within &= table.orders(question, keyword).await;
    }
    for (question, keyword) in [("refunds", None), ("refunds, by number", Some("R0500000"))] {
        within &= table.refunds(question, keyword, &operator).await;
    }
    within &= table.mismatches(&operator).await;
    within &= table.feedback().await;
    within &= table.ledger().await;
    for (question, keyword) in [
        ("audit", None),
        ("audit, by address", Some("198.18.0.7")),
        ("audit, by object", Some("phone:77")),
        ("audit, by member", Some("13900012345")),
    ] {
        within &= table.audit(question, keyword).await;
    }
    for (question, keyword) in [
        ("phones", None),
        ("phones, by address", Some("h700:5600")),
        ("phones, of a host", Some("h700")),
        ("phones, by beginning of a name", Some("phone 77")),
        ("phones, by member", Some("13900012346")),
    ] {
        within &= table.phones(question, keyword).await;
    }
    for (question, keyword) in [
        ("batches of codes", None),
        ("batches of codes, part of a note", Some("air 77")),
    ] {
        within &= table.batches(question, keyword).await;
    }
    within &= table.codes_of(IDS + 77).await;
    within &= table.code(&operator, configuration).await;
    within
}

/// The store, and the bare SQL beside it.
struct Table {
    store: Store,
    bare: Arc<Mutex<Bare>>,
}

impl Table {
    async fn keeps(
        &self,
        question: &str,
        ours: impl AsyncFnMut() -> Answer,
        bare: impl Fn(&mut Bare) -> Answer + Clone + Send + 'static,
    ) -> bool {
        let pair = Pair {
            bench: "operators",
            kind: self.store.kind(),
            question,
        };
        let conn = self.bare.clone();
        ratio::keeps(pair, ours, move || bare(&mut conn.lock().unwrap())).await
    }

    async fn members(&self, question: &str, keyword: Option<&'static str>) -> bool {
        let wanted = Question {
            keyword: keyword.map(str::to_owned),
            show: Show::All,
            by: MemberSort::Created,
            descending: true,
        };
        let ours = async || {
            let page = browse::list(&self.store, wanted.clone(), (0, PAGE), NOW)
                .await
                .unwrap();
            (page.list.len(), page.total)
        };
        self.keeps(question, ours, move |bare| bare.members(keyword))
            .await
    }

    async fn orders(&self, question: &str, keyword: Option<&'static str>) -> bool {
        let filter = AllFilter {
            keyword: keyword.map(str::to_owned),
            ..AllFilter::default()
        };
        let ours = async || {
            let page = orders::all_page(&self.store, filter.clone(), (0, PAGE))
                .await
                .unwrap();
            (page.list.len(), page.total)
        };
        self.keeps(question, ours, move |bare| bare.orders(keyword))
            .await
    }

    async fn refunds(&self, question: &str, keyword: Option<&'static str>, by: &Actor) -> bool {
        let ours = async || {
            let wanted = (None, keyword.map(str::to_owned));
            let page = orders::refunds_page(&self.store, by, wanted, (0, PAGE))
                .await
                .unwrap();
            (page.list.len(), page.total)
        };
        self.keeps(question, ours, move |bare| bare.refunds(keyword))
            .await
    }

    async fn mismatches(&self, by: &Actor) -> bool {
        let ours = async || {
            let page = orders::mismatches_page(&self.store, by, None, (0, PAGE))
                .await
                .unwrap();
            (page.list.len(), page.total)
        };
        self.keeps("mismatches", ours, Bare::mismatches).await
    }

    async fn feedback(&self) -> bool {
        let ours = async || {
            let (list, total) = feedback::page(&self.store, None, (0, PAGE)).await.unwrap();
            (list.len(), total)
        };
        self.keeps("feedback", ours, Bare::feedback).await
    }

    /// Lines of the last month.
    async fn ledger(&self) -> bool {
        let month = (NOW - 30 * 24 * HOUR_MS, NOW + 1);
        let ours = async || {
            let (lines, total) = orders::ledger_page(&self.store, None, month, (0, PAGE))
                .await
                .unwrap();
            (lines.len(), total)
        };
        self.keeps("ledger", ours, move |bare| bare.ledger(month))
            .await
    }

    async fn audit(&self, question: &str, keyword: Option<&'static str>) -> bool {
        let filter = audit::Filter {
            keyword: keyword.map(str::to_owned),
            ..audit::Filter::default()
        };
        let ours = async || {
            let (list, total) = audit::list(&self.store, filter.clone(), (0, PAGE))
                .await
                .unwrap();
            (list.len(), total)
        };
        self.keeps(question, ours, move |bare| bare.audit(keyword))
            .await
    }

    async fn phones(&self, question: &str, keyword: Option<&'static str>) -> bool {
        let filter = PhoneFilter {
            keyword: keyword.unwrap_or_default().to_owned(),
            ..PhoneFilter::default()
        };
        let ours = async || {
            let found = phones::find(&self.store, filter.clone(), (0, PAGE))
                .await
                .unwrap();
            (found.rows.len(), found.total)
        };
        self.keeps(question, ours, move |bare| bare.phones(keyword))
            .await
    }

    async fn batches(&self, question: &str, keyword: Option<&'static str>) -> bool {
        let filter = BatchFilter {
            keyword: keyword.map(str::to_owned),
            ..BatchFilter::default()
        };
        let ours = async || {
            let page = redeem::page(&self.store, filter.clone(), (0, PAGE), NOW)
                .await
                .unwrap();
            (page.list.len(), page.total)
        };
        self.keeps(question, ours, move |bare| bare.batches(keyword))
            .await
    }

    async fn codes_of(&self, batch: i64) -> bool {
        let ours = async || {
            let page = redeem::codes(&self.store, batch, false, (0, PAGE))
                .await
                .unwrap();
            (page.list.len(), page.total)
        };
        self.keeps("codes of a batch", ours, move |bare| bare.codes_of(batch))
            .await
    }

    /// A whole code, of a batch that the store makes.
    async fn code(&self, by: &Actor, configuration: i64) -> bool {
        let gift = Gift {
            gives: Gives::Phone,
            configuration_id: Some(configuration),
            days: 30,
        };
        let new = NewBatch {
            note: "fair".to_owned(),
            gift,
            count: 1,
            from_ms: NOW,
            until_ms: NOW + HOUR_MS,
            per_account: None,
        };
        let made = redeem::create(&self.store, by, new, NOW).await.unwrap();
        let hash = self.bare.lock().unwrap().hash_of_first(made.id);
        let ours = async || {
            let found = redeem::find(&self.store, made.codes[0].clone(), NOW)
                .await
                .unwrap();
            (1, found.batch.total)
        };
        self.keeps("code", ours, move |bare| bare.code(&hash)).await
    }
}
