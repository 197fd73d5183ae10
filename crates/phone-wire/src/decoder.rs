//! Incremental decoder of messages, for every stream of this crate. A protocol supplies a [`Grammar`]: the length of the next message, and how to
//! parse it.

use bytes::{Bytes, BytesMut};

/// Grammar of a stream: the framing of its messages, and how to parse them.
pub trait Grammar {
    /// Type of a whole message.
    type Item;
    /// Reason why the stream cannot be read any further.
    type Error: Clone;

    /// Length in bytes, at least 1, of the message at the front; `None` while `front` has too few bytes to determine it.
    ///
    /// Refuses a length above the protocol's limit, so that nothing is buffered for it.
    fn measure(&self, front: &[u8]) -> Result<Option<usize>, Self::Error>;

    /// Reads a message of exactly the measured length.
    fn parse(&mut self, whole: Bytes) -> Result<Self::Item, Self::Error>;
}

/// Decoder that collects bytes and cuts messages off their front.
///
/// After an error it returns the same error for ever, as none of these protocols can be resynchronized.
#[derive(Debug)]
pub struct Decoder<G: Grammar> {
    grammar: G,
    buffer: BytesMut,
    failed: Option<G::Error>,
}

impl<G: Grammar + Default> Default for Decoder<G> {
    fn default() -> Self {
        Self::new(G::default())
    }
}

impl<G: Grammar> Decoder<G> {
    /// Decoder at the start of a stream.
    pub fn new(grammar: G) -> Self {
        Self {
            grammar,
            buffer: BytesMut::new(),
            failed: None,
        }
    }

    /// Adds bytes as they came. Call [`Self::pull`] until it gives `None` before feeding more,
    /// then the buffer stays within one message's limit and one feed.
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.failed.is_none() {
            self.buffer.extend_from_slice(bytes);
        }
    }

    /// Buffer of the decoder, to read into its end without a copy.
    pub fn buffer_mut(&mut self) -> &mut BytesMut {
        &mut self.buffer
    }

    /// Grammar of the stream, for protocols whose replies depend on what was asked.
    pub fn grammar_mut(&mut self) -> &mut G {
        &mut self.grammar
    }

    /// The next whole message; `None` until more bytes are fed.
    pub fn pull(&mut self) -> Result<Option<G::Item>, G::Error> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        self.step().inspect_err(|error| {
            self.failed = Some(error.clone());
            self.buffer = BytesMut::new();
        })
    }

    /// Bytes that wait for the rest of their message: not 0 at the end of a stream means it was cut off.
    pub fn pending(&self) -> usize {
        self.buffer.len()
    }

    fn step(&mut self) -> Result<Option<G::Item>, G::Error> {
        match self.grammar.measure(&self.buffer)? {
            Some(length) if self.buffer.len() >= length => {
                debug_assert!(length > 0, "a message has bytes");
                let whole = self.buffer.split_to(length).freeze();
                self.grammar.parse(whole).map(Some)
            }
            Some(_) | None => Ok(None),
        }
    }
}

pub(crate) fn u32_le_at(front: &[u8], offset: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*front.get(offset..)?.first_chunk()?))
}

pub(crate) fn u32_be_at(front: &[u8], offset: usize) -> Option<u32> {
    Some(u32::from_be_bytes(*front.get(offset..)?.first_chunk()?))
}

pub(crate) fn u16_be_at(front: &[u8], offset: usize) -> Option<u16> {
    Some(u16::from_be_bytes(*front.get(offset..)?.first_chunk()?))
}
