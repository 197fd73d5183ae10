//! Shell of the phone: [`language`] parses a line, [`mod@run`] executes it; programs are built in.

mod android;
mod basics;
mod blocks;
mod conditions;
mod digest;
mod fetch;
mod finding;
mod input;
mod install;
pub mod language;
mod logcat;
mod moving;
mod output;
mod package;
mod processes;
mod run;
mod settings;
mod stdin;
mod storage;
mod terminal;
mod text;

use std::collections::HashMap;
use std::sync::Arc;

pub(crate) use output::{Framing, Output};
pub(crate) use stdin::Input;
pub(crate) use terminal::terminal;

use crate::adb::Closed;
use crate::journal::JournalEntry;
use crate::phone::Phone;
use run::{Io, Next, Shell};

/// Exit code of a command that does not exist.
const NOT_FOUND: u8 = 127;

/// Context in which a program runs.
struct Context<'a> {
    phone: &'a Arc<Phone>,
    /// Variables of the shell, and those that are set before the command on its own line.
    env: HashMap<String, String>,
    args: Vec<String>,
    input: &'a Input,
    out: Output,
}

impl Context<'_> {
    fn arg(&self, index: usize) -> &str {
        self.args.get(index).map_or("", String::as_str)
    }

    async fn say(&self, text: impl AsRef<str>) -> Result<(), Closed> {
        self.out.stdout(text.as_ref().as_bytes()).await
    }

    async fn complain(&self, text: impl AsRef<str>) -> Result<(), Closed> {
        self.out.stderr(text.as_ref().as_bytes()).await
    }
}

/// Runs a command line; returns its exit code.
pub(crate) async fn run(phone: &Arc<Phone>, line: &str, input: &Input, out: &Output) -> u8 {
    let mut shell = Shell::new(phone);
    // The only error is that the host left, and then nobody reads the code; 129 stands for SIGHUP.
    let io = Io { input, out };
    shell.line(line, io).await.map_or(129, |_| shell.code)
}

/// Runs the command of a system service (`cmd`), whose words no shell has expanded; returns its exit code.
pub(crate) async fn run_command(
    phone: &Arc<Phone>,
    words: Vec<String>,
    input: &Input,
    out: &Output,
) -> u8 {
    phone.note(&JournalEntry::Command(&words));
    let context = Context {
        phone,
        env: HashMap::new(),
        args: [vec!["cmd".to_owned()], words].concat(),
        input,
        out: out.clone(),
    };
    // An error means that the host left, and then nobody reads the code; 129 stands for SIGHUP.
    android::cmd(&context).await.unwrap_or(129)
}

async fn program(context: &Context<'_>) -> Result<u8, Closed> {
    let name = context.arg(0);
    let name = name.strip_prefix("/system/bin/").unwrap_or(name);
    match name {
        "true" | ":" => Ok(0),
        "false" => Ok(1),
        "echo" => basics::echo(context).await,
        "printenv" | "env" => basics::env(context).await,
        "getprop" => settings::getprop(context).await,
        "setprop" => settings::setprop(context).await,
        "logcat" => logcat::run(context).await,
        "log" => logcat::write(context).await,
        "reboot" => Ok(basics::reboot(context)),
        "svc" => basics::svc(context).await,
        "uptime" => basics::uptime(context).await,
        "id" => basics::id(context).await,
        "whoami" => basics::whoami(context).await,
        "date" => basics::date(context).await,
        "sleep" => basics::sleep(context).await,
        "pwd" => basics::pwd(context).await,
        "[" | "test" => conditions::test(context).await,
        "uname" => processes::uname(context).await,
        "ps" => processes::ps(context).await,
        "df" => storage::df(context).await,
        "stat" => finding::stat(context).await,
        "find" => finding::find(context).await,
        "basename" => text::basename(context).await,
        "dirname" => text::dirname(context).await,
        "seq" => text::seq(context).await,
        "grep" => text::grep(context).await,
        "head" => text::head(context).await,
        "wc" => text::wc(context).await,
        "ls" => storage::ls(context).await,
        "cat" => storage::cat(context).await,
        "rm" => storage::rm(context).await,
        "mkdir" => storage::mkdir(context).await,
        "mv" => moving::mv(context).await,
        "ln" => moving::ln(context).await,
        "realpath" => moving::realpath(context).await,
        "tail" => moving::tail(context).await,
        "dd" => blocks::dd(context).await,
        "content" => android::content(context).await,
        "touch" => storage::touch(context).await,
        "sha256sum" => digest::sha256sum(context).await,
        "curl" => fetch::curl(context).await,
        "wm" => settings::wm(context).await,
        "screencap" => input::screencap(context).await,
        "input" => input::input(context).await,
        "am" => android::am(context, 1).await,
        "pm" => package::pm(context, 1).await,
        "cmd" => android::cmd(context).await,
        "settings" => settings::settings(context, 1).await,
        "dumpsys" => android::dumpsys(context).await,
        "pidof" => android::pidof(context).await,
        "app_process" | "app_process64" => android::app_process(context).await,
        _ => {
            context
                .complain(format!(
                    "/system/bin/sh: {}: inaccessible or not found\n",
                    context.arg(0)
                ))
                .await?;
            Ok(NOT_FOUND)
        }
    }
}
