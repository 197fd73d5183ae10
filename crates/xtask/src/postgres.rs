//! Temporary PostgreSQL server for the tests, on a free loopback port.

use std::net::TcpListener;
use std::path::{Path, PathBuf};

use crate::scratch;
use crate::sh::{Failure, Step};

/// A running server; dropping it ends the server and removes its files.
pub struct Server {
    bin: PathBuf,
    data: PathBuf,
    as_user: bool,
    /// URL `postgres://…` of its maintenance database.
    pub url: String,
}

/// Makes and starts a server; `None` where PostgreSQL is not installed.
pub fn start() -> Result<Option<Server>, Failure> {
    let Some(bin) = bin_dir() else {
        return Ok(None);
    };
    let data = scratch::folder()
        .map_or_else(std::env::temp_dir, Path::to_path_buf)
        .join(format!("owldeck-pg-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&data);
    std::fs::create_dir_all(&data)?;
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let as_user = Step::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|id| id.trim() == "0");
    if as_user {
        Step::new("chown")
            .args(["-R", "postgres"])
            .arg(&data)
            .run()?;
    }
    let server = Server {
        bin,
        data,
        as_user,
        url: format!("postgres://owldeck@127.0.0.1:{port}/postgres"),
    };
    server
        .tool("initdb")
        .args([
            "-A",
            "trust",
            "-U",
            "owldeck",
            "-E",
            "UTF8",
            "--no-sync",
            "-D",
        ])
        .arg(&server.data)
        .quiet()
        .run()?;
    // No data outlives a test, so writes are not synchronized to disk, and there is no autovacuum of hundreds of short-lived databases.
    let options = format!(
        "-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200 \
         -c fsync=off -c full_page_writes=off -c synchronous_commit=off -c wal_level=minimal -c max_wal_senders=0 -c autovacuum=off"
    );
    let log = server.data.join("server.log");
    server
        .tool("pg_ctl")
        .arg("-D")
        .arg(&server.data)
        .arg("-l")
        .arg(log)
        .args(["-w", "-o", &options, "start"])
        .quiet()
        .run()?;
    Ok(Some(server))
}

impl Server {
    /// Makes an empty database; returns its URL.
    pub fn create(&self, name: &str) -> Result<String, Failure> {
        Step::new("psql")
            .args(["-q", &self.url, "-c", &format!("create database {name}")])
            .run()?;
        let base = self.url.trim_end_matches("postgres");
        Ok(format!("{base}{name}"))
    }

    fn tool(&self, name: &str) -> Step {
        let path = self.bin.join(name);
        if self.as_user {
            Step::new("runuser")
                .args(["-u", "postgres", "--"])
                .arg(path)
                .inside("/tmp")
        } else {
            Step::new(path)
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self
            .tool("pg_ctl")
            .arg("-D")
            .arg(&self.data)
            .args(["-m", "immediate", "stop"])
            .quiet()
            .run();
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

fn bin_dir() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    let packaged = versions
        .map(|v| v.path().join("bin"))
        .filter(|bin| bin.join("pg_ctl").exists())
        .max();
    packaged.or_else(|| {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path)
            .find(|folder| folder.join("pg_ctl").exists() && folder.join("initdb").exists())
    })
}

/// Name of the environment variable with the server's URL for the tests.
pub const ENV_URL: &str = "OWLDECK_TEST_PG_URL";
