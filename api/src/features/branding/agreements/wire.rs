//! Agreements as operators write them and as everybody reads them.

use domain::agreements::Kind;
use domain::agreements::written::{Refusal, Written};
use domain::codes;
use domain::lang::Lang;
use serde::{Deserialize, Serialize};
use store::agreements::{
    Acceptance, Acceptances, AgreementError, Listed, MemberAgreement, Page, Version,
};
use utoipa::{IntoParams, ToSchema};

use crate::http::ApiError;

/// Names an agreement.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AgreementQuery {
    /// `terms`, `privacy` or `authorization`.
    #[serde(default)]
    kind: String,
    /// Version number, from 1; the version in force when missing.
    version: Option<i64>,
}

impl AgreementQuery {
    /// Kind of agreement, and the version asked for.
    pub fn parse(&self) -> Result<(Kind, Option<i64>), ApiError> {
        let kind = (self.kind.parse()).map_err(|_| ApiError::Refused(codes::BAD_REQUEST))?;
        Ok((kind, self.version))
    }
}

/// The text of an agreement.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgreementView {
    /// `terms`, `privacy` or `authorization`.
    kind: &'static str,
    /// Version number, from 1.
    version: i64,
    title: String,
    /// The text with its marks: p, br, b, lists, links and their like, nothing else.
    html: String,
    /// Unix milliseconds; 0 for the product's own first version.
    publish_time: i64,
}

impl AgreementView {
    pub fn of(found: &Version, lang: Lang) -> Self {
        Self {
            kind: found.kind.into_str(),
            version: found.version,
            title: found.title(lang).to_owned(),
            html: found.text(lang).to_owned(),
            publish_time: found.published_ms.unwrap_or_default(),
        }
    }
}

/// An agreement in force, and what I accepted of it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnAgreementView {
    /// `terms`, `privacy` or `authorization`.
    kind: &'static str,
    /// The version in force.
    version: i64,
    title: String,
    /// Unix milliseconds; 0 for the product's own first version.
    publish_time: i64,
    /// The newest version that I accepted.
    #[schema(required = true)]
    accepted_version: Option<i64>,
    /// When I first accepted that version, Unix milliseconds.
    #[schema(required = true)]
    accept_time: Option<i64>,
}

impl OwnAgreementView {
    pub fn of(own: &MemberAgreement, lang: Lang) -> Self {
        let (accepted_version, accept_time) = own.accepted.unzip();
        Self {
            kind: own.current.kind.into_str(),
            version: own.current.version,
            title: own.current.title(lang).to_owned(),
            publish_time: own.current.published_ms.unwrap_or_default(),
            accepted_version,
            accept_time,
        }
    }
}

/// Draft of an agreement by an operator.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgreementBody {
    /// `terms`, `privacy` or `authorization`.
    #[serde(default)]
    kind: String,
    /// 1 to 50 characters.
    #[serde(default)]
    title_zh: String,
    /// 1 to 50 characters.
    #[serde(default)]
    title_en: String,
    /// Paragraphs, bold, lists, links; at most 20,000 characters without the marks.
    #[serde(default)]
    content_zh: String,
    #[serde(default)]
    content_en: String,
}

impl AgreementBody {
    /// Draft that may be stored.
    pub fn parse(self) -> Result<Written, ApiError> {
        let (titles, texts) = (
            [self.title_zh, self.title_en],
            [self.content_zh, self.content_en],
        );
        Written::parse(&self.kind, &titles, &texts).map_err(|refusal: Refusal| {
            ApiError::in_field(refusal.field(), |lang| refusal.fault.text(lang).to_owned())
        })
    }
}

/// Names a draft.
#[derive(Deserialize, ToSchema)]
pub struct PublishBody {
    /// Draft's id.
    pub id: i64,
}

/// A page of versions.
#[derive(Serialize, ToSchema)]
pub struct AgreementPage {
    /// Versions, drafts first, then the published ones, the newest first.
    list: Vec<VersionView>,
    total: i64,
}

/// A version of an agreement as operators see it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VersionView {
    id: i64,
    /// `terms`, `privacy` or `authorization`.
    kind: &'static str,
    /// Version number, from 1.
    version: i64,
    title_zh: String,
    title_en: String,
    content_zh: String,
    content_en: String,
    /// Unix milliseconds; 0 for the product's own first version, null while it is being written.
    #[schema(required = true)]
    publish_time: Option<i64>,
    /// Whether members read and accept this version now.
    in_force: bool,
    /// When it was last written, Unix milliseconds.
    update_time: i64,
    /// Number of members who accepted it.
    accepted: i64,
}

impl From<&Page> for AgreementPage {
    fn from(page: &Page) -> Self {
        let view = |Listed {
                        version,
                        in_force,
                        accepted,
                    }: &Listed| VersionView {
            id: version.id,
            kind: version.kind.into_str(),
            version: version.version,
            title_zh: version.title(Lang::Zh).to_owned(),
            title_en: version.title(Lang::En).to_owned(),
            content_zh: version.text(Lang::Zh).to_owned(),
            content_en: version.text(Lang::En).to_owned(),
            publish_time: version.published_ms,
            in_force: *in_force,
            update_time: version.changed_ms,
            accepted: *accepted,
        };
        Self {
            list: page.list.iter().map(view).collect(),
            total: page.total,
        }
    }
}

/// Names a version.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AcceptancesQuery {
    /// The version's id.
    pub id: i64,
}

/// A page of those who accepted a version.
#[derive(Serialize, ToSchema)]
pub struct AcceptancesPage {
    /// The last one first.
    list: Vec<AcceptanceView>,
    total: i64,
}

/// Member who accepted a version, and when.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AcceptanceView {
    user_id: i64,
    /// Masked: 138****0000; empty when there is none.
    phone: String,
    nickname: String,
    /// When it was first accepted, Unix milliseconds.
    accept_time: i64,
}

impl From<Acceptances> for AcceptancesPage {
    fn from(page: Acceptances) -> Self {
        let view = |one: Acceptance| AcceptanceView {
            user_id: one.member_id,
            phone: one.phone,
            nickname: one.nickname,
            accept_time: one.accepted_ms,
        };
        Self {
            list: page.list.into_iter().map(view).collect(),
            total: page.total,
        }
    }
}

impl From<AgreementError> for ApiError {
    fn from(error: AgreementError) -> Self {
        match error {
            AgreementError::Unknown => Self::Refused(codes::AGREEMENT_ABSENT),
            AgreementError::Published => Self::Refused(codes::AGREEMENT_PUBLISHED),
            AgreementError::Fault(fault) => fault.into(),
        }
    }
}
