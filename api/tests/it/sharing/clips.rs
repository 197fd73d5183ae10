//! Links to a clip by HTTP: made of a video of one's own, played in parts by a page that is counted, and absent for everybody else.

use domain::codes::{NOT_FOUND, SHARE_NO_VIDEO, UPLOAD_ABSENT, UPLOAD_SHARED, UPLOAD_UNFINISHED};
use domain::live::CLOSE_TOO_MANY;
use reqwest::Method;
use serde_json::{Value, json};

use crate::live::{Socket, open, status};
use crate::server::{OWNER, Reply, STRANGER, Server, with_server};
use crate::uploads;

const CREATE: &str = "/app-api/trade/phone-link/create";
const LIST: &str = "/app-api/trade/phone-link/page";
const END: &str = "/app-api/trade/phone-link/end";
const OPEN: &str = "/app-api/trade/phone-link/open";
const TICKET: &str = "/app-api/trade/phone-link/clip/ticket";
const SOCKET: &str = "/websocket/clip";
/// Bytes of the video's data, and where they begin.
const DATA: &str = "0123456789abcdefghijklmnopqrstuvwxyz";

/// The least that is an MP4 with a video track; its last bytes are [`DATA`].
fn mp4() -> Vec<u8> {
    fn boxed(kind: [u8; 4], content: &[u8]) -> Vec<u8> {
        let length = u32::try_from(content.len() + 8).unwrap();
        [&length.to_be_bytes()[..], &kind, content].concat()
    }
    let handler = boxed(*b"hdlr", b"\0\0\0\0\0\0\0\0vide\0\0\0\0");
    let track = boxed(*b"trak", &boxed(*b"mdia", &handler));
    [
        boxed(*b"ftyp", b"isom\0\0\0\0isom"),
        boxed(*b"moov", &track),
        boxed(*b"mdat", DATA.as_bytes()),
    ]
    .concat()
}

/// A video that a member sent.
pub async fn video(s: &Server, token: &str, name: &str) -> i64 {
    uploads::sent(s, token, "clips", name, &mp4()).await
}

async fn made(s: &Server, owner: &str, upload_id: i64, viewers_max: i64) -> Value {
    let body =
        json!({ "kind": "clip", "uploadId": upload_id, "hours": 1, "viewersMax": viewers_max });
    s.post(CREATE, owner, body).await.data()
}

async fn opened(s: &Server, link: &Value) -> Reply {
    let path = link["path"].as_str().unwrap();
    let (page, token) = path.rsplit_once('/').unwrap();
    assert_eq!(page, "/app/shareVideo");
    let headers = [("content-type", "application/json")];
    let body = json!({ "token": token }).to_string();
    s.send(Method::POST, OPEN, &headers, body).await
}

/// A page that a link let in.
struct Page {
    session: String,
    /// Address of the clip.
    clip: String,
    cookie: String,
}

impl Page {
    async fn of(s: &Server, link: &Value) -> Self {
        let reply = opened(s, link).await;
        let set = reply.header("set-cookie");
        let page = &reply.data()["page"];
        let clip = page["clip"].as_str().unwrap().to_owned();
        for part in ["HttpOnly", "SameSite=Strict", "Max-Age="] {
            assert!(set.contains(part), "{part} in {set}");
        }
        assert!(set.contains(&format!("Path={clip};")) || set.ends_with(&format!("Path={clip}")));
        Self {
            session: page["accessToken"].as_str().unwrap().to_owned(),
            clip,
            cookie: set.split(';').next().unwrap().to_owned(),
        }
    }

    async fn socket(&self, s: &Server) -> Socket {
        let ticket = s.post(TICKET, &self.session, json!({})).await.data();
        let ticket = ticket["ticket"].as_str().unwrap();
        open(s, SOCKET, ticket).await.unwrap()
    }

    async fn play(&self, s: &Server, range: &str) -> Reply {
        let headers = [("cookie", self.cookie.as_str()), ("range", range)];
        s.send(Method::GET, &self.clip, &headers, "").await
    }
}

