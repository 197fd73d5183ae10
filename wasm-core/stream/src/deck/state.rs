//! State of a deck: the phones of its socket, the cells in view, the decoders.

use std::collections::{BTreeMap, VecDeque};

use domain::play::picture::Picture;
use domain::play::{CellState, SessionRequest};

use super::cell::DeckCell;
use super::connection::DeckConnection;
use super::decoder_pool::DecoderPool;
use super::group::Group;
use crate::browser::{Frame, Message, Socket, Source, to_us};
use crate::error::StreamError;
use crate::types::{CellEvent, CellView};

/// Longest time in milliseconds for a socket to open.
const OPENING_MS: f64 = 10_000.0;
/// Interval of pings to the server, in milliseconds.
const PING_MS: f64 = 5_000.0;
/// Longest time in milliseconds for the server to answer a ping.
const SILENCE_MS: f64 = 10_000.0;
/// Most unreadable messages of one connection.
const MALFORMED_MAX: u32 = 64;

/// Phase of the connection.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Phase {
    /// The socket is not connected, or was lost.
    Cut,
    /// The socket opens.
    Connecting,
    /// The socket is open.
    Open,
}

/// Mutable part of a deck, behind the `RefCell` of its [`DeckConnection`].
pub struct State {
    pub phase: Phase,
    /// Start of the phase, in milliseconds.
    pub since_ms: f64,
    pub socket: Option<Socket>,
    /// Phones that the page wants.
    pub wanted: Vec<u64>,
    /// Whether the socket is for other phones than the wanted ones, so that another socket must be opened.
    pub changed: bool,
    /// Least time between two pictures of a cell, in milliseconds; 0 for all of them.
    interval_ms: u16,
    /// Group control, where one phone is the others' master.
    pub group: Option<Group>,
    /// Phones of the socket, by slot.
    pub(super) slots: Vec<u64>,
    slot_of: BTreeMap<u64, u16>,
    cells: BTreeMap<u64, DeckCell>,
    /// Phones whose cells have a picture to decode, in the order in which the pictures came.
    queue: VecDeque<u64>,
    pool: DecoderPool<DeckConnection>,
    pinged_ms: f64,
    unanswered_ms: Option<f64>,
    malformed: u32,
}

impl State {
    /// State of a deck without phones.
    pub fn new(pool: DecoderPool<DeckConnection>, group: Option<Group>) -> Self {
        Self {
            phase: Phase::Cut,
            since_ms: 0.0,
            socket: None,
            wanted: Vec::new(),
            changed: false,
            interval_ms: 0,
            group,
            slots: Vec::new(),
            slot_of: BTreeMap::new(),
            cells: BTreeMap::new(),
            queue: VecDeque::new(),
            pool,
            pinged_ms: 0.0,
            unanswered_ms: None,
            malformed: 0,
        }
    }

    /// Sets the source of decoders.
    pub fn decode_with(&mut self, source: Source) {
        self.pool.decode_with(source);
    }

    /// Sets the phones that the page wants; `true` when the socket does not have them all.
    pub fn want(&mut self, wanted: Vec<u64>) -> bool {
        if wanted == self.wanted {
            return false;
        }
        let behind_socket =
            self.phase != Phase::Cut && wanted.iter().all(|id| self.slot_of.contains_key(id));
        self.changed = wanted.is_empty() || !behind_socket;
        self.wanted = wanted;
        self.let_others_go();
        self.changed
    }

    /// Notes that a socket begins to open for these phones.
    pub fn connecting(&mut self, socket: Socket, slots: Vec<u64>, now_ms: f64) {
        self.slot_of = slots
            .iter()
            .zip(0_u16..)
            .map(|(id, slot)| (*id, slot))
            .collect();
        self.slots = slots;
        self.socket = Some(socket);
        self.phase = Phase::Connecting;
        self.since_ms = now_ms;
        self.unanswered_ms = None;
        self.malformed = 0;
    }

    /// Notes that the socket is open: asks for the cells in view, and for a group's followers.
    pub fn opened(&mut self, now_ms: f64) {
        self.phase = Phase::Open;
        (self.since_ms, self.pinged_ms) = (now_ms, now_ms);
        if self.interval_ms > 0 {
            self.send_interval();
        }
        for phone_id in self.cells.keys() {
            self.ask(*phone_id, &SessionRequest::Subscribe);
        }
        self.ask_followers();
    }

    /// Sets the time between two pictures of a cell, over this connection and each later one.
    pub fn space(&mut self, interval_ms: u16) {
        if interval_ms != self.interval_ms {
            self.interval_ms = interval_ms;
            self.send_interval();
        }
    }

    fn send_interval(&self) {
        if let (Phase::Open, Some(socket)) = (self.phase, &self.socket) {
            let ms = self.interval_ms;
            socket.ask(&SessionRequest::CellInterval { ms }, 0, 0);
        }
    }

    /// Notes that the connection is lost; its socket is dropped by the deck's task.
    pub fn cut(&mut self) {
        self.phase = Phase::Cut;
        if let Some(group) = &mut self.group {
            group.cut();
        }
    }

    /// Sets `view` in all cells except those that are gone, as no pictures come for the time being; returns the changes.
    pub fn set_all_views(&mut self, view: CellView) -> Vec<CellEvent> {
        let ids: Vec<u64> = self
            .cells
            .iter()
            .filter(|(_, cell)| cell.view != CellView::Gone)
            .map(|(id, _)| *id)
            .collect();
        ids.into_iter()
            .filter_map(|id| self.see(id, view))
            .collect()
    }

    fn ask(&self, phone_id: u64, request: &SessionRequest) {
        if let (Phase::Open, Some(socket), Some(slot)) =
            (self.phase, &self.socket, self.slot_of.get(&phone_id))
        {
            socket.ask(request, *slot, 0);
        }
    }

