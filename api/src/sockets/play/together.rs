//! Several people at one phone, from the view of one session: the people that it sees, and how it asks for control, gives it and loses it.

use std::collections::HashMap;

use causes::causes;
use domain::access::Level;
use domain::play::Event;
use domain::play::together::{
    ASK_AGAIN_MS, ASK_MS, AskState, Claim, PEOPLE_MAX, Person, Relation, SeatHolder, claim,
};
use engine::{OpenSocket, Participant, SeatMessage};
use fleet::InputAccess;
use store::play::{Controlling, KnownMember, StartError};

use super::Ending;
use super::clipboard::Clipboard;
use super::session::{Playing, SessionSignals};
use crate::sockets::pace::Pacer;

/// Knowledge of a session about the others. Times are those of `Clock::elapsed_ms`.
#[derive(Default)]
pub(super) struct Together {
    /// Relations and names that were looked up, by member.
    known: HashMap<i64, KnownMember>,
    /// People that the page was told last.
    told: Option<(Vec<Person>, u16)>,
    /// Question of this session: the controller's socket, and until when an answer is awaited.
    asking: Option<(u32, i64)>,
    /// Earliest time of this session's next question.
    again_ms: i64,
    /// Questions to this session, by the asker's socket.
    questions: Vec<u32>,
    /// The member that this session gave control to.
    gave: Option<i64>,
}

