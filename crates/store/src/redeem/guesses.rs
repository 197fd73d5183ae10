//! Limits on wrong codes, by account and by address: whoever tries too many gets no answer for a while.

use std::net::IpAddr;

use domain::redeem::{ACCOUNT_GUESSES, ADDRESS_GUESSES, GUESS_WINDOW_MS, Refusal};

use super::RedeemError;
use crate::db::conn::AnyConn;
use crate::limits::{self, Exhausted, Limit, Renewal};
use crate::secrets::Secret;
use crate::session::Actor;

/// Member who sends a code, and the address of the client.
#[derive(Debug, Clone)]
pub struct Guesser {
    /// Actor of the session.
    pub actor: Actor,
    /// Address of the client.
    pub address: Option<IpAddr>,
}

/// A guess that was counted, and can be given back.
pub(super) struct Counted {
    names: [String; 2],
}

/// Counts a guess; refuses it when there were too many wrong ones.
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
    // An account is limited in any ten minutes whatsoever; an address, which many people share, is counted from its first wrong code.
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
    /// Takes a guess off the count, since the code was right.
    pub(super) fn give_back(&self, tx: &mut AnyConn) -> Result<(), diesel::result::Error> {
        self.names
            .iter()
            .try_for_each(|name| limits::give_back(tx, name))
    }
}
