//! Messages of several frames, put together within a limit.

use actix_ws::{CloseCode, Item};
use api::internal::{Message, Reassembler};
use bytes::Bytes;

fn bytes(text: &str) -> Bytes {
    Bytes::copy_from_slice(text.as_bytes())
}

#[test]
fn frames_become_one_message() {
    let mut reassembler = Reassembler::new(8);
    assert_eq!(reassembler.add(Item::FirstText(bytes("猫"))), Ok(None));
    assert_eq!(reassembler.add(Item::Continue(bytes(""))), Ok(None));
    assert_eq!(
        reassembler.add(Item::Last(bytes("!"))),
        Ok(Some(Message::Text("猫!".to_owned())))
    );
    assert_eq!(
        reassembler.add(Item::FirstBinary(bytes("12345678"))),
        Ok(None)
    );
    assert_eq!(
        reassembler.add(Item::Last(bytes(""))),
        Ok(Some(Message::Bytes(bytes("12345678"))))
    );
}

#[test]
fn one_byte_too_many_a_broken_text_and_disorder_are_refused() {
    let mut reassembler = Reassembler::new(8);
    assert_eq!(
        reassembler.add(Item::FirstBinary(bytes("12345678"))),
        Ok(None)
    );
    let refused = reassembler.add(Item::Continue(bytes("9"))).unwrap_err();
    assert_eq!(refused.0, CloseCode::Size);

    let mut reassembler = Reassembler::new(8);
    let half = Bytes::from_static(b"\xe7\x8c");
    assert_eq!(reassembler.add(Item::FirstText(half)), Ok(None));
    let refused = reassembler.add(Item::Last(bytes(""))).unwrap_err();
    assert_eq!(refused.0, CloseCode::Invalid);

    let refused = Reassembler::new(8).add(Item::Last(bytes("x"))).unwrap_err();
    assert_eq!(refused.0, CloseCode::Protocol);
    let mut reassembler = Reassembler::new(8);
    assert_eq!(reassembler.add(Item::FirstText(bytes("a"))), Ok(None));
    let refused = reassembler.add(Item::FirstText(bytes("b"))).unwrap_err();
    assert_eq!(refused.0, CloseCode::Protocol);
}
