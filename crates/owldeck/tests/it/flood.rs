//! Clients that break the WebSocket protocol or drown a socket, byte by byte: each socket of the four closes with the code that says
//! so, and whoever else is connected notices nothing.

use domain::live::{SOCKETS_PER_ADDRESS, SOCKETS_PER_MEMBER};
use domain::play::{INPUT_MAX_BYTES, SessionRequest};
use eventually::{LIMIT, eventually};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::demo::{Demo, GUEST, Member, OWNER};

const PHONE: &str = "主力-01";
const TICKET: &str = "/app-api/infra/ws-ticket";
/// Ten thousand in one go: no client may say as much in a second.
const MANY: usize = 10_000;
const MIB: usize = 1024 * 1024;
/// Most MiB that are sent of a frame that says it has no end; the server's memory must grow by less.
const ENDLESS_MIB: usize = 64;

const FINAL: u8 = 0x80;
const CONTINUATION: u8 = 0;
const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// A frame of a client, its mask all zeros: what is sent is what is meant.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    bare(first, payload, true)
}

fn bare(first: u8, payload: &[u8], masked: bool) -> Vec<u8> {
    let mask = if masked { 0x80 } else { 0 };
    let mut bytes = vec![first];
    match payload.len() {
        short @ 0..=125 => bytes.push(mask | short as u8),
        middle @ 126..=0xffff => {
            bytes.push(mask | 0x7e);
            bytes.extend((middle as u16).to_be_bytes());
        }
        long => {
            bytes.push(mask | 127);
            bytes.extend((long as u64).to_be_bytes());
        }
    }
    if masked {
        bytes.extend([0; 4]);
    }
    bytes.extend(payload);
    bytes
}

/// A socket of raw bytes.
struct Raw(TcpStream);

impl Raw {
    /// Connects and upgrades; the HTTP status when that is refused.
    async fn open(demo: &Demo, path: &str, ticket: &str) -> Result<Self, u16> {
        let authority = demo.origin.trim_start_matches("http://");
        let mut stream = TcpStream::connect(authority).await.expect("a connection");
        let request = format!(
            "GET {path}?token={ticket} HTTP/1.1\r\nHost: {authority}\r\nOrigin: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
            demo.origin
        );
        stream.write_all(request.as_bytes()).await.expect("sent");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(stream.read_u8().await.expect("an answer"));
        }
        let status = String::from_utf8_lossy(&head)[9..12]
            .parse()
            .expect("a status");
        if status == 101 {
            Ok(Self(stream))
        } else {
            Err(status)
        }
    }

    /// Sends, as far as the server lets it.
    async fn send(&mut self, bytes: &[u8]) {
        let _ = timeout(LIMIT, self.0.write_all(bytes)).await;
    }

    /// Says the same so many times, as far as the server lets it, while it listens: the code it is closed with.
    async fn attack(self, bytes: &[u8], times: usize) -> Option<u16> {
        let (listening, mut saying) = self.0.into_split();
        let said = async {
            for _ in 0..times {
                if saying.write_all(bytes).await.is_err() {
                    break;
                }
            }
        };
        let mut ear = Ear(listening);
        tokio::join!(ear.closed(), timeout(LIMIT, said)).0
    }

    /// Says that it is there, so that the server does not take its silence for a loss.
    async fn stays(&mut self) {
        self.send(&frame(FINAL | PONG, &[])).await;
    }

    /// Whether a ping comes back.
    async fn lives(&mut self) -> bool {
        self.send(&frame(FINAL | PING, b"alive?")).await;
        let answer = async {
            loop {
                match Ear(&mut self.0).next().await {
                    Some((PONG, payload)) if payload == b"alive?" => return true,
                    Some((CLOSE, _)) | None => return false,
                    Some(_) => {}
                }
            }
        };
        timeout(LIMIT, answer).await.unwrap_or(false)
    }
}

/// Hears what the server says.
struct Ear<R>(R);

impl<R: AsyncRead + Unpin> Ear<R> {
    /// The server's next frame: opcode and payload; none at the end.
    async fn next(&mut self) -> Option<(u8, Vec<u8>)> {
        let first = self.0.read_u8().await.ok()?;
        let length = match self.0.read_u8().await.ok()? {
            126 => u64::from(self.0.read_u16().await.ok()?),
            127 => self.0.read_u64().await.ok()?,
            short => u64::from(short),
        };
        let mut payload = vec![0; usize::try_from(length).ok()?];
        self.0.read_exact(&mut payload).await.ok()?;
        Some((first & 0x0f, payload))
    }

