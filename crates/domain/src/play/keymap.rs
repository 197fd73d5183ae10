//! A key mapping: keys of the keyboard that act as fingers on the picture, and their positions. Positions are fractions of the picture's
//! width and height, so that they hold whatever size the phone has.

use std::collections::HashSet;

use thiserror::Error;

use super::keys::{KEYCODE_BACK, keycode_of};
use crate::lang::{Lang, Words};

/// The version of an exported mapping.
pub const VERSION: u32 = 1;
/// Most keys of one mapping.
pub const POINTS_MAX: usize = 40;
/// The longest app name: Android's own limit of a package name.
pub const APP_MAX_CHARS: usize = 255;
/// The largest file that is read, in bytes.
pub const FILE_MAX_BYTES: usize = 64 * 1024;

/// A key and the position of its finger.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point<'a> {
    /// The key's `KeyboardEvent.code`.
    pub code: &'a str,
    /// Position across, 0 to 1.
    pub x: f64,
    /// Position down, 0 to 1.
    pub y: f64,
}

/// Why a mapping is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidKeymap {
    /// The version is missing, or another one.
    #[error("not a key mapping of this version")]
    Version,
    /// The app is not a package name.
    #[error("not a package name")]
    App,
    /// The mapping has more than [`POINTS_MAX`] keys.
    #[error("too many keys")]
    TooMany,
    /// No phone knows the key.
    #[error("an unknown key")]
    Key,
    /// The key is Escape, which is Back and releases the keyboard: it is never a finger.
    #[error("a key that is taken")]
    Taken,
    /// The mapping has a key twice.
    #[error("a key twice")]
    Twice,
    /// A position lies outside the picture.
    #[error("a place outside of the picture")]
    Place,
}

impl InvalidKeymap {
    /// Message for the page, in both languages.
    pub const fn words(self) -> Words {
        match self {
            Self::Version => Words::new(
                "不是可用的按键映射文件",
                "This is not a key mapping that can be read.",
            ),
            Self::App => Words::new(
                "应用包名不正确，例如 com.example.game",
                "This is not a package name, such as com.example.game.",
            ),
            Self::TooMany => Words::new("按键不能超过 40 个", "A mapping has at most 40 keys."),
            Self::Key => Words::new("有无法识别的按键", "One of the keys is unknown."),
            Self::Taken => Words::new("Esc 键不能映射", "Escape cannot be mapped."),
            Self::Twice => Words::new("同一个按键出现了两次", "A key appears twice."),
            Self::Place => Words::new(
                "有位置在画面之外",
                "One of the places is outside of the picture.",
            ),
        }
    }

    /// Message in one language.
    pub const fn text(self, lang: Lang) -> &'static str {
        self.words().in_lang(lang)
    }
}

/// Checks a mapping; `app` is a package name, or empty for whatever is shown.
pub fn check(version: u32, app: &str, points: &[Point<'_>]) -> Result<(), InvalidKeymap> {
    if version != VERSION {
        return Err(InvalidKeymap::Version);
    }
    if !app.is_empty() && !is_package(app) {
        return Err(InvalidKeymap::App);
    }
    if points.len() > POINTS_MAX {
        return Err(InvalidKeymap::TooMany);
    }
    let mut seen = HashSet::new();
    for point in points {
        match keycode_of(point.code) {
            None => return Err(InvalidKeymap::Key),
            Some(KEYCODE_BACK) => return Err(InvalidKeymap::Taken),
            Some(_) => {}
        }
        if !seen.insert(point.code) {
            return Err(InvalidKeymap::Twice);
        }
        if !((0.0..=1.0).contains(&point.x) && (0.0..=1.0).contains(&point.y)) {
            return Err(InvalidKeymap::Place);
        }
    }
    Ok(())
}

/// Android's rule of an app's name: two parts or more, each a letter and then letters, digits and underscores.
pub fn is_package(name: &str) -> bool {
    let part = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_alphabetic())
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    name.len() <= APP_MAX_CHARS && name.contains('.') && name.split('.').all(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(code: &str) -> Point<'_> {
        Point {
            code,
            x: 0.5,
            y: 1.0,
        }
    }

    #[test]
    fn a_mapping_holds_keys_inside_of_the_picture() {
        assert_eq!(check(1, "", &[]), Ok(()));
        assert_eq!(
            check(1, "com.owl.farm_2", &[at("KeyW"), at("Space")]),
            Ok(())
        );
        for (points, fault) in [
            (vec![at("KeyW"), at("KeyW")], InvalidKeymap::Twice),
            (vec![at("Escape")], InvalidKeymap::Taken),
            (vec![at("Hyper")], InvalidKeymap::Key),
            (
                vec![Point {
                    x: 1.01,
                    ..at("KeyW")
                }],
                InvalidKeymap::Place,
            ),
            (
                vec![Point {
                    y: -0.01,
                    ..at("KeyW")
                }],
                InvalidKeymap::Place,
            ),
            (
                vec![Point {
                    y: f64::NAN,
                    ..at("KeyW")
                }],
                InvalidKeymap::Place,
            ),
        ] {
            assert_eq!(check(1, "", &points), Err(fault));
        }
    }

    #[test]
    fn forty_keys_are_taken_and_one_more_is_not() {
        let codes: Vec<String> = ('A'..='Z')
            .map(|c| format!("Key{c}"))
            .chain(('0'..='9').map(|c| format!("Digit{c}")))
            .chain((1..=5).map(|n| format!("F{n}")))
            .collect();
        let points: Vec<Point<'_>> = codes.iter().map(|code| at(code)).collect();
        assert_eq!(points.len(), POINTS_MAX + 1);
        assert_eq!(check(1, "", &points[1..]), Ok(()));
        assert_eq!(check(1, "", &points), Err(InvalidKeymap::TooMany));
    }

    #[test]
    fn an_app_is_named_by_its_package_and_a_file_by_its_version() {
        assert_eq!(check(2, "", &[]), Err(InvalidKeymap::Version));
        for app in [
            "farm", "com.", ".com", "com.1a", "com.a b", "com.ä.b", "<b>.c",
        ] {
            assert_eq!(check(1, app, &[]), Err(InvalidKeymap::App), "{app}");
        }
        let long = format!("c.{}", "a".repeat(APP_MAX_CHARS - 2));
        assert_eq!(check(1, &long, &[]), Ok(()));
        assert_eq!(check(1, &format!("{long}a"), &[]), Err(InvalidKeymap::App));
    }
}
