//! The app market as members and operators see it.

use domain::apps::market::{Listing, Refusal};
use domain::codes;
use domain::lang::Lang;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::market::{App, Described, MarketError, Page, Query, Target, Version};
use utoipa::{IntoParams, ToSchema};

use crate::http::files::UploadView;
use crate::http::pictures::png_address;
use crate::http::{ApiError, PageQuery, WORDS_MAX_BYTES};

/// Search in the market.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct MarketQuery {
    /// Words in a name, a description or the package.
    keyword: Option<String>,
}

impl MarketQuery {
    /// Checks the query; `all` includes what was taken down.
    pub fn parse(self, page: &PageQuery, all: bool) -> Result<Query, ApiError> {
        let (offset, limit) = page.usual()?;
        let words = self.keyword.unwrap_or_default();
        if words.len() > WORDS_MAX_BYTES {
            return Err(ApiError::Refused(codes::BAD_REQUEST));
        }
        Ok(Query {
            words,
            all,
            offset,
            limit,
        })
    }
}

/// A page of the market.
#[derive(Serialize, ToSchema)]
pub struct MarketPage {
    /// The last changed first.
    list: Vec<MarketAppView>,
    total: usize,
}

/// An app of the market.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarketAppView {
    app_id: i64,
    /// Package name.
    package: String,
    name: String,
    /// May be empty.
    description: String,
    /// Picture of the newest version as a `data:` address of a small PNG.
    #[schema(required = true)]
    icon: Option<String>,
    /// The newest first; never empty.
    versions: Vec<UploadView>,
}

impl MarketPage {
    pub fn of(page: Page, lang: Lang) -> Self {
        let view = |app: App| MarketAppView {
            app_id: app.id,
            name: app.listing.name(lang).to_owned(),
            description: app.listing.description(lang).to_owned(),
            package: app.package,
            icon: app.icon.as_deref().map(png_address),
            versions: app.versions.into_iter().map(UploadView::from).collect(),
        };
        Self {
            list: page.list.into_iter().map(view).collect(),
            total: page.total,
        }
    }
}

/// A page of the market as operators see it.
#[derive(Serialize, ToSchema)]
pub struct OfferedPage {
    /// The last changed first.
    list: Vec<OfferedAppView>,
    total: usize,
}

/// An app of the market as operators see it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferedAppView {
    app_id: i64,
    /// Package name.
    package: String,
    name_zh: String,
    name_en: String,
    /// May be empty.
    description_zh: String,
    /// May be empty.
    description_en: String,
    /// Picture of the newest version as a `data:` address of a small PNG.
    #[schema(required = true)]
    icon: Option<String>,
    /// Whether all of it was taken down.
    down: bool,
    /// When it was last described or got a version, Unix milliseconds.
    update_time: i64,
    /// The newest first; never empty.
    versions: Vec<OfferedVersionView>,
}

/// A version of an app as operators see it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferedVersionView {
    version_id: i64,
    /// Version for people.
    version_name: String,
    version_code: i64,
    /// The oldest Android that runs it, as an API level.
    min_sdk: i32,
    /// Name of the file.
    file_name: String,
    /// Size in bytes.
    size: i64,
    /// When it was added, Unix milliseconds.
    add_time: i64,
    /// Whether it was taken down.
    down: bool,
}

impl From<Version> for OfferedVersionView {
    fn from(version: Version) -> Self {
        Self {
            version_id: version.id,
            version_name: version.facts.version_name,
            version_code: version.facts.version_code,
            min_sdk: version.facts.min_sdk,
            file_name: version.file_name,
            size: version.size,
            add_time: version.added_ms,
            down: version.down_ms.is_some(),
        }
    }
}

impl From<Page> for OfferedPage {
    fn from(page: Page) -> Self {
        let view = |app: App| {
            let Listing {
                names: [name_zh, name_en],
                descriptions: [description_zh, description_en],
            } = app.listing;
            OfferedAppView {
                app_id: app.id,
                package: app.package,
                name_zh,
                name_en,
                description_zh,
                description_en,
                icon: app.icon.as_deref().map(png_address),
                down: app.down_ms.is_some(),
                update_time: app.changed_ms,
                versions: app.versions.into_iter().map(Into::into).collect(),
            }
        };
        Self {
            list: page.list.into_iter().map(view).collect(),
            total: page.total,
        }
    }
}

