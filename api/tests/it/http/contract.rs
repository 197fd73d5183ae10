//! The API document that is served is the one that is committed.

use serde_json::Value;

use crate::server::with_server;

const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../contract/openapi.json");

/// The committed document. It is read when it is asked for: were it part of the program, writing it anew would have the tests compiled anew.
pub fn committed() -> Value {
    serde_json::from_str(&std::fs::read_to_string(COMMITTED).unwrap()).unwrap()
}

#[test]
fn the_served_document_is_the_committed_one() {
    let committed = committed();
    let own = serde_json::to_value(api::document()).unwrap();
    // Whole documents are no message.
    assert!(own == committed, "stale: run `cargo xtask contract`");
    with_server(async |s| {
        assert_eq!(s.get("/app-api/openapi.json", "").await.json(), committed);
    });
}
