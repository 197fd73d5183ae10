//! Groups and tags, and the list's filters that use them.

use domain::phones::{ListFilter, ListQuery, Power};
use domain::text::names::{Name, PHONE_TAGS_MAX};
use store::access::ClaimError;
use store::groups::{self, GroupError};
use store::phones::{list, set_power};
use store::tags::{self, BindError, TagError};

use crate::fixture::{Fixture, GUEST, NOW, OWNER, STRANGER, on_each_database};

fn name(text: &str) -> Name {
    Name::parse(text).unwrap()
}

async fn found(f: &Fixture, who: &str, filter: ListFilter) -> Vec<String> {
    let actor = f.actor(who).await;
    let query = ListQuery::parse(None, Some(3), None, None, Some(200)).unwrap();
    let rows = list(&f.store, &actor, query.filtered(filter), NOW)
        .await
        .unwrap()
        .rows;
    rows.into_iter().map(|row| row.phone.alias).collect()
}

fn filter(
    group: Option<i64>,
    tag: Option<i64>,
    statuses: &[i64],
    rest: [Option<&str>; 3],
) -> ListFilter {
    ListFilter::parse(group, tag, statuses, rest[0], rest[1], rest[2]).unwrap()
}

#[test]
fn a_group_holds_own_phones_and_gives_them_on_when_it_goes() {
    on_each_database(async |f| {
        let (a, b) = (f.phone("甲", 30).await, f.phone("乙", 3).await);
        let owner = f.actor(OWNER).await;
        let first = groups::create(&f.store, &owner, name("直播"), NOW)
            .await
            .unwrap();
        let second = groups::create(&f.store, &owner, name("Shop"), NOW)
            .await
            .unwrap();
        let taken = groups::create(&f.store, &owner, name("shop"), NOW).await;
        assert!(matches!(taken, Err(GroupError::Taken)));
        let refused = groups::move_phones(&f.store, &owner, vec![a, b, 4242], Some(first), NOW)
            .await
            .unwrap();
        assert!(
            matches!(refused.as_slice(), [(4242, ClaimError::Unknown)]),
            "{refused:?}"
        );
        assert_eq!(
            found(f, OWNER, filter(Some(first), None, &[], [None; 3])).await,
            ["甲", "乙"]
        );
        let owner = f.actor(OWNER).await;
        groups::move_phones(&f.store, &owner, vec![a], None, NOW)
            .await
            .unwrap();
        let all = groups::list(&f.store, &owner).await.unwrap();
        let counts: Vec<(&str, i64)> = all
            .groups
            .iter()
            .map(|g| (g.name.as_str(), g.phones))
            .collect();
        assert_eq!(
            (counts.as_slice(), all.ungrouped),
            (&[("Shop", 0), ("直播", 1)][..], 1)
        );
        groups::rename(&f.store, &owner, first, name("直播间"))
            .await
            .unwrap();
        assert_eq!(
            groups::delete(&f.store, &owner, first, Some(second))
                .await
                .unwrap(),
            1
        );
        assert_eq!(
            found(f, OWNER, filter(Some(second), None, &[], [None; 3])).await,
            ["乙"]
        );
        assert_eq!(
            found(f, OWNER, filter(Some(0), None, &[], [None; 3])).await,
            ["甲"]
        );
    });
}

