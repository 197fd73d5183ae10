//! The phone's shell: one command line with quotes, variables, `;`, `&&`, `||` and redirections; programs built in.

mod android;
mod basics;
mod digest;
mod input;
mod install;
mod logcat;
mod moving;
mod output;
mod package;
mod parse;
mod settings;
mod stdin;
mod storage;
mod terminal;

use std::collections::HashMap;
use std::sync::Arc;

pub(crate) use output::{Framing, Output};
pub(crate) use stdin::Input;
pub(crate) use terminal::terminal;

use crate::adb::Closed;
use crate::journal::Told;
use crate::phone::Phone;
use parse::{Command, Joiner};

/// Exit code of a command that does not exist.
const NOT_FOUND: u8 = 127;
/// Longest command line, in bytes.
const LINE_LIMIT_BYTES: usize = 64 * 1024;

/// What a program sees.
struct Context<'a> {
    phone: &'a Arc<Phone>,
    /// Variables set before the command on its own line.
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

/// Runs a command line and gives its exit code.
pub(crate) async fn run(phone: &Arc<Phone>, line: &str, input: &Input, out: &Output) -> u8 {
    let mut shell = Shell {
        phone,
        input,
        variables: HashMap::new(),
        code: 0,
    };
    // The only fault is a host that left: then nobody asks for the code.
    shell.line(line, out).await.map_or(129, |_| shell.code)
}

/// Runs one system service's command (`cmd`), its words as they are, and gives its exit code.
pub(crate) async fn run_command(
    phone: &Arc<Phone>,
    words: Vec<String>,
    input: &Input,
    out: &Output,
) -> u8 {
    phone.note(&Told::Command(&words));
    let context = Context {
        phone,
        env: HashMap::new(),
        args: [vec!["cmd".to_owned()], words].concat(),
        input,
        out: out.clone(),
    };
    // As above: a host that left asks for no code.
    android::cmd(&context).await.unwrap_or(129)
}

/// State that lasts from command to command.
struct Shell<'a> {
    phone: &'a Arc<Phone>,
    input: &'a Input,
    variables: HashMap<String, String>,
    code: u8,
}

/// Whether the shell goes on after a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Continue,
    Exit,
}

impl Shell<'_> {
    async fn line(&mut self, line: &str, out: &Output) -> Result<Next, Closed> {
        self.phone.note(&Told::Shell(line));
        let commands = if line.len() > LINE_LIMIT_BYTES {
            Err("line too long".to_owned())
        } else {
            parse::parse(line)
        };
        let commands = match commands {
            Ok(commands) => commands,
            Err(why) => {
                self.code = 1;
                out.stderr(format!("/system/bin/sh: syntax error: {why}\n").as_bytes())
                    .await?;
                return Ok(Next::Continue);
            }
        };
        for (joiner, command) in commands {
            let runs = match joiner {
                Joiner::Always => true,
                Joiner::And => self.code == 0,
                Joiner::Or => self.code != 0,
            };
            if runs && self.command(&command, out).await? == Next::Exit {
                return Ok(Next::Exit);
            }
        }
        Ok(Next::Continue)
    }

    async fn command(&mut self, command: &Command, out: &Output) -> Result<Next, Closed> {
        let mut words: Vec<String> = command
            .words
            .iter()
            .filter_map(|word| word.expand_argument(&self.variables, self.code))
            .collect();
        let assignments: Vec<(String, String)> = command
            .assignments
            .iter()
            .map(|(name, value)| (name.clone(), value.expand(&self.variables, self.code)))
            .collect();
        let out = match out.redirected(
            command,
            |word| word.expand(&self.variables, self.code),
            &self.phone.files,
        ) {
            Ok(out) => out,
            Err(why) => {
                self.code = 1;
                out.stderr(format!("/system/bin/sh: {why}\n").as_bytes())
                    .await?;
                return Ok(Next::Continue);
            }
        };
        if words.is_empty() {
            self.variables.extend(assignments);
            self.code = 0;
            return Ok(Next::Continue);
        }
        if words[0] == "exit" {
            self.code = words
                .get(1)
                .map_or(Some(self.code), |code| {
                    code.parse::<i64>().ok().map(|code| code as u8)
                })
                .unwrap_or(2);
            return Ok(Next::Exit);
        }
        if words[0] == "export" {
            let named = words.iter().skip(1).filter_map(|word| word.split_once('='));
            self.variables
                .extend(named.map(|(name, value)| (name.to_owned(), value.to_owned())));
            self.code = 0;
            return Ok(Next::Continue);
        }
        let is_last = words[0] == "exec" && words.len() > 1;
        if is_last {
            words.remove(0);
        }
        let mut env = self.variables.clone();
        env.extend(assignments);
        let context = Context {
            phone: self.phone,
            env,
            args: words,
            input: self.input,
            out,
        };
        self.code = program(&context).await?;
        Ok(if is_last { Next::Exit } else { Next::Continue })
    }
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
        "[" | "test" => Ok(storage::test(context)),
        "ls" => storage::ls(context).await,
        "cat" => storage::cat(context).await,
        "rm" => storage::rm(context).await,
        "mkdir" => storage::mkdir(context).await,
        "mv" => moving::mv(context).await,
        "ln" => moving::ln(context).await,
        "realpath" => moving::realpath(context).await,
        "tail" => moving::tail(context).await,
        "content" => android::content(context).await,
        "touch" => storage::touch(context).await,
        "sha256sum" => digest::sha256sum(context).await,
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
