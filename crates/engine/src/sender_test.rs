//! Test messages by which operators try the senders of SMS and mail.

use causes::causes;
use connectors::{Channel, Message, Recipient, SendError};
use domain::auth::Target;
use domain::lang::{Lang, Words};
use store::StoreError;
use store::audit::Author;
use store::auth::entry::{self, TestError as StoreTestError};
use thiserror::Error;

use crate::Engine;

/// Purpose of a test message, which chooses the service's template.
const PURPOSE: &str = "test";
/// Code in a test message, which nothing accepts.
const CODE: &str = "000000";
/// Text of a test message.
const TEXT: Words = Words::new(
    "【Owldeck】这是一条测试消息，其中的验证码 000000 不能用于任何操作。",
    "[Owldeck] This is a test message. The code 000000 in it opens nothing.",
);
/// Subject of a test mail.
const SUBJECT: Words = Words::new("Owldeck 测试邮件", "Owldeck test mail");

/// Outcome of a test message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The service accepted the message.
    Taken,
    /// The service sends no more to this recipient for now.
    Limited,
    /// The service refused the message.
    Refused,
    /// No answer in time, or no connection.
    Unreachable,
    /// The answer does not follow the service's protocol, or no template fits.
    Broken,
}

/// A test message that was sent, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SenderTest {
    /// Sender that the message went through.
    pub channel: Channel,
    /// How the sender's service answered.
    pub outcome: Outcome,
    /// The text of the service's answer, or of the error where there is none.
    pub answer: String,
    /// Time until the answer, in milliseconds.
    pub took_ms: i64,
}

/// Why no sender was tried.
#[derive(Debug, Error)]
pub enum TestError {
    /// This server sends no SMS, or no mail.
    #[error("no sender for this kind of target")]
    ChannelOff,
    /// Refused by the store.
    #[error(transparent)]
    Refused(#[from] StoreTestError),
    /// A fault of ours.
    #[error(transparent)]
    Fault(#[from] StoreError),
}

impl Engine {
    /// Sends a message to a number or an address and answers what its service said.
    pub async fn test_sender(
        &self,
        author: Author,
        target: Target,
        lang: Lang,
    ) -> Result<SenderTest, TestError> {
        let (channel, offered, masked, to) = match &target {
            Target::Phone(number) => (
                Channel::Sms,
                self.senders.sms.is_some(),
                number.masked(),
                Recipient::Phone(number.international()),
            ),
            Target::Mail(mail) => (
                Channel::Mail,
                self.senders.mail.is_some(),
                mail.masked(),
                Recipient::Mail(mail.as_str().to_owned()),
            ),
        };
        if !offered {
            return Err(TestError::ChannelOff);
        }
        entry::count_test(&self.store, &author).await?;
        let message = Message {
            to,
            purpose: PURPOSE,
            subject: Some(SUBJECT.in_lang(lang).to_owned()),
            code: CODE.to_owned(),
            text: TEXT.in_lang(lang).to_owned(),
            lang,
        };
        // The test has a task of its own, so that it is recorded also when the caller hangs up.
        let engine = self.clone();
        tokio::spawn(async move {
            engine
                .send_and_note(author, message, (channel, masked))
                .await
        })
        .await
        .map_err(StoreError::from)?
    }

    async fn send_and_note(
        &self,
        author: Author,
        message: Message,
        (channel, masked): (Channel, String),
    ) -> Result<SenderTest, TestError> {
        let (begun_ms, now_ms) = (self.clock.elapsed_ms(), self.clock.now_ms());
        let sent = self.senders.send(&message, now_ms).await;
        let took_ms = self.clock.elapsed_ms() - begun_ms;
        let (outcome, answer) = match sent {
            Ok(taken) => (Outcome::Taken, taken.answer),
            Err(error) => {
                let outcome = match error {
                    SendError::Limited(_) => Outcome::Limited,
                    SendError::Refused(_) => Outcome::Refused,
                    SendError::Unreachable(_) => Outcome::Unreachable,
                    SendError::Broken(_) | SendError::NotOffered => Outcome::Broken,
                };
                (outcome, causes(&error).to_string())
            }
        };
        let name = match channel {
            Channel::Sms => "sms",
            Channel::Mail => "mail",
        };
        let became = (outcome == Outcome::Taken, answer.clone());
        entry::note_test(&self.store, author, (name, masked), became).await?;
        Ok(SenderTest {
            channel,
            outcome,
            answer,
            took_ms,
        })
    }
}
