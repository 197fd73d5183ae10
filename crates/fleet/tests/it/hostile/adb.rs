//! Messages of hostile phones on the connection itself: S-05 of the abuse cases.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use phone_wire::Decoder;
use phone_wire::banner::{Banner, Feature, Features, Role};
use phone_wire::packet::{Agreement, Command, PAYLOAD_MAX_BYTES, Packet, Packets, VERSION};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::sleep;

/// The table; each is played with several seeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trick {
    BadMagic,
    BadChecksum,
    GiantLength,
    LengthBeyondTheHandshake,
    NoPayloadAllowed,
    AuthForever,
    Noise,
    BrokenBanner,
    Silence,
    HalfAHeader,
    HalfAPayload,
    OneByteAtATime,
    HangUp,
    Tls,
    FirstAnOkay,
    ConnectForEver,
    OkayStorm,
    OpenLoop,
    CloseLoop,
    DataForUnknownStreams,
    DataWithoutWaiting,
    GiantShellPacket,
    EndlessOutput,
    NoExitCode,
    OpenAndCloseForEver,
    StallAfterTheGreeting,
}

pub const TRICKS: [Trick; 26] = [
    Trick::BadMagic,
    Trick::BadChecksum,
    Trick::GiantLength,
    Trick::LengthBeyondTheHandshake,
    Trick::NoPayloadAllowed,
    Trick::AuthForever,
    Trick::Noise,
    Trick::BrokenBanner,
    Trick::Silence,
    Trick::HalfAHeader,
    Trick::HalfAPayload,
    Trick::OneByteAtATime,
    Trick::HangUp,
    Trick::Tls,
    Trick::FirstAnOkay,
    Trick::ConnectForEver,
    Trick::OkayStorm,
    Trick::OpenLoop,
    Trick::CloseLoop,
    Trick::DataForUnknownStreams,
    Trick::DataWithoutWaiting,
    Trick::GiantShellPacket,
    Trick::EndlessOutput,
    Trick::NoExitCode,
    Trick::OpenAndCloseForEver,
    Trick::StallAfterTheGreeting,
];

/// The server hung up: nothing that the phone says is taken any more.
struct Gone;

impl From<std::io::Error> for Gone {
    fn from(_: std::io::Error) -> Self {
        Self
    }
}

/// Plays a trick on one connection until the other side has had enough.
pub async fn play(trick: Trick, seed: u64, socket: TcpStream) {
    let mut phone = Phone {
        socket,
        packets: Decoder::new(Packets::handshake()),
        chance: StdRng::seed_from_u64(seed),
    };
    // However it ends, the connection does.
    let _ = phone.play(trick).await;
}

struct Phone {
    socket: TcpStream,
    packets: Decoder<Packets>,
    chance: StdRng,
}

fn raw(command: u32, arg0: u32, arg1: u32, length: u32, sum: u32, magic: u32) -> Vec<u8> {
    [command, arg0, arg1, length, sum, magic]
        .iter()
        .flat_map(|field| field.to_le_bytes())
        .collect()
}

/// A header that is right but for its length.
fn header(command: Command, arg0: u32, arg1: u32, length: u32) -> Vec<u8> {
    let number = command.number();
    raw(number, arg0, arg1, length, 0, !number)
}

fn greeting() -> Vec<u8> {
    let banner = Banner {
        role: Role::Device,
        properties: vec![("ro.product.model".to_owned(), "hostile".to_owned())],
        features: Features::of(&[Feature::ShellV2]),
    };
    let mut out = BytesMut::new();
    Packet::connect(VERSION, PAYLOAD_MAX_BYTES, &banner).encode(true, &mut out);
    out.to_vec()
}

impl Phone {
    async fn say(&mut self, bytes: &[u8]) -> Result<(), Gone> {
        Ok(self.socket.write_all(bytes).await?)
    }

