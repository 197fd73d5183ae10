//! A new identity held against what the phone says of itself, field by field.

use strum::{EnumCount, IntoStaticStr, VariantArray};

use super::{Identity, NewDevice, ProxyChoice};
use crate::every;
use crate::lang::Words;
use crate::proxy::ON_PHONE;

/// A part of an identity that is asked for and read back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, VariantArray, IntoStaticStr)]
#[strum(serialize_all = "camelCase", const_into_str)]
pub enum Field {
    Brand,
    /// The name in shops.
    Name,
    Model,
    /// The internal device name.
    Device,
    /// The serial number.
    Serial,
    AndroidId,
    /// The fingerprint of the build: it begins with the brand and names the device.
    Fingerprint,
    /// The screen's size.
    Screen,
    /// Dots per inch.
    Density,
    /// The Android version.
    Release,
    Soc,
    /// The number of apps.
    Apps,
    /// The number of files.
    Files,
    Proxy,
}

impl Field {
    /// The complete list of fields.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Name in both languages.
    pub const fn words(self) -> Words {
        match self {
            Self::Brand => Words::new("品牌", "Brand"),
            Self::Name => Words::new("商品名", "Name"),
            Self::Model => Words::new("机型", "Model"),
            Self::Device => Words::new("设备代号", "Device"),
            Self::Serial => Words::new("序列号", "Serial number"),
            Self::AndroidId => Words::new("Android ID", "Android ID"),
            Self::Fingerprint => Words::new("指纹", "Fingerprint"),
            Self::Screen => Words::new("屏幕", "Screen"),
            Self::Density => Words::new("密度", "Density"),
            Self::Release => Words::new("系统版本", "Android version"),
            Self::Soc => Words::new("SoC", "SoC"),
            Self::Apps => Words::new("应用", "Apps"),
            Self::Files => Words::new("文件", "Files"),
            Self::Proxy => Words::new("代理", "Proxy"),
        }
    }

    /// The place on the phone from which it is read.
    pub const fn source(self) -> &'static str {
        match self {
            Self::Brand => "ro.product.brand",
            Self::Name => "ro.product.marketname",
            Self::Model => "ro.product.model",
            Self::Device => "ro.product.device",
            Self::Serial => "ro.serialno",
            Self::AndroidId => "settings secure",
            Self::Fingerprint => "ro.build.fingerprint",
            Self::Screen => "wm size",
            Self::Density => "wm density",
            Self::Release => "ro.build.version.release",
            Self::Soc => "ro.soc.model",
            Self::Apps => "pm list packages -3",
            Self::Files => "/sdcard",
            Self::Proxy => "http_proxy",
        }
    }
}

/// The outcome of one part of an identity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldReadBack {
    /// Part of the identity.
    pub field: Field,
    /// The value that was asked for; none where it is not known what there was to keep.
    pub asked: Option<String>,
    /// The phone's own words afterwards; none where it does not tell.
    pub found: Option<String>,
    /// Whether the phone is as it was asked to be; a part that is not is not supported by its image.
    pub applied: bool,
}

/// Holds what was asked for against what the phone says. `before` is what it said of itself when the operation began.
pub fn read_back(asked: &NewDevice, before: &Identity, found: &Identity) -> Vec<FieldReadBack> {
    let number = |number: Option<u32>| number.map(|number| number.to_string());
    let size = |(width, height): (u32, u32)| format!("{width} × {height}");
    let kept = |kept: bool, before: Option<u32>| if kept { before } else { Some(0) };
    let of = |field: Field| {
        let (wanted, found) = match field {
            Field::Brand => (Some(asked.brand.clone()), found.brand.clone()),
            Field::Name => (Some(asked.name.clone()), found.name.clone()),
            Field::Model => (Some(asked.model.clone()), found.model.clone()),
            Field::Device => (Some(asked.device.clone()), found.device.clone()),
            Field::Serial => (Some(asked.serial.clone()), found.serial.clone()),
            Field::AndroidId => (Some(asked.android_id.clone()), found.android_id.clone()),
            Field::Fingerprint => (
                Some(format!("{}/…/{}:…", asked.brand, asked.device)),
                found.fingerprint.clone(),
            ),
            Field::Screen => (Some(size(asked.screen)), found.screen.map(size)),
            Field::Density => (number(Some(asked.dpi)), number(found.dpi)),
            Field::Release => (Some(asked.release.clone()), found.release.clone()),
            Field::Soc => (Some(asked.soc.clone()), found.soc.clone()),
            Field::Apps => (
                number(kept(asked.keep.apps(), before.apps)),
                number(found.apps),
            ),
            Field::Files => (
                number(kept(asked.keep.files(), before.files)),
                number(found.files),
            ),
            Field::Proxy => {
                let wanted = match &asked.proxy {
                    ProxyChoice::None => None,
                    ProxyChoice::Keep => before.proxy.clone(),
                    ProxyChoice::New(proxy) => Some(proxy.to_string()),
                };
                (wanted, found.proxy.clone())
            }
        };
        let applied = match (field, &asked.proxy) {
            (Field::Fingerprint, _) => found.as_deref().is_some_and(|found| names(found, asked)),
            // A phone is not told the proxy itself, but an address on itself behind which the server goes on to the proxy.
            (Field::Proxy, ProxyChoice::New(_)) => found.as_deref() == Some(ON_PHONE),
            (Field::Proxy, ProxyChoice::None) => found.is_none(),
            _ => wanted.is_some() && wanted == found,
        };
        FieldReadBack {
            field,
            asked: wanted,
            found,
            applied,
        }
    };
    let rows = Field::ALL.into_iter().map(of);
    // The proxy has no row where none was asked for or found.
    rows.filter(|row| row.field != Field::Proxy || row.asked.is_some() || row.found.is_some())
        .collect()
}

