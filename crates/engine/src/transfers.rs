//! Replaces phones with their data: backs a phone's data up to a private folder of this server, restores it on the new phone, and removes
//! backups that nobody needs any more.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use causes::causes;
use domain::codes;
use domain::operations::{
    Agreed, Backup, DISCLAIMER_VERSION, Destination, Evidence, Kind, OperationChoice, Reason,
    Transfer,
};
use domain::phones::{Action, Unable};
use fleet::Fleet;
use fleet::providers::{ProviderError, RestoreRequest};
use futures_util::future::join_all;
use store::operations::{
    self, OperationRequest, Refused, Replaceable, RunningOperation, StartError, Started,
    TransferState,
};
use store::session::Actor;
use store::{StoreError, phones, proxies};

use crate::Engine;
use crate::abilities::{reason_of, unable_of};
use crate::worker::repeat;

/// Pause between two sweeps of backups that nobody needs.
const SWEEP: Duration = Duration::from_mins(1);

/// The folder of the backups; none where this server moves no data.
#[derive(Clone, Default)]
pub(crate) struct Backups(Option<Arc<Path>>);

impl Backups {
    /// Makes the folder of the backups, which only the server's user may open.
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        let folder = std::path::absolute(folder)?;
        let mut builder = std::fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(&folder)?;
        Ok(Self(Some(folder.into())))
    }

    fn of(&self, backup_id: i64) -> Result<PathBuf, Reason> {
        let folder = self.0.as_ref().ok_or(Reason::NotCapable)?;
        Ok(folder.join(backup_id.to_string()))
    }
}

impl Engine {
    /// Starts replacements of phones with their data. The actor has agreed to the disclaimer in its present version, which is stored with them.
    pub async fn begin_transfer(
        &self,
        actor: &Actor,
        phone_ids: &[i64],
    ) -> Result<Started, StartError> {
        let sizes = self.sizes(phone_ids).await;
        let unable = self.storage_check(phone_ids, &sizes).await?;
        let now_ms = self.clock.now_ms();
        let agreed = Agreed {
            version: DISCLAIMER_VERSION,
            member_id: actor.member_id(),
            at_ms: now_ms,
        };
        let ask = request(phone_ids, &sizes, Some(agreed));
        let started = operations::start(&self.store, actor, ask, unable, now_ms).await?;
        self.notify_started(actor, &started).await;
        Ok(started)
    }

    /// Whether each phone may be replaced with its data, or why not, with the size of the data of each phone that the actor may see.
    pub async fn check_transfer(
        &self,
        actor: &Actor,
        phone_ids: Vec<i64>,
    ) -> Result<Vec<Replaceable>, StartError> {
        let sizes = self.sizes(&phone_ids).await;
        let unable = self.storage_check(&phone_ids, &sizes).await?;
        let now_ms = self.clock.now_ms();
        let checked = operations::check_replace(
            &self.store,
            actor,
            phone_ids,
            Kind::Transfer,
            unable,
            now_ms,
        );
        let mut checked = checked.await?;
        for phone in checked.iter_mut().filter(|phone| phone.in_stock.is_some()) {
            phone.bytes = sizes.get(&phone.phone_id).copied();
        }
        Ok(checked)
    }

    /// Tries a failed backup or migration again.
    pub async fn retry_transfer(
        &self,
        actor: &Actor,
        phone_id: i64,
    ) -> Result<Started, StartError> {
        let sizes = self.sizes(&[phone_id]).await;
        let unable = self.storage_check(&[phone_id], &sizes).await?;
        let ask = request(&[phone_id], &sizes, None);
        let now_ms = self.clock.now_ms();
        let started = operations::retry_transfer(&self.store, actor, ask, unable, now_ms).await?;
        self.notify_started(actor, &started).await;
        Ok(started)
    }

