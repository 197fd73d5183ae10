//! Events that the server sends to a browser beside pictures.

use super::reader::{Malformed, Reader, put_text};
use super::sound::Form;
use super::together::{
    AskState, PERSON_NAME_MAX_BYTES, Person, Relation, put_people, read_people, read_relation,
};
use super::{
    CLIPBOARD_MAX_BYTES, Channel, ClipboardOutcome, EndReason, Following, HEADER_BYTES, Header,
    InputMethod, Pace, Quality, QualityStep, Size, SoundState, keymap,
};
use crate::access::Level;
use crate::phones::ScreenCause;

/// Progress of an opening play session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Stage {
    /// The ticket was accepted.
    Authenticated = 0,
    /// The server is connecting to the phone.
    Connecting = 1,
    /// The phone's screen session runs; its first picture is awaited.
    FirstFrame = 2,
}

/// State of a deck's cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum CellState {
    /// Pictures follow.
    Live = 0,
    /// The phone cannot be reached or sends no picture.
    Offline = 1,
    /// The member may no longer see it.
    Gone = 2,
}

/// A message of [`Channel::Event`]: one kind byte, then the fields in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// The session is open; comes again when control passed to this browser, or away from it. Kind 0.
    Hello {
        /// Epoch that every input of this controller carries; 0 for a viewer.
        epoch: u32,
        /// Level of this browser's right.
        level: Level,
        /// Whether inputs are accepted: operate or owner, and this session is the phone's controller.
        control: bool,
        /// Opaque resume token; given to `startPhone` within 15 s after a cut it keeps the epoch. Empty for viewers.
        resume: String,
        /// The server's clock, Unix microseconds.
        server_us: u64,
    },
    /// Progress of opening. Kind 1.
    Stage(Stage),
    /// The picture's size, at the start and after each rotation. Kind 2.
    Size(Size),
    /// Answers [`super::SessionRequest::Ping`]. Kind 3.
    Pong {
        /// The ping's `echo_us`.
        echo_us: u64,
        /// The server's clock, Unix microseconds.
        server_us: u64,
    },
    /// The phone's clipboard changed. Kind 4.
    Clipboard(String),
    /// The session is over; the socket closes after it. Kind 5.
    Ended {
        /// Reason for the end.
        reason: EndReason,
        /// The detail: minutes for [`EndReason::Idle`], the status for [`EndReason::Status`], the [`crate::phones::ScreenCause`] for
        /// [`EndReason::NoPicture`], else 0.
        detail: u32,
    },
    /// A cell of a deck changed; the slot is in the header. Kind 6.
    Cell(CellState),
    /// The session ends by inactivity in that time; 0 withdraws the warning. Kind 7.
    IdleWarning {
        /// Seconds until the session ends.
        seconds: u32,
    },
    /// The phone's sound; follows [`super::SessionRequest::Listen`] and [`super::SessionRequest::Mute`], and comes again when it changes. Kind 8.
    Sound {
        /// Form of the sound.
        form: Form,
        /// State of the session's sound.
        state: SoundState,
    },
    /// Whether this session's clipboard is shared, both ways; sent to controllers at the start and after each
    /// [`super::SessionRequest::ShareClipboard`]. Kind 9.
    ClipboardShared(bool),
    /// Answers [`super::Input::SetClipboard`]. Kind 10.
    ClipboardSet {
        /// The input's sequence.
        sequence: u32,
        /// Whether the phone took the text, or why not.
        outcome: ClipboardOutcome,
    },
    /// The picture's quality, at the start and when it changes. Kind 11.
    Quality {
        /// The controller's choice.
        wanted: Quality,
        /// The step that this browser is shown.
        shown: QualityStep,
    },
    /// Whether the phone keeps up with this controller's inputs; sent when it changes, and again when more inputs are dropped. For a phone
    /// of a group the slot is in the header. Kind 12.
    Pace(Pace),
    /// The package in front on the phone, empty where none is known; follows [`super::SessionRequest::FollowApp`]. Kind 13.
    App(String),
    /// The phone takes no inputs of this controller, which only looks on from now; the cause is that of [`EndReason::NoPicture`]. Kind 14.
    ViewOnly(ScreenCause),
    /// The method by which this controller's inputs reach the phone, when it changes. Kind 17.
    InputMethod(InputMethod),
    /// State of a phone that follows in a group; the slot is in the header. Kind 15.
    Follower {
        /// Whether the phone follows, and why not.
        state: Following,
        /// The status for [`Following::Status`], else 0.
        detail: u32,
    },
    /// Delay of the newest input to a phone of a group, or how long the phone has not answered, sent when it changes; the slot is in the
    /// header. Kind 16.
    Lag {
        /// Delay in milliseconds.
        ms: u32,
    },
    /// The people at the phone, when that changes; told to members, and to no page that was lent. Kind 18.
    People {
        /// The people, the page's own member among them.
        people: Vec<Person>,
        /// Number of lent pages, and of people beyond [`super::together::PEOPLE_MAX`], that see it too; 0 for all but the owner.
        others: u16,
    },
    /// Somebody asks this controller for control. Kind 19.
    ControlAsked {
        /// Number of the person, for [`super::SessionRequest::GiveControl`] and [`super::SessionRequest::RefuseControl`].
        from: u32,
        /// Seconds left to answer; 0 withdraws the question.
        seconds: u32,
        /// Relation of the person to the phone.
        relation: Relation,
        /// The name that the controller may know; empty where it may know none.
        name: String,
    },
    /// State of this browser's question for control. Control itself comes as [`Event::Hello`]. Kind 20.
    ControlAnswered {
        /// State of the question.
        state: AskState,
        /// Seconds in which an answer comes, or after which this browser may ask again; 0 where neither is awaited.
        seconds: u32,
    },
    /// Control passed from this browser to somebody else. Kind 21.
    ControlMoved {
        /// Whether it was taken; else this browser gave it.
        taken: bool,
        /// Relation of the new controller to the phone.
        relation: Relation,
        /// The name that this browser may know; empty where it may know none.
        name: String,
    },
}

