//! Programs that read and change properties, settings, and the window manager's size, density and rotation.

use std::collections::BTreeMap;

use super::Context;
use super::android::usage;
use crate::adb::Closed;
use crate::device::language;
use crate::fault::{self, InjectedFault, Step, StepFault};
use crate::identity::{DENSITY, HEIGHT, WIDTH};
use crate::phone::PowerRequest;
use crate::screen::secure;
use crate::system::{DENSITY_MAX, DENSITY_MIN, Refusal};

fn properties(context: &Context<'_>) -> BTreeMap<String, String> {
    let phone = context.phone;
    let own = phone.identity.properties().into_iter();
    let mut all: BTreeMap<String, String> =
        own.map(|(name, value)| (name.to_owned(), value)).collect();
    if phone.boot.is_complete() {
        all.insert("sys.boot_completed".into(), "1".into());
    } else {
        all.insert("init.svc.bootanim".into(), "running".into());
    }
    all.insert("ro.runtime.bootid".into(), phone.boot.id.clone());
    all.extend(phone.system.properties());
    all
}

pub(super) async fn getprop(context: &Context<'_>) -> Result<u8, Closed> {
    let all = properties(context);
    let text = match context.args.get(1) {
        None => {
            let lines = all.iter();
            let lines = lines.map(|(name, value)| format!("[{name}]: [{value}]\n"));
            lines.collect::<Vec<_>>().concat()
        }
        Some(wanted) => {
            let value = all.get(wanted).map_or(context.arg(2), String::as_str);
            format!("{value}\n")
        }
    };
    context.say(text).await?;
    Ok(0)
}

pub(super) async fn setprop(context: &Context<'_>) -> Result<u8, Closed> {
    let [name, value] = context.args.get(1..).unwrap_or_default() else {
        return usage(context, "usage: setprop NAME VALUE").await;
    };
    if name == fault::PROPERTY {
        let Some(fault) = InjectedFault::parse(value) else {
            context
                .complain(format!("setprop: no such fault '{value}'\n"))
                .await?;
            return Ok(1);
        };
        context.phone.set_fault(fault);
    }
    let set = if name == language::PROPERTY {
        context.phone.set_locale(value)
    } else {
        context.phone.system.set_property(name, value)
    };
    if let Err(why) = set {
        let why = match why {
            Refusal::TooLong => "value too long".to_owned(),
            Refusal::ReadOnly | Refusal::TooMany | Refusal::NotKept => {
                format!("failed to set property '{name}' to '{value}'")
            }
        };
        context.complain(format!("setprop: {why}\n")).await?;
        return Ok(1);
    }
    if name == secure::PROPERTY {
        context.phone.act(|locked| locked.device.touch()).await;
    }
    Ok(0)
}

/// Runs `settings` and `cmd settings`, with arguments from `first` on.
pub(super) async fn settings(context: &Context<'_>, first: usize) -> Result<u8, Closed> {
    let rest = context.args.get(first..).unwrap_or_default();
    let mut words: Vec<&str> = rest.iter().map(String::as_str).collect();
    // `--user` is left out, for `0` and `current` are the phone's only user.
    if let Some(at) = words.iter().position(|word| *word == "--user") {
        words.drain(at..(at + 2).min(words.len()));
    }
    if let Some(space) = words.get(1)
        && !matches!(*space, "secure" | "global" | "system")
    {
        return usage(context, &format!("Invalid namespace '{space}'")).await;
    }
    match words.as_slice() {
        ["get", space, key] => {
            let value = setting(context, space, key).await;
            let text = format!("{}\n", value.as_deref().unwrap_or("null"));
            context.say(text).await?;
            Ok(0)
        }
        ["put", space, key, value, ..] => put(context, space, key, value).await,
        ["delete" | "reset", space, key] => {
            let deleted = context.phone.system.delete_setting(space, key);
            let count = u8::from(deleted == Ok(true));
            context.say(format!("Deleted {count} rows\n")).await?;
            Ok(0)
        }
        ["list", space] => {
            let mut lines = context.phone.system.settings(space);
            lines.push(String::new());
            context.say(lines.join("\n")).await?;
            Ok(0)
        }
        _ => {
            usage(
                context,
                "usage: settings get|put|delete|list NAMESPACE KEY [VALUE]",
            )
            .await
        }
    }
}

async fn setting(context: &Context<'_>, space: &str, key: &str) -> Option<String> {
    if let Some(value) = context.phone.system.setting(space, key) {
        return Some(value);
    }
    match (space, key) {
        ("secure", "android_id") => Some(context.phone.identity.android_id.clone()),
        ("global", "device_name") => context.phone.act(|locked| locked.device.name.clone()).await,
        ("system", "screen_off_timeout") => Some("2147483647".to_owned()),
        ("system", "user_rotation") => {
            let turned = context.phone.act(|locked| locked.device.landscape).await;
            Some(u8::from(turned == Some(true)).to_string())
        }
        _ => None,
    }
}

