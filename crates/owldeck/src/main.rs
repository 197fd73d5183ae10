//! The command: `owldeck demo | serve | handset | operator | phone | seed | check | openapi`.

mod admin;
mod compose;
mod demo;
mod phones;
mod serve;
mod services;
mod settings;
mod tls;
mod wallets;
mod web;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use nix::sys::stat::{Mode, umask};
use store::Store;
use tracing_subscriber::EnvFilter;

use settings::Settings;

/// Error that stops a command, for people.
type Failure = Box<dyn std::error::Error + Send + Sync>;

#[derive(Parser)]
#[command(name = "owldeck", version, about = "Rent, renew, control and share cloud phones in the browser", after_help = settings::table())]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// A TOML file of settings.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// A server with stand-ins, simulated phones and demo accounts, on a database stamped `demo`.
    Demo,
    /// A server on a database stamped `live`.
    Serve,
    /// Simulated phones that `adb connect` reaches.
    Handset {
        /// The first phone's address; the others follow on the next ports.
        #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:5555")]
        listen: SocketAddr,
        /// How many phones.
        #[arg(long, value_name = "N", default_value_t = 1)]
        count: u16,
        /// Where they keep files and identity; nowhere when missing.
        #[arg(long, value_name = "DIR")]
        data: Option<PathBuf>,
        /// Ends when standard input ends, so that it never outlives the process that started it.
        #[arg(long)]
        until_eof: bool,
    },
    /// Operators of a server.
    #[command(subcommand)]
    Operator(OperatorCommand),
    /// Phones of a server.
    #[command(subcommand)]
    Phone(PhoneCommand),
    /// Loads a JSON file of members, phones and more; prints the made ids.
    Seed {
        /// The file.
        #[arg(long, value_name = "FILE")]
        file: PathBuf,
    },
    /// Proves the invariants of the stored data, a line each.
    Check,
    /// Prints the API document.
    Openapi,
}

#[derive(Subcommand)]
enum OperatorCommand {
    /// Makes an operator, the first one of a new server too; asks for the password on the terminal, or reads it from standard input.
    Add {
        /// The account name.
        #[arg(value_name = "NAME")]
        user_name: String,
        /// Permissions of the operator, by commas; everything when missing.
        #[arg(long, value_name = "PERMISSIONS", value_delimiter = ',')]
        permissions: Vec<String>,
    },
}

#[derive(Subcommand)]
enum PhoneCommand {
    /// Adds phones to stock, all or none; a running server finds them within seconds.
    Add {
        /// Name of their configuration.
        #[arg(long, value_name = "NAME")]
        configuration: String,
        /// ADB addresses, at most 200: 10.8.4.21:5555, 10.8.4.21 (port 5555), 10.8.4.21-40; from standard input when missing.
        #[arg(value_name = "ADDRESS")]
        addresses: Vec<String>,
    },
}

fn main() -> ExitCode {
    // Files that any part writes are for this user alone: the data folder is full of secrets.
    umask(Mode::S_IRWXG | Mode::S_IRWXO);
    let cli = Cli::parse();
    match run(cli.command, cli.config.as_deref()) {
        Ok(code) => code,
        Err(failure) => {
            eprintln!("owldeck: {failure}");
            let mut cause = failure.source();
            while let Some(inner) = cause {
                eprintln!("  because: {inner}");
                cause = inner.source();
            }
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command, config: Option<&Path>) -> Result<ExitCode, Failure> {
    match command {
        Command::Openapi => {
            // The document goes through a value, whose keys are sorted: the committed one changes only when the API does.
            let document = serde_json::to_value(api::document())?;
            println!("{}", serde_json::to_string_pretty(&document)?);
            Ok(ExitCode::SUCCESS)
        }
        Command::Handset {
            listen,
            count,
            data,
            until_eof,
        } => {
            log("info")?;
            phones::host(listen, count, data, until_eof)
        }
        Command::Demo => {
            let settings = Settings::load(config)?;
            log(&settings.server.log)?;
            demo::run(&settings)
        }
        Command::Serve => {
            let settings = Settings::load(config)?;
            log(&settings.server.log)?;
            serve::run(&settings)
        }
        Command::Operator(OperatorCommand::Add {
            user_name,
            permissions,
        }) => admin::add_an_operator(&Settings::load(config)?, &user_name, permissions),
        Command::Phone(PhoneCommand::Add {
            configuration,
            addresses,
        }) => admin::add_phones(&Settings::load(config)?, &configuration, &addresses),
        Command::Seed { file } => seed(&Settings::load(config)?, &file),
        Command::Check => check(&Settings::load(config)?),
    }
}

/// Starts logging: lines of JSON on standard error.
fn log(filter: &str) -> Result<(), Failure> {
    tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_span_list(false)
        .with_writer(std::io::stderr)
        .with_env_filter(EnvFilter::try_new(filter)?)
        .try_init()
}

fn seed(settings: &Settings, file: &Path) -> Result<ExitCode, Failure> {
    let seed = store::seed::Seed::parse(&std::fs::read_to_string(file)?)?;
    let store = Store::open_existing(&settings.database())?;
    let seeded = runtime()?.block_on(async {
        let clock = clock_of(settings, &store).await?;
        Ok::<_, Failure>(store::seed::load(&store, seed, clock.now_ms()).await?)
    })?;
    println!("{}", serde_json::to_string_pretty(&seeded)?);
    Ok(ExitCode::SUCCESS)
}

/// The clock of the server that runs on this database.
async fn clock_of(settings: &Settings, store: &Store) -> Result<engine::Clock, Failure> {
    let clock = engine::Clock::system();
    if let (Some(file), store::Stamp::Demo) = (&settings.demo.clock_offset_file, store.stamp()) {
        clock.read_offset(file);
    }
    clock.sync_with(store).await?;
    Ok(clock)
}

fn check(settings: &Settings) -> Result<ExitCode, Failure> {
    let store = Store::open_existing(&settings.database())?;
    let findings = runtime()?.block_on(store::check::check(&store))?;
    for finding in &findings {
        println!(
            "{}  {}{}",
            if finding.ok { "ok    " } else { "BROKEN" },
            finding.name,
            finding.detail
        );
    }
    Ok(if findings.iter().all(|f| f.ok) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    Ok(tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?)
}
