//! What every handshake passes: our own pages, and a permit of the connection limiter; and what happens to tokens that are shown instead of tickets.

use std::net::IpAddr;

use actix_web::error::{ErrorForbidden, ErrorTooManyRequests};
use actix_web::{Error, HttpRequest};
use engine::{ConnectionPermit, Engine};

use crate::AppState;
use crate::http::{note_shown, same_origin};

/// A handshake that may go on; dropped, its permit is free.
pub struct Handshake {
    address: IpAddr,
    _permit: ConnectionPermit,
}

impl Handshake {
    /// Asks whether a handshake may go on. Nothing is spent on strangers.
    pub fn admit(request: &HttpRequest, state: &AppState) -> Result<Self, Error> {
        if !same_origin(request, state) {
            return Err(ErrorForbidden(
                "sockets are opened by this server's own pages",
            ));
        }
        let address = state.proxies.client_of(request);
        let permit = state
            .engine
            .connections
            .of_address(address)
            .ok_or_else(|| ErrorTooManyRequests("too many sockets from this address"))?;
        Ok(Self {
            address,
            _permit: permit,
        })
    }

    /// A ticket opened nothing: was it a session's token? Such a thing does not belong into an address, and is counted.
    pub async fn refused(&self, engine: &Engine, ticket: String) {
        note_shown(engine, ticket, self.address).await;
    }
}
