//! Carries out operations: takes those that are due from the store, performs their effects through the fleet, reports outcomes to the store.
//!
//! The store decides and writes down ([`store::operations`]); this module acts. Each operation runs in a task of its own, so a slow phone
//! delays no other. A report carries the operation's generation, so one that comes too late changes nothing.

use std::time::Duration;

use causes::causes;
use domain::apps::Verb;
use domain::operations::{self as plan, Effect, Evidence, Reason};
use domain::phones::{Action, Power, Unable};
use fleet::providers::{IdentityRequest, ProviderError, Switch};
use store::operations::{
    self, Advance, ManageError, OperationRequest, Replaceable, Retry, RunningOperation, StartError,
    Started,
};
use store::phones::{self, Verdict};
use store::session::Actor;

use crate::Engine;
use crate::abilities::{reason_of, unable, unable_of};
use crate::apps::{check_apps, manage};
use crate::event_sockets::Event;
use crate::transfers;
use crate::uploads::{deliver, look_for};
use crate::worker::repeat_or_woken;

/// Pause between two checks of timers and of the queue.
const CHECK_EVERY: Duration = Duration::from_millis(250);

impl Engine {
    /// Starts a batch of operations, whose receipt is updated as they run.
    pub async fn begin(&self, actor: &Actor, ask: OperationRequest) -> Result<Started, StartError> {
        let (unable, now_ms) = (unable_of(self.fleet.clone()), self.clock.now_ms());
        let started = operations::start(&self.store, actor, ask, unable, now_ms).await?;
        self.notify_started(actor, &started).await;
        Ok(started)
    }

    /// Tries the failed phones of a batch again.
    pub async fn retry(
        &self,
        actor: &Actor,
        batch_id: i64,
        again: Retry,
    ) -> Result<Started, ManageError> {
        let (unable, now_ms) = (unable_of(self.fleet.clone()), self.clock.now_ms());
        let started =
            operations::retry(&self.store, actor, batch_id, again, unable, now_ms).await?;
        self.notify_started(actor, &started).await;
        Ok(started)
    }

    /// Cancels those operations of a batch that have not changed their phone yet; returns how many.
    pub async fn cancel(&self, actor: &Actor, batch_id: i64) -> Result<usize, ManageError> {
        let freed = operations::cancel(&self.store, actor, batch_id, self.clock.now_ms()).await?;
        for operation in &freed {
            self.uploads.deliveries().stop(operation.id);
        }
        let moved = Event::OperationsChanged(vec![batch_id]);
        self.event_sockets.publish(actor.member_id(), &moved);
        self.operations_wakeup.wake();
        for operation in &freed {
            self.publish_phone(operation.phone_id).await;
        }
        Ok(freed.len())
    }

    /// Whether an action is allowed on each phone, or why not, by the checks of the action itself.
    pub async fn check(
        &self,
        actor: &Actor,
        phone_ids: Vec<i64>,
        action: Action,
    ) -> Result<Vec<(i64, Result<(), Verdict>)>, store::StoreError> {
        let (unable, now_ms) = (unable_of(self.fleet.clone()), self.clock.now_ms());
        phones::check(&self.store, actor, phone_ids, action, unable, now_ms).await
    }

    /// Whether each phone may be replaced, or why not, by the checks of the replacement itself.
    pub async fn check_replace(
        &self,
        actor: &Actor,
        phone_ids: Vec<i64>,
    ) -> Result<Vec<Replaceable>, StartError> {
        let (unable, now_ms) = (unable_of(self.fleet.clone()), self.clock.now_ms());
        let kind = plan::Kind::Replace;
        operations::check_replace(&self.store, actor, phone_ids, kind, unable, now_ms).await
    }

    /// Operations that a phone's provider cannot do, and why.
    pub fn unable(&self, phone_id: i64) -> Vec<(plan::Kind, Unable)> {
        plan::Kind::ALL
            .into_iter()
            .filter_map(|kind| Some((kind, unable(&self.fleet, phone_id, kind.action())?)))
            .collect()
    }

