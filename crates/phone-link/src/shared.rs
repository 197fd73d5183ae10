//! Shared state of a link's tasks and streams: the table of streams, the outbox, and the reason of the link's end.

use std::collections::{HashMap, VecDeque};
use std::task::Waker;

use bytes::Bytes;
use parking_lot::{Mutex, MutexGuard};
use phone_wire::packet::{Agreement, Command, Packet};
use tokio::sync::{Notify, watch};

use crate::error::{LinkError, OpenError};
use crate::flow::{Flow, WINDOW_BYTES};
use crate::outbox::{Outbox, Priority};

/// Most streams of one link.
pub(crate) const STREAMS_MAX: usize = 64;
/// Most packets in a row that belong to no stream. Packets that were under way when a stream ended are fewer; more are a flood, and
/// end the link.
const STRAYS_MAX: u32 = 4096;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// OPEN is sent.
    Opening,
    /// Accepted by the phone.
    Open,
    /// The phone closed or refused it; received data can still be read.
    Closed,
}

#[derive(Debug)]
pub(crate) struct StreamEntry {
    pub phase: Phase,
    /// Id of the stream on the phone, 0 until it accepts.
    pub remote: u32,
    pub inbox: VecDeque<Bytes>,
    pub inbox_bytes: usize,
    pub flow: Flow,
    pub reader: Option<Waker>,
    pub writer: Option<Waker>,
}

impl StreamEntry {
    const fn new(delayed: bool) -> Self {
        Self {
            phase: Phase::Opening,
            remote: 0,
            inbox: VecDeque::new(),
            inbox_bytes: 0,
            flow: Flow::new(delayed),
            reader: None,
            writer: None,
        }
    }

    /// A stream that the phone opened, which calls it `remote` and takes `window` bytes.
    fn accepted(delayed: bool, remote: u32, window: u32) -> Self {
        Self {
            phase: Phase::Open,
            remote,
            flow: Flow::accepted(delayed, window),
            ..Self::new(delayed)
        }
    }

    fn wake(&mut self) {
        for waker in [self.reader.take(), self.writer.take()]
            .into_iter()
            .flatten()
        {
            waker.wake();
        }
    }
}

#[derive(Debug, Default)]
pub(crate) struct State {
    pub streams: HashMap<u32, StreamEntry>,
    pub outbox: Outbox,
    pub failed: Option<LinkError>,
    /// The only service that the phone may open on this side.
    pub offered: Option<Bytes>,
    /// Streams that the phone opened and nobody has taken yet.
    pub arrived: VecDeque<u32>,
    /// Waker of the task that waits in [`crate::Incoming::accept`].
    pub acceptor: Option<Waker>,
    last_id: u32,
    strays: u32,
}

#[derive(Debug)]
pub(crate) struct Shared {
    pub agreement: Agreement,
    /// Whether data is acknowledged by bytes.
    pub delayed: bool,
    /// Longest data of one write.
    pub write_max_bytes: usize,
    state: Mutex<State>,
    /// Signal that the outbox has packets, or the link ended.
    pub outbox_filled: Notify,
    pub ended: watch::Sender<Option<LinkError>>,
}

impl Shared {
    pub fn new(agreement: Agreement, delayed: bool, write_max_bytes: usize) -> Self {
        Self {
            agreement,
            delayed,
            write_max_bytes: write_max_bytes.min(agreement.max_payload as usize),
            state: Mutex::default(),
            outbox_filled: Notify::new(),
            ended: watch::Sender::new(None),
        }
    }

    pub fn lock(&self) -> MutexGuard<'_, State> {
        // The lock is not poisoned by a panic elsewhere: each change is made in one go, so that the table is still whole.
        self.state.lock()
    }

    /// Ends the link; only the first cause counts.
    pub fn fail(&self, cause: LinkError) {
        let mut state = self.lock();
        if state.failed.is_some() {
            return;
        }
        state.failed = Some(cause.clone());
        state.outbox.clear();
        for entry in state.streams.values_mut() {
            entry.phase = Phase::Closed;
            entry.wake();
        }
        if let Some(acceptor) = state.acceptor.take() {
            acceptor.wake();
        }
        drop(state);
        self.ended.send_replace(Some(cause));
        self.outbox_filled.notify_one();
    }

    /// Adds a stream and queues its OPEN packet.
    pub fn open(&self, service: Bytes) -> Result<u32, OpenError> {
        if service.len() > self.agreement.max_payload as usize {
            return Err(OpenError::TooLong(service.len()));
        }
        let mut state = self.lock();
        if let Some(cause) = &state.failed {
            return Err(cause.clone().into());
        }
        if state.streams.len() >= STREAMS_MAX {
            return Err(OpenError::TooManyStreams(STREAMS_MAX));
        }
        let id = state.free_id();
        let window = Flow::open_window(self.delayed);
        let open = Packet::new(Command::Open, id, window, service);
        if !state.outbox.answer(open) {
            drop(state);
            self.fail(LinkError::Flood);
            return Err(LinkError::Flood.into());
        }
        state.streams.insert(id, StreamEntry::new(self.delayed));
        drop(state);
        self.outbox_filled.notify_one();
        Ok(id)
    }

    /// Takes a stream out of the table and tells the phone.
    pub fn close(&self, id: u32, priority: Priority) {
        let mut state = self.lock();
        let Some(entry) = state.streams.remove(&id) else {
            return;
        };
        // A stream that is not accepted yet is closed when its late OKAY comes.
        if entry.phase == Phase::Open {
            // A full outbox ends the link soon by the reader or the writer, so the result is not needed here.
            let _told = state
                .outbox
                .close(Packet::close(id, entry.remote), priority);
            drop(state);
            self.outbox_filled.notify_one();
        }
    }

    /// Handles a packet from the phone.
    pub fn receive(&self, packet: Packet) -> Result<(), LinkError> {
        let mut state = self.lock();
        let answer = if packet.command == Command::Open {
            Some(state.arrive(&packet, self.delayed)?)
        } else {
            state.receive(packet)?
        };
        if let Some(answer) = answer {
            if !state.outbox.answer(answer) {
                return Err(LinkError::Flood);
            }
            drop(state);
            self.outbox_filled.notify_one();
        }
        Ok(())
    }
}

