//! Answers to a page that opens a link or begins a trial.

use domain::codes;
use domain::sharing::links::LinkKind;
use serde::{Deserialize, Serialize};
use store::sharing::links::{OpenedLink, Opening, PageShows};
use utoipa::ToSchema;

use super::clip::clip_path;
use super::offer::OfferView;
use crate::AppState;
use crate::http::{ApiError, Done, set_clip_cookie};

/// Token of a link, and its passcode.
#[derive(Deserialize, ToSchema)]
pub struct OpenLinkBody {
    /// Token from the address.
    pub token: String,
    /// Passcode as typed; left out at first.
    pub passcode: Option<String>,
}

/// How a link answers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OpeningView {
    /// The page may show it.
    Opened,
    /// A passcode is asked for.
    Passcode,
    /// The limit of viewers is reached: that many pages are open.
    Full,
    /// A trial is offered, which begins by a call of its own.
    Trial,
}

/// Answer of a link.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenedLinkView {
    #[schema(inline)]
    state: OpeningView,
    /// Tries that are left after a wrong passcode; null when none was given.
    #[schema(required = true)]
    tries_left: Option<i64>,
    /// Session of the page; null unless it was opened.
    #[schema(required = true)]
    page: Option<LinkPageView>,
    /// The trial that is offered; null where there is none.
    #[schema(required = true)]
    offer: Option<OfferView>,
}

/// Session of a page that a link let in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkPageView {
    /// For `Authorization: Bearer`: a view of this phone or clip, and nothing else.
    access_token: String,
    /// Kind of the link.
    kind: LinkKind,
    /// Phone of a live view or a trial; null of a clip.
    #[schema(required = true)]
    phone_id: Option<i64>,
    /// Address of a clip's bytes, behind this server's origin, which opens by the cookie of this answer; null of a phone.
    #[schema(required = true)]
    clip: Option<String>,
    /// Name of the app of a trial; empty of the others.
    app_name: String,
    /// Begin of the link or of the trial, Unix milliseconds.
    create_time: i64,
    /// End of the link or of the trial, Unix milliseconds.
    until_time: i64,
    /// The server's time, Unix milliseconds.
    now: i64,
}

impl OpenedLinkView {
    const fn without(state: OpeningView, tries_left: Option<i64>) -> Self {
        Self {
            state,
            tries_left,
            page: None,
            offer: None,
        }
    }

    fn of(opened: OpenedLink, clip: Option<String>, now_ms: i64) -> Self {
        let (kind, phone_id, app_name) = match opened.shows {
            PageShows::Live { phone_id } => (LinkKind::Live, Some(phone_id), String::new()),
            PageShows::Clip => (LinkKind::Clip, None, String::new()),
            PageShows::Trial { phone_id, app_name } => (LinkKind::Trial, Some(phone_id), app_name),
        };
        let page = LinkPageView {
            access_token: opened.token,
            kind,
            phone_id,
            clip,
            app_name,
            create_time: opened.created_ms,
            until_time: opened.until_ms,
            now: now_ms,
        };
        Self {
            page: Some(page),
            ..Self::without(OpeningView::Opened, None)
        }
    }
}

/// Answer to a page: a session, or the cause for which there is none. The page of a clip gets the cookie that opens its bytes.
pub fn answer(
    state: &AppState,
    opening: Opening,
    now_ms: i64,
) -> Result<Done<OpenedLinkView>, ApiError> {
    let opened = match opening {
        Opening::Absent => return Err(ApiError::Refused(codes::NOT_FOUND)),
        Opening::Passcode { tries_left } => {
            return Ok(OpenedLinkView::without(OpeningView::Passcode, tries_left).into());
        }
        Opening::Full => return Ok(OpenedLinkView::without(OpeningView::Full, None).into()),
        Opening::Trial(offer) => {
            let offered = OpenedLinkView {
                offer: Some(OfferView::of(offer, now_ms)),
                ..OpenedLinkView::without(OpeningView::Trial, None)
            };
            return Ok(offered.into());
        }
        Opening::Opened(opened) => opened,
    };
    if opened.shows != PageShows::Clip {
        return Ok(OpenedLinkView::of(opened, None, now_ms).into());
    }
    let (path, age_ms) = (clip_path(state, opened.page_id), opened.until_ms - now_ms);
    let keep = set_clip_cookie(state, (path.clone(), opened.token.clone()), age_ms);
    Ok(Done::with(
        OpenedLinkView::of(opened, Some(path), now_ms),
        keep,
    ))
}
