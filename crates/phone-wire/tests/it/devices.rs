//! Virtual devices: what a controller says in reports is what the phone's end reads, by nothing but the descriptor; no bytes do harm.

use bytes::Bytes;
use phone_wire::control::ControlMessage;
use phone_wire::hid::{
    BUTTON_SLOTS, CONTACTS_MAX, Contact, Device, FINGERS_MAX, HidDevice, KEY_SLOTS, Modifiers,
    PLACE_MAX, Usage, buttons_report, keyboard_report, touch_report,
};
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

fn hid_device(device: Device) -> HidDevice {
    let ControlMessage::UhidCreate { descriptor, .. } = device.create() else {
        panic!("{device:?} is made by another message");
    };
    HidDevice::parse(&descriptor).unwrap()
}

fn report(message: ControlMessage) -> Bytes {
    match message {
        ControlMessage::UhidInput { data, .. } => data,
        other => panic!("{other:?} is no report"),
    }
}

fn contact() -> impl Strategy<Value = Contact> {
    (any::<u8>(), any::<bool>(), 0..=PLACE_MAX, 0..=PLACE_MAX)
        .prop_map(|(id, touches, x, y)| Contact { id, touches, x, y })
}

/// Bytes that begin as descriptors do more often than chance would have it: short items of any kind with little data.
fn items() -> impl Strategy<Value = Vec<u8>> {
    let kinds = vec![
        0x80, 0xa0, 0xc0, 0x04, 0x14, 0x24, 0x74, 0x84, 0x94, 0xa4, 0xb4, 0x08, 0x18, 0x28, 0xfc,
    ];
    let item = (proptest::sample::select(kinds), vec(any::<u8>(), 0..=4)).prop_map(
        |(kind, mut data): (u8, Vec<u8>)| {
            let code = [0, 1, 2, 2, 3][data.len()];
            data.resize([0, 1, 2, 4][code], 0);
            [&[kind | code as u8], &data[..]].concat()
        },
    );
    vec(item, 0..40).prop_map(|items| items.concat())
}

/// Checks that the reader stays within its bounds, whatever it makes of the descriptor and the reports.
fn bounded(descriptor: &[u8], reports: &[Vec<u8>]) {
    let Ok(hid_device) = HidDevice::parse(descriptor) else {
        return;
    };
    for report in reports {
        let _ = hid_device.keys(report);
        let fingers = hid_device.fingers(report);
        assert!(fingers.len() <= FINGERS_MAX);
        for finger in fingers {
            let (x, y) = finger.at;
            assert!(
                (0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&y),
                "{finger:?}"
            );
        }
    }
}

proptest! {
    #[test]
    fn keys_that_are_told_are_read(
        modifiers in any::<u8>(),
        keys in btree_set(0x04_u8..0xe0, 0..=KEY_SLOTS),
    ) {
        let told = keyboard_report(Modifiers(modifiers), keys.iter().copied());
        let held = (0..8).map(|bit| 1 << bit).filter(|bit| modifiers & bit != 0);
        let mut expected: std::collections::BTreeSet<Usage> =
            held.map(|bit| Usage::Modifier(Modifiers(bit))).collect();
        expected.extend(keys.into_iter().map(Usage::Key));
        let mut read = hid_device(Device::Keyboard).keys(&report(told)).unwrap();
        // An empty slot is the usage of no key.
        read.remove(&Usage::Key(0));
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn buttons_that_are_told_are_read(buttons in btree_set(1_u16..=0x2ff, 0..=BUTTON_SLOTS)) {
        let told = buttons_report(buttons.iter().copied());
        let mut read = hid_device(Device::Buttons).keys(&report(told)).unwrap();
        read.remove(&Usage::Button(0));
        prop_assert_eq!(read, buttons.into_iter().map(Usage::Button).collect());
    }

    #[test]
    fn fingers_that_are_told_are_read(contacts in vec(contact(), 0..=CONTACTS_MAX + 1)) {
        let read = hid_device(Device::Touch).fingers(&report(touch_report(contacts.clone())));
        prop_assert_eq!(read.len(), contacts.len().min(CONTACTS_MAX));
        for (told, read) in contacts.iter().zip(&read) {
            prop_assert_eq!((u32::from(told.id), told.touches), (read.id, read.touches));
            let place = |part: f32| (part * f32::from(PLACE_MAX)).round() as u16;
            prop_assert_eq!((told.x, told.y), (place(read.at.0), place(read.at.1)));
        }
    }

    #[test]
    fn no_bytes_do_harm(
        descriptor in vec(any::<u8>(), 0..300),
        reports in vec(vec(any::<u8>(), 0..80), 0..4),
    ) {
        bounded(&descriptor, &reports);
    }

    #[test]
    fn no_items_do_harm(
        descriptor in items(),
        reports in vec(vec(any::<u8>(), 0..80), 0..4),
    ) {
        bounded(&descriptor, &reports);
        // Closed, so that more of them are devices.
        bounded(&[&[0xa1, 0x01], &descriptor[..], &[0xc0]].concat(), &reports);
    }

    #[test]
    fn a_report_that_was_cut_off_reads_as_if_zeros_came(
        contacts in vec(contact(), 1..=CONTACTS_MAX),
        length in 0_usize..61,
    ) {
        let whole = report(touch_report(contacts));
        let cut = &whole[..length.min(whole.len())];
        let mut padded = cut.to_vec();
        padded.resize(whole.len(), 0);
        let touch = hid_device(Device::Touch);
        prop_assert_eq!(touch.fingers(cut), touch.fingers(&padded));
    }
}

#[test]
fn a_report_of_another_number_says_nothing() {
    // The boot keyboard's first field, in report 7.
    let descriptor = [
        0x05, 0x01, 0x09, 0x06, 0xa1, 0x01, 0x85, 0x07, 0x05, 0x07, 0x19, 0x04, 0x29, 0x05, 0x15,
        0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x02, 0x81, 0x02, 0xc0,
    ];
    let hid_device = HidDevice::parse(&descriptor).unwrap();
    assert_eq!(hid_device.keys(&[7, 0b10]), Some([Usage::Key(5)].into()));
    assert_eq!(hid_device.keys(&[8, 0b10]), None);
    assert_eq!(hid_device.keys(&[]), None);
}