impl Event {
    /// The whole message.
    pub fn encode(&self, slot: u16) -> Vec<u8> {
        let mut out = Vec::with_capacity(HEADER_BYTES + 32);
        out.extend_from_slice(&Header::new(Channel::Event, 0, slot).to_bytes());
        match self {
            Self::Hello {
                epoch,
                level,
                control,
                resume,
                server_us,
            } => {
                out.push(0);
                out.extend_from_slice(&epoch.to_be_bytes());
                out.push(*level as u8);
                out.push(u8::from(*control));
                out.extend_from_slice(&server_us.to_be_bytes());
                put_text(&mut out, resume);
            }
            Self::Stage(stage) => out.extend_from_slice(&[1, *stage as u8]),
            Self::Size(size) => {
                out.push(2);
                out.extend_from_slice(&size.width.to_be_bytes());
                out.extend_from_slice(&size.height.to_be_bytes());
            }
            Self::Pong { echo_us, server_us } => {
                out.push(3);
                out.extend_from_slice(&echo_us.to_be_bytes());
                out.extend_from_slice(&server_us.to_be_bytes());
            }
            Self::Clipboard(text) => {
                out.push(4);
                put_text(&mut out, text);
            }
            Self::Ended { reason, detail } => {
                out.extend_from_slice(&[5, *reason as u8]);
                out.extend_from_slice(&detail.to_be_bytes());
            }
            Self::Cell(state) => out.extend_from_slice(&[6, *state as u8]),
            Self::IdleWarning { seconds } => {
                out.push(7);
                out.extend_from_slice(&seconds.to_be_bytes());
            }
            Self::Sound { form, state } => {
                out.extend_from_slice(&[8, *form as u8, *state as u8]);
            }
            Self::ClipboardShared(on) => out.extend_from_slice(&[9, u8::from(*on)]),
            Self::ClipboardSet { sequence, outcome } => {
                out.push(10);
                out.extend_from_slice(&sequence.to_be_bytes());
                out.push(*outcome as u8);
            }
            Self::Quality { wanted, shown } => {
                out.extend_from_slice(&[11, *wanted as u8, *shown as u8]);
            }
            Self::Pace(pace) => out.extend_from_slice(&[12, *pace as u8]),
            Self::App(package) => {
                out.push(13);
                put_text(&mut out, package);
            }
            Self::InputMethod(method) => out.extend_from_slice(&[17, *method as u8]),
            Self::ViewOnly(cause) => out.extend_from_slice(&[14, *cause as u8]),
            Self::Follower { state, detail } => {
                out.extend_from_slice(&[15, *state as u8]);
                out.extend_from_slice(&detail.to_be_bytes());
            }
            Self::Lag { ms } => {
                out.push(16);
                out.extend_from_slice(&ms.to_be_bytes());
            }
            Self::People { people, others } => {
                out.push(18);
                put_people(&mut out, people, *others);
            }
            Self::ControlAsked {
                from,
                seconds,
                relation,
                name,
            } => {
                out.push(19);
                out.extend_from_slice(&from.to_be_bytes());
                out.extend_from_slice(&seconds.to_be_bytes());
                out.push(*relation as u8);
                put_text(&mut out, name);
            }
            Self::ControlAnswered { state, seconds } => {
                out.extend_from_slice(&[20, *state as u8]);
                out.extend_from_slice(&seconds.to_be_bytes());
            }
            Self::ControlMoved {
                taken,
                relation,
                name,
            } => {
                out.extend_from_slice(&[21, u8::from(*taken), *relation as u8]);
                put_text(&mut out, name);
            }
        }
        out
    }

