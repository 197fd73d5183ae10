//! Tags over HTTP: made, put on phones, taken off, renamed and deleted; what is refused, and that a refused call changes
//! nothing.

use domain::codes;
use domain::phones::KEYWORD_MAX_CHARS;
use domain::text::names::TAGS_MAX;
use serde_json::{Value, json};

use crate::groups::each_phone;
use crate::server::{GUEST, OWNER, Server, with_server};

const PAGE: &str = "/app-api/trade/phone-tag/page";
const TREE: &str = "/app-api/trade/phone-tag/phone-tree";
const CREATE: &str = "/app-api/trade/phone-tag/create";
const RENAME: &str = "/app-api/trade/phone-tag/update";
const DELETE: &str = "/app-api/trade/phone-tag/delete";
const BIND: &str = "/app-api/trade/phone-tag/bind";
const BIND_MANY: &str = "/app-api/trade/phone-tag/bind-batch";
const UNBIND: &str = "/app-api/trade/phone-tag/unbind";

/// Makes a tag; answers its id.
async fn created(s: &Server, token: &str, name: &str) -> i64 {
    let made = s.post(CREATE, token, json!({ "name": name })).await;
    made.data()["id"].as_i64().unwrap()
}

async fn tree(s: &Server, token: &str) -> Value {
    s.get(TREE, token).await.data()
}

/// Tags on a phone, as the list of phones shows them.
async fn tags_on(s: &Server, token: &str, phone: i64) -> Value {
    let found = s.list(token, json!({ "phoneIds": [phone] })).await.data();
    let row = &found["list"][0];
    assert_eq!(row["phoneId"], phone, "it is listed");
    row["tags"].clone()
}

fn pair(tag: i64, phone: i64) -> Value {
    json!({ "phoneTagId": tag, "phoneId": phone })
}

#[test]
fn tags_are_made_put_on_renamed_taken_off_and_deleted_and_page_tree_and_phones_show_them() {
    with_server(async |s| {
        let (a, b) = (s.phone("a", 30).await, s.phone("b", 30).await);
        let owner = s.token(OWNER).await;
        let none = json!({ "list": [], "total": 0 });
        assert_eq!(s.get(PAGE, &owner).await.data(), none);
        assert_eq!(tree(s, &owner).await, json!([]));
        let (first, second) = (created(s, &owner, "Z").await, created(s, &owner, "B").await);
        let answer =
            json!({ "success": 1, "fail": 0, "list": [{ "phoneId": a, "code": 0, "msg": "" }] });
        let bound = s.post(BIND, &owner, pair(first, a)).await;
        assert_eq!(bound.data(), answer);
        let both = json!({ "phoneTagIds": [first, second], "phoneIds": [b, a] });
        let bound = s.post(BIND_MANY, &owner, both).await;
        assert_eq!(each_phone(&bound), [(b, 0), (a, 0)]);
        let named = json!({ "id": first, "name": "A" });
        assert_eq!(s.post(RENAME, &owner, named).await.data(), true);
        // Taking it off once more is no fault.
        for _ in 0..2 {
            let off = s.post(UNBIND, &owner, pair(second, a)).await;
            assert_eq!(off.data(), true);
        }

        let page = json!({ "total": 2, "list": [
            { "id": first, "name": "A", "count": 2 },
            { "id": second, "name": "B", "count": 1 },
        ] });
        assert_eq!(s.get(PAGE, &owner).await.data(), page);
        let phones = s.list(&owner, json!({ "phoneIds": [a, b] })).await.data();
        let tag = |id: i64, label: &str, children: &[Value]| json!({ "id": id, "parentId": 0, "label": label, "owlId": "", "children": children });
        let leaf = |tag: i64, at: usize| {
            let phone = &phones["list"][at];
            json!({ "id": phone["phoneId"], "parentId": tag, "label": phone["phoneAlias"], "owlId": phone["owlId"], "children": [] })
        };
        assert_eq!(
            tree(s, &owner).await,
            json!([
                tag(first, "A", &[leaf(first, 0), leaf(first, 1)]),
                tag(second, "B", &[leaf(second, 1)]),
            ])
        );
        let rest = json!([{ "id": first, "name": "A" }]);
        assert_eq!(tags_on(s, &owner, a).await, rest);

        for (id, count) in [(first, 2), (second, 1)] {
            let deleted = s.post(DELETE, &owner, json!({ "id": id })).await;
            assert_eq!(deleted.data(), json!({ "count": count }));
        }
        assert_eq!(s.get(PAGE, &owner).await.data(), none);
        assert_eq!(tags_on(s, &owner, b).await, json!([]));
    });
}

