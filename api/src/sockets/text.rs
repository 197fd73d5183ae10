//! Socket of text messages: a client's `ping` is answered with `pong`; every other message goes to the client.

use actix_web::{Error, HttpRequest, HttpResponse, web};
use actix_ws::CloseCode;
use domain::live::{CLOSE_BAD_MESSAGE, PING, PONG, SAID_A_SECOND_MAX, SAID_MAX_BYTES};

use super::guard::Bounds;
use super::web_socket::{Left, Received, Stop, WebSocket};

const BOUNDS: Bounds = Bounds {
    message_max_bytes: SAID_MAX_BYTES,
    a_second_max: SAID_A_SECOND_MAX,
};

/// An upgraded socket of text.
pub struct TextSocket(WebSocket);

impl TextSocket {
    /// Upgrades a request. The caller has checked it.
    pub fn open(request: &HttpRequest, body: web::Payload) -> Result<(HttpResponse, Self), Error> {
        let (response, web_socket) = WebSocket::open(request, body, BOUNDS)?;
        Ok((response, Self(web_socket)))
    }

    /// Sends a text. A browser that does not take it in time is gone.
    pub async fn send(&mut self, text: String) -> Result<(), Left> {
        self.0.send_text(text).await
    }

    /// Listens until the socket ends: pings are answered, every other text is ignored.
    pub async fn listen(&mut self) -> Stop {
        loop {
            match self.0.next().await {
                Ok(Received::Text(text)) if text == PING => {
                    if let Err(left) = self.send(PONG.to_owned()).await {
                        return Stop::Left(left);
                    }
                }
                Ok(Received::Text(_) | Received::Tick) => {}
                Ok(Received::Bytes(_)) => {
                    return Stop::Broken(
                        CloseCode::Other(CLOSE_BAD_MESSAGE),
                        "only text is spoken here",
                    );
                }
                Err(stop) => return stop,
            }
        }
    }

    /// Closes with a code and a reason.
    pub async fn close(self, code: CloseCode, words: &str) {
        self.0.close(code, words).await;
    }
}
