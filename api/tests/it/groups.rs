//! Groups over HTTP: made, renamed, filled, renewed and deleted; what is refused, and that a refused call changes nothing.

use domain::codes;
use domain::text::names::GROUPS_MAX;
use serde_json::{Value, json};

use crate::server::{GUEST, OWNER, Reply, Server, with_server};
use crate::subaccounts;

const LIST: &str = "/app-api/trade/phone-group/list";
const CREATE: &str = "/app-api/trade/phone-group/create";
const RENAME: &str = "/app-api/trade/phone-group/update";
const AUTO_RENEW: &str = "/app-api/trade/phone-group/auto-renew";
const DELETE: &str = "/app-api/trade/phone-group/delete";
const MOVE: &str = "/app-api/trade/phone-group/move";
const LEAVE: &str = "/owl/cancelDeviceGroup";
const GIVE: &str = "/owl/addMaintainerAllot";

/// Makes a group; answers its id.
async fn created(s: &Server, token: &str, name: &str) -> i64 {
    let made = s.post(CREATE, token, json!({ "name": name })).await;
    made.data()["id"].as_i64().unwrap()
}

async fn listed(s: &Server, token: &str) -> Value {
    s.get(LIST, token).await.data()
}

async fn moved(s: &Server, token: &str, phones: &[i64], group: Option<i64>) -> Reply {
    let body = json!({ "phoneIds": phones, "groupId": group });
    s.post(MOVE, token, body).await
}

/// Group of a phone, as its owner's list of phones shows it.
async fn group_of(s: &Server, owner: &str, phone: i64) -> Value {
    let found = s.list(owner, json!({ "phoneIds": [phone] })).await.data();
    let row = &found["list"][0];
    assert_eq!(row["phoneId"], phone, "it is listed");
    row["groupId"].clone()
}

/// Each phone of an answer, with its own code.
pub fn each_phone(reply: &Reply) -> Vec<(i64, i64)> {
    let data = reply.data();
    let rows = data["list"].as_array().unwrap().iter();
    let pair = |row: &Value| Some((row["phoneId"].as_i64()?, row["code"].as_i64()?));
    rows.map(|row| pair(row).unwrap()).collect()
}

#[test]
fn groups_are_made_renamed_filled_emptied_and_deleted_and_the_list_counts_their_phones() {
    with_server(async |s| {
        let (a, b) = (s.phone("甲", 30).await, s.phone("乙", 30).await);
        let owner = s.token(OWNER).await;
        let none = json!({ "list": [], "total": 0, "ungrouped": 2, "parentGroups": [] });
        assert_eq!(listed(s, &owner).await, none);
        let (first, second) = (created(s, &owner, "Z").await, created(s, &owner, "B").await);
        let named = json!({ "id": first, "name": "A" });
        assert_eq!(s.post(RENAME, &owner, named).await.data(), true);
        assert_eq!(
            moved(s, &owner, &[b, a], Some(first)).await.data(),
            json!({ "success": 2, "fail": 0, "list": [
                { "phoneId": b, "code": 0, "msg": "" },
                { "phoneId": a, "code": 0, "msg": "" },
            ] })
        );
        assert_eq!(
            listed(s, &owner).await,
            json!({ "total": 2, "ungrouped": 0, "parentGroups": [], "list": [
                { "id": first, "name": "A", "count": 2, "autoRenew": false },
                { "id": second, "name": "B", "count": 0, "autoRenew": false },
            ] })
        );

        let left = s.post(LEAVE, &owner, json!({ "phoneIds": [a] })).await;
        assert_eq!(each_phone(&left), [(a, 0)]);
        assert_eq!(group_of(s, &owner, a).await, Value::Null);
        let handed_on = json!({ "id": first, "moveTo": second });
        let deleted = s.post(DELETE, &owner, handed_on).await.data();
        assert_eq!(deleted, json!({ "count": 1 }));
        assert_eq!(group_of(s, &owner, b).await, second);
        assert_eq!(
            each_phone(&moved(s, &owner, &[b], None).await),
            [(b, 0)],
            "out of all groups"
        );
        assert_eq!(group_of(s, &owner, b).await, Value::Null);
        moved(s, &owner, &[a, b], Some(second)).await.data();
        let deleted = s.post(DELETE, &owner, json!({ "id": second })).await;
        assert_eq!(deleted.data(), json!({ "count": 2 }));
        assert_eq!(listed(s, &owner).await, none);
    });
}

