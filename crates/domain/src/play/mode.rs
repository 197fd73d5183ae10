//! Mode in which a phone is opened.

/// The requested way to open a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "api", derive(serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(
    feature = "api",
    serde(rename_all = "lowercase"),
    schema(as = ModeBody, description = "Mode of a play session.")
)]
pub enum Mode {
    /// To control the phone; a member who may only view gets a view.
    #[default]
    Control,
    /// To view the phone, whichever session controls it.
    View,
}
