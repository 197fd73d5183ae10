//! Messages to both members of an authorization.

use domain::access::Level;
use domain::display::format_time;
use domain::member::HIDDEN_NAME;
use domain::notices::{Message, Rented, SharingNews};
use domain::zone::Zone;

use crate::conn::AnyConn;
use crate::error::StoreError;
use crate::member;
use crate::notices;

/// Characters of a time for people, to the minute.
const MINUTE_CHARS: usize = 16;

/// Both members of an authorization.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Members {
    /// Owner's id.
    pub(super) owner_id: i64,
    /// Id of the other member.
    pub(super) guest_id: i64,
}

/// Content of the messages: level, end and phones of an authorization.
#[derive(Debug, Clone)]
pub(super) struct About {
    /// Level of the authorization.
    pub(super) level: Level,
    /// End of the authorization, Unix milliseconds; the latest of several.
    pub(super) until_ms: i64,
    /// Phones of the authorization.
    pub(super) phones: Vec<Rented>,
}

/// Writes a message to each of both members.
pub(super) fn tell(
    tx: &mut AnyConn,
    members: Members,
    (to_owner, to_guest): (SharingNews, SharingNews),
    about: &About,
    zone: Zone,
    now_ms: i64,
) -> Result<(), StoreError> {
    let Members { owner_id, guest_id } = members;
    for (reader, news, other) in [
        (owner_id, to_owner, guest_id),
        (guest_id, to_guest, owner_id),
    ] {
        let message = Message::Sharing {
            news,
            who: member::number_of(tx, other)?
                .map_or_else(|| HIDDEN_NAME.to_owned(), |number| number.masked()),
            level: about.level,
            until: moment(about.until_ms, zone),
            phones: about.phones.clone(),
        };
        notices::write(tx, reader, &message, now_ms)?;
    }
    Ok(())
}

/// A moment with its zone: the reader may live in another one.
fn moment(at_ms: i64, zone: Zone) -> String {
    let offset = zone.offset_minutes(at_ms);
    let text: String = format_time(at_ms, offset)
        .chars()
        .take(MINUTE_CHARS)
        .collect();
    let (sign, minutes) = (if offset < 0 { '-' } else { '+' }, offset.abs());
    format!("{text} (UTC{sign}{:02}:{:02})", minutes / 60, minutes % 60)
}