#[test]
fn a_foreign_group_or_tag_is_like_none_at_all() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        f.grant("甲", "operate", 60).await;
        let owner = f.actor(OWNER).await;
        let group = groups::create(&f.store, &owner, name("组"), NOW)
            .await
            .unwrap();
        let tag = tags::create(&f.store, &owner, name("签"), NOW)
            .await
            .unwrap();
        tags::bind(&f.store, &owner, vec![tag], vec![id], NOW)
            .await
            .unwrap();
        for who in [GUEST, STRANGER] {
            let actor = f.actor(who).await;
            for group in [group, 4242] {
                let store = &f.store;
                let renamed = groups::rename(store, &actor, group, name("x")).await;
                assert!(matches!(renamed, Err(GroupError::Unknown)));
                assert!(matches!(
                    groups::delete(store, &actor, group, None).await,
                    Err(GroupError::Unknown)
                ));
                let moved = groups::move_phones(store, &actor, vec![id], Some(group), NOW).await;
                assert!(matches!(moved, Err(GroupError::Unknown)));
            }
            for tag in [tag, 4242] {
                let store = &f.store;
                assert!(matches!(
                    tags::rename(store, &actor, tag, name("x")).await,
                    Err(TagError::Unknown)
                ));
                assert!(matches!(
                    tags::delete(store, &actor, tag).await,
                    Err(TagError::Unknown)
                ));
                assert!(matches!(
                    tags::unbind(store, &actor, tag, id).await,
                    Err(TagError::Unknown)
                ));
                let bound = tags::bind(store, &actor, vec![tag], vec![id], NOW).await;
                assert!(matches!(bound, Err(TagError::Unknown)));
            }
        }
        // A guest cannot move the owner's phone, not even out of its group.
        let guest = f.actor(GUEST).await;
        let refused = groups::move_phones(&f.store, &guest, vec![id], None, NOW)
            .await
            .unwrap();
        assert!(matches!(refused.as_slice(), [(_, ClaimError::Right)]));
    });
}

#[test]
fn tags_are_their_makers_own_on_any_phone_that_is_seen() {
    on_each_database(async |f| {
        let (a, b) = (f.phone("甲", 30).await, f.phone("乙", 30).await);
        f.grant("甲", "view", 60).await;
        let guest = f.actor(GUEST).await;
        let mine = tags::create(&f.store, &guest, name("客户"), NOW)
            .await
            .unwrap();
        let refused = tags::bind(&f.store, &guest, vec![mine], vec![a, b], NOW)
            .await
            .unwrap();
        assert!(
            matches!(refused.as_slice(), [(id, BindError::Claim(ClaimError::Unknown))] if *id == b)
        );
        let again = tags::bind(&f.store, &guest, vec![mine], vec![a], NOW)
            .await
            .unwrap();
        assert!(again.is_empty());
        let tree = tags::tree(&f.store, &guest, NOW).await.unwrap();
        assert_eq!((tree[0].tag.phones, tree[0].phones[0].phone_id), (1, a));
        assert_eq!(
            found(f, GUEST, filter(None, Some(mine), &[], [None; 3])).await,
            ["甲"]
        );
        // The owner neither sees nor finds it.
        let owner = f.actor(OWNER).await;
        let query = ListQuery::parse(None, None, None, None, None).unwrap();
        let rows = list(&f.store, &owner, query, NOW).await.unwrap().rows;
        assert!(rows.iter().all(|row| row.tags.is_empty()));
        assert!(
            found(f, OWNER, filter(None, Some(mine), &[], [None; 3]))
                .await
                .is_empty()
        );
        let guest = f.actor(GUEST).await;
        let (page, total) = tags::page(&f.store, &guest, "客".to_owned(), 0, 20, NOW)
            .await
            .unwrap();
        assert_eq!((page[0].name.as_str(), total), ("客户", 1));
        tags::unbind(&f.store, &guest, mine, a).await.unwrap();
        assert_eq!(tags::delete(&f.store, &guest, mine).await.unwrap(), 0);
    });
}

