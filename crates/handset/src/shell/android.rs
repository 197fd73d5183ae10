//! Android's own programs, as far as a controller of phones needs them.

use super::{Context, package, settings};
use crate::adb::Closed;
use crate::device::Front;
use crate::phone::LockedPhone;

pub(super) async fn usage(context: &Context<'_>, text: &str) -> Result<u8, Closed> {
    context.complain(format!("{text}\n")).await?;
    Ok(255)
}

/// Runs `am` and `cmd activity`, with arguments from `first` on.
pub(super) async fn am(context: &Context<'_>, first: usize) -> Result<u8, Closed> {
    let args: Vec<&str> = context
        .args
        .iter()
        .skip(first + 1)
        .map(String::as_str)
        .collect();
    match context.arg(first) {
        "start" | "start-activity" => start(context, &args).await,
        "broadcast" => broadcast(context, &args).await,
        "force-stop" => {
            let package = args.last().copied().unwrap_or_default().to_owned();
            let stop = move |locked: &mut LockedPhone<'_>| {
                if let Some(app) = locked.device.app_by_package(&package) {
                    locked.device.stop(app);
                }
            };
            context.phone.act(stop).await;
            Ok(0)
        }
        command => usage(context, &format!("Unknown command: {command}")).await,
    }
}

/// Accepts a broadcast. No app of this phone receives any, and files in the shared folders are found without a scan.
async fn broadcast(context: &Context<'_>, args: &[&str]) -> Result<u8, Closed> {
    let value = |flag: &str| {
        let at = args.iter().position(|arg| *arg == flag)?;
        args.get(at + 1).copied()
    };
    let Some(action) = value("-a") else {
        return usage(context, "Error: No intent supplied").await;
    };
    let data = value("-d").map_or(String::new(), |data| format!(" dat={data}"));
    context
        .say(format!(
            "Broadcasting: Intent {{ act={action}{data} flg=0x400000 }}\nBroadcast completed: result=0\n"
        ))
        .await?;
    Ok(0)
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
    let wanted = package.to_owned();
    let found = context.phone.act(move |locked| {
        let app = locked.device.app_by_package(&wanted)?;
        Some((app, locked.device.about(app)?))
    });
    let app = found.await.flatten().filter(|(_, about)| {
        // `.Main` is short for a class in the app's own package.
        let long = |class: &str| match class.strip_prefix('.') {
            Some(_) => format!("{package}{class}"),
            None => class.to_owned(),
        };
        long(class) == long(&about.activity)
    });
    context
        .say(format!("Starting: Intent {{ cmp={component} }}\n"))
        .await?;
    let Some((app, about)) = app else {
        context
            .complain(format!(
                "Error type 3\nError: Activity class {{{component}}} does not exist.\n"
            ))
            .await?;
        return Ok(1);
    };
    context
        .phone
        .act(move |locked| locked.device.open(app))
        .await;
    if args.contains(&"-W") {
        context
            .say(format!(
                "Status: ok\nLaunchState: WARM\nActivity: {package}/{}\nComplete\n",
                about.activity
            ))
            .await?;
    }
    Ok(0)
}

/// Accepts `content call`, by which a controller asks the media store for a scan, which this phone does not need.
pub(super) async fn content(context: &Context<'_>) -> Result<u8, Closed> {
    match context.arg(1) {
        "call" => {
            context.say("Result: Bundle[{}]\n").await?;
            Ok(0)
        }
        command => {
            usage(
                context,
                &format!("[ERROR] Unsupported operation: {command}"),
            )
            .await
        }
    }
}

pub(super) async fn cmd(context: &Context<'_>) -> Result<u8, Closed> {
    match context.arg(1) {
        "package" => package::pm(context, 2).await,
        "activity" => am(context, 2).await,
        "settings" => settings::settings(context, 2).await,
        "window" => settings::wm_from(context, 2).await,
        service => {
            context
                .complain(format!("cmd: Can't find service: {service}\n"))
                .await?;
            Ok(20)
        }
    }
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
            let front = context.phone.act(|locked| match locked.device.front {
                Front::App(app) => locked.device.about(app),
                Front::Home | Front::Recents => None,
            });
            let component = match front.await.flatten() {
                Some(about) => format!("{}/{}", about.package, about.activity),
                None => "com.owldeck.launcher/.Launcher".to_owned(),
            };
            context
                .say(format!(
                    "  topResumedActivity=ActivityRecord{{1 u0 {component} t1}}\n"
                ))
                .await?;
            Ok(0)
        }
        "package" => dump_package(context).await,
        "display" => dump_display(context).await,
        service => {
            context
                .complain(format!("Can't find service: {service}\n"))
                .await?;
            Ok(1)
        }
    }
}

/// Prints the line of `dumpsys display` that has the orientation and the size of the screen.
async fn dump_display(context: &Context<'_>) -> Result<u8, Closed> {
    let screen = context
        .phone
        .act(|locked| (locked.device.orientation(), locked.device.size()));
    let (orientation, (width, height)) = screen.await.unwrap_or_default();
    context
        .say(format!(
            "DISPLAY MANAGER (dumpsys display)\n  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:0', physicalPort=0, orientation={orientation}, logicalFrame=Rect(0, 0 - {width}, {height}), physicalFrame=Rect(0, 0 - {width}, {height}), deviceWidth={width}, deviceHeight={height}}}]\n"
        ))
        .await?;
    Ok(0)
}

/// Prints the lines of `dumpsys package NAME` that controllers read.
async fn dump_package(context: &Context<'_>) -> Result<u8, Closed> {
    let package = context.arg(2);
    let Some(app) = context.phone.packages.by_name(package) else {
        context
            .say(format!("Unable to find package: {package}\n"))
            .await?;
        return Ok(0);
    };
    let time = |ms: u64| {
        let at = chrono::DateTime::from_timestamp_millis(ms.cast_signed()).unwrap_or_default();
        at.format("%Y-%m-%d %H:%M:%S").to_string()
    };
    context
        .say(format!(
            "Packages:\n  Package [{package}]:\n    userId={}\n    codePath={}\n    versionCode={} \n    versionName={}\n    firstInstallTime={}\n    lastUpdateTime={}\n    installerPackageName={}\n    User 0: installed=true hidden=false stopped=false enabled=0\n",
            app.uid,
            app.code,
            app.version_code,
            app.version_name,
            time(app.first_ms),
            time(app.updated_ms),
            app.installer.as_deref().unwrap_or("null"),
        ))
        .await?;
    Ok(0)
}

pub(super) async fn pidof(context: &Context<'_>) -> Result<u8, Closed> {
    let package = context.arg(1).to_owned();
    let running = context.phone.act(move |locked| {
        let app = locked.device.app_by_package(&package)?;
        locked.device.recents.contains(&app).then_some(app)
    });
    let Some(app) = running.await.flatten() else {
        return Ok(1);
    };
    let number = super::processes::pid(app);
    context.say(format!("{number}\n")).await?;
    Ok(0)
}

/// Runs `app_process` for the one class that this phone has, the scrcpy server.
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
