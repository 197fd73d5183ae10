//! Input by virtual devices, for phones that forbid injecting: reports of a virtual keyboard, touch screen and buttons (`phone_wire::hid`).
//!
//! The wheel is a finger that drags: a virtual mouse would have to push its pointer to the place first, which Android accelerates as it
//! likes, while a touch lands where it is meant.

use std::collections::BTreeMap;
use std::time::Duration;

use domain::phones::ScreenCause;
use domain::play::{InputMethod, KeyAction, NORMAL_MAX};
use phone_link::ControlSendError;
use phone_link::wire::hid::{
    self, CONTACTS_MAX, Contact, Device, Modifiers, PLACE_MAX, Usage, stroke_of_char,
    usage_of_keycode,
};
use tokio::time::{Instant, sleep};

use super::InputDispatcher;
use crate::input::probe;
use crate::input::queue::InputAccess;

/// Time in which Android finds a new device: earlier reports are lost.
const SETTLE: Duration = Duration::from_millis(400);
/// How long the wheel's finger rests before it is lifted: longer than the 40 ms for which Android's `VelocityTracker` takes a finger to be
/// moving, so that the page is not flung.
const WHEEL_REST: Duration = Duration::from_millis(120);
/// Distance that a notch of the wheel drags, about what Android scrolls for one.
const NOTCH: i32 = NORMAL_MAX as i32 / 10;
/// Margin that the wheel's finger keeps from the edges, where phones have gestures of their own.
const MARGIN: i32 = NORMAL_MAX as i32 / 8;
/// Pointer id of the wheel's finger; browsers count from 0.
const WHEEL: u32 = u32::MAX;
/// The usage of the key V: with control it pastes.
const KEY_V: u8 = 0x19;

/// State of virtual devices while a phone's screen is open. It outlives the session, so that devices whose making ended a session are not
/// made again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DeviceState {
    /// No devices were needed so far.
    #[default]
    Untried,
    /// The devices are being made; if that fails, inputs are barred for this cause.
    Making(ScreenCause),
    /// The devices were made, because injecting is barred for this cause.
    Made(ScreenCause),
}

/// The devices of the present process, and what is pressed on them.
#[derive(Debug, Default)]
pub struct Devices {
    fingers: BTreeMap<u32, Contact>,
    keys: Vec<u8>,
    buttons: Vec<u16>,
    modifiers: Modifiers,
    /// Quarter turns of the picture against the phone's upright.
    orientation: u8,
    /// The wheel's finger, and when it is lifted.
    wheel: Option<([i32; 2], Instant)>,
}

impl Devices {
    /// When the wheel's finger is lifted.
    pub fn wheel_rests_at(&self) -> Option<Instant> {
        self.wheel.map(|(_, until)| until)
    }

    /// The position on the upright phone: what Android does with a touch on a picture that is turned, the other way round
    /// (`TouchInputMapper`, `rotateAndScale`).
    fn upright(&self, (x, y): (u16, u16)) -> (u16, u16) {
        const { assert!(NORMAL_MAX / 2 == PLACE_MAX) }
        let (x, y) = (x / 2, y / 2);
        match self.orientation {
            1 => (PLACE_MAX - y, x),
            2 => (PLACE_MAX - x, PLACE_MAX - y),
            3 => (y, PLACE_MAX - x),
            _ => (x, y),
        }
    }

    /// Puts a finger down or moves it. A finger beyond [`CONTACTS_MAX`] is ignored.
    fn put(&mut self, pointer: u32, place: (u16, u16)) {
        let (x, y) = self.upright(place);
        if let Some(contact) = self.fingers.get_mut(&pointer) {
            (contact.x, contact.y) = (x, y);
            return;
        }
        let taken = |id: &u8| self.fingers.values().any(|contact| contact.id == *id);
        if let Some(id) = (0..CONTACTS_MAX as u8).find(|id| !taken(id)) {
            let contact = Contact {
                id,
                touches: true,
                x,
                y,
            };
            self.fingers.insert(pointer, contact);
        }
    }
}

