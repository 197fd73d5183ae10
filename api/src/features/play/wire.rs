//! Bodies and views of tickets.

use domain::access::Level;
use domain::codes;
use domain::lang::Lang;
use domain::play::{EndReason, Mode};
use serde::{Deserialize, Serialize};
use store::play::{DeckError, ReportError, SessionError, ShotError, StartError, Started, Ticket};
use utoipa::{IntoParams, ToSchema};

use crate::http::ApiError;

/// Phone to play, and the mode.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartBody {
    /// Phone's id.
    pub phone_id: i64,
    /// control (when missing; whoever may only view, views) or view.
    pub mode: Option<Mode>,
    /// Value from the cut session's Hello: within 15 s it keeps the controller's epoch.
    pub resume: Option<String>,
}

/// A play session that may be opened.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartedView {
    /// For the socket's `token`, once.
    ticket: String,
    /// Whether this session will control the phone.
    control: bool,
    /// Level of my right.
    level: Level,
    /// When the ticket ends, Unix milliseconds.
    expires_ms: i64,
    /// The socket's path.
    path: String,
}

impl StartedView {
    pub fn of(phone_id: i64, started: Started) -> Self {
        Self {
            ticket: started.ticket.text,
            control: started.control,
            level: started.level,
            expires_ms: started.ticket.expires_ms,
            path: format!("/websocket/play/{phone_id}"),
        }
    }
}

impl From<StartError> for ApiError {
    fn from(error: StartError) -> Self {
        match error {
            StartError::Unknown => Self::Refused(codes::PHONE_ABSENT),
            StartError::Refused(refusal) => {
                Self::explained(refusal.code(), |lang: Lang| refusal.text(lang))
            }
            StartError::Occupied => Self::Refused(codes::PHONE_OCCUPIED),
            StartError::Fault(fault) => fault.into(),
        }
    }
}

/// Failure of a play session.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionErrorBody {
    /// Phone's id.
    phone_id: i64,
    /// Why it ended: occupied, elsewhere, expired, recalled, idle, offline, streamLeft, joinFailed, notRetrieved, status, signedOut,
    /// badMessage, serverStopping, noPicture, left, lowered.
    reason: String,
    /// The reason's number, as the socket said it.
    detail: Option<u32>,
    /// Details from the browser, at most 300 characters: its decoder, its error.
    words: Option<String>,
}

/// Longest description of an error by a browser, in characters.
const WORDS_MAX: usize = 300;

impl SessionErrorBody {
    /// Phone and the error of its session.
    pub fn parse(self) -> Result<(i64, SessionError), ApiError> {
        let reason: Option<EndReason> = self.reason.parse().ok();
        let words = self.words.unwrap_or_default();
        let reason = reason.filter(|_| words.chars().count() <= WORDS_MAX);
        let reason = reason.ok_or(ApiError::Refused(codes::BAD_REQUEST))?;
        let error = SessionError {
            reason,
            detail: self.detail.unwrap_or_default(),
            words,
        };
        Ok((self.phone_id, error))
    }
}

impl From<ReportError> for ApiError {
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::Unknown => Self::Refused(codes::PHONE_ABSENT),
            ReportError::TooOften => Self::Refused(codes::TOO_MANY),
            ReportError::Fault(fault) => fault.into(),
        }
    }
}

/// Names the phone of a screenshot.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ShotQuery {
    /// Phone's id.
    pub phone_id: i64,
}

impl From<ShotError> for ApiError {
    fn from(error: ShotError) -> Self {
        match error {
            ShotError::Phone(error) => error.into(),
            ShotError::TooOften => Self::Refused(codes::TOO_MANY),
            ShotError::Fault(fault) => fault.into(),
        }
    }
}

/// Purpose of a socket.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PurposeBody {
    /// Small pictures of many phones.
    Deck,
    /// Small pictures of a group: one master, and phones that may be told to follow.
    Group,
    /// News of the account and its phones.
    Member,
    /// The number of unread messages.
    Notice,
}

/// A ticket for a socket that is not a play session.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TicketBody {
    /// Purpose of the socket.
    pub purpose: PurposeBody,
    /// Phones of a deck, at most 300, in the order of the socket's slots; of a group 2 to 300, the master among them.
    #[serde(default)]
    pub phone_ids: Vec<i64>,
    /// Master of a group, the phone that is played; for no other purpose.
    pub master: Option<i64>,
}

/// A ticket.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TicketView {
    /// For the socket's `token`, once.
    ticket: String,
    /// Time when it ends, Unix milliseconds.
    expires_ms: i64,
    /// The phones in the order of the slots; a group's master comes first.
    phone_ids: Vec<i64>,
}

impl TicketView {
    pub fn of(ticket: Ticket, phone_ids: Vec<i64>) -> Self {
        Self {
            ticket: ticket.text,
            expires_ms: ticket.expires_ms,
            phone_ids,
        }
    }
}

impl From<DeckError> for ApiError {
    fn from(error: DeckError) -> Self {
        match error {
            DeckError::Unknown => Self::Refused(codes::PHONE_ABSENT),
            DeckError::Count => Self::Refused(codes::PHONE_COUNT),
            DeckError::Duplicate => Self::Refused(codes::DUPLICATE_PHONE),
            DeckError::Master => Self::Refused(codes::GROUP_MASTER),
            DeckError::Fault(fault) => fault.into(),
        }
    }
}