async fn put(context: &Context<'_>, space: &str, key: &str, value: &str) -> Result<u8, Closed> {
    match (space, key) {
        // The device keeps the rotation itself, until the next boot.
        ("system", "user_rotation") => return lock_rotation(context, value).await,
        ("global", "device_name") => {
            let name = value.to_owned();
            context
                .phone
                .act(move |locked| {
                    locked.device.name = name;
                    locked.device.touch();
                })
                .await;
        }
        _ => {}
    }
    match context.phone.system.put_setting(space, key, value) {
        Ok(()) => Ok(0),
        Err(why) => usage(context, &format!("Error: the setting is refused: {why:?}")).await,
    }
}

pub(super) async fn wm(context: &Context<'_>) -> Result<u8, Closed> {
    wm_from(context, 1).await
}

/// Runs `wm` and `cmd window`, with arguments from `first` on.
pub(super) async fn wm_from(context: &Context<'_>, first: usize) -> Result<u8, Closed> {
    match (context.arg(first), context.arg(first + 1)) {
        ("size", "") => {
            let own = format!("Physical size: {WIDTH}x{HEIGHT}\n");
            let text = match context.phone.system.size_override() {
                None => own,
                Some((width, height)) => format!("{own}Override size: {width}x{height}\n"),
            };
            context.say(text).await?;
        }
        ("size", "reset") => return set_size(context, None).await,
        ("size", text) => {
            let Some((width, height)) = text
                .split_once('x')
                .filter(|(w, h)| !w.is_empty() && !h.is_empty())
            else {
                return usage(context, &format!("Error: bad size {text}")).await;
            };
            return match (width.parse(), height.parse()) {
                (Ok(width), Ok(height)) => set_size(context, Some((width, height))).await,
                _ => usage(context, &format!("Error: bad number {text}")).await,
            };
        }
        ("density", "") => {
            let own = format!("Physical density: {DENSITY}\n");
            let text = match context.phone.system.density_override() {
                None => own,
                Some(density) => format!("{own}Override density: {density}\n"),
            };
            context.say(text).await?;
        }
        ("density", "reset") => return set_density(context, None).await,
        ("density", text) => match text.parse() {
            Ok(density) if density < DENSITY_MIN => {
                let why = format!("Error: density must be >= {DENSITY_MIN}");
                return usage(context, &why).await;
            }
            Ok(density) if density > DENSITY_MAX => {
                let why = format!("Error: density must be <= {DENSITY_MAX}");
                return usage(context, &why).await;
            }
            Ok(density) => return set_density(context, Some(density)).await,
            Err(_) => return usage(context, &format!("Error: bad number {text}")).await,
        },
        ("user-rotation", "") => {
            let landscape = context.phone.act(|locked| locked.device.landscape).await;
            let text = format!("lock {}\n", u8::from(landscape == Some(true)));
            context.say(text).await?;
        }
        ("user-rotation", "free") => {}
        ("user-rotation", "lock") => {
            return lock_rotation(context, context.arg(first + 2)).await;
        }
        (command, _) => return usage(context, &format!("Unknown command: {command}")).await,
    }
    Ok(0)
}

async fn set_size(context: &Context<'_>, wish: Option<(u32, u32)>) -> Result<u8, Closed> {
    if context.phone.system.set_size(wish).is_err() {
        return usage(context, "Error: the size is not kept").await;
    }
    let now = context.phone.system.size();
    context.phone.act(move |locked| locked.resize(now)).await;
    Ok(0)
}

async fn set_density(context: &Context<'_>, density: Option<u32>) -> Result<u8, Closed> {
    let step_fault = context.phone.take_step_fault(Step::Density);
    match step_fault {
        Some(StepFault::Slow(time)) => tokio::time::sleep(time).await,
        Some(StepFault::Hold) => context.phone.released().await,
        Some(StepFault::Refuse) => return usage(context, "Error: the density is refused").await,
        Some(StepFault::Die(_)) | None => {}
    }
    if context.phone.system.set_density(density).is_err() {
        return usage(context, "Error: the density is not kept").await;
    }
    let now = context.phone.system.density();
    let change = move |locked: &mut crate::phone::LockedPhone<'_>| locked.device.set_density(now);
    context.phone.act(change).await;
    if let Some(StepFault::Die(time)) = step_fault {
        context.phone.ask_power(PowerRequest::Die(time));
        // A phone that breaks down sends no answer.
        return std::future::pending().await;
    }
    Ok(0)
}

async fn lock_rotation(context: &Context<'_>, turn: &str) -> Result<u8, Closed> {
    let landscape = match turn {
        "0" | "2" => false,
        "1" | "3" => true,
        _ => return usage(context, "Error: rotation must be 0, 1, 2 or 3").await,
    };
    let change = move |locked: &mut crate::phone::LockedPhone<'_>| {
        if locked.device.landscape != landscape {
            locked.device.rotate();
        }
    };
    context.phone.act(change).await;
    Ok(0)
}
