//! Follows which app is in front on a phone, while there is a receiver.

use std::sync::Arc;
use std::time::Duration;

use domain::play::keymap;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::phone::Phone;

/// Starts following, with this pause between two queries, each of which starts a program on the phone; ends when the receiver is dropped.
pub fn follow(phone: &Arc<Phone>, pause: Duration) -> watch::Receiver<Option<String>> {
    let (sender, front) = watch::channel(None);
    let phone = Arc::clone(phone);
    let runtime = phone.environment.runtime.clone();
    runtime.spawn(async move {
        tokio::select! {
            () = sender.closed() => {}
            never = poll(&phone, pause, &sender) => match never {},
        }
    });
    front
}

async fn poll(
    phone: &Phone,
    pause: Duration,
    sender: &watch::Sender<Option<String>>,
) -> std::convert::Infallible {
    loop {
        let link = phone.connection.link();
        let front = match link {
            Some(link) => link.app_in_front().await.ok().flatten(),
            None => None,
        };
        // The phone's answer is not trusted: only a name that can be a package is published.
        let front = front.filter(|package| keymap::is_package(package));
        sender.send_if_modified(|known| {
            let news = *known != front;
            *known = front;
            news
        });
        sleep(pause).await;
    }
}
