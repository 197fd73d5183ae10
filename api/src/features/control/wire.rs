//! Bodies that name phones, and their density.

use domain::codes;
use domain::lang::Lang;
use domain::operations::{Kind, OperationChoice, density_fault};
use serde::Deserialize;
use store::operations::OperationRequest;
use utoipa::ToSchema;

use crate::http::ApiError;
use crate::http::batches::PhonesBody;

/// A single phone, or several, and their density.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DensityBody {
    /// Id of a single phone.
    pub phone_id: Option<i64>,
    /// Ids of several phones, at most 30, each once.
    pub phone_ids: Option<Vec<i64>>,
    /// Dots per inch, 72 to 640.
    #[serde(alias = "dpi")]
    pub density: i32,
}

impl DensityBody {
    /// Request of a density within its limits, for each phone.
    pub fn ask(self) -> Result<OperationRequest, ApiError> {
        let dpi = self.density;
        if density_fault(dpi, Lang::Zh).is_some() {
            return Err(ApiError::explained(codes::BAD_REQUEST, |lang| {
                density_fault(dpi, lang).unwrap_or_default()
            }));
        }
        let phones = PhonesBody {
            phone_id: self.phone_id,
            phone_ids: self.phone_ids,
        };
        Ok(OperationRequest {
            kind: Kind::Density,
            phones: phones
                .ids()
                .into_iter()
                .map(|id| (id, OperationChoice::Dpi(dpi)))
                .collect(),
            group: false,
        })
    }
}
