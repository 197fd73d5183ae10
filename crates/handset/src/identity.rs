//! Identity of a phone: brand, model, serial numbers; made once and kept in the phone's folder.

use std::path::Path;

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use serde::{Deserialize, Serialize};

use crate::device::language;
use crate::{HandsetError, json_file};

/// File in the phone's folder.
pub(crate) const FILE: &str = "identity.json";

/// File with the id of the phone's content: made at the first boot after a wipe.
pub(crate) const DATA_FILE: &str = "data.json";

/// Width of the upright screen in pixels.
pub(crate) const WIDTH: u16 = 720;
/// Height of the upright screen in pixels.
pub(crate) const HEIGHT: u16 = 1280;
/// Density in dots per inch; 320 makes one point two pixels.
pub(crate) const DENSITY: u32 = 320;

/// Models that simulated phones pretend to be: brand, model, device, name of the product.
const MODELS: [[&str; 4]; 8] = [
    ["Xiaomi", "23127PN0CC", "houji", "Xiaomi 14"],
    ["HONOR", "MAA-AN10", "HNMAA", "HONOR 100"],
    ["OPPO", "PJX110", "OP5D2B", "OPPO Reno11"],
    ["vivo", "V2309A", "PD2309", "vivo X100"],
    ["samsung", "SM-S9210", "e1q", "Galaxy S24"],
    ["OnePlus", "PJD110", "OP595D", "OnePlus 12"],
    ["realme", "RMX3888", "RE5C9F", "realme GT5 Pro"],
    ["meizu", "MEIZU 21", "meizu21", "meizu 21"],
];

/// System images, the oldest first: Android version, API level, build number.
const IMAGES: [(&str, u32, &str); 3] = [
    ("12", 31, "SP1A.210812.016"),
    ("13", 33, "TP1A.220624.014"),
    ("14", 34, "UP1A.231005.007"),
];

/// Wallpaper hues in degrees that look well as a landscape.
const HUES: [f32; 12] = [
    205.0, 165.0, 275.0, 28.0, 190.0, 340.0, 225.0, 145.0, 12.0, 250.0, 178.0, 318.0,
];

/// Identity of one phone, as `getprop` and the settings app report it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Maker's brand, such as `vivo`.
    pub brand: String,
    /// Model number, such as `V2309A`.
    pub model: String,
    /// Internal device name.
    pub device: String,
    /// Product name in shops.
    pub market_name: String,
    /// Android version, such as `13`.
    pub release: String,
    /// API level, such as 33.
    pub sdk: u32,
    /// Build number.
    pub build_id: String,
    /// Hardware serial number, sixteen characters.
    pub serial: String,
    /// `settings get secure android_id`, sixteen hexadecimal digits.
    pub android_id: String,
    /// Seed of the phone's appearance: wallpaper hue, hills, battery.
    pub look: u64,
}

/// Id of the content of the phone in `folder`; `None` between a wipe and the next boot.
pub(crate) fn data_id(folder: &Path) -> Result<Option<String>, HandsetError> {
    json_file::read(&folder.join(DATA_FILE))
}

/// Gives the content of the phone in `folder` this id.
pub(crate) fn set_data_id(folder: &Path, id: &str) -> Result<(), HandsetError> {
    json_file::write(&folder.join(DATA_FILE), &id)
}

/// Id of the content of the phone in `folder`; a phone without one gets one.
pub(crate) fn data_id_or_new(folder: &Path) -> Result<String, HandsetError> {
    if let Some(id) = data_id(folder)? {
        return Ok(id);
    }
    let chance: u64 = rand::rng().random();
    let id = format!("{chance:016x}");
    json_file::write(&folder.join(DATA_FILE), &id)?;
    Ok(id)
}

impl Identity {
    /// Identity of phone `index` on a host without a data folder, which is always the same.
    pub(crate) fn of_index(index: usize) -> Self {
        Self::draw(
            index,
            &mut StdRng::seed_from_u64(0x0071_DECC ^ index as u64),
        )
    }

    /// Reads the identity in `folder`; where there is none, makes one and writes it there: with `lasting` one that no phone had before, else that
    /// of the index.
    pub(crate) fn load_or_create(
        folder: &Path,
        index: usize,
        lasting: bool,
    ) -> Result<Self, HandsetError> {
        if let Some(identity) = json_file::read(&folder.join(FILE))? {
            return Ok(identity);
        }
        let identity = if lasting {
            Self::fresh(index)
        } else {
            Self::of_index(index)
        };
        identity.write(folder)?;
        Ok(identity)
    }

