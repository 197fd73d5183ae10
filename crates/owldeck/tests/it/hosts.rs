//! The capacity meter: what operators are told of the hosts of phones.

use eventually::eventually;
use serde_json::{Value, json};

use crate::demo::{Demo, OPERATOR, OWNER};
use crate::play::FIRST;

const HOSTS: &str = "/admin-api/host/page";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_sees_what_each_host_carries_and_how_soon_its_phones_answer() {
    let demo = Demo::start().await;
    let (owner, operator) = (demo.sign_in(OWNER).await, demo.sign_in(OPERATOR).await);
    let phone = owner.running(FIRST).await;
    let (mut socket, _) = owner.play(phone, json!({})).await;
    socket.picture().await;
    let carried = demo.addresses().len();
    // The load is asked for on its own, and on a busy machine once in vain.
    let whole = |page: &Value| {
        let host = &page["list"][0];
        host["healthy"] == json!(carried)
            && host["roundTrip"]["count"].as_u64() > Some(0)
            && host["processorPercent"].is_number()
    };
    let page = eventually("all phones are seen", async || {
        let page = operator.get(HOSTS).await;
        if whole(&page) { Ok(page) } else { Err(page) }
    })
    .await;
    assert_eq!(
        (&page["total"], &page["bootingMax"]),
        (&json!(1), &json!(10))
    );
    let host = &page["list"][0];
    assert_eq!(host["name"], json!(demo.addresses()[0]));
    assert_eq!(host["provider"], "simulated");
    assert_eq!(host["phones"], json!(carried));
    let ticks = host["ticks"].as_str().expect("ticks");
    assert_eq!(
        (ticks.len(), ticks.replace('r', "")),
        (carried, String::new())
    );
    assert_eq!((&host["watched"], &host["booting"]), (&json!(1), &json!(0)));
    assert!(host["processorPercent"].as_f64() >= Some(0.0), "{host}");
    let bytes = |name: &str| host[name].as_u64().expect("bytes");
    assert!(bytes("memoryUsedBytes") > 1_000_000, "{host}");
    assert!(
        bytes("memoryTotalBytes") > bytes("memoryUsedBytes"),
        "{host}"
    );
    let trip = |name: &str| host["roundTrip"][name].as_f64().expect("a time");
    assert!(trip("medianMs") <= trip("p95Ms"), "{host}");

    let beyond = operator.get(&format!("{HOSTS}?page=2&limit=1")).await;
    assert_eq!((&beyond["total"], &beyond["list"]), (&json!(1), &json!([])));

    // Phones that are gone with their host are counted as they are; it may be back before anybody looks.
    let page = eventually("some are gone", async || {
        demo.end_phones();
        let page = operator.get(HOSTS).await;
        if page["list"][0]["healthy"].as_u64() < Some(carried as u64) {
            Ok(page)
        } else {
            Err(page)
        }
    })
    .await;
    assert_eq!(page["list"][0]["phones"], json!(carried), "{page}");
}
