//! Sends verification codes: the store decides whether one may be sent, a sender delivers it, and a code that was not sent does not count.

use std::net::IpAddr;
use std::sync::Arc;

use causes::causes;
use connectors::{Message, Recipient, SendError};
use domain::auth::{CaptchaAction, CodeRules, Purpose, Target};
use domain::lang::Lang;
use store::StoreError;
use store::auth::captcha::{self, CaptchaError, Drawn};
use store::auth::verification::{self, CodeRequest, CodeRequestError, OutgoingCode};
use thiserror::Error;

use crate::Engine;

/// Why no code was sent.
#[derive(Debug, Error)]
pub enum CodeError {
    /// The store refused.
    #[error(transparent)]
    Refused(#[from] CodeRequestError),
    /// This server sends no SMS, or no mail.
    #[error("no sender for this kind of target")]
    ChannelOff,
    /// The sender did not accept the code; another one may be requested at once.
    #[error("the code was not sent")]
    NotSent,
    /// A fault of ours.
    #[error(transparent)]
    Fault(#[from] StoreError),
}

/// A code that a sender accepted.
pub struct Sent {
    /// Id of the request, which the client sends back together with the code.
    pub uuid: String,
    /// Codes that the target may still get today.
    pub left: i64,
    /// Rules that the code was sent by.
    pub rules: CodeRules,
}

/// Observes the answer of each captcha: uuid, action, characters. Only a demo and tests have one, so that scripts can sign in.
pub type CaptchaObserver = Arc<dyn Fn(&str, CaptchaAction, &str) + Send + Sync>;

impl Engine {
    /// Draws a captcha and shows its answer to the observer, if there is one.
    pub async fn draw_captcha(
        &self,
        action: CaptchaAction,
        address: IpAddr,
    ) -> Result<Drawn, CaptchaError> {
        let now_ms = self.clock.now_ms();
        let drawn = captcha::draw(&self.store, action, Some(address), now_ms).await?;
        if let Some(captcha_observer) = &self.captcha_observer {
            captcha_observer(&drawn.uuid, action, &drawn.text);
        }
        Ok(drawn)
    }

    /// Sends a code. Numbers with and without an account are treated alike up to the sender, so that no answer tells whether there is an account.
    pub async fn send_code(&self, ask: CodeRequest, lang: Lang) -> Result<Sent, CodeError> {
        let by_mail = matches!(&ask.target, Some(Target::Mail(_)));
        let offered = if by_mail {
            self.senders.mail.is_some()
        } else {
            self.senders.sms.is_some()
        };
        if !offered {
            return Err(CodeError::ChannelOff);
        }
        let purpose = ask.purpose;
        let granted = verification::ask(&self.store, ask, self.clock.now_ms()).await?;
        // The delivery has a task of its own, so that a code that was counted is also sent when the caller hangs up.
        let engine = self.clone();
        tokio::spawn(async move { engine.deliver_code(granted, purpose, lang).await })
            .await
            .map_err(StoreError::from)?
    }

    /// Sends a code that the store granted; takes the grant back if the sender fails.
    async fn deliver_code(
        &self,
        granted: OutgoingCode,
        purpose: Purpose,
        lang: Lang,
    ) -> Result<Sent, CodeError> {
        let message = Message {
            to: match &granted.target {
                Target::Phone(number) => Recipient::Phone(number.international()),
                Target::Mail(mail) => Recipient::Mail(mail.as_str().to_owned()),
            },
            purpose: purpose.into_str(),
            subject: None,
            text: purpose.message(&granted.code, &granted.by, granted.rules, lang),
            code: granted.code.clone(),
            lang,
        };
        match self.senders.send(&message, self.clock.now_ms()).await {
            Ok(_) => Ok(Sent {
                uuid: granted.uuid,
                left: granted.left,
                rules: granted.rules,
            }),
            Err(error) => {
                tracing::error!(
                    error = %causes(&error),
                    purpose = purpose.into_str(),
                    recipient = granted.target.masked(),
                    "send verification code failed"
                );
                let now_ms = self.clock.now_ms();
                verification::not_sent(&self.store, granted, now_ms).await?;
                Err(match error {
                    SendError::NotOffered => CodeError::ChannelOff,
                    SendError::Unreachable(_)
                    | SendError::Limited(_)
                    | SendError::Refused(_)
                    | SendError::Broken(_) => CodeError::NotSent,
                })
            }
        }
    }
}