#[test]
fn the_page_of_tags_is_searched_by_name_and_paged_within_its_limits() {
    with_server(async |s| {
        let owner = s.token(OWNER).await;
        for name in ["Alpha", "Beta", "Beta 2"] {
            created(s, &owner, name).await;
        }
        let page = async |query: &str| s.get(&format!("{PAGE}?{query}"), &owner).await;
        for (query, names, total) in [
            ("name=bet", vec!["Beta", "Beta 2"], 2),
            ("name=bet&pageSize=1&pageNo=2", vec!["Beta 2"], 2),
            ("pageSize=2&pageNo=2", vec!["Beta 2"], 3),
            ("pageSize=200&pageNo=2", vec![], 3),
            ("pageSize=1&pageNo=1000000", vec![], 3),
            ("name=none", vec![], 0),
        ] {
            let data = page(query).await.data();
            let rows = data["list"].as_array().unwrap().iter();
            let found: Vec<&str> = rows.filter_map(|row| row["name"].as_str()).collect();
            assert_eq!((found, &data["total"]), (names, &json!(total)), "{query}");
        }
        for query in [
            "pageSize=201",
            "pageSize=0",
            "pageNo=0",
            "pageNo=1000001",
            "pageNo=x",
        ] {
            let refused = page(query).await;
            assert_eq!(refused.code(), codes::BAD_REQUEST.number, "{query}");
        }
        let longest = format!("name={}", "a".repeat(KEYWORD_MAX_CHARS));
        assert_eq!(page(&longest).await.code(), 0);
        let refused = page(&format!("{longest}a")).await;
        assert_eq!(refused.code(), codes::BAD_REQUEST.number);
    });
}

#[test]
fn a_tag_name_of_11_characters_or_of_none_is_refused_and_no_tag_is_made_or_renamed() {
    with_server(async |s| {
        let owner = s.token(OWNER).await;
        let tag = created(s, &owner, "一二三四五六七八九十").await;
        let before = tree(s, &owner).await;
        for (name, words) in [
            ("一二三四五六七八九十一", "At most 10 characters, now 11"),
            ("", "The name cannot be empty"),
            (" \u{3000} ", "The name cannot be empty"),
        ] {
            for call in [CREATE, RENAME] {
                let body = json!({ "id": tag, "name": name });
                let refused = s.post(call, &owner, body).await;
                assert_eq!(
                    (refused.code(), refused.msg().as_str()),
                    (codes::BAD_REQUEST.number, words),
                    "{call} {name:?}"
                );
            }
        }
        assert_eq!(tree(s, &owner).await, before);
        let longest = json!({ "id": tag, "name": "十九八七六五四三二一" });
        assert_eq!(s.post(RENAME, &owner, longest.clone()).await.data(), true);
        assert_eq!(tree(s, &owner).await[0]["label"], longest["name"]);
    });
}

