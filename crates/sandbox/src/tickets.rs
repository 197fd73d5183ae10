//! Tickets that are valid once and for a short time: codes and access tokens of the sign-in providers.

use std::collections::{HashMap, VecDeque};

use parking_lot::Mutex;

use crate::keys::random_token;

/// Most tickets of a kind that live at once; the oldest goes first.
const MOST: usize = 1000;

struct Ticket<T> {
    value: T,
    ends_ms: i64,
}

/// Bounded set of random texts, each of which stands for a value until its life ends.
pub struct Tickets<T> {
    life_ms: i64,
    held: Mutex<LiveTickets<T>>,
}

struct LiveTickets<T> {
    values: HashMap<String, Ticket<T>>,
    /// Texts in the order of their issue, the oldest first.
    order: VecDeque<String>,
}

impl<T: Clone> Tickets<T> {
    pub fn new(life_ms: i64) -> Self {
        Self {
            life_ms,
            held: Mutex::new(LiveTickets {
                values: HashMap::new(),
                order: VecDeque::new(),
            }),
        }
    }

    /// Issues a new text for a value.
    pub fn issue(&self, value: T, now_ms: i64) -> String {
        let text = random_token();
        let mut held = self.held.lock();
        let LiveTickets { values, order } = &mut *held;
        if order.len() == MOST
            && let Some(oldest) = order.pop_front()
        {
            values.remove(&oldest);
        }
        let ends_ms = now_ms + self.life_ms;
        values.insert(text.clone(), Ticket { value, ends_ms });
        order.push_back(text.clone());
        text
    }

    /// Value of a text, once.
    pub fn redeem(&self, text: &str, now_ms: i64) -> Option<T> {
        let mut held = self.held.lock();
        let LiveTickets { values, order } = &mut *held;
        let found = values.remove(text)?;
        order.retain(|other| other != text);
        (now_ms < found.ends_ms).then_some(found.value)
    }

    /// Value of a text, as often as asked while it lives.
    pub fn look(&self, text: &str, now_ms: i64) -> Option<T> {
        let held = self.held.lock();
        let found = held.values.get(text)?;
        (now_ms < found.ends_ms).then(|| found.value.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_is_good_once_and_not_past_its_life() {
        let tickets = Tickets::new(10);
        let text = tickets.issue(1, 0);
        assert_eq!(tickets.look(&text, 9), Some(1));
        assert_eq!(tickets.redeem(&text, 9), Some(1));
        assert_eq!(tickets.redeem(&text, 9), None);
        let late = tickets.issue(2, 0);
        assert_eq!(tickets.look(&late, 10), None);
        assert_eq!(tickets.redeem(&late, 10), None);
    }

    #[test]
    fn the_oldest_goes_when_there_are_too_many() {
        let tickets = Tickets::new(10);
        let first = tickets.issue(0, 0);
        let second = tickets.issue(1, 0);
        for n in 2..=MOST {
            tickets.issue(n, 0);
        }
        assert_eq!(tickets.look(&first, 0), None);
        assert_eq!(tickets.look(&second, 0), Some(1));
    }
}
