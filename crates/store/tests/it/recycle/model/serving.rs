//! The server of a year: it starts anew at any moment with nothing but the database, and carries on what it finds.

use std::collections::BTreeSet;

use domain::operations::{Effect, Event, Evidence};
use store::operations::{Advance, advance, take, take_over, wipe_left};
use store::{Stamp, Store, recycle};

use super::super::seen;
use super::World;
use crate::fixture::MINUTE;

const SECOND: i64 = MINUTE / 60;
/// Pause after which a wipe that failed is begun again.
const AGAIN: i64 = 10 * MINUTE;

impl World<'_> {
    pub async fn be_up(&mut self) {
        if self.is_down {
            self.restart().await;
        }
    }

    /// Has a new server take over: it knows nothing but the database, and goes on with the operations that it finds.
    pub async fn restart(&mut self) {
        self.store = Store::open_with_long_timeouts(&self.f.url, Stamp::Demo).unwrap();
        self.is_down = false;
        self.open = take_over(&self.store, self.now_ms).await.unwrap();
        if !self.open.is_empty() {
            self.note("a wipe goes on after a restart");
        }
        // Their ids are of chance: those that came as far are alike.
        self.open.sort_by_key(|next| match next {
            Advance::Run(at, _) | Advance::Waits(at) => at.generation,
            Advance::Ended { .. } | Advance::Stale => 0,
        });
    }

    /// [`Self::restart`] at one of some moments; whether it was this one.
    pub async fn may_restart(&mut self, event: &'static str) -> bool {
        let is_now = self.roll(4) == 0;
        if is_now {
            self.note(event);
            self.restart().await;
        }
        is_now
    }

    /// The server begins to wipe what was left.
    pub async fn begin_wipes(&mut self) {
        wipe_left(&self.store, self.now_ms).await.unwrap();
        let begun = take(&self.store, self.now_ms).await.unwrap();
        self.open.extend(begun);
    }

    /// The server does so many steps of the operations that are under way.
    pub async fn work(&mut self, steps: usize) {
        if self.is_down {
            return;
        }
        for _ in 0..steps {
            let Some(next) = self.open.pop() else { return };
            self.now_ms += SECOND;
            let (at, event) = match next {
                Advance::Run(at, effect) => {
                    let event = self.phone_does(at.phone_id, &effect);
                    (at, event)
                }
                Advance::Waits(at) => (at, Event::Go),
                Advance::Ended { failed: None, .. } => {
                    self.note("a phone is wiped");
                    continue;
                }
                Advance::Ended { .. } => {
                    self.note("a wipe ran over its deadline");
                    continue;
                }
                Advance::Stale => panic!("two servers at one operation"),
            };
            let next = advance(&self.store, at.id, at.generation, event, self.now_ms).await;
            self.open.push(next.unwrap());
        }
    }

    /// Answer of a phone that does as it is told.
    fn phone_does(&mut self, id: i64, effect: &Effect) -> Event {
        let device = self.devices.entry(id).or_default();
        match effect {
            Effect::Observe => seen(&format!("b{device}"), &format!("d{device}")),
            Effect::Wipe => {
                *device += 1;
                Event::Seen(Evidence::default())
            }
            other => panic!("{other:?}"),
        }
    }

    /// All phones that were lost are wiped in the end, each with a proof of its own.
    pub async fn wipe_all(&mut self) {
        for _ in 0..20 {
            self.now_ms += AGAIN;
            self.begin_wipes().await;
            self.work(usize::MAX).await;
        }
        let records = recycle::purged(&self.store, &self.owner, (0, 1000)).await;
        let records = records.unwrap();
        let proofs: BTreeSet<i64> = (records.list.iter())
            .filter_map(|record| Some(record.wipe?.0))
            .collect();
        assert_eq!(i64::try_from(proofs.len()).unwrap(), self.lost);
    }
}
