//! Answers about authorizations.

use domain::codes;
use domain::lang::Lang;
use domain::phones::Power;
use serde::Serialize;
use store::sharing::{
    ActivityEntry, Authorized, Candidate, Candidates, Direction, Ended, Grant, GrantPage,
    GuestAction, NewGrant, SharingError,
};
use utoipa::ToSchema;

use crate::http::ApiError;

/// Results of a request to authorize phones.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthorizedView {
    /// A row for each phone, in the order of the request.
    list: Vec<AuthorizedRow>,
    /// Number of phones that were authorized.
    success: usize,
}

/// Result for one phone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuthorizedRow {
    phone_id: i64,
    /// Code; 0: authorized.
    code: i64,
    /// Reason of a refusal.
    msg: String,
    /// Id of the new authorization; null when refused.
    #[schema(required = true)]
    relation_id: Option<i64>,
    /// End of the new authorization, Unix milliseconds; null when refused.
    #[schema(required = true)]
    expire_time: Option<i64>,
}

impl AuthorizedView {
    pub fn of(authorized: Authorized, lang: Lang) -> Self {
        let list: Vec<AuthorizedRow> = authorized
            .phones
            .into_iter()
            .map(|(phone_id, result)| {
                let refused = result.err().map(domain::sharing::Refusal::code);
                AuthorizedRow {
                    phone_id,
                    code: refused.map_or(0, |code| code.number),
                    msg: refused.map_or_else(String::new, |code| code.text(lang).to_owned()),
                    relation_id: result.ok().map(|given| given.relation_id),
                    expire_time: result.ok().map(|given| given.expire_ms),
                }
            })
            .collect();
        Self {
            success: list.iter().filter(|row| row.code == 0).count(),
            list,
        }
    }
}

/// A new authorization.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GivenView {
    /// Id of the authorization.
    relation_id: i64,
    /// End, Unix milliseconds.
    expire_time: i64,
}

impl From<NewGrant> for GivenView {
    fn from(given: NewGrant) -> Self {
        Self {
            relation_id: given.relation_id,
            expire_time: given.expire_ms,
        }
    }
}

/// Results of ending authorizations.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndedView {
    /// A row for each authorization, in the order of the request.
    list: Vec<EndedRow>,
    /// Number of authorizations that ended now.
    success: usize,
}

/// Result for one authorization.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndedRow {
    relation_id: i64,
    /// Code; 0: ended now.
    code: i64,
    /// Reason of a refusal.
    msg: String,
}

impl EndedView {
    pub fn of(ended: &Ended, lang: Lang) -> Self {
        let absent = codes::SHARE_ABSENT;
        let list: Vec<EndedRow> = ended
            .relations
            .iter()
            .map(|&(relation_id, done)| EndedRow {
                relation_id,
                code: if done { 0 } else { absent.number },
                msg: if done {
                    String::new()
                } else {
                    absent.text(lang).to_owned()
                },
            })
            .collect();
        Self {
            success: list.iter().filter(|row| row.code == 0).count(),
            list,
        }
    }
}

/// A page of authorizations in force.
#[derive(Serialize, ToSchema)]
pub struct GrantsView {
    /// Authorizations of the page, the newest first.
    list: Vec<GrantView>,
    total: i64,
    /// The server's clock, Unix milliseconds.
    now: i64,
}

/// An authorization in force.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GrantView {
    /// Id of the authorization.
    relation_id: i64,
    /// Always 1.
    relation_type: i16,
    phone_id: i64,
    /// Id of the phone for people.
    owl_id: String,
    phone_alias: String,
    /// My own tags on the phone.
    phone_tags: Vec<GrantTagView>,
    /// Masked number of the account that I authorized; null for an authorization to me.
    #[schema(required = true)]
    sub_member_phone: Option<String>,
    /// Masked number of the owner; null for an authorization by me.
    #[schema(required = true)]
    member_phone: Option<String>,
    /// 1 view, 2 operate.
    accredit_type: i16,
    /// The level once more, as older clients read it.
    #[schema(required = true)]
    accredit: Option<i16>,
    /// Time of the authorization, Unix milliseconds.
    create_time: i64,
    /// End of the authorization, Unix milliseconds.
    expire_time: i64,
    /// End of the rental, Unix milliseconds: no authorization outlives it. Null for an authorization to me.
    #[schema(required = true)]
    rental_end_time: Option<i64>,
    /// The phone's status code (0 abnormal, 1 running, …).
    business_status: i16,
    power: Power,
}

/// A tag of mine.
#[derive(Serialize, ToSchema)]
pub struct GrantTagView {
    id: i64,
    name: String,
}