    /// Reads a whole message: its slot and the event.
    pub fn parse(message: &[u8]) -> Result<(u16, Self), Malformed> {
        let header = Header::parse(message)?;
        if header.channel != Channel::Event {
            return Err(Malformed::Channel(header.channel as u8));
        }
        let mut body = Reader(&message[HEADER_BYTES..]);
        let event = match body.u8()? {
            0 => {
                let epoch = body.u32()?;
                let level = match body.u8()? {
                    1 => Level::View,
                    2 => Level::Operate,
                    3 => Level::Owner,
                    _ => return Err(Malformed::Range),
                };
                let control = body.u8()? != 0;
                let server_us = body.u64()?;
                Self::Hello {
                    epoch,
                    level,
                    control,
                    server_us,
                    resume: body.text(256)?.to_owned(),
                }
            }
            1 => Self::Stage(match body.u8()? {
                0 => Stage::Authenticated,
                1 => Stage::Connecting,
                2 => Stage::FirstFrame,
                _ => return Err(Malformed::Range),
            }),
            2 => Self::Size(Size {
                width: body.u16()?,
                height: body.u16()?,
            }),
            3 => Self::Pong {
                echo_us: body.u64()?,
                server_us: body.u64()?,
            },
            4 => Self::Clipboard(body.text(CLIPBOARD_MAX_BYTES)?.to_owned()),
            5 => Self::Ended {
                reason: EndReason::from_code(body.u8()?).ok_or(Malformed::Range)?,
                detail: body.u32()?,
            },
            6 => Self::Cell(match body.u8()? {
                0 => CellState::Live,
                1 => CellState::Offline,
                2 => CellState::Gone,
                _ => return Err(Malformed::Range),
            }),
            7 => Self::IdleWarning {
                seconds: body.u32()?,
            },
            8 => Self::Sound {
                form: Form::from_code(body.u8()?).ok_or(Malformed::Range)?,
                state: SoundState::from_code(body.u8()?).ok_or(Malformed::Range)?,
            },
            9 => Self::ClipboardShared(body.u8()? != 0),
            10 => Self::ClipboardSet {
                sequence: body.u32()?,
                outcome: ClipboardOutcome::from_code(body.u8()?).ok_or(Malformed::Range)?,
            },
            11 => Self::Quality {
                wanted: Quality::from_code(body.u8()?).ok_or(Malformed::Range)?,
                shown: QualityStep::from_code(body.u8()?).ok_or(Malformed::Range)?,
            },
            12 => Self::Pace(Pace::from_code(body.u8()?).ok_or(Malformed::Range)?),
            13 => Self::App(body.text(keymap::APP_MAX_CHARS)?.to_owned()),
            14 => {
                let cause = ScreenCause::from_code(body.u8()?.into());
                Self::ViewOnly(cause.ok_or(Malformed::Range)?)
            }
            15 => Self::Follower {
                state: Following::from_code(body.u8()?).ok_or(Malformed::Range)?,
                detail: body.u32()?,
            },
            16 => Self::Lag { ms: body.u32()? },
            17 => Self::InputMethod(InputMethod::from_code(body.u8()?).ok_or(Malformed::Range)?),
            18 => {
                let (people, others) = read_people(&mut body)?;
                Self::People { people, others }
            }
            19 => Self::ControlAsked {
                from: body.u32()?,
                seconds: body.u32()?,
                relation: read_relation(&mut body)?,
                name: body.text(PERSON_NAME_MAX_BYTES)?.to_owned(),
            },
            20 => Self::ControlAnswered {
                state: AskState::from_code(body.u8()?).ok_or(Malformed::Range)?,
                seconds: body.u32()?,
            },
            21 => Self::ControlMoved {
                taken: body.u8()? != 0,
                relation: read_relation(&mut body)?,
                name: body.text(PERSON_NAME_MAX_BYTES)?.to_owned(),
            },
            kind => return Err(Malformed::Kind(kind)),
        };
        body.end()?;
        Ok((header.slot, event))
    }
}
