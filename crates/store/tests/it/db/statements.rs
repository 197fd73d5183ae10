//! Statements behind a use case, counted: what many sockets ask together costs no statement for each.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use domain::notices::announcements::MsgType;
use domain::notices::written::{Form, Written};
use store::announcements::{create, live_mark, popups, publish, unread_counts};
use store::session::ended;

use crate::fixture::{Fixture, NOW, OWNER, on_each_database};

/// Questions of all connections of this process since it began; what a new connection sets for itself is none.
static STATEMENTS: AtomicUsize = AtomicUsize::new(0);
/// Their texts, since somebody took them.
static TEXTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

#[expect(clippy::unnecessary_wraps, reason = "diesel takes such a function")]
pub fn ear() -> Option<Box<dyn Instrumentation>> {
    Some(Box::new(|event: InstrumentationEvent<'_>| {
        if let InstrumentationEvent::StartQuery { query, .. } = event
            && query.to_string().contains(" FROM ")
        {
            STATEMENTS.fetch_add(1, Ordering::Relaxed);
            TEXTS.lock().unwrap().push(query.to_string());
        }
    }))
}

/// Texts of the questions since the last call.
pub fn asked() -> Vec<String> {
    std::mem::take(&mut TEXTS.lock().unwrap())
}

/// Publishes an announcement to those with a phone of the fixture's configuration, or to all.
async fn published(f: &Fixture, having: bool) {
    let form = Form {
        msg_type: 1,
        content_type: 2,
        titles: ["维护".to_owned(), "Maintenance".to_owned()],
        texts: ["<p>今晚</p>".to_owned(), "<p>Tonight</p>".to_owned()],
        frequency: 3,
        priority: 5,
        audience: if having { 3 } else { 1 },
        configuration_id: having.then(|| f.seeded.configurations[0].id),
        ..Form::default()
    };
    let admin = f.actor("admin").await;
    let new = Written::parse(&form, NOW).unwrap();
    let id = create(&f.store, &admin, new, NOW).await.unwrap();
    publish(&f.store, &admin, id, NOW).await.unwrap();
}

/// Number of statements that the members' hub needs to ask for all its open sockets at once.
async fn asked_for(f: &Fixture, sockets: i64) -> usize {
    let ids: Vec<i64> = (1..=sockets).collect();
    let before = STATEMENTS.load(Ordering::Relaxed);
    ended(&f.store, ids.clone()).await.unwrap();
    store::notices::unread_counts(&f.store, ids.clone())
        .await
        .unwrap();
    live_mark(&f.store, NOW).await.unwrap();
    let counts = unread_counts(&f.store, ids, NOW).await.unwrap();
    assert!(counts.len() >= usize::try_from(sockets).unwrap());
    STATEMENTS.load(Ordering::Relaxed) - before
}

#[test]
fn an_announcement_reaches_a_thousand_sockets_without_a_statement_for_each() {
    set_default_instrumentation(ear).unwrap();
    on_each_database(async |f| {
        published(f, false).await;
        published(f, true).await;
        let (one, thousand) = (asked_for(f, 1).await, asked_for(f, 1000).await);
        assert!(one >= 4, "the statements are counted: {one}");
        // Ids are named by 500.
        assert!(
            thousand <= 2 * one,
            "{thousand} for a thousand, {one} for one"
        );
    });
}

#[test]
fn the_phones_that_popups_are_about_are_found_together() {
    set_default_instrumentation(ear).unwrap();
    on_each_database(async |f| {
        f.phone("A", 30).await;
        let owner = f.actor(OWNER).await;
        let mut counted = Vec::new();
        for _ in 0..3 {
            published(f, true).await;
            let before = STATEMENTS.load(Ordering::Relaxed);
            let shown = popups(&f.store, &owner, MsgType::ALL.to_vec(), NOW).await;
            assert!(shown.unwrap().iter().all(|one| one.phone_ids.len() == 1));
            counted.push(STATEMENTS.load(Ordering::Relaxed) - before);
        }
        assert_eq!(counted[0], counted[2], "as many for three as for one");
    });
}
