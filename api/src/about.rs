//! Facts about this server that never change while it runs: since when it runs, and its settings with where each comes from.

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

/// Source of a setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Variable of the environment.
    Variable,
    /// File of settings.
    File,
    /// Database: operators set it in the console.
    Database,
    /// Default of the product.
    Default,
}