    /// The code it is closed with.
    async fn closed(&mut self) -> Option<u16> {
        let end = async {
            loop {
                if let (CLOSE, payload) = self.next().await? {
                    return Some(
                        payload
                            .first_chunk()
                            .map_or(1005, |code| u16::from_be_bytes(*code)),
                    );
                }
            }
        };
        timeout(LIMIT, end).await.expect("it ends in time")
    }
}

/// The four sockets.
const DOORS: [&str; 4] = ["member", "notice", "play", "deck"];

async fn open(demo: &Demo, member: &Member<'_>, phone: i64, door: &str) -> Result<Raw, u16> {
    let ask = match door {
        "deck" => json!({ "purpose": door, "phoneIds": [phone] }),
        _ => json!({ "purpose": door }),
    };
    let answer = match door {
        "play" => member.start(phone, json!({ "mode": "view" })).await,
        _ => member.post(TICKET, &ask).await,
    };
    let ticket = answer["data"]["ticket"]
        .as_str()
        .unwrap_or_else(|| panic!("a ticket: {answer}"));
    let path = match door {
        "member" => "/websocket/infra/ws".to_owned(),
        "notice" => {
            let me = member.get("/app-api/member/member/currentMemberInfo").await;
            format!("/prod-api/api/websocket/notice/{}/0", me["userId"])
        }
        "play" => format!("/websocket/play/{phone}"),
        _ => "/websocket/deck".to_owned(),
    };
    Raw::open(demo, &path, ticket).await
}

/// Name and bytes of an attack, and the codes that the socket may be closed with.
type Attack = (&'static str, Vec<u8>, &'static [u16]);