impl State {
    /// Unused id. Ids count up and are not used again while their stream lives; 0 is none.
    fn free_id(&mut self) -> u32 {
        loop {
            self.last_id = self.last_id.wrapping_add(1);
            if self.last_id != 0 && !self.streams.contains_key(&self.last_id) {
                return self.last_id;
            }
        }
    }

    /// Accepts a stream that the phone opens to the offered service, and refuses any other; returns the answer.
    fn arrive(&mut self, packet: &Packet, delayed: bool) -> Result<Packet, LinkError> {
        let (remote, window) = (packet.arg0, packet.arg1);
        let service = packet.payload.split(|byte| *byte == 0).next();
        let offered = self.offered.as_deref();
        let may_open = offered.is_some()
            && offered == service
            && remote != 0
            && delayed == (window != 0)
            && self.streams.len() < STREAMS_MAX;
        if !may_open {
            self.strays += 1;
            if self.strays > STRAYS_MAX {
                return Err(LinkError::Flood);
            }
            return Ok(Packet::close(0, remote));
        }
        let id = self.free_id();
        let entry = StreamEntry::accepted(delayed, remote, window);
        self.streams.insert(id, entry);
        self.arrived.push_back(id);
        if let Some(acceptor) = self.acceptor.take() {
            acceptor.wake();
        }
        Ok(if delayed {
            Packet::okay_bytes(id, remote, WINDOW_BYTES.cast_signed())
        } else {
            Packet::okay(id, remote)
        })
    }

    /// Handles a packet; returns the answer that is due at once, if any.
    fn receive(&mut self, packet: Packet) -> Result<Option<Packet>, LinkError> {
        let (remote, local) = (packet.arg0, packet.arg1);
        let entry = self.streams.get_mut(&local);
        self.strays = if entry.is_some() { 0 } else { self.strays + 1 };
        if self.strays > STRAYS_MAX {
            return Err(LinkError::Flood);
        }
        match packet.command {
            Command::Okay => Self::okay(entry, &packet),
            Command::Write => Self::write(entry, remote, local, packet.payload),
            Command::Close => {
                // Id 0 refuses a stream; old phones also end open streams with it.
                if let Some(entry) = entry.filter(|entry| {
                    remote == 0 || entry.remote == remote || entry.phase == Phase::Opening
                }) {
                    entry.phase = Phase::Closed;
                    entry.wake();
                }
                Ok(None)
            }
            Command::Open | Command::Unknown(_) => Ok(None),
            unexpected @ (Command::Connect | Command::Auth | Command::Tls) => {
                Err(LinkError::Unexpected(unexpected))
            }
        }
    }

    fn okay(entry: Option<&mut StreamEntry>, packet: &Packet) -> Result<Option<Packet>, LinkError> {
        let (remote, local) = (packet.arg0, packet.arg1);
        let Some(entry) = entry else {
            // The opener left before its service was accepted: without a CLSE the service would run for ever.
            return Ok(Some(Packet::close(local, remote)));
        };
        if entry.phase == Phase::Opening && remote != 0 {
            entry.phase = Phase::Open;
            entry.remote = remote;
            entry.flow.okay(packet)?;
            entry.wake();
        } else if entry.remote == remote {
            entry.flow.okay(packet)?;
            if let Some(writer) = entry.writer.take() {
                writer.wake();
            }
        }
        Ok(None)
    }

    fn write(
        entry: Option<&mut StreamEntry>,
        remote: u32,
        local: u32,
        data: Bytes,
    ) -> Result<Option<Packet>, LinkError> {
        let Some(entry) =
            entry.filter(|entry| entry.phase == Phase::Open && entry.remote == remote)
        else {
            return Ok(None);
        };
        entry.flow.admit(data.len())?;
        if !data.is_empty() {
            entry.inbox_bytes += data.len();
            entry.inbox.push_back(data);
            if let Some(reader) = entry.reader.take() {
                reader.wake();
            }
        }
        Ok(entry.flow.due(entry.inbox_bytes, (local, remote)))
    }
}
