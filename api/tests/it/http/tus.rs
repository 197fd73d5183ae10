//! tus: what a client says of its file, and the statuses of refusals.

use std::collections::HashMap;

use api::internal::{ApiError, STATUSES, metadata, status_of};
use domain::codes;

/// Longest `Upload-Metadata`, in bytes.
const METADATA_MAX_BYTES: usize = 16 * 1024;

#[test]
fn metadata_is_pairs_in_base64() {
    let read = metadata("filename 5bqXLmFwaw==,set YQ==, is_confidential").expect("pairs");
    assert_eq!(read["filename"], "店.apk");
    assert_eq!(read["set"], "a");
    assert_eq!(read["is_confidential"], "");
    assert_eq!(metadata(""), Some(HashMap::new()));
    assert!(metadata(&"a".repeat(METADATA_MAX_BYTES)).is_some());
    for wrong in [
        "a YQ==,a YQ==",
        "a !",
        "a /w==",
        &"a".repeat(METADATA_MAX_BYTES + 1),
    ] {
        assert_eq!(metadata(wrong), None, "{wrong}");
    }
}

#[test]
fn a_refusal_has_the_status_of_its_code() {
    for (code, status) in STATUSES {
        assert_eq!(status_of(&ApiError::Refused(code)).as_u16(), status);
    }
    assert_eq!(status_of(&ApiError::Refused(codes::UPLOAD_NAME)), 400);
    let fault = ApiError::Fault(Box::new(std::io::Error::other("disk")));
    assert_eq!(status_of(&fault), 500);
}
