//! Android's own programs, as far as a controller of phones needs them.

use super::Context;
use crate::adb::Closed;
use crate::device::{App, Front};
use crate::identity::{DENSITY, HEIGHT, WIDTH};

pub(super) async fn usage(context: &Context<'_>, text: &str) -> Result<u8, Closed> {
    context.complain(format!("{text}\n")).await?;
    Ok(255)
}

pub(super) async fn wm(context: &Context<'_>) -> Result<u8, Closed> {
    match (context.arg(1), context.arg(2)) {
        ("size", "") => {
            context
                .say(format!("Physical size: {WIDTH}x{HEIGHT}\n"))
                .await?;
        }
        ("density", "") => {
            context
                .say(format!("Physical density: {DENSITY}\n"))
                .await?;
        }
        ("user-rotation", "") => {
            let landscape = context.phone.act(|hand| hand.device.landscape).await;
            let text = format!("lock {}\n", u8::from(landscape == Some(true)));
            context.say(text).await?;
        }
        ("user-rotation", "lock") => {
            let landscape = match context.arg(3) {
                "0" | "2" => false,
                "1" | "3" => true,
                _ => return usage(context, "Error: rotation must be 0, 1, 2 or 3").await,
            };
            let turn = move |hand: &mut crate::phone::Hand<'_>| {
                if hand.device.landscape != landscape {
                    hand.device.rotate();
                }
            };
            context.phone.act(turn).await;
        }
        ("size" | "density", _) => {
            return usage(context, "Error: this phone's screen cannot be changed").await;
        }
        (command, _) => return usage(context, &format!("Unknown command: {command}")).await,
    }
    Ok(0)
}

/// `am`, its arguments from `first` on.
pub(super) async fn am(context: &Context<'_>, first: usize) -> Result<u8, Closed> {
    let args: Vec<&str> = context
        .args
        .iter()
        .skip(first + 1)
        .map(String::as_str)
        .collect();
    match context.arg(first) {
        "start" | "start-activity" => start(context, &args).await,
        "force-stop" => {
            if let Some(app) = args.last().and_then(|package| App::by_package(package)) {
                context.phone.act(move |hand| hand.device.stop(app)).await;
            }
            Ok(0)
        }
        command => usage(context, &format!("Unknown command: {command}")).await,
    }
}

async fn start(context: &Context<'_>, args: &[&str]) -> Result<u8, Closed> {
    let component = args
        .iter()
        .position(|arg| *arg == "-n")
        .and_then(|at| args.get(at + 1));
    let Some(component) = component else {
        return usage(
            context,
            "Error: this phone starts apps by component: am start -n PACKAGE/CLASS",
        )
        .await;
    };
    let (package, class) = component.split_once('/').unwrap_or((component, ""));
    let app = App::by_package(package).filter(|app| {
        let short = class.strip_prefix(package).unwrap_or(class);
        short == app.activity()
    });
    context
        .say(format!("Starting: Intent {{ cmp={component} }}\n"))
        .await?;
    let Some(app) = app else {
        context
            .complain(format!(
                "Error type 3\nError: Activity class {{{component}}} does not exist.\n"
            ))
            .await?;
        return Ok(1);
    };
    context.phone.act(move |hand| hand.device.open(app)).await;
    if args.contains(&"-W") {
        context
            .say(format!(
                "Status: ok\nLaunchState: WARM\nActivity: {package}/{}\nComplete\n",
                app.activity()
            ))
            .await?;
    }
    Ok(0)
}

/// `pm` and `cmd package`, arguments from `first` on.
pub(super) async fn pm(context: &Context<'_>, first: usize) -> Result<u8, Closed> {
    match (context.arg(first), context.arg(first + 1)) {
        ("list", "packages") => {
            let rest = context.args.get(first + 2..).unwrap_or_default();
            // Every app of this phone is part of its system.
            if rest.iter().any(|arg| arg == "-3" || arg == "-d") {
                return Ok(0);
            }
            let mut lines: Vec<String> = App::ALL
                .iter()
                .map(|app| format!("package:{}\n", app.package()))
                .collect();
            lines.sort_unstable();
            context.say(lines.concat()).await?;
            Ok(0)
        }
        ("path", package) => match App::by_package(package) {
            Some(app) => {
                context
                    .say(format!("package:/system/app/{app:?}/{app:?}.apk\n"))
                    .await?;
                Ok(0)
            }
            None => Ok(1),
        },
        ("resolve-activity", _) => {
            let app = context
                .args
                .last()
                .and_then(|package| App::by_package(package));
            let text = app.map_or("No activity found\n".to_owned(), |app| {
                format!(
                    "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n{}/{}\n",
                    app.package(),
                    app.activity()
                )
            });
            context.say(text).await?;
            Ok(0)
        }
        (command, _) => usage(context, &format!("Unknown command: {command}")).await,
    }
}

