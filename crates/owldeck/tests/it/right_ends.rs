//! Each way in which somebody's right to a phone can end, again and again: picture and input are cut, with the words for it.
//! What ends with a link is in its own file.

use std::time::Duration;

use domain::play::{EndReason, Event, Input, KeyAction};
use serde_json::{Value, json};
use stopwatch::Stopwatch;
use tokio::time::sleep;

use crate::demo::{Demo, GUEST, Member, OPERATOR, OWNER, Socket, rounds};
use crate::play::embeds;
use crate::play::{FIRST, SECOND, epoch_of, inputs, until_pong};
use crate::tokens;

const ACCREDIT: &str = "/app-api/trade/phone-accredit";
const SUB: &str = "13600000001";
const MEMBER: &str = "13600000002";
const HOME: u16 = 3;

const fn home(action: KeyAction) -> Input {
    Input::Key {
        action,
        keycode: HOME,
        repeat: 0,
        meta: 0,
    }
}

/// A phone with a watcher of its own, which tells what reaches it.
struct Stage<'a> {
    demo: &'a Demo,
    /// Place of the phone among the demo's.
    place: usize,
    id: i64,
    bystander: Socket,
}

impl<'a> Stage<'a> {
    async fn new(demo: &'a Demo, owner: &Member<'_>, place: usize, name: &str) -> Self {
        let id = owner.running(name).await;
        let (mut bystander, _) = owner.play(id, json!({ "mode": "view" })).await;
        bystander.picture().await;
        Self {
            demo,
            place,
            id,
            bystander,
        }
    }

    /// A session that controls the phone, after an input of it reached the phone.
    async fn controlled(&mut self, member: &Member<'_>) -> Socket {
        let (mut socket, hello) = member.play(self.id, json!({})).await;
        socket.picture().await;
        let since = self.demo.told(self.place).len();
        for action in [KeyAction::Down, KeyAction::Up] {
            socket.send(&home(action), epoch_of(&hello)).await;
        }
        while inputs(self.demo, self.place, since).len() < 2 {
            until_pong(&mut self.bystander, 1).await;
            // A socket on which too much is said in a second is closed.
            sleep(Duration::from_millis(20)).await;
        }
        socket
    }

