//! WebCodecs' `VideoDecoder` for H.264 in Annex B, and its pictures, each of which must be closed.

use js_sys::{Promise, Reflect, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    CodecState, EncodedVideoChunk, EncodedVideoChunkInit, EncodedVideoChunkType,
    HardwareAcceleration, OffscreenCanvasRenderingContext2d, VideoDecoder, VideoDecoderConfig,
    VideoDecoderInit, VideoDecoderSupport, VideoFrame,
};

use crate::browser::refused;
use crate::configuration::Shape;
use crate::decode_error::DecodeError;
use crate::error::StreamError;

/// Codec that the browser is asked about before the stream's own is known: constrained baseline, level 3.1 (RFC 6381).
const COMMON_CODEC: &str = "avc1.42E01F";

/// A decoded picture; dropping gives it back to the decoder.
pub struct Frame(VideoFrame);

impl Frame {
    /// Timestamp with which its access unit was decoded.
    pub fn timestamp_us(&self) -> f64 {
        self.0.timestamp()
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.0.display_width(), self.0.display_height())
    }

    /// Draws the picture in its own size.
    pub fn draw(&self, context: &OffscreenCanvasRenderingContext2d) -> Result<(), StreamError> {
        let (width, height) = self.size();
        context
            .draw_image_with_video_frame_and_dw_and_dh(
                &self.0,
                0.0,
                0.0,
                f64::from(width),
                f64::from(height),
            )
            .map_err(|e| refused(&e))
    }
}

impl Drop for Frame {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A decoder with its callbacks; dropping closes it.
///
/// A decoder must not be dropped by its own callbacks.
pub struct Decoder {
    inner: VideoDecoder,
    /// Options that are reused for every chunk.
    init: EncodedVideoChunkInit,
    _output: Closure<dyn FnMut(VideoFrame)>,
    _error: Closure<dyn FnMut(JsValue)>,
}

impl Decoder {
    /// Makes a decoder that is not configured yet. After `on_error` it is of no use any more.
    pub fn new(
        mut on_frame: impl FnMut(Frame) + 'static,
        mut on_error: impl FnMut(DecodeError) + 'static,
    ) -> Result<Self, StreamError> {
        let output = Closure::<dyn FnMut(VideoFrame)>::new(move |frame| on_frame(Frame(frame)));
        let error =
            Closure::<dyn FnMut(JsValue)>::new(move |error| on_error(decode_error_of(&error)));
        let callbacks = VideoDecoderInit::new(
            error.as_ref().unchecked_ref(),
            output.as_ref().unchecked_ref(),
        );
        let inner = VideoDecoder::new(&callbacks).map_err(|e| refused(&e))?;
        let init = EncodedVideoChunkInit::new_with_u8_array(
            &Uint8Array::new_with_length(0),
            0,
            EncodedVideoChunkType::Key,
        );
        Ok(Self {
            inner,
            init,
            _output: output,
            _error: error,
        })
    }

    /// Configures the decoder for a stream; access units that wait in it are still decoded.
    pub fn configure(&self, shape: &Shape, hardware: bool) -> Result<(), StreamError> {
        self.inner
            .configure(&configuration(
                &shape.codec,
                Some((shape.width, shape.height)),
                hardware,
            ))
            .map_err(|e| refused(&e))
    }

    /// Discards waiting access units and the configuration.
    pub fn reset(&self) -> Result<(), StreamError> {
        self.inner.reset().map_err(|e| refused(&e))
    }

    /// Decodes an access unit, given as a view of the socket's own buffer.
    pub fn decode(
        &self,
        access_unit: &Uint8Array,
        key: bool,
        timestamp_us: f64,
    ) -> Result<(), StreamError> {
        self.init.set_data_u8_array(access_unit);
        self.init.set_timestamp_f64(timestamp_us);
        self.init.set_type(if key {
            EncodedVideoChunkType::Key
        } else {
            EncodedVideoChunkType::Delta
        });
        let chunk = EncodedVideoChunk::new(&self.init).map_err(|e| refused(&e))?;
        self.inner.decode(&chunk).map_err(|e| refused(&e))
    }

    /// Resolves when everything given was decoded; afterwards only a key picture is accepted.
    pub fn flush(&self) -> Promise {
        self.inner.flush().unchecked_into()
    }

    /// Number of access units that wait to be decoded.
    pub fn queued(&self) -> u32 {
        self.inner.decode_queue_size()
    }
}

impl Drop for Decoder {
    fn drop(&mut self) {
        if self.inner.state() != CodecState::Closed {
            // Closing fails only when the decoder is closed already, which was just checked.
            let _ = self.inner.close();
        }
    }
}

/// Reason that the error of the browser's decoder stands for, by its name.
fn decode_error_of(error: &JsValue) -> DecodeError {
    let name = Reflect::get(error, &JsValue::from_str("name")).ok();
    let name = name.and_then(|name| name.as_string());
    DecodeError::reported(name.as_deref().unwrap_or_default())
}

/// Asks whether the browser has a decoder for phones' streams; with `hardware`, whether it has one in hardware.
pub fn ask(hardware: bool) -> Promise {
    VideoDecoder::is_config_supported(&configuration(COMMON_CODEC, None, hardware)).unchecked_into()
}

/// Reads the answer to [`ask`].
pub async fn is_supported(answer: Promise) -> bool {
    JsFuture::from(answer).await.is_ok_and(|answer| {
        answer
            .unchecked_into::<VideoDecoderSupport>()
            .get_supported()
            == Some(true)
    })
}

/// Configuration without a description: the stream is Annex B.
fn configuration(codec: &str, size: Option<(u32, u32)>, hardware: bool) -> VideoDecoderConfig {
    let config = VideoDecoderConfig::new(codec);
    if let Some((width, height)) = size {
        config.set_coded_width(width);
        config.set_coded_height(height);
    }
    config.set_optimize_for_latency(true);
    config.set_hardware_acceleration(if hardware {
        HardwareAcceleration::PreferHardware
    } else {
        HardwareAcceleration::NoPreference
    });
    config
}
