//! Checks of every handshake: our own pages, and a permit of the connection limiter. Session tokens shown instead of tickets are counted.

use std::net::IpAddr;

use actix_web::error::{ErrorForbidden, ErrorTooManyRequests};
use actix_web::{Error, HttpRequest};
use engine::{ConnectionPermit, Engine};

use crate::AppState;
use crate::http::{count_leaked_token, same_origin};

/// A handshake that may go on; dropping it frees its permit.
pub struct Handshake {
    address: IpAddr,
    _permit: ConnectionPermit,
}

impl Handshake {
    /// Checks whether a handshake may go on. Other origins are refused before a permit is taken.
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

    /// Counts a refused ticket that is in truth a session's token, which does not belong into an address, where logs keep it.
    pub async fn refused(&self, engine: &Engine, ticket: String) {
        count_leaked_token(engine, ticket, self.address).await;
    }
}
