//! Enterprise overview over HTTP: counts, sections, the wall, the spend, and what is refused.

use domain::codes::{BAD_REQUEST, GROUP_ABSENT, SUB_ABSENT};
use serde_json::{Value, json};

use crate::payments::shop;
use crate::server::{GUEST, OWNER, Server, with_server};
use crate::subaccounts::add;

const KEY_ACCOUNT: &str = "/app-api/member/keyaccount";

async fn ask(s: &Server, token: &str, question: &str) -> Value {
    s.get(&format!("{KEY_ACCOUNT}/{question}"), token)
        .await
        .data()
}

#[test]
fn a_parent_sees_its_phones_by_who_has_them_and_a_sub_account_sees_none_of_them() {
    with_server(async |s| {
        let given = s.phone("A1", 5).await;
        s.phone("A0", 60).await;
        let (owner, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        let child = add(s, &owner, GUEST, "Depot").await.data()["memberId"].clone();
        let body = json!({ "memberId": child, "phoneIds": [given] });
        s.post("/owl/addMaintainerAllot", &owner, body).await.data();
        let all = ask(s, &owner, "overview?timeZone=Asia/Shanghai").await;
        assert_eq!(
            (&all["total"], &all["running"], &all["subAccounts"]),
            (&json!(2), &json!(2), &json!(1)),
            "{all}"
        );
        assert_eq!(
            all["ends"][2],
            json!({ "days": 7, "phones": 1, "phoneIds": [given] })
        );

        let sections = ask(s, &owner, "sections?by=subAccount").await;
        assert_eq!(sections["total"], 2, "{sections}");
        let first = &sections["list"][0];
        assert_eq!(
            (&first["name"], &first["phone"], &first["total"]),
            (&json!("Depot"), &json!("139****0000"), &json!(1))
        );
        assert_eq!(sections["list"][1]["memberId"], Value::Null);
        assert_eq!(first["memberId"], child);
        let of_child = format!("phones?by=subAccount&memberId={child}");
        let wall = ask(s, &owner, &of_child).await;
        assert_eq!(wall["total"], 1);
        let cell = &wall["list"][0];
        assert_eq!(
            (
                &cell["phoneId"],
                &cell["phoneAlias"],
                &cell["businessStatus"]
            ),
            (&json!(given), &json!("A1"), &json!(1))
        );
        assert_eq!(
            (&cell["worker"], &cell["own"], &cell["rental"]),
            (&Value::Null, &json!(false), &json!("expiring"))
        );
        s.start(&guest, json!({ "phoneId": given })).await.data();
        // A seat that is only reserved is nobody's yet.
        assert_eq!(
            ask(s, &owner, &of_child).await["list"][0]["worker"],
            Value::Null
        );
        let rest = ask(s, &owner, "phones?by=subAccount").await;
        assert_eq!(rest["list"][0]["phoneAlias"], "A0");
        let groups = ask(s, &owner, "sections?by=group&keyword=a0").await;
        assert_eq!(
            (&groups["total"], &groups["list"][0]["total"]),
            (&json!(1), &json!(1))
        );

        for question in ["phones?by=subAccount", "phones?by=group"] {
            assert_eq!(ask(s, &guest, question).await["total"], 0, "{question}");
        }
        let foreign = s.get(&format!("{KEY_ACCOUNT}/{of_child}"), &guest).await;
        assert_eq!(foreign.code(), SUB_ABSENT.number);
        let unknown = format!("{KEY_ACCOUNT}/phones?by=group&groupId=7");
        assert_eq!(s.get(&unknown, &owner).await.code(), GROUP_ABSENT.number);
        assert_eq!(ask(s, &guest, "overview").await["total"], 0);
        assert_eq!(ask(s, &guest, "sections?by=subAccount").await["total"], 0);

        let long = "x".repeat(65);
        for question in [
            "overview?timeZone=Mars/Olympus",
            &format!("overview?timeZone={long}"),
            "spend?timeZone=%2B25:00",
            "spend?pageSize=201",
            "sections",
            "sections?by=month",
            "sections?by=group&pageNo=0",
            &format!("sections?by=group&keyword={long}"),
            "phones?by=group&memberId=1",
            "phones?by=subAccount&groupId=1",
            "phones?by=subAccount&memberId=1&groupId=1",
        ] {
            let refused = s.get(&format!("{KEY_ACCOUNT}/{question}"), &owner).await;
            assert_eq!(refused.code(), BAD_REQUEST.number, "{question}");
        }
    });
}

#[test]
fn the_spend_has_six_months_and_the_money_of_paid_orders_alone() {
    with_server(async |s| {
        shop::stock(s, 2).await;
        let owner = s.token(OWNER).await;
        let empty = ask(s, &owner, "spend?timeZone=Asia/Shanghai").await;
        assert_eq!(empty["months"].as_array().map(Vec::len), Some(6), "{empty}");
        assert_eq!((&empty["total"], &empty["list"]), (&json!(0), &json!([])));
        // An order that nobody paid spends nothing.
        let order = shop::purchase(s, &owner).await;
        s.post("/app-api/trade/order/create", &owner, order)
            .await
            .data();
        assert_eq!(ask(s, &owner, "spend").await["months"], empty["months"]);
    });
}
