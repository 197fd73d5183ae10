//! Messages between the page and the worker; the TypeScript types are made from these.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use domain::lang::Lang;

pub use crate::people::{FollowingState, PlayPerson};

/// Mode that a member wants for a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum PlayMode {
    /// See and control, where the right allows it.
    Control,
    /// See only.
    View,
}

/// Options of a play session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PlayOptions {
    /// Phone's id, below 2^53.
    #[tsify(type = "number")]
    pub phone_id: u64,
    /// Language of the server's words.
    #[tsify(type = "'zh-CN' | 'en-US'")]
    pub lang: Lang,
    /// Channel through which the member came.
    pub channel_code: String,
    /// Mode: control or view.
    pub mode: PlayMode,
}

/// Options of a deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DeckOptions {
    /// Language of the server's words.
    #[tsify(type = "'zh-CN' | 'en-US'")]
    pub lang: Lang,
    /// Channel through which the member came.
    pub channel_code: String,
    /// Master of a group, the phone that is played; a deck without one only looks.
    #[tsify(optional, type = "number")]
    pub master: Option<u64>,
}

/// Input of the member to the phone. Coordinates are normalised to the picture, 0–65,535; values beyond are clamped.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum PlayInput {
    /// Movement of a finger.
    Touch {
        /// Action: 0 down, 1 up, 2 move, 3 cancel.
        #[tsify(type = "0 | 1 | 2 | 3")]
        action: u8,
        /// Number of the finger: any that stays the same while it is down.
        pointer: f64,
        /// Horizontal position.
        x: f64,
        /// Vertical position.
        y: f64,
        /// Pressure, 0–65,535.
        pressure: f64,
    },
    /// Turn of the wheel.
    Scroll {
        /// Horizontal position.
        x: f64,
        /// Vertical position.
        y: f64,
        /// Notches to the right; fractions count.
        horizontal: f64,
        /// Notches up; fractions count.
        vertical: f64,
    },
    /// Stroke of a key.
    Key {
        /// Action: 0 down, 1 up.
        #[tsify(type = "0 | 1")]
        action: u8,
        /// Key code, Android's `KEYCODE_*`.
        keycode: u16,
        /// Number of repeats so far while the key is held.
        repeat: u16,
        /// Modifier keys that are held: Android's `META_*` bits.
        meta: u32,
    },
    /// Typed or composed text.
    Text {
        /// Text of any length; sent in pieces.
        text: String,
    },
    /// Pasted text.
    Paste {
        /// Text, at most as long as a clipboard: a longer one is not sent.
        text: String,
    },
    /// Turns the phone a quarter.
    Rotate,
    /// Says that the member is still here.
    Stay,
    /// Asks for a fresh picture.
    Reset,
    /// Asks for the phone's sound.
    Listen {
        /// Whether the worker can decode opus.
        opus: bool,
        /// Whether the worker can decode AAC. Where it can do neither, or the phone has no encoder, sound comes as samples.
        aac: bool,
    },
    /// Ends the sound.
    Mute,
    /// Shares this session's clipboard with the phone's, or stops doing so.
    ShareClipboard {
        /// Whether the clipboard is shared from now on.
        on: bool,
    },
    /// Puts a text into the phone's clipboard.
    SetClipboard {
        /// Number that comes back with the answer.
        sequence: u32,
        /// Text, cut visibly by the page to what a message takes; a longer one is refused.
        text: String,
    },
    /// Sets the picture's quality, for all who see the full picture.
    Quality {
        /// Quality: 0 automatic, 1 high, 2 standard, 3 fluent.
        #[tsify(type = "0 | 1 | 2 | 3")]
        wanted: u8,
    },
    /// Begins to report the app in front on the phone, or stops.
    FollowApp {
        /// Whether the app is reported from now on.
        on: bool,
    },
    /// Asks for control: the owner gets it at once; for anybody else the person who controls the phone is asked.
    AskControl,
    /// Hands control to a person, whether it asked or not.
    GiveControl {
        /// Number of the person.
        to: u32,
    },
    /// Refuses a person's question for control.
    RefuseControl {
        /// Number of the person.
        to: u32,
    },
    /// Asks for the present picture, handed to the page as a PNG.
    Shoot,
    /// Begins a clip, with the next key picture.
    Record,
    /// Ends the clip and hands it to the page.
    EndRecord,
}

