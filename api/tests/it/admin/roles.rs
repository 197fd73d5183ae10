//! Roles and who has them, over HTTP.

use domain::codes;
use serde_json::{Value, json};

use crate::server::{PASSWORD, Reply, Server, with_server};

const ROLE: &str = "/admin-api/role";

async fn save(s: &Server, token: &str, body: Value) -> Reply {
    s.post(&format!("{ROLE}/save"), token, body).await
}

async fn listed(s: &Server, token: &str) -> Value {
    s.get(&format!("{ROLE}/list"), token).await.data()
}

#[test]
fn a_role_is_made_given_and_taken_and_the_second_of_two_is_told() {
    with_server(async |s| {
        s.seed(json!({ "operators": [{ "userName": "clerk", "password": PASSWORD, "permissions": [] }] }))
            .await;
        let clerk_id = s.sign_in("clerk").await.data()["userId"].clone();
        let (admin, clerk) = (s.token("admin").await, s.token("clerk").await);
        let audit = "/system/audit/list";
        assert_eq!(s.get(audit, &clerk).await.code(), 403);

        let wanted = json!(["system:audit:list"]);
        let role = save(s, &admin, json!({ "name": "读者", "permissions": wanted }))
            .await
            .data();
        let give = json!({ "memberId": clerk_id, "roleIds": [role["roleId"]] });
        let given = s.post(&format!("{ROLE}/give"), &admin, give).await;
        assert_eq!(given.code(), 0, "{}", given.text);
        assert_eq!(
            s.get(audit, &clerk).await.code(),
            200,
            "at once, in the same session"
        );
        let all = listed(s, &admin).await;
        assert_eq!(all["roles"], json!([role]));
        let operators = all["operators"].as_array().unwrap();
        let of_clerk = operators
            .iter()
            .find(|one| one["memberId"] == clerk_id)
            .unwrap();
        assert_eq!(
            (&of_clerk["name"], &of_clerk["roleIds"]),
            (&json!("clerk"), &json!([role["roleId"]]))
        );

        let seen = |permissions: Value| json!({ "roleId": role["roleId"], "updateTime": role["updateTime"], "name": "读者", "permissions": permissions });
        let first = save(s, &admin, seen(json!([]))).await.data();
        assert_eq!(s.get(audit, &clerk).await.code(), 403);
        let second = save(s, &admin, seen(json!(["member:list"]))).await;
        assert_eq!(second.code(), codes::CHANGED_MEANWHILE.number);
        let told = second.json()["data"].clone();
        assert_eq!((&told["now"], &told["by"]), (&first, &json!("admin")));
        let removed = json!({ "roleId": role["roleId"], "updateTime": first["updateTime"] });
        assert_eq!(
            s.post(&format!("{ROLE}/remove"), &admin, removed)
                .await
                .code(),
            0
        );
        assert_eq!(listed(s, &admin).await["roles"], json!([]));
    });
}

#[test]
fn what_is_wrong_with_a_role_is_said_and_nothing_is_changed() {
    with_server(async |s| {
        s.seed(json!({ "operators": [{ "userName": "lead", "password": PASSWORD, "permissions": ["system:role:edit", "system:role:list"] }] }))
            .await;
        let (admin, lead) = (s.token("admin").await, s.token("lead").await);
        save(
            s,
            &admin,
            json!({ "name": "Shop lead", "permissions": ["*:*:*"] }),
        )
        .await
        .data();
        for (name, words) in [
            ("", "Give the role a name, 20 characters at most"),
            ("shop lead", "There is a role of this name"),
        ] {
            let refused = save(s, &admin, json!({ "name": name, "permissions": [] })).await;
            assert_eq!((refused.code(), refused.msg().as_str()), (400, words));
            assert_eq!(refused.json()["data"]["field"], "name");
        }
        let unknown = save(
            s,
            &admin,
            json!({ "name": "x", "permissions": ["of:nothing"] }),
        )
        .await;
        assert_eq!(unknown.code(), 400);
        let half = save(
            s,
            &admin,
            json!({ "roleId": 1, "name": "x", "permissions": [] }),
        )
        .await;
        assert_eq!(half.code(), 400);
        let above = save(
            s,
            &lead,
            json!({ "name": "x", "permissions": ["member:list"] }),
        )
        .await;
        assert_eq!(above.code(), codes::PERMISSION_ABOVE.number);
        let all = listed(s, &lead).await;
        assert_eq!(all["roles"].as_array().unwrap().len(), 1);
        let held: Vec<&Value> = all["permissions"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|one| one["held"] == true)
            .map(|one| &one["name"])
            .collect();
        assert_eq!(
            held,
            [&json!("system:role:edit"), &json!("system:role:list")]
        );
    });
}
