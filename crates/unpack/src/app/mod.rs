//! Facts of an app: its manifest, and the resources to which the manifest refers.
//!
//! Both are read in place. A reader that builds trees and tables of them can be made to take gigabytes by a file of a few megabytes that
//! refers to one long text a thousand times.

mod chunks;
mod manifest;
mod resources;
mod signers;

use std::io::{Read, Seek};

use chunks::Value;
use manifest::{Element, Manifest, Name, Node};
use resources::Resources;

use crate::{Archive, ArchiveError, Entry, Memory};

pub use signers::{SIGNERS_MAX, signers};

/// Name of the manifest. An archive is an app where it has this file.
pub const MANIFEST_NAME: &str = "AndroidManifest.xml";
const RESOURCES_NAME: &str = "resources.arsc";
/// Longest manifest, and longest table of resources, that are read, in bytes.
const MANIFEST_MAX_BYTES: u64 = 4 * 1024 * 1024;
const RESOURCES_MAX_BYTES: u64 = 40 * 1024 * 1024;
const _: () = assert!(MANIFEST_MAX_BYTES + RESOURCES_MAX_BYTES < crate::MEMORY_MAX_BYTES);
/// Longest text of an app, in bytes; longer ones are cut.
const TEXT_MAX_BYTES: usize = 1024;
/// Most permissions of an app; further ones are left out.
const PERMISSIONS_MAX: usize = 1000;

/// Resource ids of the framework's attributes, `android.R.attr`.
const LABEL: Name = Name::Android(0x0101_0001);
const ICON: Name = Name::Android(0x0101_0002);
const NAME: Name = Name::Android(0x0101_0003);
const ENABLED: Name = Name::Android(0x0101_000e);
const MIN_SDK: Name = Name::Android(0x0101_020c);
const VERSION_CODE: Name = Name::Android(0x0101_021b);
const VERSION_NAME: Name = Name::Android(0x0101_021c);
const TEST_ONLY: Name = Name::Android(0x0101_0272);
const NEEDS_SPLITS: Name = Name::Android(0x0101_0591);
const PACKAGE: Name = Name::Plain("package");
const SPLIT: Name = Name::Plain("split");

/// Facts that an app states about itself. Each text is unchanged, but cut to 1,024 bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct App {
    pub package: String,
    /// Name of the split; `None` for a base.
    pub split: Option<String>,
    pub version_code: i64,
    pub version_name: String,
    pub label: Option<String>,
    /// Name of the icon in the archive.
    pub icon: Option<String>,
    pub min_sdk: i32,
    /// First activity that a launcher starts.
    pub activity: Option<String>,
    /// First activity that a television's launcher starts.
    pub tv_activity: Option<String>,
    pub test_only: bool,
    pub needs_splits: bool,
    /// Permissions that the app requests.
    pub permissions: Vec<String>,
}

/// Reads the app in an archive; holds a share of the process's unpacking memory meanwhile. `None` where the manifest cannot be read.
pub fn read<R: Read + Seek>(
    archive: &mut Archive<R>,
    memory: &Memory,
) -> Result<Option<App>, ArchiveError> {
    let found = archive.find(2, |name| name == MANIFEST_NAME || name == RESOURCES_NAME)?;
    let only = |name| found.iter().find(|entry| entry.name == name);
    let manifest = only(MANIFEST_NAME).ok_or(ArchiveError::Broken)?;
    let resources = only(RESOURCES_NAME);
    if found.len() > 1 && resources.is_none() {
        // With two manifests the phone might use the other one.
        return Err(ArchiveError::Broken);
    }
    let table_bytes = |entry: &Entry| entry.bytes_max(RESOURCES_MAX_BYTES);
    let bytes = manifest.bytes_max(MANIFEST_MAX_BYTES) + resources.map_or(0, table_bytes);
    let _lease = memory.take(bytes).map_err(|_| ArchiveError::TooLong)?;
    let manifest = archive.bytes(manifest, MANIFEST_MAX_BYTES)?;
    let resources = match resources {
        Some(entry) => archive.bytes(entry, RESOURCES_MAX_BYTES)?,
        None => Vec::new(),
    };
    Ok(parse(&manifest, &resources))
}

/// Reads a manifest, and the texts to which it refers from the table of resources.
pub fn parse(manifest: &[u8], resources: &[u8]) -> Option<App> {
    let manifest = Manifest::parse(manifest)?;
    let reader = Reader {
        manifest: &manifest,
        resources: Resources::parse(resources),
    };
    let mut app = App {
        min_sdk: 1,
        ..App::default()
    };
    let mut launcher = Launcher::default();
    let mut depth = 0_usize;
    let mut has_root = false;
    for node in manifest.nodes() {
        let element = match node {
            Node::Start(element) => element,
            Node::End => {
                depth = depth.saturating_sub(1);
                launcher.end(depth, &mut app);
                continue;
            }
        };
        if depth == 0 && !has_root && element.is("manifest") {
            has_root = true;
            reader.root(&element, &mut app);
        } else if depth == 1 {
            reader.part(&element, &mut app);
        }
        launcher.start(depth, &element, &reader);
        depth += 1;
    }
    has_root.then_some(app)
}

