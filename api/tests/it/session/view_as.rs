//! The console as a member sees it, over HTTP: who may begin it, what it reads, how it ends, and what is written of it.

use domain::codes::{self, Code};
use domain::session::VIEW_AS_MS;
use reqwest::Method;
use serde_json::{Value, json};

use crate::server::{GUEST, OWNER, PASSWORD, Reply, Server, with_server};

const BEGIN: &str = "/admin-api/member/view-as";
const END: &str = "/admin-api/member/end-view-as";
const VIEWS: &str = "/app-api/member/session/views";
const SESSIONS: &str = "/app-api/member/session/page";

async fn id_of(s: &Server, account: &str) -> i64 {
    s.sign_in(account).await.data()["userId"].as_i64().unwrap()
}

async fn begin(s: &Server, token: &str, member_id: i64, reason: &str) -> Reply {
    let body = json!({ "memberId": member_id, "reason": reason });
    s.post(BEGIN, token, body).await
}

/// A view that has begun: its token, and the request that ends it.
pub async fn begun(s: &Server, token: &str, member_id: i64) -> (String, Value) {
    let view = begin(s, token, member_id, "反馈：看不到画面").await.data();
    let end = json!({ "viewId": view["viewId"] });
    (view["token"].as_str().unwrap().to_owned(), end)
}

/// An operator with these permissions; its id and token.
async fn clerk(s: &Server, name: &str, permissions: Value) -> (i64, String) {
    s.seed(json!({ "operators": [{ "userName": name, "password": PASSWORD, "permissions": permissions }] }))
        .await;
    let data = s.sign_in(name).await.data();
    let token = data["accessToken"].as_str().unwrap().to_owned();
    (data["userId"].as_i64().unwrap(), token)
}

/// The newest records of a kind: account, object, values after it.
async fn noted(s: &Server, token: &str, kind: &str) -> Vec<Value> {
    let path = format!("/system/audit/list?pageNum=1&pageSize=10&kind={kind}");
    let rows = s.get(&path, token).await.json()["rows"].clone();
    rows.as_array().unwrap().clone()
}

fn refused(reply: &Reply, code: Code) {
    assert_eq!(reply.code(), code.number, "{}", reply.text);
}

#[test]
fn a_view_reads_what_its_member_reads_and_leaves_the_members_sessions_alone() {
    with_server(async |s| {
        let own = s.token(OWNER).await;
        let id = s.get("/getInfo", &own).await.json()["user"]["userId"].clone();
        let id = id.as_i64().unwrap();
        let phone = s.phone("甲", 30).await;
        s.statement(&format!(
            "UPDATE members SET email = 'lijie@example.com' WHERE id = {id}"
        ));
        let admin = s.token("admin").await;
        let sessions = s.get(SESSIONS, &own).await.data();

        let view = begin(s, &admin, id, "反馈：看不到画面").await.data();
        let token = view["token"].as_str().unwrap();
        assert!(view["untilTime"].as_i64().unwrap() <= s.clock.now_ms() + VIEW_AS_MS);
        let seen = s.list(token, json!({})).await.data();
        assert_eq!(
            (&seen["list"][0]["phoneId"], &seen["total"]),
            (&json!(phone), &json!(1))
        );
        let info = s.get("/getInfo", token).await.json();
        assert_eq!(info["user"]["userId"], id);
        assert_eq!(info["permissions"], json!([]));
        let profile = s.get("/app-api/member/member/currentMemberInfo", token);
        let profile = profile.await.data();
        assert_eq!(
            (&profile["email"], &profile["phone"]),
            (&json!("l***@example.com"), &json!("138****0000")),
            "whole ones are shown by another permission"
        );

        let still = s.get(SESSIONS, &own).await.data();
        assert_eq!(still["total"], sessions["total"]);
        let row = s.get(VIEWS, &own).await.data()[0].clone();
        assert_eq!(
            (&row["viewId"], &row["reason"], &row["untilTime"]),
            (
                &view["viewId"],
                &json!("反馈：看不到画面"),
                &view["untilTime"]
            )
        );
        let other = s.token(GUEST).await;
        assert_eq!(s.get(VIEWS, &other).await.data(), json!([]));

        let end = json!({ "viewId": view["viewId"] });
        assert_eq!(s.post(END, &admin, end.clone()).await.code(), 0);
        assert_eq!(s.list(token, json!({})).await.code(), 401);
        refused(&s.post(END, &admin, end).await, codes::NOT_FOUND);
        assert_eq!(
            s.get("/getInfo", &own).await.code(),
            200,
            "the member goes on"
        );
        let row = s.get(VIEWS, &own).await.data()[0].clone();
        assert!(row["untilTime"].as_i64() < view["untilTime"].as_i64());

        for kind in ["member.view-as", "member.view-as-end"] {
            let record = noted(s, &admin, kind).await[0].clone();
            let after = &record["after"];
            assert_eq!(record["userName"], "admin", "{kind}");
            assert_eq!(record["object"], format!("member:{id}"), "{kind}");
            assert_eq!(
                (&after["member"], &after["operator"], &after["reason"]),
                (
                    &json!("138****0000"),
                    &json!("admin"),
                    &json!("反馈：看不到画面")
                ),
                "{kind}"
            );
        }
    });
}

