//! Messages to one person, and their senders.

use std::error::Error;
use std::sync::Arc;

use domain::lang::Lang;
use thiserror::Error as ThisError;

use crate::{mail, sms};

/// Recipient of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipient {
    /// Phone number in international form: `+8613800000000`.
    Phone(String),
    /// A mail address.
    Mail(String),
}

/// Message with a code.
#[derive(Clone, PartialEq, Eq)]
pub struct Message {
    /// Recipient of the message.
    pub to: Recipient,
    /// Purpose of the message: `login`, `register`, … for codes, `expiry` for reminders. It chooses the template.
    pub purpose: &'static str,
    /// Subject of a mail; none for a code.
    pub subject: Option<String>,
    /// The template's variable: the code, or a reminder's title. Never logged.
    pub code: String,
    /// The whole text. Templates of SMS services have their own.
    pub text: String,
    /// The language of the text.
    pub lang: Lang,
}

/// Reason why a message was not sent. No variant holds its text or code.
#[derive(Debug, ThisError)]
pub enum SendError {
    /// No sender is set for this kind of recipient.
    #[error("no sender is set for this kind of recipient")]
    NotOffered,
    /// No answer in time, or no connection.
    #[error("the service cannot be reached")]
    Unreachable(#[source] Box<dyn Error + Send + Sync>),
    /// The service sends no more to this recipient for now.
    #[error("the service limits this recipient: {0}")]
    Limited(String),
    /// The service refused, with its message.
    #[error("the service refused: {0}")]
    Refused(String),
    /// The answer of the service does not follow its protocol.
    #[error("the service's answer is broken: {0}")]
    Broken(&'static str),
}

/// Longest answer of a service that is kept, in characters.
const ANSWER_MAX_CHARS: usize = 200;

/// A message that a service has taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedMessage {
    /// The service's answer in its own words: a status, and the message's id there.
    pub answer: String,
}

impl AcceptedMessage {
    /// Keeps the beginning of an answer.
    pub(crate) fn with(answer: &str) -> Self {
        Self {
            answer: answer.trim().chars().take(ANSWER_MAX_CHARS).collect(),
        }
    }
}

/// Kind of a sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Channel {
    Sms,
    Mail,
}

/// Source of a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// A variable of the environment.
    Environment,
    /// The file of settings.
    File,
    /// The product's default, or no value at all.
    Default,
    /// The demo, which has a stand-in for each service.
    Demo,
}

/// Value of a setting as operators may see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShownValue {
    /// No value is set.
    Absent,
    /// A secret is set; it is never shown.
    Secret,
    /// The value itself.
    Text(String),
}

/// A setting of a sender.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SenderSetting {
    /// Sender that the setting belongs to.
    pub channel: Channel,
    /// Variable of the environment that sets it.
    pub variable: String,
    /// Value, without its text where it is a secret.
    pub value: ShownValue,
    /// Source of the value in force.
    pub source: Source,
}

/// Senders of a server. Cheap to clone; what is missing is not offered.
#[derive(Clone, Default)]
pub struct Senders {
    /// Sender of SMS.
    pub sms: Option<sms::Sender>,
    /// Sender of mails.
    pub mail: Option<mail::Sender>,
    /// Settings that they are made of.
    pub settings: Arc<[SenderSetting]>,
}

impl Senders {
    /// Hands a message to its service; answers what the service said when it has taken it. `now_ms`: Unix milliseconds, part of signatures.
    pub async fn send(&self, message: &Message, now_ms: i64) -> Result<AcceptedMessage, SendError> {
        match &message.to {
            Recipient::Phone(number) => match &self.sms {
                Some(sender) => sender.send(number, message, now_ms).await,
                None => Err(SendError::NotOffered),
            },
            Recipient::Mail(address) => match &self.mail {
                Some(sender) => sender.send(address, message, now_ms).await,
                None => Err(SendError::NotOffered),
            },
        }
    }
}
