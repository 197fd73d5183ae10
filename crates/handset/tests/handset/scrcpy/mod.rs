//! Parts of the scrcpy server, without a client: the size of its video, and its sound.

mod aac;
mod opus;
mod sound;

use handset::internal::video_size;

#[test]
fn sizes_are_those_of_the_real_server() {
    assert_eq!(video_size((720, 1280), 0), (720, 1280));
    assert_eq!(video_size((720, 1280), 1280), (720, 1280));
    assert_eq!(video_size((1280, 720), 2000), (1280, 720));
    assert_eq!(video_size((720, 1280), 320), (184, 320));
    assert_eq!(video_size((1280, 720), 320), (320, 184));
    assert_eq!(video_size((720, 1280), 1024), (576, 1024));
    assert_eq!(video_size((720, 1280), 1279), (712, 1272));
    assert_eq!(video_size((720, 1280), 8), (8, 8));
    assert_eq!(video_size((720, 1280), 1), (8, 8));
    assert_eq!(video_size((605, 1003), 0), (608, 1000));
    assert_eq!(video_size((1001, 333), 1280), (1000, 336));
    assert_eq!(video_size((207, 207), 0), (200, 200));
}
