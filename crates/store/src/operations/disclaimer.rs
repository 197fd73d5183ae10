//! The disclaimer before a replacement with data: which version was agreed to, by whom and when.

use diesel::prelude::*;
use domain::operations::{Agreed, Kind, OperationChoice};

use super::request::{OperationRequest, Started};
use super::row::{Row, from_text};
use crate::audit;
use crate::db::conn::AnyConn;
use crate::db::schema::{members, operations};
use crate::error::StoreError;
use crate::member::masked;
use crate::session::Actor;

/// An agreement to the disclaimer, as a receipt shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disclaimed {
    /// The version that was shown.
    pub version: u32,
    /// Masked number of who agreed to it.
    pub by: String,
    /// Time of the agreement, Unix milliseconds.
    pub at_ms: i64,
}

/// The agreement of a replacement with data; none for other kinds, and for those of earlier versions of the server.
pub(super) const fn agreed_of(input: &OperationChoice) -> Option<Agreed> {
    match input {
        OperationChoice::Transfer(asked) => asked.agreed,
        OperationChoice::None
        | OperationChoice::Dpi(_)
        | OperationChoice::Alias(_)
        | OperationChoice::Delivery(_)
        | OperationChoice::Apps(_)
        | OperationChoice::NewDevice(_) => None,
    }
}

/// The agreement before the phone's last replacement with data, which is tried again.
pub(super) fn agreed_before(tx: &mut AnyConn, phone_id: i64) -> Result<Option<Agreed>, StoreError> {
    let input: Option<String> = operations::table
        .filter(operations::phone_id.eq(phone_id))
        .filter(operations::kind.eq(Kind::Transfer.into_str()))
        .filter(operations::refusal.is_null())
        .order((operations::created_ms.desc(), operations::id.desc()))
        .select(operations::input)
        .first(tx)
        .optional()?;
    let input = input.as_deref().map(from_text).transpose()?;
    Ok(input.as_ref().and_then(agreed_of))
}

/// Notes in the audit which version was agreed to, for each phone that was accepted.
pub(super) fn record(
    tx: &mut AnyConn,
    actor: &Actor,
    ask: &OperationRequest,
    started: &Started,
    now_ms: i64,
) -> Result<(), StoreError> {
    for (phone_id, input) in &ask.phones {
        let Some(agreed) = agreed_of(input) else {
            continue;
        };
        if !started.accepted.contains(phone_id) {
            continue;
        }
        let object = format!("phone:{phone_id}");
        let detail = format!("v{}", agreed.version);
        audit::record(
            tx,
            &audit::Entry {
                detail: &detail,
                ..audit::Entry::by(actor, "transfer.agree", &object, now_ms)
            },
        )?;
    }
    Ok(())
}

/// The agreement of a batch, whose phones were agreed to together.
pub(super) fn of_rows(conn: &mut AnyConn, rows: &[Row]) -> Result<Option<Disclaimed>, StoreError> {
    let Some(row) = rows.first() else {
        return Ok(None);
    };
    if row.kind()? != Kind::Transfer {
        return Ok(None);
    }
    let Some(agreed) = agreed_of(&from_text(&row.input)?) else {
        return Ok(None);
    };
    let phone: Option<Option<String>> = members::table
        .find(agreed.member_id)
        .select(members::phone)
        .first(conn)
        .optional()?;
    Ok(Some(Disclaimed {
        version: agreed.version,
        by: phone.flatten().as_deref().map_or_else(String::new, masked),
        at_ms: agreed.at_ms,
    }))
}
