//! Connection to a phone: the link while there is one, the probes over it, and the phone's health as its supervisor sees it.

use parking_lot::Mutex;
use phone_link::Link;
use tokio::sync::{Notify, broadcast, watch};
use tokio::task::AbortHandle;
use tokio::time::{Duration, Instant};

use super::round_trips::RttStats;
use crate::health::{Health, PhoneFault};

/// How long a phone that was switched on is tried often: longer than phones take to boot.
const BOOT_EXPECTED_FOR: Duration = Duration::from_mins(5);

/// Least time after which a missing answer counts as late: a loaded phone starts a process for it.
const OVERDUE_AFTER: Duration = Duration::from_millis(500);

/// Connection to a phone. The supervisor makes and ends links; everybody else waits for one or asks for one soon.
pub struct Connection {
    phone_id: i64,
    link: watch::Sender<Option<Link>>,
    /// Notified when somebody wants the phone now: the supervisor need not wait.
    wanted: Notify,
    /// Time until which the phone is expected to boot: the supervisor tries often.
    boot_expected_until: Mutex<Option<Instant>>,
    /// When the unanswered probe was sent.
    probe_sent_at: Mutex<Option<Instant>>,
    round_trips: Mutex<RttStats>,
    health: Mutex<Option<Health>>,
    health_events: broadcast::Sender<Health>,
    supervisor: Mutex<Option<AbortHandle>>,
}

impl Connection {
    /// A connection without a link, whose changes of health are sent to `health_events`.
    pub fn new(phone_id: i64, health_events: broadcast::Sender<Health>) -> Self {
        Self {
            phone_id,
            link: watch::Sender::new(None),
            wanted: Notify::new(),
            boot_expected_until: Mutex::default(),
            probe_sent_at: Mutex::default(),
            round_trips: Mutex::default(),
            health: Mutex::default(),
            health_events,
            supervisor: Mutex::default(),
        }
    }

    /// The present link, if there is one.
    pub fn link(&self) -> Option<Link> {
        self.link.borrow().clone()
    }

    /// Subscribes to the link.
    pub fn links(&self) -> watch::Receiver<Option<Link>> {
        self.link.subscribe()
    }

    /// Offers a link to all who wait for one.
    pub fn set_link(&self, link: Link) {
        self.link.send_replace(Some(link));
    }

    /// Withdraws the link, which ends all that runs on it, and forgets its unanswered probe.
    pub fn clear_link(&self) {
        self.link.send_replace(None);
        self.forget_probe();
    }

    /// Has the supervisor try to connect now instead of waiting.
    pub fn want(&self) {
        self.wanted.notify_one();
    }

    /// Returns when somebody has wanted the phone since the last return.
    pub async fn wanted(&self) {
        self.wanted.notified().await;
    }

    /// Has the phone tried now, and often for a while: it was switched on or restarted.
    pub fn expect_boot(&self) {
        *self.boot_expected_until.lock() = Some(Instant::now() + BOOT_EXPECTED_FOR);
        self.want();
    }

    /// Whether the phone is expected to boot soon.
    pub fn is_boot_expected(&self) -> bool {
        let until = *self.boot_expected_until.lock();
        until.is_some_and(|until| Instant::now() < until)
    }

    /// Notes when a probe was sent.
    pub fn probe_sent(&self, at: Instant) {
        *self.probe_sent_at.lock() = Some(at);
    }

    /// Notes that the probe was answered, and its round-trip time.
    pub fn probe_answered(&self, took: Duration) {
        self.forget_probe();
        self.round_trips.lock().note(took);
    }

    /// Forgets the unanswered probe: no answer is to be expected.
    pub fn forget_probe(&self) {
        *self.probe_sent_at.lock() = None;
    }

    /// Age of the unanswered probe; zero until it counts as late, after [`OVERDUE_AFTER`].
    pub fn overdue(&self) -> Duration {
        let sent_at = *self.probe_sent_at.lock();
        let owed = sent_at.map_or(Duration::ZERO, |at| at.elapsed());
        if owed >= OVERDUE_AFTER {
            owed
        } else {
            Duration::ZERO
        }
    }

    /// Round-trip times of the last minutes.
    pub fn round_trips(&self) -> Vec<Duration> {
        self.round_trips.lock().lately().collect()
    }

    /// The phone's health; `None` until something is known: it answered, failed, boots, or waits for its owner's approval.
    pub fn health(&self) -> Option<Health> {
        self.health.lock().clone()
    }

    /// Why the phone is unhealthy.
    pub fn fault(&self) -> Option<PhoneFault> {
        self.health()?.reason
    }

    /// Publishes the phone's health when it changed: healthy without a `reason`.
    pub fn report(&self, reason: Option<PhoneFault>) {
        let news = Health {
            phone_id: self.phone_id,
            healthy: reason.is_none(),
            reason,
        };
        let mut health = self.health.lock();
        if health.as_ref() != Some(&news) {
            tracing::info!(
                phone_id = self.phone_id,
                healthy = news.healthy,
                reason = news.reason.as_ref().map(tracing::field::display),
                "phone health changed"
            );
            *health = Some(news.clone());
            // The event is sent under the lock, so that readers see changes in their order. Sending fails only without readers.
            let _ = self.health_events.send(news);
        }
    }

    /// Notes the task that keeps the link, so that it ends with the phone.
    pub fn supervise(&self, supervisor: AbortHandle) {
        *self.supervisor.lock() = Some(supervisor);
    }

    /// Ends the task that keeps the link.
    pub fn end_supervision(&self) {
        if let Some(supervisor) = self.supervisor.lock().take() {
            supervisor.abort();
        }
    }
}

/// Waits for a link and returns it.
pub async fn wait_for_link(links: &mut watch::Receiver<Option<Link>>) -> Link {
    match links
        .wait_for(Option::is_some)
        .await
        .map(|link| link.clone())
    {
        Ok(Some(link)) => link,
        // The phone was dropped, so this task is being aborted.
        Ok(None) | Err(_) => std::future::pending().await,
    }
}

/// Returns when the link that was seen last is gone.
pub async fn wait_for_link_loss(links: &mut watch::Receiver<Option<Link>>) {
    // A change of the link means that the link is gone, since the supervisor clears a link before it sets the next.
    if links.changed().await.is_err() {
        // The phone was dropped, so this task is being aborted.
        std::future::pending::<()>().await;
    }
}
