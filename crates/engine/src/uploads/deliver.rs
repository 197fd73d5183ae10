//! Brings files to a phone: one after the other, and what it did not take does not keep the others from it.

use std::io;
use std::path::{Path, PathBuf};

use causes::causes;
use domain::operations::{Evidence, NotTaken, Reason};
use domain::uploads::{AppFacts, Delivery, FileName, InstallChoice, Parcel};
use fleet::{Package, ParcelError};
use store::operations::{self, Running};

use super::look::part;
use super::ways::Way;
use crate::Engine;

/// Brings everything to the phone. What it does not take is told by the first of them.
pub(crate) async fn deliver(
    engine: &Engine,
    running: &Running,
    delivery: &Delivery,
) -> Result<Evidence, Reason> {
    let course = engine.uploads.ways().begin(running);
    // It may have been taken back just before it could be stopped.
    match operations::is_current(&engine.store, running.id, running.generation).await {
        Ok(true) => {}
        Ok(false) => return Err(Reason::Lost),
        Err(fault) => {
            tracing::error!(
                operation = running.id,
                phone = running.phone_id,
                error = %causes(&fault),
                "look up delivery failed"
            );
            return Err(Reason::Lost);
        }
    }
    let mut refused = None;
    let mut before = 0;
    let mut ended = Ok(());
    for (nth, parcel) in delivery.parcels.iter().enumerate() {
        let way = Leg {
            engine,
            phone_id: running.phone_id,
            way: &course.way,
            nth,
            before,
        };
        match way.bring(parcel, delivery.options).await {
            Ok(()) => {}
            Err(error) => {
                tracing::info!(
                    operation = running.id,
                    phone = running.phone_id,
                    error = %causes(&error),
                    "a file was not brought to a phone"
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
        before += parcel.load();
    }
    if let (Ok(()), Some((nth, reason))) = (&ended, refused) {
        course.way.stay(nth);
        ended = Err(reason);
    }
    keep(engine, &course.way).await;
    ended.map(|()| Evidence::default())
}

/// Looks whether the phone has everything.
pub(crate) async fn look_for(
    engine: &Engine,
    running: &Running,
    delivery: &Delivery,
) -> Result<Evidence, Reason> {
    let course = engine.uploads.ways().begin(running);
    for (nth, parcel) in delivery.parcels.iter().enumerate() {
        let found = has(engine, running.phone_id, parcel).await;
        let reason = match found {
            Ok(true) => continue,
            Ok(false) => Reason::Absent,
            Err(error) => match reason_of(&error) {
                // A look changes nothing: it is tried again for a while.
                Verdict::All(Reason::Lost) => Reason::Unreachable,
                Verdict::This(reason) | Verdict::All(reason) => reason,
            },
        };
        course.way.begin(nth, delivery.load());
        keep(engine, &course.way).await;
        return Err(reason);
    }
    Ok(Evidence::default())
}

async fn keep(engine: &Engine, way: &Way) {
    if let Err(fault) = operations::progress(&engine.store, vec![way.progress()]).await {
        tracing::error!(
            error = %causes(&fault),
            "progress was not written"
        );
    }
}

/// What follows from what went wrong with one file.
enum Verdict {
    /// The others are brought all the same.
    This(Reason),
    /// Nothing more is.
    All(Reason),
}

fn reason_of(error: &ParcelError) -> Verdict {
    match error {
        ParcelError::NotTaken { why, .. } => Verdict::This(Reason::NotTaken(*why)),
        ParcelError::Local(_) => Verdict::This(Reason::FileGone),
        ParcelError::UnknownPhone(_) => Verdict::All(Reason::NoLongerOwned),
        ParcelError::Unreachable => Verdict::All(Reason::Unreachable),
        ParcelError::Broke(_) | ParcelError::Cancelled => Verdict::All(Reason::Lost),
    }
}

/// One file on its way to one phone.
struct Leg<'a> {
    engine: &'a Engine,
    phone_id: i64,
    way: &'a Way,
    nth: usize,
    before: i64,
}

impl Leg<'_> {
    async fn bring(&self, parcel: &Parcel, options: InstallChoice) -> Result<(), ParcelError> {
        let mut before = self.before;
        if let Some(app) = &parcel.install {
            let copy = self.way.begin(self.nth, before);
            let places = self.archives(parcel, app)?;
            let archives: Vec<(&Path, u64)> = places
                .iter()
                .map(|(path, bytes)| (path.as_path(), *bytes))
                .collect();
            let fleet = &self.engine.fleet;
            fleet
                .install(self.phone_id, &archives, options, &copy)
                .await?;
            before += app.archives.iter().sum::<i64>();
        }
        if parcel.push {
            let copy = self.way.begin(self.nth, before);
            let (path, name) = place_of(self.engine, parcel)?;
            let package = package(parcel, &path, &name, self.engine.clock.now_ms());
            self.engine
                .fleet
                .push(self.phone_id, package, &copy)
                .await?;
        }
        Ok(())
    }

    /// Where the archives of an app lie: the file itself, or what was unpacked of it.
    fn archives(&self, parcel: &Parcel, app: &AppFacts) -> io::Result<Vec<(PathBuf, u64)>> {
        let (file, parts) = self.engine.uploads.places(parcel.upload_id)?;
        let unpacked = parts.exists();
        let place = |nth| {
            if unpacked {
                part(&parts, nth)
            } else {
                file.clone()
            }
        };
        let sizes = app.archives.iter().enumerate();
        Ok(sizes
            .map(|(nth, bytes)| (place(nth), bytes.unsigned_abs()))
            .collect())
    }
}

fn place_of(engine: &Engine, parcel: &Parcel) -> Result<(PathBuf, FileName), ParcelError> {
    let (path, _) = engine.uploads.places(parcel.upload_id)?;
    let name = FileName::parse(&parcel.name).map_err(|_| ParcelError::NotTaken {
        why: NotTaken::Unwritable,
        words: "no name".to_owned(),
    })?;
    Ok((path, name))
}

fn package<'a>(parcel: &'a Parcel, path: &'a Path, name: &'a FileName, now_ms: i64) -> Package<'a> {
    Package {
        path,
        name,
        bytes: parcel.bytes.unsigned_abs(),
        sha256: &parcel.sha256,
        mtime_s: u32::try_from(now_ms / 1000).unwrap_or(u32::MAX),
    }
}

async fn has(engine: &Engine, phone_id: i64, parcel: &Parcel) -> Result<bool, ParcelError> {
    if let Some(app) = &parcel.install {
        let fleet = &engine.fleet;
        let has = fleet.has_app(phone_id, &app.package, app.version_code);
        if !has.await? {
            return Ok(false);
        }
    }
    if !parcel.push {
        return Ok(true);
    }
    let (path, name) = place_of(engine, parcel)?;
    let package = package(parcel, &path, &name, engine.clock.now_ms());
    engine.fleet.has_file(phone_id, package).await
}
