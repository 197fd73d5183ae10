//! Painter of the pictures that watchers get.

use std::sync::Arc;
use std::time::Duration;

use handset::internal::Phone;
use tokio::sync::Semaphore;

#[tokio::test]
async fn the_first_to_watch_gets_a_picture_though_the_news_went_to_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let work = Arc::new(Semaphore::new(1));
    let takes = Some(Duration::ZERO);
    let phone = Phone::boot(folder.path(), 0, true, takes, work, None).expect("a phone that boots");
    for _ in 0..3 {
        let mut watch = phone.watch(Some(Duration::from_millis(33)));
        // A painter that is being ended may consume the notification for the next one; this does the same.
        phone.changed.notify_one();
        phone.changed.notified().await;
        let first = watch.frames.wait_for(Option::is_some);
        let first = tokio::time::timeout(Duration::from_mins(2), first).await;
        assert!(first.is_ok_and(|frame| frame.is_ok()));
    }
}