fn attacks(door: &str) -> Vec<Attack> {
    let picture = matches!(door, "play" | "deck");
    let harmless = if picture {
        frame(
            FINAL | BINARY,
            &SessionRequest::Ping { echo_us: 1 }.encode(0, 0),
        )
    } else {
        frame(FINAL | TEXT, b"ping")
    };
    let kind = if picture { BINARY } else { TEXT };
    let in_pieces = |size: usize| {
        let mut bytes = frame(kind, b"");
        let mut left = MIB + 1;
        while left > 0 {
            let piece = left.min(size);
            left -= piece;
            let last = if left == 0 { FINAL } else { 0 };
            bytes.extend(frame(last | CONTINUATION, &vec![b'x'; piece]));
        }
        bytes
    };
    let mut endless = frame(kind, b"");
    for _ in 0..MANY {
        endless.extend(frame(CONTINUATION, b""));
    }
    vec![
        ("10,000 messages", harmless.repeat(MANY), &[1008]),
        (
            "10,000 pings",
            frame(FINAL | PING, b"").repeat(MANY),
            &[1008],
        ),
        (
            "10,000 pongs",
            frame(FINAL | PONG, b"").repeat(MANY),
            &[1008],
        ),
        ("empty continuations without end", endless, &[1008]),
        (
            "more than 64 KiB and more than may be said in one frame",
            frame(
                FINAL | kind,
                &vec![b'x'; INPUT_MAX_BYTES.max(64 * 1024) + 1],
            ),
            &[1009],
        ),
        ("1 MiB and a byte in small pieces", in_pieces(512), &[1009]),
        (
            "1 MiB and a byte in large pieces",
            in_pieces(64 * 1024),
            &[1009],
        ),
        (
            "a text that is none",
            frame(FINAL | TEXT, &[0xff, 0xfe, 0xc3]),
            &[1007],
        ),
        ("no mask", bare(FINAL | kind, b"ping", false), &[1002]),
        (
            "a continuation of nothing",
            frame(FINAL | CONTINUATION, b"x"),
            &[1002],
        ),
        (
            "an opcode that nobody has",
            frame(FINAL | 0x3, b"x"),
            &[1002],
        ),
        (
            "a ping of 126 bytes",
            frame(FINAL | PING, &[0; 126]),
            &[1002],
        ),
        ("a ping in pieces", frame(PING, b"x"), &[1002]),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn every_socket_closes_with_a_code_and_nobody_else_suffers() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let phone = owner.running(PHONE).await;
    let mut bystanders = Vec::new();
    for door in DOORS {
        bystanders.push(open(&demo, &guest, phone, door).await.expect("open"));
    }
    let mut wrong = Vec::new();
    for door in DOORS {
        for (n, (what, bytes, codes)) in attacks(door).into_iter().enumerate() {
            if n % 5 == 4 {
                // All attacks may take longer than the server lets a socket be silent, and of text, only few messages may come in a second.
                for bystander in &mut bystanders {
                    bystander.stays().await;
                }
            }
            let socket = open(&demo, &owner, phone, door).await.expect("open");
            let code = socket.attack(&bytes, 1).await;
            if !code.is_some_and(|code| codes.contains(&code)) {
                wrong.push(format!("{door}: {what}: {code:?}, not {codes:?}"));
            }
        }
        for (bystander, at) in bystanders.iter_mut().zip(DOORS) {
            assert!(bystander.lives().await, "{at} while {door} is attacked");
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");

    let before = memory_kib(&demo);
    for door in DOORS {
        for bystander in &mut bystanders {
            bystander.stays().await;
        }
        let mut socket = open(&demo, &owner, phone, door).await.expect("open");
        let head = [
            FINAL | BINARY,
            0xff,
            0x7f,
            0xff,
            0xff,
            0xff,
            0xff,
            0xff,
            0xff,
            0xff,
        ];
        socket.send(&head).await;
        let code = socket.attack(&vec![0; MIB], ENDLESS_MIB).await;
        assert_eq!(code, Some(1009), "{door}: a frame of 2^63 - 1 bytes");
    }
    let grown = memory_kib(&demo).saturating_sub(before);
    assert!(grown < MIB / 1024 * ENDLESS_MIB, "{grown} KiB were kept");
    for (bystander, at) in bystanders.iter_mut().zip(DOORS) {
        assert!(bystander.lives().await, "{at}");
    }
}

/// Resident memory of the demo's process, in KiB.
fn memory_kib(demo: &Demo) -> usize {
    let path = format!("/proc/{}/status", demo.child.id());
    let status = std::fs::read_to_string(path).expect("it runs");
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let figure = line.and_then(|line| line.split_whitespace().nth(1));
    figure.expect("a figure").parse().expect("a number")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_and_an_address_hold_so_many_sockets_of_all_kinds_together() {
    let demo = Demo::start().await;
    let names: Vec<String> = (0..4).map(|n| format!("1340000000{n}")).collect();
    let members: Vec<Value> = names
        .iter()
        .map(|phone| json!({ "phone": phone, "password": "Owldeck#2026" }))
        .collect();
    let phones: Vec<Value> = names
        .iter()
        .map(|owner| json!({ "owner": owner, "alias": "one", "configuration": "标准型", "expiresInDays": 3, "adb": format!("127.0.0.2:5{}", &owner[7..]) }))
        .collect();
    let seeded = demo.seed(&json!({ "members": members, "phones": phones }));
    assert!(
        seeded.status.success(),
        "{}",
        String::from_utf8_lossy(&seeded.stderr)
    );
    let mut held = Vec::new();
    for name in &names {
        let member = demo.sign_in(name).await;
        let phone = member.phones().await[0]["phoneId"].as_i64().expect("an id");
        let kinds = ["member", "notice", "deck"];
        for n in 0..SOCKETS_PER_MEMBER {
            let socket = open(&demo, &member, phone, kinds[n % kinds.len()]).await;
            held.push(socket.expect("below the limit"));
            if n % 20 == 0 {
                // Opening all takes longer than the server lets one of them be silent.
                for socket in &mut held {
                    socket.stays().await;
                }
            }
        }
        if held.len() < SOCKETS_PER_ADDRESS {
            for (door, code) in [("member", 4429), ("notice", 4429), ("deck", 4401)] {
                let one_more = open(&demo, &member, phone, door).await.expect("open");
                assert_eq!(Ear(one_more.0).closed().await, Some(code), "{door}");
            }
        }
    }
    assert_eq!(held.len(), SOCKETS_PER_ADDRESS);
    let guest = demo.sign_in(GUEST).await;
    let phone = guest.running(PHONE).await;
    for door in DOORS {
        let refused = open(&demo, &guest, phone, door).await;
        assert_eq!(refused.err(), Some(429), "{door}");
    }
    let mut closing = held.pop().expect("a socket");
    closing
        .send(&frame(FINAL | CLOSE, &1000_u16.to_be_bytes()))
        .await;
    Ear(closing.0).closed().await;
    eventually("its place is free", async || {
        open(&demo, &guest, phone, "member").await.is_ok()
    })
    .await;
    assert!(held[0].lives().await);
}
