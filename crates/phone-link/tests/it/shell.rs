//! Commands, their output and their limits.

use std::time::Duration;

use phone_link::wire::banner::Banner;
use phone_link::wire::packet::{PAYLOAD_MAX_BYTES, Packet, VERSION};
use phone_link::wire::service::Service;
use phone_link::wire::shell::ShellPacket;
use phone_link::{Link, LinkError, LinkOptions, ShellCommand, ShellError, ShellOutput};
use tokio::io::split;

use super::adbd::{Adbd, ends, pair};

/// Answers one command with these packets, all bytes in pieces of `piece`.
async fn answer(adbd: &mut Adbd, packets: &[ShellPacket], piece: usize) -> Service {
    let (service, ids) = adbd.accept().await;
    let bytes: Vec<u8> = packets
        .iter()
        .flat_map(|packet| packet.to_bytes().to_vec())
        .collect();
    for part in bytes.chunks(piece) {
        adbd.write(ids, part.to_vec()).await;
        adbd.next().await.unwrap();
    }
    adbd.close(ids).await;
    service
}

fn out(text: &'static str) -> ShellPacket {
    ShellPacket::Stdout(text.into())
}

async fn run(
    command: &ShellCommand,
    packets: &[ShellPacket],
) -> (Result<ShellOutput, ShellError>, Service) {
    let (link, mut adbd) = pair().await;
    tokio::join!(link.shell(command), answer(&mut adbd, packets, 3))
}

#[tokio::test]
async fn a_command_gives_output_error_and_exit_code() {
    let command = ShellCommand::new("cat")
        .word("-v")
        .argument("it's 你好; reboot")
        .unwrap();
    let packets = [
        out("one\n"),
        ShellPacket::Stderr("oops".into()),
        out("two\n"),
        ShellPacket::Exit(7),
    ];
    let (output, service) = run(&command, &packets).await;
    assert_eq!(
        output.unwrap(),
        ShellOutput {
            stdout: b"one\ntwo\n".to_vec(),
            stderr: b"oops".to_vec(),
            exit: 7
        }
    );
    assert_eq!(service, Service::shell_v2(r"cat -v 'it'\''s 你好; reboot'"));
}

#[tokio::test]
async fn output_is_taken_up_to_its_limit_and_not_one_byte_more() {
    let command = ShellCommand::new("cat").at_most(6);
    let error = || ShellPacket::Stderr("abc".into());
    let (fits, _) = run(&command, &[out("123"), error(), ShellPacket::Exit(0)]).await;
    assert_eq!(fits.unwrap().stdout, b"123");
    let (link, mut adbd) = pair().await;
    let (long, ()) = tokio::join!(link.shell(&command), async {
        let (_, ids) = adbd.accept().await;
        adbd.write(ids, out("1234").to_bytes()).await;
        adbd.write(ids, error().to_bytes()).await;
    });
    assert!(matches!(long, Err(ShellError::TooMuchOutput(6))));
}

#[tokio::test(start_paused = true)]
async fn a_command_that_does_not_end_is_closed_at_its_time() {
    let (link, mut adbd) = pair().await;
    let command = ShellCommand::new("sleep")
        .word("1000")
        .within(Duration::from_secs(3));
    let begun = tokio::time::Instant::now();
    let (result, (_, ids)) = tokio::join!(link.shell(&command), adbd.accept());
    assert!(matches!(result, Err(ShellError::Timeout(3000))));
    assert_eq!(begun.elapsed().as_secs(), 3);
    adbd.expect(Packet::close(ids.host, ids.phone)).await;
}

#[tokio::test]
async fn a_command_without_exit_code_or_with_broken_packets_failed() {
    let command = ShellCommand::new("id");
    let (cut, _) = run(&command, &[out("uid=0")]).await;
    assert!(matches!(cut, Err(ShellError::Cut)));

    let (link, mut adbd) = pair().await;
    let (broken, ()) = tokio::join!(link.shell(&command), async {
        let (_, ids) = adbd.accept().await;
        adbd.write(ids, vec![9; 5]).await;
    });
    assert!(matches!(broken, Err(ShellError::Broken(_))));

    let (gone, ()) = tokio::join!(link.shell(&command), async {
        adbd.accept().await;
        drop(adbd);
    });
    assert!(matches!(
        gone,
        Err(ShellError::Link(LinkError::HungUp | LinkError::Io(_)))
    ));
}

#[tokio::test]
async fn a_phone_without_exit_codes_is_named() {
    let (host, mut adbd) = ends(64 * 1024);
    let (read, write) = split(host);
    let (link, ()) = tokio::join!(Link::over(read, write, LinkOptions::default()), async {
        adbd.next().await.unwrap();
        let banner = Banner::parse(b"device::features=cmd").unwrap();
        let mut bytes = bytes::BytesMut::new();
        Packet::connect(VERSION, PAYLOAD_MAX_BYTES, &banner).encode(true, &mut bytes);
        adbd.raw(&bytes).await;
    });
    let result = link.unwrap().shell(&ShellCommand::new("id")).await;
    assert!(matches!(result, Err(ShellError::Unsupported)));
}

#[tokio::test]
async fn exec_gives_raw_bytes() {
    let (link, mut adbd) = pair().await;
    let command = ShellCommand::new("screencap").word("-p").at_most(4);
    let (output, service) = tokio::join!(link.exec(&command), async {
        let (service, ids) = adbd.accept().await;
        adbd.write(ids, vec![0, 1, 2, 255]).await;
        adbd.close(ids).await;
        service
    });
    assert_eq!(output.unwrap(), vec![0, 1, 2, 255]);
    assert_eq!(service, Service::Exec("screencap -p".to_owned()));
}

#[tokio::test]
async fn properties_are_read_over_several_lines() {
    let (link, mut adbd) = pair().await;
    let text =
        "[ro.product.model]: [Pixel [7]]\nnoise\n[long]: [one\ntwo]\r\n[empty]: []\n[cut]: [x";
    let packets = [out(text), ShellPacket::Exit(0)];
    let (properties, service) = tokio::join!(link.properties(), answer(&mut adbd, &packets, 1000));
    let properties = properties.unwrap();
    assert_eq!(service, Service::shell_v2("getprop"));
    assert_eq!(properties["ro.product.model"], "Pixel [7]");
    assert_eq!(properties["long"], "one\ntwo");
    assert_eq!(properties["empty"], "");
    assert_eq!(properties.len(), 3);
}

#[tokio::test]
async fn a_phone_has_booted_when_it_says_1() {
    for (words, booted) in [("1\n", true), ("\n", false), ("0\n", false)] {
        let (link, mut adbd) = pair().await;
        let packets = [out(words), ShellPacket::Exit(0)];
        let (result, service) = tokio::join!(link.is_booted(), answer(&mut adbd, &packets, 1000));
        assert_eq!(result.unwrap(), booted);
        assert_eq!(service, Service::shell_v2("getprop sys.boot_completed"));
    }
}

#[tokio::test(start_paused = true)]
async fn a_probe_is_answered_or_given_up_after_five_seconds() {
    let (link, mut adbd) = pair().await;
    let packets = [ShellPacket::Exit(0)];
    let (alive, _) = tokio::join!(link.probe(), answer(&mut adbd, &packets, 1000));
    alive.unwrap();
    let begun = tokio::time::Instant::now();
    assert!(matches!(link.probe().await, Err(ShellError::Timeout(5000))));
    assert_eq!(begun.elapsed().as_secs(), 5);
}
