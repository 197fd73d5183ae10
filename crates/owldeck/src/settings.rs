//! Settings: a default each, then a TOML file, then the environment.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// Every setting with its variable, default and meaning, for `--help`.
pub const TABLE: &str = "Settings come from the environment, or from a TOML file (--config) under the same names in lower case without OWLDECK_:

  OWLDECK_LISTEN             127.0.0.1:8080          where the server listens
  OWLDECK_DATA_DIR           ./data                  database, keys and the simulated phones' disks
  OWLDECK_DATABASE_URL       SQLite in the data dir  or postgres://user:password@host/database
  OWLDECK_PUBLIC_ORIGIN      none                    https://console.example: the origin browsers see, behind a proxy
  OWLDECK_SCRCPY_SERVER      none                    the scrcpy server file (3.3.1 to 4.1) that is sent to phones; `none`: phones are shown by screenshots, the demo's too
  OWLDECK_SIM_PHONES         8                       demo: how many simulated phones (1 to 500)
  OWLDECK_CLOCK_OFFSET_FILE  none                    demo: seconds added to the clock, re-read while running
  OWLDECK_LOG                info                    log filter, as in tracing's EnvFilter; lines are JSON on standard error";

/// Simulated phones that one demo carries.
const SIM_PHONES_MAX: u16 = 500;

/// All settings.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Where the server listens.
    #[serde(default = "default_listen")]
    pub listen: SocketAddr,
    /// Where everything is kept.
    #[serde(default = "default_data_dir")]
    pub data_dir: PathBuf,
    /// The database; none is SQLite in the data folder.
    pub database_url: Option<String>,
    /// The origin that browsers see.
    pub public_origin: Option<String>,
    /// The scrcpy server file for real phones; [`NO_SCREEN_SERVER`] for none where there would be one.
    pub scrcpy_server: Option<PathBuf>,
    /// Simulated phones of the demo.
    #[serde(default = "default_sim_phones")]
    pub sim_phones: u16,
    /// Moves the demo's clock.
    pub clock_offset_file: Option<PathBuf>,
    /// Log filter.
    #[serde(default = "default_log")]
    pub log: String,
}

/// Said instead of a file: phones are shown by screenshots.
pub const NO_SCREEN_SERVER: &str = "none";

impl Settings {
    /// The screen server's file, unless phones are to do without.
    pub fn screen_server(&self) -> Option<&Path> {
        let file = self.scrcpy_server.as_deref();
        file.filter(|file| *file != Path::new(NO_SCREEN_SERVER))
    }
}

fn default_listen() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 8080))
}

fn default_data_dir() -> PathBuf {
    PathBuf::from("data")
}

const fn default_sim_phones() -> u16 {
    8
}

fn default_log() -> String {
    "info".to_owned()
}

/// What is wrong with the settings.
#[derive(Debug, thiserror::Error)]
pub enum SettingsFault {
    /// Unreadable, unknown or of the wrong kind.
    #[error("settings: {0}")]
    Unreadable(#[from] config::ConfigError),
    /// Outside its range.
    #[error("settings: OWLDECK_SIM_PHONES goes from 1 to {SIM_PHONES_MAX}")]
    SimPhones,
    /// Not `http(s)://host[:port]`.
    #[error("settings: OWLDECK_PUBLIC_ORIGIN is http:// or https:// and a host, without a path")]
    PublicOrigin,
}

impl Settings {
    /// Reads them.
    pub fn load(file: Option<&Path>) -> Result<Self, SettingsFault> {
        let mut builder = config::Config::builder();
        if let Some(file) = file {
            builder = builder.add_source(config::File::from(file).format(config::FileFormat::Toml));
        }
        let environment = config::Environment::with_prefix("OWLDECK")
            .prefix_separator("_")
            .ignore_empty(true);
        let environment = environment.source(Some(
            std::env::vars()
                .filter(|(key, _)| !key.starts_with("OWLDECK_TEST_"))
                .collect(),
        ));
        let settings: Self = builder.add_source(environment).build()?.try_deserialize()?;
        settings.checked()
    }

    fn checked(self) -> Result<Self, SettingsFault> {
        if self.sim_phones == 0 || self.sim_phones > SIM_PHONES_MAX {
            return Err(SettingsFault::SimPhones);
        }
        if let Some(origin) = &self.public_origin {
            let host = origin
                .strip_prefix("https://")
                .or_else(|| origin.strip_prefix("http://"));
            if host.is_none_or(|h| h.is_empty() || h.contains(['/', '?', '#', ' '])) {
                return Err(SettingsFault::PublicOrigin);
            }
        }
        Ok(self)
    }

    /// The database's URL.
    pub fn database(&self) -> String {
        self.database_url.clone().unwrap_or_else(|| {
            format!(
                "sqlite://{}",
                self.data_dir.join("owldeck.sqlite").display()
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from_toml(text: &str) -> Result<Settings, SettingsFault> {
        let built = config::Config::builder()
            .add_source(config::File::from_str(text, config::FileFormat::Toml))
            .build()?;
        built.try_deserialize::<Settings>()?.checked()
    }

    #[test]
    fn an_empty_file_gives_the_defaults_that_help_names() {
        let settings = from_toml("").expect("defaults");
        assert_eq!(settings.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(settings.sim_phones, 8);
        assert_eq!(settings.database(), "sqlite://data/owldeck.sqlite");
        for name in [
            "LISTEN",
            "DATA_DIR",
            "DATABASE_URL",
            "PUBLIC_ORIGIN",
            "SCRCPY_SERVER",
            "SIM_PHONES",
            "CLOCK_OFFSET_FILE",
            "LOG",
        ] {
            assert!(
                TABLE.contains(&format!("OWLDECK_{name} ")),
                "{name} is listed"
            );
        }
    }

    #[test]
    fn settings_outside_their_range_are_refused() {
        assert!(from_toml("sim_phones = 500").is_ok());
        assert!(matches!(
            from_toml("sim_phones = 501"),
            Err(SettingsFault::SimPhones)
        ));
        assert!(matches!(
            from_toml("sim_phones = 0"),
            Err(SettingsFault::SimPhones)
        ));
        assert!(matches!(
            from_toml("listen = 'nowhere'"),
            Err(SettingsFault::Unreadable(_))
        ));
        assert!(matches!(
            from_toml("lsiten = '127.0.0.1:1'"),
            Err(SettingsFault::Unreadable(_))
        ));
        assert!(from_toml("public_origin = 'https://console.example:8443'").is_ok());
        assert!(matches!(
            from_toml("public_origin = 'https://console.example/'"),
            Err(SettingsFault::PublicOrigin)
        ));
        assert!(matches!(
            from_toml("public_origin = 'console.example'"),
            Err(SettingsFault::PublicOrigin)
        ));
    }
}
