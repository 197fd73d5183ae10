//! `adb reverse`: a socket of the phone that leads to one of the host's. Source: AOSP `services.cpp`, `adb.cpp`
//! (`handle_forward_request`), `adb_listeners.cpp`.

use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use parking_lot::{Mutex, MutexGuard};
use phone_wire::service::Service;

use super::stream::{Link, Stream};

/// Most sockets that may lead to hosts at the same time.
const LIMIT: usize = 256;
/// First port that is given to a host that asks for `tcp:0`, any free port.
const FIRST_PORT: u16 = 33_001;

/// Sockets of one phone that lead to hosts, by their name as the host gave it: `localabstract:NAME`, `tcp:PORT`.
#[derive(Default)]
pub(crate) struct Reverses(Mutex<BTreeMap<String, Target>>);

struct Target {
    /// Connection of the host to which the socket leads.
    link: Weak<Link>,
    /// Service of that host.
    service: String,
}

impl Reverses {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Target>> {
        self.0.lock()
    }

    /// Answer to a host's request after `reverse:`.
    pub(super) fn answer(&self, request: &str, link: &Arc<Link>) -> String {
        let (verb, rest) = request.split_once(':').unwrap_or((request, ""));
        let done = match verb {
            // The list has no status before it, as in adbd.
            "list-forward" => return text(&self.list()),
            "killforward-all" => {
                self.lock().clear();
                Ok(String::new())
            }
            "killforward" => match self.lock().remove(rest) {
                Some(_) => Ok(String::new()),
                None => Err(format!("listener '{rest}' not found")),
            },
            "forward" => match rest.strip_prefix("norebind:") {
                Some(rest) => self.add(rest, false, link),
                None => self.add(rest, true, link),
            },
            _ => Err(format!("unknown reverse command: {verb}")),
        };
        match done {
            Ok(more) => format!("OKAY{more}"),
            Err(why) => format!("FAIL{}", text(&why)),
        }
    }

    fn add(&self, pair: &str, rebinds: bool, link: &Arc<Link>) -> Result<String, String> {
        let Some((from, to)) = pair.split_once(';') else {
            return Err(format!("bad forward: {pair}"));
        };
        let (space, name) = from.split_once(':').unwrap_or((from, ""));
        let port = match (space, name) {
            ("localabstract", name) if !name.is_empty() => None,
            ("tcp", name) => Some(
                name.parse::<u16>()
                    .map_err(|_| format!("bad port number '{name}'"))?,
            ),
            _ => return Err(format!("unknown socket specification: {from}")),
        };
        let mut all = self.lock();
        let chosen = (port == Some(0)).then(|| {
            let free = |port: &u16| !all.contains_key(&format!("tcp:{port}"));
            (FIRST_PORT..=u16::MAX).find(free).unwrap_or(FIRST_PORT)
        });
        let from = chosen.map_or_else(|| from.to_owned(), |port| format!("tcp:{port}"));
        if all.contains_key(&from) && !rebinds {
            return Err(format!("cannot rebind existing socket {from}"));
        }
        if all.len() >= LIMIT && !all.contains_key(&from) {
            return Err("cannot bind listener: Too many open files".to_owned());
        }
        let target = Target {
            link: Arc::downgrade(link),
            service: to.to_owned(),
        };
        all.insert(from, target);
        Ok(chosen.map_or_else(String::new, |port| text(&port.to_string())))
    }

    fn list(&self) -> String {
        let line =
            |(from, target): (&String, &Target)| format!("host-1 {from} {}\n", target.service);
        self.lock().iter().map(line).collect()
    }

    /// Connects to a socket (`localabstract:NAME`, `tcp:PORT`) that leads to a host; `None` where the socket leads nowhere, or the host refuses.
    pub(crate) async fn connect(&self, socket: &str) -> Option<Stream> {
        let (link, service) = {
            let all = self.lock();
            let target = all.get(socket)?;
            (target.link.upgrade()?, target.service.clone())
        };
        let service = Service::parse(service.as_bytes()).ok()?;
        link.open(&service).await
    }

    /// Removes the sockets of a connection that ended.
    pub(super) fn forget(&self, link: &Arc<Link>) {
        let gone = Arc::downgrade(link);
        self.lock().retain(|_, target| !target.link.ptr_eq(&gone));
    }
}

/// ADB's form of a text: its length in four hexadecimal digits, then the text.
fn text(text: &str) -> String {
    format!("{:04x}{text}", text.len())
}
