//! Group control of a deck: one of its phones is the master, and others follow it and get its inputs.

use domain::play::group::EVERYONE;
use domain::play::{Following, Input, Orientation, Pace, SessionRequest};

use super::state::{Phase, State};
use crate::browser::Socket;
use crate::coalesce::CoalescedInputs;
use crate::following::Followers;
use crate::input::is_placed;
use crate::types::Follower;

/// Followers, and inputs that wait.
pub struct Group {
    followers: Followers,
    /// Moves and turns of the wheel that wait for the socket.
    coalesced: CoalescedInputs,
    /// Orientation of the picture for which the waiting inputs were made.
    orientation: Option<Orientation>,
}

impl Group {
    /// Group without followers.
    pub fn new(master: u64) -> Self {
        Self {
            followers: Followers::new(master),
            coalesced: CoalescedInputs::default(),
            orientation: None,
        }
    }

    /// Notes that the connection is lost, and drops waiting inputs, which would come too late.
    pub fn cut(&mut self) {
        self.followers.cut();
        self.coalesced = CoalescedInputs::default();
    }
}

impl State {
    /// Makes a phone follow, over this connection and each later one.
    pub fn include(&mut self, phone_id: u64) {
        let group = self.group.as_mut();
        if group.is_some_and(|group| group.followers.include(phone_id)) {
            self.request(phone_id, &SessionRequest::Include);
        }
    }

    /// Makes a phone stop following.
    pub fn exclude(&mut self, phone_id: u64) {
        let group = self.group.as_mut();
        if group.is_some_and(|group| group.followers.exclude(phone_id)) {
            self.request(phone_id, &SessionRequest::Exclude);
        }
    }

    /// Makes phones that are not wanted any more stop following.
    pub(super) fn let_others_go(&mut self) {
        let wanted = &self.wanted;
        let group = self.group.as_mut();
        let gone = group.map(|group| group.followers.retain(wanted));
        for phone_id in gone.unwrap_or_default() {
            self.request(phone_id, &SessionRequest::Exclude);
        }
    }

    /// Asks for all phones that are to follow, over a connection that has just opened.
    pub(super) fn ask_followers(&self) {
        let Some(group) = &self.group else {
            return;
        };
        for phone_id in group.followers.awaited() {
            self.request(phone_id, &SessionRequest::Include);
        }
    }

    /// Sends an input to all that follow. Inputs while the connection is cut are dropped: later they would act on another picture.
    pub fn tell_all(&mut self, input: Input, orientation: Option<Orientation>) {
        let congested = self.is_congested();
        let (Phase::Open, Some(group)) = (self.phase, &mut self.group) else {
            return;
        };
        let orientation = if is_placed(&input) { orientation } else { None };
        if congested && CoalescedInputs::is_coalescable(&input) && group.orientation == orientation
        {
            group.coalesced.push(input);
            return;
        }
        self.send_coalesced();
        self.put(EVERYONE, orientation, &input);
        if let Some(group) = &mut self.group {
            group.orientation = orientation;
        }
    }

    /// Sends an input to one follower.
    pub fn tell_one(&self, phone_id: u64, input: &Input) {
        if self.group.is_some()
            && let Some(slot) = self.slot(phone_id)
        {
            self.put(slot, None, input);
        }
    }

    /// Tells the server that the member is still here.
    pub fn stay(&self) {
        if self.group.is_some() {
            self.ask_at(0, &SessionRequest::Stay);
        }
    }

    /// Whether so much waits in the socket that moves are kept back.
    pub(super) fn is_congested(&self) -> bool {
        self.socket.as_ref().is_some_and(Socket::is_congested)
    }

    /// Sends the inputs that were kept back.
    pub(super) fn send_coalesced(&mut self) {
        let Some(group) = &mut self.group else {
            return;
        };
        let (kept, orientation) = (group.coalesced.take(), group.orientation);
        for input in kept {
            self.put(EVERYONE, orientation, &input);
        }
    }

    /// Takes the server's report how a phone follows.
    pub fn follower(&mut self, slot: u16, following: Following, detail: u32) {
        self.with_follower(slot, |followers, id| followers.heard(id, following, detail));
    }

    /// Takes the server's report of the newest input's delay.
    pub fn lag(&mut self, slot: u16, lag_ms: u32) {
        self.with_follower(slot, |followers, id| followers.lagged(id, lag_ms));
    }

    /// Takes the server's report whether a phone keeps up.
    pub fn paced(&mut self, slot: u16, pace: Pace) {
        self.with_follower(slot, |followers, id| followers.paced(id, pace));
    }

    /// Takes the server's report of a picture's orientation.
    pub fn turned(&mut self, slot: u16, landscape: bool) {
        self.with_follower(slot, |followers, id| followers.turned(id, landscape));
    }

    /// Whether there are changes of followers for the page.
    pub fn has_news(&self) -> bool {
        let group = self.group.as_ref();
        group.is_some_and(|group| group.followers.has_news())
    }

    /// Changes of followers for the page.
    pub fn take_news(&mut self) -> Vec<Follower> {
        let group = self.group.as_mut();
        group.map_or_else(Vec::new, |group| group.followers.take_news())
    }

    fn with_follower(&mut self, slot: u16, act: impl FnOnce(&mut Followers, u64)) {
        let phone_id = self.slots.get(usize::from(slot));
        if let (Some(group), Some(phone_id)) = (&mut self.group, phone_id) {
            act(&mut group.followers, *phone_id);
        }
    }

    /// Slot of a phone, whether or not its picture is there.
    fn slot(&self, phone_id: u64) -> Option<u16> {
        let mut slots = self.slots.iter().zip(0_u16..);
        slots.find(|(id, _)| **id == phone_id).map(|(_, slot)| slot)
    }

    /// Sends a request about one phone.
    fn request(&self, phone_id: u64, request: &SessionRequest) {
        if let Some(slot) = self.slot(phone_id) {
            self.ask_at(slot, request);
        }
    }

    fn ask_at(&self, slot: u16, request: &SessionRequest) {
        if let (Phase::Open, Some(socket)) = (self.phase, &self.socket) {
            socket.ask(request, slot, 0);
        }
    }

    /// Sends an input if the connection is open. The epoch is 0, as in a group the server keeps the epoch of each phone itself.
    fn put(&self, slot: u16, orientation: Option<Orientation>, input: &Input) {
        if let (Phase::Open, Some(socket)) = (self.phase, &self.socket) {
            socket.send(input, orientation, slot, 0);
        }
    }
}