    /// Gives up a failed backup or migration: the backup is removed and the old phone is switched on. The new phone is switched off before, so
    /// that no two phones run on the same data.
    pub async fn give_up_transfer(
        &self,
        actor: &Actor,
        phone_id: i64,
    ) -> Result<Started, StartError> {
        let now_ms = self.clock.now_ms();
        match operations::held_phone(&self.store, actor, phone_id, now_ms).await? {
            Ok(None) => {}
            Ok(Some(held)) => {
                if let Err(error) = self.fleet.power(held, false).await {
                    tracing::warn!(phone_id = held, error = %causes(&error), "switch phone off failed");
                    return Ok(Started::refused(Refused::bare(phone_id, codes::PHONE_BUSY)));
                }
            }
            Err(refused) => return Ok(Started::refused(refused)),
        }
        let unable = unable_of(self.fleet.clone());
        let started =
            operations::give_up_transfer(&self.store, actor, phone_id, unable, now_ms).await?;
        self.notify_started(actor, &started).await;
        sweep(self).await;
        Ok(started)
    }

    /// Progress of the replacements of these phones with their data.
    pub async fn transfer_states(
        &self,
        actor: &Actor,
        phone_ids: Vec<i64>,
    ) -> Result<Vec<TransferState>, StoreError> {
        let now_ms = self.clock.now_ms();
        operations::transfer_states(&self.store, actor, phone_ids, now_ms).await
    }

    /// Sizes of the phones' data; a phone whose host does not tell is absent.
    async fn sizes(&self, phone_ids: &[i64]) -> HashMap<i64, i64> {
        let all = phone_ids.iter().copied().take(domain::phones::BATCH_MAX);
        let sizes = all.map(|phone_id| async move {
            let bytes = self.fleet.size(phone_id).await.ok()?;
            Some((phone_id, i64::try_from(bytes).ok()?))
        });
        join_all(sizes).await.into_iter().flatten().collect()
    }

    /// A function that tells why a phone cannot be replaced with its data: its provider cannot do so, or the data is larger than the storage of a
    /// phone of the same configuration.
    async fn storage_check(
        &self,
        phone_ids: &[i64],
        sizes: &HashMap<i64, i64>,
    ) -> Result<impl Fn(i64, Action) -> Option<Unable> + Send + 'static, StoreError> {
        let capacities = phones::storage_bytes(&self.store, phone_ids.to_vec()).await?;
        let full = |phone_id: &i64| {
            let size = sizes.get(phone_id).copied().unwrap_or(0);
            capacities.get(phone_id).is_some_and(|room| size > *room)
        };
        let full: Vec<i64> = phone_ids.iter().copied().filter(full).collect();
        let unable = unable_of(self.fleet.clone());
        Ok(move |phone_id, action| {
            let none = full.contains(&phone_id).then_some(Unable::NoRoom);
            unable(phone_id, action).or(none)
        })
    }
}

fn request(
    phone_ids: &[i64],
    sizes: &HashMap<i64, i64>,
    agreed: Option<Agreed>,
) -> OperationRequest {
    let of = |phone_id: &i64| {
        let bytes = sizes.get(phone_id).copied().unwrap_or(0);
        let asked = Transfer {
            bytes,
            to: None,
            agreed,
        };
        (*phone_id, OperationChoice::Transfer(asked))
    };
    OperationRequest {
        kind: Kind::Transfer,
        phones: phone_ids.iter().map(of).collect(),
        group: false,
    }
}

/// Copies the data of the operation's phone to the backup's folder.
pub(crate) async fn back_up(
    engine: &Engine,
    running: &RunningOperation,
    to: &Destination,
) -> Result<Evidence, Reason> {
    let folder = engine.backups.of(to.backup_id)?;
    let guard = engine.uploads.deliveries().begin(running);
    let moved = guard.delivery.begin(0, 0);
    let made = engine
        .fleet
        .back_up(running.phone_id, &folder, &moved)
        .await;
    let made = made.map_err(|error| log_failure(running, &error))?;
    Ok(Evidence {
        backup: Some(Backup {
            bytes: i64::try_from(made.bytes).unwrap_or(i64::MAX),
            digest: made.digest,
        }),
        ..Evidence::default()
    })
}