    async fn packet(&mut self, packet: &Packet) -> Result<(), Gone> {
        let mut out = BytesMut::new();
        packet.encode(true, &mut out);
        self.say(&out).await
    }

    /// Listens and says nothing until the server hangs up.
    async fn stall(&mut self) -> Result<(), Gone> {
        let mut ignored = [0; 4096];
        while self.socket.read(&mut ignored).await? > 0 {}
        Err(Gone)
    }

    async fn hear(&mut self) -> Result<Packet, Gone> {
        loop {
            if let Ok(Some(packet)) = self.packets.pull() {
                if packet.command == Command::Connect {
                    let agreement = Agreement::with_peer(packet.arg0, packet.arg1).ok_or(Gone)?;
                    self.packets.grammar_mut().agree(agreement);
                }
                return Ok(packet);
            }
            if self.socket.read_buf(self.packets.buffer_mut()).await? == 0 {
                return Err(Gone);
            }
        }
    }

    /// Greets as a phone does.
    async fn greet(&mut self) -> Result<(), Gone> {
        while self.hear().await?.command != Command::Connect {}
        self.say(&greeting()).await
    }

    /// Greets, and accepts the first stream: its id on the server's side.
    async fn accept(&mut self) -> Result<u32, Gone> {
        self.greet().await?;
        let client = loop {
            let packet = self.hear().await?;
            if packet.command == Command::Open {
                break packet.arg0;
            }
        };
        self.packet(&Packet::okay(7, client)).await?;
        Ok(client)
    }

    async fn play(&mut self, trick: Trick) -> Result<(), Gone> {
        match trick {
            Trick::BadMagic
            | Trick::BadChecksum
            | Trick::GiantLength
            | Trick::LengthBeyondTheHandshake
            | Trick::NoPayloadAllowed
            | Trick::BrokenBanner
            | Trick::Tls
            | Trick::FirstAnOkay
            | Trick::HalfAHeader
            | Trick::HalfAPayload => {
                let bytes = self.broken_greeting(trick);
                self.say(&bytes).await?;
                self.stall().await
            }
            Trick::Noise => {
                let mut noise = vec![0; self.chance.random_range(24..10_000)];
                self.chance.fill(&mut noise[..]);
                self.say(&noise).await?;
                self.stall().await
            }
            Trick::AuthForever => loop {
                let mut token = [0; 20];
                self.chance.fill(&mut token[..]);
                let token = Bytes::copy_from_slice(&token);
                self.packet(&Packet::new(Command::Auth, 1, 0, token))
                    .await?;
                sleep(Duration::from_millis(10)).await;
            },
            Trick::Silence => self.stall().await,
            Trick::HangUp => Ok(()),
            Trick::OneByteAtATime => {
                let pause = self.chance.random_range(1..20);
                for byte in greeting() {
                    self.say(&[byte]).await?;
                    sleep(Duration::from_millis(pause)).await;
                }
                self.stall().await
            }
            Trick::ConnectForEver => {
                self.greet().await?;
                loop {
                    self.say(&greeting()).await?;
                    sleep(Duration::from_millis(5)).await;
                }
            }
            Trick::StallAfterTheGreeting => {
                self.greet().await?;
                self.stall().await
            }
            Trick::OkayStorm
            | Trick::OpenLoop
            | Trick::CloseLoop
            | Trick::DataForUnknownStreams => self.flood(trick).await,
            Trick::DataWithoutWaiting
            | Trick::GiantShellPacket
            | Trick::EndlessOutput
            | Trick::NoExitCode
            | Trick::OpenAndCloseForEver => self.spoil_the_shell(trick).await,
        }
    }