/// Reason why a clip ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum ClipEnd {
    /// Ended by the member.
    Asked,
    /// Reached its longest time or largest size.
    Full,
    /// The session ended.
    Over,
    /// No picture came, so there is no clip.
    Empty,
}

/// Kind of the decoder at work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum DecoderKind {
    /// The browser was asked for its hardware decoder, and has one.
    Hardware,
    /// The browser's own program decodes.
    Software,
    /// The browser has no decoder that takes the stream, so the software decoder does it.
    Wasm,
    /// No video decoder: the phone is shown by screenshots.
    Stills,
}

/// Reason why the browser's side could not begin a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum RefusedReason {
    /// The browser cannot draw in a worker: too old for pictures.
    TooOld,
    /// The worker, its module or the software decoder could not be loaded, or the worker stopped.
    NotLoaded,
    /// The canvas belongs to something else already.
    CanvasTaken,
}

/// Event of a play session for the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum PlayEvent {
    /// Progress of the opening.
    Stage {
        /// Stage: 0 accepted, 1 connecting to the phone, 2 awaiting the first picture.
        #[tsify(type = "0 | 1 | 2")]
        stage: u8,
    },
    /// The session is open; comes again after each reconnection, and when control passed to this page, or away from it.
    Hello {
        /// Whether inputs are accepted.
        control: bool,
        /// Level: 1 view, 2 operate, 3 owner.
        #[tsify(type = "1 | 2 | 3")]
        level: u8,
    },
    /// Change of the picture's size.
    Size {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// Statistics, each second while connected.
    Stats {
        /// Median delay of the last second's pictures, from drawing on the phone to display.
        delay_ms: f64,
        /// Newest round trip; 0 before the first.
        rtt_ms: f64,
        /// Pictures shown per second.
        fps: f64,
        /// Kilobits received per second.
        kbps: f64,
        /// Pictures of the last second that were not shown.
        dropped: u32,
        /// Kind of the decoder at work.
        decoder: DecoderKind,
        /// Width in pixels; 0 before the first picture.
        width: u32,
        /// Height in pixels; 0 before the first picture.
        height: u32,
    },
    /// The first picture is on the canvas.
    FirstFrame,
    /// The connection was cut, or the phone's picture lost; inputs are dropped, the last picture stays.
    Reconnecting {
        /// Number of the attempt, from 1 on; starts over after a connection that lasted; 0 while the server gets the phone's picture back.
        attempt: u32,
    },
    /// Pictures come again.
    Resumed,
    /// The phone's clipboard changed.
    Clipboard {
        /// Text, at most 256 KiB.
        text: String,
    },
    /// State of the phone's sound in the session.
    Sound {
        /// State: 0 off, 1 starting, 2 live, 3 the phone gives none, 4 broken off.
        #[tsify(type = "0 | 1 | 2 | 3 | 4")]
        state: u8,
    },
    /// Whether this session's clipboard is shared with the phone's.
    ClipboardShared {
        /// Whether the clipboards are shared, in both directions.
        on: bool,
    },
    /// Result of setting the phone's clipboard.
    ClipboardSet {
        /// Number that the page sent with the text.
        sequence: u32,
        /// Wire value of `ClipboardOutcome`; 0 is done.
        outcome: u8,
    },
    /// Quality of the picture, at the start and when it changes.
    Quality {
        /// Quality that the controller chose: 0 automatic, 1 high, 2 standard, 3 fluent.
        #[tsify(type = "0 | 1 | 2 | 3")]
        wanted: u8,
        /// Quality that this browser is shown: 1 high, 2 standard, 3 fluent, 4 small.
        #[tsify(type = "1 | 2 | 3 | 4")]
        shown: u8,
    },
    /// Pace of the phone with the member's inputs.
    Pace {
        /// Pace: 0 the phone keeps up, 1 inputs wait, 2 some were left out.
        #[tsify(type = "0 | 1 | 2")]
        pace: u8,
    },
    /// Change of the way in which inputs go to the phone.
    InputWay {
        /// Way: 0 injected, 1 another way is being tried and there is no control until it works, 2 by virtual devices.
        #[tsify(type = "0 | 1 | 2")]
        way: u8,
    },
    /// The phone lets nobody inject input: there is no control any more, and the picture goes on.
    ViewOnly {
        /// Cause, as the detail of an end without a picture.
        cause: u8,
    },
    /// The app in front on the phone.
    App {
        /// Package of the app; empty where none is known.
        package: String,
    },
    /// The people at the phone, when that changes.
    People {
        /// The people, the page's own member among them.
        people: Vec<PlayPerson>,
        /// Number of others that see the phone by a lent page; told to the owner alone.
        others: u16,
    },
    /// Somebody asks this page, which controls the phone, for control.
    ControlAsked {
        /// Number of the person.
        from: u32,
        /// Seconds left to answer; 0 withdraws the question.
        seconds: u32,
        /// Relation to the phone, as that of a person.
        #[tsify(type = "1 | 2 | 3 | 4")]
        relation: u8,
        /// Name; empty where the member may not know it.
        name: String,
    },
    /// State of this page's question for control.
    ControlAnswered {
        /// State: 0 asked, 1 refused, 2 unanswered, 3 nobody could be asked, 4 not allowed, 5 asked too soon.
        #[tsify(type = "0 | 1 | 2 | 3 | 4 | 5")]
        state: u8,
        /// Seconds in which an answer comes, or after which the page may ask again; 0 where neither is awaited.
        seconds: u32,
    },
    /// Control passed from this page to somebody else.
    ControlMoved {
        /// Whether the other one took control; otherwise this page gave it.
        taken: bool,
        /// Relation to the phone, as that of a person.
        #[tsify(type = "1 | 2 | 3 | 4")]
        relation: u8,
        /// Name; empty where the member may not know it.
        name: String,
    },
    /// Progress of a clip being recorded; each second.
    Recording {
        /// Length in milliseconds.
        length_ms: f64,
        /// Size in bytes.
        bytes: f64,
    },
    /// End of the clip. Unless it is empty it is handed to the page too.
    Recorded {
        /// Reason of the end.
        why: ClipEnd,
        /// Whether the clip has the phone's sound.
        sound: bool,
    },
    /// Change whether the picture is black although the phone is being used.
    Black {
        /// Whether the picture is black.
        on: bool,
    },
    /// The session ends by inactivity.
    IdleWarning {
        /// Seconds left; 0 takes the warning back.
        seconds: u32,
    },
    /// The session was not granted; final.
    Refused {
        /// Code of the server, or 0 with a reason.
        #[tsify(type = "number")]
        code: i64,
        /// Message of the server in the page's language.
        msg: String,
        /// Reason, set where not the server but the browser refused.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[tsify(optional)]
        reason: Option<RefusedReason>,
    },
    /// The session is over; final.
    Ended {
        /// Wire value of `EndReason`.
        reason: u8,
        /// Minutes, a status, or what keeps the screen from being shown.
        detail: u32,
    },
}

