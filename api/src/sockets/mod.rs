//! The sockets: one phone (`play`), small pictures of many and the phones of a group (`deck`), news of a member (`member`), unread
//! messages (`notice`), a page that plays a clip (`clip`).
//!
//! A socket is opened with a one-time ticket, tells the browser why it ends, then closes with a code. Pictures go out through the
//! `picture_stream`, never through a queue of their own.

mod account;
mod clip;
pub mod closing_handshake;
mod deck;
mod entry;
pub mod frames;
pub mod guard;
pub mod idle;
mod member;
mod notice;
mod pace;
mod picture_socket;
pub mod picture_stream;
mod play;
mod text;
mod web_socket;

use std::any::Any;
use std::future::{Ready, ready};
use std::time::Duration;

use actix_web::dev::{Extensions, Payload};
use actix_web::error::ErrorForbidden;
use actix_web::http::header::{self, HeaderName};
use actix_web::rt::net::TcpStream;
use actix_web::{Error, FromRequest, HttpRequest, web};
use causes::causes;
use serde::Deserialize;
use socket2::SockRef;
use tokio::sync::watch;

/// Kernel's send buffer of one connection: the memory that a stuck viewer costs outside this process.
const SEND_BUFFER_BYTES: usize = 128 * 1024;
/// Unsent bytes above which the kernel takes no more.
const NOT_SENT_BYTES_MAX: u32 = 16 * 1024;
/// Time after which a peer that acknowledges nothing is gone.
const PEER_GONE_AFTER: Duration = Duration::from_secs(30);

pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(play::play_socket)
        .service(deck::deck_socket)
        .service(member::member_socket)
        .service(notice::notice_socket)
        .service(clip::clip_socket);
}

/// Caps the kernel's buffers of a new connection, and keeps its file descriptor for [`closing_handshake`].
/// `HttpServer::on_connect` calls this.
pub fn prepare(connection: &dyn Any, data: &mut Extensions) {
    let Some(stream) = connection.downcast_ref::<TcpStream>() else {
        return;
    };
    data.insert(closing_handshake::TcpConnection::of(stream));
    let socket = SockRef::from(stream);
    let capped = socket
        .set_send_buffer_size(SEND_BUFFER_BYTES)
        .and_then(|()| socket.set_tcp_notsent_lowat(NOT_SENT_BYTES_MAX))
        .and_then(|()| socket.set_tcp_user_timeout(Some(PEER_GONE_AFTER)));
    if let Err(error) = capped {
        tracing::warn!(error = %causes(&error), "cap socket buffers failed");
    }
}

/// The next value; pending forever once the sender is gone.
async fn next<T: Clone>(receiver: &mut watch::Receiver<T>) -> T {
    match receiver.changed().await {
        Ok(()) => receiver.borrow_and_update().clone(),
        Err(_) => std::future::pending().await,
    }
}

/// Header that carries a program's ticket.
const TICKET: HeaderName = HeaderName::from_static("x-ticket");

/// Ticket that opens a socket. A browser has no other place for it than the address, as `token`; a program, which sends no
/// `Origin`, shows it in a header.
struct TicketParam(String);

/// Query of a browser's handshake.
#[derive(Deserialize)]
struct TicketQuery {
    token: String,
}

impl FromRequest for TicketParam {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let ticket = if request.headers().contains_key(header::ORIGIN) {
            web::Query::<TicketQuery>::from_query(request.query_string())
                .ok()
                .map(|shown| shown.into_inner().token)
        } else {
            let shown = request.headers().get(TICKET);
            shown.and_then(|v| v.to_str().ok()).map(str::to_owned)
        };
        ready(
            ticket
                .map(Self)
                .ok_or_else(|| ErrorForbidden("a ticket opens this")),
        )
    }
}