impl InputDispatcher<'_> {
    /// Restores the state that an earlier session of this screen left: makes its devices again, or bars inputs if making them ended the session.
    pub(super) async fn resume(&mut self) -> Result<(), ControlSendError> {
        match self.pressed.device_state {
            DeviceState::Untried => {
                let stuck =
                    *self.inputs.access().borrow() == InputAccess::Open(InputMethod::Switching);
                if stuck {
                    self.inputs.set_access(InputAccess::default());
                }
                Ok(())
            }
            DeviceState::Making(cause) => {
                self.pressed.device_state = DeviceState::Untried;
                self.inputs.set_access(InputAccess::Barred(cause));
                Ok(())
            }
            DeviceState::Made(cause) => self.make(cause).await,
        }
    }

    /// Reacts to a phone that forbids injecting: makes virtual devices if the phone allows those. Until then inputs are refused.
    pub(super) async fn forbidden(&mut self) -> Result<(), ControlSendError> {
        let barred = matches!(*self.inputs.access().borrow(), InputAccess::Barred(_));
        if self.devices.is_some() || barred || !self.inputs.is_controlled() {
            return Ok(());
        }
        self.inputs
            .set_access(InputAccess::Open(InputMethod::Switching));
        let cause = probe::cause(self.link).await;
        match probe::takes_devices(self.link).await {
            Some(true) => self.make(cause).await,
            Some(false) => {
                self.inputs.set_access(InputAccess::Barred(cause));
                Ok(())
            }
            // The phone did not answer; when it forbids the next input, it is asked again.
            None => {
                self.inputs.set_access(InputAccess::default());
                Ok(())
            }
        }
    }

    async fn make(&mut self, cause: ScreenCause) -> Result<(), ControlSendError> {
        self.pressed.device_state = DeviceState::Making(cause);
        self.inputs
            .set_access(InputAccess::Open(InputMethod::Switching));
        // Keys and touches that were injected never took effect, or ended with their process.
        self.pressed.clear();
        for device in Device::ALL {
            self.send(&device.create()).await?;
        }
        sleep(SETTLE).await;
        self.devices = Some(Devices::default());
        self.find_orientation().await;
        if self.channel.control.is_closed() {
            return Err(ControlSendError::Closed);
        }
        self.pressed.device_state = DeviceState::Made(cause);
        self.inputs
            .set_access(InputAccess::Open(InputMethod::Devices));
        tracing::info!(
            phone_id = self.phone_id,
            "virtual devices created: the phone forbids injecting input"
        );
        Ok(())
    }

    /// Makes the devices anew in another process, if there were any.
    pub(super) async fn follow_process(&mut self) -> Result<(), ControlSendError> {
        match (self.devices.take(), self.pressed.device_state) {
            (Some(_), DeviceState::Made(cause)) => self.make(cause).await,
            _ => Ok(()),
        }
    }

    async fn find_orientation(&mut self) {
        let found = probe::orientation(self.link).await;
        let size = *self.channel.size.borrow();
        if let Some(devices) = &mut self.devices {
            // A phone that does not tell its orientation is taken to be upright unless the picture is wider than high.
            let guess = u8::from(size.is_some_and(|size| size.width > size.height));
            devices.orientation = found.unwrap_or(guess);
        }
    }

    /// Handles a new size of the picture: releases all that is pressed, and turns later touches by the new orientation.
    pub(super) async fn on_size_changed_with_devices(&mut self) -> Result<(), ControlSendError> {
        self.release().await?;
        self.find_orientation().await;
        Ok(())
    }

    /// Puts a finger down or moves it, and reports that.
    pub(super) async fn put_finger(
        &mut self,
        pointer: u32,
        place: (u16, u16),
    ) -> Result<(), ControlSendError> {
        self.lift_wheel().await?;
        let Some(devices) = &mut self.devices else {
            return Ok(());
        };
        devices.put(pointer, place);
        self.tell_fingers(None).await
    }

    /// Lifts a finger at this place, and reports that.
    pub(super) async fn lift_finger(
        &mut self,
        pointer: u32,
        place: (u16, u16),
    ) -> Result<(), ControlSendError> {
        let Some(devices) = &mut self.devices else {
            return Ok(());
        };
        let (x, y) = devices.upright(place);
        let Some(contact) = devices.fingers.remove(&pointer) else {
            return Ok(());
        };
        let left = Contact {
            touches: false,
            x,
            y,
            ..contact
        };
        self.tell_fingers(Some(left)).await
    }

    async fn tell_fingers(&self, left: Option<Contact>) -> Result<(), ControlSendError> {
        let Some(devices) = &self.devices else {
            return Ok(());
        };
        let contacts = devices.fingers.values().copied().chain(left);
        self.send(&hid::touch_report(contacts)).await
    }

    /// Cancels all gestures. A touch screen has no report for that, but Android cancels the gestures on a device that is removed, so the screen is
    /// removed and made again.
    pub(super) async fn cancel_fingers(&mut self) -> Result<(), ControlSendError> {
        let Some(devices) = &mut self.devices else {
            return Ok(());
        };
        devices.wheel = None;
        if std::mem::take(&mut devices.fingers).is_empty() {
            return Ok(());
        }
        self.pressed.fingers.clear();
        self.send(&Device::Touch.destroy()).await?;
        self.send(&Device::Touch.create()).await?;
        sleep(SETTLE).await;
        Ok(())
    }

    /// Releases all keys and buttons.
    pub(super) async fn lift_keys(&mut self) -> Result<(), ControlSendError> {
        let Some(devices) = &mut self.devices else {
            return Ok(());
        };
        let keys = !devices.keys.is_empty() || devices.modifiers != Modifiers::NONE;
        let buttons = !devices.buttons.is_empty();
        devices.keys.clear();
        devices.buttons.clear();
        devices.modifiers = Modifiers::NONE;
        if keys {
            self.tell_keys(Modifiers::NONE).await?;
        }
        if buttons {
            self.tell_buttons().await?;
        }
        Ok(())
    }

    /// Presses or releases a key. The phone itself repeats a key that is held.
    pub(super) async fn press_key(
        &mut self,
        action: KeyAction,
        keycode: u16,
        meta: u32,
    ) -> Result<(), ControlSendError> {
        let Some(devices) = &mut self.devices else {
            return Ok(());
        };
        let down = action == KeyAction::Down;
        match usage_of_keycode(u32::from(keycode)) {
            None => {
                tracing::debug!(
                    phone_id = self.phone_id,
                    keycode,
                    "key skipped: no virtual device has it"
                );
                Ok(())
            }
            Some(Usage::Button(button)) => {
                set(&mut devices.buttons, button, down);
                self.tell_buttons().await
            }
            Some(Usage::Modifier(key)) => {
                devices.modifiers = if down {
                    devices.modifiers.and(key)
                } else {
                    devices.modifiers.without(key)
                };
                self.tell_keys(Modifiers::NONE).await
            }
            Some(Usage::Key(key)) => {
                set(&mut devices.keys, key, down);
                let with = if devices.keys.is_empty() {
                    Modifiers::NONE
                } else {
                    Modifiers::of_meta(meta)
                };
                self.tell_keys(with).await
            }
        }
    }

    async fn tell_keys(&self, with: Modifiers) -> Result<(), ControlSendError> {
        let Some(devices) = &self.devices else {
            return Ok(());
        };
        let keys = devices.keys.iter().copied();
        let report = hid::keyboard_report(devices.modifiers.and(with), keys);
        self.send(&report).await
    }

    async fn tell_buttons(&self) -> Result<(), ControlSendError> {
        let Some(devices) = &self.devices else {
            return Ok(());
        };
        let buttons = devices.buttons.iter().copied();
        self.send(&hid::buttons_report(buttons)).await
    }

    /// Types printable ASCII, one key after the other; keys that were held before are held again afterwards.
    pub(super) async fn type_keys(&self, text: &str) -> Result<(), ControlSendError> {
        for stroke in text.chars().filter_map(stroke_of_char) {
            let shift = if stroke.shift {
                Modifiers::SHIFT
            } else {
                Modifiers::NONE
            };
            self.send(&hid::keyboard_report(shift, [stroke.key]))
                .await?;
            self.send(&hid::keyboard_report(Modifiers::NONE, []))
                .await?;
        }
        self.hold_again().await
    }

    /// Pastes with the keys control and V.
    pub(super) async fn paste_by_keys(&self) -> Result<(), ControlSendError> {
        let control = Modifiers::CONTROL;
        self.send(&hid::keyboard_report(control, [])).await?;
        self.send(&hid::keyboard_report(control, [KEY_V])).await?;
        self.send(&hid::keyboard_report(Modifiers::NONE, []))
            .await?;
        self.hold_again().await
    }

    async fn hold_again(&self) -> Result<(), ControlSendError> {
        let held =
            |devices: &Devices| !devices.keys.is_empty() || devices.modifiers != Modifiers::NONE;
        if self.devices.as_ref().is_some_and(held) {
            return self.tell_keys(Modifiers::NONE).await;
        }
        Ok(())
    }

    /// Scrolls by 256ths of a wheel's notch, to the right and up: a finger drags the page the other way. Does nothing while other fingers
    /// touch.
    pub(super) async fn drag_by_wheel(
        &mut self,
        place: (u16, u16),
        [right, up]: [i16; 2],
    ) -> Result<(), ControlSendError> {
        if !self.pressed.fingers.is_empty() {
            return Ok(());
        }
        let mut rest = [-i32::from(right), i32::from(up)].map(|part| part * NOTCH / 256);
        while rest != [0, 0] {
            let now = rest.map(|part| part.clamp(-WHEEL_SPAN, WHEEL_SPAN));
            let held = self.devices.as_ref().and_then(|devices| devices.wheel);
            let from = match held {
                Some((at, _)) if has_room(at, now) => at,
                _ => {
                    self.lift_wheel().await?;
                    let at = wheel_start(place, now);
                    self.put_wheel(at).await?;
                    at
                }
            };
            self.put_wheel([from[0] + now[0], from[1] + now[1]]).await?;
            rest = [rest[0] - now[0], rest[1] - now[1]];
        }
        Ok(())
    }

    async fn put_wheel(&mut self, at: [i32; 2]) -> Result<(), ControlSendError> {
        let Some(devices) = &mut self.devices else {
            return Ok(());
        };
        devices.put(WHEEL, place_of(at));
        devices.wheel = Some((at, Instant::now() + WHEEL_REST));
        self.tell_fingers(None).await
    }

    /// Lifts the wheel's finger, if it is down.
    pub(super) async fn lift_wheel(&mut self) -> Result<(), ControlSendError> {
        let wheel = (self.devices.as_mut()).and_then(|devices| devices.wheel.take());
        match wheel {
            Some((at, _)) => self.lift_finger(WHEEL, place_of(at)).await,
            None => Ok(()),
        }
    }
}

