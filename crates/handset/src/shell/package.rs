//! Programs `pm` and `cmd package`: lists, queries and removal; [`install`] has the installation.

use super::android::usage;
use super::{Context, install};
use crate::adb::Closed;
use crate::device::App;
use crate::packages::{Failure, Installed, Options};

/// Arguments of `pm` after the verb, sorted into flags with their values, and the rest.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    pub(super) options: Options,
    flags: Vec<String>,
    pub(super) rest: Vec<String>,
}

/// Flags that take the next word.
const VALUED: [&str; 9] = [
    "-i",
    "-S",
    "-p",
    "--user",
    "--abi",
    "--install-location",
    "--originating-uri",
    "--referrer",
    "--install-reason",
];

fn arguments(words: &[String]) -> Result<Arguments, String> {
    let mut out = Arguments::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if !word.starts_with('-') || word == "-" {
            out.rest.push(word.clone());
            continue;
        }
        if VALUED.contains(&word.as_str()) {
            let value = words
                .next()
                .ok_or_else(|| format!("Error: Argument expected after \"{word}\""))?;
            match word.as_str() {
                "-i" => out.options.installer = Some(value.clone()),
                "-S" => {
                    let size = value
                        .parse()
                        .map_err(|_| format!("Error: invalid size: {value}"))?;
                    out.options.size_bytes = Some(size);
                }
                _ => {}
            }
            continue;
        }
        match word.as_str() {
            "-R" => out.options.keep_existing = true,
            "-d" => out.options.downgrade = true,
            "-t" => out.options.test_only = true,
            _ => {}
        }
        out.flags.push(word.clone());
    }
    Ok(out)
}

/// Runs `pm` and `cmd package`, with arguments from `first` on.
pub(super) async fn pm(context: &Context<'_>, first: usize) -> Result<u8, Closed> {
    if !context.phone.boot.is_complete() {
        context
            .complain("cmd: Can't find service: package\n")
            .await?;
        return Ok(20);
    }
    let words = context.args.get(first + 1..).unwrap_or_default();
    let arguments = match arguments(words) {
        Ok(arguments) => arguments,
        Err(why) => return usage(context, &why).await,
    };
    match (context.arg(first), context.arg(first + 1)) {
        ("list", "packages") => list(context, &arguments).await,
        ("path", _) => path(context, &arguments).await,
        ("resolve-activity", _) => resolve(context).await,
        ("query-activities", _) => query(context).await,
        ("install", _) => install::install(context, arguments).await,
        ("install-create", _) => {
            let begun = context.phone.packages.begin(arguments.options);
            answer(context, begun, |session| {
                format!("Success: created install session [{}]\n", session.id)
            })
            .await
        }
        ("install-write", _) => install::write(context, &arguments).await,
        ("install-commit", _) => {
            let Some(id) = session_id(&arguments) else {
                return usage(context, "Error: missing session id").await;
            };
            let done = install::commit(context.phone, id).await;
            answer(context, done, |_| "Success\n".into()).await
        }
        ("install-abandon", _) => {
            let Some(id) = session_id(&arguments) else {
                return usage(context, "Error: missing session id").await;
            };
            let done = context.phone.packages.abandon(id);
            answer(context, done, |()| "Success\n".into()).await
        }
        ("uninstall", _) => uninstall(context, &arguments).await,
        ("clear", _) => clear(context, &arguments).await,
        (command, _) => usage(context, &format!("Unknown command: {command}")).await,
    }
}

pub(super) fn session_id(arguments: &Arguments) -> Option<u32> {
    arguments.rest.first()?.parse().ok()
}

pub(super) async fn answer<T>(
    context: &Context<'_>,
    outcome: Result<T, Failure>,
    words: impl FnOnce(T) -> String,
) -> Result<u8, Closed> {
    match outcome {
        Ok(value) => {
            context.say(words(value)).await?;
            Ok(0)
        }
        Err(failure) => {
            context.say(format!("Failure [{failure}]\n")).await?;
            Ok(1)
        }
    }
}

async fn list(context: &Context<'_>, arguments: &Arguments) -> Result<u8, Closed> {
    let has = |flag: &str| arguments.flags.iter().any(|own| own == flag);
    if has("-d") {
        return Ok(0);
    }
    let filter = arguments.rest.get(1).map_or("", String::as_str);
    let mut rows: Vec<(String, String, u64, u32)> = Vec::new();
    if !has("-3") {
        for (number, app) in App::ALL.into_iter().enumerate() {
            let uid = 1000 + number as u32;
            let sdk = context.phone.identity.sdk.into();
            rows.push((app.package().into(), system_path(app), sdk, uid));
        }
    }
    if !has("-s") {
        for app in context.phone.packages.all() {
            rows.push((app.package.clone(), app.base(), app.version_code, app.uid));
        }
    }
    rows.sort_unstable();
    let optional = |wanted: bool, text: String| if wanted { text } else { String::new() };
    let mut text = String::new();
    for (package, path, version, uid) in rows {
        if !package.contains(filter) {
            continue;
        }
        let path = optional(has("-f"), format!("{path}="));
        let version = optional(has("--show-versioncode"), format!(" versionCode:{version}"));
        let uid = optional(has("-U"), format!(" uid:{uid}"));
        text.push_str(&["package:", &path, &package, &version, &uid, "\n"].concat());
    }
    context.say(text).await?;
    Ok(0)
}

