//! Properties, settings and density of a phone. Stored in its folder, except properties that end with the boot.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use causes::causes;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::HandsetError;
use crate::identity::{DENSITY, HEIGHT, WIDTH};

/// Longest property value, in bytes (as Android's `PROP_VALUE_MAX` without its NUL).
pub(crate) const PROPERTY_LIMIT_BYTES: usize = 91;
/// Longest setting, in bytes.
const SETTING_LIMIT_BYTES: usize = 4096;
/// Most properties, and settings, that may be set besides those every phone has.
const ENTRIES_LIMIT: usize = 256;
/// Least density that Android takes.
pub(crate) const DENSITY_MIN: u32 = 72;
/// Greatest density: with a greater one nothing fits the screen of these phones.
pub(crate) const DENSITY_MAX: u32 = 640;

/// Least width and height that Android takes, in pixels.
const SIDE_MIN: u32 = 200;
/// Greatest ratio of a set size to the screen's own width and height, as up to Android 12.
const SIDE_SCALE_MAX: u32 = 2;
const _: () = assert!(WIDTH as u32 * SIDE_SCALE_MAX <= u16::MAX as u32);
const _: () = assert!(HEIGHT as u32 * SIDE_SCALE_MAX <= u16::MAX as u32);

/// File in the phone's folder.
const FILE: &str = "system.json";

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
struct StoredSettings {
    /// Properties `persist.*`.
    properties: BTreeMap<String, String>,
    /// Settings by namespace and key, such as `global http_proxy`.
    settings: BTreeMap<String, String>,
    density: Option<u32>,
    /// Width and height in pixels of the screen as it stands upright.
    size: Option<(u16, u16)>,
}

/// Reason why something cannot be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    ReadOnly,
    TooLong,
    TooMany,
    /// The host's disk did not store the value.
    NotKept,
}

/// Properties and settings that were set on one phone.
#[derive(Debug)]
pub(crate) struct System {
    path: PathBuf,
    kept: Mutex<StoredSettings>,
    /// Properties that last until the next boot.
    passing: Mutex<BTreeMap<String, String>>,
}

impl System {
    /// Reads the stored settings of `folder`.
    pub(crate) fn open(folder: &Path) -> Result<Self, HandsetError> {
        let path = folder.join(FILE);
        let kept = crate::json_file::read(&path)?.unwrap_or_default();
        Ok(Self {
            path,
            kept: Mutex::new(kept),
            passing: Mutex::default(),
        })
    }

    /// Properties that were set, those of this boot and the lasting ones.
    pub(crate) fn properties(&self) -> BTreeMap<String, String> {
        let mut all = self.kept.lock().properties.clone();
        all.extend(self.passing.lock().clone());
        all
    }

    pub(crate) fn property(&self, name: &str) -> Option<String> {
        let passing = self.passing.lock().get(name).cloned();
        passing.or_else(|| self.kept.lock().properties.get(name).cloned())
    }

    pub(crate) fn set_property(&self, name: &str, value: &str) -> Result<(), Refusal> {
        if name.is_empty() || name.starts_with("ro.") {
            return Err(Refusal::ReadOnly);
        }
        if value.len() > PROPERTY_LIMIT_BYTES || name.len() > PROPERTY_LIMIT_BYTES {
            return Err(Refusal::TooLong);
        }
        if name.starts_with("persist.") {
            return self.change(|kept| insert(&mut kept.properties, name, value));
        }
        insert(&mut self.passing.lock(), name, value)
    }

    pub(crate) fn setting(&self, space: &str, key: &str) -> Option<String> {
        self.kept
            .lock()
            .settings
            .get(&format!("{space} {key}"))
            .cloned()
    }

    /// The settings of a namespace as `key=value`.
    pub(crate) fn settings(&self, space: &str) -> Vec<String> {
        let kept = self.kept.lock();
        kept.settings
            .iter()
            .filter_map(|(name, value)| {
                let (own, key) = name.split_once(' ')?;
                (own == space).then(|| format!("{key}={value}"))
            })
            .collect()
    }

    pub(crate) fn put_setting(&self, space: &str, key: &str, value: &str) -> Result<(), Refusal> {
        if value.len() > SETTING_LIMIT_BYTES || key.len() > SETTING_LIMIT_BYTES {
            return Err(Refusal::TooLong);
        }
        self.change(|kept| insert(&mut kept.settings, &format!("{space} {key}"), value))
    }

    /// Deletes a setting; returns whether there was one.
    pub(crate) fn delete_setting(&self, space: &str, key: &str) -> Result<bool, Refusal> {
        let name = format!("{space} {key}");
        self.change(|kept| Ok(kept.settings.remove(&name).is_some()))
    }

    pub(crate) fn density(&self) -> u32 {
        self.density_override().unwrap_or(DENSITY)
    }

    pub(crate) fn density_override(&self) -> Option<u32> {
        self.kept.lock().density
    }

    /// Sets the density, which must be within [`DENSITY_MIN`] and [`DENSITY_MAX`]; `None` for the phone's own.
    pub(crate) fn set_density(&self, density: Option<u32>) -> Result<(), Refusal> {
        self.change(|kept| {
            kept.density = density;
            Ok(())
        })
    }

    /// Width and height of the upright screen, in pixels.
    pub(crate) fn size(&self) -> (u16, u16) {
        self.size_override().unwrap_or((WIDTH, HEIGHT))
    }

    pub(crate) fn size_override(&self) -> Option<(u16, u16)> {
        self.kept.lock().size
    }

    /// Sets the size of the upright screen; `None` for the phone's own. A size beyond Android's bounds is brought within them silently, as on
    /// Android.
    pub(crate) fn set_size(&self, wish: Option<(u32, u32)>) -> Result<(), Refusal> {
        let bound = |side: u32, own: u16| {
            let most = u32::from(own) * SIDE_SCALE_MAX;
            u16::try_from(side.clamp(SIDE_MIN, most)).unwrap_or(own)
        };
        let size = wish.map(|(width, height)| (bound(width, WIDTH), bound(height, HEIGHT)));
        self.change(|kept| {
            kept.size = size.filter(|size| *size != (WIDTH, HEIGHT));
            Ok(())
        })
    }

    /// Changes the stored settings, in memory and on disk or in neither.
    fn change<R>(
        &self,
        change: impl FnOnce(&mut StoredSettings) -> Result<R, Refusal>,
    ) -> Result<R, Refusal> {
        let mut kept = self.kept.lock();
        let mut next = kept.clone();
        let result = change(&mut next)?;
        crate::json_file::write(&self.path, &next)
            .inspect_err(|error| tracing::warn!(error = %causes(error), "store setting failed"))
            .map_err(|_| Refusal::NotKept)?;
        *kept = next;
        Ok(result)
    }
}

fn insert(map: &mut BTreeMap<String, String>, name: &str, value: &str) -> Result<(), Refusal> {
    if map.len() >= ENTRIES_LIMIT && !map.contains_key(name) {
        return Err(Refusal::TooMany);
    }
    map.insert(name.to_owned(), value.to_owned());
    Ok(())
}
