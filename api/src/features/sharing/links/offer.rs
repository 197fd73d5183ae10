//! Offer of a trial, as a page reads it before it begins.

use serde::Serialize;
use store::sharing::links::{Offer, OfferStatus};
use utoipa::ToSchema;

/// Whether a trial may begin.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OfferStandingView {
    /// A trial may begin.
    Open,
    /// Somebody has the phone for a trial, until `untilTime`.
    Taken,
    /// The app of the last trial is being stopped.
    Cleaning,
    /// The phone is used by a member, or it does not run.
    Away,
}

/// A trial that is offered.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferView {
    /// Name of the app.
    app_name: String,
    /// Duration in minutes.
    minutes: i64,
    #[schema(inline)]
    standing: OfferStandingView,
    /// End of the trial that somebody has, Unix milliseconds; null without one.
    #[schema(required = true)]
    until_time: Option<i64>,
    /// The server's time, Unix milliseconds.
    now: i64,
}

impl OfferView {
    pub fn of(offer: Offer, now_ms: i64) -> Self {
        let (standing, until_time) = match offer.standing {
            OfferStatus::Open => (OfferStandingView::Open, None),
            OfferStatus::Taken { until_ms } => (OfferStandingView::Taken, Some(until_ms)),
            OfferStatus::Cleaning => (OfferStandingView::Cleaning, None),
            OfferStatus::Away => (OfferStandingView::Away, None),
        };
        Self {
            app_name: offer.app_name,
            minutes: offer.minutes.get(),
            standing,
            until_time,
            now: now_ms,
        }
    }
}
