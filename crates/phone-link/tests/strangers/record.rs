//! Records what goes over a connection: `OWLDECK_RECORD=FILE cargo test -p phone-link --test strangers -- transcript`.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Passes the bytes of one connection on and keeps them.
pub struct Recorder {
    /// Where to connect instead.
    pub address: String,
    lines: Arc<Mutex<String>>,
}

impl Recorder {
    pub async fn before(address: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = listener.local_addr().unwrap().to_string();
        let lines = Arc::new(Mutex::new(String::new()));
        let (kept, phone) = (Arc::clone(&lines), address.to_owned());
        tokio::spawn(async move {
            let (host, _) = listener.accept().await.unwrap();
            pass(host, TcpStream::connect(phone).await.unwrap(), &kept).await;
        });
        Self {
            address: own,
            lines,
        }
    }

    /// Bytes that were said so far: a line for each piece as it came, `>` to the phone and `<` from it.
    pub fn lines(&self) -> String {
        self.lines.lock().unwrap().clone()
    }
}

async fn pass(mut host: TcpStream, mut phone: TcpStream, lines: &Mutex<String>) {
    let (mut there, mut back) = (vec![0; 256 * 1024], vec![0; 256 * 1024]);
    loop {
        let (mark, bytes, to) = tokio::select! {
            count = host.read(&mut there) => ('>', &there[..count.unwrap_or(0)], &mut phone),
            count = phone.read(&mut back) => ('<', &back[..count.unwrap_or(0)], &mut host),
        };
        if bytes.is_empty() {
            return;
        }
        let mut line = format!("{mark} ");
        for byte in bytes {
            let _ = write!(line, "{byte:02x}");
        }
        lines.lock().unwrap().push_str(&(line + "\n"));
        if to.write_all(bytes).await.is_err() {
            return;
        }
    }
}
