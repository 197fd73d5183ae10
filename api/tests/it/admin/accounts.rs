//! Accounts over HTTP as operators make, change, disable and delete them, and whom they may not touch.

use domain::codes;
use serde_json::{Value, json};

use super::{Console, done, refused};
use crate::server::{GUEST, OWNER, with_server};

#[test]
fn an_account_is_added_found_changed_disabled_and_deleted() {
    with_server(async |s| {
        let admin = Console::of(s, "admin").await;
        let user = "/system/user";
        let new = json!({
            "userName": "Li.Jie", "nickName": "李姐", "phonenumber": "13312340001", "email": "li@example.com", "sex": "1", "status": "0",
            "password": "Chosen#2026", "roleIds": [1], "postIds": [], "deptId": 100, "remark": "x",
        });
        done(&admin.post(user, new.clone()).await);
        refused(&admin.post(user, new.clone()).await, codes::ACCOUNT_TAKEN);
        let mut operator = new.clone();
        operator["roleIds"] = json!([2]);
        refused(&admin.post(user, operator).await, codes::ACCOUNT_ABOVE);

        let page = admin
            .get(&format!("{user}/list?userName=LI.&status=0"))
            .await;
        assert_eq!(page["total"], 1);
        let row = page["rows"][0].clone();
        for (name, value) in [
            ("userName", "li.jie"),
            ("nickName", "李姐"),
            ("phonenumber", "13312340001"),
            ("email", "li@example.com"),
            ("sex", "1"),
            ("status", "0"),
            ("loginDate", ""),
        ] {
            assert_eq!(row[name], value, "{name}");
        }
        let one = format!("{user}/{}", row["userId"]);
        let form = admin.get(&one).await;
        assert_eq!(
            (&form["data"]["userName"], &form["roleIds"], &form["posts"]),
            (&json!("li.jie"), &json!([1]), &json!([]))
        );

        for (query, total) in [
            ("keyword=%E6%9D%8E%E5%A7%90", 1),
            ("keyword=LI.J&roleId=1", 1),
            ("keyword=12340001", 1),
            ("keyword=li.jie&roleId=2", 0),
        ] {
            let page = admin.get(&format!("{user}/list?{query}")).await;
            assert_eq!(page["total"], total, "{query}");
        }
        assert_eq!(
            admin.get(&format!("{user}/list?roleId=3")).await["code"],
            400
        );

        // The account signs in with the password that the operator chose, and is asked to choose another.
        let body = json!({ "phone": "li.jie", "password": "Chosen#2026", "agreed": true });
        let signed_in = s.post("/app-api/member/auth/sms-login", "", body).await;
        assert_eq!(signed_in.code(), 0, "{}", signed_in.text);

        let mut change = row.clone();
        (change["nickName"], change["email"], change["status"]) =
            (json!("王姐"), json!(""), json!("1"));
        done(&admin.put(user, change).await);
        let (kind, before, after) = admin.last_change().await;
        assert_eq!(kind, "account.update");
        assert_eq!(
            (&before["nickName"], &after["nickName"], &after["disabled"]),
            (&json!("李姐"), &json!("王姐"), &json!(true))
        );
        let changed = admin.get(&one).await["data"].clone();
        assert_eq!(
            (&changed["email"], &changed["status"]),
            (&json!(""), &json!("1"))
        );
        let mine = signed_in.data()["accessToken"].as_str().unwrap().to_owned();
        assert_eq!(
            s.get("/getInfo", &mine).await.code(),
            401,
            "disabling ends the sessions"
        );

        // A colleague who still sees the account as it was is told what it is now, and changes nothing.
        let mut late = json!({ "userId": row["userId"], "nickName": "张姐", "seen": row });
        let told = admin.put(user, late.clone()).await;
        refused(&told, codes::CHANGED_MEANWHILE);
        let now = &told["data"]["now"];
        assert_eq!(
            (&now["nickName"], &now["email"]),
            (&json!("王姐"), &json!(""))
        );
        assert_eq!(admin.get(&one).await["data"], changed);
        late["seen"] = now.clone();
        done(&admin.put(user, late).await);
        assert_eq!(admin.get(&one).await["data"]["nickName"], "张姐");

        let mut taken = json!({ "userId": row["userId"], "phonenumber": OWNER });
        refused(&admin.put(user, taken.clone()).await, codes::ACCOUNT_TAKEN);
        taken["phonenumber"] = json!("1");
        assert_eq!(admin.put(user, taken).await["data"]["field"], "phonenumber");

        done(&admin.delete(&one).await);
        refused(&admin.get(&one).await, codes::MEMBER_ABSENT);
        refused(&admin.delete(&one).await, codes::MEMBER_ABSENT);
        let gone = admin
            .get(&format!("{user}/list?phonenumber=13312340001"))
            .await;
        assert_eq!(gone["total"], 0);
    });
}

#[test]
fn nobody_takes_its_own_account_out_of_service_or_changes_one_that_may_do_more() {
    with_server(async |s| {
        s.seed(json!({ "operators": [
            { "userName": "clerk", "password": fresh_database::PASSWORD_HASH, "permissions": [
                "system:user:edit", "system:user:remove", "system:user:resetPwd", "system:user:list"] },
        ] }))
        .await;
        let (admin, clerk) = (Console::of(s, "admin").await, Console::of(s, "clerk").await);
        let id_of = async |name: &str| {
            let page = clerk
                .get(&format!("/system/user/list?userName={name}"))
                .await;
            page["rows"][0]["userId"].clone()
        };
        let (boss, own, guest) = (
            id_of("admin").await,
            id_of("clerk").await,
            id_of(GUEST).await,
        );
        let path = |id: &Value| format!("/system/user/{id}");
        let status = "/system/user/changeStatus";
        let disable = |id: &Value| json!({ "userId": id, "status": "1" });
        refused(
            &clerk.put(status, disable(&boss)).await,
            codes::ACCOUNT_ABOVE,
        );
        refused(&clerk.delete(&path(&boss)).await, codes::ACCOUNT_ABOVE);
        let reset = json!({ "userId": boss, "password": "Changed#2027" });
        refused(
            &clerk.put("/system/user/resetPwd", reset).await,
            codes::ACCOUNT_ABOVE,
        );
        let rename = json!({ "userId": boss, "nickName": "Mine" });
        refused(
            &clerk.put("/system/user", rename).await,
            codes::ACCOUNT_ABOVE,
        );
        refused(&clerk.put(status, disable(&own)).await, codes::OWN_ACCOUNT);
        refused(&admin.put(status, disable(&boss)).await, codes::OWN_ACCOUNT);
        refused(&admin.delete(&path(&boss)).await, codes::OWN_ACCOUNT);
        // All or none: the guest stays, since the clerk cannot go.
        let both = format!("/system/user/{guest},{own}");
        refused(&clerk.delete(&both).await, codes::OWN_ACCOUNT);
        assert_eq!(id_of(GUEST).await, guest);
        done(&admin.put(status, disable(&own)).await);
    });
}
