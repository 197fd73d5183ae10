//! The branding as the page reads it.

use serde::Serialize;
use store::branding::Branding;
use utoipa::ToSchema;

/// Empty texts mean the product's own.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandingView {
    /// The title.
    text: String,
    /// The logo's URL.
    main: String,
    /// The picture at the left, a URL.
    left_bg: String,
    welcome_text: String,
    register_type: String,
    /// Which generation of one-click new device the console uses.
    renew_redesign: i16,
    /// How one signs in first.
    login_way: String,
    /// The help centre's address, opened in a tab of its own.
    service_url: String,
}

impl From<Branding> for BrandingView {
    fn from(branding: Branding) -> Self {
        Self {
            text: branding.title,
            main: branding.main,
            left_bg: branding.left_bg,
            welcome_text: branding.welcome_text,
            register_type: branding.register_type,
            renew_redesign: branding.renew_redesign,
            login_way: branding.login_way,
            service_url: branding.service_url,
        }
    }
}
