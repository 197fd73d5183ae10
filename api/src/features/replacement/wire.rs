//! Bodies and views of replacements.

use domain::lang::Lang;
use domain::operations::{DISCLAIMER_VERSION, State};
use serde::{Deserialize, Serialize};
use store::operations::{Disclaimed, Replaceable, Replaced, TransferState};
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

/// Phones that may be replaced.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckReplaceBody {
    /// Ids of the phones, at most 30, each once.
    pub phone_ids: Vec<i64>,
    /// Whether their data is to go along.
    #[serde(default)]
    pub with_data: bool,
}

/// Several phones whose data goes along.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferBody {
    /// Ids of the phones, at most 30, each once.
    pub phone_ids: Vec<i64>,
    /// Whether the disclaimer was read to its end and agreed to; nothing is begun otherwise.
    #[serde(default)]
    pub agreed: bool,
    /// The version that was read: `disclaimerVersion` of the document's `TransferLimits`. With another one nothing is begun.
    pub disclaimer_version: Option<u32>,
}

impl TransferBody {
    /// Whether the disclaimer was agreed to as it is now.
    pub fn agrees(&self) -> bool {
        self.agreed && self.disclaimer_version == Some(DISCLAIMER_VERSION)
    }
}

/// An agreement to the disclaimer before data was moved.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DisclaimerView {
    /// The version that was shown.
    version: u32,
    /// Masked number of who agreed to it.
    by: String,
    /// Unix milliseconds.
    time: i64,
}

impl From<Disclaimed> for DisclaimerView {
    fn from(agreed: Disclaimed) -> Self {
        Self {
            version: agreed.version,
            by: agreed.by,
            time: agreed.at_ms,
        }
    }
}

/// A failed backup or migration.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RetryMigrateBody {
    /// Phone's id.
    pub phone_id: i64,
    /// Whether it is given up: the backup goes, and the old phone is switched on again.
    #[serde(default)]
    pub cancel: bool,
}

/// Phones whose migration is asked about.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferStatusBody {
    /// Ids of the phones, as they were asked for, at most 30.
    pub phone_ids: Vec<i64>,
}

/// How far replacements with data are. Phones without one are absent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferListView {
    list: Vec<TransferView>,
    total: usize,
}

/// How far a replacement with data is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferView {
    phone_id: i64,
    /// Batch of its last operation, for the receipt.
    batch_id: i64,
    state: State,
    /// 10 backing up, 11 backup failed, 12 backed up, 13 migrating, 14 migration failed, 1 running on the new phone.
    business_status: i16,
    /// Bytes that the present copy has moved.
    bytes: i64,
    /// Size of the data, in bytes.
    total: i64,
    /// The phone that gets the data, or got it; null where it was given up.
    #[schema(required = true)]
    new_phone_id: Option<i64>,
}

impl TransferListView {
    pub fn of(states: Vec<TransferState>) -> Self {
        let list: Vec<TransferView> = states
            .into_iter()
            .map(|state| TransferView {
                phone_id: state.phone_id,
                batch_id: state.batch_id,
                state: state.state,
                business_status: state.status.code(),
                bytes: state.bytes,
                total: state.total,
                new_phone_id: state.new_phone_id,
            })
            .collect();
        Self {
            total: list.len(),
            list,
        }
    }
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
    /// Size of its data, in bytes; null where that was not asked for or is not known.
    #[schema(required = true)]
    bytes: Option<i64>,
}

impl ReplaceableListView {
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
                    bytes: phone.bytes,
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