#[test]
fn a_phone_with_twenty_tags_takes_no_more_and_keeps_no_other_from_them() {
    on_each_database(async |f| {
        let (full, free) = (f.phone("甲", 30).await, f.phone("乙", 30).await);
        let owner = f.actor(OWNER).await;
        let mut made = Vec::new();
        for n in 0..=PHONE_TAGS_MAX {
            let tag = tags::create(&f.store, &owner, name(&format!("签{n}")), NOW).await;
            made.push(tag.unwrap());
        }
        let bind = async |some: &[i64], phones: &[i64]| {
            let (some, phones) = (some.to_vec(), phones.to_vec());
            tags::bind(&f.store, &owner, some, phones, NOW)
                .await
                .unwrap()
        };
        let carried = async |phone: i64| {
            let query = ListQuery::parse(None, None, None, None, None).unwrap();
            let rows = list(&f.store, &owner, query, NOW).await.unwrap().rows;
            let row = rows.into_iter().find(|row| row.phone.id == phone).unwrap();
            let first = row.tags.iter().any(|(_, name)| name == "签0");
            (row.tags.len(), first)
        };
        assert!(bind(&made[1..], &[full]).await.is_empty());
        // Tags that the phone carries already need no room.
        assert!(bind(&made[1..], &[full]).await.is_empty());
        let refused = bind(&made[..2], &[full, free]).await;
        assert!(matches!(refused.as_slice(), [(id, BindError::Full)] if *id == full));
        assert_eq!(carried(full).await, (PHONE_TAGS_MAX, false));
        assert_eq!(carried(free).await, (2, true));
        // Of several that do not all fit it gets none.
        tags::unbind(&f.store, &owner, made[1], full).await.unwrap();
        assert_eq!(bind(&made[..2], &[full]).await.len(), 1);
        assert_eq!(carried(full).await, (PHONE_TAGS_MAX - 1, false));
        assert!(bind(&made[..1], &[full]).await.is_empty());
        assert_eq!(carried(full).await, (PHONE_TAGS_MAX, true));
    });
}

#[test]
fn filters_narrow_the_list_together() {
    on_each_database(async |f| {
        f.phone("甲", 30).await;
        let soon = f.phone("乙", 3).await;
        f.phone("丙", 30).await;
        f.grant("丙", "view", 60).await;
        set_power(&f.store, soon, Power::Off, NOW).await.unwrap();
        let ask = async |who: &str, statuses: &[i64], rest| {
            found(f, who, filter(None, None, statuses, rest))
                .await
                .join(",")
        };
        assert_eq!(ask(OWNER, &[1], [None; 3]).await, "丙,甲");
        assert_eq!(ask(OWNER, &[0], [None; 3]).await, "乙");
        assert_eq!(
            ask(OWNER, &[0], [Some("off"), Some("expiring"), None]).await,
            "乙"
        );
        assert_eq!(ask(OWNER, &[1], [None, Some("expiring"), None]).await, "");
        assert_eq!(ask(OWNER, &[], [None, None, Some("sharedOut")]).await, "丙");
        assert_eq!(ask(OWNER, &[], [None, None, Some("granted")]).await, "");
        assert_eq!(ask(GUEST, &[], [None, None, Some("granted")]).await, "丙");
        assert_eq!(ask(GUEST, &[], [None, None, Some("own")]).await, "");
        for bad in [
            ListFilter::parse(None, None, &[15], None, None, None),
            ListFilter::parse(None, None, &[], Some("half"), None, None),
            ListFilter::parse(None, None, &[], None, Some("soon"), None),
            ListFilter::parse(None, None, &[], None, None, Some("mine")),
        ] {
            assert!(bad.is_err());
        }
    });
}

#[test]
fn names_that_are_read_alike_are_one_name() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        groups::create(&f.store, &owner, name("Café"), NOW)
            .await
            .unwrap();
        let strasse = tags::create(&f.store, &owner, name("Straße"), NOW)
            .await
            .unwrap();
        let group = groups::create(&f.store, &owner, name("Cafe\u{301}"), NOW).await;
        assert!(matches!(group, Err(GroupError::Taken)));
        let tag = tags::create(&f.store, &owner, name("STRASSE\u{3164}"), NOW).await;
        assert!(matches!(tag, Err(TagError::Taken)));
        // In another case it is still its own name.
        tags::rename(&f.store, &owner, strasse, name("STRASSE"))
            .await
            .unwrap();
        let (found, _) = tags::page(&f.store, &owner, "ｓｔｒａß".into(), 0, 9, NOW)
            .await
            .unwrap();
        assert_eq!(found.len(), 1);
    });
}

