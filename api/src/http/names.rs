//! Names that members give to groups and tags.

use domain::codes;
use domain::text::names::Name;
use serde::Deserialize;
use utoipa::ToSchema;

use super::ApiError;

/// A name of 1 to 10 characters.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NameBody {
    name: String,
}

impl NameBody {
    /// Name that may be given.
    pub fn parse(&self) -> Result<Name, ApiError> {
        name_of(&self.name)
    }
}

/// Id of a group or tag, and its new name of 1 to 10 characters.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RenameBody {
    /// Id of the group or tag.
    pub id: i64,
    name: String,
}

impl RenameBody {
    /// Name that may be given.
    pub fn parse(&self) -> Result<Name, ApiError> {
        name_of(&self.name)
    }
}

/// Name, or a refusal in words.
fn name_of(text: &str) -> Result<Name, ApiError> {
    Name::parse(text)
        .map_err(|fault| ApiError::explained(codes::BAD_REQUEST, |lang| fault.text(lang)))
}