    /// Wakes the task that carries out operations, for operations that were not queued through [`Self::begin`].
    pub(crate) fn wake_operations(&self) {
        self.operations_wakeup.wake();
    }

    pub(crate) async fn notify_started(&self, actor: &Actor, started: &Started) {
        self.operations_wakeup.wake();
        let moved = Event::OperationsChanged(vec![started.batch_id]);
        self.event_sockets.publish(actor.member_id(), &moved);
        for phone_id in started.accepted.iter().chain(&started.successors) {
            self.publish_phone(*phone_id).await;
        }
        if !started.successors.is_empty() {
            // The old phones are no longer visible, so clients read their list again.
            self.publish_labels(actor, &[]);
        }
    }
}

/// Takes over the operations that an earlier server left unfinished, then runs for ever.
pub async fn run(engine: Engine) {
    match operations::take_over(&engine.store, engine.clock.now_ms()).await {
        Ok(found) => follow_all(&engine, found),
        Err(fault) => tracing::error!(error = %causes(&fault), "take over operations failed"),
    }
    repeat_or_woken(CHECK_EVERY, &engine.operations_wakeup, || {
        advance_due(&engine)
    })
    .await;
}

/// Continues the operations whose timers have run out, and begins those whose turn it is.
async fn advance_due(engine: &Engine) {
    let now_ms = engine.clock.now_ms();
    match operations::due(&engine.store, now_ms).await {
        Ok(due) => {
            for running in due {
                let engine = engine.clone();
                tokio::spawn(async move { report(engine, running, plan::Event::Go).await });
            }
        }
        Err(fault) => tracing::error!(error = %causes(&fault), "read due operations failed"),
    }
    match operations::take(&engine.store, now_ms).await {
        Ok(taken) => follow_all(engine, taken),
        Err(fault) => tracing::error!(error = %causes(&fault), "claim operations failed"),
    }
}

fn follow_all(engine: &Engine, advances: Vec<Advance>) {
    for advance in advances {
        let engine = engine.clone();
        tokio::spawn(async move { follow(engine, advance).await });
    }
}

/// Reports an event to the store, then does what the store answers.
async fn report(engine: Engine, running: RunningOperation, event: plan::Event) {
    let now_ms = engine.clock.now_ms();
    match operations::advance(&engine.store, running.id, running.generation, event, now_ms).await {
        Ok(advance) => follow(engine, advance).await,
        // The operation becomes due again at its stored deadline.
        Err(fault) => log_step(running.id, &fault),
    }
}

/// Performs effects until the operation waits or ends.
async fn follow(engine: Engine, mut advance: Advance) {
    // Whether the last effect certainly failed, so that the phone is unchanged.
    let mut untouched = false;
    loop {
        let (running, effect) = match advance {
            Advance::Run(running, effect) => {
                publish_change(&engine, &running).await;
                (running, effect)
            }
            Advance::Waits(_) | Advance::Stale => return,
            Advance::Ended {
                running,
                failed,
                took_ms,
            } => {
                tracing::info!(
                    operation_id = running.id,
                    phone_id = running.phone_id,
                    kind = running.kind.into_str(),
                    member_id = running.member_id,
                    batch_id = running.batch_id,
                    reason = failed.map(Reason::name),
                    duration_ms = took_ms,
                    "operation ended"
                );
                if failed.is_none() {
                    engine.note_duration(&running, took_ms);
                } else {
                    // A delivery may still be running at the deadline.
                    engine.uploads.deliveries().stop(running.id);
                    if !untouched {
                        reconcile(&engine, &running);
                    }
                }
                publish_change(&engine, &running).await;
                if running.kind == plan::Kind::Transfer {
                    transfers::clean_up(&engine, &running, failed.is_none()).await;
                }
                if failed.is_none() && running.kind == plan::Kind::FactoryReset {
                    publish_replaced(&engine, running.id).await;
                }
                engine.operations_wakeup.wake();
                return;
            }
        };
        let changes = may_change(&effect);
        let event = match perform(&engine, &running, effect).await {
            Ok(seen) => plan::Event::Seen(seen),
            Err(reason) => plan::Event::Failed(reason),
        };
        untouched =
            changes && matches!(event, plan::Event::Failed(reason) if reason != Reason::Lost);
        let now_ms = engine.clock.now_ms();
        let next =
            operations::advance(&engine.store, running.id, running.generation, event, now_ms);
        advance = match next.await {
            Ok(advance) => advance,
            Err(fault) => {
                log_step(running.id, &fault);
                return;
            }
        };
        // The operation was over before its command returned, and the command may have taken effect since.
        if changes && !untouched && advance == Advance::Stale {
            reconcile(&engine, &running);
        }
    }
}

