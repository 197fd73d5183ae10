//! Delivers files to a phone, one after the other; a file that the phone refuses does not stop the others.

use std::io;
use std::path::{Path, PathBuf};

use causes::causes;
use domain::operations::{Evidence, PushFailure, Reason};
use domain::uploads::{AppFacts, Delivery, DeliveryFile, Existing, FileName};
use fleet::{DeliveryError, FileToPush};
use store::operations::{self, RunningOperation};

use super::contents::Place;
use super::inspect::part;
use super::progress::RunningDelivery;
use crate::Engine;

/// Delivers all files to the phone. Where the phone refuses some, the operation fails with the reason of the first of them.
pub(crate) async fn deliver(
    engine: &Engine,
    running: &RunningOperation,
    delivery: &Delivery,
) -> Result<Evidence, Reason> {
    let guard = engine.uploads.deliveries().begin(running);
    // The operation may have been cancelled before the delivery was registered, when nothing could stop it.
    match operations::is_current(&engine.store, running.id, running.generation).await {
        Ok(true) => {}
        Ok(false) => return Err(Reason::Lost),
        Err(fault) => {
            tracing::error!(
                operation_id = running.id,
                phone_id = running.phone_id,
                error = %causes(&fault),
                "look up delivery failed"
            );
            return Err(Reason::Lost);
        }
    }
    let mut refused = None;
    let mut before = 0;
    let mut ended = Ok(());
    for (nth, file) in delivery.files.iter().enumerate() {
        let file_delivery = FileDelivery {
            engine,
            phone_id: running.phone_id,
            progress: &guard.delivery,
            nth,
            before,
        };
        match file_delivery.deliver(file, delivery).await {
            Ok(()) => {}
            Err(error) => {
                tracing::info!(
                    operation_id = running.id,
                    phone_id = running.phone_id,
                    error = %causes(&error),
                    "deliver file failed"
                );
                match reason_of(&error) {
                    Verdict::This(reason) => refused = refused.or(Some((nth, reason))),
                    Verdict::All(reason) => {
                        ended = Err(reason);
                        break;
                    }
                }
            }
        }
        before += file.load();
    }
    if let (Ok(()), Some((nth, reason))) = (&ended, refused) {
        guard.delivery.set_failed_item(nth);
        ended = Err(reason);
    }
    store_progress(engine, &guard.delivery).await;
    ended.map(|()| Evidence::default())
}

/// Checks whether the phone has all files.
pub(crate) async fn look_for(
    engine: &Engine,
    running: &RunningOperation,
    delivery: &Delivery,
) -> Result<Evidence, Reason> {
    let guard = engine.uploads.deliveries().begin(running);
    for (nth, file) in delivery.files.iter().enumerate() {
        let found = has(engine, running.phone_id, file, delivery.existing).await;
        let reason = match found {
            Ok(true) => continue,
            Ok(false) => Reason::Absent,
            Err(error) => match reason_of(&error) {
                // Reading changes nothing, so it is repeated until the operation's deadline.
                Verdict::All(Reason::Lost) => Reason::Unreachable,
                Verdict::This(reason) | Verdict::All(reason) => reason,
            },
        };
        guard.delivery.begin(nth, delivery.load());
        store_progress(engine, &guard.delivery).await;
        return Err(reason);
    }
    Ok(Evidence::default())
}

/// Stores the present progress of a delivery.
async fn store_progress(engine: &Engine, delivery: &RunningDelivery) {
    let progress = delivery.progress();
    let operation_id = progress.id;
    if let Err(fault) = operations::progress(&engine.store, vec![progress]).await {
        tracing::error!(
            operation_id,
            error = %causes(&fault),
            "store delivery progress failed"
        );
    }
}

/// Consequence of one file's error.
enum Verdict {
    /// This file fails, and the others are delivered all the same.
    This(Reason),
    /// The whole delivery ends.
    All(Reason),
}

