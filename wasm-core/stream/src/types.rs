//! What passes between the page and the worker; the TypeScript types are made from these.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use domain::lang::Lang;
use domain::play::Following;

/// What a member wants of a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum PlayMode {
    /// See and control, where the right allows it.
    Control,
    /// See.
    View,
}

/// How a play session is opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PlayOptions {
    /// Below 2^53.
    #[tsify(type = "number")]
    pub phone_id: u64,
    /// The language of the server's words.
    #[tsify(type = "'zh-CN' | 'en-US'")]
    pub lang: Lang,
    /// The channel through which the member came.
    pub channel_code: String,
    /// Control or view.
    pub mode: PlayMode,
}

/// How a deck is opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct DeckOptions {
    /// The language of the server's words.
    #[tsify(type = "'zh-CN' | 'en-US'")]
    pub lang: Lang,
    /// The channel through which the member came.
    pub channel_code: String,
    /// Of a group, the phone that is played; a deck without one only looks.
    #[tsify(optional, type = "number")]
    pub master: Option<u64>,
}

/// What the member does to the phone. Coordinates are normalised to the picture, 0–65,535; values beyond are clamped.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum PlayInput {
    /// A finger.
    Touch {
        /// 0 down, 1 up, 2 move, 3 cancel.
        #[tsify(type = "0 | 1 | 2 | 3")]
        action: u8,
        /// Which finger: any number that stays the same while it is down.
        pointer: f64,
        /// Across.
        x: f64,
        /// Down.
        y: f64,
        /// 0–65,535.
        pressure: f64,
    },
    /// The wheel.
    Scroll {
        /// Across.
        x: f64,
        /// Down.
        y: f64,
        /// Notches to the right; fractions count.
        horizontal: f64,
        /// Notches up.
        vertical: f64,
    },
    /// A key.
    Key {
        /// 0 down, 1 up.
        #[tsify(type = "0 | 1")]
        action: u8,
        /// Android's `KEYCODE_*`.
        keycode: u16,
        /// How often it repeated while held.
        repeat: u16,
        /// Android's meta state bits.
        meta: u32,
    },
    /// Typed or composed text.
    Text {
        /// Any length; sent in pieces.
        text: String,
    },
    /// Pasted text.
    Paste {
        /// At most as long as a clipboard: a longer one is not sent.
        text: String,
    },
    /// Turns the phone a quarter.
    Rotate,
    /// The member is still here.
    Stay,
    /// A fresh picture, please.
    Reset,
    /// The phone's sound, please.
    Listen {
        /// Whether the worker can decode opus.
        opus: bool,
        /// Whether it can decode AAC. Where it can do neither, or the phone has no encoder, sound comes as samples.
        aac: bool,
    },
    /// No more of it.
    Mute,
    /// Shares this session's clipboard with the phone's, or stops doing so.
    ShareClipboard {
        /// Whether it is shared from now on.
        on: bool,
    },
    /// Puts a text into the phone's clipboard.
    SetClipboard {
        /// Comes back with the answer.
        sequence: u32,
        /// Cut visibly by the page to what a message takes; a longer one is refused.
        text: String,
    },
    /// The picture's quality, for all who see the full picture.
    Quality {
        /// 0 automatic, 1 high, 2 standard, 3 fluent.
        #[tsify(type = "0 | 1 | 2 | 3")]
        wanted: u8,
    },
    /// Tells which app is in front on the phone, or does so no more.
    FollowApp {
        /// Whether it is told from now on.
        on: bool,
    },
    /// A picture of what is shown now, handed to the page as a PNG.
    Shoot,
    /// Begins a clip, with the next key picture.
    Record,
    /// Ends the clip and hands it to the page.
    EndRecord,
}

/// Why a clip ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum ClipEnd {
    /// The member ended it.
    Asked,
    /// It reached its longest time or largest size.
    Full,
    /// The session ended.
    Over,
    /// No picture came: there is no clip.
    Empty,
}

