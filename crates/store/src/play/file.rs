//! Permission to work with the files of a phone, and the tickets by which one file is read.

use domain::access::Level;
use thiserror::Error;

use super::{StartError, operable};
use crate::Store;
use crate::audit::{Entry, record};
use crate::db::conn::AnyConn;
use crate::error::{StoreError, faults};
use crate::limits::{self, Limit, Renewal};
use crate::session::Actor;
use crate::tickets::{self, Content, Purpose, Ticket};

/// Kind of the recorded action.
pub(crate) const DELETED: &str = "play.delete_files";
/// Limit of reads and changes of a member in a minute, on every phone together; pieces of files are not counted, a phone takes
/// one after the other.
const PER_MINUTE: Limit = Limit {
    most: 300,
    window_ms: 60_000,
    renewal: Renewal::AfterFirst,
};

/// Why access to files is refused.
#[derive(Debug, Error)]
pub enum FileError {
    /// The phone, the right or the phone's state is refused, as for opening the phone.
    #[error(transparent)]
    Phone(StartError),
    /// The limit of 300 in a minute is reached.
    #[error("too many calls in a minute")]
    TooOften,
    /// The ticket is unknown, spent, too old or another member's.
    #[error("the ticket does not open this")]
    Ticket,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(FileError);

fn counted(tx: &mut AnyConn, actor: &Actor, phone_id: i64, now_ms: i64) -> Result<(), FileError> {
    operable(tx, actor, phone_id, now_ms).map_err(FileError::Phone)?;
    let name = format!("files:{}", actor.counted_as());
    match limits::spend(tx, &name, PER_MINUTE, now_ms)? {
        Ok(_) => Ok(()),
        Err(_) => Err(FileError::TooOften),
    }
}

/// Counts one read or change; needs the right to operate the phone, and a state in which it could be played.
pub async fn may_use_files(
    store: &Store,
    actor: &Actor,
    phone_id: i64,
    now_ms: i64,
) -> Result<(), FileError> {
    let actor = actor.clone();
    let counted = move |tx: &mut AnyConn| counted(tx, &actor, phone_id, now_ms);
    store.write(counted).await
}

/// Checks like [`may_use_files`] for a piece of a file, which is not counted.
pub async fn may_move(
    store: &Store,
    actor: &Actor,
    phone_id: i64,
    now_ms: i64,
) -> Result<(), FileError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let phone = operable(tx, &actor, phone_id, now_ms);
            phone.map(drop).map_err(FileError::Phone)
        })
        .await
}

/// Checks like [`may_use_files`] for a removal, which is recorded as an action: the number of files, not their names.
pub async fn may_delete(
    store: &Store,
    actor: &Actor,
    phone_id: i64,
    count: usize,
    now_ms: i64,
) -> Result<(), FileError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            counted(tx, &actor, phone_id, now_ms)?;
            let (object, detail) = (format!("phone:{phone_id}"), count.to_string());
            let entry = Entry {
                detail: &detail,
                ..Entry::by(&actor, DELETED, &object, now_ms)
            };
            Ok(record(tx, &entry)?)
        })
        .await
}

/// Issues the ticket by which the member reads one file of a phone.
pub async fn file_ticket(
    store: &Store,
    actor: &Actor,
    phone_id: i64,
    path: String,
    now_ms: i64,
) -> Result<Ticket, FileError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            counted(tx, &actor, phone_id, now_ms)?;
            let content = Content {
                purpose: Purpose::File,
                phone_ids: vec![phone_id],
                level: Level::Operate as i16,
                control: false,
                epoch: 0,
                until_ms: None,
            };
            Ok(tickets::issue_about(tx, &actor, &content, &path, now_ms)?)
        })
        .await
}

/// Redeems a file's ticket: the phone and the path of the file. The right is checked once more.
pub async fn open_file(
    store: &Store,
    actor: &Actor,
    ticket: String,
    now_ms: i64,
) -> Result<(i64, String), FileError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let redeemed = tickets::redeem_own(tx, &actor, &ticket, Purpose::File, now_ms)?;
            let Some(&[phone_id]) = redeemed.as_ref().map(|content| &*content.phone_ids) else {
                return Err(FileError::Ticket);
            };
            // An inner refusal is committed with the spent ticket: the right ended since.
            let path = tickets::subject_of(tx, &ticket)?;
            match operable(tx, &actor, phone_id, now_ms) {
                Ok(_) => Ok(Ok((phone_id, path))),
                Err(StartError::Fault(fault)) => Err(FileError::Fault(fault)),
                Err(refused) => Ok(Err(FileError::Phone(refused))),
            }
        })
        .await?
}
