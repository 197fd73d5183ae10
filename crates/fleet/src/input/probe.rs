//! Queries to a phone for input through virtual devices: whether the phone allows them, why it forbids injecting, and its orientation.

use std::time::Duration;

use domain::phones::ScreenCause;
use phone_link::{Link, ShellCommand};

/// Time limit for each question.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Longest answer about the screen: phones with many of them print hundreds of kilobytes.
const DUMP_MAX_BYTES: usize = 2 * 1024 * 1024;

/// Whether the phone lets virtual devices be made. `None` when it did not say.
///
/// This is asked first, because scrcpy's server dies of a device that it may not make: `/dev/uhid` belongs to a group that the shell is in
/// since Android 9, is missing on some kernels and in containers, and may be kept from the shell by a policy, which `test -w` heeds, too.
pub async fn takes_devices(link: &Link) -> Option<bool> {
    let output = link.shell(&command("[ -w /dev/uhid ]")).await.ok()?;
    Some(output.exit == 0)
}

/// Why the phone forbids injecting, which depends on its manufacturer.
pub async fn cause(link: &Link) -> ScreenCause {
    let names = [
        "getprop ro.product.manufacturer",
        "getprop ro.product.brand",
    ];
    let mut makers = Vec::new();
    for name in names {
        if let Ok(output) = link.shell(&command(name)).await {
            makers.push(output.text());
        }
    }
    let makers: Vec<&str> = makers.iter().map(AsRef::as_ref).collect();
    ScreenCause::no_input_right(&makers)
}

/// Quarter turns of the picture, counter-clockwise from upright. `None` when the phone does not say.
pub async fn orientation(link: &Link) -> Option<u8> {
    let output = link
        .shell(&command("dumpsys display").at_most(DUMP_MAX_BYTES))
        .await
        .ok()?;
    orientation_of(&output.text())
}

/// The active viewport of the phone's own screen, as Android prints it since version 5: `DisplayViewport{…, displayId=0, …,
/// orientation=1, …}`; before Android 10 without `isActive`, before 9 without its type.
fn orientation_of(dump: &str) -> Option<u8> {
    let viewports = dump.split("DisplayViewport{").skip(1);
    viewports
        .filter_map(|rest| Some(rest.split_once('}')?.0))
        .filter(|viewport| {
            viewport.contains("displayId=0,") && !viewport.contains("isActive=false")
        })
        .find_map(|viewport| {
            let after = viewport.split_once("orientation=")?.1;
            let quarters: u8 = after.split(',').next()?.trim().parse().ok()?;
            (quarters < 4).then_some(quarters)
        })
}

fn command(line: &'static str) -> ShellCommand {
    ShellCommand::new(line).within(TIMEOUT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_phone_lies_is_read_from_the_viewport_that_is_in_force() {
        for (dump, found) in [
            (
                "mViewports=[DisplayViewport{type=EXTERNAL, valid=true, displayId=2, orientation=2, logicalFrame=Rect(0, 0 - 1920, 1080)}, DisplayViewport{type=INTERNAL, valid=true, isActive=false, displayId=0, orientation=0, x}, DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:0', orientation=3, y}]",
                Some(3),
            ),
            (
                "  mDefaultViewport=DisplayViewport{valid=true, displayId=0, orientation=1, logicalFrame=Rect(0, 0 - 1280, 720)}",
                Some(1),
            ),
            ("DisplayViewport{displayId=0, orientation=4, }", None),
            ("DisplayViewport{displayId=0, orientation=1", None),
            ("DISPLAY MANAGER", None),
        ] {
            assert_eq!(orientation_of(dump), found, "{dump}");
        }
    }
}
