//! What is to be done to one phone, asked on it or by its provider.

use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::HandsetError;
use crate::fault::Step;
use crate::order::{Order, Power, Report};
use crate::phone::PowerWish;

/// An order and where its answer goes.
pub(crate) struct Question {
    pub(crate) order: Order,
    /// Not begun by then, it is never done.
    pub(crate) until: Option<Instant>,
    pub(crate) answer: oneshot::Sender<Result<Report, HandsetError>>,
}

/// Something to do that may take long.
pub(crate) enum Task {
    Wish(PowerWish),
    Question(Question),
}

impl Task {
    /// Which step of it may go wrong.
    pub(crate) fn step(&self, power: Power) -> Option<Step> {
        match self {
            Self::Wish(PowerWish::Off | PowerWish::Reboot) => Some(Step::Power),
            Self::Wish(PowerWish::Die(_)) => None,
            Self::Question(question) => match &question.order {
                Order::PowerOn if power == Power::On => None,
                Order::PowerOn => Some(Step::PowerOn),
                Order::PowerOff | Order::Reboot => Some(Step::Power),
                Order::Upgrade => Some(Step::Upgrade),
                Order::Wipe => Some(Step::Wipe),
                Order::Recreate { .. } => Some(Step::Recreate),
                Order::State | Order::AllowHosts | Order::Locale { .. } | Order::Fault { .. } => {
                    None
                }
            },
        }
    }

    /// Not begun by then, it is never done.
    pub(crate) const fn until(&self) -> Option<Instant> {
        match self {
            Self::Wish(_) => None,
            Self::Question(question) => question.until,
        }
    }

    pub(crate) fn refuse(self, why: HandsetError) {
        match self {
            Self::Wish(_) => tracing::debug!(%why, "a phone does not do what was asked on it"),
            // Fails only when nobody waits for it any more.
            Self::Question(question) => drop(question.answer.send(Err(why))),
        }
    }
}
