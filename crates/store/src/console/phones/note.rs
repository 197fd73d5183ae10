//! Words of operators about a phone, and the record of phones that were taken away in a file.

use diesel::prelude::*;
use domain::permissions::NOTE_PHONES;
use domain::phones::PhoneNote;
use serde_json::json;
use thiserror::Error;

use crate::Store;
use crate::access::claim_permitted;
use crate::audit::{self, Author};
use crate::db::schema::phones;
use crate::error::{StoreError, faults};

/// Why a note is not kept.
#[derive(Debug, Error)]
pub enum NoteError {
    /// The phone is unknown, or has left the stock.
    #[error("no such phone")]
    Unknown,
    /// The note was changed by another operator first.
    #[error("the note was changed meanwhile")]
    Changed {
        /// The note that stands now.
        now: String,
    },
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(NoteError);

/// Writes a phone's note in the place of the one that the operator saw; an empty one removes it.
pub async fn write_note(
    store: &Store,
    author: Author,
    phone_id: i64,
    (seen, note): (String, PhoneNote),
) -> Result<(), NoteError> {
    store
        .write(move |tx| {
            claim_permitted(tx, &author.actor, NOTE_PHONES, &[phone_id])?
                .pop()
                .and_then(Result::ok)
                .ok_or(NoteError::Unknown)?;
            let there = || {
                phones::table
                    .find(phone_id)
                    .filter(phones::removed_ms.is_null())
            };
            let written = diesel::update(there().filter(phones::note.eq(&seen)))
                .set(phones::note.eq(note.as_str()))
                .execute(tx)?;
            if written == 0 {
                let now: Option<String> = there().select(phones::note).first(tx).optional()?;
                return Err(now.map_or(NoteError::Unknown, |now| NoteError::Changed { now }));
            }
            if seen != note.as_str() {
                audit::record_change(
                    tx,
                    &author,
                    "phone.note",
                    ("phone", phone_id),
                    [
                        Some(json!({ "note": seen })),
                        Some(json!({ "note": note.as_str() })),
                    ],
                )?;
            }
            Ok(())
        })
        .await
}

/// Records that an operator took phones away in a file.
pub async fn note_export(store: &Store, author: Author, count: usize) -> Result<(), StoreError> {
    store
        .write(move |tx| {
            Ok(audit::record_export(
                tx,
                &author,
                "phone.export",
                "phones",
                count,
            )?)
        })
        .await
}
