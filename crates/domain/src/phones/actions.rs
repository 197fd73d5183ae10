//! Which action is possible in which situation, and why not.

use super::status::{Power, Status};
use crate::access::Level;
use crate::codes::{self, Code};
use crate::lang::{Lang, Words};

/// Something a member wants to do with a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// See its picture.
    Watch,
    /// See and control it.
    Play,
}

/// Everything that decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Situation {
    /// What the phone is doing.
    pub status: Status,
    /// Whether it is on.
    pub power: Power,
    /// What the member may do with it.
    pub level: Level,
    /// Whether its rental is over.
    pub expired: bool,
}

/// Why not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The rental is over.
    Expired,
    /// The member may not.
    Right,
    /// It is switched off.
    Off,
    /// Its status has no picture.
    Status(Status),
}

impl Action {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Watch, Self::Play];

    /// The wire word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Watch => "watch",
            Self::Play => "play",
        }
    }

    /// The least right that it needs.
    pub const fn needs(self) -> Level {
        match self {
            Self::Watch => Level::View,
            Self::Play => Level::Operate,
        }
    }

    /// Whether it is possible. The right is judged first, so that a stranger learns nothing of the phone's state; then rental, power, status.
    pub const fn check(self, situation: Situation) -> Result<(), Refusal> {
        if !situation.level.allows(self.needs()) {
            return Err(Refusal::Right);
        }
        if situation.expired {
            return Err(Refusal::Expired);
        }
        match (situation.status, situation.power) {
            (Status::Running | Status::BackupSuccessful, Power::On) => Ok(()),
            (_, Power::Off) => Err(Refusal::Off),
            (status, Power::On) => Err(Refusal::Status(status)),
        }
    }
}

impl Refusal {
    /// The row of the table of codes.
    pub const fn code(self) -> Code {
        match self {
            Self::Expired => codes::PHONE_EXPIRED,
            Self::Right => codes::RIGHT_MISSING,
            Self::Off | Self::Status(_) => codes::STATE_FORBIDS,
        }
    }

    /// The reason in words.
    pub fn text(self, lang: Lang) -> String {
        match self {
            Self::Expired | Self::Right => self.code().text(lang).to_owned(),
            Self::Off => Words::new("云手机已关机", "The phone is powered off")
                .in_lang(lang)
                .to_owned(),
            Self::Status(status) => {
                let label = status.label().in_lang(lang);
                match lang {
                    Lang::Zh => format!("云手机{label}，请稍后再试"),
                    Lang::En => format!("Phone status: {label}. Try again later."),
                }
            }
        }
    }
}
