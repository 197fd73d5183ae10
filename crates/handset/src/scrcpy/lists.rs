//! Lists that the server prints instead of showing the screen: `list_encoders` and others. Source: scrcpy 3.3.4, `Server.java`,
//! `LogUtils.java`.

use std::fmt::Write as _;
use std::sync::Arc;

use phone_wire::screen::ServerArgs;

use super::{Log, sound};
use crate::adb::Closed;
use crate::device::App;
use crate::fault::InjectedFault;
use crate::phone::Phone;

/// The column behind an encoder's name, its line end counted.
const ENCODER_COLUMN: usize = 70;
/// The column behind an app's name.
const APP_COLUMN: usize = 30;

/// A list that the server can print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    Encoders,
    Displays,
    Cameras,
    Apps,
}

/// Options, in the order in which the server lists them.
const OPTIONS: [(&str, List); 5] = [
    ("list_encoders", List::Encoders),
    ("list_displays", List::Displays),
    ("list_cameras", List::Cameras),
    ("list_camera_sizes", List::Cameras),
    ("list_apps", List::Apps),
];

/// Whether this option asks for a list.
pub(super) fn is_option(key: &str) -> bool {
    OPTIONS.iter().any(|(name, _)| *name == key)
}

/// Lists that the client asks for.
pub(super) fn wanted(args: &ServerArgs) -> Vec<List> {
    let is_on = |name: &str| {
        args.others
            .iter()
            .any(|(key, on)| key == name && on == "true")
    };
    let mut wanted: Vec<List> = (OPTIONS.iter())
        .filter(|(name, _)| is_on(name))
        .map(|(_, list)| *list)
        .collect();
    wanted.dedup();
    wanted
}

impl List {
    pub(super) async fn say(self, phone: &Arc<Phone>, log: &Log<'_>) -> Result<(), Closed> {
        match self {
            Self::Encoders => {
                log.info(&video_encoders(phone)).await?;
                log.info(&sound::encoders(phone)).await
            }
            Self::Displays => {
                let size = phone.act(|locked| locked.device.size()).await;
                let (width, height) = size.unwrap_or_default();
                let list = format!("List of displays:\n    --display-id=0    ({width}x{height})");
                log.info(&list).await
            }
            Self::Cameras => log.info("List of cameras:\n    (none)").await,
            Self::Apps => {
                log.info("Processing Android apps... (this may take some time)")
                    .await?;
                let apps = phone.act(|locked| {
                    let device = &locked.device;
                    let about = |app| Some((matches!(app, App::Installed(_)), device.about(app)?));
                    let apps = device.apps().into_iter().filter_map(about);
                    apps.map(|(added, about)| (added, about.label, about.package))
                        .collect::<Vec<_>>()
                });
                log.info(&self::apps(apps.await.unwrap_or_default())).await
            }
        }
    }
}

/// List of the encoders of pictures, if they are available.
pub(super) fn video_encoders(phone: &Phone) -> String {
    match phone.fault() {
        InjectedFault::NoEncoder => encoders("video", &[]),
        _ => encoders("video", &[("h264", "c2.owl.avc.encoder")]),
    }
}

/// The phone's encoders, each with its codec.
pub(super) fn encoders(kind: &str, all: &[(&str, &str)]) -> String {
    let mut list = format!("List of {kind} encoders:");
    if all.is_empty() {
        list.push_str("\n    (none)");
    }
    for (codec, name) in all {
        let line = format!("\n    --{kind}-codec={codec} --{kind}-encoder={name}");
        // Writing to a string never fails.
        let _ = write!(list, "{line:ENCODER_COLUMN$} (sw)");
    }
    list
}

/// List of apps: system apps first, then by name.
fn apps(mut all: Vec<(bool, String, String)>) -> String {
    all.sort();
    let mut list = "List of apps:".to_owned();
    for (added, name, package) in all {
        let mark = if added { '-' } else { '*' };
        // Writing to a string never fails.
        let _ = if name.chars().count() < APP_COLUMN {
            write!(list, "\n {mark} {name:APP_COLUMN$} {package}")
        } else {
            write!(list, "\n {mark} {name}\n   {:APP_COLUMN$} {package}", "")
        };
    }
    list
}
