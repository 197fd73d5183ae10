//! Views of points.

use domain::codes;
use domain::lang::Lang;
use domain::points::{Described, Kind, PER_YUAN, PointRules, VALID_MS, worth_fen};
use domain::text::display::format_time;
use domain::zone::Zone;
use serde::{Deserialize, Serialize};
use store::points::{Ending, Filter, Month, PointPage, PointRecord, Summary};
use utoipa::{IntoParams, ToSchema};

use crate::http::{ApiError, PageQuery};

/// Characters of a day at the beginning of a time.
const DAY_CHARS: usize = 10;

/// Page of changes to show.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct PointPageQuery {
    /// Type of the changes.
    #[serde(rename = "type")]
    #[param(rename = "type")]
    kind: Option<Kind>,
    /// Points that came (true), or that went.
    add_status: Option<bool>,
    /// Made at or after, Unix milliseconds.
    begin_time: Option<i64>,
    /// Made before, Unix milliseconds.
    end_time: Option<i64>,
}

impl PointPageQuery {
    /// Filter, and rows before the page and on it.
    pub fn parse(self, page: &PageQuery) -> Result<(Filter, (i64, i64)), ApiError> {
        let window = page.usual()?;
        if matches!((self.begin_time, self.end_time), (Some(from), Some(until)) if from > until) {
            return Err(ApiError::Refused(codes::BAD_REQUEST));
        }
        let filter = Filter {
            kind: self.kind,
            gain: self.add_status,
            from_ms: self.begin_time,
            until_ms: self.end_time,
        };
        Ok((filter, window))
    }
}

/// A change of my points.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointRecordView {
    id: i64,
    #[serde(rename = "type")]
    kind: Kind,
    /// Type for people.
    title: String,
    /// Line that says what happened.
    description: String,
    /// Number of points, negative where they went.
    point: i64,
    /// Balance after the change.
    balance: i64,
    /// Unix milliseconds.
    create_time: i64,
    #[schema(required = true)]
    order_id: Option<i64>,
    #[schema(required = true)]
    order_no: Option<String>,
    #[schema(required = true)]
    refund_no: Option<String>,
    /// End of points that came, Unix milliseconds; of points that came from several orders, the first end.
    #[schema(required = true)]
    expire_time: Option<i64>,
}

/// Number of changes of a type.
#[derive(Serialize, ToSchema)]
pub struct PointCountView {
    #[serde(rename = "type")]
    kind: Kind,
    count: i64,
}

/// A page of changes.
#[derive(Serialize, ToSchema)]
pub struct PointPageView {
    list: Vec<PointRecordView>,
    total: i64,
    /// How many there are of each type, whatever type was asked for.
    counts: Vec<PointCountView>,
}

impl PointPageView {
    /// Builds the answer's view; days are those of the operator's zone.
    pub fn of(page: PointPage, zone: Zone, lang: Lang) -> Self {
        let view = |record| PointRecordView::of(record, zone, lang);
        Self {
            list: page.list.into_iter().map(view).collect(),
            total: page.total,
            counts: page
                .counts
                .into_iter()
                .map(|(kind, count)| PointCountView { kind, count })
                .collect(),
        }
    }
}

impl PointRecordView {
    fn of(record: PointRecord, zone: Zone, lang: Lang) -> Self {
        let earned_day: String = record
            .term
            .map(|(at_ms, _)| format_time(at_ms, zone.offset_minutes(at_ms)))
            .unwrap_or_default()
            .chars()
            .take(DAY_CHARS)
            .collect();
        let order = record.order.as_ref();
        let described = Described {
            cause: record.cause,
            points: record.points.abs(),
            spec_name: order.map_or("", |order| order.spec_name.in_lang(lang)),
            quantity: order.map_or(0, |order| order.quantity),
            days: order.and_then(|order| order.days),
            earned_day: &earned_day,
            reason: record.reason.as_deref().unwrap_or_default(),
        };
        Self {
            id: record.id,
            kind: record.kind,
            title: record.kind.title(lang).to_owned(),
            description: described.text(lang),
            point: record.points,
            balance: record.balance,
            create_time: record.created_ms,
            expire_time: record
                .term
                .filter(|_| record.points > 0)
                .map(|(_, expire_ms)| expire_ms),
            order_id: order.map(|order| order.id),
            order_no: record.order.map(|order| order.number),
            refund_no: record.refund_no,
        }
    }
}

/// Points that end on one day.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointEndView {
    points: i64,
    /// End of the first of them, Unix milliseconds.
    expire_time: i64,
}

/// Points that end in one month.
#[derive(Serialize, ToSchema)]
pub struct PointMonthView {
    /// `2026-11`.
    month: String,
    points: i64,
}

/// My points.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointSummaryView {
    /// Points that can be spent now.
    available: i64,
    /// Worth of these points in orders, in fen.
    worth_fen: i64,
    /// Points that my unpaid orders keep.
    held: i64,
    /// Points that refunds still take back, from the next ones that come: they were spent before.
    owed: i64,
    /// Points for each whole yuan of a payment.
    earned_per_yuan: i64,
    /// Points that are worth one yuan of an order.
    per_yuan: i64,
    /// Largest share of an order's price that points pay, in percent.
    share_percent: i64,
    /// Time for which points can be spent, in milliseconds.
    valid_ms: i64,
    /// The first ends, by days; at most three.
    soonest: Vec<PointEndView>,
    /// Ends by months of the operator's zone, the first one first; months without any are missing.
    months: Vec<PointMonthView>,
    /// This server's clock, Unix milliseconds.
    now: i64,
}

impl PointSummaryView {
    pub fn of(summary: Summary, rules: PointRules, now_ms: i64) -> Self {
        let end = |Ending { points, expire_ms }| PointEndView {
            points,
            expire_time: expire_ms,
        };
        let month = |Month { month, points }| PointMonthView { month, points };
        Self {
            available: summary.available,
            worth_fen: worth_fen(summary.available),
            held: summary.held,
            owed: summary.owed,
            earned_per_yuan: rules.earned_per_yuan,
            per_yuan: PER_YUAN,
            share_percent: rules.share_percent,
            valid_ms: VALID_MS,
            soonest: summary.soonest.into_iter().map(end).collect(),
            months: summary.months.into_iter().map(month).collect(),
            now: now_ms,
        }
    }
}
