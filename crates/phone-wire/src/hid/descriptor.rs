//! Reads HID report descriptors ("Device Class Definition for HID 1.11", 6.2.2), as far as input reports go.

use thiserror::Error;

use super::page;

/// Longest input report in bits: those of [`crate::control::UHID_DATA_MAX_BYTES`].
const REPORT_MAX_BITS: u32 = 8 * 4096;
/// Most fields of all reports together.
const FIELDS_MAX: usize = 256;
/// Most values of one field.
const COUNT_MAX: u32 = 1024;
/// Most usages that are named before one field.
const USAGES_MAX: usize = 256;
/// Most collections within each other, and most states on the stack of Push and Pop.
const DEPTH_MAX: usize = 16;

/// An extended usage (6.2.2.8): its page in the upper half, its number there in the lower one.
pub(super) type Extended = u32;

pub(super) const fn extended(page: u16, id: u16) -> Extended {
    (page as u32) << 16 | id as u32
}

const KEYBOARD: Extended = extended(page::GENERIC_DESKTOP, 0x06);
const KEYPAD: Extended = extended(page::GENERIC_DESKTOP, 0x07);
const CONSUMER_CONTROL: Extended = extended(page::CONSUMER, 0x01);
const TOUCH_SCREEN: Extended = extended(page::DIGITIZERS, 0x04);

/// Application of a collection (6.2.2.6), as far as a phone has a use for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Application {
    /// A keyboard, or the buttons of a consumer control.
    Keys,
    TouchScreen,
    Other,
}

/// Field of a report: the values of one Input item (6.2.2.5), all of one size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) report: u8,
    /// Offset of the first value, in bits after the report's number.
    pub(super) offset: u32,
    /// Size of each value, in bits.
    pub(super) size: u32,
    pub(super) count: u32,
    pub(super) minimum: i32,
    pub(super) maximum: i32,
    /// Whether each value is the index of a usage ("Array"), and not the state of one ("Variable").
    pub(super) array: bool,
    pub(super) application: Application,
    /// Index of the innermost collection, counted from the first.
    pub(super) collection: u32,
    /// Ranges of usages, each its first and its last.
    pub(super) usages: Vec<(Extended, Extended)>,
}

impl Field {
    /// Usage with this index among the field's. In a field of variables the last usage also stands for all values beyond (6.2.2.8); an
    /// array has no usage beyond.
    pub(super) fn usage_at(&self, mut index: u32) -> Option<Extended> {
        for (first, last) in &self.usages {
            let length = last - first + 1;
            if index < length {
                return Some(first + index);
            }
            index -= length;
        }
        (!self.array)
            .then(|| self.usages.last().map(|(_, last)| *last))
            .flatten()
    }
}

/// Reason why a descriptor is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum DescriptorError {
    /// The bytes end within an item.
    #[error("it ends within an item")]
    Cut,
    /// A collection is ended that is not open, or is left open, or a field is in no collection.
    #[error("its collections do not match")]
    Collections,
    /// More fields, usages, depth or bits than the limits of this reader.
    #[error("it has more than a device here may have")]
    TooMuch,
    /// A number is outside of its range.
    #[error("a value in it has no sense")]
    Value,
}

/// State of the global items (6.2.2.7), which hold until they are set anew.
#[derive(Debug, Clone, Copy, Default)]
struct Global {
    page: u16,
    minimum: i32,
    maximum: i32,
    size: u32,
    count: u32,
    report: u8,
}

/// State of the local items (6.2.2.8), which hold for the next main item alone.
#[derive(Debug, Default)]
struct Local {
    usages: Vec<(Extended, Extended)>,
    first: Option<Extended>,
}

#[derive(Debug, Default)]
struct Reader {
    global: Global,
    aside: Vec<Global>,
    local: Local,
    /// Open collections, each with its index and its application.
    open: Vec<(u32, Application)>,
    collections: u32,
    fields: Vec<Field>,
    /// Length of each report so far, in bits.
    lengths: Vec<(u8, u32)>,
    numbered: bool,
}

