//! A plain WebSocket: binary messages stay in the browser's buffers, and its callbacks end with it.

use std::rc::Weak;

use domain::play::{Input, Orientation, SessionRequest};
use js_sys::ArrayBuffer;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{BinaryType, CloseEvent, MessageEvent, WebSocket};

use super::{Message, refused};
use crate::error::StreamError;
use crate::send_buffer;

/// Receiver of the socket's events. Nothing is reported after the socket was dropped.
pub trait Handler {
    /// The socket is open.
    fn opened(&self);
    /// A binary message came; `None` stands for one that was not binary.
    fn message(&self, message: Option<Message>);
    /// The socket closed, with the code of the close frame or the browser's own.
    fn closed(&self, code: u16);
}

/// An open or opening socket; dropping closes it.
pub struct Socket {
    inner: WebSocket,
    _opened: Closure<dyn FnMut()>,
    _message: Closure<dyn FnMut(MessageEvent)>,
    _closed: Closure<dyn FnMut(CloseEvent)>,
}

impl Socket {
    /// Begins to open.
    pub fn open<H: Handler + 'static>(url: &str, handler: &Weak<H>) -> Result<Self, StreamError> {
        let inner = WebSocket::new(url).map_err(|e| refused(&e))?;
        inner.set_binary_type(BinaryType::Arraybuffer);
        let target = handler.clone();
        let opened = Closure::<dyn FnMut()>::new(move || {
            if let Some(handler) = target.upgrade() {
                handler.opened();
            }
        });
        let target = handler.clone();
        let message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(handler) = target.upgrade() {
                handler.message(
                    event
                        .data()
                        .dyn_into::<ArrayBuffer>()
                        .ok()
                        .map(Message::new),
                );
            }
        });
        let target = handler.clone();
        let closed = Closure::<dyn FnMut(CloseEvent)>::new(move |event: CloseEvent| {
            if let Some(handler) = target.upgrade() {
                handler.closed(event.code());
            }
        });
        inner.set_onopen(Some(opened.as_ref().unchecked_ref()));
        inner.set_onmessage(Some(message.as_ref().unchecked_ref()));
        inner.set_onclose(Some(closed.as_ref().unchecked_ref()));
        Ok(Self {
            inner,
            _opened: opened,
            _message: message,
            _closed: closed,
        })
    }

    /// Sends an input with this slot and epoch in its header; `false` when the socket is not open or too much waits in it.
    pub fn send(
        &self,
        input: &Input,
        orientation: Option<Orientation>,
        slot: u16,
        epoch: u32,
    ) -> bool {
        let message = input.encode_on(orientation, slot, epoch);
        self.put(&message, input.lifts())
    }

    /// Sends a request with this slot and epoch in its header; `false` when the socket is not open or too much waits in it.
    pub fn ask(&self, request: &SessionRequest, slot: u16, epoch: u32) -> bool {
        self.put(&request.encode(slot, epoch), false)
    }

    fn put(&self, message: &[u8], lifts: bool) -> bool {
        self.inner.ready_state() == WebSocket::OPEN
            && send_buffer::may_send(self.inner.buffered_amount(), lifts)
            && self.inner.send_with_u8_array(message).is_ok()
    }

    /// Whether so much waits in the socket that a finger's moves are kept back.
    pub fn is_congested(&self) -> bool {
        send_buffer::is_congested(self.inner.buffered_amount())
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.inner.set_onopen(None);
        self.inner.set_onmessage(None);
        self.inner.set_onclose(None);
        // A socket that is closed already ignores the call.
        let _ = self.inner.close();
    }
}
