//! Ends open sockets whose right is over: every half second the store is asked about all of them at once.

use std::time::Duration;

use causes::causes;
use domain::access::Level;
use domain::play::EndReason;
use domain::sharing::GrantEnd;
use store::access::{self, AccessStatus, Watch};

use crate::Engine;
use crate::screen_sockets::{SocketEntry, SocketKind};
use crate::worker::repeat;

/// Pause between two checks, short enough that the pictures of a socket end within a second after its right.
const CHECK_EVERY: Duration = Duration::from_millis(500);

/// Checks the rights of all open sockets, for ever.
pub async fn watch(engine: Engine) {
    repeat(CHECK_EVERY, || check_all(&engine)).await;
}

async fn check_all(engine: &Engine) {
    let open = engine.screen_sockets.entries();
    if open.is_empty() {
        return;
    }
    let now_ms = engine.clock.now_ms();
    let watches = open.iter().map(|entry| entry.watch.clone()).collect();
    match access::status(&engine.store, watches, now_ms).await {
        Ok(statuses) => {
            for (entry, status) in open.iter().zip(statuses) {
                judge(engine, entry, &status, now_ms);
            }
        }
        // While the store cannot answer, open sockets go on, and nobody can open another one either.
        Err(fault) => tracing::error!(
            error = %causes(&fault),
            "check rights of sockets failed"
        ),
    }
}

impl Engine {
    /// Reason for the end of a socket's right, if it has ended. Callers ask when the pictures break off, which may be the first sign of that.
    pub async fn right_ended(&self, watch: Watch, kind: SocketKind) -> Option<EndReason> {
        let (now_ms, member) = (self.clock.now_ms(), watch.actor.member_id());
        let statuses = access::status(&self.store, vec![watch], now_ms).await;
        statuses
            .ok()?
            .first()
            .and_then(|of| reason(kind, member, of, now_ms))
    }
}

fn judge(engine: &Engine, entry: &SocketEntry, status: &AccessStatus, now_ms: i64) {
    let member = entry.watch.actor.member_id();
    match (entry.kind, verdict(entry.kind, member, status, now_ms)) {
        (SocketKind::Deck, Verdict::Stays) => engine
            .screen_sockets
            .update_access(entry.id, &status.phones),
        // The page of a clip depends on its session alone.
        (SocketKind::Clip, Verdict::Stays) => {}
        (SocketKind::Play { .. }, Verdict::Stays) => {
            if let Some(level) = status.phones.first().and_then(|phone| phone.level) {
                engine.screen_sockets.set_level(entry.id, level);
            }
        }
        // Control may have passed on since the sockets were listed, so the epoch is compared again under their lock.
        (
            SocketKind::Play {
                control: Some(epoch),
                ..
            },
            Verdict::Over(reason),
        ) if matches!(reason, EndReason::Elsewhere | EndReason::Lowered) => {
            engine
                .screen_sockets
                .end_controller(entry.id, epoch, reason);
        }
        (_, Verdict::Over(reason)) => engine.screen_sockets.end(entry.id, reason),
        (_, Verdict::Replaced { epoch, by }) if entry.watch.actor.delegation().is_none() => {
            engine.screen_sockets.revoke_control(entry.id, epoch, by);
        }
        (_, Verdict::Replaced { epoch, .. }) => {
            engine
                .screen_sockets
                .end_controller(entry.id, epoch, EndReason::Elsewhere);
        }
    }
}

/// Result of checking a socket's right.
enum Verdict {
    /// The socket goes on.
    Stays,
    /// The seat belongs to another member: the socket goes on without control, unless its page is delegated.
    Replaced {
        /// The socket's epoch.
        epoch: u32,
        /// The other member.
        by: i64,
    },
    /// The socket ends. A deck goes on when it loses some of its phones.
    Over(EndReason),
}

/// Reason for which a socket must end; none where it goes on, with or without control.
fn reason(kind: SocketKind, member: i64, status: &AccessStatus, now_ms: i64) -> Option<EndReason> {
    match verdict(kind, member, status, now_ms) {
        Verdict::Over(reason) => Some(reason),
        Verdict::Stays | Verdict::Replaced { .. } => None,
    }
}

