//! Composition of a server from its parts, and its run until it is told to stop.

use std::net::{SocketAddr, TcpListener};
use std::process::ExitCode;
use std::sync::Arc;

use actix_web::middleware::from_fn;
use actix_web::web::Data;
use actix_web::{App, HttpServer};
use api::{About, AppState, DemoView, FailedCalls};
use engine::{Clock, Engine};
use fleet::providers::Provider;
use fleet::{Fleet, FleetOptions, KeyPair, ServerFile};
use sandbox::Sandbox;
use store::Store;
use tokio::net::TcpSocket;
use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::Duration;

use crate::demo::Seeding;
use crate::services::Services;
use crate::settings::Settings;
use crate::{Failure, tls, web};

/// Time for which a connection without a request is kept: longer than proxies keep theirs (60 s is usual), so that no request meets a
/// connection that is just being closed.
const KEEP_ALIVE: Duration = Duration::from_secs(75);
/// Time for open requests to end after a signal, in seconds.
const SHUTDOWN_S: u64 = 5;
/// Most connections that wait to be accepted.
const BACKLOG: u32 = 2048;
/// Time for sockets to report why they end before the listener closes.
const FAREWELL: Duration = Duration::from_millis(300);

/// Folder of uploaded files, in the data folder.
const UPLOADS: &str = "uploads";
/// Folder of the backups of phones that are replaced with their data, below the data folder.
const BACKUPS: &str = "backups";

/// Parts of a server beside its settings.
pub struct Parts {
    /// Listener of the server.
    pub listener: TcpListener,
    /// An opened database.
    pub store: Store,
    /// Clock of the server.
    pub clock: Clock,
    /// Server file that phones are sent; without one there are no pictures.
    pub server_file: Option<ServerFile>,
    /// Key for phones that ask for one.
    pub key: Option<Arc<KeyPair>>,
    /// Providers of phones; phones at other addresses are run by somebody else.
    pub providers: Vec<Arc<dyn Provider>>,
    /// SMS, mail, social sign-in and wallets.
    pub services: Services,
    /// Sandbox in place of these services, in the demo only.
    pub sandbox: Option<Sandbox>,
    /// Whether seeds are accepted while the server runs: in the demo of one machine only.
    pub seeding: bool,
    /// Accounts and pages that the sign-in page names, in the demo of one machine only.
    pub demo: Option<DemoView>,
    /// Text that is printed once the server is ready.
    pub greeting: String,
}

/// Binds the server's address, before anything else does; returns the settings with the port in use, where they name none (port 0).
/// Called inside a runtime.
pub fn listen(settings: &Settings) -> Result<(Settings, TcpListener), Failure> {
    let asked = settings.server.listen;
    let open = || {
        let socket = match asked {
            SocketAddr::V4(_) => TcpSocket::new_v4(),
            SocketAddr::V6(_) => TcpSocket::new_v6(),
        }?;
        socket.set_reuseaddr(true)?;
        socket.bind(asked)?;
        socket.listen(BACKLOG)?.into_std()
    };
    let listener = open().map_err(|error| format!("cannot listen on {asked}: {error}"))?;
    let mut settings = settings.clone();
    settings.server.listen = listener.local_addr()?;
    Ok((settings, listener))
}

/// Runtime of the phones: pictures never wait for requests.
pub fn phone_runtime() -> Result<Runtime, Failure> {
    let threads = std::thread::available_parallelism().map_or(2, |n| n.get().clamp(2, 8));
    Ok(tokio::runtime::Builder::new_multi_thread()
        .worker_threads(threads)
        .thread_name("phones")
        .enable_all()
        .build()?)
}

