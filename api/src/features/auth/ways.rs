//! The gate of each way to sign in: one that operators switched off lets nobody in.

use domain::auth::ways::SignInMethod;
use domain::codes;
use store::auth::entry;

use crate::AppState;
use crate::http::ApiError;

/// Refuses a way that is switched off.
pub async fn require_way(state: &AppState, way: SignInMethod) -> Result<(), ApiError> {
    let entry = entry::current(&state.engine.store).await?;
    if entry.off.allows(way) {
        Ok(())
    } else {
        Err(ApiError::Refused(codes::WAY_OFF))
    }
}