    fn broken_greeting(&mut self, trick: Trick) -> Vec<u8> {
        let mut bytes = greeting();
        let length = (bytes.len() - 24) as u32;
        let connect = Command::Connect.number();
        match trick {
            Trick::BadMagic => bytes[20..24].fill(self.chance.random()),
            Trick::BadChecksum => bytes[16] ^= 1 << self.chance.random_range(0..8),
            Trick::GiantLength => bytes[12..16].fill(0xff),
            Trick::LengthBeyondTheHandshake => {
                let long = self.chance.random_range(4097..u32::MAX);
                bytes[12..16].copy_from_slice(&long.to_le_bytes());
            }
            Trick::NoPayloadAllowed => {
                let few = self.chance.random_range(0..4096u32);
                bytes[8..12].copy_from_slice(&few.to_le_bytes());
            }
            Trick::BrokenBanner => {
                let mut banner = vec![0xff; self.chance.random_range(1..4096)];
                self.chance.fill(&mut banner[..]);
                banner[0] = 0xff;
                let sum = banner.iter().map(|byte| u32::from(*byte)).sum();
                bytes = raw(
                    connect,
                    VERSION,
                    PAYLOAD_MAX_BYTES,
                    banner.len() as u32,
                    sum,
                    !connect,
                );
                bytes.extend(banner);
            }
            Trick::Tls => bytes = header(Command::Tls, 0x0100_0000, 0, 0),
            Trick::FirstAnOkay => bytes = header(Command::Okay, 1, 1, 0),
            Trick::HalfAHeader => bytes.truncate(self.chance.random_range(1..24)),
            Trick::HalfAPayload => {
                bytes.truncate(24 + self.chance.random_range(0..length) as usize);
            }
            other => panic!("{other:?} is no greeting"),
        }
        bytes
    }

    /// Packets that nobody asked for, as fast as they are taken, and no answer to what is asked.
    async fn flood(&mut self, trick: Trick) -> Result<(), Gone> {
        self.greet().await?;
        let mut batch = BytesMut::new();
        for _ in 0..16 {
            let (a, b) = (self.chance.random_range(1..u32::MAX), self.chance.random());
            let packet = match trick {
                Trick::OkayStorm => Packet::okay(a, b),
                Trick::CloseLoop => Packet::close(a, b),
                Trick::OpenLoop => {
                    Packet::new(Command::Open, a, 0, Bytes::from_static(b"shell:reboot\0"))
                }
                _ => Packet::write(a, b, Bytes::from(vec![b'x'; 4 * 1024])),
            };
            packet.encode(true, &mut batch);
        }
        // Answers that nobody reads pile up on the way.
        loop {
            self.say(&batch).await?;
            tokio::task::yield_now().await;
        }
    }

    /// The first command gets what no shell says.
    async fn spoil_the_shell(&mut self, trick: Trick) -> Result<(), Gone> {
        let client = self.accept().await?;
        match trick {
            Trick::GiantShellPacket => {
                let bytes = Bytes::from_static(&[1, 0xff, 0xff, 0xff, 0xff, b'x']);
                self.packet(&Packet::write(7, client, bytes)).await?;
                self.stall().await
            }
            Trick::DataWithoutWaiting => {
                let bytes = Bytes::from(vec![1; self.chance.random_range(1..64 * 1024)]);
                loop {
                    self.packet(&Packet::write(7, client, bytes.clone()))
                        .await?;
                }
            }
            Trick::EndlessOutput => {
                let mut bytes = vec![1, 0, 0x40, 0, 0];
                bytes.resize(5 + 0x4000, b'x');
                let bytes = Bytes::from(bytes);
                loop {
                    self.packet(&Packet::write(7, client, bytes.clone()))
                        .await?;
                    while self.hear().await?.command != Command::Okay {}
                }
            }
            Trick::NoExitCode => {
                self.packet(&Packet::close(7, client)).await?;
                self.stall().await
            }
            _ => loop {
                self.packet(&Packet::close(7, client)).await?;
                self.packet(&Packet::okay(7, client)).await?;
                sleep(Duration::from_millis(1)).await;
            },
        }
    }
}