impl Playing<'_> {
    /// Whether this session sees the people at the phone: a page that was lent never does.
    pub(super) fn knows_people(&self) -> bool {
        self.opened.actor.delegation().is_none()
    }

    /// Tells the page who is at the phone, if that is news.
    pub(super) async fn tell_people(&mut self, open: &OpenSocket) -> Result<(), Ending> {
        if !self.knows_people() {
            return Ok(());
        }
        let participants = self
            .engine
            .screen_sockets
            .participants(self.opened.phone_id);
        let me = participants.iter().find(|p| p.id == open.number());
        if let Some(level) = me.map(|me| me.level).filter(|l| *l != self.opened.level)
            && !self.opened.control
        {
            self.opened.level = level;
            self.tell_right().await?;
        }
        if let Some((controller, _)) = self.together.asking
            && !participants
                .iter()
                .any(|p| p.id == controller && p.controls)
            && !self.opened.control
        {
            // The controller that was asked left or lost control, and the next controller was not asked.
            self.together.asking = None;
            self.answered(AskState::Unreachable).await?;
        }
        let gone = |from: &u32| !participants.iter().any(|p| p.id == *from);
        let withdrawn: Vec<u32> = self
            .together
            .questions
            .extract_if(.., |from| gone(from))
            .collect();
        for from in withdrawn {
            self.tell_question(from, 0, self.opened.actor.member_id())
                .await?;
        }
        let told = self.people_among(&participants).await;
        if self.together.told.as_ref() != Some(&told) {
            let (people, others) = told.clone();
            self.socket
                .send(0, &Event::People { people, others })
                .await?;
            self.together.told = Some(told);
        }
        Ok(())
    }

    /// The people among these sockets, each member once, and the number of those who are only counted.
    async fn people_among(&mut self, participants: &[Participant]) -> (Vec<Person>, u16) {
        let mine = self.opened.actor.member_id();
        self.know(participants.iter().map(|p| p.member_id).chain([mine]))
            .await;
        let my_relation = self.known(mine).relation;
        let mut people: Vec<(Person, i64)> = Vec::new();
        let mut others = 0_u16;
        for one in participants {
            if one.lent && !one.controls {
                others = others.saturating_add(1);
                continue;
            }
            let known = self.known(one.member_id);
            let relation = if one.lent {
                Relation::Lent
            } else {
                known.relation
            };
            let member = if one.lent { -1 } else { one.member_id };
            if let Some((same, _)) = people.iter_mut().find(|(_, id)| *id == member) {
                // A member with several windows is listed by the one that controls, else by the newest.
                if !same.controls {
                    same.id = one.id;
                }
                same.controls |= one.controls;
                continue;
            }
            if people.len() == PEOPLE_MAX {
                others = others.saturating_add(1);
                continue;
            }
            let named = my_relation.learns_name_of(relation);
            let person = Person {
                id: one.id,
                relation,
                me: member == mine,
                controls: one.controls,
                may_control: !one.lent && one.level.allows(Level::Operate),
                name: if named { known.name } else { String::new() },
            };
            people.push((person, member));
        }
        let others = if my_relation == Relation::Owner {
            others
        } else {
            0
        };
        (
            people.into_iter().map(|(person, _)| person).collect(),
            others,
        )
    }

    /// Looks up the relations and names of members that are not known yet.
    async fn know(&mut self, members: impl Iterator<Item = i64>) {
        let known = &self.together.known;
        let mut new: Vec<i64> = members.filter(|id| !known.contains_key(id)).collect();
        new.sort_unstable();
        new.dedup();
        if new.is_empty() {
            return;
        }
        match store::play::people(&self.engine.store, self.opened.phone_id, new).await {
            Ok(found) => self.together.known.extend(found),
            Err(fault) => tracing::error!(
                phone_id = self.opened.phone_id,
                error = %causes(&fault),
                "look up people failed"
            ),
        }
    }

    fn known(&self, member: i64) -> KnownMember {
        let nobody = || KnownMember {
            relation: Relation::Guest,
            name: String::new(),
        };
        self.together
            .known
            .get(&member)
            .cloned()
            .unwrap_or_else(nobody)
    }

    /// Relation of a member, and its name if this session's member may know it.
    async fn introduced(&mut self, member: i64) -> (Relation, String) {
        let mine = self.opened.actor.member_id();
        self.know([mine, member].into_iter()).await;
        let (mine, other) = (self.known(mine), self.known(member));
        let named = mine.relation.learns_name_of(other.relation);
        (
            other.relation,
            if named { other.name } else { String::new() },
        )
    }

    /// Handles the page's wish for control.
    pub(super) async fn ask_control(
        &mut self,
        signals: &mut SessionSignals,
        open: &OpenSocket,
    ) -> Result<(), Ending> {
        if self.opened.control || self.together.asking.is_some() {
            return Ok(());
        }
        let participants = self
            .engine
            .screen_sockets
            .participants(self.opened.phone_id);
        let mine = self.opened.actor.member_id();
        let controller = participants.iter().find(|p| p.controls);
        let holder = match controller {
            None => SeatHolder::Nobody,
            Some(one) if one.member_id == mine => SeatHolder::Own,
            Some(_) => SeatHolder::Other,
        };
        match claim(self.opened.level, holder) {
            Claim::Refuse => self.answered(AskState::Right).await,
            Claim::Take => self.take_control(None, signals, open).await,
            Claim::Ask => self.ask(controller.copied(), open).await,
        }
    }

    async fn ask(
        &mut self,
        controller: Option<Participant>,
        open: &OpenSocket,
    ) -> Result<(), Ending> {
        let now_ms = self.engine.clock.elapsed_ms();
        let Some(controller) = controller.filter(|one| !one.lent) else {
            return self.answered(AskState::Unreachable).await;
        };
        if now_ms < self.together.again_ms {
            return self.answered(AskState::TooSoon).await;
        }
        let asked = SeatMessage::Asked {
            from: open.number(),
            member_id: self.opened.actor.member_id(),
        };
        if !(self.engine.screen_sockets).send(self.opened.phone_id, controller.id, asked) {
            return self.answered(AskState::Unreachable).await;
        }
        self.together.asking = Some((controller.id, now_ms + ASK_MS));
        self.answered(AskState::Asked).await
    }

    async fn answered(&mut self, state: AskState) -> Result<(), Ending> {
        let now_ms = self.engine.clock.elapsed_ms();
        let until_ms = match state {
            AskState::Asked => self.together.asking.map_or(now_ms, |(_, until)| until),
            AskState::Refused | AskState::Unanswered | AskState::TooSoon => self.together.again_ms,
            AskState::Unreachable | AskState::Right => now_ms,
        };
        let seconds = u32::try_from((until_ms - now_ms + 999) / 1000).unwrap_or_default();
        self.socket
            .send(0, &Event::ControlAnswered { state, seconds })
            .await?;
        Ok(())
    }

    /// Ends a question that nobody answered in time.
    pub(super) async fn check_questions(&mut self, open: &OpenSocket) -> Result<(), Ending> {
        let now_ms = self.engine.clock.elapsed_ms();
        if let Some((controller, _)) = self.together.asking.take_if(|(_, until)| *until <= now_ms) {
            let withdrawn = SeatMessage::Withdrawn {
                from: open.number(),
            };
            (self.engine.screen_sockets).send(self.opened.phone_id, controller, withdrawn);
            self.together.again_ms = now_ms + ASK_AGAIN_MS;
            self.answered(AskState::Unanswered).await?;
        }
        Ok(())
    }

    /// Hands control to the socket with this number: it takes the seat itself, with its own right.
    pub(super) fn give_control(&mut self, to: u32) {
        let (live, phone_id) = (&self.engine.screen_sockets, self.opened.phone_id);
        let participants = live.participants(phone_id);
        let chosen = participants.iter().find(|p| p.id == to && !p.lent);
        let offered = SeatMessage::Offered {
            epoch: self.opened.epoch,
        };
        if let Some(chosen) = chosen.filter(|one| live.send(phone_id, one.id, offered)) {
            self.together.gave = Some(chosen.member_id);
        }
        self.together.questions.retain(|from| *from != to);
    }

    /// Refuses a question. Only the session that asked is told.
    pub(super) fn refuse_control(&mut self, to: u32) {
        if self.together.questions.contains(&to) {
            (self.engine.screen_sockets).send(self.opened.phone_id, to, SeatMessage::Refused);
        }
        self.together.questions.retain(|from| *from != to);
    }

    /// Handles a message of another session at the phone.
    pub(super) async fn on_message(
        &mut self,
        message: SeatMessage,
        signals: &mut SessionSignals,
        open: &OpenSocket,
    ) -> Result<(), Ending> {
        match message {
            SeatMessage::Asked { from, member_id } if self.opened.control => {
                self.together.questions.push(from);
                self.tell_question(from, (ASK_MS / 1000) as u32, member_id)
                    .await
            }
            SeatMessage::Withdrawn { from } if self.together.questions.contains(&from) => {
                self.together.questions.retain(|known| *known != from);
                let mine = self.opened.actor.member_id();
                self.tell_question(from, 0, mine).await
            }
            SeatMessage::Offered { epoch } if !self.opened.control => {
                self.take_control(Some(epoch), signals, open).await
            }
            SeatMessage::Refused if self.together.asking.take().is_some() => {
                self.together.again_ms = self.engine.clock.elapsed_ms() + ASK_AGAIN_MS;
                self.answered(AskState::Refused).await
            }
            SeatMessage::Lost { epoch, to } if epoch == self.opened.epoch => {
                self.lose_control(to, signals).await
            }
            // The message is out of date: control changed again while it was on its way.
            SeatMessage::Asked { .. }
            | SeatMessage::Withdrawn { .. }
            | SeatMessage::Offered { .. }
            | SeatMessage::Refused
            | SeatMessage::Lost { .. } => Ok(()),
        }
    }

    async fn tell_question(&mut self, from: u32, seconds: u32, member: i64) -> Result<(), Ending> {
        let (relation, name) = self.introduced(member).await;
        let event = Event::ControlAsked {
            from,
            seconds,
            relation,
            name,
        };
        self.socket.send(0, &event).await?;
        Ok(())
    }

    /// Takes the seat, if it can be had, and controls the phone from now on.
    async fn take_control(
        &mut self,
        offered: Option<u32>,
        signals: &mut SessionSignals,
        open: &OpenSocket,
    ) -> Result<(), Ending> {
        let now_ms = self.engine.clock.now_ms();
        let (phone_id, actor) = (self.opened.phone_id, self.opened.actor.clone());
        let taken =
            store::play::take_control(&self.engine.store, &actor, phone_id, offered, now_ms).await;
        self.together.asking = None;
        let Controlling {
            epoch,
            resume,
            level,
        } = match taken {
            Ok(controlling) => controlling,
            Err(StartError::Occupied) => return self.answered(AskState::Unreachable).await,
            Err(StartError::Unknown | StartError::Refused(_)) => {
                return self.answered(AskState::Right).await;
            }
            Err(StartError::Fault(fault)) => {
                tracing::error!(phone_id, error = %causes(&fault), "take control failed");
                return self.answered(AskState::Unreachable).await;
            }
        };
        (self.opened.control, self.opened.epoch) = (true, epoch);
        (self.opened.resume, self.opened.level) = (resume, level);
        let _ = self.engine.fleet.grant_control(phone_id, epoch);
        open.took_control(epoch);
        self.clipboard = Clipboard::of(&self.opened);
        self.pacer = Pacer::default();
        self.tell_right().await?;
        self.tell_clipboard().await?;
        // The controller sees the full picture, and its network decides the quality for all.
        if self.network.kind() == fleet::PictureKind::Small {
            self.show(false, signals).await?;
        }
        let access = *signals.access.borrow_and_update();
        if access != InputAccess::default() {
            self.tell_access(access).await?;
        }
        Ok(())
    }

    /// Goes on without control, which another member has.
    async fn lose_control(&mut self, to: i64, signals: &mut SessionSignals) -> Result<(), Ending> {
        let (phone_id, epoch) = (self.opened.phone_id, self.opened.epoch);
        let _ = self.engine.fleet.revoke_control(phone_id, epoch);
        (self.opened.control, self.opened.epoch) = (false, 0);
        self.opened.resume.clear();
        self.clipboard = Clipboard::of(&self.opened);
        signals.front = None;
        for from in std::mem::take(&mut self.together.questions) {
            self.tell_question(from, 0, to).await?;
        }
        let (relation, name) = self.introduced(to).await;
        let moved = Event::ControlMoved {
            taken: self.together.gave.take() != Some(to),
            relation,
            name,
        };
        self.socket.send(0, &moved).await?;
        self.tell_right().await
    }
}