/// Which decoder is at work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum DecoderKind {
    /// The browser was asked for its hardware decoder, and has one.
    Hardware,
    /// The browser's own program decodes.
    Software,
    /// The browser has none that takes it: the software decoder does it.
    Wasm,
    /// None: the phone is shown by screenshots.
    Stills,
}

/// Why a session could not even be asked for.
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

/// What a play session tells the page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Tsify)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum PlayEvent {
    /// How far the opening has come.
    Stage {
        /// 0 accepted, 1 connecting to the phone, 2 awaiting the first picture.
        #[tsify(type = "0 | 1 | 2")]
        stage: u8,
    },
    /// The session is open; comes again after each reconnection.
    Hello {
        /// Whether inputs are accepted.
        control: bool,
        /// 1 view, 2 operate, 3 owner.
        #[tsify(type = "1 | 2 | 3")]
        level: u8,
    },
    /// The picture's size changed.
    Size {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// Each second while connected.
    Stats {
        /// From drawing on the phone to display, the middle of the last second's pictures.
        delay_ms: f64,
        /// The newest round trip; 0 before the first.
        rtt_ms: f64,
        /// Pictures shown per second.
        fps: f64,
        /// Kilobits received per second.
        kbps: f64,
        /// Pictures of the last second that were not shown.
        dropped: u32,
        /// Which decoder is at work.
        decoder: DecoderKind,
        /// Pixels across; 0 before the first picture.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// The first picture is on the canvas.
    FirstFrame,
    /// The connection was cut, or the phone's picture lost; inputs are dropped, the last picture stays.
    Reconnecting {
        /// Counts from 1 and starts over after a connection that lasted; 0 while the server gets the phone's picture back.
        attempt: u32,
    },
    /// Pictures come again.
    Resumed,
    /// The phone's clipboard changed.
    Clipboard {
        /// At most 256 KiB.
        text: String,
    },
    /// How the session stands to the phone's sound.
    Sound {
        /// 0 off, 1 starting, 2 live, 3 the phone gives none, 4 broken off.
        #[tsify(type = "0 | 1 | 2 | 3 | 4")]
        state: u8,
    },
    /// Whether this session's clipboard is shared with the phone's.
    ClipboardShared {
        /// Both ways, or not at all.
        on: bool,
    },
    /// How setting the phone's clipboard went.
    ClipboardSet {
        /// What was sent with it.
        sequence: u32,
        /// The wire value of `ClipboardOutcome`; 0 is done.
        outcome: u8,
    },
    /// The picture's quality, at the start and when it changes.
    Quality {
        /// What the controller chose: 0 automatic, 1 high, 2 standard, 3 fluent.
        #[tsify(type = "0 | 1 | 2 | 3")]
        wanted: u8,
        /// What this browser is shown: 1 high, 2 standard, 3 fluent, 4 small.
        #[tsify(type = "1 | 2 | 3 | 4")]
        shown: u8,
    },
    /// Whether the phone keeps up with what the member does.
    Pace {
        /// 0 it does, 1 inputs wait, 2 some were left out.
        #[tsify(type = "0 | 1 | 2")]
        pace: u8,
    },
    /// Another way that what the member does goes to the phone.
    InputWay {
        /// 0 injected, 1 another one is tried and there is no control until it is there, 2 by virtual devices.
        #[tsify(type = "0 | 1 | 2")]
        way: u8,
    },
    /// The phone lets nobody touch it: there is no control any more, and the picture goes on.
    ViewOnly {
        /// Why, as the detail of an end without a picture.
        cause: u8,
    },
    /// The app in front on the phone.
    App {
        /// Its package; empty where none is known.
        package: String,
    },
    /// A clip is being recorded; each second.
    Recording {
        /// How long it is.
        length_ms: f64,
        /// How large it is.
        bytes: f64,
    },
    /// The clip is over. Unless it is empty it is handed to the page too.
    Recorded {
        /// Why.
        why: ClipEnd,
        /// Whether it has the phone's sound.
        sound: bool,
    },
    /// The picture is black although the phone is being used, or is so no more.
    Black {
        /// Whether it is.
        on: bool,
    },
    /// The session ends by inactivity.
    IdleWarning {
        /// Seconds left; 0 takes the warning back.
        seconds: u32,
    },
    /// The session was not granted; final.
    Refused {
        /// The server's code, or 0 with a reason.
        #[tsify(type = "number")]
        code: i64,
        /// The server's words in the page's language.
        msg: String,
        /// Set where not the server but the browser refused.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[tsify(optional)]
        reason: Option<RefusedReason>,
    },
    /// The session is over; final.
    Ended {
        /// The wire value of `EndReason`.
        reason: u8,
        /// Minutes, a status, or what keeps the screen from being shown.
        detail: u32,
    },
}

/// What a deck's cell shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum CellView {
    /// Pictures come.
    Live,
    /// The phone cannot be reached or sends no picture.
    Offline,
    /// The member may no longer see it.
    Gone,
    /// The next picture is awaited.
    Waiting,
}