/// Runs the server until SIGTERM or SIGINT.
pub async fn serve(
    settings: &Settings,
    parts: Parts,
    phones: &Runtime,
) -> Result<ExitCode, Failure> {
    let Parts {
        listener,
        store,
        clock,
        server_file,
        key,
        providers,
        services,
        sandbox,
        seeding,
        demo,
        greeting,
    } = parts;
    let https = match settings.tls()? {
        Some((certificate, key)) => Some(tls::config(certificate, key, clock.clone())?),
        None => None,
    };
    let picture_clock = clock.clone();
    let options = FleetOptions {
        server_file,
        runtime: phones.handle().clone(),
        clock: Arc::new(move || u64::try_from(picture_clock.now_us()).unwrap_or_default()),
        timing: fleet::Timing::default(),
    };
    let fleet = Fleet::with_key(options, key);
    for provider in &providers {
        fleet.provide(provider);
    }
    let engine = Engine::new(store, fleet, clock);
    let engine = with_parts(engine, settings, services, sandbox.clone())?;
    let running = engine.start().await?;
    let stopping = engine.clone();
    let seeding = seeding.then(|| Seeding::new(engine.clone()));
    let state = Data::new(state(engine, settings, demo)?);
    let server = HttpServer::new(move || {
        let (state, sandbox, seeding) = (state.clone(), sandbox.clone(), seeding.clone());
        App::new()
            .wrap(from_fn(api::request_middleware))
            .wrap(from_fn(api::without_base))
            .configure(move |cfg| api::configure(cfg, state))
            .configure(web::configure)
            .configure(move |cfg| {
                if let Some(seeding) = seeding {
                    seeding.configure(cfg);
                }
                if let Some(sandbox) = sandbox {
                    sandbox.configure(cfg);
                }
            })
            .default_service(actix_web::web::to(api::absent))
    })
    .on_connect(|connection, data| api::prepare(tls::carrier(connection), data))
    .tcp_nodelay(true)
    .keep_alive(KEEP_ALIVE)
    .disable_signals()
    .shutdown_timeout(SHUTDOWN_S);
    let server = match https {
        Some(config) => server.listen_rustls_0_23(listener, config),
        None => server.listen(listener),
    }?
    .run();
    println!("{greeting}");
    let handle = server.handle();
    let stop_asked = stop_signal()?;
    let stop = async move {
        stop_asked.await;
        tracing::info!("server stopping");
        stopping.stop();
        tokio::time::sleep(FAREWELL).await;
        handle.stop(true).await;
    };
    let (served, ()) = tokio::join!(server, stop);
    drop(running);
    served?;
    Ok(ExitCode::SUCCESS)
}

/// Gives an engine the services, folders and rules that the settings name.
fn with_parts(
    engine: Engine,
    settings: &Settings,
    services: Services,
    sandbox: Option<Sandbox>,
) -> Result<Engine, Failure> {
    let mut engine = engine
        .with_services(services.senders, services.social)
        .with_wallets(services.wallets)
        .with_uploads(settings.server.data_dir.join(UPLOADS), services.bucket)?
        .with_backups(&settings.server.data_dir.join(BACKUPS))?;
    if let Some(sender) = services.webhooks {
        engine = engine.with_webhooks(sender);
    }
    if let Some(proxies) = services.proxies {
        engine = engine.with_proxies(proxies);
    }
    if let Some(sandbox) = sandbox {
        engine = engine.with_captcha_observer(Arc::new(move |uuid, action, text| {
            sandbox.keep_captcha(uuid, action.into_str(), text);
        }));
    }
    Ok(engine.with_rules(settings.rules()?, settings.set_rules()))
}

/// State of a server that starts now, which every call sees.
fn state(engine: Engine, settings: &Settings, demo: Option<DemoView>) -> Result<AppState, Failure> {
    Ok(AppState {
        public_origin: settings.server.public_origin.clone(),
        base: settings.base()?,
        proxies: settings.proxies()?,
        embedders: settings.embedders()?,
        about: About {
            started_ms: engine.clock.now_ms(),
            settings: settings.facts(),
        },
        demo,
        failed_calls: FailedCalls::default(),
        engine,
    })
}

/// Listens for SIGTERM and SIGINT; the answer waits for the first of them.
fn stop_signal() -> Result<impl Future<Output = ()>, Failure> {
    let (mut term, mut int) = (
        signal(SignalKind::terminate())?,
        signal(SignalKind::interrupt())?,
    );
    Ok(async move {
        tokio::select! {
            _ = term.recv() => {}
            _ = int.recv() => {}
        }
    })
}
