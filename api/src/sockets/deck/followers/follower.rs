//! Task of one follower, from joining to its release.

use std::sync::Arc;
use std::time::Duration;

use causes::causes;
use domain::play::{Following, Stage};
use engine::Engine;
use fleet::{InputAccess, PictureKind, Watch};
use store::play::{self, StartError};
use store::session::Actor;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::time::{Instant, sleep, sleep_until};

use super::{FollowerEvent, News};
use crate::sockets::next;

/// Pause before a phone that could not follow, for a reason that may pass, is tried again.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(5);

/// Longest turn of a joining phone: a phone that takes longer to show its screen gives its turn to the next, and goes on joining.
const TURN_MAX: Duration = Duration::from_secs(3);

/// How a follower is released.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leave {
    /// The seat is free for anybody.
    LetGo,
    /// The connection was cut: the browser may come back for the seat.
    Cut,
}

/// Task that holds a phone's seat for a group. The task runs until it is told to stop, and gives up the seat before it ends.
pub(super) struct Task {
    pub(super) engine: Engine,
    pub(super) actor: Actor,
    pub(super) phone_id: i64,
    pub(super) slot: u16,
    pub(super) of_try: u64,
    pub(super) turns: Arc<Semaphore>,
    pub(super) news: mpsc::Sender<News>,
    pub(super) stopped: watch::Receiver<Option<Leave>>,
}

impl Task {
    pub(super) async fn run(mut self) {
        while let Some((state, detail)) = self.follow().await {
            self.say(FollowerEvent::Follows(state, detail)).await;
            if !self.rest(state).await {
                return;
            }
        }
    }

    async fn say(&self, event: FollowerEvent) {
        let news = News {
            slot: self.slot,
            of_try: self.of_try,
            event,
        };
        // The socket may be closed already.
        let _ = self.news.send(news).await;
    }

    /// Takes the seat and holds it until the phone can follow no longer, and returns the reason; none when it was released.
    async fn follow(&mut self) -> Option<(Following, u32)> {
        self.say(FollowerEvent::Follows(Following::Joining, 0))
            .await;
        let turns = Arc::clone(&self.turns);
        let turn = tokio::select! {
            () = told_to_stop(&mut self.stopped) => return None,
            turn = turns.acquire_owned() => turn.ok()?,
        };
        let (store, now_ms) = (&self.engine.store, self.engine.clock.now_ms());
        // This call is not cancelled: a seat taken by a dropped future would belong to nobody.
        let epoch = match play::follow(store, &self.actor, self.phone_id, now_ms).await {
            Ok(epoch) => epoch,
            Err(StartError::Refused(refusal)) => return Some(Following::of_refusal(refusal)),
            Err(StartError::Occupied) => return Some((Following::Occupied, 0)),
            Err(StartError::Unknown) => return Some((Following::Expired, 0)),
            Err(StartError::Fault(fault)) => {
                tracing::error!(
                    phone_id = self.phone_id,
                    error = %causes(&fault),
                    "take control of follower failed"
                );
                return Some((Following::Offline, 0));
            }
        };
        let state = self.hold_seat(epoch, turn).await;
        self.give_up(epoch).await;
        self.say(FollowerEvent::Holds(None)).await;
        state.map(|state| (state, 0))
    }

    async fn hold_seat(&mut self, epoch: u32, turn: OwnedSemaphorePermit) -> Option<Following> {
        let (fleet, phone_id) = (self.engine.fleet.clone(), self.phone_id);
        // A follower's full picture is never seen, so the least quality will do. It is chosen first, so that the picture opens with it.
        let _ = fleet.grant_control(phone_id, epoch);
        let _ = fleet.least_quality(phone_id, epoch);
        let (Ok(watch), Ok(mut access)) = (
            fleet.watch(phone_id, PictureKind::Full),
            fleet.input_access(phone_id),
        ) else {
            return Some(Following::Offline);
        };
        let lost = watch.ended();
        tokio::pin!(lost);
        let Watch {
            viewer: _viewer,
            mut size,
            mut stage,
            ..
        } = watch;
        size.mark_changed();
        stage.mark_changed();
        access.mark_changed();
        let mut turn = Some(turn);
        let turn_over = Instant::now() + TURN_MAX;
        let mut follows = false;
        self.say(FollowerEvent::Holds(Some(epoch))).await;
        loop {
            tokio::select! {
                () = told_to_stop(&mut self.stopped) => return None,
                _ = &mut lost => return Some(Following::Offline),
                () = sleep_until(turn_over), if turn.is_some() => turn = None,
                size = next(&mut size) => if let Some(size) = size {
                    self.say(FollowerEvent::Size(size)).await;
                },
                _ = next(&mut stage) => {}
                access = next(&mut access) => if matches!(access, InputAccess::Barred(_)) {
                    return Some(Following::NoInput);
                },
            }
            // A phone whose screen is lost for a while is joining again: inputs sent meanwhile would arrive late.
            let ready = size.borrow().is_some() && *stage.borrow() == Stage::FirstFrame;
            if ready != follows {
                follows = ready;
                let state = if ready {
                    Following::Follows
                } else {
                    Following::Joining
                };
                self.say(FollowerEvent::Follows(state, 0)).await;
            }
            if ready {
                turn = None;
            }
        }
    }

    async fn give_up(&self, epoch: u32) {
        let (
            Engine {
                fleet,
                store,
                clock,
                ..
            },
            phone_id,
        ) = (&self.engine, self.phone_id);
        let _ = fleet.revoke_control(phone_id, epoch);
        let cut = *self.stopped.borrow() == Some(Leave::Cut);
        let given = if cut {
            play::cut(store, phone_id, epoch, clock.now_ms()).await
        } else {
            play::release(store, phone_id, epoch).await
        };
        if let Err(fault) = given {
            tracing::error!(
                phone_id,
                error = %causes(&fault),
                "release control of follower failed"
            );
        }
    }

    /// Waits until following can be tried again; returns `false` when the phone is released instead.
    async fn rest(&mut self, state: Following) -> bool {
        loop {
            tokio::select! {
                () = told_to_stop(&mut self.stopped) => return false,
                () = sleep(TRY_AGAIN_AFTER), if state.is_passing() => {}
            }
            if self.engine.fleet.is_healthy(self.phone_id) {
                return true;
            }
        }
    }
}

/// Resolves when the phone is released, or its socket is gone.
async fn told_to_stop(stopped: &mut watch::Receiver<Option<Leave>>) {
    let _ = stopped.wait_for(Option::is_some).await;
}