#[test]
fn nothing_is_changed_paid_opened_or_taken_away_through_a_view() {
    with_server(async |s| {
        let phone = s.phone("甲", 30).await;
        let (id, admin) = (id_of(s, OWNER).await, s.token("admin").await);
        let (token, _) = begun(s, &admin, id).await;
        for (path, body) in [
            (
                "/app-api/trade/phone/update-alias",
                json!({ "phoneId": phone, "phoneAlias": "x" }),
            ),
            (
                "/app-api/trade/order/pay",
                json!({ "orderId": 1, "wallet": 1, "way": "pc" }),
            ),
            (
                "/app-api/trade/order/refund",
                json!({ "orderId": 1, "reason": "x" }),
            ),
            ("/app-api/infra/ws-ticket", json!({ "purpose": "member" })),
            (
                "/app-api/infra/ws-ticket",
                json!({ "purpose": "deck", "phoneIds": [phone] }),
            ),
            (
                "/app-api/infra/cacloud-resource/phone/startPhone",
                json!({ "phoneId": phone }),
            ),
            (
                "/app-api/infra/embed/create",
                json!({ "phoneId": phone, "level": "view" }),
            ),
            (
                "/app-api/infra/file/ticket",
                json!({ "phoneId": phone, "path": "/sdcard/a" }),
            ),
            (BEGIN, json!({ "memberId": id, "reason": "x" })),
        ] {
            let reply = s.post(path, &token, body).await;
            refused(&reply, codes::VIEW_ONLY);
            assert!(reply.msg().contains("a member's console"), "{path}");
        }
        for path in [
            format!("/app-api/infra/cacloud-resource/phone/screenshot?phoneId={phone}"),
            format!("/app-api/infra/file/list?phoneId={phone}&path=/sdcard"),
            "/app-api/member/token/list".to_owned(),
            "/app-api/trade/phone-link/page".to_owned(),
            "/app-api/trade/recycle/calendar-address".to_owned(),
            "/admin-api/member/export".to_owned(),
        ] {
            refused(&s.get(&path, &token).await, codes::VIEW_ONLY);
        }
        // Signing out is the member's own; whoever looks on only ends the view.
        s.post("/app-api/member/auth/logout", &token, json!({}))
            .await;
        assert_eq!(s.list(&token, json!({})).await.code(), 0);
    });
}