impl GrantView {
    fn of(grant: Grant, direction: Direction) -> Self {
        let by_me = direction == Direction::ByMe;
        let level = grant.level.accredit_type();
        let power = if grant.power_on {
            Power::On
        } else {
            Power::Off
        };
        let (sub_member_phone, member_phone) = if by_me {
            (Some(grant.other), None)
        } else {
            (None, Some(grant.other))
        };
        Self {
            relation_id: grant.relation_id,
            relation_type: 1,
            phone_id: grant.phone_id,
            owl_id: grant.owl_id,
            phone_alias: grant.alias,
            phone_tags: grant
                .tags
                .into_iter()
                .map(|(id, name)| GrantTagView { id, name })
                .collect(),
            sub_member_phone,
            member_phone,
            accredit_type: level.unwrap_or_default(),
            accredit: level,
            create_time: grant.created_ms,
            expire_time: grant.expire_ms,
            rental_end_time: by_me.then_some(grant.rental_end_ms),
            business_status: grant.status_code,
            power,
        }
    }
}

impl GrantsView {
    pub fn of(page: GrantPage, direction: Direction, now_ms: i64) -> Self {
        Self {
            list: page
                .list
                .into_iter()
                .map(|grant| GrantView::of(grant, direction))
                .collect(),
            total: page.total,
            now: now_ms,
        }
    }
}

/// A page of phones that can be authorized.
#[derive(Serialize, ToSchema)]
pub struct CandidatesView {
    /// Phones of the page, by name.
    list: Vec<CandidateView>,
    total: i64,
}

/// A phone that can be authorized.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CandidateView {
    phone_id: i64,
    /// Id of the phone for people.
    owl_id: String,
    phone_alias: String,
    /// End of the rental, Unix milliseconds.
    expire_time: i64,
}

impl From<Candidate> for CandidateView {
    fn from(phone: Candidate) -> Self {
        Self {
            phone_id: phone.phone_id,
            owl_id: phone.owl_id,
            phone_alias: phone.alias,
            expire_time: phone.expire_ms,
        }
    }
}

impl From<Candidates> for CandidatesView {
    fn from(page: Candidates) -> Self {
        Self {
            list: page.list.into_iter().map(CandidateView::from).collect(),
            total: page.total,
        }
    }
}

/// Actions of a guest on an authorized phone.
#[derive(Serialize, ToSchema)]
pub struct ActivityView {
    /// The newest actions first, at most 100.
    list: Vec<GuestActionView>,
}

/// An action of a guest.
#[derive(Serialize, ToSchema)]
pub struct GuestActionView {
    /// Id of the record.
    id: i64,
    /// Time of the action, Unix milliseconds.
    at: i64,
    doing: GuestActionKindView,
    /// Kind of the operation; null for another action.
    #[schema(required = true)]
    operation: Option<domain::operations::Kind>,
    /// The action in words.
    name: &'static str,
}

/// Kind of a guest's action.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum GuestActionKindView {
    /// Opened the phone to view it.
    Watched,
    /// Opened the phone to control it.
    Controlled,
    /// Removed files of the phone.
    DeletedFiles,
    /// Began an operation.
    Began,
}

impl ActivityView {
    pub fn of(actions: Vec<ActivityEntry>, lang: Lang) -> Self {
        let view = |action: ActivityEntry| GuestActionView {
            id: action.id,
            at: action.at_ms,
            operation: match action.doing {
                GuestAction::Began(kind) => Some(kind),
                GuestAction::Watched | GuestAction::Controlled | GuestAction::DeletedFiles => None,
            },
            name: action.doing.words().in_lang(lang),
            doing: match action.doing {
                GuestAction::Watched => GuestActionKindView::Watched,
                GuestAction::Controlled => GuestActionKindView::Controlled,
                GuestAction::DeletedFiles => GuestActionKindView::DeletedFiles,
                GuestAction::Began(_) => GuestActionKindView::Began,
            },
        };
        Self {
            list: actions.into_iter().map(view).collect(),
        }
    }
}

/// Whether others find the account by its number.
#[derive(Serialize, ToSchema)]
pub struct FindableView {
    pub findable: bool,
}

impl From<SharingError> for ApiError {
    fn from(error: SharingError) -> Self {
        Self::Refused(match error {
            SharingError::Lookup => codes::SHARE_LOOKUP,
            SharingError::Account => codes::SHARE_ACCOUNT,
            SharingError::Myself => codes::SHARE_SELF,
            SharingError::SubAccount => codes::SHARE_SUB_ACCOUNT,
            SharingError::Until => codes::SHARE_UNTIL,
            SharingError::AgreementChanged => codes::SHARE_AGREEMENT_CHANGED,
            SharingError::Unknown => codes::SHARE_ABSENT,
            SharingError::Fault(fault) => return fault.into(),
        })
    }
}
