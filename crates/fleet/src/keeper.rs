//! The actor that keeps a phone's link: connects, watches over it, and tries again with growing waits.

use std::sync::Arc;
use std::time::Duration;

use phone_link::{ConnectStage, Link, LinkOptions};
use rand::RngExt;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use crate::backoff::Backoff;
use crate::health::Fault;
use crate::phone::Phone;

/// Between two questions whether a starting phone has started.
const BOOT_LOOK_EVERY: Duration = Duration::from_secs(1);
/// Not even a viewer makes a phone be tried more often than this.
const HURRIED_WAIT: Duration = Duration::from_millis(500);
/// Between two tries of a phone that was just switched on.
const EXPECTED_WAIT: Duration = Duration::from_secs(1);

/// How long a phone's connecting holds the others back: the rest of it is waiting, which costs nothing.
const TURN_MAX: Duration = Duration::from_millis(250);
/// From the first packet to a started phone's first answer. One that dribbles is told to be silent.
const ATTEMPT_MAX: Duration = Duration::from_secs(8);
/// A phone that used its time up for a good reason, as its owner's approval, still gets so much for its answer.
const ANSWER_MIN: Duration = Duration::from_secs(1);

/// What is told of a phone that shows its owner our key.
const ASKED: &str = "its owner is asked to accept this server's key";

/// Runs until it is aborted.
pub async fn keep(phone: Arc<Phone>) {
    let timing = phone.environment.timing;
    let mut backoff = Backoff::new(timing.backoff_longest);
    loop {
        let fault = match connect(&phone).await {
            Ok(link) => {
                let since = Instant::now();
                phone.fault.send_replace(None);
                phone.forget_refused();
                phone.link.send_replace(Some(link.clone()));
                phone.report(None);
                let fault = hold(&phone, &link).await;
                phone.link.send_replace(None);
                link.close();
                if since.elapsed() >= timing.steady_after {
                    backoff.reset();
                }
                fault
            }
            Err(fault) => fault,
        };
        phone.report(Some(fault));
        let mut wait = backoff.next();
        if phone.is_expected() {
            wait = wait.min(EXPECTED_WAIT);
        }
        tokio::select! {
            () = sleep(wait) => {}
            () = hurried(&phone, wait) => {}
        }
    }
}

async fn hurried(phone: &Phone, wait: Duration) {
    sleep(HURRIED_WAIT.min(wait)).await;
    phone.hurry.notified().await;
}

/// A link to a phone that has started.
async fn connect(phone: &Phone) -> Result<Link, Fault> {
    let patience = phone.environment.timing.probe_patience;
    let mut turn = Some(phone.environment.connects.acquire().await);
    let begun = Instant::now();
    let options = LinkOptions {
        handshake_timeout: patience,
        probe_timeout: patience,
        key: phone.environment.key.clone(),
        ..LinkOptions::default()
    };
    let stage = watch::Sender::default();
    let mut stages = stage.subscribe();
    let connecting = async {
        let link = Link::connect_telling(&phone.address, options, &stage).await?;
        let left = ATTEMPT_MAX.saturating_sub(begun.elapsed()).max(ANSWER_MIN);
        let booted = is_booted(&link, patience.min(left)).await?;
        Ok::<_, Fault>((link, booted))
    };
    let asked = async {
        let asks = |stage: &ConnectStage| *stage == ConnectStage::WaitingForApproval;
        if stages.wait_for(asks).await.is_ok() {
            phone.report(Some(Fault::Refused(ASKED.to_owned())));
        }
        std::future::pending::<std::convert::Infallible>().await
    };
    let yielding = async {
        sleep(TURN_MAX).await;
        turn = None;
        std::future::pending::<std::convert::Infallible>().await
    };
    let (link, mut booted) = tokio::select! {
        connected = connecting => connected?,
        never = asked => match never {},
        never = yielding => match never {},
    };
    drop(turn);
    while !booted {
        phone.report(Some(Fault::Starting));
        sleep(BOOT_LOOK_EVERY).await;
        booted = is_booted(&link, patience).await?;
    }
    Ok(link)
}

async fn is_booted(link: &Link, patience: Duration) -> Result<bool, Fault> {
    match timeout(patience, link.is_booted()).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(Fault::Silent),
    }
}

/// Watches over a link and says what is wrong with it in the end.
async fn hold(phone: &Phone, link: &Link) -> Fault {
    let mut fault = phone.fault.subscribe();
    tokio::select! {
        cause = link.closed() => cause.into(),
        fault = probe(phone, link) => fault,
        found = fault.wait_for(Option::is_some) => match found.ok().and_then(|fault| fault.clone()) {
            Some(fault) => fault,
            // The phone itself is gone, and this task with it.
            None => Fault::Silent,
        },
    }
}

async fn probe(phone: &Phone, link: &Link) -> Fault {
    let every = phone.environment.timing.probe_every;
    // Phones that were attached together are not probed together.
    let phase = rand::rng().random_range(0.0..1.0);
    sleep(every.mul_f64(phase)).await;
    loop {
        let asked = Instant::now();
        if let Err(error) = link.probe().await {
            // A broken link has a better cause of its own.
            return link.closed_now().map_or_else(|| error.into(), Fault::from);
        }
        phone.answered(asked.elapsed());
        sleep(every).await;
    }
}
