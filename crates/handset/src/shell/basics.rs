//! Programs about the shell itself, the time and the power.

use std::time::Duration;

use super::Context;
use crate::adb::Closed;
use crate::clock;
use crate::phone::PowerRequest;

/// Longest `sleep`, in seconds.
const SLEEP_LIMIT_S: f64 = 3600.0;

pub(super) async fn echo(context: &Context<'_>) -> Result<u8, Closed> {
    let (words, newline) = match context.args.get(1..).unwrap_or_default() {
        [flag, rest @ ..] if flag == "-n" => (rest, ""),
        words => (words, "\n"),
    };
    context.say(format!("{}{newline}", words.join(" "))).await?;
    Ok(0)
}

pub(super) async fn env(context: &Context<'_>) -> Result<u8, Closed> {
    let mut lines: Vec<String> = context
        .env
        .iter()
        .map(|(name, value)| format!("{name}={value}\n"))
        .collect();
    lines.sort();
    context.say(lines.concat()).await?;
    Ok(0)
}

pub(super) async fn id(context: &Context<'_>) -> Result<u8, Closed> {
    context
        .say("uid=2000(shell) gid=2000(shell) groups=2000(shell) context=u:r:shell:s0\n")
        .await?;
    Ok(0)
}

pub(super) async fn whoami(context: &Context<'_>) -> Result<u8, Closed> {
    context.say("shell\n").await?;
    Ok(0)
}

pub(super) async fn pwd(context: &Context<'_>) -> Result<u8, Closed> {
    context.say("/\n").await?;
    Ok(0)
}

pub(super) async fn date(context: &Context<'_>) -> Result<u8, Closed> {
    let now = clock::local();
    let text = match context.arg(1) {
        "+%s" => format!("{}\n", now.timestamp()),
        "" => now.format("%a %b %e %H:%M:%S CST %Y\n").to_string(),
        _ => {
            context.complain("date: bad date\n").await?;
            return Ok(1);
        }
    };
    context.say(text).await?;
    Ok(0)
}

pub(super) async fn sleep(context: &Context<'_>) -> Result<u8, Closed> {
    match context.arg(1).parse::<f64>() {
        Ok(seconds) if (0.0..=SLEEP_LIMIT_S).contains(&seconds) => {
            tokio::time::sleep(Duration::from_secs_f64(seconds)).await;
            Ok(0)
        }
        _ => {
            context
                .complain(format!("sleep: bad number '{}'\n", context.arg(1)))
                .await?;
            Ok(1)
        }
    }
}

/// Runs `reboot`; `-p` switches off, any other argument is ignored.
pub(super) fn reboot(context: &Context<'_>) -> u8 {
    match context.arg(1) {
        "-p" => context.phone.ask_power(PowerRequest::Off),
        _ => context.phone.ask_power(PowerRequest::Reboot),
    }
    0
}

pub(super) async fn svc(context: &Context<'_>) -> Result<u8, Closed> {
    match (context.arg(1), context.arg(2)) {
        ("power", "reboot") => context.phone.ask_power(PowerRequest::Reboot),
        ("power", "shutdown") => context.phone.ask_power(PowerRequest::Off),
        ("power", "stayon") => {}
        _ => {
            return super::android::usage(context, "usage: svc power stayon|reboot|shutdown").await;
        }
    }
    Ok(0)
}

pub(super) async fn uptime(context: &Context<'_>) -> Result<u8, Closed> {
    let up = context.phone.boot.uptime().as_secs();
    let now = clock::local().format("%H:%M:%S");
    context.say(format!(" {now} up {} min\n", up / 60)).await?;
    Ok(0)
}