/// Restores a backup on the new phone.
pub(crate) async fn migrate(
    engine: &Engine,
    running: &RunningOperation,
    to: &Destination,
    backup: &Backup,
) -> Result<Evidence, Reason> {
    let folder = engine.backups.of(to.backup_id)?;
    let guard = engine.uploads.deliveries().begin(running);
    let moved = guard.delivery.begin(0, 0);
    let request = RestoreRequest {
        from: &folder,
        digest: &backup.digest,
        data_id: &to.data_id,
    };
    let done = engine.fleet.restore(to.phone_id, request, &moved).await;
    done.map_err(|error| log_failure(running, &error))?;
    let now_ms = engine.clock.now_ms();
    if let Err(fault) = proxies::mark_copied_proxy(&engine.store, to.phone_id, now_ms).await {
        tracing::error!(phone_id = to.phone_id, error = %causes(&fault), "store proxy of moved data failed");
        return Err(Reason::Lost);
    }
    Ok(Evidence::default())
}

fn log_failure(running: &RunningOperation, error: &ProviderError) -> Reason {
    tracing::warn!(
        operation_id = running.id,
        phone_id = running.phone_id,
        error = %causes(error),
        "copy phone data failed"
    );
    match error {
        ProviderError::Refused(words) if words.contains("no space") => {
            Reason::PushFailed(domain::operations::PushFailure::NoSpace)
        }
        ProviderError::Refused(words) if words.contains("differs") => Reason::Altered,
        error => reason_of(error),
    }
}

/// Cleans up after a replacement with data. A phone whose backup failed has lost nothing, so it is switched on again; where that fails, its
/// member can do it later.
pub(crate) async fn clean_up(engine: &Engine, running: &RunningOperation, well: bool) {
    if !well {
        match operations::backup_failed(&engine.store, running.phone_id).await {
            Ok(true) => switch_on(&engine.fleet, running.phone_id).await,
            Ok(false) => {}
            Err(fault) => tracing::error!(
                operation_id = running.id,
                phone_id = running.phone_id,
                error = %causes(&fault),
                "read backup state failed"
            ),
        }
    }
    sweep(engine).await;
}

async fn switch_on(fleet: &Fleet, phone_id: i64) {
    if let Err(error) = fleet.power(phone_id, true).await {
        tracing::warn!(phone_id, error = %causes(&error), "switch phone on failed");
    }
}

/// Runs for ever and removes backups that nobody needs any more.
pub(crate) async fn watch(engine: Engine) {
    repeat(SWEEP, || sweep(&engine)).await;
}

/// Removes the backups that no row needs. The folder is listed before the rows are read, so a backup that is made meanwhile stays.
async fn sweep(engine: &Engine) {
    let Some(folder) = engine.backups.0.clone() else {
        return;
    };
    let listed = folder.clone();
    let found = tokio::task::spawn_blocking(move || backups_in(&listed)).await;
    let found = match found.unwrap_or_else(|error| Err(error.into())) {
        Ok(found) => found,
        Err(error) => {
            return tracing::error!(folder = %folder.display(), error = %causes(&error), "list backups failed");
        }
    };
    let needed = match operations::sweep_transfers(&engine.store, engine.clock.now_ms()).await {
        Ok(needed) => needed,
        Err(fault) => return tracing::error!(error = %causes(&fault), "read needed backups failed"),
    };
    let needed: Vec<String> = needed.iter().map(i64::to_string).collect();
    for name in found {
        let backup = name.split('.').next().unwrap_or_default();
        if needed.iter().any(|needed| needed == backup) {
            continue;
        }
        let path = folder.join(&name);
        let removed = tokio::task::spawn_blocking(move || std::fs::remove_dir_all(path)).await;
        match removed.unwrap_or_else(|error| Err(error.into())) {
            Ok(()) => tracing::info!(backup, "backup removed"),
            // The folder is gone: another sweep removed it at the same time.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => {
                tracing::error!(backup, error = %causes(&error), "remove backup failed");
            }
        }
    }
}

fn backups_in(folder: &Path) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        found.extend(entry?.file_name().into_string());
    }
    Ok(found)
}
