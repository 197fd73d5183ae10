//! `owldeck operator add` and `owldeck phone add`: what a shop needs before anybody can sign in.

use std::io::{BufRead as _, IsTerminal as _, Read as _, Write as _};
use std::process::ExitCode;

use domain::auth::{NewPassword, PasswordRule};
use domain::lang::Lang;
use domain::permissions::EVERYTHING;
use domain::phones::parse_addresses;
use nix::sys::termios::{LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};
use serde_json::json;
use store::Store;
use store::member::{NewOperator, add_operator};
use store::phones::{NewPhone, add_stock};

use crate::settings::Settings;
use crate::{Failure, clock_of, runtime};

/// Longest text that is read from standard input, in bytes.
const INPUT_MAX_BYTES: u64 = 64 * 1024;

/// Makes an operator. The password comes from the terminal, typed twice and not shown, or is the first line of standard input: arguments
/// can be read by everybody on the machine.
pub fn add_an_operator(
    settings: &Settings,
    user_name: &str,
    permissions: Vec<String>,
) -> Result<ExitCode, Failure> {
    let permissions = if permissions.is_empty() {
        vec![EVERYTHING.to_owned()]
    } else {
        permissions
    };
    let new = NewOperator::parse(user_name, permissions)?.known()?;
    let store = Store::open_existing(&settings.database())?;
    let password = NewPassword::parse(&typed_password()?, PasswordRule::Reset)
        .map_err(|violation| format!("the password is refused: {}", violation.text(Lang::En)))?;
    let user_id = runtime()?.block_on(async {
        let clock = clock_of(settings, &store).await?;
        Ok::<_, Failure>(add_operator(&store, new, password, clock.now_ms()).await?)
    })?;
    print(&json!({ "userName": user_name, "userId": user_id }))
}

/// Adds phones at ADB addresses to stock, all or none; without an argument the addresses are read from standard input.
pub fn add_phones(
    settings: &Settings,
    configuration: &str,
    addresses: &[String],
) -> Result<ExitCode, Failure> {
    let mut text = addresses.join("\n");
    if addresses.is_empty() {
        std::io::stdin()
            .take(INPUT_MAX_BYTES)
            .read_to_string(&mut text)?;
    }
    let addresses = parse_addresses(&text)?;
    let store = Store::open_existing(&settings.database())?;
    let new = addresses.iter().map(|adb| NewPhone {
        configuration: configuration.to_owned(),
        adb: adb.clone(),
    });
    let made = runtime()?.block_on(async {
        let clock = clock_of(settings, &store).await?;
        Ok::<_, Failure>(add_stock(&store, new.collect(), clock.now_ms()).await?)
    })?;
    let phones = addresses
        .iter()
        .zip(made)
        .map(|(adb, made)| json!({ "adb": adb, "phoneId": made.id, "owlId": made.owl_id }));
    print(&json!({ "phones": phones.collect::<Vec<_>>() }))
}

fn print(made: &serde_json::Value) -> Result<ExitCode, Failure> {
    println!("{}", serde_json::to_string_pretty(made)?);
    Ok(ExitCode::SUCCESS)
}

fn typed_password() -> Result<String, Failure> {
    let input = std::io::stdin();
    if !input.is_terminal() {
        return line();
    }
    let shown = tcgetattr(&input)?;
    let mut hidden = shown.clone();
    hidden.local_flags.remove(LocalFlags::ECHO);
    tcsetattr(&input, SetArg::TCSAFLUSH, &hidden)?;
    // The guard makes the terminal show again what is typed, however this function ends.
    let _shown = EchoGuard(shown);
    let password = asked("Password: ")?;
    if asked("The same again: ")? == password {
        Ok(password)
    } else {
        Err("the two passwords differ".into())
    }
}

/// Guard of a terminal that hides what is typed: dropping it restores these settings.
struct EchoGuard(Termios);

impl Drop for EchoGuard {
    fn drop(&mut self) {
        // A terminal that is gone needs no settings.
        let _ = tcsetattr(std::io::stdin(), SetArg::TCSANOW, &self.0);
    }
}

fn asked(words: &str) -> Result<String, Failure> {
    eprint!("{words}");
    std::io::stderr().flush()?;
    let line = line();
    eprintln!();
    line
}

fn line() -> Result<String, Failure> {
    let mut line = String::new();
    let mut input = std::io::stdin().lock().take(INPUT_MAX_BYTES);
    input.read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
