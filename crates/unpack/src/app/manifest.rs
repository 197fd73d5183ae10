//! Reader of Android's binary XML, element by element: no tree is built, so neither depth nor repetition takes memory.
//! Source: AOSP `ResourceTypes.h`, see [`super::chunks`].

use super::chunks::{
    Chunk, Chunks, END_ELEMENT, RESOURCE_MAP, START_ELEMENT, Strings, Value, XML, place, u16_at,
    u32_at,
};

/// Name of an attribute. Android identifies an attribute of the framework by its resource id and ignores the text.
#[derive(Debug, Clone, Copy)]
pub(super) enum Name {
    /// Resource id of a framework attribute, `android.R.attr`.
    Android(u32),
    Plain(&'static str),
}

/// Document: its chunks behind the string pool, and the texts to which they refer.
pub(super) struct Manifest<'a> {
    pub(super) strings: Strings<'a>,
    /// Resource ids of the attributes whose names are the first texts of the pool (`RES_XML_RESOURCE_MAP_TYPE`).
    numbers: &'a [u8],
    nodes: Chunks<'a>,
}

/// Start or end of an element.
pub(super) enum Node<'a> {
    Start(Element<'a>),
    End,
}

/// Start of an element.
pub(super) struct Element<'a> {
    strings: Strings<'a>,
    numbers: &'a [u8],
    chunk: Chunk<'a>,
}

/// Length of `ResXMLTree_attribute`.
const ATTRIBUTE_BYTES: usize = 20;

impl<'a> Manifest<'a> {
    pub(super) fn parse(bytes: &'a [u8]) -> Option<Self> {
        let document = Chunks(bytes).next().filter(|chunk| chunk.kind == XML)?;
        let mut nodes = document.inside();
        let strings = Strings::of(&nodes.next()?)?;
        let numbers = nodes.clone().find(|chunk| chunk.kind == RESOURCE_MAP);
        Some(Self {
            strings,
            numbers: numbers.map_or(&[], |chunk| &chunk.bytes[chunk.head..]),
            nodes,
        })
    }

    pub(super) fn nodes(&self) -> impl Iterator<Item = Node<'a>> {
        let (strings, numbers) = (self.strings, self.numbers);
        self.nodes
            .clone()
            .filter_map(move |chunk| match chunk.kind {
                START_ELEMENT => Some(Node::Start(Element {
                    strings,
                    numbers,
                    chunk,
                })),
                END_ELEMENT => Some(Node::End),
                _ => None,
            })
    }
}

impl Element<'_> {
    /// Whether the element has this name.
    pub(super) fn is(&self, name: &str) -> bool {
        let index = u32_at(self.chunk.bytes, self.chunk.head + 4);
        index.is_some_and(|index| self.strings.is(index, name))
    }

    /// Value of an attribute.
    pub(super) fn value(&self, name: Name) -> Option<Value> {
        let bytes = self.chunk.bytes;
        // These are attributeStart, attributeSize and attributeCount of ResXMLTree_attrExt.
        let start = usize::from(u16_at(bytes, self.chunk.head + 8)?);
        let step = usize::from(u16_at(bytes, self.chunk.head + 10)?);
        let count = usize::from(u16_at(bytes, self.chunk.head + 12)?);
        if step < ATTRIBUTE_BYTES {
            return None;
        }
        (0..count).find_map(|nth| {
            let at = place(self.chunk.head + start, nth, step)?;
            let index = u32_at(bytes, at + 4)?;
            let number = place(0, index as usize, 4).and_then(|at| u32_at(self.numbers, at));
            let found = match name {
                Name::Android(wanted) => number == Some(wanted),
                Name::Plain(wanted) => {
                    // The attribute must have no namespace: `android:split` is another attribute than `split`.
                    u32_at(bytes, at) == Some(u32::MAX) && self.strings.is(index, wanted)
                }
            };
            if found {
                Value::at(bytes, at + 12)
            } else {
                None
            }
        })
    }
}
