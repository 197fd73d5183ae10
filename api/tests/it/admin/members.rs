//! Members as operators find and help them.

use domain::codes;
use reqwest::Method;
use serde_json::{Value, json};

use crate::server::{OWNER, Reply, Server, with_server};

const MEMBER: &str = "/admin-api/member";

async fn id_of(s: &Server, account: &str) -> i64 {
    s.sign_in(account).await.data()["userId"].as_i64().unwrap()
}

async fn page(s: &Server, token: &str, query: &str) -> Value {
    s.get(&format!("{MEMBER}/page?{query}"), token).await.data()
}

async fn adjust(s: &Server, token: &str, id: i64, points: i64, reason: &str) -> Reply {
    let body = json!({ "memberId": id, "points": points, "reason": reason });
    s.post(&format!("{MEMBER}/adjust-points"), token, body)
        .await
}

/// The last thing that was recorded of this kind: account, object, values after it.
async fn noted(s: &Server, token: &str, kind: &str) -> (Value, Value, Value) {
    let path = format!("/system/audit/list?pageNum=1&pageSize=1&kind={kind}");
    let row = s.get(&path, token).await.json()["rows"][0].clone();
    (
        row["userName"].clone(),
        row["object"].clone(),
        row["after"].clone(),
    )
}

#[test]
fn numbers_are_masked_in_list_page_and_file_and_whoever_sees_one_is_noted() {
    with_server(async |s| {
        let (id, admin) = (id_of(s, OWNER).await, s.token("admin").await);
        s.phone("A", 3).await;
        let found = page(s, &admin, "keyword=13800&show=withPhones").await;
        assert_eq!(
            (&found["total"], &found["list"][0]["memberId"]),
            (&json!(1), &json!(id))
        );
        assert_eq!(found["list"][0]["phone"], "138****0000");
        assert_eq!(
            (&found["list"][0]["phones"], &found["list"][0]["ending"]),
            (&json!(1), &json!(1))
        );
        let counts = json!([
            { "show": "all", "count": 3 }, { "show": "withPhones", "count": 1 }, { "show": "subAccounts", "count": 0 },
            { "show": "disabled", "count": 0 }, { "show": "operators", "count": 1 },
        ]);
        assert_eq!(found["counts"], counts);

        let info = s.get(&format!("{MEMBER}/info?memberId={id}"), &admin).await;
        assert_eq!(
            (&info.data()["phone"], &info.data()["phones"]),
            (&json!("138****0000"), &json!(1))
        );
        let bearer = format!("Bearer {admin}");
        let headers = [("authorization", bearer.as_str()), ("accept", "text/csv")];
        let path = format!("{MEMBER}/export?keyword=13800&format=csv");
        let file = s.send(Method::GET, &path, &headers, "").await.text;
        assert!(
            file.contains("138****0000") && !file.contains(OWNER),
            "{file}"
        );
        assert_eq!(
            noted(s, &admin, "account.export").await.2,
            json!({ "count": 1 })
        );

        let whole = s
            .post(
                &format!("{MEMBER}/reveal"),
                &admin,
                json!({ "memberId": id }),
            )
            .await;
        assert_eq!(whole.data(), json!({ "phone": OWNER, "email": "" }));
        let (who, object, _) = noted(s, &admin, "member.reveal").await;
        assert_eq!(
            (who, object),
            (json!("admin"), json!(format!("member:{id}")))
        );
    });
}

