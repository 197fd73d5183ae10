//! The body of a picture socket: which of the pictures that wait is sent, and the bytes before it.

use std::task::Poll;

use api::internal::{head_of, newest, put_frame_header};
use bytes::{Bytes, BytesMut};
use domain::play::picture::{PICTURE_HEADER_BYTES, Picture};

#[test]
fn of_all_that_wait_the_last_is_shown_and_an_end_comes_after_it() {
    type Waiting = Vec<Poll<Option<u8>>>;
    let of = |waiting: Waiting| {
        let mut waiting = waiting.into_iter();
        newest(|| waiting.next().expect("no more is asked for"))
    };
    let ready = |n| Poll::Ready(Some(n));
    assert_eq!(of(vec![Poll::Pending]), Poll::Pending);
    assert_eq!(of(vec![Poll::Ready(None)]), Poll::Ready(None));
    assert_eq!(of(vec![ready(1), Poll::Pending]), ready(1));
    assert_eq!(
        of(vec![ready(1), ready(2), ready(3), Poll::Pending]),
        ready(3)
    );
    assert_eq!(of(vec![ready(1), ready(2), Poll::Ready(None)]), ready(2));
}

#[test]
fn frame_headers_are_those_of_the_standard_at_each_border() {
    for (length, expected) in [
        (0usize, vec![0x82, 0]),
        (125, vec![0x82, 125]),
        (126, vec![0x82, 126, 0, 126]),
        (65_535, vec![0x82, 126, 0xff, 0xff]),
        (65_536, vec![0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
    ] {
        let mut out = BytesMut::new();
        put_frame_header(&mut out, length);
        assert_eq!(out.to_vec(), expected, "{length}");
    }
}

#[test]
fn a_deck_rewrites_the_slot_and_shares_the_picture() {
    let picture = Picture {
        slot: 0,
        key: true,
        still: true,
        sequence: 5,
        drawn_us: 6,
    };
    let message = Bytes::from([&picture.to_bytes()[..], b"access unit"].concat());
    let (head, rest) = head_of(7, message.clone());
    let rest = rest.expect("the picture follows");
    assert_eq!(
        Picture::parse(&head[2..]),
        Ok(Picture { slot: 7, ..picture })
    );
    assert_eq!(
        rest.as_ptr(),
        message[PICTURE_HEADER_BYTES..].as_ptr(),
        "no copy"
    );
    let (head, rest) = head_of(0, message.clone());
    assert_eq!((head.len(), rest), (2, Some(message)));
}