#[test]
fn a_page_that_is_counted_plays_the_clip_in_parts_and_learns_nothing_else() {
    with_server(async |s| {
        let owner = s.token(OWNER).await;
        let upload = video(s, &owner, "秘密.mp4").await;
        let link = made(s, &owner, upload, 2).await;
        let said = opened(s, &link).await.json().to_string();
        for secret in ["秘密", OWNER, &upload.to_string()] {
            assert!(!said.contains(secret), "{secret} in {said}");
        }
        let (page, other) = (Page::of(s, &link).await, Page::of(s, &link).await);
        assert_eq!(
            page.play(s, "bytes=0-").await.status,
            404,
            "nobody counts it"
        );
        let socket = page.socket(s).await;
        let (whole, size) = (mp4(), mp4().len());
        let data = size - DATA.len();
        for (range, first, last) in [
            (format!("bytes={data}-"), 0, DATA.len() - 1),
            (format!("bytes={}-{}", data + 4, data + 7), 4, 7),
            ("bytes=-2".to_owned(), DATA.len() - 2, DATA.len() - 1),
        ] {
            let part = page.play(s, &range).await;
            assert_eq!(
                (part.status, part.text.as_str()),
                (206, &DATA[first..=last])
            );
            let told = format!("bytes {}-{}/{size}", data + first, data + last);
            assert_eq!(part.header("content-range"), told);
            assert_eq!(part.header("content-type"), "video/mp4");
            assert_eq!(part.header("accept-ranges"), "bytes");
        }
        let all = page.play(s, "bytes=0-").await;
        assert_eq!(all.header("content-length"), whole.len().to_string());
        assert!(
            !all.headers.contains_key("content-disposition"),
            "it has no name"
        );
        let beyond = page.play(s, &format!("bytes={size}-")).await;
        assert_eq!(beyond.status, 416);

        // By another page's cookie, without one, by the owner's token, and by the address of no page.
        let foreign = [("cookie", other.cookie.as_str())];
        let bearer = format!("Bearer {owner}");
        let nowhere = format!("{}1", page.clip);
        let own = [("cookie", page.cookie.as_str())];
        for (path, headers) in [
            (&page.clip, &foreign[..]),
            (&page.clip, &[]),
            (&page.clip, &[("authorization", bearer.as_str())]),
            (&nowhere, &own),
        ] {
            let absent = s.send(Method::GET, path, headers, "").await;
            assert_eq!((absent.status, absent.text.as_str()), (404, ""));
        }
        let refused = s.post(TICKET, &owner, json!({})).await;
        assert_eq!(refused.code(), NOT_FOUND.number);
        let row = s.get(LIST, &owner).await.data()["list"][0].clone();
        assert_eq!(
            (
                &row["kind"],
                &row["fileName"],
                &row["phoneId"],
                &row["viewers"],
                &row["opened"]
            ),
            (
                &json!("clip"),
                &json!("秘密.mp4"),
                &Value::Null,
                &json!(1),
                &json!(3)
            )
        );

        // The page's session is over at once; what goes out ends with the socket, which the server's watcher closes.
        let which = json!({ "linkId": link["linkId"] });
        assert_eq!(s.post(END, &owner, which).await.code(), 0);
        let after = page.play(s, "bytes=0-").await;
        assert_eq!((after.status, after.text.as_str()), (404, ""));
        assert_eq!(opened(s, &link).await.code(), NOT_FOUND.number);
        drop(socket);
    });
}

#[test]
fn a_page_too_many_is_told_and_not_served() {
    with_server(async |s| {
        let owner = s.token(OWNER).await;
        let upload = video(s, &owner, "a.mp4").await;
        let link = made(s, &owner, upload, 1).await;
        let (first, second) = (Page::of(s, &link).await, Page::of(s, &link).await);
        let socket = first.socket(s).await;
        assert_eq!(second.socket(s).await.end().await.1, CLOSE_TOO_MANY);
        assert_eq!(second.play(s, "bytes=0-").await.status, 404);
        assert_eq!(opened(s, &link).await.data()["state"], "full");
        assert_eq!(first.play(s, "bytes=0-").await.status, 206);
        drop(socket);
        // A ticket opens one socket, and that of another kind none.
        let spent = s.post(TICKET, &first.session, json!({})).await.data();
        let spent = spent["ticket"].as_str().unwrap();
        assert_eq!(status(open(s, "/websocket/infra/ws", spent).await), 403);
    });
}

#[test]
fn a_clip_is_a_video_of_ones_own_that_has_come() {
    with_server(async |s| {
        let (owner, stranger) = (s.token(OWNER).await, s.token(STRANGER).await);
        let (upload, phone) = (video(s, &owner, "a.mp4").await, s.phone("甲", 30).await);
        let text = uploads::sent(s, &owner, "b", "b.mp4", b"no video").await;
        let begun = uploads::created(s, &owner, "c", "c.mp4", 9).await;
        let asked = async |token: &str, shows: Value| {
            let mut body = json!({ "hours": 1, "viewersMax": 1 });
            let fields = body.as_object_mut().unwrap();
            fields.extend(shows.as_object().unwrap().clone());
            s.post(CREATE, token, body).await.code()
        };
        let clip = |id: i64| json!({ "kind": "clip", "uploadId": id });
        for (token, id, code) in [
            (&owner, text, SHARE_NO_VIDEO),
            (&owner, begun, UPLOAD_UNFINISHED),
            (&owner, 1, UPLOAD_ABSENT),
            (&stranger, upload, UPLOAD_ABSENT),
        ] {
            assert_eq!(asked(token, clip(id)).await, code.number, "{}", code.number);
        }
        for shows in [
            json!({}),
            json!({ "kind": "clip" }),
            json!({ "kind": "clip", "phoneId": phone }),
            json!({ "kind": "clip", "phoneId": phone, "uploadId": upload }),
            json!({ "kind": "live", "uploadId": upload }),
            json!({ "kind": "film", "uploadId": upload }),
            json!({ "uploadId": upload }),
        ] {
            assert_eq!(asked(&owner, shows.clone()).await, 400, "{shows}");
        }
        assert_eq!(s.get(LIST, &owner).await.data()["total"], 0);

        // The file stays as long as the link.
        let link = made(s, &owner, upload, 1).await;
        let kept = uploads::remove(s, &owner, upload).await;
        assert_eq!((kept.status, kept.code()), (409, UPLOAD_SHARED.number));
        let which = json!({ "linkId": link["linkId"] });
        assert_eq!(s.post(END, &owner, which).await.code(), 0);
        assert_eq!(uploads::remove(s, &owner, upload).await.status, 204);
        let row = s.get(LIST, &owner).await.data()["list"][0].clone();
        assert_eq!(
            (&row["fileName"], &row["open"]),
            (&json!("a.mp4"), &json!(false))
        );
    });
}