pub(super) async fn cmd(context: &Context<'_>) -> Result<u8, Closed> {
    match context.arg(1) {
        "package" => pm(context, 2).await,
        "activity" => am(context, 2).await,
        "settings" => settings(context, 2).await,
        service => {
            context
                .complain(format!("cmd: Can't find service: {service}\n"))
                .await?;
            Ok(20)
        }
    }
}

pub(super) async fn settings(context: &Context<'_>, first: usize) -> Result<u8, Closed> {
    if context.arg(first) != "get" {
        return usage(
            context,
            "Error: this phone's settings can only be read: settings get NAMESPACE KEY",
        )
        .await;
    }
    let phone = context.phone.clone();
    let value = match (context.arg(first + 1), context.arg(first + 2)) {
        ("secure", "android_id") => Some(phone.identity.android_id.clone()),
        ("global", "device_name") => phone.act(|hand| hand.device.name.clone()).await,
        ("system", "screen_off_timeout") => Some("2147483647".to_owned()),
        ("system", "user_rotation") => {
            phone
                .act(|hand| u8::from(hand.device.landscape).to_string())
                .await
        }
        ("secure" | "global" | "system", _) => None,
        (space, _) => return usage(context, &format!("Invalid namespace '{space}'")).await,
    };
    context
        .say(format!("{}\n", value.as_deref().unwrap_or("null")))
        .await?;
    Ok(0)
}

pub(super) async fn dumpsys(context: &Context<'_>) -> Result<u8, Closed> {
    match context.arg(1) {
        "battery" => {
            let level = context.phone.identity.battery();
            context
                .say(format!(
                    "Current Battery Service state:\n  AC powered: true\n  USB powered: false\n  Wireless powered: false\n  status: 2\n  health: 2\n  present: true\n  level: {level}\n  scale: 100\n  voltage: 4150\n  temperature: 268\n  technology: Li-ion\n"
                ))
                .await?;
            Ok(0)
        }
        "activity" => {
            let front = context
                .phone
                .act(|hand| hand.device.front)
                .await
                .unwrap_or(Front::Home);
            let component = match front {
                Front::App(app) => format!("{}/{}", app.package(), app.activity()),
                Front::Home | Front::Recents => "com.owldeck.launcher/.Launcher".to_owned(),
            };
            context
                .say(format!(
                    "  topResumedActivity=ActivityRecord{{1 u0 {component} t1}}\n"
                ))
                .await?;
            Ok(0)
        }
        service => {
            context
                .complain(format!("Can't find service: {service}\n"))
                .await?;
            Ok(1)
        }
    }
}

pub(super) async fn pidof(context: &Context<'_>) -> Result<u8, Closed> {
    let Some(app) = App::by_package(context.arg(1)) else {
        return Ok(1);
    };
    let runs = context
        .phone
        .act(move |hand| hand.device.recents.contains(&app))
        .await;
    if runs != Some(true) {
        return Ok(1);
    }
    context.say(format!("{}\n", 4000 + app as u32)).await?;
    Ok(0)
}

/// Starts the one class this phone has: the scrcpy server.
pub(super) async fn app_process(context: &Context<'_>) -> Result<u8, Closed> {
    let words: Vec<&str> = context.args.iter().skip(1).map(String::as_str).collect();
    let Some(at) = words
        .iter()
        .position(|word| *word == phone_wire::screen::SERVER_CLASS)
    else {
        context
            .complain("Error: no class name or --zygote supplied.\nAborted\n")
            .await?;
        return Ok(134);
    };
    let jar = context
        .env
        .get("CLASSPATH")
        .and_then(|paths| paths.split(':').next())
        .unwrap_or_default();
    crate::scrcpy::run(context.phone, jar, &words[at + 1..], &context.out).await
}