/// Whether an effect may leave a phone with another power or density than is stored, so that a phone with an unknown outcome must be probed.
const fn may_change(effect: &Effect) -> bool {
    match effect {
        Effect::Observe
        | Effect::LookAtScreen
        | Effect::LookAtIdentity
        | Effect::Deliver(_)
        | Effect::LookForDelivery(_)
        | Effect::ManageApps(..)
        | Effect::LookAtApps(..)
        // A backup's phone is switched on again when its operation ends: see [`transfers::clean_up`].
        | Effect::BackUp(_)
        | Effect::LookAtOther(_)
        | Effect::Migrate(..) => false,
        Effect::PowerOn
        | Effect::PowerOff
        | Effect::Reboot
        | Effect::Wipe
        | Effect::Recreate(_)
        | Effect::SetDensity(_)
        | Effect::UpgradeImage => true,
    }
}

/// Has the phone probed after a failed action: only a probe tells whether the action took effect.
fn reconcile(engine: &Engine, running: &RunningOperation) {
    // Operations on apps change neither power nor density.
    if running.kind.steps().contains(&plan::Step::Act) && Verb::of(running.kind).is_none() {
        // A wiped phone has lost the density that was set.
        let density = matches!(
            running.kind,
            plan::Kind::Density | plan::Kind::FactoryReset | plan::Kind::NewDevice
        );
        engine.reconciler.enqueue(running.phone_id, density);
    }
}

/// Performs one effect on a phone. A command answers without evidence: observing is an effect of its own.
async fn perform(
    engine: &Engine,
    running: &RunningOperation,
    effect: Effect,
) -> Result<Evidence, Reason> {
    let (fleet, phone_id) = (&engine.fleet, running.phone_id);
    let done = match effect {
        Effect::Observe => return observe(engine, phone_id).await,
        Effect::LookAtIdentity => {
            let mut seen = observe(engine, phone_id).await?;
            // A phone that has just started may not have its proxy yet, so it is asked again for a while.
            seen.identity = engine.settled_identity_of(phone_id).await.map(Box::new);
            return Ok(seen);
        }
        Effect::Recreate(wish) => {
            engine.prepare_proxy(phone_id, &wish).await?;
            let identity = IdentityRequest::from(&*wish);
            fleet.recreate(phone_id, &identity, wish.keep).await
        }
        Effect::LookAtOther(other_id) => return observe(engine, other_id).await,
        Effect::BackUp(to) => return transfers::back_up(engine, running, &to).await,
        Effect::Migrate(to, backup) => {
            return transfers::migrate(engine, running, &to, &backup).await;
        }
        Effect::PowerOn => fleet.power(phone_id, true).await,
        Effect::PowerOff => fleet.power(phone_id, false).await,
        Effect::Reboot => fleet.reboot(phone_id).await,
        Effect::Wipe => {
            forget_proxy(engine, phone_id).await?;
            fleet.wipe(phone_id).await
        }
        Effect::UpgradeImage => fleet.upgrade(phone_id).await,
        Effect::LookAtScreen => {
            let seen = fleet.check_screen(phone_id).await;
            return match seen {
                Ok(()) => Ok(Evidence::default()),
                // Without a connection nothing is known of the screen.
                Err(ProviderError::Unreachable) => Err(Reason::Unreachable),
                Err(error) => {
                    observation_failed(phone_id, &error);
                    Err(Reason::NoScreen)
                }
            };
        }
        Effect::Deliver(delivery) => return deliver(engine, running, &delivery).await,
        Effect::LookForDelivery(delivery) => return look_for(engine, running, &delivery).await,
        Effect::ManageApps(verb, packages) => {
            return manage(engine, running, verb, &packages).await;
        }
        Effect::LookAtApps(verb, packages) => {
            return check_apps(engine, running, verb, &packages).await;
        }
        Effect::SetDensity(dpi) => {
            let dpi = u16::try_from(dpi).map_err(|_| Reason::Refused)?;
            fleet.density(phone_id, Some(dpi)).await
        }
    };
    done.map(|()| Evidence::default()).map_err(|error| {
        tracing::warn!(phone_id, error = %causes(&error), "perform device action failed");
        reason_of(&error)
    })
}