/// Fields of a descriptor, and whether its reports begin with their number.
pub(super) fn parse(mut bytes: &[u8]) -> Result<(Vec<Field>, bool), DescriptorError> {
    let mut reader = Reader::default();
    while let [prefix, rest @ ..] = bytes {
        // A long item has its length, then a tag; no tags are defined, so it is skipped (6.2.2.3).
        if *prefix == 0xfe {
            let [length, _tag, rest @ ..] = rest else {
                return Err(DescriptorError::Cut);
            };
            bytes = rest
                .get(usize::from(*length)..)
                .ok_or(DescriptorError::Cut)?;
            continue;
        }
        let length = [0, 1, 2, 4][usize::from(prefix & 0b11)];
        let (data, rest) = rest.split_at_checked(length).ok_or(DescriptorError::Cut)?;
        reader.item(prefix & 0b1111_1100, data)?;
        bytes = rest;
    }
    if !reader.open.is_empty() {
        return Err(DescriptorError::Collections);
    }
    Ok((reader.fields, reader.numbered))
}

fn unsigned(data: &[u8]) -> u32 {
    (data.iter().rev()).fold(0, |value, byte| value << 8 | u32::from(*byte))
}

fn signed(data: &[u8]) -> i32 {
    let unused = 32 - 8 * data.len() as u32;
    if unused == 32 {
        return 0;
    }
    (unsigned(data) << unused).cast_signed() >> unused
}

impl Reader {
    /// Handles a short item (6.2.2.2); `kind` is its tag and type, the upper six bits of its first byte.
    fn item(&mut self, kind: u8, data: &[u8]) -> Result<(), DescriptorError> {
        let value = unsigned(data);
        match kind {
            // Main items (6.2.2.4): Input, Collection, End Collection.
            0x80 => self.input(value)?,
            0xa0 => self.begin(value)?,
            0xc0 => {
                self.open.pop().ok_or(DescriptorError::Collections)?;
            }
            // Global items (6.2.2.7): Usage Page, Logical Minimum and Maximum, Report Size, ID and Count, Push, Pop.
            0x04 => self.global.page = value.try_into().map_err(|_| DescriptorError::Value)?,
            0x14 => self.global.minimum = signed(data),
            0x24 => self.global.maximum = signed(data),
            0x74 => self.global.size = value,
            0x84 => {
                self.numbered = true;
                self.global.report = value.try_into().map_err(|_| DescriptorError::Value)?;
            }
            0x94 => self.global.count = value,
            0xa4 if self.aside.len() < DEPTH_MAX => self.aside.push(self.global),
            0xa4 => return Err(DescriptorError::TooMuch),
            0xb4 => self.global = self.aside.pop().ok_or(DescriptorError::Value)?,
            // Local items (6.2.2.8): Usage, Usage Minimum, Usage Maximum.
            0x08 => {
                let usage = self.full(value, data.len());
                self.name(usage, usage)?;
            }
            0x18 => self.local.first = Some(self.full(value, data.len())),
            0x28 => {
                let last = self.full(value, data.len());
                let first = self.local.first.take().ok_or(DescriptorError::Value)?;
                self.name(first, last)?;
            }
            // Output and Feature items, units, physical limits and strings say nothing about input.
            _ => {}
        }
        if matches!(kind, 0x80 | 0x90 | 0xb0 | 0xa0 | 0xc0) {
            self.local = Local::default();
        }
        Ok(())
    }

    /// Usage with its page: a usage of four bytes brings its own page (6.2.2.8).
    fn full(&self, value: u32, length: usize) -> Extended {
        if length == 4 {
            value
        } else {
            u32::from(self.global.page) << 16 | value
        }
    }

    fn name(&mut self, first: Extended, last: Extended) -> Result<(), DescriptorError> {
        if last < first || last - first > 0xffff {
            return Err(DescriptorError::Value);
        }
        if self.local.usages.len() == USAGES_MAX {
            return Err(DescriptorError::TooMuch);
        }
        self.local.usages.push((first, last));
        Ok(())
    }

    fn begin(&mut self, kind: u32) -> Result<(), DescriptorError> {
        const APPLICATION: u32 = 1;
        if self.open.len() == DEPTH_MAX || self.collections as usize == FIELDS_MAX {
            return Err(DescriptorError::TooMuch);
        }
        let outer = self.open.last().map(|(_, application)| *application);
        let named = self.local.usages.first().map(|(usage, _)| *usage);
        let application = match (kind, named) {
            (APPLICATION, Some(KEYBOARD | KEYPAD | CONSUMER_CONTROL)) => Application::Keys,
            (APPLICATION, Some(TOUCH_SCREEN)) => Application::TouchScreen,
            (APPLICATION, _) => Application::Other,
            _ => outer.unwrap_or(Application::Other),
        };
        self.open.push((self.collections, application));
        self.collections += 1;
        Ok(())
    }

