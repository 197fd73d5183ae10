//! Files and apps that an operation brings to its phone, and the bytes that it has moved.

use domain::apps::PackageName;
use domain::operations::{Kind, OperationChoice, State};
use domain::uploads::{Delivery, DeliveryFile};

use super::row::{Row, from_text};
use super::transfer_state::moved;
use crate::error::StoreError;

/// Progress of a transfer to a phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sent {
    /// Bytes that the phone acknowledged.
    pub bytes: i64,
    /// Total number of bytes.
    pub total: i64,
    /// The present file, or the one that the phone did not take; none before the first.
    pub file: Option<String>,
}

fn delivery_of(row: &Row) -> Result<Option<Delivery>, StoreError> {
    Ok(match from_text(&row.input)? {
        OperationChoice::Delivery(delivery) => Some(delivery),
        OperationChoice::None
        | OperationChoice::Dpi(_)
        | OperationChoice::Alias(_)
        | OperationChoice::Apps(_)
        | OperationChoice::NewDevice(_)
        | OperationChoice::Transfer(_) => None,
    })
}

/// The files that a batch sends: the same to each of its phones.
pub(super) fn files_of(row: &Row) -> Result<Vec<DeliveryFile>, StoreError> {
    Ok(delivery_of(row)?.map_or_else(Vec::new, |delivery| delivery.files))
}

/// The apps that a batch is about: the same on each of its phones.
pub(super) fn packages_of(row: &Row) -> Result<Vec<PackageName>, StoreError> {
    Ok(match from_text(&row.input)? {
        OperationChoice::Apps(packages) => packages,
        OperationChoice::None
        | OperationChoice::Dpi(_)
        | OperationChoice::Alias(_)
        | OperationChoice::Delivery(_)
        | OperationChoice::NewDevice(_)
        | OperationChoice::Transfer(_) => Vec::new(),
    })
}

/// The app that the row's reason is about, where the batch is about several.
pub(super) fn app_of(row: &Row) -> Result<Option<String>, StoreError> {
    let packages = packages_of(row)?;
    let at = row.item.and_then(|item| usize::try_from(item).ok());
    let package = at
        .and_then(|at| packages.get(at))
        .filter(|_| packages.len() > 1);
    Ok(package.map(|package| package.as_str().to_owned()))
}

pub(super) fn sent_of(row: &Row, state: State, now_ms: i64) -> Result<Option<Sent>, StoreError> {
    if row.kind()? == Kind::Transfer {
        let (bytes, total) = moved(row, now_ms)?;
        return Ok(Some(Sent {
            bytes,
            total,
            file: None,
        }));
    }
    let Some(delivery) = delivery_of(row)? else {
        return Ok(None);
    };
    let total = delivery.load();
    let at = row.item.and_then(|item| usize::try_from(item).ok());
    let file = at.and_then(|at| Some(delivery.files.get(at)?.name.clone()));
    Ok(Some(Sent {
        bytes: if state == State::Done {
            total
        } else {
            row.sent_bytes.unwrap_or(0).min(total)
        },
        total,
        file: file.filter(|_| state != State::Done),
    }))
}
