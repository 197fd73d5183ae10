//! Effects of operations on apps: the order to the phone, and the look whether it shows what was ordered.

use causes::causes;
use domain::apps::{PackageName, Verb};
use domain::operations::{Evidence, Reason};
use domain::phones::Power;
use fleet::AppError;
use store::operations::{self, Progressed, Running};

use crate::Engine;

/// Does something with apps of a phone. Apps that the phone does not have are passed over, unless it has none of them; an app that it
/// refuses does not keep the others from it.
pub(crate) async fn manage(
    engine: &Engine,
    running: &Running,
    verb: Verb,
    packages: &[PackageName],
) -> Result<Evidence, Reason> {
    let (fleet, phone_id) = (&engine.fleet, running.phone_id);
    let found = fleet.apps(phone_id).await.map_err(|error| {
        // Nothing was ordered yet.
        match reason_of(verb, &error) {
            Reason::Lost | Reason::CutOff => Reason::Unreachable,
            reason => reason,
        }
    })?;
    let mut done = 0;
    let mut refused: Option<(usize, Reason)> = None;
    for (nth, package) in packages.iter().enumerate() {
        if !found.has(package) {
            if !found.is_system(package) {
                continue;
            }
            if !verb.takes_system() {
                refused = refused.or(Some((nth, Reason::SystemApp)));
                continue;
            }
        }
        let Err(error) = fleet.manage_app(phone_id, verb, package).await else {
            done += 1;
            continue;
        };
        tracing::info!(
            operation_id = running.id,
            phone_id,
            package = package.as_str(),
            error = %causes(&error),
            "manage app failed"
        );
        match reason_of(verb, &error) {
            reason @ (Reason::NoLauncher | Reason::Refused) => {
                refused = refused.or(Some((nth, reason)));
            }
            reason => return Err(reason),
        }
    }
    match refused {
        Some((nth, reason)) => {
            name_app(engine, running, nth).await;
            Err(reason)
        }
        None if done == 0 => Err(Reason::NotInstalled),
        None => Ok(Evidence::default()),
    }
}

/// Looks whether apps of a phone are as they should be.
pub(crate) async fn look_at(
    engine: &Engine,
    running: &Running,
    verb: Verb,
    packages: &[PackageName],
) -> Result<Evidence, Reason> {
    let found = engine.fleet.apps(running.phone_id).await;
    let found = found.map_err(|error| match reason_of(verb, &error) {
        // Looking changes nothing: it is tried again for a while.
        Reason::Lost | Reason::CutOff => Reason::Unreachable,
        reason => reason,
    })?;
    let holds = |package: &PackageName| {
        let installed = found.has(package) || found.is_system(package);
        verb.holds(installed, found.runs(package))
    };
    let missed = packages.iter().position(|package| !holds(package));
    if let Some(nth) = missed {
        name_app(engine, running, nth).await;
    }
    Ok(Evidence {
        power: Some(Power::On),
        booted: true,
        linked: true,
        apps: Some(missed.is_none()),
        ..Evidence::default()
    })
}

/// Notes the app that the reason of a failure is about.
async fn name_app(engine: &Engine, running: &Running, nth: usize) {
    let about = Progressed {
        id: running.id,
        generation: running.generation,
        sent: 0,
        item: i16::try_from(nth).unwrap_or(i16::MAX),
    };
    if let Err(fault) = operations::progress(&engine.store, vec![about]).await {
        tracing::error!(operation_id = running.id, error = %causes(&fault), "store refused app failed");
    }
}

fn reason_of(verb: Verb, error: &AppError) -> Reason {
    match (error, verb) {
        (AppError::UnknownPhone(_), _) => Reason::NoLongerOwned,
        (AppError::Unreachable, _) => Reason::Unreachable,
        // No phone shows whether its data was cleared, or whether what runs was stopped before: nobody may say that it was.
        (AppError::Broke(_), Verb::Clear | Verb::Restart) => Reason::CutOff,
        (AppError::Broke(_), _) => Reason::Lost,
        (AppError::NoLauncher, _) => Reason::NoLauncher,
        (AppError::Refused(_), _) => Reason::Refused,
    }
}