    /// The session ends as said, and what its member still sends reaches the phone no more.
    async fn ends(&mut self, mut socket: Socket, reason: EndReason, asked: Stopwatch) {
        let ended = Event::Ended { reason, detail: 0 };
        loop {
            let event = socket.event().await;
            if matches!(event, Event::Ended { .. }) {
                assert_eq!(event, ended);
                break;
            }
        }
        asked.within(Duration::from_secs(1));
        let since = self.demo.told(self.place).len();
        let late = home(KeyAction::Down).encode(0, u32::MAX);
        // The socket may be closed by now.
        let _ = socket
            .try_raw(tokio_tungstenite::tungstenite::Message::binary(late))
            .await;
        until_pong(&mut self.bystander, 1).await;
        let told = inputs(self.demo, self.place, since);
        assert_eq!(told, Vec::<String>::new(), "{reason:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guests_right_that_ends_cuts_picture_and_input() {
    let demo = Demo::noted(3).await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let free = owner.get(&format!("{ACCREDIT}/phone-list")).await;
    let id = &free["list"][0]["phoneId"];
    let phones = owner.phones().await;
    let free = phones.iter().find(|p| p["phoneId"] == *id);
    let name = free.expect("a free phone")["phoneAlias"].clone();
    let mut stage = Stage::new(&demo, &owner, 2, name.as_str().expect("a name")).await;
    let lookup = format!("/app-api/member/member/queryMemberByPhone?phone={GUEST}");
    let to = owner.get(&lookup).await["handle"].clone();
    let terms =
        json!({ "phoneId": stage.id, "handle": to, "accreditType": 2, "hours": 1, "agreed": true });
    for round in 0..rounds(1) {
        for reason in [EndReason::Recalled, EndReason::Left, EndReason::Lowered] {
            let given = owner.post(&format!("{ACCREDIT}/accredit"), &terms).await;
            let relation = given["data"]["relationId"].clone();
            assert!(relation.is_number(), "round {round}: {given}");
            let socket = stage.controlled(&guest).await;
            let asked = Stopwatch::start();
            let recall = json!({ "relationId": relation, "relationType": 1 });
            match reason {
                EndReason::Left => {
                    let body = json!({ "relationIds": [relation] });
                    guest.post(&format!("{ACCREDIT}/leave"), &body).await;
                }
                EndReason::Lowered => {
                    let body = json!({ "relationId": relation, "accreditType": 1 });
                    owner.post(&format!("{ACCREDIT}/update"), &body).await;
                }
                _ => {
                    owner.post(&format!("{ACCREDIT}/recall"), &recall).await;
                }
            }
            stage.ends(socket, reason, asked).await;
            if reason == EndReason::Lowered {
                owner.post(&format!("{ACCREDIT}/recall"), &recall).await;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sub_account_that_is_switched_off_removed_or_without_the_phone_loses_picture_and_input() {
    let demo = Demo::noted(2).await;
    let owner = demo.sign_in(OWNER).await;
    let mut stage = Stage::new(&demo, &owner, 0, FIRST).await;
    let seed = json!({ "subAccounts": [{ "parent": OWNER, "phone": SUB, "password": "Owldeck#2026", "phones": [{ "phone": FIRST }] }] });
    let made: Value = serde_json::from_slice(&demo.seed(&seed).stdout).expect("ids");
    let member = &made["subAccounts"][0]["userId"];
    let child = demo.sign_in(SUB).await;
    for _ in 0..rounds(1) {
        let socket = stage.controlled(&child).await;
        let asked = Stopwatch::start();
        let switch = |status: i32| json!({ "memberId": member, "status": status });
        let path = "/app-api/member/member/updateStatus";
        demo.put(&owner.token, path, &switch(1)).await;
        stage.ends(socket, EndReason::Recalled, asked).await;
        demo.put(&owner.token, path, &switch(0)).await;

        let socket = stage.controlled(&child).await;
        let asked = Stopwatch::start();
        let phones = json!({ "memberId": member, "phoneIds": [stage.id] });
        let taken = owner.post("/owl/deleteMaintainerAllot", &phones).await;
        assert_eq!(taken["code"], 0, "{taken}");
        stage.ends(socket, EndReason::Recalled, asked).await;
        owner.post("/owl/addMaintainerAllot", &phones).await;
    }
    let socket = stage.controlled(&child).await;
    let asked = Stopwatch::start();
    let remove = format!("/app-api/member/paternity/remove?memberId={member}");
    demo.delete(&owner.token, &remove, &json!({})).await;
    stage.ends(socket, EndReason::Recalled, asked).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_who_is_signed_out_or_blocked_loses_picture_and_input() {
    let demo = Demo::noted(3).await;
    let owner = demo.sign_in(OWNER).await;
    let operator = demo.sign_in(OPERATOR).await;
    let phones = owner.phones().await;
    let mut names = phones.iter().filter_map(|p| p["phoneAlias"].as_str());
    let name = names.find(|name| *name != FIRST && *name != SECOND);
    let name = name.expect("a third phone").to_owned();
    let seed = json!({
        "members": [{ "phone": MEMBER, "password": "Owldeck#2026" }],
        "grants": [{ "owner": OWNER, "phone": name, "to": MEMBER, "level": "operate", "expiresInMinutes": 600 }],
    });
    let made: Value = serde_json::from_slice(&demo.seed(&seed).stdout).expect("ids");
    let id = &made["members"][0]["userId"];
    let mut stage = Stage::new(&demo, &owner, 2, &name).await;
    for _ in 0..rounds(1) {
        let guest = demo.sign_in(MEMBER).await;
        let socket = stage.controlled(&guest).await;
        let asked = Stopwatch::start();
        guest.post("/app-api/member/auth/logout", &json!({})).await;
        stage.ends(socket, EndReason::SignedOut, asked).await;

        let guest = demo.sign_in(MEMBER).await;
        let socket = stage.controlled(&guest).await;
        let asked = Stopwatch::start();
        let path = "/system/user/changeStatus";
        demo.put(
            &operator.token,
            path,
            &json!({ "userId": id, "status": "1" }),
        )
        .await;
        stage.ends(socket, EndReason::SignedOut, asked).await;
        demo.put(
            &operator.token,
            path,
            &json!({ "userId": id, "status": "0" }),
        )
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_embedded_player_and_a_program_that_end_lose_picture_and_input() {
    let demo = Demo::noted(2).await;
    let owner = demo.sign_in(OWNER).await;
    let mut stage = Stage::new(&demo, &owner, 0, FIRST).await;
    for _ in 0..rounds(1) {
        let ask = json!({ "phoneId": stage.id, "level": "operate" });
        let (embed, lent) = embeds::opened(&demo, &owner, ask).await;
        let socket = stage.controlled(&demo.again(&lent)).await;
        let asked = Stopwatch::start();
        let which = json!({ "embedId": embed });
        owner.post("/app-api/infra/embed/end", &which).await;
        stage.ends(socket, EndReason::SignedOut, asked).await;
    }
    // A token is proved by a code, of which a number gets few: once is what can be done in one go.
    let token = tokens::made(&demo, &owner, stage.id).await;
    let program = demo.again(token["token"].as_str().expect("a token"));
    let socket = stage.controlled(&program).await;
    let asked = Stopwatch::start();
    let which = json!({ "tokenId": token["tokenId"] });
    owner.post("/app-api/member/token/revoke", &which).await;
    stage.ends(socket, EndReason::SignedOut, asked).await;
}