#[test]
fn a_tag_name_is_given_once_in_an_account_and_the_refused_tag_keeps_its_own() {
    with_server(async |s| {
        let (owner, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        created(s, &owner, "Shop").await;
        let other = created(s, &owner, "Stock").await;
        let before = tree(s, &owner).await;
        for call in [CREATE, RENAME] {
            let body = json!({ "id": other, "name": "shop" });
            let refused = s.post(call, &owner, body).await;
            assert_eq!(refused.code(), codes::TAG_TAKEN.number, "{call}");
        }
        assert_eq!(tree(s, &owner).await, before);
        created(s, &guest, "Shop").await;
    });
}

#[test]
fn the_501st_tag_of_an_account_is_refused_until_one_is_deleted() {
    with_server(async |s| {
        let entered = s.sign_in(OWNER).await.data();
        let (owner, member) = (entered["accessToken"].as_str().unwrap(), &entered["userId"]);
        let rows = (1..TAGS_MAX).map(|n| format!("({n}, {member}, 't{n}', 't{n}', 0)"));
        s.execute(&format!(
            "INSERT INTO tags (id, member_id, name, name_key, created_ms) VALUES {}",
            rows.collect::<Vec<_>>().join(", ")
        ));
        let total = async || s.get(PAGE, owner).await.data()["total"].clone();
        created(s, owner, "the 500th").await;
        let one_more = json!({ "name": "the 501st" });
        let refused = s.post(CREATE, owner, one_more).await;
        assert_eq!(refused.code(), codes::TAG_LIMIT.number);
        assert_eq!(total().await, 500);

        // A renaming needs no room, and the refused name is free.
        let named = json!({ "id": 1, "name": "the 501st" });
        assert_eq!(s.post(RENAME, owner, named).await.data(), true);
        assert_eq!(s.post(DELETE, owner, json!({ "id": 2 })).await.code(), 0);
        created(s, owner, "another").await;
        assert_eq!(total().await, 500);
    });
}

#[test]
fn a_tag_of_another_member_is_as_unknown_as_none_and_is_neither_put_on_nor_taken_off() {
    with_server(async |s| {
        let phone = s.phone("甲", 30).await;
        s.grant("甲", "operate").await;
        let (owner, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        let (theirs, own) = (
            created(s, &owner, "签").await,
            created(s, &guest, "我的").await,
        );
        let bound = s.post(BIND, &owner, pair(theirs, phone)).await;
        assert_eq!(each_phone(&bound), [(phone, 0)]);
        let before = [tree(s, &owner).await, tree(s, &guest).await];
        for id in [theirs, 4242, 0] {
            for (call, body) in [
                (RENAME, json!({ "id": id, "name": "x" })),
                (DELETE, json!({ "id": id })),
                (BIND, pair(id, phone)),
                (UNBIND, pair(id, phone)),
                // An unknown tag in the list refuses the whole call, the member's own tag included.
                (
                    BIND_MANY,
                    json!({ "phoneTagIds": [own, id], "phoneIds": [phone] }),
                ),
            ] {
                let refused = s.post(call, &guest, body.clone()).await;
                assert_eq!(refused.code(), codes::TAG_ABSENT.number, "{call} {body}");
            }
        }
        assert_eq!([tree(s, &owner).await, tree(s, &guest).await], before);
        assert_eq!(tags_on(s, &guest, phone).await, json!([]));
    });
}

#[test]
fn a_viewer_tags_the_phone_it_sees_and_every_other_phone_is_answered_by_itself() {
    with_server(async |s| {
        let (granted, hidden) = (s.phone("甲", 30).await, s.phone("乙", 30).await);
        s.grant("甲", "view").await;
        let guest = s.token(GUEST).await;
        let tag = created(s, &guest, "我的").await;
        let absent = codes::PHONE_ABSENT.number;
        for phone in [hidden, 4242] {
            let bound = s.post(BIND, &guest, pair(tag, phone)).await;
            assert_eq!(each_phone(&bound), [(phone, absent)]);
            assert_eq!(bound.data()["list"][0]["msg"], "There is no such phone");
        }
        assert_eq!(tree(s, &guest).await[0]["children"], json!([]));
        let body = json!({ "phoneTagIds": [tag], "phoneIds": [hidden, granted, 4242] });
        let bound = s.post(BIND_MANY, &guest, body).await;
        let answers = [(hidden, absent), (granted, 0), (4242, absent)];
        assert_eq!(each_phone(&bound), answers);
        let data = bound.data();
        assert_eq!((&data["success"], &data["fail"]), (&json!(1), &json!(2)));
        let deleted = s.post(DELETE, &guest, json!({ "id": tag })).await;
        assert_eq!(deleted.data()["count"], 1, "on the granted one alone");
    });
}

#[test]
fn tags_are_put_on_1_to_30_phones_each_once_and_a_refused_call_puts_on_none() {
    with_server(async |s| {
        let phone = s.phone("甲", 30).await;
        let owner = s.token(OWNER).await;
        let tag = created(s, &owner, "签").await;
        let bind = async |tags: &[i64], phones: &[i64]| {
            let body = json!({ "phoneTagIds": tags, "phoneIds": phones });
            s.post(BIND_MANY, &owner, body).await
        };
        let many = |count: i64| std::iter::once(phone).chain(1..count).collect::<Vec<_>>();
        for (tags, phones, code) in [
            (vec![tag], vec![], codes::PHONE_COUNT),
            (vec![tag], many(31), codes::PHONE_COUNT),
            (vec![tag], vec![phone, phone], codes::DUPLICATE_PHONE),
            (vec![], vec![phone], codes::BAD_REQUEST),
            (vec![tag, tag], vec![phone], codes::BAD_REQUEST),
        ] {
            let refused = bind(&tags, &phones).await;
            assert_eq!(refused.code(), code.number, "{tags:?} {phones:?}");
        }
        assert_eq!(tags_on(s, &owner, phone).await, json!([]));
        let bound = bind(&[tag], &many(30)).await.data();
        assert_eq!((&bound["success"], &bound["fail"]), (&json!(1), &json!(29)));
        assert_eq!(tags_on(s, &owner, phone).await[0]["id"], tag);
    });
}

#[test]
fn a_tag_outlives_the_grant_of_its_phone_which_is_no_longer_shown_and_can_be_taken_off() {
    with_server(async |s| {
        let phone = s.phone("甲", 30).await;
        s.grant("甲", "view").await;
        let guest = s.token(GUEST).await;
        let tag = created(s, &guest, "我的").await;
        let bound = s.post(BIND, &guest, pair(tag, phone)).await;
        assert_eq!(each_phone(&bound), [(phone, 0)]);
        assert_eq!(tree(s, &guest).await[0]["children"][0]["id"], phone);

        s.statement(&format!(
            "UPDATE grants SET ended_ms = 1 WHERE phone_id = {phone}"
        ));
        assert_eq!(tree(s, &guest).await[0]["children"], json!([]));
        assert_eq!(s.get(PAGE, &guest).await.data()["list"][0]["count"], 0);
        let off = s.post(UNBIND, &guest, pair(tag, phone)).await;
        assert_eq!(off.data(), true);
        let deleted = s.post(DELETE, &guest, json!({ "id": tag })).await;
        assert_eq!(deleted.data()["count"], 0);
    });
}

#[test]
fn a_body_without_what_its_call_of_tags_needs_is_refused() {
    with_server(async |s| {
        let phone = s.phone("甲", 30).await;
        let owner = s.token(OWNER).await;
        let tag = created(s, &owner, "签").await;
        let bound = s.post(BIND, &owner, pair(tag, phone)).await;
        assert_eq!(each_phone(&bound), [(phone, 0)]);
        let before = tree(s, &owner).await;
        for (call, body) in [
            (CREATE, json!({})),
            (CREATE, json!({ "name": 1 })),
            (RENAME, json!({ "id": tag })),
            (RENAME, json!({ "name": "x" })),
            (DELETE, json!({})),
            (BIND, json!({ "phoneTagId": tag })),
            (BIND, json!({ "phoneId": phone })),
            (BIND_MANY, json!({ "phoneTagIds": [tag] })),
            (BIND_MANY, json!({ "phoneIds": [phone] })),
            (UNBIND, json!({ "phoneTagId": tag })),
            (UNBIND, json!({ "phoneId": phone })),
        ] {
            let refused = s.post(call, &owner, body.clone()).await;
            assert_eq!(refused.code(), codes::BAD_REQUEST.number, "{call} {body}");
        }
        assert_eq!(tree(s, &owner).await, before);
    });
}

#[test]
fn tags_are_put_on_each_once_and_no_more_than_a_phone_may_carry() {
    with_server(async |s| {
        let (full, free) = (s.phone("甲", 30).await, s.phone("乙", 30).await);
        let token = s.token(OWNER).await;
        let mut tags = Vec::new();
        for n in 0..21 {
            tags.push(created(s, &token, &format!("t{n}")).await);
        }
        let bind = async |tags: &[i64], phones: &[i64]| {
            let body = json!({ "phoneTagIds": tags, "phoneIds": phones });
            s.post(BIND_MANY, &token, body).await
        };
        for refused in [&tags[..], &tags[..0], &[tags[0], tags[0]][..]] {
            let reply = bind(refused, &[free]).await;
            let words = "1 to 20 tags at once, each of them once";
            assert_eq!((reply.code(), reply.msg().as_str()), (400, words));
        }
        assert_eq!(bind(&tags[..20], &[full]).await.data()["success"], 1);
        // A full phone fails alone.
        let data = bind(&tags[20..], &[full, free]).await.data();
        assert_eq!((&data["success"], &data["fail"]), (&json!(1), &json!(1)));
        assert_eq!(
            (&data["list"][0]["code"], &data["list"][1]["code"]),
            (&json!(1_011_106_003), &json!(0))
        );
        let body = json!({ "phoneTagId": tags[20], "phoneId": full });
        let data = s.post(BIND, &token, body).await.data();
        assert_eq!(data["list"][0]["code"], 1_011_106_003);
    });
}
