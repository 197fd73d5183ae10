//! Apps on phones: what is installed, with the facts of each archive, and what is done with them.

mod archive;
mod manage;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use causes::causes;
use domain::apps::PackageName;
use domain::phones::{Action, BATCH_MAX};
pub use fleet::Storage;
use fleet::{AppError, InstalledApp, PhoneApps};
use futures_util::StreamExt as _;
use futures_util::stream;
use parking_lot::Mutex;
use store::StoreError;
use store::phones::Verdict;
use store::session::Actor;
use thiserror::Error;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::Engine;

pub(crate) use manage::{check_apps, manage};

/// How long one request waits until archives that were not read before are read; what takes longer is in the answer to the next request.
const READ_WAIT: Duration = Duration::from_secs(2);
/// Archives that are read at the same time: each takes memory of [`unpack::MEMORY`] and bandwidth of its phone's link.
const READINGS_AT_ONCE: usize = 4;
/// Apps whose facts are cached, with an icon of some kilobytes each.
const KEPT_MAX: usize = 4000;

/// Facts of an app that were read from its archive; all empty when the archive cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ArchiveFacts {
    /// Label for people; none where the archive does not tell.
    pub label: Option<String>,
    /// Version for people.
    pub version_name: Option<String>,
    /// Icon as a small PNG.
    pub icon: Option<Vec<u8>>,
    /// Length of all archives of the app, in bytes.
    pub bytes: Option<u64>,
    /// SHA-256 of the certificates that signed the archive, in hexadecimal digits; empty where they are not known.
    pub signers: Vec<String>,
}

/// Cache of facts of apps, by phone and path of the base archive. Android gives each installation its own path, so no entry becomes stale.
#[derive(Clone)]
pub(crate) struct Apps(Arc<Inner>);

struct Inner {
    kept: Mutex<HashMap<(i64, String), Arc<ArchiveFacts>>>,
    readings: Arc<Semaphore>,
}

impl Default for Apps {
    fn default() -> Self {
        Self(Arc::new(Inner {
            kept: Mutex::default(),
            readings: Arc::new(Semaphore::new(READINGS_AT_ONCE)),
        }))
    }
}

impl Apps {
    fn get(&self, phone_id: i64, path: &str) -> Option<Arc<ArchiveFacts>> {
        let key = (phone_id, path.to_owned());
        self.0.kept.lock().get(&key).cloned()
    }

    fn insert(&self, phone_id: i64, path: &str, facts: ArchiveFacts) {
        let mut kept = self.0.kept.lock();
        if kept.len() >= KEPT_MAX {
            // Rare, so the whole cache is dropped: what is asked for again is read again.
            kept.clear();
        }
        kept.insert((phone_id, path.to_owned()), Arc::new(facts));
    }
}

/// An app that is installed on a phone, with what its archive says about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct App {
    /// Facts from the phone.
    pub installed: InstalledApp,
    /// Facts from the archive; none while it was not read.
    pub facts: Option<Arc<ArchiveFacts>>,
}

/// Apps that are installed on one phone beside those of its system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppsOfPhone {
    /// Apps, by package.
    pub apps: Vec<App>,
    /// Number of the system's packages, which are not listed.
    pub system: usize,
}

/// Why the apps of a phone are not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AppsError {
    /// The member may not manage the phone's apps, or not in its present state.
    #[error("the phone's apps may not be managed now")]
    Refused(Verdict),
    /// The phone did not answer.
    #[error("the phone does not answer")]
    Silent,
}

impl Engine {
    /// Apps of phones, in the order of `phone_ids`; a phone that does not answer fails alone.
    pub async fn apps(
        &self,
        actor: &Actor,
        phone_ids: Vec<i64>,
    ) -> Result<Vec<(i64, Result<AppsOfPhone, AppsError>)>, StoreError> {
        let checked = self.check(actor, phone_ids, Action::ManageApps).await?;
        let looks = checked.into_iter().map(|(phone_id, verdict)| async move {
            match verdict {
                // Reading disturbs no operation, so a busy phone is read, too.
                Ok(()) | Err(Verdict::Busy) => (phone_id, self.apps_of(phone_id).await),
                Err(verdict) => (phone_id, Err(AppsError::Refused(verdict))),
            }
        });
        Ok(stream::iter(looks).buffered(BATCH_MAX).collect().await)
    }

