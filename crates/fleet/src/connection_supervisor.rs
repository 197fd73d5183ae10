//! The task that keeps a phone's link: connects, watches over it, and tries again with growing waits.

use std::sync::Arc;
use std::time::Duration;

use phone_link::{ConnectStage, Link, LinkOptions};
use rand::RngExt;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use crate::backoff;
use crate::health::PhoneFault;
use crate::phone::Phone;

/// Pause between two probes of a phone that somebody controls: the controller soon learns that it does not answer.
const CONTROLLED_PROBE_EVERY: Duration = Duration::from_secs(2);
/// Probes in a row whose command failed after which the link is made anew; a probe without any answer is enough by itself.
const SHELL_FAILURES_MAX: u32 = 3;
/// Pause between two checks whether a booting phone has booted.
const BOOT_PROBE_EVERY: Duration = Duration::from_secs(1);
/// Least time since the last try after which a waiting viewer makes the next one come at once.
const HURRIED_WAIT: Duration = Duration::from_millis(500);
/// Longest pause between two tries of a phone that was just switched on.
const BOOT_RETRY_MAX: Duration = Duration::from_secs(1);

/// How long one connecting phone holds a permit of [`crate::environment::Environment::connects`]: the rest of connecting is waiting, which costs nothing.
const PERMIT_MAX: Duration = Duration::from_millis(250);
/// Time limit from the begin of connecting to a booted phone's first answer; a phone that dribbles bytes counts as silent.
const ATTEMPT_MAX: Duration = Duration::from_secs(8);
/// Least time limit for the answer of a phone that used up [`ATTEMPT_MAX`] for a good reason, such as its owner's approval.
const ANSWER_MIN: Duration = Duration::from_secs(1);

/// Reason that is reported while a phone asks its owner to accept this server's key.
const AWAITING_APPROVAL: &str = "its owner is asked to accept this server's key";

/// Starts the task that keeps a phone connected until the phone is shut.
pub fn start(phone: &Arc<Phone>) {
    let task = phone.environment.runtime.spawn(run(Arc::clone(phone)));
    phone.connection.supervise(task.abort_handle());
}

async fn run(phone: Arc<Phone>) {
    let timing = phone.environment.timing;
    let mut backoff = backoff::up_to(timing.backoff_longest);
    loop {
        let fault = match connect(&phone).await {
            Ok(link) => {
                let since = Instant::now();
                phone.audio.forget_encoders();
                phone.connection.set_link(link.clone());
                phone.connection.report(None);
                let fault = watch_link(&phone, &link).await;
                phone.connection.clear_link();
                link.close();
                if since.elapsed() >= timing.steady_after {
                    backoff.reset();
                }
                fault
            }
            Err(fault) => fault,
        };
        phone.connection.report(Some(fault));
        let mut wait = backoff::next(&mut backoff);
        if phone.connection.is_boot_expected() {
            wait = wait.min(BOOT_RETRY_MAX);
        }
        tokio::select! {
            () = sleep(wait) => {}
            () = wait_until_wanted(&phone, wait) => {}
        }
    }
}

async fn wait_until_wanted(phone: &Phone, wait: Duration) {
    sleep(HURRIED_WAIT.min(wait)).await;
    phone.connection.wanted().await;
}

/// Connects and waits until the phone has booted.
async fn connect(phone: &Phone) -> Result<Link, PhoneFault> {
    let limit = phone.environment.timing.probe_timeout;
    let mut permit = Some(phone.environment.connects.acquire().await);
    let begun = Instant::now();
    let options = LinkOptions {
        handshake_timeout: limit,
        probe_timeout: limit,
        key: phone.environment.key.clone(),
        ..LinkOptions::default()
    };
    let stage = watch::Sender::default();
    let mut stages = stage.subscribe();
    let connecting = async {
        let link = Link::connect_telling(&phone.address, options, &stage).await?;
        let left = ATTEMPT_MAX.saturating_sub(begun.elapsed()).max(ANSWER_MIN);
        let booted = is_booted(&link, limit.min(left)).await?;
        Ok::<_, PhoneFault>((link, booted))
    };
    let asked = async {
        let asks = |stage: &ConnectStage| *stage == ConnectStage::WaitingForApproval;
        if stages.wait_for(asks).await.is_ok() {
            phone
                .connection
                .report(Some(PhoneFault::Refused(AWAITING_APPROVAL.to_owned())));
        }
        std::future::pending::<std::convert::Infallible>().await
    };
    let yielding = async {
        sleep(PERMIT_MAX).await;
        permit = None;
        std::future::pending::<std::convert::Infallible>().await
    };
    let (link, mut booted) = tokio::select! {
        connected = connecting => connected?,
        never = asked => match never {},
        never = yielding => match never {},
    };
    drop(permit);
    while !booted {
        phone.connection.report(Some(PhoneFault::Starting));
        sleep(BOOT_PROBE_EVERY).await;
        booted = is_booted(&link, limit).await?;
    }
    Ok(link)
}

async fn is_booted(link: &Link, limit: Duration) -> Result<bool, PhoneFault> {
    match timeout(limit, link.is_booted()).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(PhoneFault::Silent),
    }
}

/// Waits until a link fails and returns why.
async fn watch_link(phone: &Phone, link: &Link) -> PhoneFault {
    tokio::select! {
        cause = link.closed() => cause.into(),
        fault = probe(phone, link) => fault,
    }
}

async fn probe(phone: &Phone, link: &Link) -> PhoneFault {
    let every = phone.environment.timing.probe_every;
    // The first wait is random, so that phones that were attached together are not probed together.
    let phase = rand::rng().random_range(0.0..1.0);
    wait_for_probe(phone, every.mul_f64(phase)).await;
    let mut failed = 0;
    loop {
        let sent_at = Instant::now();
        phone.connection.probe_sent(sent_at);
        match link.probe().await {
            Ok(()) => {
                failed = 0;
                phone.connection.probe_answered(sent_at.elapsed());
                phone.connection.report(None);
            }
            Err(error) => {
                // A closed link has a cause of its own, which says more than the probe's error.
                if let Some(cause) = link.closed_now() {
                    return cause.into();
                }
                let fault = PhoneFault::from(error);
                failed += 1;
                if fault == PhoneFault::Silent || failed == SHELL_FAILURES_MAX {
                    return fault;
                }
                // Only the shell failed, so the link and its pictures go on.
                phone.connection.forget_probe();
                phone.connection.report(Some(fault));
            }
        }
        wait_for_probe(phone, every).await;
    }
}

/// Waits until the next probe is due: [`CONTROLLED_PROBE_EVERY`] while somebody controls the phone or takes control, otherwise `every`.
async fn wait_for_probe(phone: &Phone, every: Duration) {
    let begun = Instant::now();
    let soon = async {
        phone.input.queue.controlled().await;
        sleep_until(begun + CONTROLLED_PROBE_EVERY).await;
    };
    tokio::select! {
        () = sleep(every) => {}
        () = soon => {}
    }
}