    /// Adds a cell that came into view.
    pub fn attach(&mut self, phone_id: u64, cell: DeckCell) -> CellEvent {
        let event = CellEvent {
            phone_id,
            state: cell.view,
        };
        if self.cells.insert(phone_id, cell).is_none() {
            self.ask(phone_id, &SessionRequest::Subscribe);
        }
        event
    }

    /// Removes a cell that left the view.
    pub fn detach(&mut self, phone_id: u64) {
        if self.cells.remove(&phone_id).is_some() {
            self.ask(phone_id, &SessionRequest::Unsubscribe);
        }
        self.queue.retain(|id| *id != phone_id);
        if self.cells.is_empty() {
            self.pool.clear();
        }
    }

    /// Notes that a message of any kind came, which proves that the server answers.
    pub fn heard(&mut self) {
        self.unanswered_ms = None;
    }

    /// Notes a message that could not be read.
    pub fn malformed(&mut self) {
        self.malformed += 1;
        if self.malformed >= MALFORMED_MAX {
            self.cut();
        }
    }

    /// Takes a picture for the cell of its slot, if that is in view.
    pub fn picture(&mut self, message: Message, now_ms: f64) -> Result<(), StreamError> {
        let picture = Picture::parse(message.head())?;
        let Some(phone_id) = self.slots.get(usize::from(picture.slot)).copied() else {
            return Err(StreamError::Range("slot"));
        };
        let Some(cell) = self.cells.get_mut(&phone_id) else {
            return Ok(());
        };
        if picture.key && cell.backoff.may_try(now_ms) && cell.queue(message) {
            self.queue.push_back(phone_id);
        }
        self.pump(now_ms);
        Ok(())
    }

    /// Gives waiting pictures to free decoders.
    pub fn pump(&mut self, now_ms: f64) {
        while self.pool.has_room()
            && let Some(phone_id) = self.queue.pop_front()
        {
            let Some(cell) = self.cells.get_mut(&phone_id) else {
                continue;
            };
            let given = match cell.take() {
                Some(Ok((message, Some(shape)))) => {
                    self.pool.decode(phone_id, shape, &message, now_ms)
                }
                Some(Ok((message, None))) => self.pool.decode_image(phone_id, &message, now_ms),
                Some(Err(error)) => Err(error),
                None => Ok(()),
            };
            if given.is_err() {
                self.failed(phone_id, now_ms);
            }
        }
    }

    fn failed(&mut self, phone_id: u64, now_ms: f64) {
        if let Some(cell) = self.cells.get_mut(&phone_id) {
            cell.backoff.failed(now_ms);
        }
    }

    /// Shows a decoded picture on its canvas.
    pub fn decoded(&mut self, decoder: u32, frame: &Frame) -> Option<CellEvent> {
        let phone_id = self.pool.phone_of(decoder)?;
        self.cells.get_mut(&phone_id)?.show(frame).ok()?;
        self.see(phone_id, CellView::Live)
    }

    /// Notes that a decoder is free again, or failed.
    pub fn done(&mut self, decoder: u32, good: bool, now_ms: f64) {
        if let Some(phone_id) = self.pool.done(decoder, good, now_ms) {
            self.failed(phone_id, now_ms);
        }
        self.pump(now_ms);
    }

    /// Takes the server's report of a cell's state.
    pub fn cell_state(&mut self, slot: u16, state: CellState) -> Option<CellEvent> {
        let phone_id = *self.slots.get(usize::from(slot))?;
        match state {
            CellState::Live => {
                let view = self.cells.get(&phone_id)?.view;
                if view == CellView::Live {
                    None
                } else {
                    self.see(phone_id, CellView::Waiting)
                }
            }
            CellState::Offline => self.see(phone_id, CellView::Offline),
            CellState::Gone => {
                // Should the page want the phone again, a new socket is needed: this one has it no more.
                self.slot_of.remove(&phone_id);
                self.see(phone_id, CellView::Gone)
            }
        }
    }

    fn see(&mut self, phone_id: u64, view: CellView) -> Option<CellEvent> {
        let cell = self.cells.get_mut(&phone_id)?;
        if cell.view == view {
            return None;
        }
        cell.view = view;
        Some(CellEvent {
            phone_id,
            state: view,
        })
    }

    /// Does what is due once a second.
    pub fn tick(&mut self, now_ms: f64) {
        for phone_id in self.pool.evict_idle(now_ms) {
            self.failed(phone_id, now_ms);
        }
        self.pump(now_ms);
        match self.phase {
            Phase::Cut => {}
            Phase::Connecting => {
                if now_ms - self.since_ms > OPENING_MS {
                    self.cut();
                }
            }
            Phase::Open => {
                if self
                    .unanswered_ms
                    .is_some_and(|sent| now_ms - sent > SILENCE_MS)
                {
                    self.cut();
                } else if now_ms - self.pinged_ms >= PING_MS {
                    self.pinged_ms = now_ms;
                    self.ping(now_ms);
                }
                if !self.is_congested() {
                    self.send_coalesced();
                }
            }
        }
    }

    fn ping(&mut self, now_ms: f64) {
        let ping = SessionRequest::Ping {
            echo_us: to_us(now_ms),
        };
        if self
            .socket
            .as_ref()
            .is_some_and(|socket| socket.ask(&ping, 0, 0))
        {
            self.unanswered_ms.get_or_insert(now_ms);
        }
    }

    /// Drops cells and decoders; the socket is returned, to be dropped outside of its own callbacks.
    pub fn finish(&mut self) -> Option<Socket> {
        self.phase = Phase::Cut;
        self.cells.clear();
        self.queue.clear();
        self.pool.clear();
        self.socket.take()
    }
}
