//! Wrong codes are counted for the account and for the address: whoever tries many is not answered any more for a while.

use std::net::IpAddr;

use domain::redeem::{ACCOUNT_GUESSES, ADDRESS_GUESSES, GUESS_WINDOW_MS, Refusal};

use super::RedeemError;
use crate::conn::AnyConn;
use crate::limits::{self, Exhausted, Limit, Renewal};
use crate::secrets::Secret;
use crate::session::Actor;

/// Who shows a code, and from where.
#[derive(Debug, Clone)]
pub struct Guesser {
    /// Whose session.
    pub actor: Actor,
    /// Where its client is.
    pub address: Option<IpAddr>,
}

/// A guess that is counted until it is given back.
pub(super) struct Counted {
    names: [String; 2],
}

/// Counts a guess; refused when too many were wrong.
pub(super) fn count(
    tx: &mut AnyConn,
    secret: &Secret,
    guesser: &Guesser,
    now_ms: i64,
) -> Result<Counted, RedeemError> {
    let names = [
        format!("redeem-account:{}", guesser.actor.member_id()),
        limits::of_address(secret, "redeem", guesser.address),
    ];
    // No ten minutes whatsoever hold more wrong codes of one account; an address, which many share, is counted from its first one.
    let all = [
        (ACCOUNT_GUESSES, Renewal::AfterLast),
        (ADDRESS_GUESSES, Renewal::AfterFirst),
    ];
    for (name, (most, renewal)) in names.iter().zip(all) {
        let limit = Limit {
            most,
            window_ms: GUESS_WINDOW_MS,
            renewal,
        };
        limits::spend(tx, name, limit, now_ms)?.map_err(|Exhausted { retry_after_ms }| {
            RedeemError::Refused(Refusal::TooMany { retry_after_ms })
        })?;
    }
    Ok(Counted { names })
}

impl Counted {
    /// The code was right: it was no guess.
    pub(super) fn give_back(&self, tx: &mut AnyConn) -> Result<(), diesel::result::Error> {
        self.names
            .iter()
            .try_for_each(|name| limits::give_back(tx, name))
    }
}
