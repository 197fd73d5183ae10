//! Https by the server itself: a certificate and its key from two PEM files, read again when they have been renewed.

use std::any::Any;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use actix_tls::accept::rustls_0_23::TlsStream;
use actix_web::rt::net::TcpStream;
use causes::causes;
use engine::Clock;
use parking_lot::Mutex;
use rustls::ServerConfig;
use rustls::crypto::{CryptoProvider, aws_lc_rs};
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

/// Pause between two looks at the files.
const LOOK_EVERY_MS: u64 = 60_000;

/// Reason why a certificate cannot be shown to browsers.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The file holds no certificate.
    #[error("settings: OWLDECK_TLS_CERTIFICATE: no certificate in {path}: {why}")]
    Certificate { path: String, why: pem::Error },
    /// The file holds no key, or an encrypted one.
    #[error("settings: OWLDECK_TLS_KEY: no private key in {path}: {why}")]
    Key { path: String, why: pem::Error },
    /// The key is damaged, of another kind or too small.
    #[error(
        "settings: OWLDECK_TLS_KEY: {path}: wants an RSA key of at least 2048 bits, ECDSA or Ed25519: {why}"
    )]
    Weak { path: String, why: rustls::Error },
    /// Certificate or key is damaged, or they do not belong together.
    #[error("settings: OWLDECK_TLS_CERTIFICATE and OWLDECK_TLS_KEY: {0}")]
    Pair(rustls::Error),
}

/// TLS configuration of the listener. Handshakes show what the two files held at most a minute ago, and offer HTTP/1.1 alone because
/// actix-web is built without `http2`: WebSockets need HTTP/1.1, and buffers are capped for each connection, of which each socket has its own.
pub fn config(certificate: &Path, key: &Path, clock: Clock) -> Result<ServerConfig, TlsError> {
    let provider = Arc::new(aws_lc_rs::default_provider());
    let files = Files {
        certificate: certificate.to_owned(),
        key: key.to_owned(),
    };
    let held = LoadedCertificate {
        stamps: files.stamps(),
        pair: Arc::new(files.read(&provider)?),
        looked_ms: clock.now_ms(),
    };
    let shown = CertificateResolver {
        files,
        provider: Arc::clone(&provider),
        clock,
        held: Mutex::new(held),
    };
    let versions = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(TlsError::Pair)?;
    Ok(versions
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(shown)))
}

/// TCP connection below a connection of the listener, with TLS or without.
pub fn carrier(connection: &dyn Any) -> &dyn Any {
    let carrier: &dyn Any = match connection.downcast_ref::<TlsStream<TcpStream>>() {
        Some(stream) => stream.get_ref().0,
        None => connection,
    };
    debug_assert!(carrier.is::<TcpStream>(), "connections are TCP's");
    carrier
}

/// Paths of certificate and key.
#[derive(Debug)]
struct Files {
    certificate: PathBuf,
    key: PathBuf,
}

/// Times when the files were written; none for a file that does not exist.
type Stamps = [Option<SystemTime>; 2];

impl Files {
    fn stamps(&self) -> Stamps {
        [&self.certificate, &self.key].map(|path| {
            let written = path.metadata().and_then(|file| file.modified());
            written.ok()
        })
    }

    fn read(&self, provider: &CryptoProvider) -> Result<CertifiedKey, TlsError> {
        let chain = chain(&self.certificate).map_err(|why| TlsError::Certificate {
            path: self.certificate.display().to_string(),
            why,
        })?;
        let key = PrivateKeyDer::from_pem_file(&self.key).map_err(|why| TlsError::Key {
            path: self.key.display().to_string(),
            why,
        })?;
        // The key is loaded by itself first, so that its own fault is not reported as one of the pair.
        let loaded = provider.key_provider.load_private_key(key.clone_key());
        loaded.map_err(|why| TlsError::Weak {
            path: self.key.display().to_string(),
            why,
        })?;
        CertifiedKey::from_der(chain, key, provider).map_err(TlsError::Pair)
    }
}

/// Certificate and its issuers, in the order of their file.
fn chain(path: &Path) -> Result<Vec<CertificateDer<'static>>, pem::Error> {
    let all: Vec<_> = CertificateDer::pem_file_iter(path)?.collect::<Result<_, _>>()?;
    if all.is_empty() {
        return Err(pem::Error::NoItemsFound);
    }
    Ok(all)
}

/// Certificate that is shown, whatever name a browser asks for.
#[derive(Debug)]
struct CertificateResolver {
    files: Files,
    provider: Arc<CryptoProvider>,
    clock: Clock,
    held: Mutex<LoadedCertificate>,
}

/// Certificate that was read last, and the time.
#[derive(Debug)]
struct LoadedCertificate {
    pair: Arc<CertifiedKey>,
    stamps: Stamps,
    looked_ms: i64,
}

impl CertificateResolver {
    /// Loads renewed files. If they cannot be used, the old certificate stays in use and they are tried again at the next look, since only one
    /// of the two may have been written yet.
    fn look(&self, held: &mut LoadedCertificate) {
        let stamps = self.files.stamps();
        if stamps == held.stamps {
            return;
        }
        match self.files.read(&self.provider) {
            Ok(pair) => {
                (held.pair, held.stamps) = (Arc::new(pair), stamps);
                tracing::info!(path = %self.files.certificate.display(), "certificate reloaded");
            }
            Err(fault) => tracing::error!(
                path = %self.files.certificate.display(),
                error = %causes(&fault),
                "reload certificate failed: the old one stays in use"
            ),
        }
    }
}

impl ResolvesServerCert for CertificateResolver {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let now_ms = self.clock.now_ms();
        let mut held = self.held.lock();
        if now_ms.abs_diff(held.looked_ms) >= LOOK_EVERY_MS {
            held.looked_ms = now_ms;
            self.look(&mut held);
        }
        Some(Arc::clone(&held.pair))
    }
}