fn verdict(kind: SocketKind, member: i64, status: &AccessStatus, now_ms: i64) -> Verdict {
    if let SocketKind::Play {
        trial: true,
        until_ms,
        ..
    } = kind
        && now_ms >= until_ms
    {
        return Verdict::Over(EndReason::TimeUp);
    }
    // Taking the seat of a trial ends its session as well; the visitor is told the cause.
    if let SocketKind::Play {
        trial: true,
        control: Some(epoch),
        ..
    } = kind
        && let Some(phone) = status.phones.first()
        && phone.epoch != epoch
        && phone.holder.is_some()
    {
        return Verdict::Over(EndReason::Elsewhere);
    }
    if !status.signed_in {
        return Verdict::Over(EndReason::SignedOut);
    }
    let SocketKind::Play {
        control,
        until_ms,
        level: opened,
        trial,
    } = kind
    else {
        return Verdict::Stays;
    };
    let Some(phone) = status.phones.first() else {
        return Verdict::Stays;
    };
    let needed = if control.is_some() && !trial {
        Level::Operate
    } else {
        Level::View
    };
    Verdict::Over(match phone.level {
        _ if phone.expired => EndReason::Expired,
        Some(_) if phone.maintained => EndReason::Status,
        Some(level) if level.allows(needed) => {
            return match (control.filter(|epoch| *epoch != phone.epoch), phone.holder) {
                (None, _) => Verdict::Stays,
                (Some(epoch), Some(by)) if by != member => Verdict::Replaced { epoch, by },
                (Some(_), _) => Verdict::Over(EndReason::Elsewhere),
            };
        }
        Some(_) => EndReason::Lowered,
        None if opened == Level::Owner => EndReason::Expired,
        None => match phone.ended {
            Some(GrantEnd::Left) => EndReason::Left,
            Some(GrantEnd::Expired) => EndReason::Expired,
            None if now_ms >= until_ms => EndReason::Expired,
            Some(GrantEnd::Recalled) | None => EndReason::Recalled,
        },
    })
}

#[cfg(test)]
mod tests {
    use store::access::PhoneAccess;

    use super::*;

    const NOW: i64 = 1_800_000_000_000;
    const ME: i64 = 7;
    const OTHER: i64 = 8;
    const EPOCH: u32 = 5;

    fn phone(level: Option<Level>) -> PhoneAccess {
        PhoneAccess {
            phone_id: 1,
            level,
            ended: None,
            expired: false,
            maintained: false,
            epoch: EPOCH,
            holder: Some(ME),
        }
    }

    /// Verdict on a socket that was opened at a level, with or without control, by the present access to its phone.
    fn judged(opened: Level, controls: bool, phone: PhoneAccess) -> Result<Option<i64>, EndReason> {
        let kind = SocketKind::Play {
            control: controls.then_some(EPOCH),
            until_ms: NOW + 1,
            level: opened,
            trial: false,
        };
        let status = AccessStatus {
            signed_in: true,
            phones: vec![phone],
        };
        match verdict(kind, ME, &status, NOW) {
            Verdict::Stays => Ok(None),
            Verdict::Replaced { epoch, by } => {
                assert_eq!(epoch, EPOCH);
                Ok(Some(by))
            }
            Verdict::Over(reason) => Err(reason),
        }
    }

