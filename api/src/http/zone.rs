//! Zone in which a client counts its days.

use domain::codes;
use domain::zone::Zone;

use super::ApiError;
use crate::AppState;

/// Longest name of a zone, in bytes.
const ZONE_MAX_BYTES: usize = 64;

/// The zone that a client names, else the server's.
pub fn zone_of(typed: Option<&str>, state: &AppState) -> Result<Zone, ApiError> {
    match typed {
        None | Some("") => Ok(state.zone()),
        Some(name) if name.len() <= ZONE_MAX_BYTES => {
            Zone::parse(name).map_err(|_| ApiError::Refused(codes::BAD_REQUEST))
        }
        Some(_) => Err(ApiError::Refused(codes::BAD_REQUEST)),
    }
}