#[test]
fn an_operator_sees_what_a_member_has_and_ends_sessions() {
    with_server(async |s| {
        let id = id_of(s, OWNER).await;
        let (owner, admin) = (s.token(OWNER).await, s.token("admin").await);
        let phone_id = s.phone("A", 30).await;
        let of = async |what: &str| {
            s.get(&format!("{MEMBER}/{what}?memberId={id}"), &admin)
                .await
                .data()
        };
        assert_eq!(of("phones").await["list"][0]["phoneId"], phone_id);
        for none in ["orders", "points"] {
            assert_eq!(of(none).await["total"], 0, "{none}");
        }
        let sessions = of("sessions").await;
        let session_id = sessions["list"][0]["sessionId"].clone();
        let end = async |body: Value| {
            s.post(&format!("{MEMBER}/end-sessions"), &admin, body)
                .await
        };
        let mine = json!({ "memberId": id_of(s, "13900000000").await, "sessionId": session_id });
        assert_eq!(end(mine).await.code(), 404, "another member's session");
        assert_eq!(s.get("/getInfo", &owner).await.code(), 200);
        let ended = end(json!({ "memberId": id, "sessionId": session_id })).await;
        assert_eq!(ended.data()["ended"], 1);
        assert_eq!(s.get("/getInfo", &owner).await.code(), 401);
        let again = s.token(OWNER).await;
        assert_eq!(end(json!({ "memberId": id })).await.data()["ended"], 1);
        assert_eq!(s.get("/getInfo", &again).await.code(), 401);
    });
}

#[test]
fn points_are_given_with_a_reason_that_the_member_reads() {
    with_server(async |s| {
        let id = id_of(s, OWNER).await;
        let (owner, admin) = (s.token(OWNER).await, s.token("admin").await);
        assert_eq!(
            adjust(s, &admin, id, 200, "补偿停机").await.data()["balance"],
            200
        );
        let records = s.get("/app-api/member/integral/page", &owner).await.data();
        let record = &records["list"][0];
        assert_eq!(
            (&record["type"], &record["title"]),
            (&json!("adjustment"), &json!("Adjustment"))
        );
        assert_eq!(
            (&record["point"], &record["description"]),
            (&json!(200), &json!("补偿停机"))
        );
        let after = noted(s, &admin, "points.adjust").await.2;
        assert_eq!(after, json!({ "points": 200, "reason": "补偿停机" }));

        let few = adjust(s, &admin, id, -201, "x").await;
        assert_eq!(few.code(), codes::POINTS_TOO_FEW.number);
        assert_eq!(few.json()["data"]["available"], 200);
        for (points, reason, field) in [
            (0, "x", "points"),
            (1_000_001, "x", "points"),
            (1, " ", "reason"),
        ] {
            let refused = adjust(s, &admin, id, points, reason).await.json();
            assert_eq!(
                (&refused["code"], &refused["data"]["field"]),
                (&json!(400), &json!(field))
            );
        }
        assert_eq!(
            adjust(s, &admin, 1, 1, "x").await.code(),
            codes::MEMBER_ABSENT.number
        );
    });
}

#[test]
fn a_disabled_member_reads_why_and_nobody_else_does() {
    with_server(async |s| {
        let (id, admin) = (id_of(s, OWNER).await, s.token("admin").await);
        let set = async |status: &str, reason: Value| {
            let bearer = format!("Bearer {admin}");
            let headers = [
                ("content-type", "application/json"),
                ("authorization", bearer.as_str()),
            ];
            let body = json!({ "userId": id, "status": status, "reason": reason }).to_string();
            s.send(Method::PUT, "/system/user/changeStatus", &headers, body)
                .await
        };
        let long = set("1", json!("长".repeat(201))).await.json();
        assert_eq!(
            (&long["code"], &long["data"]["field"]),
            (&json!(400), &json!("reason"))
        );
        assert_eq!(set("1", json!("拒付两笔")).await.code(), 200);
        let refused = s.sign_in(OWNER).await.json();
        assert_eq!(
            refused["data"],
            json!({ "userId": id, "reason": "拒付两笔" })
        );
        let wrong = json!({ "phone": OWNER, "password": "wrong", "agreed": true });
        let wrong = s.post("/app-api/member/auth/sms-login", "", wrong).await;
        assert_eq!(
            wrong.json()["data"],
            Value::Null,
            "without the password nothing is told"
        );
        let after = noted(s, &admin, "admin.disable").await.2;
        assert_eq!(after, json!({ "disabled": true, "reason": "拒付两笔" }));

        assert_eq!(set("0", Value::Null).await.code(), 200);
        assert_eq!(s.sign_in(OWNER).await.code(), 0);
        let info = s
            .get(&format!("{MEMBER}/info?memberId={id}"), &admin)
            .await
            .data();
        assert_eq!(info["disabledReason"], "");
    });
}