#[test]
fn a_group_name_of_11_characters_or_of_none_is_refused_and_no_group_is_made_or_renamed() {
    with_server(async |s| {
        let owner = s.token(OWNER).await;
        let group = created(s, &owner, "一二三四五六七八九十").await;
        let before = listed(s, &owner).await;
        for (name, words) in [
            ("一二三四五六七八九十一", "At most 10 characters, now 11"),
            ("", "The name cannot be empty"),
            (" \u{3000} ", "The name cannot be empty"),
        ] {
            for call in [CREATE, RENAME] {
                let body = json!({ "id": group, "name": name });
                let refused = s.post(call, &owner, body).await;
                assert_eq!(
                    (refused.code(), refused.msg().as_str()),
                    (codes::BAD_REQUEST.number, words),
                    "{call} {name:?}"
                );
            }
        }
        assert_eq!(listed(s, &owner).await, before);
        let longest = json!({ "id": group, "name": "十九八七六五四三二一" });
        assert_eq!(s.post(RENAME, &owner, longest.clone()).await.data(), true);
        assert_eq!(listed(s, &owner).await["list"][0]["name"], longest["name"]);
    });
}

#[test]
fn a_group_name_is_given_once_in_an_account_and_the_refused_group_keeps_its_own() {
    with_server(async |s| {
        let (owner, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        created(s, &owner, "Shop").await;
        let other = created(s, &owner, "Stock").await;
        let before = listed(s, &owner).await;
        for call in [CREATE, RENAME] {
            let body = json!({ "id": other, "name": "shop" });
            let refused = s.post(call, &owner, body).await;
            assert_eq!(refused.code(), codes::GROUP_TAKEN.number, "{call}");
        }
        assert_eq!(listed(s, &owner).await, before);
        created(s, &guest, "Shop").await;
    });
}

#[test]
fn the_201st_group_of_an_account_is_refused_until_one_is_deleted() {
    with_server(async |s| {
        let entered = s.sign_in(OWNER).await.data();
        let (owner, member) = (entered["accessToken"].as_str().unwrap(), &entered["userId"]);
        let rows = (1..GROUPS_MAX).map(|n| format!("({n}, {member}, 'g{n}', 'g{n}', 0)"));
        s.execute(&format!(
            "INSERT INTO phone_groups (id, member_id, name, name_key, created_ms) VALUES {}",
            rows.collect::<Vec<_>>().join(", ")
        ));
        created(s, owner, "the 200th").await;
        let one_more = json!({ "name": "the 201st" });
        let refused = s.post(CREATE, owner, one_more).await;
        assert_eq!(refused.code(), codes::GROUP_LIMIT.number);
        assert_eq!(listed(s, owner).await["total"], 200);

        // A renaming needs no room, and the refused name is free.
        let named = json!({ "id": 1, "name": "the 201st" });
        assert_eq!(s.post(RENAME, owner, named).await.data(), true);
        assert_eq!(s.post(DELETE, owner, json!({ "id": 2 })).await.code(), 0);
        created(s, owner, "another").await;
        assert_eq!(listed(s, owner).await["total"], 200);
    });
}

#[test]
fn a_group_of_another_member_is_as_unknown_as_none_and_stays_as_it_was() {
    with_server(async |s| {
        let phone = s.phone("甲", 30).await;
        s.grant("甲", "operate").await;
        let (owner, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        let (theirs, own) = (
            created(s, &owner, "组").await,
            created(s, &guest, "我的").await,
        );
        moved(s, &owner, &[phone], Some(theirs)).await.data();
        let before = [listed(s, &owner).await, listed(s, &guest).await];
        for id in [theirs, 4242, 0] {
            for (call, body) in [
                (RENAME, json!({ "id": id, "name": "x" })),
                (AUTO_RENEW, json!({ "id": id, "on": true, "agreed": true })),
                (AUTO_RENEW, json!({ "id": id, "on": false })),
                (DELETE, json!({ "id": id })),
                (DELETE, json!({ "id": own, "moveTo": id })),
                (MOVE, json!({ "phoneIds": [phone], "groupId": id })),
            ] {
                let refused = s.post(call, &guest, body.clone()).await;
                assert_eq!(refused.code(), codes::GROUP_ABSENT.number, "{call} {body}");
            }
        }
        assert_eq!([listed(s, &owner).await, listed(s, &guest).await], before);
        assert_eq!(group_of(s, &owner, phone).await, theirs);
    });
}

#[test]
fn a_group_hands_its_phones_neither_to_itself_nor_to_a_deleted_group() {
    with_server(async |s| {
        let phone = s.phone("甲", 30).await;
        let owner = s.token(OWNER).await;
        let (group, gone) = (
            created(s, &owner, "组").await,
            created(s, &owner, "旧").await,
        );
        moved(s, &owner, &[phone], Some(group)).await.data();
        assert_eq!(
            s.post(DELETE, &owner, json!({ "id": gone })).await.code(),
            0
        );
        for (id, to) in [(group, group), (group, gone), (gone, group)] {
            let body = json!({ "id": id, "moveTo": to });
            let refused = s.post(DELETE, &owner, body.clone()).await;
            assert_eq!(refused.code(), codes::GROUP_ABSENT.number, "{body}");
        }
        assert_eq!(group_of(s, &owner, phone).await, group);
        assert_eq!(listed(s, &owner).await["total"], 1);
    });
}

#[test]
fn each_phone_that_cannot_be_moved_is_answered_by_itself_and_stays_in_its_group() {
    with_server(async |s| {
        let (granted, hidden) = (s.phone("甲", 30).await, s.phone("乙", 30).await);
        s.grant("甲", "operate").await;
        let (owner, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        let (theirs, own) = (
            created(s, &owner, "组").await,
            created(s, &guest, "我的").await,
        );
        moved(s, &owner, &[granted, hidden], Some(theirs))
            .await
            .data();
        let asked = json!([hidden, granted, 4242]);
        let answers = [
            (hidden, codes::PHONE_ABSENT.number),
            (granted, codes::RIGHT_MISSING.number),
            (4242, codes::PHONE_ABSENT.number),
        ];
        for (call, body) in [
            (MOVE, json!({ "phoneIds": asked, "groupId": own })),
            (LEAVE, json!({ "phoneIds": asked })),
        ] {
            let reply = s.post(call, &guest, body).await;
            assert_eq!(each_phone(&reply), answers, "{call}");
            let data = reply.data();
            assert_eq!((&data["success"], &data["fail"]), (&json!(0), &json!(3)));
            assert_eq!(data["list"][2]["msg"], "There is no such phone");
        }
        for phone in [granted, hidden] {
            assert_eq!(group_of(s, &owner, phone).await, theirs);
        }
        let mixed = moved(s, &owner, &[4242, granted], None).await;
        let answers = [(4242, codes::PHONE_ABSENT.number), (granted, 0)];
        assert_eq!(each_phone(&mixed), answers);
        assert_eq!(group_of(s, &owner, granted).await, Value::Null);
    });
}

#[test]
fn a_move_names_1_to_30_phones_each_once_and_a_refused_one_moves_none() {
    with_server(async |s| {
        let phone = s.phone("甲", 30).await;
        let owner = s.token(OWNER).await;
        let (group, other) = (
            created(s, &owner, "组").await,
            created(s, &owner, "另").await,
        );
        moved(s, &owner, &[phone], Some(group)).await.data();
        let many = |count: i64| std::iter::once(phone).chain(1..count).collect::<Vec<_>>();
        for (ids, code) in [
            (vec![], codes::PHONE_COUNT),
            (many(31), codes::PHONE_COUNT),
            (vec![phone, phone], codes::DUPLICATE_PHONE),
        ] {
            let into = moved(s, &owner, &ids, Some(other)).await;
            let out = s.post(LEAVE, &owner, json!({ "phoneIds": ids })).await;
            assert_eq!([into.code(), out.code()], [code.number; 2], "{ids:?}");
            assert_eq!(group_of(s, &owner, phone).await, group, "{ids:?}");
        }
        let thirty = many(30);
        let into = moved(s, &owner, &thirty, Some(other)).await.data();
        assert_eq!((&into["success"], &into["fail"]), (&json!(1), &json!(29)));
        assert_eq!(group_of(s, &owner, phone).await, other);
        let out = s.post(LEAVE, &owner, json!({ "phoneIds": thirty })).await;
        assert_eq!(out.data()["success"], 1);
        assert_eq!(group_of(s, &owner, phone).await, Value::Null);
    });
}

#[test]
fn a_sub_account_is_told_its_parents_groups_once_it_may_move_a_phone_among_them() {
    with_server(async |s| {
        let phone = s.phone("甲", 30).await;
        let (owner, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        let added = subaccounts::add(s, &owner, GUEST, "Shop").await.data();
        let (parents, own) = (
            created(s, &owner, "主力").await,
            created(s, &guest, "我的").await,
        );
        let give = async |permission: &str| {
            let body = json!({ "memberId": added["memberId"], "phoneIds": [phone], "permissions": [permission] });
            assert_eq!(s.post(GIVE, &owner, body).await.data()["success"], 1);
        };
        give("rename").await;
        assert_eq!(listed(s, &guest).await["parentGroups"], json!([]));
        let refused = moved(s, &guest, &[phone], Some(parents)).await;
        assert_eq!(refused.code(), codes::GROUP_ABSENT.number);

        give("group").await;
        let told = json!([{ "id": parents, "name": "主力" }]);
        assert_eq!(listed(s, &guest).await["parentGroups"], told);
        let refused = moved(s, &guest, &[phone], Some(own)).await;
        let missing = codes::RIGHT_MISSING.number;
        assert_eq!(each_phone(&refused), [(phone, missing)], "not its phone");
        let named = json!({ "id": parents, "name": "x" });
        let refused = s.post(RENAME, &guest, named).await;
        assert_eq!(refused.code(), codes::GROUP_ABSENT.number, "not its group");
        assert_eq!(group_of(s, &owner, phone).await, Value::Null);
        let done = moved(s, &guest, &[phone], Some(parents)).await;
        assert_eq!(each_phone(&done), [(phone, 0)]);
        assert_eq!(group_of(s, &owner, phone).await, parents);
    });
}

#[test]
fn a_group_renews_its_phones_only_once_the_agreement_in_force_is_accepted() {
    with_server(async |s| {
        let owner = s.token(OWNER).await;
        let group = created(s, &owner, "组").await;
        let renews = async || listed(s, &owner).await["list"][0]["autoRenew"].clone();
        for (body, code) in [
            (json!({ "id": group, "on": true }), codes::ORDER_AGREEMENT),
            (
                json!({ "id": group, "on": true, "agreed": true, "agreementVersion": 4242 }),
                codes::ORDER_AGREEMENT_CHANGED,
            ),
        ] {
            let refused = s.post(AUTO_RENEW, &owner, body.clone()).await;
            assert_eq!(refused.code(), code.number, "{body}");
            assert_eq!(renews().await, false, "{body}");
        }
        let on = json!({ "id": group, "on": true, "agreed": true });
        assert_eq!(s.post(AUTO_RENEW, &owner, on).await.data(), true);
        assert_eq!(renews().await, true);
        let off = json!({ "id": group, "on": false });
        assert_eq!(s.post(AUTO_RENEW, &owner, off).await.data(), true);
        assert_eq!(renews().await, false);
    });
}

#[test]
fn a_body_without_what_its_call_of_groups_needs_is_refused() {
    with_server(async |s| {
        let owner = s.token(OWNER).await;
        let group = created(s, &owner, "组").await;
        let before = listed(s, &owner).await;
        for (call, body) in [
            (CREATE, json!({})),
            (CREATE, json!({ "name": 1 })),
            (RENAME, json!({ "id": group })),
            (RENAME, json!({ "name": "x" })),
            (AUTO_RENEW, json!({ "id": group, "agreed": true })),
            (AUTO_RENEW, json!({ "on": true, "agreed": true })),
            (DELETE, json!({ "moveTo": group })),
            (MOVE, json!({ "groupId": group })),
            (MOVE, json!({ "phoneIds": 1, "groupId": group })),
            (LEAVE, json!({})),
        ] {
            let refused = s.post(call, &owner, body.clone()).await;
            assert_eq!(refused.code(), codes::BAD_REQUEST.number, "{call} {body}");
        }
        assert_eq!(listed(s, &owner).await, before);
    });
}