#[test]
fn a_view_needs_its_permission_a_reason_and_an_enabled_account_that_may_do_no_more() {
    with_server(async |s| {
        let id = id_of(s, OWNER).await;
        let admin = s.sign_in("admin").await.data();
        let admin_id = admin["userId"].as_i64().unwrap();
        let admin = admin["accessToken"].as_str().unwrap();
        let (_, reader) = clerk(s, "reader", json!(["member:list", "member:reveal"])).await;
        refused(&begin(s, &reader, id, "x").await, codes::FORBIDDEN);
        refused(
            &begin(s, &s.token(GUEST).await, id, "x").await,
            codes::FORBIDDEN,
        );
        let (own, viewer) = clerk(s, "viewer", json!(["member:view-as"])).await;
        for reason in ["", " \u{200b}", &"长".repeat(201)] {
            let reply = begin(s, &viewer, id, reason).await;
            refused(&reply, codes::BAD_REQUEST);
            assert_eq!(reply.json()["data"]["field"], "reason");
        }
        refused(
            &begin(s, &viewer, admin_id, "x").await,
            codes::ACCOUNT_ABOVE,
        );
        refused(&begin(s, &viewer, own, "x").await, codes::VIEW_OWN);
        refused(&begin(s, &viewer, 12, "x").await, codes::MEMBER_ABSENT);
        assert_eq!(begin(s, &viewer, id, &"长".repeat(200)).await.code(), 0);

        let (below, _) = clerk(s, "below", json!(["system:nothing:list"])).await;
        let (seen, _) = begun(s, admin, below).await;
        let info = s.get("/getInfo", &seen).await.json();
        assert_eq!(
            info["permissions"],
            json!([]),
            "of an operator who may do less, too"
        );

        let bearer = format!("Bearer {admin}");
        let headers = [
            ("content-type", "application/json"),
            ("authorization", bearer.as_str()),
        ];
        let (token, _) = begun(s, &viewer, id).await;
        let body = json!({ "userId": id, "status": "1" }).to_string();
        let path = "/system/user/changeStatus";
        s.send(Method::PUT, path, &headers, body).await;
        assert_eq!(s.list(&token, json!({})).await.code(), 401);
        refused(&begin(s, &viewer, id, "x").await, codes::VIEW_DISABLED);
        let ends = noted(s, admin, "member.view-as-end").await;
        assert_eq!(
            (&ends[0]["userName"], &ends[0]["after"]["end"]),
            (&json!("viewer"), &json!("disabled"))
        );
    });
}

#[test]
fn a_view_ends_with_its_time_the_next_one_the_operators_session_and_the_permission() {
    with_server(async |s| {
        let (id, admin) = (id_of(s, OWNER).await, s.token("admin").await);
        let (viewer_id, viewer) = clerk(s, "viewer", json!(["member:view-as"])).await;
        let is_over = async |token: &str| s.list(token, json!({})).await.code() == 401;

        let (first, end) = begun(s, &viewer, id).await;
        refused(&s.post(END, &admin, end.clone()).await, codes::NOT_FOUND);
        let (second, _) = begun(s, &viewer, id_of(s, GUEST).await).await;
        assert!(
            is_over(&first).await && !is_over(&second).await,
            "one at a time"
        );
        let (other, _) = begun(s, &admin, id).await;
        assert!(!is_over(&second).await, "each operator has its own");

        s.statement(&format!(
            "UPDATE members SET permissions = 'member:list' WHERE id = {viewer_id}"
        ));
        assert!(is_over(&second).await);
        s.statement(&format!(
            "UPDATE members SET permissions = 'member:view-as' WHERE id = {viewer_id}"
        ));
        let (third, _) = begun(s, &viewer, id).await;
        s.post("/app-api/member/auth/logout", &viewer, json!({}))
            .await;
        assert!(is_over(&third).await && !is_over(&other).await);
        store::session::sweep(&s.store, s.clock.now_ms())
            .await
            .unwrap();

        let left_ms = VIEW_AS_MS - 60_000;
        #[expect(clippy::cast_precision_loss, reason = "a few minutes")]
        s.clock.set_offset_s(left_ms as f64 / 1000.0);
        assert!(!is_over(&other).await);
        #[expect(clippy::cast_precision_loss, reason = "a few minutes")]
        s.clock.set_offset_s(VIEW_AS_MS as f64 / 1000.0);
        assert!(is_over(&other).await);
        store::session::sweep(&s.store, s.clock.now_ms())
            .await
            .unwrap();

        let admin = s.token("admin").await;
        let ends: Vec<Value> = noted(s, &admin, "member.view-as-end").await;
        let ends: Vec<_> = ends
            .iter()
            .map(|row| {
                (
                    row["userName"].as_str().unwrap(),
                    row["after"]["end"].as_str().unwrap(),
                )
            })
            .collect();
        assert_eq!(
            ends,
            [
                ("admin", "expired"),
                ("viewer", "signedOut"),
                ("viewer", "elsewhere"),
                ("viewer", "elsewhere")
            ]
        );
    });
}
