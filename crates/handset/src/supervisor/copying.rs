//! Copies of a phone's data, which run on a blocking thread, so that the supervisor reports the phone's state meanwhile.

use std::sync::atomic::Ordering;

use tokio::sync::oneshot;

use super::{Breakdown, PhoneSupervisor, Slow};
use crate::backup::Manifest;
use crate::fault::InjectedFault;
use crate::host_command::{HostCommand, Power};
use crate::journal::JournalEntry;
use crate::task::Task;
use crate::{HandsetError, backup, identity};

/// Copy under way: the receiver of its result, and whether the phone breaks down after it.
pub(super) struct Copying {
    done: oneshot::Receiver<Result<Option<Manifest>, HandsetError>>,
    breakdown: Option<Breakdown>,
}

/// Part of a copy that runs on the blocking thread.
type CopyingWork = Box<dyn FnOnce() -> Result<Option<Manifest>, HandsetError> + Send>;

impl PhoneSupervisor {
    /// Starts to copy data from or to the phone, which is off meanwhile; its state is still reported.
    pub(super) fn copy(&mut self, task: Task, breakdown: Option<Breakdown>) {
        let Task::PendingCommand(pending) = &task else {
            return;
        };
        self.phone
            .note(&JournalEntry::HostCommand(pending.command.into_str()));
        let (told, done) = oneshot::channel();
        let (ended, over) = oneshot::channel();
        let work = self.copying_work(&pending.command);
        tokio::task::spawn_blocking(move || {
            // Sending fails only when the phone ended.
            let _ = told.send(work.and_then(|work| work()));
            let _ = ended.send(());
        });
        self.copying = Some(Copying { done, breakdown });
        self.slow = Some(Slow {
            task,
            due: None,
            released: Box::pin(async move {
                // An error means that the thread ended without sending, which ends the copy too.
                let _ = over.await;
            }),
        });
    }

    fn copying_work(&mut self, command: &HostCommand) -> Result<CopyingWork, HandsetError> {
        let identity = self.phone.identity.clone();
        let (folder, moved) = (self.folder.path.clone(), self.moved.clone());
        moved.store(0, Ordering::Relaxed);
        match command.clone() {
            HostCommand::BackUp { to } => {
                self.go_down(Power::Off);
                self.folder.set_away(true)?;
                Ok(Box::new(move || {
                    backup::write(&folder, &identity, &to, &moved).map(Some)
                }))
            }
            HostCommand::Restore {
                from,
                digest,
                data_id,
            } => {
                if identity::data_id(&folder)?.as_ref() == Some(&data_id) {
                    return Ok(Box::new(|| Ok(None)));
                }
                let full = self.phone.fault() == InjectedFault::Full;
                self.go_down(Power::Off);
                self.folder.set_away(true)?;
                self.folder.wipe()?;
                self.folder.set_away(true)?;
                Ok(Box::new(move || {
                    if full {
                        return Err(HandsetError::NoRoom);
                    }
                    backup::read(&folder, &identity, &from, &digest, &moved).map(|()| None)
                }))
            }
            _ => Ok(Box::new(|| Ok(None))),
        }
    }

    /// Goes on after a copy: a phone that was backed up stays off, a phone that was restored starts.
    pub(super) async fn copied(&mut self, task: Task, copying: Copying) {
        let Task::PendingCommand(pending) = task else {
            return;
        };
        let copied = copying.done.await.unwrap_or(Err(HandsetError::NoBackup));
        let done = match (copied, &pending.command) {
            (Ok(manifest), HostCommand::BackUp { .. }) => {
                self.survive(copying.breakdown).map(|()| {
                    self.measured = manifest.map(|made| (made.bytes, Some(made.digest)));
                })
            }
            (Ok(_), HostCommand::Restore { data_id, .. }) => {
                self.restored(data_id, copying.breakdown).await
            }
            (Ok(_), _) => Ok(()),
            (Err(why), HostCommand::BackUp { .. }) => self.go_up().and(Err(why)),
            // Half of the data is of no use: the phone stays off until it is wiped or a backup is restored.
            (Err(why), _) => Err(why),
        };
        let report = done.and_then(|()| self.report());
        // Sending fails only when nobody waits for it any more.
        let _ = pending.answer.send(report);
    }

    async fn restored(
        &mut self,
        data_id: &str,
        breakdown: Option<Breakdown>,
    ) -> Result<(), HandsetError> {
        self.survive(breakdown)?;
        identity::set_data_id(&self.folder.path, data_id)?;
        if self.power == Power::On {
            return Ok(());
        }
        self.reboot().await
    }
}
