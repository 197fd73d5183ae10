//! The phone's screen, without a viewer: its fonts, and what is painted over its pictures for measuring.

mod frame_stamp;
mod noise;

use egui::{FontId, RawInput};
use handset::internal::context_with_fonts;

#[test]
fn what_members_write_has_glyphs_of_its_own() {
    let context = context_with_fonts();
    context.begin_pass(RawInput::default());
    let drawn =
        |text: &str| context.fonts_mut(|fonts| fonts.has_glyphs(&FontId::proportional(16.0), text));
    for text in ["Owl-01", "你好，世界", "👍😂🎉🐱❤", "…—“”"] {
        assert!(drawn(text), "{text}");
    }
    assert!(!drawn("𓀀"), "not in any of the fonts: a box");
}