/// A cell of a deck changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct CellEvent {
    /// Which phone.
    #[tsify(type = "number")]
    pub phone_id: u64,
    /// What its cell shows now.
    pub state: CellView,
}

/// How a phone of a group follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum FollowingState {
    /// It was let go, or never asked to follow.
    Excluded,
    /// It waits for its turn, for its screen or for the connection.
    Joining,
    /// It does what it is told.
    Follows,
    /// Another member controls it.
    Occupied,
    /// This member opened it elsewhere, or its owner took it.
    Elsewhere,
    /// It cannot be reached, or its screen cannot be had. It is tried again.
    Offline,
    /// It lets nobody touch it.
    Untouchable,
    /// It is switched off.
    Off,
    /// Its rental, or the right to it, is over.
    Expired,
    /// The member may only look at it.
    Right,
    /// Its status forbids it.
    Status,
}

impl From<Following> for FollowingState {
    fn from(following: Following) -> Self {
        match following {
            Following::Excluded => Self::Excluded,
            Following::Joining => Self::Joining,
            Following::Follows => Self::Follows,
            Following::Occupied => Self::Occupied,
            Following::Elsewhere => Self::Elsewhere,
            Following::Offline => Self::Offline,
            Following::Untouchable => Self::Untouchable,
            Following::Off => Self::Off,
            Following::Expired => Self::Expired,
            Following::Right => Self::Right,
            Following::Status => Self::Status,
        }
    }
}

/// How a phone of a group follows; whole each time that something changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct Follower {
    /// Which phone.
    #[tsify(type = "number")]
    pub phone_id: u64,
    /// Whether, and why not.
    pub state: FollowingState,
    /// The status, where that forbids it; else 0.
    pub detail: u32,
    /// How long the newest input was on its way; 0 while unknown.
    pub lag_ms: u32,
    /// It does not keep up: inputs were left out, and it has not caught up since.
    pub left_out: bool,
    /// How its picture lies; null while unknown.
    pub landscape: Option<bool>,
}

/// What a group tells the page beside its cells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
#[tsify(missing_as_null)]
pub enum GroupEvent {
    /// Of a short while, together.
    Followers {
        /// Each phone once.
        changed: Vec<Follower>,
    },
    /// The group ends by inactivity.
    IdleWarning {
        /// Seconds left; 0 takes the warning back.
        seconds: u32,
    },
    /// The group was not granted; only another set of phones is tried again.
    Refused {
        /// The server's code.
        #[tsify(type = "number")]
        code: i64,
        /// The server's words in the page's language.
        msg: String,
    },
    /// The group is over; final.
    Ended {
        /// The stable name of `EndReason`.
        reason: String,
        /// Minutes of idleness, else 0.
        detail: u32,
    },
}