/// Whether a fingerprint is one of this device: `brand/product/device:release/…`.
fn names(fingerprint: &str, asked: &NewDevice) -> bool {
    let product = fingerprint.split(':').next().unwrap_or_default();
    let mut parts = product.split('/');
    let (brand, _, device) = (parts.next(), parts.next(), parts.next());
    brand == Some(asked.brand.as_str()) && device == Some(asked.device.as_str())
}

#[cfg(test)]
mod tests {
    use super::super::Keep;
    use super::*;

    fn asked(keep: Keep) -> NewDevice {
        NewDevice {
            brand: "Xiaomi".into(),
            name: "Xiaomi 13".into(),
            device: "fuxi".into(),
            model: "2211133G".into(),
            serial: "4e7a9c21".into(),
            android_id: "00000000000000aa".into(),
            screen: (1080, 2400),
            dpi: 440,
            release: "13".into(),
            soc: "SM8550".into(),
            keep,
            proxy: ProxyChoice::None,
        }
    }

    fn found() -> Identity {
        Identity {
            brand: Some("Xiaomi".into()),
            name: Some("Xiaomi 13".into()),
            device: Some("fuxi".into()),
            model: Some("2211133G".into()),
            serial: Some("4e7a9c21".into()),
            android_id: Some("00000000000000aa".into()),
            fingerprint: Some("Xiaomi/fuxi/fuxi:13/TKQ1/V14:user/release-keys".into()),
            screen: Some((1080, 2400)),
            dpi: Some(440),
            release: Some("13".into()),
            soc: Some("SM8550".into()),
            apps: Some(0),
            files: Some(0),
            proxy: None,
        }
    }

    fn unsupported(asked: &NewDevice, before: &Identity, found: &Identity) -> Vec<&'static str> {
        let rows = read_back(asked, before, found).into_iter();
        rows.filter(|row| !row.applied)
            .map(|row| row.field.into_str())
            .collect()
    }

    #[test]
    fn each_part_that_the_phone_shows_otherwise_or_not_at_all_is_not_applied() {
        let before = Identity {
            apps: Some(3),
            files: Some(7),
            ..Identity::default()
        };
        assert_eq!(
            unsupported(&asked(Keep::Nothing), &before, &found()),
            Vec::<&str>::new()
        );
        let nothing = unsupported(&asked(Keep::Nothing), &before, &Identity::default());
        assert_eq!(nothing, Field::ALL.map(|field| field.into_str())[..13]);
        let other = Identity {
            release: Some("14".into()),
            soc: None,
            screen: Some((720, 1280)),
            fingerprint: Some("Xiaomi/houji/houji:13/TKQ1/V14:user/release-keys".into()),
            ..found()
        };
        assert_eq!(
            unsupported(&asked(Keep::Nothing), &before, &other),
            ["fingerprint", "screen", "release", "soc"]
        );
    }

    #[test]
    fn what_is_kept_is_all_there_afterwards_and_what_is_not_is_gone() {
        let before = Identity {
            apps: Some(3),
            files: Some(7),
            ..Identity::default()
        };
        for (keep, apps, files) in [
            (Keep::Nothing, 0, 0),
            (Keep::Files, 0, 7),
            (Keep::Apps, 3, 7),
        ] {
            let now = |apps, files| Identity {
                apps: Some(apps),
                files: Some(files),
                ..found()
            };
            assert!(unsupported(&asked(keep), &before, &now(apps, files)).is_empty());
            assert_eq!(
                unsupported(&asked(keep), &before, &now(apps + 1, files + 1)),
                ["apps", "files"],
                "{keep:?}"
            );
        }
        // The number before is not known: nothing is promised of it.
        let unknown = read_back(&asked(Keep::Apps), &Identity::default(), &found());
        assert!(
            unknown[11..]
                .iter()
                .all(|row| row.asked.is_none() && !row.applied)
        );
    }

    #[test]
    fn a_proxy_is_applied_when_the_phone_asks_the_server_and_taken_off_when_it_asks_nobody() {
        let before = Identity {
            proxy: Some(ON_PHONE.into()),
            ..Identity::default()
        };
        let row = |proxy: ProxyChoice, told: Option<&str>| {
            let asked = NewDevice {
                proxy,
                ..asked(Keep::Nothing)
            };
            let found = Identity {
                proxy: told.map(str::to_owned),
                ..found()
            };
            let mut rows = read_back(&asked, &before, &found).into_iter();
            let row = rows.find(|row| row.field == Field::Proxy)?;
            Some((row.asked, row.applied))
        };
        let new = || ProxyChoice::New(Box::new(crate::proxy::tests::sample()));
        let shown = Some("SOCKS5 proxy.example:1080".to_owned());
        assert_eq!(row(new(), Some(ON_PHONE)), Some((shown.clone(), true)));
        assert_eq!(row(new(), None), Some((shown.clone(), false)));
        assert_eq!(row(new(), Some("10.0.0.1:1")), Some((shown, false)));
        let kept = Some(ON_PHONE.to_owned());
        assert_eq!(
            row(ProxyChoice::Keep, Some(ON_PHONE)),
            Some((kept.clone(), true))
        );
        assert_eq!(row(ProxyChoice::Keep, None), Some((kept, false)));
        assert_eq!(row(ProxyChoice::None, Some(ON_PHONE)), Some((None, false)));
        assert_eq!(row(ProxyChoice::None, None), None);
    }
}