fn system_path(app: App) -> String {
    format!("/system/app/{app:?}/{app:?}.apk")
}

async fn path(context: &Context<'_>, arguments: &Arguments) -> Result<u8, Closed> {
    let package = arguments.rest.first().map_or("", String::as_str);
    if let Some(app) = App::by_package(package) {
        context
            .say(format!("package:{}\n", system_path(app)))
            .await?;
        return Ok(0);
    }
    let Some(app) = context.phone.packages.by_name(package) else {
        return Ok(1);
    };
    let lines = app
        .apks
        .iter()
        .map(|apk| format!("package:{}/{apk}\n", app.code));
    context.say(lines.collect::<String>()).await?;
    Ok(0)
}

/// Category of a television's launcher.
const LEANBACK: &str = "android.intent.category.LEANBACK_LAUNCHER";

/// Whether the words ask for the activities of a television's launcher.
fn is_leanback(context: &Context<'_>) -> bool {
    context.args.iter().any(|word| word == LEANBACK)
}

/// Activity of an installed app that the launcher of the query starts, as `package/class`.
fn launched(context: &Context<'_>, app: &Installed) -> Option<String> {
    let class = if is_leanback(context) {
        &app.tv_activity
    } else {
        &app.activity
    };
    Some(format!("{}/{}", app.package, class.as_ref()?))
}

/// Runs `query-activities --components`: prints the activities that a launcher starts.
async fn query(context: &Context<'_>) -> Result<u8, Closed> {
    let own = App::ALL.into_iter().filter(|_| !is_leanback(context));
    let own = own.map(|app| format!("{}/{}", app.package(), app.activity()));
    let installed = context.phone.packages.all();
    let installed = installed.iter().filter_map(|app| launched(context, app));
    let lines: Vec<String> = own.chain(installed).collect();
    if lines.is_empty() {
        context.say("No activities found\n").await?;
    } else {
        context.say(format!("{}\n", lines.join("\n"))).await?;
    }
    Ok(0)
}

async fn resolve(context: &Context<'_>) -> Result<u8, Closed> {
    let package = context.args.last().map_or("", String::as_str);
    let component = match App::by_package(package) {
        Some(_) if is_leanback(context) => None,
        Some(app) => Some(format!("{package}/{}", app.activity())),
        None => context
            .phone
            .packages
            .by_name(package)
            .and_then(|app| launched(context, &app)),
    };
    let text = component.map_or("No activity found\n".to_owned(), |component| {
        format!("priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n{component}\n")
    });
    context.say(text).await?;
    Ok(0)
}

async fn uninstall(context: &Context<'_>, arguments: &Arguments) -> Result<u8, Closed> {
    let Some(package) = arguments.rest.first() else {
        return usage(context, "Error: package name not specified").await;
    };
    if App::by_package(package).is_some() {
        context
            .say("Failure [DELETE_FAILED_INTERNAL_ERROR]\n")
            .await?;
        return Ok(1);
    }
    let uid = context.phone.packages.by_name(package).map(|app| app.uid);
    let keep = arguments.flags.iter().any(|flag| flag == "-k");
    match context.phone.packages.uninstall(package, keep) {
        Ok(false) => {
            context.say("Failure [not installed for 0]\n").await?;
            return Ok(1);
        }
        Ok(true) => {}
        Err(failure) => return answer(context, Err::<(), _>(failure), |()| String::new()).await,
    }
    if let Some(uid) = uid {
        let gone = App::Installed(uid);
        context
            .phone
            .act(move |locked| locked.device.stop(gone))
            .await;
    }
    context
        .phone
        .log
        .info("PackageManager", &format!("Removed package {package}"));
    context.say("Success\n").await?;
    Ok(0)
}

async fn clear(context: &Context<'_>, arguments: &Arguments) -> Result<u8, Closed> {
    let package = arguments.rest.first().map_or("", String::as_str);
    let Some(app) = context.phone.packages.by_name(package) else {
        context.say("Failed\n").await?;
        return Ok(1);
    };
    context.phone.packages.clear(package);
    let stopped = App::Installed(app.uid);
    context
        .phone
        .act(move |locked| locked.device.stop(stopped))
        .await;
    context.say("Success\n").await?;
    Ok(0)
}
