//! Sub-accounts: what they may do with a phone that their parent gave them, and until when.

use domain::access::{DelegatedPermission, DelegatedPermissions};
use domain::codes::{PHONE_ABSENT, PHONE_EXPIRED, REPLACEMENT_NONE, RIGHT_MISSING};
use serde_json::{Value, json};

use super::world::{Relation, World};
use crate::server::with_swept_server;

const START: &str = "/app-api/infra/cacloud-resource/phone/startPhone";
const REBOOT: &str = "/app-api/infra/cacloud/reboot-instance";
const LIST: &str = "/app-api/trade/phone/app-page";

/// Each action beyond operating that the rights table leaves to the parent, what allows it, and its answer when it is allowed.
fn actions(id: i64) -> [(DelegatedPermission, &'static str, Value, i64); 7] {
    let phones = json!({ "phoneIds": [id] });
    [
        (
            DelegatedPermission::Rename,
            "/app-api/trade/phone/update-alias",
            json!({ "phoneId": id, "phoneAlias": "Z-child" }),
            0,
        ),
        (
            DelegatedPermission::Density,
            "/app-api/infra/density/setDensity",
            json!({ "phoneIds": [id], "density": 320 }),
            0,
        ),
        (
            DelegatedPermission::Reset,
            "/app-api/trade/phone/reset-batch",
            phones.clone(),
            0,
        ),
        (
            DelegatedPermission::Power,
            "/app-api/infra/cacloud/shutDownInstanceAsync",
            phones.clone(),
            0,
        ),
        (
            DelegatedPermission::Replace,
            "/app-api/trade/phone/replace-batch",
            phones.clone(),
            // The right is judged before the stock, in which there is none.
            REPLACEMENT_NONE.number,
        ),
        (
            DelegatedPermission::NewDevice,
            "/app-api/infra/renew/renew",
            json!({ "phoneIds": phones["phoneIds"], "model": "2211133G" }),
            0,
        ),
        (
            DelegatedPermission::Group,
            "/owl/cancelDeviceGroup",
            phones,
            0,
        ),
    ]
}

/// 0 when it began, else why not.
async fn done(world: &World<'_>, path: &str, body: &Value) -> i64 {
    let reply = world
        .server
        .post(path, &world.child.token, body.clone())
        .await;
    if reply.code() != 0 {
        return reply.code();
    }
    reply.data()["list"][0]["code"].as_i64().unwrap_or(0)
}

async fn seen(world: &World<'_>, id: i64) -> Option<Value> {
    let reply = world
        .server
        .post(LIST, &world.child.token, json!({ "pageSize": 200 }))
        .await;
    let data = reply.data();
    let rows = data["list"].as_array().unwrap();
    rows.iter().find(|row| row["phoneId"] == id).cloned()
}

#[test]
fn a_sub_account_sees_and_operates_a_given_phone_and_does_what_is_ticked() {
    with_swept_server(async |s| {
        let world = World::new(s).await;
        for at in 0..DelegatedPermission::ALL.len() {
            let id = world.own("phone", &world.owner).await;
            let (permission, path, body, allowed) = actions(id)[at].clone();
            world.give(id, 0);
            let row = seen(&world, id).await.expect("it is in the list");
            assert_eq!(row["may"], json!([]), "nothing is ticked");
            let body_of_start = json!({ "phoneId": id, "mode": "view" });
            assert_eq!(done(&world, START, &body_of_start).await, 0);
            assert_eq!(done(&world, path, &body).await, RIGHT_MISSING.number);

            let all_but: DelegatedPermissions = DelegatedPermission::ALL
                .into_iter()
                .filter(|other| *other != permission)
                .collect();
            let set = async |permissions: DelegatedPermissions| {
                world.sql(&format!(
                    "UPDATE allotments SET ticks = {} WHERE phone_id = {id}",
                    permissions.stored()
                ));
            };
            set(all_but).await;
            assert_eq!(
                done(&world, path, &body).await,
                RIGHT_MISSING.number,
                "{permission:?} is asked for itself"
            );
            set(DelegatedPermissions::from_iter([permission])).await;
            let row = seen(&world, id).await.expect("it is in the list");
            assert_eq!(
                row["may"],
                json!([permission]),
                "the list says what is ticked"
            );
            assert_eq!(done(&world, path, &body).await, allowed, "{permission:?}");
        }
        let id = world.own("phone", &world.owner).await;
        world.give(id, 0);
        let one = json!({ "phoneIds": [id] });
        assert_eq!(done(&world, REBOOT, &one).await, 0, "one may be rebooted");
    });
}

#[test]
fn what_was_given_is_gone_when_it_is_taken_back_or_no_longer_the_parents() {
    with_swept_server(async |s| {
        let world = World::new(s).await;
        let (child, stranger) = (world.child.id, world.stranger.id);
        for (how, statement) in [
            (
                "taken back",
                "UPDATE allotments SET ended_ms = 2 WHERE phone_id = $id".to_owned(),
            ),
            (
                "handed on",
                format!("UPDATE phones SET owner_id = {stranger} WHERE id = $id"),
            ),
            (
                "without a parent",
                format!("UPDATE members SET parent_id = NULL WHERE id = {child} AND $id = $id"),
            ),
        ] {
            let id = world.victim("phone", Relation::SubAccount).await;
            let body = json!({ "phoneId": id, "mode": "view" });
            assert_eq!(done(&world, START, &body).await, 0, "{how}");
            world.sql(&statement.replace("$id", &id.to_string()));
            assert_eq!(
                done(&world, START, &body).await,
                PHONE_ABSENT.number,
                "{how}"
            );
            assert_eq!(seen(&world, id).await, None, "{how}");
        }
    });
}

#[test]
fn a_given_phone_ends_with_its_rental() {
    with_swept_server(async |s| {
        let world = World::new(s).await;
        let id = world.victim("phone", Relation::SubAccount).await;
        let end = s.clock.now_ms() - 1;
        world.sql(&format!(
            "UPDATE phones SET expire_ms = {end} WHERE id = {id}"
        ));
        let body = json!({ "phoneId": id, "mode": "control" });
        assert_eq!(done(&world, START, &body).await, PHONE_EXPIRED.number);
        assert!(seen(&world, id).await.is_some(), "it is still shown");
    });
}