struct Reader<'a> {
    manifest: &'a Manifest<'a>,
    resources: Option<Resources<'a>>,
}

impl Reader<'_> {
    fn root(&self, element: &Element<'_>, app: &mut App) {
        app.package = self.text(element, PACKAGE).unwrap_or_default();
        app.split = self.text(element, SPLIT).filter(|name| !name.is_empty());
        app.version_code = self.number(element, VERSION_CODE).unwrap_or(0);
        app.version_name = self.text(element, VERSION_NAME).unwrap_or_default();
        app.needs_splits |= is_set(element, NEEDS_SPLITS);
    }

    /// Reads a child element of the root.
    fn part(&self, element: &Element<'_>, app: &mut App) {
        if element.is("application") {
            app.label = self.text(element, LABEL);
            app.icon = self.text(element, ICON);
            app.test_only |= is_set(element, TEST_ONLY);
            app.needs_splits |= is_set(element, NEEDS_SPLITS);
        } else if element.is("uses-sdk") {
            let sdk = self.number(element, MIN_SDK);
            app.min_sdk = sdk.and_then(|sdk| i32::try_from(sdk).ok()).unwrap_or(1);
        } else if element.is("uses-permission")
            && app.permissions.len() < PERMISSIONS_MAX
            && let Some(name) = self.text(element, NAME)
        {
            app.permissions.push(name);
        }
    }

    fn text(&self, element: &Element<'_>, name: Name) -> Option<String> {
        match element.value(name)? {
            Value::Text(index) => self.manifest.strings.text(index, TEXT_MAX_BYTES),
            Value::Reference(id) => self.resources.as_ref()?.text(id, TEXT_MAX_BYTES),
            Value::Number(number) => Some(number.to_string()),
            Value::Boolean(_) | Value::Other => None,
        }
    }

    fn number(&self, element: &Element<'_>, name: Name) -> Option<i64> {
        match element.value(name)? {
            Value::Number(number) => Some(number.into()),
            _ => self.text(element, name)?.parse().ok(),
        }
    }
}

fn is_set(element: &Element<'_>, name: Name) -> bool {
    element.value(name) == Some(Value::Boolean(true))
}

/// Search for the first activities with an intent filter of MAIN and LAUNCHER (or INFO), or MAIN and LEANBACK_LAUNCHER, like Android's
/// `getLaunchIntentForPackage` and `getLeanbackLaunchIntentForPackage`.
#[derive(Default)]
struct Launcher {
    /// Whether the open element at the depths 1, 2 and 3 is the application, an activity and an intent filter.
    inside: [bool; 4],
    activity: Option<String>,
    is_main: bool,
    is_launched: bool,
    is_leanback: bool,
}

impl Launcher {
    fn start(&mut self, depth: usize, element: &Element<'_>, reader: &Reader<'_>) {
        match depth {
            1 => self.inside[1] = element.is("application"),
            2 if self.inside[1] => {
                let is_activity = element.is("activity") || element.is("activity-alias");
                let enabled = element.value(ENABLED) != Some(Value::Boolean(false));
                self.inside[2] = is_activity && enabled;
                self.activity = self.inside[2].then(|| reader.text(element, NAME)).flatten();
            }
            3 if self.inside[2] => {
                self.inside[3] = element.is("intent-filter");
                (self.is_main, self.is_launched, self.is_leanback) = (false, false, false);
            }
            4 if self.inside[3] => {
                let name = reader.text(element, NAME).unwrap_or_default();
                self.is_main |= element.is("action") && name == "android.intent.action.MAIN";
                self.is_launched |= element.is("category")
                    && matches!(
                        name.as_str(),
                        "android.intent.category.LAUNCHER" | "android.intent.category.INFO"
                    );
                self.is_leanback |=
                    element.is("category") && name == "android.intent.category.LEANBACK_LAUNCHER";
            }
            _ => {}
        }
    }

    fn end(&mut self, depth: usize, app: &mut App) {
        if depth == 3 && self.inside[3] && self.is_main {
            if self.is_launched && app.activity.is_none() {
                app.activity.clone_from(&self.activity);
            }
            if self.is_leanback && app.tv_activity.is_none() {
                app.tv_activity.clone_from(&self.activity);
            }
        }
        if let Some(inside) = self.inside.get_mut(depth) {
            *inside = false;
        }
    }
}
