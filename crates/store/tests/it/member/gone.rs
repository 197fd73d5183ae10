//! Remains of an account that was deleted (case C-15): nothing that its member wrote, and not where it signed in.

use domain::auth::Purpose;
use domain::text::names::Name;
use domain::tracking::PageView;
use store::member::delete;
use store::session::{Arrival, Terminal, actor_of, list, sign_in};
use store::{groups, tags, tracking};

use super::{phone, sent};
use crate::fixture::{NOW, OWNER, PASSWORD, on_each_database};

#[test]
fn groups_tags_visits_and_places_go_with_the_account() {
    on_each_database(async |f| {
        let form = domain::auth::SignIn::parse(OWNER, PASSWORD, None).unwrap();
        let arrival = Arrival {
            terminal: Terminal::Web,
            address: "203.0.113.9".parse().ok(),
            device: "Safari 18 · iPhone".to_owned(),
            ..Arrival::default()
        };
        let tokens = sign_in(&f.store, form, arrival, NOW).await.unwrap();
        let owner = actor_of(&f.store, tokens.access, NOW)
            .await
            .unwrap()
            .unwrap();
        let id = f.phone("甲", 30).await;
        let name = || Name::parse("私人").unwrap();
        let group = groups::create(&f.store, &owner, name(), NOW).await.unwrap();
        groups::move_phones(&f.store, &owner, vec![id], Some(group), NOW)
            .await
            .unwrap();
        let tag = tags::create(&f.store, &owner, name(), NOW).await.unwrap();
        tags::bind(&f.store, &owner, vec![tag], vec![id], NOW)
            .await
            .unwrap();
        let visit = PageView::parse("/index", None, None, NOW).unwrap();
        tracking::track(&f.store, &owner, vec![visit], NOW)
            .await
            .unwrap();
        let typed = sent(f, &owner, Purpose::Delete, phone(OWNER), NOW).await;
        delete(&f.store, &owner, PASSWORD.to_owned(), typed, NOW)
            .await
            .unwrap();

        // Asked for by the member of then, as nobody else could.
        assert!(
            groups::list(&f.store, &owner)
                .await
                .unwrap()
                .groups
                .is_empty()
        );
        assert!(tags::tree(&f.store, &owner, NOW).await.unwrap().is_empty());
        let seen = tracking::of_member(&f.store, owner.member_id(), 10).await;
        assert!(seen.unwrap().is_empty());
        let page = list(&f.store, &owner, (0, 10), NOW).await.unwrap();
        assert_eq!(page.total, 1);
        let only = &page.list[0];
        assert_eq!((only.address.as_str(), only.device.as_str()), ("", ""));
    });
}