    /// Identity that no phone had before.
    pub(crate) fn fresh(index: usize) -> Self {
        Self::draw(index, &mut StdRng::from_rng(&mut rand::rng()))
    }

    /// Writes the identity to the phone's folder.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), HandsetError> {
        json_file::write(&folder.join(FILE), self)
    }

    fn draw(index: usize, chance: &mut StdRng) -> Self {
        let [brand, model, device, market_name] = MODELS[index % MODELS.len()];
        let (release, sdk, build_id) = IMAGES[chance.random_range(0..IMAGES.len())];
        Self {
            brand: brand.into(),
            model: model.into(),
            device: device.into(),
            market_name: market_name.into(),
            release: release.into(),
            sdk,
            build_id: build_id.into(),
            serial: format!("OWL{:013X}", chance.random::<u64>() >> 12),
            android_id: format!("{:016x}", chance.random::<u64>()),
            // The upper bits are the phone's number, so that neighbours in a list never share a hue.
            look: (index as u64) << 16 | u64::from(chance.random::<u16>()),
        }
    }

    /// Takes over the system image of another identity.
    pub(crate) fn take_image(&mut self, from: &Self) {
        self.release.clone_from(&from.release);
        self.sdk = from.sdk;
        self.build_id.clone_from(&from.build_id);
    }

    /// Identity of the same phone with the next system image: the next Android, or on the newest one the next build of it.
    pub(crate) fn upgraded(&self) -> Self {
        let mut next = self.clone();
        if let Some((release, sdk, build_id)) = IMAGES.iter().find(|(_, sdk, _)| *sdk > self.sdk) {
            next.release = (*release).into();
            next.sdk = *sdk;
            next.build_id = (*build_id).into();
            return next;
        }
        let (line, number) = self
            .build_id
            .rsplit_once('.')
            .unwrap_or((&self.build_id, ""));
        let number = number
            .parse::<u16>()
            .map_or(1, |number| number.wrapping_add(1));
        next.build_id = format!("{line}.{number:03}");
        next
    }

    /// Hue of the wallpaper in degrees.
    pub(crate) fn hue(&self) -> f32 {
        HUES[(self.look >> 16) as usize % HUES.len()] + (self.look % 12) as f32
    }

    /// Charge of the battery in percent, which never changes.
    pub(crate) fn battery(&self) -> u8 {
        55 + (self.look % 46) as u8
    }

    /// Value of `ro.build.fingerprint`.
    pub(crate) fn fingerprint(&self) -> String {
        let Self {
            brand,
            device,
            release,
            build_id,
            serial,
            ..
        } = self;
        let product = device.to_lowercase();
        let number = serial.get(3..10).unwrap_or("0");
        format!("{brand}/{product}/{device}:{release}/{build_id}/{number}:user/release-keys")
    }

    /// System properties, sorted by name, as `getprop` prints them.
    pub(crate) fn properties(&self) -> Vec<(&'static str, String)> {
        let device = self.device.to_lowercase();
        let mut all = vec![
            ("gsm.operator.alpha", String::new()),
            ("init.svc.adbd", "running".into()),
            ("init.svc.bootanim", "stopped".into()),
            (language::PROPERTY, language::USUAL.into()),
            ("persist.sys.timezone", crate::clock::ZONE_NAME.into()),
            ("ro.board.platform", "owl".into()),
            ("ro.boot.serialno", self.serial.clone()),
            ("ro.build.display.id", self.build_id.clone()),
            ("ro.build.fingerprint", self.fingerprint()),
            ("ro.build.id", self.build_id.clone()),
            ("ro.build.type", "user".into()),
            (
                "ro.build.version.incremental",
                self.serial.get(3..10).unwrap_or("0").into(),
            ),
            ("ro.build.version.release", self.release.clone()),
            ("ro.build.version.sdk", self.sdk.to_string()),
            ("ro.hardware", "owl".into()),
            ("ro.product.brand", self.brand.clone()),
            ("ro.product.cpu.abi", "arm64-v8a".into()),
            ("ro.product.cpu.abilist", "arm64-v8a".into()),
            ("ro.product.device", self.device.clone()),
            ("ro.product.locale", language::USUAL.into()),
            ("ro.product.manufacturer", self.brand.clone()),
            ("ro.product.marketname", self.market_name.clone()),
            ("ro.product.model", self.model.clone()),
            ("ro.product.name", device),
            ("ro.serialno", self.serial.clone()),
            ("ro.sf.lcd_density", DENSITY.to_string()),
        ];
        all.sort_by_key(|(name, _)| *name);
        all
    }
}
