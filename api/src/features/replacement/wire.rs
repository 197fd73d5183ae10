//! Bodies and views of replacements.

use domain::lang::Lang;
use serde::{Deserialize, Serialize};
use store::operations::{Replaceable, Replaced};
use utoipa::ToSchema;

/// A single phone.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplaceBody {
    /// Phone's id.
    pub phone_id: i64,
}

/// Several phones.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplaceBatchBody {
    /// Ids of the phones, at most 30, each once.
    pub phone_ids: Vec<i64>,
}

/// Each phone's answer, in the order asked.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplaceableListView {
    list: Vec<ReplaceableView>,
    total: usize,
}

/// Whether a phone may be replaced.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplaceableView {
    phone_id: i64,
    /// Code; 0: it may.
    code: i64,
    /// Why it may not.
    msg: String,
    /// Number of phones of its configuration that could take its place; null for a phone that I do not see.
    #[schema(required = true)]
    in_stock: Option<i64>,
}

impl ReplaceableListView {
    /// Builds the answer's view.
    pub fn of(checked: &[Replaceable], lang: Lang) -> Self {
        let list: Vec<ReplaceableView> = checked
            .iter()
            .map(|phone| {
                let refused = phone.verdict.as_ref().err();
                ReplaceableView {
                    phone_id: phone.phone_id,
                    code: refused.map_or(0, |refused| refused.code.number),
                    msg: refused.map_or_else(String::new, |refused| refused.text(lang)),
                    in_stock: phone.in_stock,
                }
            })
            .collect();
        Self {
            total: list.len(),
            list,
        }
    }
}

/// The phone that took another's place.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplacementView {
    phone_id: i64,
    /// For people.
    owl_id: String,
    /// Number of the wipe of the old phone; null until it was seen to be empty, and nobody else gets it before.
    #[schema(required = true)]
    wipe_no: Option<String>,
}

impl From<Replaced> for ReplacementView {
    fn from(replaced: Replaced) -> Self {
        Self {
            phone_id: replaced.new_phone_id,
            owl_id: replaced.new_owl_id,
            wipe_no: replaced.wipe.map(|id| format!("WIPE-{id:X}")),
        }
    }
}
