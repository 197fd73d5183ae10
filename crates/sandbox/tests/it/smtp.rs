//! The mail server by hand: its order, its limits, what it must not be tricked into.

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

use crate::server::Server;

struct Talk {
    stream: BufReader<TcpStream>,
    _smtp: sandbox::Smtp,
}

impl Talk {
    async fn with(server: &Server) -> Self {
        let smtp = server.sandbox.mail_server().await.unwrap();
        let stream = TcpStream::connect(smtp.address()).await.unwrap();
        let mut talk = Self {
            stream: BufReader::new(stream),
            _smtp: smtp,
        };
        assert_eq!(talk.answer().await, "220 sandbox ESMTP");
        talk
    }

    /// Says a line and hears the last line of the answer.
    async fn say(&mut self, line: &str) -> String {
        self.write(line).await;
        self.answer().await
    }

    async fn write(&mut self, line: &str) {
        let line = format!("{line}\r\n");
        self.stream.write_all(line.as_bytes()).await.unwrap();
    }

    async fn answer(&mut self) -> String {
        loop {
            let mut line = String::new();
            self.stream.read_line(&mut line).await.unwrap();
            if line.as_bytes().get(3) != Some(&b'-') {
                return line.trim_end().to_owned();
            }
        }
    }

    async fn begin_mail(&mut self) {
        for (line, code) in [
            ("EHLO me", "250"),
            ("MAIL FROM:<a@b.example> SIZE=10", "250"),
            ("RCPT TO:<c@d.example>", "250"),
            ("DATA", "354"),
        ] {
            assert!(self.say(line).await.starts_with(code), "{line}");
        }
    }
}

#[tokio::test]
async fn commands_have_their_order() {
    let server = Server::start();
    let mut talk = Talk::with(&server).await;
    for (line, code) in [
        ("RCPT TO:<c@d.example>", "503"),
        ("DATA", "503"),
        ("helo me", "250"),
        ("MAIL TO:<a@b.example>", "501"),
        ("RCPT TO:<c@d.example>", "503"),
        ("mail from:<>", "250"),
        ("DATA", "503"),
        ("RCPT TO:c@d.example", "501"),
        ("RCPT TO:<nobody>", "501"),
        ("RCPT TO:<c@d.example>", "250"),
        ("RSET", "250"),
        ("DATA", "503"),
        ("VRFY c", "502"),
        ("NOOP", "250"),
        ("QUIT", "221"),
    ] {
        assert!(talk.say(line).await.starts_with(code), "{line}");
    }
    assert_eq!(talk.answer().await, "");
    assert!(server.sandbox.sent().is_empty());
}

#[tokio::test]
async fn a_line_has_a_thousand_bytes_at_most() {
    let server = Server::start();
    let mut talk = Talk::with(&server).await;
    talk.begin_mail().await;
    talk.write("Subject: x\r\n").await;
    talk.write(&"x".repeat(998)).await;
    assert!(talk.say(".").await.starts_with("250"));
    assert_eq!(server.sandbox.sent()[0].text.len(), 998);
    talk.begin_mail().await;
    talk.write(&"x".repeat(999)).await;
    assert_eq!(talk.answer().await, "", "the conversation ends");
}

#[tokio::test]
async fn a_mail_has_256_kib_at_most_and_the_conversation_goes_on() {
    let server = Server::start();
    let mut talk = Talk::with(&server).await;
    for (last, code) in [(128, "250"), (129, "552")] {
        talk.begin_mail().await;
        // 14 bytes of the head, 1000 of each line, and a last one to make 262 144.
        talk.write("Subject: x\r\n").await;
        for _ in 0..262 {
            talk.write(&"x".repeat(998)).await;
        }
        talk.write(&"x".repeat(last)).await;
        assert!(talk.say(".").await.starts_with(code), "{last}");
    }
    assert_eq!(server.sandbox.sent().len(), 1);
}

#[tokio::test]
async fn a_mail_has_ten_recipients_at_most() {
    let server = Server::start();
    let mut talk = Talk::with(&server).await;
    talk.say("MAIL FROM:<a@b.example>").await;
    for n in 0..10 {
        let answer = talk.say(&format!("RCPT TO:<c{n}@d.example>")).await;
        assert!(answer.starts_with("250"));
    }
    assert!(talk.say("RCPT TO:<c10@d.example>").await.starts_with("452"));
    talk.say("DATA").await;
    talk.write("Subject: x\r\n\r\ntext").await;
    assert!(talk.say(".").await.starts_with("250"));
    assert_eq!(server.sandbox.sent().len(), 10);
}

#[tokio::test]
async fn a_bare_line_feed_smuggles_no_second_mail() {
    let server = Server::start();
    let mut talk = Talk::with(&server).await;
    talk.begin_mail().await;
    let smuggled = "Subject: x\r\n\r\ntext\n.\nMAIL FROM:<e@f.example>\nRCPT TO:<g@h.example>\nDATA\n\nevil\r\n.";
    talk.write(smuggled).await;
    assert_eq!(talk.answer().await, "");
    assert!(server.sandbox.sent().is_empty());
}

#[tokio::test]
async fn what_is_no_plain_text_is_refused() {
    let server = Server::start();
    let mut talk = Talk::with(&server).await;
    talk.begin_mail().await;
    talk.write("Content-Type: text/html\r\n\r\n<script>").await;
    assert!(talk.say(".").await.starts_with("554"));
    assert!(server.sandbox.sent().is_empty());
}
