//! Notifications on their way to the merchant: at once, and again by each wallet's own schedule until they are taken.

use std::sync::Arc;
use std::time::Duration;

use causes::causes;
use reqwest::redirect::Policy;
use reqwest::{Client, StatusCode};
use tokio::task::{JoinHandle, JoinSet};

use super::{Open, PendingNotification, Trade, Which};
use crate::{Sandbox, SandboxError, alipay, wechat_pay};

/// Time for an answer: WeChat Pay waits five seconds.
const TIMEOUT: Duration = Duration::from_secs(5);
/// Pause between two looks for due notifications: the demo's clock may be moved.
const LOOK: Duration = Duration::from_millis(200);
/// Most notifications being sent at once.
const AT_ONCE: usize = 16;
/// Most bytes of an answer that are read.
const ANSWER_MAX_BYTES: usize = 4096;

/// Task that sends notifications until it is dropped.
pub struct Deliveries(JoinHandle<()>);

impl Drop for Deliveries {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A notification, ready to be sent.
pub struct Notification {
    pub url: String,
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
}

impl Deliveries {
    pub fn start(sandbox: Sandbox) -> Result<Self, SandboxError> {
        let client = Client::builder()
            .timeout(TIMEOUT)
            .redirect(Policy::none())
            // Everything is sent to this machine or to the demo's own address.
            .no_proxy()
            .build()
            .map_err(|error| SandboxError::Files(std::io::Error::other(error)))?;
        let open = sandbox.0.wallets.open()?;
        Ok(Self(tokio::spawn(run(sandbox, open, client))))
    }
}

async fn run(sandbox: Sandbox, open: Arc<Open>, client: Client) {
    loop {
        let due = due(&open, sandbox.now_ms());
        if due.is_empty() {
            // The wait ends with a new notification, or after the pause.
            drop(tokio::time::timeout(LOOK, open.news.notified()).await);
            continue;
        }
        let mut sending = JoinSet::new();
        for (trade, news) in due.into_iter().take(AT_ONCE) {
            let (client, open, now_ms) = (client.clone(), Arc::clone(&open), sandbox.now_ms());
            sending.spawn(async move {
                let taken = send(&client, &open, &trade, &news, now_ms).await;
                (trade, news, taken)
            });
        }
        while let Some(outcome) = sending.join_next().await {
            let Ok((trade, news, taken)) = outcome else {
                continue;
            };
            let told = settle(&open, &trade, &news, taken, sandbox.now_ms());
            if let Err(error) = told {
                tracing::error!(error = %causes(&error), "write wallet state failed");
                tokio::time::sleep(LOOK).await;
            }
        }
    }
}

/// Notifications that are due now.
fn due(open: &Open, now_ms: i64) -> Vec<(Trade, PendingNotification)> {
    let book = open.book();
    let all = book.all().flat_map(|trade| {
        trade
            .news
            .iter()
            .filter(|news| news.next_ms <= now_ms)
            .map(|news| (trade.clone(), news.clone()))
    });
    all.collect()
}

async fn send(
    client: &Client,
    open: &Open,
    trade: &Trade,
    news: &PendingNotification,
    now_ms: i64,
) -> bool {
    let notification = match trade.which {
        Which::Alipay => alipay::signed_notification(&open.key_pairs, trade, news, now_ms),
        Which::WechatPay => wechat_pay::signed_notification(&open.key_pairs, trade, news, now_ms),
    };
    let notification = match notification {
        Ok(notification) => notification,
        Err(error) => {
            tracing::error!(error = %causes(&error), "sign notification failed");
            return false;
        }
    };
    let mut request = client.post(&notification.url).body(notification.body);
    for (name, value) in notification.headers {
        request = request.header(name, value);
    }
    let Ok(mut reply) = request.send().await else {
        return false;
    };
    let status = reply.status();
    let mut body = Vec::new();
    while let Ok(Some(chunk)) = reply.chunk().await {
        body.extend_from_slice(&chunk);
        if body.len() > ANSWER_MAX_BYTES {
            return false;
        }
    }
    match trade.which {
        Which::Alipay => body == b"success",
        Which::WechatPay => matches!(status, StatusCode::OK | StatusCode::NO_CONTENT),
    }
}

/// Records a result: a notification that was taken is removed; others wait for the next turn, if there is one.
fn settle(
    open: &Open,
    trade: &Trade,
    news: &PendingNotification,
    taken: bool,
    now_ms: i64,
) -> std::io::Result<()> {
    let mut book = open.book();
    // The trade may have changed while the notification was on its way.
    let Some(mut trade) = book.get(trade.which, &trade.order_no).cloned() else {
        return Ok(());
    };
    let pauses = trade.which.pauses_s();
    trade.news.retain_mut(|kept| {
        if kept.id != news.id {
            return true;
        }
        let pause = pauses.get(kept.tries).filter(|_| !taken);
        if let Some(pause) = pause {
            kept.tries += 1;
            kept.next_ms = now_ms + pause * 1000;
        }
        pause.is_some()
    });
    book.put(trade)
}
