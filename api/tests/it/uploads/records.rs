//! Records of what members sent to their phones.

use domain::codes;
use domain::uploads::RECORD_KEPT_MS;
use serde_json::{Value, json};

use crate::server::{OWNER, STRANGER, with_server};
use crate::uploads::{INSTALL, remove, sent};

#[test]
fn a_record_tells_what_came_of_a_sending_for_ninety_days() {
    with_server(async |s| {
        let (owner, stranger) = (s.token(OWNER).await, s.token(STRANGER).await);
        let (phone, over) = (s.phone("甲", 30).await, s.phone("乙", -1).await);
        let first = sent(s, &owner, "a", "素材_1%.zip", b"data").await;
        let second = sent(s, &owner, "b", "other.txt", b"more data").await;
        let push = async |ids: Value, uploads: Value| {
            let body = json!({ "phoneIds": ids, "uploadIds": uploads, "choice": "push" });
            s.post(INSTALL, &owner, body).await.data()["batchId"].clone()
        };
        let asked = async |token: &str, query: &str| {
            let path = format!("/app-api/infra/upload/records?{query}");
            s.get(&path, token).await
        };
        let found = async |query: &str| {
            let page = asked(&owner, query).await.data();
            let list = page["list"].as_array().unwrap().clone();
            assert_eq!(page["total"], list.len(), "{query}");
            list.into_iter()
                .map(|record| record["batchId"].clone())
                .collect::<Vec<_>>()
        };
        // One to a phone that waits for it, one to a phone whose rental is over.
        let executing = push(json!([phone, over]), json!([first, second])).await;
        let failed = push(json!([over]), json!([second])).await;
        assert_eq!(found("").await, [failed.clone(), executing.clone()]);
        for (query, wanted) in [
            ("outcome=executing", vec![executing.clone()]),
            ("outcome=failed", vec![failed.clone()]),
            ("outcome=success", vec![]),
            ("outcome=partialSuccess", vec![]),
            (
                "kind=pushFile&keyword=OTHER",
                vec![failed.clone(), executing.clone()],
            ),
            ("kind=installApp", vec![]),
            ("keyword=_1%25.Z", vec![executing.clone()]),
            ("keyword=%25%25", vec![]),
            (&format!("keyword={executing}"), vec![executing.clone()]),
        ] {
            assert_eq!(found(query).await, wanted, "{query}");
        }
        for bad in ["outcome=some", "kind=reboot", "pageSize=0", "pageNo=0"] {
            assert_eq!(
                asked(&owner, bad).await.code(),
                codes::BAD_REQUEST.number,
                "{bad}"
            );
        }
        assert_eq!(asked(&stranger, "").await.data()["list"], json!([]));
        let page = asked(&owner, "").await.data();
        assert_eq!(
            (&page["executing"], &page["failed"]),
            (&json!(1), &json!(1))
        );
        let record = &page["list"][1];
        assert_eq!(
            (&record["states"], &record["outcome"], &record["choice"]),
            (
                &json!(["queued", "failed"]),
                &json!("executing"),
                &json!("push")
            )
        );
        assert_eq!((&record["size"], &record["sent"]), (&json!(13), &json!(0)));
        assert_eq!(
            (&record["uploadIds"], &record["kept"]),
            (&json!([first, second]), &json!(true))
        );
        assert_eq!(record["files"][0]["name"], "素材_1%.zip");

        // A phone that is busy may be asked again, one whose rental is over may not.
        let busy = push(json!([phone]), json!([second])).await;
        let page = asked(&owner, "outcome=failed").await.data();
        let retryable = |nth: usize| page["list"][nth]["retryable"].clone();
        assert_eq!((retryable(0), retryable(1)), (json!(true), json!(false)));

        // Files gone from the server cannot be sent on; a record that is over goes after ninety days, and its retry stays.
        let cancel = json!({ "batchId": executing });
        s.post("/app-api/infra/operation/cancel", &owner, cancel)
            .await
            .data();
        let minute = 60_000;
        let now_ms = s.clock.now_ms();
        s.clock.set_offset_s(120.0);
        let retry = json!({ "batchId": busy });
        let retried = s
            .post("/app-api/infra/operation/retry", &owner, retry)
            .await;
        let retried = retried.data()["batchId"].clone();
        let cancel = json!({ "batchId": retried });
        s.post("/app-api/infra/operation/cancel", &owner, cancel)
            .await
            .data();
        assert_eq!(remove(s, &owner, first).await.status, 204);
        let page = asked(&owner, "").await.data();
        assert_eq!(
            (&page["list"][3]["kept"], &page["list"][3]["outcome"]),
            (&json!(false), &json!("failed"))
        );
        let sweep = async |later: i64| {
            store::operations::sweep_records(&s.store, now_ms + later)
                .await
                .unwrap()
        };
        assert_eq!(sweep(RECORD_KEPT_MS - minute).await, 0);
        assert_eq!(sweep(RECORD_KEPT_MS + minute).await, 3);
        assert_eq!(found("").await, [retried]);
    });
}
