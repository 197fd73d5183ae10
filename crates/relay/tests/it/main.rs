//! The relay through its public door, on paused time.

mod lanes;
mod resets;

use std::task::{Context, Poll, Waker};
use std::time::Duration;

use bytes::Bytes;
use relay::{Frame, Limits, Viewer};

pub const LIMITS: Limits = Limits {
    lane_bytes: 4096,
    lane_age: Duration::from_millis(500),
};

/// A frame of `bytes` whose first four bytes are its number.
pub fn frame(number: u32, key: bool, bytes: usize) -> Frame {
    let mut message = number.to_be_bytes().to_vec();
    message.resize(bytes.max(4), 0);
    Frame {
        key,
        message: Bytes::from(message),
    }
}

pub fn number(frame: &Frame) -> u32 {
    u32::from_be_bytes(frame.message[..4].try_into().expect("four bytes"))
}

/// Frame that the viewer can have without waiting.
pub fn ready(viewer: &mut Viewer) -> Option<Frame> {
    match viewer.poll_frame(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(frame) => frame,
        Poll::Pending => None,
    }
}

pub fn drain(viewer: &mut Viewer) -> Vec<u32> {
    std::iter::from_fn(|| ready(viewer))
        .map(|frame| number(&frame))
        .collect()
}
