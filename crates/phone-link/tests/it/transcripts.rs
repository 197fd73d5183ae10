//! The link against recorded transcripts: the phone's bytes as they came, piece by piece; the link's own packets must be those of the record.
//! `tests/transcripts/README.md` says what was recorded from which program.

use std::sync::Arc;

use phone_link::wire::Decoder;
use phone_link::wire::banner::Feature;
use phone_link::wire::packet::{Agreement, Command, PAYLOAD_MAX_BYTES, Packet, Packets, VERSION};
use phone_link::wire::sync::MODE_FILE;
use phone_link::{Link, LinkError, LinkOptions, ShellCommand};
use tokio::io::split;

use super::adbd::{Adbd, ends};
use super::keys::KEY;
use super::walk;

/// One piece of a record.
enum Step {
    /// The link's packets that this piece completes.
    Expect(Vec<Packet>),
    /// The phone's bytes.
    Send(Vec<u8>),
}

fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<char> = text.chars().filter(char::is_ascii_hexdigit).collect();
    let pairs = digits.chunks_exact(2);
    assert!(pairs.remainder().is_empty(), "{text}");
    pairs
        .map(|two| u8::from_str_radix(&String::from_iter(two), 16).unwrap())
        .collect()
}

/// Lines: `> hex` to the phone, `< hex` from it, `#` for people.
fn steps(record: &str) -> Vec<Step> {
    let mut packets = Packets::handshake();
    packets.agree(Agreement::with_peer(VERSION, PAYLOAD_MAX_BYTES).unwrap());
    let mut host = Decoder::new(packets);
    let lines = record
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| match line.split_at(1) {
            (">", hex) => {
                host.feed(&unhex(hex));
                let packets = std::iter::from_fn(|| host.pull().unwrap());
                Step::Expect(packets.filter(is_told).collect())
            }
            ("<", hex) => Step::Send(unhex(hex)),
            _ => panic!("{line}"),
        })
        .collect()
}

/// When a link acknowledges and closes depends on who is faster.
fn is_told(packet: &Packet) -> bool {
    !matches!(packet.command, Command::Okay | Command::Close)
}

async fn said(adbd: &mut Adbd) -> Packet {
    loop {
        let packet = adbd.next().await.expect("the link hung up");
        if is_told(&packet) {
            return packet;
        }
    }
}

/// Plays the phone's part to the end; `ragged`: byte by byte.
async fn play(mut adbd: Adbd, record: &str, ragged: bool) -> Adbd {
    for (at, step) in steps(record).into_iter().enumerate() {
        match step {
            Step::Send(bytes) if ragged => {
                for byte in bytes {
                    adbd.raw(&[byte]).await;
                }
            }
            Step::Send(bytes) => adbd.raw(&bytes).await,
            Step::Expect(packets) => {
                for expected in packets {
                    let found = said(&mut adbd).await;
                    if expected.command == Command::Auth {
                        // The link's key is another than the record's, so its signature and its public key line are its own.
                        assert_eq!((found.command, found.arg0), (Command::Auth, expected.arg0));
                        assert_eq!(found.payload.len() / 8, expected.payload.len() / 8);
                    } else {
                        assert_eq!(found, expected, "piece {at}");
                    }
                }
            }
        }
    }
    adbd
}

fn options() -> LinkOptions {
    LinkOptions {
        key: Some(Arc::clone(&KEY)),
        ..LinkOptions::default()
    }
}

#[tokio::test]
async fn the_record_of_adbkits_bridge_is_answered_as_it_was() {
    let record = include_str!("../transcripts/adbkit-3.3.9.txt");
    for ragged in [false, true] {
        let (host, adbd) = ends(1024 * 1024);
        let (read, write) = split(host);
        let phone = tokio::spawn(async move { play(adbd, record, ragged).await });
        let link = Link::over(read, write, options()).await.unwrap();
        walk::walk(&link).await;
        phone.await.unwrap();
    }
}

#[tokio::test]
async fn a_record_that_breaks_off_is_a_typed_cause_wherever_it_breaks() {
    let record = include_str!("../transcripts/adbkit-3.3.9.txt");
    // A comment, and six pieces until the phone's CNXN.
    let greeting: Vec<&str> = record.lines().take(7).collect();
    for kept in 1..greeting.len() {
        let part = greeting[..kept].join("\n");
        let (host, adbd) = ends(1024 * 1024);
        let (read, write) = split(host);
        let phone = tokio::spawn(async move { drop(play(adbd, &part, false).await) });
        let outcome = Link::over(read, write, options()).await;
        assert!(
            matches!(
                outcome,
                Err(LinkError::HungUp | LinkError::NotApproved | LinkError::Io(_))
            ),
            "{kept}: {outcome:?}"
        );
        phone.await.unwrap();
    }
}

#[tokio::test]
async fn an_adbd_as_the_sources_have_it_is_understood() {
    let record = include_str!("../transcripts/adbd-15-by-the-sources.txt");
    for ragged in [false, true] {
        let (host, adbd) = ends(1024 * 1024);
        let (read, write) = split(host);
        let phone = tokio::spawn(async move { play(adbd, record, ragged).await });
        let link = Link::over(read, write, LinkOptions::default())
            .await
            .unwrap();
        assert!(link.has(Feature::DelayedAck) && link.has(Feature::AbbExec));
        let command = ShellCommand::new("getprop")
            .argument("ro.product.model")
            .unwrap();
        let output = link.shell(&command).await.unwrap();
        assert_eq!(output.stdout, b"Pixel\n");
        assert_eq!(output.stderr, b"warning\n");
        assert_eq!(output.exit, 7);
        let stat = link.stat("/sdcard/a").await.unwrap().unwrap();
        assert_eq!(
            (stat.mode, stat.size, stat.mtime_s),
            (MODE_FILE, 5_000_000_000, 1_700_000_000)
        );
        drop(phone.await.unwrap());
    }
}
