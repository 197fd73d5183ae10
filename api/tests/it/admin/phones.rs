//! All phones over HTTP: found, asked for, added, taken back and removed by those who may; the member reads why.

use domain::codes;
use serde_json::{Value, json};

use crate::server::{OWNER, PASSWORD, Server, with_server};

const CALL: &str = "/admin-api/phone";

async fn only(s: &Server, admin: &str, word: &str) -> Value {
    let path = format!("{CALL}/page?keyword={word}");
    let page = s.get(&path, admin).await.data();
    assert_eq!(page["total"], 1, "{word}: {page}");
    page["list"][0].clone()
}

#[test]
fn an_operator_sees_whose_a_phone_is_and_takes_it_back_with_a_reason_that_the_member_reads() {
    with_server(async |s| {
        let phone_id = s.phone("甲", 30).await;
        let admin = s.token("admin").await;
        let row = only(s, &admin, &phone_id.to_string()).await;
        assert_eq!(
            (&row["alias"], &row["member"]),
            (&json!("甲"), &json!("138****0000"))
        );
        let body = |reason: &str| json!({ "phoneId": phone_id, "memberId": row["memberId"], "reason": reason });
        let take = format!("{CALL}/take-back");
        let unreasoned = s.post(&take, &admin, body(" ")).await;
        assert_eq!(
            (unreasoned.code(), &unreasoned.json()["data"]["field"]),
            (400, &json!("reason"))
        );
        let long = s.post(&take, &admin, body(&"字".repeat(101))).await;
        assert_eq!(long.json()["data"]["field"], "reason");
        let mut another = body("违规使用");
        another["memberId"] = json!(1);
        let code = s.post(&take, &admin, another).await.code();
        assert_eq!(code, codes::PHONE_NOT_RENTED.number);
        let kept = only(s, &admin, &phone_id.to_string()).await;
        assert_eq!(kept["memberId"], row["memberId"], "refusals change nothing");

        let owner = s.token(OWNER).await;
        assert_eq!(s.post(&take, &owner, body("违规使用")).await.code(), 403);
        assert_eq!(
            s.post(&take, &admin, body("违规使用")).await.data(),
            json!(true)
        );
        let taken = s
            .get(&format!("{CALL}/get?phoneId={phone_id}"), &admin)
            .await
            .data();
        assert_eq!(
            (&taken["memberId"], &taken["left"]),
            (&Value::Null, &json!(true))
        );
        let mine = s.list(&owner, json!({})).await.data();
        assert_eq!(mine["total"], 0);
        let events = s
            .get(&format!("{CALL}/history?phoneId={phone_id}"), &admin)
            .await
            .data();
        let told = events
            .as_array()
            .unwrap()
            .iter()
            .find(|event| event["text"] == "Phone taken back");
        assert_eq!(told.map(|event| &event["by"]), Some(&json!("admin")));
    });
}

#[test]
fn addresses_are_asked_one_by_one_and_added_all_or_none() {
    with_server(async |s| {
        s.phone("甲", 30).await;
        let admin = s.token("admin").await;
        let row = only(s, &admin, "甲").await;
        let taken = row["address"].as_str().unwrap();
        // Nothing listens at port 1 of this machine.
        let typed = format!("127.0.0.1:1 a/b {taken} 127.0.0.1:1");
        let ask = format!("{CALL}/ask");
        let asked = s
            .post(&ask, &admin, json!({ "addresses": typed }))
            .await
            .data();
        let results: Vec<_> = asked
            .as_array()
            .unwrap()
            .iter()
            .map(|line| &line["result"])
            .collect();
        assert_eq!(results, ["unwell", "wrong", "known", "wrong"]);
        assert_eq!(
            (&asked[2]["owlId"], &asked[2]["member"]),
            (&row["owlId"], &row["member"])
        );
        let none = s.post(&ask, &admin, json!({ "addresses": " ," })).await;
        assert_eq!(none.json()["data"]["field"], "addresses");
        let many = json!({ "addresses": "10.0.0.1-200 10.0.1.1" });
        assert_eq!(
            s.post(&ask, &admin, many).await.json()["data"]["field"],
            "addresses"
        );

        let counts = s.get(&format!("{CALL}/counts"), &admin).await.data();
        let configuration = counts["configurations"][0]["configurationId"].clone();
        let add = async |configuration: &Value, addresses: &[&str]| {
            let body = json!({ "configurationId": configuration, "addresses": addresses });
            s.post(&format!("{CALL}/create"), &admin, body).await
        };
        let refused = add(&configuration, &["127.0.0.1:2", taken]).await;
        assert_eq!(refused.json()["data"]["field"], "addresses");
        assert_eq!(
            add(&configuration, &["nowhere"]).await.json()["data"]["field"],
            "addresses"
        );
        assert_eq!(
            add(&json!(1), &["127.0.0.1:2"]).await.json()["data"]["field"],
            "configurationId"
        );
        let after = s.get(&format!("{CALL}/counts"), &admin).await.data();
        assert_eq!(after["all"], counts["all"], "refusals change nothing");
        let made = add(&configuration, &["127.0.0.1:2"]).await.data();
        let stock = only(s, &admin, made[0]["owlId"].as_str().unwrap()).await;
        assert_eq!(
            (&stock["memberId"], &stock["address"]),
            (&Value::Null, &json!("127.0.0.1:2"))
        );

        let remove = async |phone_id: &Value| {
            s.post(
                &format!("{CALL}/remove"),
                &admin,
                json!({ "phoneId": phone_id }),
            )
            .await
        };
        assert_eq!(
            remove(&row["phoneId"]).await.code(),
            codes::PHONE_NOT_FREE.number
        );
        assert_eq!(remove(&stock["phoneId"]).await.data(), json!(true));
        assert_eq!(
            remove(&stock["phoneId"]).await.code(),
            codes::PHONE_ABSENT.number
        );
    });
}

