//! A phone that does what its test says.

use bytes::{Bytes, BytesMut};
use phone_link::wire::banner::Banner;
use phone_link::wire::packet::{Agreement, Command, PAYLOAD_MAX_BYTES, Packet, Packets, VERSION};
use phone_link::wire::service::Service;
use phone_link::wire::{Decoder, Grammar};
use phone_link::{Link, LinkOptions};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, DuplexStream, duplex, split};

pub const BANNER: &str = "device::ro.product.model=Test;features=shell_v2,cmd";

/// Bytes on their way between both ends, each direction.
const PIPE_BYTES: usize = 4 * 1024 * 1024;

pub struct Adbd {
    read: Box<dyn AsyncRead + Unpin + Send>,
    write: Box<dyn AsyncWrite + Unpin + Send>,
    decoder: Decoder<Packets>,
}

/// The two ends of a link that is not greeted yet.
pub fn ends(pipe_bytes: usize) -> (DuplexStream, Adbd) {
    let (host, phone) = duplex(pipe_bytes);
    (host, Adbd::over(phone))
}

pub async fn greeted(host: DuplexStream, adbd: &mut Adbd) -> Link {
    let (read, write) = split(host);
    let (link, ()) = tokio::join!(
        Link::over(read, write, LinkOptions::default()),
        adbd.greet(VERSION, PAYLOAD_MAX_BYTES)
    );
    link.unwrap()
}

pub async fn pair() -> (Link, Adbd) {
    let (host, mut adbd) = ends(PIPE_BYTES);
    let link = greeted(host, &mut adbd).await;
    (link, adbd)
}

impl Adbd {
    /// The phone's end of a connection that is not greeted yet.
    pub fn over(stream: impl AsyncRead + AsyncWrite + Send + 'static) -> Self {
        let (read, write) = split(stream);
        let mut packets = Packets::handshake();
        packets.agree(Agreement::with_peer(VERSION, PAYLOAD_MAX_BYTES).unwrap());
        Self {
            read: Box::new(read),
            write: Box::new(write),
            decoder: Decoder::new(packets),
        }
    }

    pub async fn greet(&mut self, version: u32, max_payload: u32) {
        let hello = self.next().await.unwrap();
        assert_eq!(hello.command, Command::Connect);
        self.welcome(version, max_payload, BANNER).await;
    }

    /// The phone's own first packet.
    pub async fn welcome(&mut self, version: u32, max_payload: u32, banner: &str) {
        let banner = Banner::parse(banner.as_bytes()).unwrap();
        let answer = Packet::connect(version, max_payload, &banner);
        let mut out = BytesMut::new();
        answer.encode(true, &mut out);
        self.raw(&out).await;
    }

    /// `None` when the host hung up.
    pub async fn next(&mut self) -> Option<Packet> {
        loop {
            if let Some(packet) = self.decoder.pull().unwrap() {
                return Some(packet);
            }
            if self.listen().await == 0 {
                return None;
            }
        }
    }

    /// Waits for some bytes; 0 when the host hung up.
    pub async fn listen(&mut self) -> usize {
        self.read.read_buf(self.decoder.buffer_mut()).await.unwrap()
    }

    /// Bytes that no packet was made of yet.
    pub fn buffered(&mut self) -> Vec<u8> {
        self.decoder.buffer_mut().to_vec()
    }

    pub async fn raw(&mut self, bytes: &[u8]) {
        self.write.write_all(bytes).await.unwrap();
    }

    pub async fn send(&mut self, packet: Packet) {
        self.try_send(packet).await.unwrap();
    }

    pub async fn try_send(&mut self, packet: Packet) -> std::io::Result<()> {
        let mut out = BytesMut::new();
        packet.encode(false, &mut out);
        self.write.write_all(&out).await
    }

    #[track_caller]
    pub fn expect(&mut self, packet: Packet) -> impl Future<Output = ()> {
        let caller = std::panic::Location::caller();
        async move {
            let found = self.next().await;
            assert_eq!(found, Some(packet), "at {caller}");
        }
    }

    /// The host's id and the service of its next OPEN; acknowledgements and ends before it are passed over.
    pub async fn opened(&mut self) -> (u32, Service) {
        loop {
            let packet = self.next().await.unwrap();
            match packet.command {
                Command::Open => {
                    assert_eq!(packet.arg1, 0, "no window without delayed acknowledgement");
                    return (packet.arg0, Service::parse(&packet.payload).unwrap());
                }
                Command::Okay | Command::Close => {}
                other => panic!("{other:?} instead of an OPEN"),
            }
        }
    }

    /// Accepts the next service; gives it and the stream's ends: (phone's id, host's id).
    pub async fn accept(&mut self) -> (Service, Ids) {
        let (host, service) = self.opened().await;
        let ids = Ids {
            phone: host + 1000,
            host,
        };
        self.send(Packet::okay(ids.phone, ids.host)).await;
        (service, ids)
    }

    pub async fn refuse(&mut self) -> Service {
        let (host, service) = self.opened().await;
        self.send(Packet::close(0, host)).await;
        service
    }

    pub async fn write(&mut self, ids: Ids, data: impl Into<Bytes>) {
        self.send(Packet::write(ids.phone, ids.host, data.into()))
            .await;
    }

    pub async fn close(&mut self, ids: Ids) {
        self.send(Packet::close(ids.phone, ids.host)).await;
    }

    /// The host's next data on a stream, acknowledged; `None` when it closed it.
    pub async fn data(&mut self, ids: Ids) -> Option<Bytes> {
        loop {
            let packet = self.next().await?;
            match packet.command {
                Command::Write => {
                    assert_eq!((packet.arg0, packet.arg1), (ids.host, ids.phone));
                    self.send(Packet::okay(ids.phone, ids.host)).await;
                    return Some(packet.payload);
                }
                Command::Close if packet.arg0 == ids.host => return None,
                Command::Okay | Command::Close => {}
                other => panic!("{other:?} instead of data"),
            }
        }
    }

    /// The host's next message on a stream.
    pub async fn message<G: Grammar>(
        &mut self,
        ids: Ids,
        decoder: &mut Decoder<G>,
    ) -> Option<G::Item>
    where
        G::Error: std::fmt::Debug,
    {
        loop {
            if let Some(message) = decoder.pull().unwrap() {
                return Some(message);
            }
            decoder.feed(&self.data(ids).await?);
        }
    }
}

/// A stream's ids.
#[derive(Debug, Clone, Copy)]
pub struct Ids {
    pub phone: u32,
    pub host: u32,
}
