//! Any bytes as what an app says of itself: a manifest and the table of resources that it names texts of.
#![no_main]

use libfuzzer_sys::fuzz_target;
use unpack::app;

/// As many bytes of each text are kept, and as many permissions.
const TEXT_MAX_BYTES: usize = 1024;
const PERMISSIONS_MAX: usize = 1000;

fuzz_target!(|data: &[u8]| {
    // Where the one ends and the other begins is said by the first two bytes.
    let Some((cut, bytes)) = data.split_first_chunk::<2>() else {
        return;
    };
    let cut = usize::from(u16::from_le_bytes(*cut)).min(bytes.len());
    let (manifest, resources) = bytes.split_at(cut);
    let Some(app) = app::parse(manifest, resources) else {
        return;
    };
    let texts = [Some(&app.package), Some(&app.version_name), app.label.as_ref(), app.icon.as_ref()];
    let texts = texts.into_iter().flatten().chain(&app.permissions);
    assert!(texts.into_iter().all(|text| text.len() <= TEXT_MAX_BYTES));
    assert!(app.permissions.len() <= PERMISSIONS_MAX);
});