#[test]
fn a_screen_needs_a_permission_of_its_own_and_each_look_is_in_the_audit() {
    with_server(async |s| {
        let phone_id = s.phone("甲", 30).await;
        s.seed(json!({ "operators": [
            { "userName": "finder", "password": PASSWORD, "permissions": ["infra:phone:list"] },
            { "userName": "looker", "password": PASSWORD, "permissions": ["infra:phone:screen"] },
        ] }))
        .await;
        let path = format!("{CALL}/screen?phoneId={phone_id}");
        let finder = s.token("finder").await;
        assert_eq!(s.get(&path, &finder).await.code(), 403);
        assert_eq!(
            s.get(&format!("{CALL}/page"), &finder).await.data()["total"],
            1
        );
        let looker = s.token("looker").await;
        assert_eq!(s.get(&format!("{CALL}/page"), &looker).await.code(), 403);
        // The phone of this test has no screen; the look is noted all the same.
        assert_eq!(
            s.get(&path, &looker).await.code(),
            codes::SHOT_FAILED.number
        );
        let admin = s.token("admin").await;
        let audit = s
            .get("/system/audit/list?kind=phone.look", &admin)
            .await
            .json();
        assert_eq!(audit["total"], 1, "{audit}");
        assert_eq!(audit["rows"][0]["object"], format!("phone:{phone_id}"));
        let unknown = s.get(&format!("{CALL}/screen?phoneId=1"), &looker).await;
        assert_eq!(unknown.code(), codes::PHONE_ABSENT.number);
    });
}

#[test]
fn a_note_is_for_operators_the_second_writer_is_told_and_the_file_has_what_is_filtered() {
    with_server(async |s| {
        let (phone_id, other) = (s.phone("=1+1", 30).await, s.phone("乙", 30).await);
        let admin = s.token("admin").await;
        let note = format!("{CALL}/note");
        let body =
            |note: &str, seen: &str| json!({ "phoneId": phone_id, "note": note, "seen": seen });
        let longest = "长".repeat(200);
        let too_long = s
            .post(&note, &admin, body(&format!("{longest}长"), ""))
            .await;
        assert_eq!(
            (too_long.code(), &too_long.json()["data"]["field"]),
            (400, &json!("note"))
        );
        for text in [longest.as_str(), "晚 7 点后不要动"] {
            let before = only(s, &admin, &phone_id.to_string()).await["note"].clone();
            let reply = s
                .post(&note, &admin, body(text, before.as_str().unwrap()))
                .await;
            assert_eq!(reply.code(), 0, "{}", reply.text);
        }
        let second = s.post(&note, &admin, body("另一条", &longest)).await;
        assert_eq!(second.code(), codes::CHANGED_MEANWHILE.number);
        assert_eq!(second.json()["data"]["now"], "晚 7 点后不要动");
        let unknown = json!({ "phoneId": 1, "note": "x", "seen": "" });
        let unknown = s.post(&note, &admin, unknown).await.code();
        assert_eq!(unknown, codes::PHONE_ABSENT.number);
        let owner = s.token(OWNER).await;
        assert_eq!(s.post(&note, &owner, body("x", "")).await.code(), 403);
        let mine = s.list(&owner, json!({})).await;
        assert!(!mine.text.contains("不要动"), "no member reads it");

        let bearer = format!("Bearer {admin}");
        let headers = [("authorization", bearer.as_str()), ("accept", "text/csv")];
        let path = format!("{CALL}/export?keyword={phone_id}&format=csv");
        let file = s.send(reqwest::Method::GET, &path, &headers, "").await.text;
        let (header, rows) = file.split_once('\n').unwrap();
        assert!(header.contains("备注"), "{header}");
        assert!(
            rows.contains("晚 7 点后不要动") && rows.contains("138****0000"),
            "{rows}"
        );
        assert!(
            rows.contains(&phone_id.to_string()) && !rows.contains(&other.to_string()),
            "{rows}"
        );
        assert!(!rows.contains(",=1+1") && !rows.contains(OWNER), "{rows}");
        for kind in ["phone.note", "phone.export"] {
            let path = format!("/system/audit/list?kind={kind}");
            let listed = s.get(&path, &admin).await.json();
            assert_eq!(listed["rows"][0]["userName"], "admin", "{kind}");
        }
    });
}
