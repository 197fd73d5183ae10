//! Sends reminders of expiry by SMS and mail, which the store hands out when they are due.

use std::time::Duration;

use causes::causes;
use connectors::{Message, Recipient};
use domain::notices::reminders::{PURPOSE, subject};
use store::reminders::{self, Outgoing};
use tokio::task::JoinSet;

use crate::Engine;
use crate::worker::repeat;

/// Pause between two checks for reminders.
const CHECK_EVERY: Duration = Duration::from_secs(1);

/// Sends due reminders for ever; a reminder that its sender does not accept is due again later.
pub(crate) async fn watch(engine: Engine) {
    repeat(CHECK_EVERY, || send_due(&engine)).await;
}

async fn send_due(engine: &Engine) {
    let due = match reminders::take_due(&engine.store, engine.clock.now_ms()).await {
        Ok(due) => due,
        Err(fault) => {
            tracing::error!(error = %causes(&fault), "read due reminders failed");
            return;
        }
    };
    let mut sending = JoinSet::new();
    for outgoing in due {
        let engine = engine.clone();
        sending.spawn(async move { engine.remind(outgoing).await });
    }
    while sending.join_next().await.is_some() {}
}

impl Engine {
    async fn remind(&self, outgoing: Outgoing) {
        let Outgoing {
            id,
            to,
            lang,
            message,
        } = outgoing;
        let message = Message {
            to: match to {
                reminders::Recipient::Phone(number) => Recipient::Phone(number.international()),
                reminders::Recipient::Mail(mail) => Recipient::Mail(mail.as_str().to_owned()),
            },
            purpose: PURPOSE,
            subject: Some(subject(&message.title(lang), lang)),
            code: message.title(lang),
            text: message.text(lang),
            lang,
        };
        match self.senders.send(&message, self.clock.now_ms()).await {
            Ok(_) => {
                tracing::info!(reminder_id = id, "reminder sent");
                if let Err(fault) = reminders::sent(&self.store, id).await {
                    tracing::error!(reminder_id = id, error = %causes(&fault), "mark reminder sent failed");
                }
            }
            Err(error) => {
                tracing::error!(reminder_id = id, error = %causes(&error), "send reminder failed");
            }
        }
    }
}
