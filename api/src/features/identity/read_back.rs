//! A new identity on a receipt: what was asked for, and what the phone says.

use domain::lang::Lang;
use serde::Serialize;
use store::operations::Renewed;
use utoipa::ToSchema;

use super::library::brand_name;

/// The identity that a phone is given.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RenewedView {
    /// Brand in words.
    brand: String,
    /// Name of the model in shops.
    name: String,
    /// Each part as the phone tells it; empty until the phone was asked.
    fields: Vec<FieldView>,
}

/// A part of an identity.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldView {
    /// brand, name, model, device, serial, androidId, fingerprint, screen, density, release, soc, apps, files or proxy.
    field: &'static str,
    /// The part in words.
    label: &'static str,
    /// The place on the phone from which it was read.
    source: &'static str,
    /// The value that was asked for; null where it is not known what there was to keep.
    #[schema(required = true)]
    asked: Option<String>,
    /// The phone's own words; null where it does not tell.
    #[schema(required = true)]
    found: Option<String>,
    /// Whether the phone is as it was asked to be; where not, its image does not support it.
    applied: bool,
}

impl RenewedView {
    pub fn of(renewed: Renewed, lang: Lang) -> Self {
        Self {
            brand: brand_name(&renewed.brand, lang),
            name: renewed.name,
            fields: (renewed.fields.into_iter())
                .map(|row| FieldView {
                    field: row.field.into_str(),
                    label: row.field.words().in_lang(lang),
                    source: row.field.source(),
                    asked: row.asked,
                    found: row.found,
                    applied: row.applied,
                })
                .collect(),
        }
    }
}
