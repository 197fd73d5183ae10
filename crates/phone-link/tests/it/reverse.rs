//! A port of the phone that leads here: what comes is taken, and nothing else that a phone opens.

use phone_link::ReverseError;
use phone_link::wire::packet::{Command, Packet};
use phone_link::wire::service::Service;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::adbd::pair;

const PORT: u16 = 18_118;

#[tokio::test]
async fn connections_to_the_port_are_taken_and_carry_bytes_both_ways() {
    let (link, mut adbd) = pair().await;
    let asked = async {
        let (asked, ids) = adbd.accept().await;
        adbd.write(ids, "OKAY").await;
        adbd.close(ids).await;
        asked
    };
    let (incoming, asked) = tokio::join!(link.reverse(PORT), asked);
    assert_eq!(
        asked,
        Service::Reverse("forward:tcp:18118;tcp:18118".to_owned())
    );
    let mut incoming = incoming.unwrap();
    // A service that was not offered is refused, whatever its name.
    for (remote, other) in [(70, Service::Tcp(22)), (71, Service::shell_v2("id"))] {
        adbd.send(Packet::open(remote, &other)).await;
    }
    adbd.send(Packet::open(72, &Service::Tcp(PORT))).await;
    let mut stream = incoming.accept().await.unwrap();
    let mut host = 0;
    let mut refused = Vec::new();
    while host == 0 {
        let packet = adbd.next().await.unwrap();
        match packet.command {
            Command::Close if packet.arg0 == 0 => refused.push(packet.arg1),
            Command::Okay if packet.arg1 == 72 => host = packet.arg0,
            _ => {}
        }
    }
    assert_eq!(refused, [70, 71]);
    adbd.send(Packet::write(72, host, "hello".into())).await;
    let mut five = [0; 5];
    stream.read_exact(&mut five).await.unwrap();
    assert_eq!(&five, b"hello");
    adbd.expect(Packet::okay(host, 72)).await;
    stream.write_all(b"there").await.unwrap();
    adbd.expect(Packet::write(host, 72, "there".into())).await;
    drop(stream);
    adbd.expect(Packet::close(host, 72)).await;
    // Connections are refused once nobody takes them any more.
    drop(incoming);
    adbd.send(Packet::open(73, &Service::Tcp(PORT))).await;
    adbd.expect(Packet::close(0, 73)).await;
}

#[tokio::test]
async fn a_phone_that_refuses_the_port_says_why() {
    let (link, mut adbd) = pair().await;
    let refuse = async {
        let (_, ids) = adbd.accept().await;
        adbd.write(ids, "FAIL000Bport in use").await;
        adbd.close(ids).await;
    };
    let (refused, ()) = tokio::join!(link.reverse(PORT), refuse);
    let Err(ReverseError::Refused(why)) = refused else {
        panic!("refused");
    };
    assert_eq!(why, "port in use");
}
