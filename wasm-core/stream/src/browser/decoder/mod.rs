//! Decoders and their pictures: for H.264 in Annex B the browser's own decoder, or the software decoder where the browser has none that
//! takes it; for images the browser's own.

mod software;
mod still;
mod webcodecs;

use js_sys::{Function, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::OffscreenCanvasRenderingContext2d;

use super::{Page, refused};
use crate::configuration::Shape;
use crate::decode_error::DecodeError;
use crate::error::StreamError;
use crate::types::DecoderKind;

/// A decoded picture.
pub enum Frame {
    /// Picture of the browser's decoder; dropping it returns its memory to the decoder.
    Browser(webcodecs::Frame),
    /// Picture of the software decoder, which keeps it until its next one.
    Software(software::Frame),
    /// Decoded image; dropping it frees its memory.
    Still(still::Frame),
}

/// Decodes an image of a phone that is shown by screenshots; `done` is called later, with `None` where decoding failed.
pub fn decode_still(
    image: &Uint8Array,
    timestamp_us: f64,
    done: impl FnOnce(Option<Frame>) + 'static,
) -> Result<(), StreamError> {
    still::decode(image, timestamp_us, |frame| done(frame.map(Frame::Still)))
}

impl Frame {
    /// Timestamp with which its access unit was decoded.
    pub fn timestamp_us(&self) -> f64 {
        match self {
            Self::Browser(frame) => frame.timestamp_us(),
            Self::Software(frame) => frame.timestamp_us(),
            Self::Still(frame) => frame.timestamp_us(),
        }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        match self {
            Self::Browser(frame) => frame.size(),
            Self::Software(frame) => frame.size(),
            Self::Still(frame) => frame.size(),
        }
    }

    /// Draws the picture in its own size.
    pub fn draw(&self, context: &OffscreenCanvasRenderingContext2d) -> Result<(), StreamError> {
        match self {
            Self::Browser(frame) => frame.draw(context),
            Self::Software(frame) => frame.draw(context),
            Self::Still(frame) => frame.draw(context),
        }
    }
}

/// Source of decoders.
#[derive(Clone)]
pub enum Source {
    /// Decoders of the browser.
    Browser {
        /// Whether its hardware decoder is asked for.
        hardware: bool,
    },
    /// The software decoder's loaded module, as the function that makes an instance.
    Software(Function),
}

impl Source {
    /// Kind of decoder for the page.
    pub const fn kind(&self) -> DecoderKind {
        match self {
            Self::Browser { hardware: true } => DecoderKind::Hardware,
            Self::Browser { hardware: false } => DecoderKind::Software,
            Self::Software(_) => DecoderKind::Wasm,
        }
    }

    /// Notes a failure of the decoder, after which the hardware may not be asked for again.
    pub fn failed(&mut self, error: DecodeError) {
        if let Self::Browser { hardware } = self {
            *hardware &= !error.disables_hardware();
        }
    }

    const fn hardware(&self) -> bool {
        matches!(self, Self::Browser { hardware: true })
    }
}

impl Default for Source {
    fn default() -> Self {
        Self::Browser { hardware: false }
    }
}

/// Steps before the first decoder is made.
pub enum Preparation {
    /// The browser is asked whether it takes phones' streams.
    Asking {
        /// Answer for its hardware decoder.
        hardware: Promise,
        /// Answer for any decoder.
        any: Promise,
    },
    /// The software decoder's module is being loaded; `None` when it could not be requested.
    Loading(Option<Promise>),
}

impl Preparation {
    /// Begins to ask or to load, while other steps go on.
    pub fn begin(page: &Page) -> Self {
        if has_decoder() {
            Self::Asking {
                hardware: webcodecs::ask(true),
                any: webcodecs::ask(false),
            }
        } else {
            Self::Loading(page.load_software())
        }
    }

    /// Waits for the result. A browser may have WebCodecs and no H.264: then the module is loaded after all.
    pub async fn finish(self, page: &Page) -> Result<Source, StreamError> {
        match self {
            Self::Asking { hardware, any } => {
                let hardware = webcodecs::is_supported(hardware).await;
                if hardware || webcodecs::is_supported(any).await {
                    Ok(Source::Browser { hardware })
                } else {
                    loaded(page.load_software()).await
                }
            }
            Self::Loading(module) => loaded(module).await,
        }
    }
}

/// Waits for the software decoder's module; an error where it could not be requested or loaded.
async fn loaded(module: Option<Promise>) -> Result<Source, StreamError> {
    let Some(module) = module else {
        return Err(StreamError::Browser("no loader".to_owned()));
    };
    JsFuture::from(module)
        .await
        .and_then(JsCast::dyn_into)
        .map(Source::Software)
        .map_err(|e| refused(&e))
}

/// Whether this browser has WebCodecs here: an old one has not, nor a page over plain http on a network address.
fn has_decoder() -> bool {
    Reflect::has(&js_sys::global(), &JsValue::from_str("VideoDecoder")).unwrap_or(false)
}

/// A decoder with its callbacks; dropping closes it.
///
/// A decoder must not be dropped by its own callbacks.
pub enum Decoder {
    /// Decoder of the browser.
    Browser(webcodecs::Decoder),
    /// The software decoder.
    Software(software::Decoder),
}

impl Decoder {
    /// Makes a decoder that is not configured yet. After `on_error` it is of no use any more.
    pub fn new(
        source: &Source,
        mut on_frame: impl FnMut(Frame) + 'static,
        on_error: impl FnMut(DecodeError) + 'static,
    ) -> Result<Self, StreamError> {
        Ok(match source {
            Source::Browser { .. } => Self::Browser(webcodecs::Decoder::new(
                move |frame| on_frame(Frame::Browser(frame)),
                on_error,
            )?),
            Source::Software(make) => Self::Software(software::Decoder::new(
                make,
                move |frame| on_frame(Frame::Software(frame)),
                on_error,
            )?),
        })
    }

    /// Configures the decoder for a stream; access units that wait in it are still decoded.
    pub fn configure(&self, shape: &Shape, source: &Source) -> Result<(), StreamError> {
        match self {
            Self::Browser(decoder) => decoder.configure(shape, source.hardware()),
            // The software decoder reads the stream's parameters by itself.
            Self::Software(_) => Ok(()),
        }
    }

    /// Discards waiting access units and the configuration.
    pub fn reset(&self) -> Result<(), StreamError> {
        match self {
            Self::Browser(decoder) => decoder.reset(),
            Self::Software(decoder) => {
                decoder.reset();
                Ok(())
            }
        }
    }

    /// Decodes an access unit, given as a view of the socket's own buffer.
    pub fn decode(
        &self,
        access_unit: Uint8Array,
        key: bool,
        timestamp_us: f64,
    ) -> Result<(), StreamError> {
        match self {
            Self::Browser(decoder) => decoder.decode(&access_unit, key, timestamp_us),
            Self::Software(decoder) => decoder.decode(access_unit, timestamp_us),
        }
    }

    /// Resolves when everything given was decoded; afterwards only a key picture is accepted.
    pub fn flush(&self) -> Promise {
        match self {
            Self::Browser(decoder) => decoder.flush(),
            Self::Software(decoder) => decoder.flush(),
        }
    }

    /// Number of access units that wait to be decoded.
    pub fn queued(&self) -> u32 {
        match self {
            Self::Browser(decoder) => decoder.queued(),
            Self::Software(decoder) => decoder.queued(),
        }
    }
}
