//! A phone in view: its canvas, its newest undecoded picture, its state.

use web_sys::OffscreenCanvas;

use domain::play::picture::Picture;

use crate::browser::{Canvas, Frame, Message};
use crate::configuration::{Configuration, Shape};
use crate::error::StreamError;
use crate::frame_admission::DecodeBackoff;
use crate::types::CellView;

/// A cell that is in view.
pub struct DeckCell {
    canvas: Canvas,
    configuration: Configuration,
    next: Option<Message>,
    /// Failures of the cell's pictures in a row, after which it pauses: each broken picture costs a decoder.
    pub backoff: DecodeBackoff,
    /// State of the cell that the page was told last.
    pub view: CellView,
}

impl DeckCell {
    /// Makes a cell that waits for its first picture.
    pub fn new(canvas: OffscreenCanvas, clear: bool) -> Result<Self, StreamError> {
        let canvas = Canvas::new(canvas)?;
        if clear {
            canvas.clear();
        }
        Ok(Self {
            canvas,
            configuration: Configuration::default(),
            next: None,
            backoff: DecodeBackoff::default(),
            view: CellView::Waiting,
        })
    }

    /// Keeps a picture until a decoder is free, in place of an older one; `true` when none was kept before.
    pub fn queue(&mut self, message: Message) -> bool {
        self.next.replace(message).is_none()
    }

    /// Kept picture and the shape to decode it with; `None` as shape for an image.
    pub fn take(&mut self) -> Option<Result<(Message, Option<&Shape>), StreamError>> {
        let message = self.next.take()?;
        if Picture::parse(message.head()).is_ok_and(|picture| picture.still) {
            return Some(Ok((message, None)));
        }
        let configuration = &mut self.configuration;
        let learned = message
            .with_sps(|sps| configuration.learn(sps))
            .and_then(Option::transpose);
        Some(learned.and_then(|_| Ok((message, Some(self.configuration.shape()?)))))
    }

    /// Draws a picture on the cell's canvas.
    pub fn show(&mut self, frame: &Frame) -> Result<(), StreamError> {
        self.canvas.draw(frame)?;
        self.backoff.succeeded();
        Ok(())
    }
}
