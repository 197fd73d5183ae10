//! The operation that holds a phone, as the list shows it.

use domain::lang::Lang;
use domain::operations::Kind;
use domain::phones::Unable;
use serde::Serialize;
use store::phones::RunningOn;
use utoipa::ToSchema;

/// The operation that holds a phone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RunningView {
    /// Id of the batch, for its receipt, when I asked for it.
    batch_id: i64,
    kind: Kind,
    /// The kind in words.
    name: &'static str,
    /// Unix milliseconds.
    since: i64,
    /// How long it is expected to take, in milliseconds: as the last ones of its kind at the phone's host.
    expected_ms: i64,
    /// Whether it waits in the queue: nothing was done to the phone yet.
    queued: bool,
    /// Share of the data that a replacement with data has moved in its present step, in percent; null for other kinds.
    #[schema(required = true)]
    percent: Option<i64>,
}

/// Share in percent, which is 100 only when all is moved.
const fn percent(bytes: i64, total: i64) -> i64 {
    if total <= 0 {
        return 0;
    }
    bytes.saturating_mul(100) / total
}

impl RunningView {
    pub fn of(running: RunningOn, expected_ms: i64, lang: Lang) -> Self {
        Self {
            batch_id: running.batch_id,
            kind: running.kind,
            name: running.kind.words().in_lang(lang),
            since: running.since_ms,
            expected_ms,
            queued: running.queued,
            percent: running.moved.map(|(bytes, total)| percent(bytes, total)),
        }
    }
}

/// How long an operation is expected to take.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EstimateView {
    action: Kind,
    /// Median of the last runs, milliseconds.
    expected_ms: i64,
}

impl From<(Kind, i64)> for EstimateView {
    fn from((action, expected_ms): (Kind, i64)) -> Self {
        Self {
            action,
            expected_ms,
        }
    }
}

/// Something that cannot be done to a phone where it runs, whatever it does now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnableView {
    action: Kind,
    /// Why not, in words.
    reason: &'static str,
}

impl UnableView {
    pub fn of(action: Kind, unable: Unable, lang: Lang) -> Self {
        let reason = unable.words().in_lang(lang);
        Self { action, reason }
    }
}