fn reason_of(error: &DeliveryError) -> Verdict {
    match error {
        DeliveryError::PushFailed { why, .. } => Verdict::This(Reason::PushFailed(*why)),
        DeliveryError::Local(cause) if cause.kind() == io::ErrorKind::NotFound => {
            Verdict::This(Reason::FileGone)
        }
        DeliveryError::Local(_) => Verdict::This(Reason::FileUnread),
        DeliveryError::UnknownPhone(_) => Verdict::All(Reason::NoLongerOwned),
        DeliveryError::Unreachable => Verdict::All(Reason::Unreachable),
        DeliveryError::Broke(_) | DeliveryError::Cancelled => Verdict::All(Reason::Lost),
    }
}

/// A file that is being delivered to one phone.
struct FileDelivery<'a> {
    engine: &'a Engine,
    phone_id: i64,
    progress: &'a RunningDelivery,
    nth: usize,
    before: i64,
}

impl FileDelivery<'_> {
    async fn deliver(&self, file: &DeliveryFile, delivery: &Delivery) -> Result<(), DeliveryError> {
        let mut before = self.before;
        let contents = self.engine.uploads.contents()?;
        let here = contents.ensure_file_local(file).await?;
        if let Some(app) = &file.install {
            let copy = self.progress.begin(self.nth, before);
            let places = archives(&here, app);
            let archives: Vec<(&Path, u64)> = places
                .iter()
                .map(|(path, bytes)| (path.as_path(), *bytes))
                .collect();
            let fleet = &self.engine.fleet;
            fleet
                .install(self.phone_id, &archives, delivery.options, &copy)
                .await?;
            before += app.archives.iter().sum::<i64>();
        }
        if file.push {
            let copy = self.progress.begin(self.nth, before);
            let name = name_of(file)?;
            let now_ms = self.engine.clock.now_ms();
            let package = package(file, &here.file, &name, delivery.existing, now_ms);
            self.engine
                .fleet
                .push(self.phone_id, package, &copy)
                .await?;
        }
        Ok(())
    }
}

/// Paths of an app's archives: the file itself, or its unpacked parts.
fn archives(here: &Place, app: &AppFacts) -> Vec<(PathBuf, u64)> {
    let unpacked = here.parts.exists();
    let place = |nth| {
        if unpacked {
            part(&here.parts, nth)
        } else {
            here.file.clone()
        }
    };
    let sizes = app.archives.iter().enumerate();
    sizes
        .map(|(nth, bytes)| (place(nth), bytes.unsigned_abs()))
        .collect()
}

fn name_of(file: &DeliveryFile) -> Result<FileName, DeliveryError> {
    FileName::parse(&file.name).map_err(|_| DeliveryError::PushFailed {
        why: PushFailure::Unwritable,
        words: "no name".to_owned(),
    })
}

/// The file in the form in which the fleet pushes it.
fn package<'a>(
    file: &'a DeliveryFile,
    path: &'a Path,
    name: &'a FileName,
    existing: Existing,
    now_ms: i64,
) -> FileToPush<'a> {
    FileToPush {
        path,
        name,
        bytes: file.bytes.unsigned_abs(),
        sha256: &file.sha256,
        mtime_s: u32::try_from(now_ms / 1000).unwrap_or(u32::MAX),
        existing,
    }
}

async fn has(
    engine: &Engine,
    phone_id: i64,
    file: &DeliveryFile,
    existing: Existing,
) -> Result<bool, DeliveryError> {
    if let Some(app) = &file.install {
        let fleet = &engine.fleet;
        let has = fleet.has_app(phone_id, &app.package, app.version_code);
        if !has.await? {
            return Ok(false);
        }
    }
    if !file.push {
        return Ok(true);
    }
    let (name, here) = (
        name_of(file)?,
        engine.uploads.contents()?.local_place(&file.sha256),
    );
    let now_ms = engine.clock.now_ms();
    let package = package(file, &here.file, &name, existing, now_ms);
    engine.fleet.has_file(phone_id, package).await
}
