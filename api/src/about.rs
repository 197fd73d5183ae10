//! Facts about this server that never change while it runs: since when it runs, and its settings with where each comes from.

use engine::senders::Source;
use serde::Serialize;
use utoipa::ToSchema;

/// Facts about a server.
#[derive(Debug, Clone, Default)]
pub struct About {
    /// Time of the start, Unix milliseconds.
    pub started_ms: i64,
    /// Settings in the order of `--help`.
    pub settings: Vec<SettingFact>,
}

/// A setting and where it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingFact {
    /// Section, by a short name.
    pub section: &'static str,
    /// Variable of the environment that sets it.
    pub variable: String,
    /// Value as text, passwords in addresses left out; none where nothing is set, and always none of a secret.
    pub value: Option<String>,
    /// Whether the value is a secret.
    pub is_secret: bool,
    /// Source of the value.
    pub source: Source,
}

/// Source of a setting in operators' calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SettingSourceView {
    /// Variable of the environment.
    Environment,
    /// The server's file of settings.
    File,
    /// Database: operators set it in the console.
    Database,
    /// The demo's own stand-in.
    Demo,
    /// The product's default, or no value at all.
    Default,
}

impl From<Source> for SettingSourceView {
    fn from(source: Source) -> Self {
        match source {
            Source::Environment => Self::Environment,
            Source::File => Self::File,
            Source::Demo => Self::Demo,
            Source::Default => Self::Default,
        }
    }
}
