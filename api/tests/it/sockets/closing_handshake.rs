//! The server's answer to a client's Close.

use actix_ws::CloseReason;
use api::internal::answer;

#[test]
fn a_close_is_answered_with_its_code_or_as_a_breach() {
    let answered = |code: u16| {
        let reason = CloseReason {
            code: code.into(),
            description: Some("bye".to_owned()),
        };
        answer(Some(reason)).map(|reason| u16::from(reason.code))
    };
    for code in [1000, 1001, 1003, 1007, 1011, 1014, 3000, 4400, 4999] {
        assert_eq!(answered(code), Some(code));
    }
    for code in [0, 999, 1004, 1005, 1006, 1015, 2999, 5000, u16::MAX] {
        assert_eq!(answered(code), Some(1002), "{code}");
    }
    assert_eq!(answer(None), None, "one without a code without one");
}