    /// An app of a phone that the actor manages, by its package; none when it is not installed there.
    pub async fn app(
        &self,
        actor: &Actor,
        phone_id: i64,
        package: &str,
    ) -> Result<Result<Option<App>, AppsError>, StoreError> {
        let found = self.apps(actor, vec![phone_id]).await?;
        let Some((_, found)) = found.into_iter().next() else {
            return Ok(Err(AppsError::Silent));
        };
        Ok(found.map(|of_phone| {
            let mut apps = of_phone.apps.into_iter();
            apps.find(|app| app.installed.package.as_str() == package)
        }))
    }

    /// Disk space of phones, in the order of `phone_ids`; a phone that does not answer fails alone.
    pub async fn storage(
        &self,
        actor: &Actor,
        phone_ids: Vec<i64>,
    ) -> Result<Vec<(i64, Result<Storage, AppsError>)>, StoreError> {
        let checked = self.check(actor, phone_ids, Action::ManageApps).await?;
        let looks = checked.into_iter().map(|(phone_id, verdict)| async move {
            let found = match verdict {
                // Reading disturbs no operation, so a busy phone is read, too.
                Ok(()) | Err(Verdict::Busy) => {
                    let found = self.fleet.storage(phone_id).await;
                    found.map_err(|error| {
                        tracing::info!(phone_id, error = %causes(&error), "read storage failed");
                        AppsError::Silent
                    })
                }
                Err(verdict) => Err(AppsError::Refused(verdict)),
            };
            (phone_id, found)
        });
        Ok(stream::iter(looks).buffered(BATCH_MAX).collect().await)
    }

    async fn apps_of(&self, phone_id: i64) -> Result<AppsOfPhone, AppsError> {
        let found = self.fleet.apps(phone_id).await.map_err(|error| {
            tracing::info!(phone_id, error = %causes(&error), "list apps failed");
            AppsError::Silent
        })?;
        // Reading goes on after the timeout, and the next request finds the rest in the cache.
        let (engine, unread) = (self.clone(), self.unread(phone_id, &found));
        if !unread.is_empty() {
            let reading = tokio::spawn(async move { engine.read_all(phone_id, unread).await });
            let _in_time = timeout(READ_WAIT, reading).await;
        }
        Ok(AppsOfPhone {
            system: found.system_count(),
            apps: found
                .installed
                .into_iter()
                .map(|installed| App {
                    facts: self.apps.get(phone_id, &installed.path),
                    installed,
                })
                .collect(),
        })
    }

    fn unread(&self, phone_id: i64, found: &PhoneApps) -> Vec<(PackageName, String)> {
        let known = |app: &&InstalledApp| self.apps.get(phone_id, &app.path).is_none();
        let unread = found.installed.iter().filter(known);
        let named = unread.map(|app| (app.package.clone(), app.path.clone()));
        named.collect()
    }

    async fn read_all(&self, phone_id: i64, unread: Vec<(PackageName, String)>) {
        let Ok(_turn) = self.apps.0.readings.acquire().await else {
            return;
        };
        for (package, path) in unread {
            if self.apps.get(phone_id, &path).is_some() {
                continue;
            }
            match self.read_facts(phone_id, &package, &path).await {
                Ok(facts) => self.apps.insert(phone_id, &path, facts),
                Err(AppError::Refused(words)) => {
                    tracing::debug!(phone_id, path, error = words, "read archive failed");
                    self.apps.insert(phone_id, &path, ArchiveFacts::default());
                }
                Err(error) => {
                    tracing::info!(phone_id, path, error = %causes(&error), "read archive failed");
                    return;
                }
            }
        }
    }

    async fn read_facts(
        &self,
        phone_id: i64,
        package: &PackageName,
        path: &str,
    ) -> Result<ArchiveFacts, AppError> {
        let sizes = self.fleet.archive_sizes(phone_id, path).await?;
        let file = archive::PhoneFile::new(self.fleet.clone(), phone_id, path, sizes.base);
        let package = package.clone();
        let read = tokio::task::spawn_blocking(move || archive::read(file, &package)).await;
        Ok(ArchiveFacts {
            bytes: Some(sizes.all),
            // The parser reads files that anybody may have made and may panic: the app is shown by its package name then.
            ..read.unwrap_or_default()
        })
    }
}
