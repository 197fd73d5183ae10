//! Mail over SMTP (RFC 5321): implicit TLS, STARTTLS, or plain on this machine only.

use std::error::Error;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use domain::lang::Words;
use lettre::address::AddressError;
use lettre::message::Mailbox;
use lettre::message::header::{ContentType, Header, HeaderName, HeaderValue};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::{self, AsyncSmtpTransportBuilder, PoolConfig};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use tokio::sync::Semaphore;

use crate::{AcceptedMessage, Message, Secret, SendError};

/// Subject of mails with a code.
const SUBJECT: Words = Words::new("Owldeck 验证码", "Your Owldeck code");
/// Timeout for one answer of the server.
const STEP: Duration = Duration::from_secs(10);
/// Timeout for a whole mail.
const DEADLINE: Duration = Duration::from_secs(30);
/// Most mails being sent at once; further ones wait.
const AT_ONCE: usize = 4;

/// Protection of the connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protection {
    /// TLS after `STARTTLS`, or no mail; usually port 587.
    #[default]
    Starttls,
    /// TLS from the first byte; usually port 465.
    Implicit,
    /// No protection: only for a server on this machine.
    Plain,
}

/// A mail server.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Name or address of the server.
    pub host: String,
    /// Port; 587 or 465 by [`Protection`] when missing.
    pub port: Option<u16>,
    /// Protection of the connection.
    pub protection: Protection,
    /// Account name and password, where the server asks for them.
    pub account: Option<(String, Secret)>,
    /// The sender: `Owldeck <no-reply@example.com>`.
    pub from: String,
}

/// Reason why a sender cannot be made of its settings.
#[derive(Debug, Error)]
pub enum MailConfigError {
    /// The sender is no mail address.
    #[error("the sender's mail address cannot be read")]
    From(#[from] AddressError),
    /// Codes and passwords would cross a network unprotected.
    #[error("mail without TLS is allowed to a server on this machine only")]
    Plain,
    /// A plain connection needs a port: none is assumed.
    #[error("a mail server without TLS needs a port")]
    Port,
    /// Making the client for the server failed.
    #[error("no mail client")]
    Client(#[from] smtp::Error),
}

/// Sender of mails. Cheap to clone.
///
/// Each mail has a connection of its own: codes are rare, and a kept connection would have to be closed inside the runtime.
#[derive(Clone)]
pub struct Sender {
    server: AsyncSmtpTransportBuilder,
    from: Mailbox,
    places: Arc<Semaphore>,
}

impl Sender {
    /// Checks the settings; the server is first connected to when a mail is sent.
    pub fn new(settings: Settings) -> Result<Self, MailConfigError> {
        let Settings {
            host,
            port,
            protection,
            account,
            from,
        } = settings;
        let from = from.parse()?;
        let mut builder = match protection {
            Protection::Starttls => AsyncSmtpTransport::<Tokio1Executor>::starttls_relay(&host)?,
            Protection::Implicit => AsyncSmtpTransport::<Tokio1Executor>::relay(&host)?,
            Protection::Plain if !on_this_machine(&host) => return Err(MailConfigError::Plain),
            Protection::Plain if port.is_none() => return Err(MailConfigError::Port),
            Protection::Plain => AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&host),
        };
        if let Some(port) = port {
            builder = builder.port(port);
        }
        if let Some((name, password)) = account {
            builder = builder.credentials(Credentials::new(name, password.expose().to_owned()));
        }
        Ok(Self {
            server: builder
                .timeout(Some(STEP))
                .pool_config(PoolConfig::new().max_size(1)),
            from,
            places: Arc::new(Semaphore::new(AT_ONCE)),
        })
    }

    /// Sends a mail to an address; answers what the server said when it has taken it.
    pub async fn send(
        &self,
        address: &str,
        message: &Message,
        now_ms: i64,
    ) -> Result<AcceptedMessage, SendError> {
        let to: Address = address
            .parse()
            .map_err(|_| SendError::Refused("no mail address".to_owned()))?;
        let since = Duration::from_millis(u64::try_from(now_ms).unwrap_or_default());
        let mail = lettre::Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(
                message
                    .subject
                    .as_deref()
                    .unwrap_or_else(|| SUBJECT.in_lang(message.lang)),
            )
            .date(UNIX_EPOCH + since)
            .message_id(None)
            .header(AutoSubmitted)
            .header(Purpose(message.purpose))
            .header(ContentType::TEXT_PLAIN)
            .body(message.text.clone())
            .map_err(|error| SendError::Refused(error.to_string()))?;
        let sending = async {
            let _place = self.places.acquire().await;
            let transport = self.server.clone().build::<Tokio1Executor>();
            let sent = transport.send(mail).await;
            transport.shutdown().await;
            sent
        };
        match tokio::time::timeout(DEADLINE, sending).await {
            Ok(Ok(reply)) => {
                let words = reply.first_line().unwrap_or_default();
                Ok(AcceptedMessage::with(&format!("{} {words}", reply.code())))
            }
            Ok(Err(error)) => Err(refusal(error)),
            Err(late) => Err(SendError::Unreachable(Box::new(late))),
        }
    }
}

/// Header of RFC 3834, so that no out-of-office mail answers a code.
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

/// Header with the purpose of the code, so that mail servers and people can sort by it.
#[derive(Clone)]
struct Purpose(&'static str);

impl Header for Purpose {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("X-Owldeck-Purpose")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn Error + Send + Sync>> {
        Err("this header is only written".into())
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), self.0.to_owned())
    }
}

/// Reason of a failure, from the server's answer if there is one. 450 and 452 are how mail servers slow somebody down (RFC 5321, 4.2.3).
fn refusal(error: smtp::Error) -> SendError {
    match error.status() {
        Some(code) if matches!(u16::from(code), 450 | 452) => SendError::Limited(code.to_string()),
        Some(code) => SendError::Refused(code.to_string()),
        None if error.is_response() => SendError::Broken("no SMTP"),
        None => SendError::Unreachable(Box::new(error)),
    }
}

fn on_this_machine(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(host: &str, port: Option<u16>) -> Result<Sender, MailConfigError> {
        Sender::new(Settings {
            host: host.to_owned(),
            port,
            protection: Protection::Plain,
            account: None,
            from: "Owldeck <no-reply@owldeck.example>".to_owned(),
        })
    }

    #[test]
    fn without_tls_only_a_server_on_this_machine_is_asked() {
        assert!(plain("127.0.0.1", Some(25)).is_ok());
        assert!(plain("::1", Some(25)).is_ok());
        assert!(matches!(
            plain("mail.example", Some(25)),
            Err(MailConfigError::Plain)
        ));
        assert!(matches!(
            plain("192.0.2.1", Some(25)),
            Err(MailConfigError::Plain)
        ));
        assert!(matches!(
            plain("127.0.0.1", None),
            Err(MailConfigError::Port)
        ));
    }
}