/// View of a deck's cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum CellView {
    /// Live: pictures come.
    Live,
    /// The phone cannot be reached or sends no picture.
    Offline,
    /// The member may no longer see it.
    Gone,
    /// The next picture is awaited.
    Waiting,
}

/// Change of a deck's cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct CellEvent {
    #[tsify(type = "number")]
    pub phone_id: u64,
    /// Present view of its cell.
    pub state: CellView,
}

/// Report of a phone as a follower in a group, with all fields each time that one changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Follower {
    #[tsify(type = "number")]
    pub phone_id: u64,
    /// State of following; where the phone does not follow, with the reason.
    pub state: FollowingState,
    /// The phone's status, where that forbids following; else 0.
    pub detail: u32,
    /// Delay of the newest input in milliseconds; 0 while unknown.
    pub lag_ms: u32,
    /// Whether the phone does not keep up: inputs were left out, and it has not caught up since.
    pub left_out: bool,
    /// Orientation of its picture; null while unknown.
    pub landscape: Option<bool>,
}

/// Event of a group for the page, beside its cells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
#[tsify(missing_as_null)]
pub enum GroupEvent {
    /// Changes of followers within a short while, together.
    Followers {
        /// Reports of the phones, each once.
        changed: Vec<Follower>,
    },
    /// The group ends by inactivity.
    IdleWarning {
        /// Seconds left; 0 takes the warning back.
        seconds: u32,
    },
    /// The group was not granted; only another set of phones is tried again.
    Refused {
        /// Code of the server.
        #[tsify(type = "number")]
        code: i64,
        /// Message of the server in the page's language.
        msg: String,
    },
    /// The group is over; final.
    Ended {
        /// Stable name of `EndReason`.
        reason: String,
        /// Minutes of idleness, else 0.
        detail: u32,
    },
}
