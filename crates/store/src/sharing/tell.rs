//! Messages to both members of an authorization.

use domain::access::Level;
use domain::member::HIDDEN_NAME;
use domain::notices::{Message, Rented, SharingNews};
use domain::zone::Zone;

use crate::db::conn::AnyConn;
use crate::error::StoreError;
use crate::member;
use crate::notices;

/// Owner and guest of an authorization.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Members {
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
            until: zone.moment_of(about.until_ms),
            phones: about.phones.clone(),
        };
        notices::write(tx, reader, &message, now_ms)?;
    }
    Ok(())
}