    #[test]
    fn each_way_in_which_a_right_ends_has_its_own_words() {
        let gone = |ended| PhoneAccess {
            ended,
            ..phone(None)
        };
        let late = PhoneAccess {
            expired: true,
            ..phone(Some(Level::Owner))
        };
        let viewed = phone(Some(Level::View));
        let maintained = PhoneAccess {
            maintained: true,
            ..phone(Some(Level::Owner))
        };
        for (opened, controls, now, reason) in [
            (
                Level::Operate,
                true,
                gone(Some(GrantEnd::Recalled)),
                EndReason::Recalled,
            ),
            (
                Level::View,
                false,
                gone(Some(GrantEnd::Recalled)),
                EndReason::Recalled,
            ),
            (
                Level::Operate,
                true,
                gone(Some(GrantEnd::Left)),
                EndReason::Left,
            ),
            (
                Level::View,
                false,
                gone(Some(GrantEnd::Expired)),
                EndReason::Expired,
            ),
            // The phone was taken from a sub-account, which was switched off or removed, so no grant ended.
            (Level::Operate, true, gone(None), EndReason::Recalled),
            (Level::Operate, true, viewed, EndReason::Lowered),
            (Level::Owner, true, late, EndReason::Expired),
            (Level::Owner, true, maintained, EndReason::Status),
            (Level::Owner, false, maintained, EndReason::Status),
            (Level::Owner, false, gone(None), EndReason::Expired),
        ] {
            assert_eq!(
                judged(opened, controls, now),
                Err(reason),
                "{opened:?} {now:?}"
            );
        }
        assert_eq!(
            judged(Level::Operate, false, viewed),
            Ok(None),
            "a viewer looks on"
        );
        assert_eq!(
            judged(Level::Operate, true, phone(Some(Level::Operate))),
            Ok(None)
        );
    }

    #[test]
    fn whoever_is_signed_out_is_over_whatever_it_opened() {
        let status = AccessStatus {
            signed_in: false,
            phones: vec![phone(Some(Level::Owner))],
        };
        for kind in [
            SocketKind::Deck,
            SocketKind::Clip,
            SocketKind::Play {
                control: Some(EPOCH),
                until_ms: NOW + 1,
                level: Level::Owner,
                trial: false,
            },
        ] {
            let over = reason(kind, ME, &status, NOW);
            assert_eq!(over, Some(EndReason::SignedOut));
        }
    }

    #[test]
    fn the_page_of_a_trial_controls_with_a_right_to_view_until_its_time_is_up() {
        let kind = SocketKind::Play {
            control: Some(EPOCH),
            until_ms: NOW,
            level: Level::View,
            trial: true,
        };
        let ended = |signed_in, now_ms| {
            let status = AccessStatus {
                signed_in,
                phones: vec![phone(Some(Level::View))],
            };
            reason(kind, ME, &status, now_ms)
        };
        assert_eq!(ended(true, NOW - 1), None);
        assert_eq!(ended(false, NOW - 1), Some(EndReason::SignedOut));
        assert_eq!(ended(false, NOW), Some(EndReason::TimeUp));
        assert_eq!(ended(true, NOW), Some(EndReason::TimeUp));
    }

    #[test]
    fn the_page_of_a_trial_whose_seat_was_taken_ends_as_opened_elsewhere_though_its_session_is_over()
     {
        let kind = SocketKind::Play {
            control: Some(EPOCH),
            until_ms: NOW,
            level: Level::View,
            trial: true,
        };
        let ended = |epoch, holder| {
            let status = AccessStatus {
                signed_in: false,
                phones: vec![PhoneAccess {
                    epoch,
                    holder,
                    ..phone(Some(Level::View))
                }],
            };
            reason(kind, ME, &status, NOW - 1)
        };
        assert_eq!(ended(EPOCH + 1, Some(OTHER)), Some(EndReason::Elsewhere));
        assert_eq!(ended(EPOCH + 1, None), Some(EndReason::SignedOut));
        assert_eq!(ended(EPOCH, Some(OTHER)), Some(EndReason::SignedOut));
    }

    #[test]
    fn a_controller_goes_on_without_control_when_another_has_it_and_ends_when_it_opened_it_elsewhere()
     {
        let replaced = |holder| PhoneAccess {
            epoch: EPOCH + 1,
            holder,
            ..phone(Some(Level::Operate))
        };
        assert_eq!(
            judged(Level::Operate, true, replaced(Some(OTHER))),
            Ok(Some(OTHER))
        );
        for holder in [Some(ME), None] {
            let end = judged(Level::Operate, true, replaced(holder));
            assert_eq!(end, Err(EndReason::Elsewhere), "{holder:?}");
        }
        assert_eq!(
            judged(Level::Operate, false, replaced(Some(OTHER))),
            Ok(None)
        );
    }
}