    fn input(&mut self, flags: u32) -> Result<(), DescriptorError> {
        const CONSTANT: u32 = 1;
        const VARIABLE: u32 = 2;
        let Global {
            minimum,
            maximum,
            size,
            count,
            report,
            ..
        } = self.global;
        if size > 32 || count > COUNT_MAX {
            return Err(DescriptorError::TooMuch);
        }
        let at = (self.lengths.iter()).position(|(number, _)| *number == report);
        let at = at.unwrap_or_else(|| {
            self.lengths.push((report, 0));
            self.lengths.len() - 1
        });
        let length = &mut self.lengths[at].1;
        let offset = *length;
        *length += size * count;
        if *length > REPORT_MAX_BITS {
            return Err(DescriptorError::TooMuch);
        }
        if flags & CONSTANT != 0 || size == 0 || count == 0 {
            return Ok(());
        }
        let Some((collection, application)) = self.open.last().copied() else {
            return Err(DescriptorError::Collections);
        };
        if self.fields.len() == FIELDS_MAX {
            return Err(DescriptorError::TooMuch);
        }
        self.fields.push(Field {
            report,
            offset,
            size,
            count,
            minimum,
            // Some devices write a maximum without room for its sign bit: where the minimum is not negative, the maximum is not meant to be.
            maximum: if minimum >= 0 && maximum < 0 {
                let bits = size.min(31);
                ((1_u32 << bits) - 1).cast_signed()
            } else {
                maximum
            },
            array: flags & VARIABLE == 0,
            application,
            collection,
            usages: std::mem::take(&mut self.local.usages),
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_has_its_place_size_and_usages() {
        // Usage page, usage, collection; two bits of usages 1 and 2, six of nothing; an array of two bytes; the end.
        let bytes = [
            0x05, 0x07, 0x05, 0x01, 0x09, 0x06, 0xa1, 0x01, 0x05, 0x07, 0x19, 0x01, 0x29, 0x02,
            0x15, 0x00, 0x25, 0x01, 0x75, 0x01, 0x95, 0x02, 0x81, 0x02, 0x95, 0x06, 0x81, 0x01,
            0x19, 0x00, 0x29, 0x65, 0x26, 0xff, 0x00, 0x75, 0x08, 0x95, 0x02, 0x81, 0x00, 0xc0,
        ];
        let (fields, numbered) = parse(&bytes).expect("a keyboard");
        assert!(!numbered);
        let [bits, array] = &fields[..] else {
            panic!("{fields:?}");
        };
        assert_eq!((bits.offset, bits.size, bits.count), (0, 1, 2));
        assert_eq!(bits.usage_at(1), Some(extended(page::KEYBOARD, 2)));
        assert_eq!((array.offset, array.size, array.count), (8, 8, 2));
        assert_eq!((array.minimum, array.maximum), (0, 255));
        assert!(array.array && !bits.array);
        assert_eq!(array.usage_at(0x66), None);
        assert_eq!(array.application, Application::Keys);
    }

    #[test]
    fn what_is_no_descriptor_is_refused_and_nothing_grows_without_end() {
        let collection = [0xa1, 0x01];
        let deep = collection.repeat(DEPTH_MAX + 1);
        let mut many = collection.to_vec();
        many.extend([0x75, 0x01, 0x95, 0x01]);
        many.extend([0x81, 0x02].repeat(FIELDS_MAX + 1));
        let mut long = collection.to_vec();
        long.extend([0x75, 0x20, 0x96, 0x00, 0x04]);
        long.extend([0x81, 0x02].repeat(2));
        for (bytes, error) in [
            (vec![0x26, 0x01], DescriptorError::Cut),
            (vec![0xfe, 0x05], DescriptorError::Cut),
            (vec![0xc0], DescriptorError::Collections),
            (collection.to_vec(), DescriptorError::Collections),
            (
                vec![0x75, 0x01, 0x95, 0x01, 0x81, 0x02],
                DescriptorError::Collections,
            ),
            (vec![0x29, 0x01], DescriptorError::Value),
            (vec![0x19, 0x02, 0x29, 0x01], DescriptorError::Value),
            (vec![0xb4], DescriptorError::Value),
            (deep, DescriptorError::TooMuch),
            (many, DescriptorError::TooMuch),
            (long, DescriptorError::TooMuch),
            (
                vec![0xa1, 0x01, 0x75, 0x21, 0x95, 0x01, 0x81, 0x02],
                DescriptorError::TooMuch,
            ),
        ] {
            assert_eq!(parse(&bytes), Err(error), "{bytes:02x?}");
        }
    }
}
