//! Programs about the system and its processes, in toybox's format.

use super::Context;
use super::storage::flags;
use crate::adb::Closed;
use crate::device::App;

/// Process id of the first built-in app.
const APPS_FROM: u32 = 4000;
/// User id of the first app: `u0_a0`.
const APP_USERS_FROM: u32 = 10_000;

pub(super) async fn uname(context: &Context<'_>) -> Result<u8, Closed> {
    let release = format!("5.15.123-android{}-11-owl", context.phone.identity.release);
    let facts = [
        ('s', "Linux"),
        ('n', "localhost"),
        ('r', release.as_str()),
        ('v', "#1 SMP PREEMPT Thu Jan 1 00:00:00 UTC 2026"),
        ('m', "aarch64"),
        ('o', "Toybox"),
    ];
    let (wanted, _) = flags(context);
    let is_wanted = |flag: char| match wanted.as_str() {
        "" => flag == 's',
        wanted => wanted.contains('a') || wanted.contains(flag),
    };
    let words = facts.iter().filter(|(flag, _)| is_wanted(*flag));
    let words: Vec<&str> = words.map(|(_, word)| *word).collect();
    context.say(format!("{}\n", words.join(" "))).await?;
    Ok(0)
}

struct Process {
    user: String,
    pid: u32,
    parent: u32,
    name: String,
}

/// Process id of an app while it runs, always the same.
pub(super) fn pid(app: App) -> u32 {
    match app {
        App::Installed(uid) => uid,
        own => APPS_FROM + App::ALL.iter().position(|app| *app == own).unwrap_or(0) as u32,
    }
}

async fn processes(context: &Context<'_>) -> Vec<Process> {
    let of = |user: &str, pid, parent, name: &str| Process {
        user: user.to_owned(),
        pid,
        parent,
        name: name.to_owned(),
    };
    let mut all = vec![
        of("root", 1, 0, "init"),
        of("root", 300, 1, "zygote64"),
        of("system", 900, 300, "system_server"),
        of("shell", 950, 1, "adbd"),
        of("u0_a1", 1200, 300, "com.owldeck.launcher"),
    ];
    let running = context.phone.act(|locked| {
        let device = &locked.device;
        let running = device.recents.iter();
        let named = running.filter_map(|app| Some((*app, device.about(*app)?.package)));
        named.collect::<Vec<_>>()
    });
    for (app, package) in running.await.unwrap_or_default() {
        let pid = pid(app);
        let number = pid
            .checked_sub(APP_USERS_FROM)
            .unwrap_or(pid - APPS_FROM + 2);
        all.push(of(&format!("u0_a{number}"), pid, 300, &package));
    }
    all.push(of("shell", 2000, 950, "sh"));
    all.push(of("shell", 2001, 2000, "ps"));
    all.sort_by_key(|process| process.pid);
    all
}

/// Runs `ps`, `ps -A` and `ps -ef`, each with `-o FIELD,…` and `-p PID,…`.
pub(super) async fn ps(context: &Context<'_>) -> Result<u8, Closed> {
    let (mut everybody, mut full) = (false, false);
    let (mut fields, mut pids): (Vec<String>, Option<Vec<u32>>) = (Vec::new(), None);
    let mut words = context.args.iter().skip(1);
    while let Some(word) = words.next() {
        let letters = word.trim_start_matches('-');
        for (at, letter) in letters.char_indices() {
            let behind = &letters[at + 1..];
            match letter {
                'A' | 'e' => everybody = true,
                'f' | 'l' => full = true,
                'o' | 'p' => {
                    let value = if behind.is_empty() {
                        words.next().cloned().unwrap_or_default()
                    } else {
                        behind.to_owned()
                    };
                    let parts = value.split(',').map(|part| part.trim().to_uppercase());
                    if letter == 'o' {
                        fields.extend(parts);
                    } else {
                        pids = Some(parts.filter_map(|pid| pid.parse().ok()).collect());
                    }
                    break;
                }
                'w' => {}
                _ => {
                    let why = format!("ps: Unknown option '{letter}' (see \"ps --help\")\n");
                    context.complain(why).await?;
                    return Ok(1);
                }
            }
        }
    }
    if fields.is_empty() {
        let usual: &[&str] = if full {
            &["UID", "PID", "PPID", "C", "STIME", "TTY", "TIME", "CMD"]
        } else {
            &[
                "USER", "PID", "PPID", "VSZ", "RSS", "WCHAN", "ADDR", "S", "NAME",
            ]
        };
        fields = usual.iter().map(|field| (*field).to_owned()).collect();
    }
    let unknown = fields.iter().find(|field| width(field).is_none());
    if let Some(field) = unknown {
        context.complain(format!("ps: bad -o {field}\n")).await?;
        return Ok(1);
    }
    let mut lines = vec![line(&fields, str::to_owned)];
    for process in processes(context).await {
        let wanted = match &pids {
            Some(pids) => pids.contains(&process.pid),
            None => everybody || full || process.user == "shell",
        };
        if wanted {
            lines.push(line(&fields, |field| value(field, &process)));
        }
    }
    let found = lines.len() > 1;
    context.say(lines.concat()).await?;
    Ok(u8::from(!found))
}

/// Width of toybox's column, negative when aligned to the left; `None` for an unknown field.
fn width(field: &str) -> Option<i32> {
    Some(match field {
        "USER" | "UID" => -12,
        "VSZ" => 7,
        "RSS" => 6,
        "WCHAN" => -10,
        "ADDR" => 10,
        "S" | "C" => 1,
        "PID" | "PPID" | "STIME" | "TIME" => 5,
        "TTY" => -8,
        "NAME" | "CMD" | "ARGS" | "CMDLINE" => -15,
        _ => return None,
    })
}

fn line(fields: &[String], value: impl Fn(&str) -> String) -> String {
    let cells = fields.iter().map(|field| {
        let (width, value) = (width(field).unwrap_or_default(), value(field));
        let wide = width.unsigned_abs() as usize;
        if width < 0 {
            format!("{value:<wide$}")
        } else {
            format!("{value:>wide$}")
        }
    });
    let cells: Vec<String> = cells.collect();
    format!("{}\n", cells.join(" ").trim_end())
}

fn value(field: &str, process: &Process) -> String {
    match field {
        "USER" | "UID" => process.user.clone(),
        "PID" => process.pid.to_string(),
        "PPID" => process.parent.to_string(),
        "VSZ" => "10784".to_owned(),
        "RSS" => "3312".to_owned(),
        "S" => "S".to_owned(),
        "STIME" | "TIME" => "00:00".to_owned(),
        "TTY" => "?".to_owned(),
        "NAME" | "CMD" | "ARGS" | "CMDLINE" => process.name.clone(),
        _ => "0".to_owned(),
    }
}
