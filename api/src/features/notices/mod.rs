//! Messages to the member, and announcements.

mod announcements;
pub mod routes;
mod wire;

use store::StoreError;
use store::announcements::unread_in_inbox;

use crate::AppState;

/// Number of unread messages and announcements of the list.
async fn unread(state: &AppState, member_id: i64) -> Result<i64, StoreError> {
    unread_in_inbox(&state.engine.store, member_id, state.now_ms()).await
}
