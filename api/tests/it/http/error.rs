//! Refusals of calls by a fault of ours.

use api::internal::ApiError;
use domain::lang::Lang;
use store::StoreError;
use thiserror::Error;

/// Error that has a fault of the database as its cause.
#[derive(Debug, Error)]
#[error("outside")]
struct Deep(#[source] StoreError);

#[test]
fn a_busy_database_has_a_code_of_its_own_however_deep_it_lies() {
    for error in [
        ApiError::from(StoreError::NoTurn),
        ApiError::from(StoreError::NoAnswer),
        ApiError::Fault(Box::new(Deep(StoreError::NoTurn))),
    ] {
        let body = error.body(Lang::Zh);
        assert_eq!(body["code"], 503);
        assert_eq!(body["msg"], "系统繁忙，请稍后重试");
        let body = error.body(Lang::En);
        assert_eq!(body["msg"], "The server is busy, please try again");
    }
    for error in [
        ApiError::from(StoreError::Corrupt("a value")),
        ApiError::Fault(Box::new(std::io::Error::other("disk"))),
    ] {
        assert_eq!(error.number(), 500);
    }
}