/// Drops a phone's proxy before the phone is wiped.
async fn forget_proxy(engine: &Engine, phone_id: i64) -> Result<(), Reason> {
    engine.drop_proxy(phone_id).await.map_err(|fault| {
        tracing::error!(phone_id, error = %causes(&fault), "drop proxy failed");
        Reason::Refused
    })
}

/// The phone's present state: what its provider tells, and whether the fleet finds it healthy and linked.
async fn observe(engine: &Engine, phone_id: i64) -> Result<Evidence, Reason> {
    let fleet = &engine.fleet;
    let seen = fleet.evidence(phone_id).await;
    let seen = seen.map_err(|error| observation_failed(phone_id, &error))?;
    let healthy = fleet.is_healthy(phone_id);
    Ok(Evidence {
        boot_id: seen.boot_id,
        data_id: seen.data_id,
        power: match seen.switch {
            Switch::On => Some(Power::On),
            Switch::Off => Some(Power::Off),
            Switch::Broken => None,
        },
        dpi: seen.density.map(i32::from),
        booted: seen.booted && healthy,
        build_id: seen.build_id,
        linked: fleet.is_linked(phone_id),
        apps: None,
        android_id: seen.android_id,
        identity: None,
        backup: None,
    })
}

/// Logs a failed observation and maps its error to a reason. Observing changes nothing, so an unknown outcome counts as unreachable: a
/// rebooting phone is unreachable for a while and is observed each second until its deadline.
fn observation_failed(phone_id: i64, error: &ProviderError) -> Reason {
    let reason = match reason_of(error) {
        Reason::Lost => Reason::Unreachable,
        reason => reason,
    };
    if reason == Reason::Unreachable {
        tracing::debug!(phone_id, error = %causes(error), "observe phone failed: unreachable");
    } else {
        tracing::warn!(phone_id, error = %causes(error), "observe phone failed");
    }
    reason
}

async fn publish_change(engine: &Engine, running: &RunningOperation) {
    let moved = Event::OperationsChanged(vec![running.batch_id]);
    engine.event_sockets.publish(running.member_id, &moved);
    engine.publish_phone(running.phone_id).await;
}

/// Tells the members whose phone was replaced that the old one is empty.
async fn publish_replaced(engine: &Engine, wipe_operation_id: i64) {
    match operations::replaced_by_wipe(&engine.store, wipe_operation_id).await {
        Ok(told) => {
            for (member_id, batch_id) in told {
                let moved = Event::OperationsChanged(vec![batch_id]);
                engine.event_sockets.publish(member_id, &moved);
            }
        }
        Err(fault) => log_step(wipe_operation_id, &fault),
    }
}

fn log_step(operation_id: i64, fault: &store::StoreError) {
    tracing::error!(operation_id, error = %causes(fault), "store operation step failed");
}