#[test]
fn the_page_of_tags_searches_names_and_not_what_tells_those_apart_that_are_alike() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        for (n, text) in ["Café", "other", "50%", "5_0"].into_iter().enumerate() {
            let made = NOW + i64::try_from(n).unwrap();
            tags::create(&f.store, &owner, name(text), made)
                .await
                .unwrap();
        }
        // A tag as an earlier version of the program stored its name: two characters for é.
        f.execute(
            "UPDATE tags SET id = 777, name = 'Cafe\u{301}', name_key = 'cafe\u{301}' WHERE name = 'other';
            DELETE FROM meta WHERE name = 'name_keys';",
        );
        let store = store::Store::open_existing(&f.url).unwrap();
        for (part, mut names) in [
            ("", vec!["50%", "5_0", "Café", "Cafe\u{301}"]),
            ("AFÉ", vec!["Café", "Cafe\u{301}"]),
            ("7", vec![]),
            ("0%", vec!["50%"]),
            ("_", vec!["5_0"]),
        ] {
            let (page, total) = tags::page(&store, &owner, part.into(), 0, 9, NOW)
                .await
                .unwrap();
            let mut found: Vec<&str> = page.iter().map(|tag| tag.name.as_str()).collect();
            // The two databases do not sort marks alike.
            found.sort_unstable();
            names.sort_unstable();
            let count = i64::try_from(names.len()).unwrap();
            assert_eq!((found, total), (names, count), "{part}");
        }
        let (second, total) = tags::page(&store, &owner, "caf".into(), 1, 1, NOW)
            .await
            .unwrap();
        assert_eq!((second[0].id, total), (777, 2));
    });
}

#[test]
fn names_from_before_that_are_alike_now_stay_and_no_other_one_is_added() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let phone = f.phone("重庆 Cafe\u{301}", 30).await;
        let first = groups::create(&f.store, &owner, name("Café"), NOW)
            .await
            .unwrap();
        let second = groups::create(&f.store, &owner, name("other"), NOW + 1)
            .await
            .unwrap();
        // As an earlier version kept them.
        f.execute(&format!(
            "UPDATE phone_groups SET name = 'Cafe\u{301}', name_key = 'cafe\u{301}' WHERE id = {second};
            UPDATE phones SET alias_key = '重庆 cafe\u{301}', sort_key = 'zqcafe' WHERE id = {phone};
            DELETE FROM meta WHERE name = 'name_keys';"
        ));
        let store = store::Store::open_existing(&f.url).unwrap();
        let kept = groups::list(&store, &owner).await.unwrap().groups;
        let kept: Vec<(i64, &str)> = kept.iter().map(|g| (g.id, g.name.as_str())).collect();
        assert_eq!(kept, [(first, "Café"), (second, "Cafe\u{301}")]);
        for there in [Some(first), None] {
            let another = groups::create(&store, &owner, name("CAFÉ"), NOW).await;
            assert!(matches!(another, Err(GroupError::Taken)), "{there:?}");
            if let Some(first) = there {
                groups::delete(&store, &owner, first, None).await.unwrap();
            }
        }
        groups::rename(&store, &owner, second, name("茶馆"))
            .await
            .unwrap();
        groups::create(&store, &owner, name("CAFÉ"), NOW)
            .await
            .unwrap();
        let named = ListQuery::parse(Some("café"), None, None, None, None).unwrap();
        let found = list(&store, &owner, named, NOW).await.unwrap();
        assert_eq!(found.rows.len(), 1);
        f.phone("陈", 30).await;
        f.phone("大", 30).await;
        assert_eq!(
            self::found(f, OWNER, filter(None, None, &[], [None; 3])).await,
            ["陈", "重庆 Cafe\u{301}", "大"]
        );
    });
}