/// Name and description of an app.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListingBody {
    /// 1 to 30 characters.
    #[serde(default)]
    name_zh: String,
    /// 1 to 30 characters.
    #[serde(default)]
    name_en: String,
    /// At most 300 characters.
    #[serde(default)]
    description_zh: String,
    /// At most 300 characters.
    #[serde(default)]
    description_en: String,
}

impl ListingBody {
    fn parse(&self) -> Result<Listing, ApiError> {
        let names = [self.name_zh.clone(), self.name_en.clone()];
        let descriptions = [self.description_zh.clone(), self.description_en.clone()];
        Listing::parse(&names, &descriptions).map_err(|refusal: Refusal| {
            ApiError::in_field(refusal.field().to_owned(), |lang| {
                refusal.fault.text(lang).to_owned()
            })
        })
    }
}

/// Words of an app as they are now.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ListingView {
    name_zh: String,
    name_en: String,
    description_zh: String,
    description_en: String,
    update_time: i64,
}

impl From<Described> for ListingView {
    fn from(described: Described) -> Self {
        let Listing {
            names: [name_zh, name_en],
            descriptions: [description_zh, description_en],
        } = described.listing;
        Self {
            name_zh,
            name_en,
            description_zh,
            description_en,
            update_time: described.changed_ms,
        }
    }
}

/// An uploaded app to offer.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OfferAppBody {
    /// Id of the operator's own upload.
    upload_id: i64,
    listing: ListingBody,
    /// `updateTime` that the operator saw of an app that the market has: refused where it is another now. Left out: not checked.
    update_time: Option<i64>,
}

impl OfferAppBody {
    /// Upload with the time that was seen, and what may be stored.
    pub fn parse(self) -> Result<((i64, Option<i64>), Listing), ApiError> {
        Ok(((self.upload_id, self.update_time), self.listing.parse()?))
    }
}

/// New names and descriptions of an app.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DescribeAppBody {
    app_id: i64,
    listing: ListingBody,
    /// `updateTime` that the operator saw: refused where it is another now.
    update_time: i64,
}

impl DescribeAppBody {
    /// App with the time that was seen, and what may be stored.
    pub fn parse(self) -> Result<((i64, i64), Listing), ApiError> {
        Ok(((self.app_id, self.update_time), self.listing.parse()?))
    }
}

/// An app or a version, of which one is named, and whether it is taken down.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetOfferedBody {
    app_id: Option<i64>,
    version_id: Option<i64>,
    down: bool,
}

impl SetOfferedBody {
    /// Target, and whether it is taken down.
    pub fn parse(self) -> Result<(Target, bool), ApiError> {
        match (self.app_id, self.version_id) {
            (Some(id), None) => Ok((Target::App(id), self.down)),
            (None, Some(id)) => Ok((Target::Version(id), self.down)),
            _ => Err(ApiError::Refused(codes::BAD_REQUEST)),
        }
    }
}

/// Names a version.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemoveVersionBody {
    pub version_id: i64,
}

impl From<MarketError> for ApiError {
    fn from(error: MarketError) -> Self {
        match error {
            MarketError::Unknown => Self::Refused(codes::MARKET_ABSENT),
            MarketError::NoApp => Self::Refused(codes::MARKET_NO_APP),
            MarketError::Exists => Self::Refused(codes::MARKET_EXISTS),
            MarketError::Signer => Self::Refused(codes::MARKET_SIGNER),
            MarketError::Offered => Self::Refused(codes::MARKET_OFFERED),
            MarketError::InUse => Self::Refused(codes::MARKET_IN_USE),
            MarketError::Changed(changed) => Self::WithData {
                code: codes::CHANGED_MEANWHILE,
                data: json!({ "by": changed.by, "time": changed.at_ms, "now": ListingView::from(changed.now) }),
            },
            MarketError::Fault(fault) => fault.into(),
        }
    }
}
