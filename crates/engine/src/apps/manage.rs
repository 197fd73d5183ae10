//! Effects of operations on apps: the command to the phone, and the check that the phone shows its result.

use causes::causes;
use domain::apps::{PackageName, Verb};
use domain::operations::{Evidence, Reason};
use domain::phones::Power;
use fleet::AppError;
use store::operations::{self, Progressed, RunningOperation};

use crate::Engine;

/// Applies `verb` to each package on a phone. A package that is not installed is skipped, and only if none of them is installed the effect
/// fails for it; a package that the phone refuses does not stop the others, and the first refusal is the reason of the failure.
pub(crate) async fn manage(
    engine: &Engine,
    running: &RunningOperation,
    verb: Verb,
    packages: &[PackageName],
) -> Result<Evidence, Reason> {
    let (fleet, phone_id) = (&engine.fleet, running.phone_id);
    let found = fleet.apps(phone_id).await.map_err(|error| {
        // No command was sent yet, so the outcome is certain.
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
            ?verb,
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
            store_failed_package(engine, running, nth).await;
            Err(reason)
        }
        None if done == 0 => Err(Reason::NotInstalled),
        None => Ok(Evidence::default()),
    }
}

/// Checks whether each package on a phone is in the state that `verb` leads to.
pub(crate) async fn check_apps(
    engine: &Engine,
    running: &RunningOperation,
    verb: Verb,
    packages: &[PackageName],
) -> Result<Evidence, Reason> {
    let found = engine.fleet.apps(running.phone_id).await;
    let found = found.map_err(|error| match reason_of(verb, &error) {
        // Reading changes nothing, so it is repeated until the operation's deadline.
        Reason::Lost | Reason::CutOff => Reason::Unreachable,
        reason => reason,
    })?;
    let holds = |package: &PackageName| {
        let installed = found.has(package) || found.is_system(package);
        verb.holds(installed, found.runs(package))
    };
    let missed = packages.iter().position(|package| !holds(package));
    if let Some(nth) = missed {
        store_failed_package(engine, running, nth).await;
    }
    Ok(Evidence {
        power: Some(Power::On),
        booted: true,
        linked: true,
        apps: Some(missed.is_none()),
        ..Evidence::default()
    })
}

/// Stores the index of the package that the reason of a failure is about.
async fn store_failed_package(engine: &Engine, running: &RunningOperation, nth: usize) {
    let about = Progressed {
        id: running.id,
        generation: running.generation,
        sent: 0,
        item: i16::try_from(nth).unwrap_or(i16::MAX),
    };
    if let Err(fault) = operations::progress(&engine.store, vec![about]).await {
        tracing::error!(operation_id = running.id, error = %causes(&fault), "store operation progress failed");
    }
}

fn reason_of(verb: Verb, error: &AppError) -> Reason {
    match (error, verb) {
        (AppError::UnknownPhone(_), _) => Reason::NoLongerOwned,
        (AppError::Unreachable, _) => Reason::Unreachable,
        // A phone does not show whether an app's data was cleared or the app was restarted, so after a broken connection the outcome stays unknown.
        (AppError::Broke(_), Verb::Clear | Verb::Restart) => Reason::CutOff,
        (AppError::Broke(_), _) => Reason::Lost,
        (AppError::NoLauncher, _) => Reason::NoLauncher,
        (AppError::Refused(_), _) => Reason::Refused,
    }
}