fn set<T: PartialEq>(held: &mut Vec<T>, one: T, down: bool) {
    held.retain(|other| *other != one);
    if down {
        held.push(one);
    }
}

/// Longest drag of the wheel's finger.
const WHEEL_SPAN: i32 = NORMAL_MAX as i32 - 2 * MARGIN;
const WHEEL_RANGE: std::ops::RangeInclusive<i32> = MARGIN..=NORMAL_MAX as i32 - MARGIN;

fn has_room(at: [i32; 2], way: [i32; 2]) -> bool {
    (0..2).all(|axis| WHEEL_RANGE.contains(&(at[axis] + way[axis])))
}

/// Start of a drag: where the wheel is turned, or as near as leaves room.
fn wheel_start((x, y): (u16, u16), way: [i32; 2]) -> [i32; 2] {
    let start = |at: u16, way: i32| {
        let (first, last) = (*WHEEL_RANGE.start(), *WHEEL_RANGE.end());
        i32::from(at).clamp(first - way.min(0), last - way.max(0))
    };
    [start(x, way[0]), start(y, way[1])]
}

fn place_of(at: [i32; 2]) -> (u16, u16) {
    let [x, y] = at.map(|part| part.clamp(0, i32::from(NORMAL_MAX)) as u16);
    (x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_turned_back_as_android_turns_it() {
        let far = PLACE_MAX;
        // The upper left corner of the picture, and the middle of its upper edge.
        for (orientation, corner, edge) in [
            (0, (0, 0), (16383, 0)),
            (1, (far, 0), (far, 16383)),
            (2, (far, far), (far - 16383, far)),
            (3, (0, far), (0, far - 16383)),
        ] {
            let devices = Devices {
                orientation,
                ..Devices::default()
            };
            assert_eq!(devices.upright((0, 0)), corner, "{orientation}");
            assert_eq!(devices.upright((32_767, 0)), edge, "{orientation}");
        }
    }

    #[test]
    fn fingers_get_the_lowest_free_numbers_and_an_eleventh_none() {
        let mut devices = Devices::default();
        for pointer in 0..=CONTACTS_MAX as u32 {
            devices.put(pointer, (0, 0));
        }
        assert_eq!(devices.fingers.len(), CONTACTS_MAX);
        devices.fingers.remove(&3);
        devices.put(77, (2, 4));
        let contact = Contact {
            id: 3,
            touches: true,
            x: 1,
            y: 2,
        };
        assert_eq!(devices.fingers[&77], contact);
    }

    #[test]
    fn the_wheel_keeps_off_the_edges_however_far_it_goes() {
        for way in [-WHEEL_SPAN, -1, 0, 1, WHEEL_SPAN] {
            for at in [0, 30_000, NORMAL_MAX] {
                let start = wheel_start((at, at), [way, -way]);
                assert!(has_room(start, [0, 0]) && has_room(start, [way, -way]));
            }
        }
        assert_eq!(wheel_start((30_000, 30_000), [0, NOTCH]), [30_000, 30_000]);
    }
}
