//! One-click new devices: what phones are now and what lies on them, asked beforehand; what is drawn for each.

use causes::causes;
use domain::identity::{Identity, SerialForm};
use domain::phones::{Action, BATCH_MAX};
use futures_util::{StreamExt as _, stream};
use rand::RngExt;
use store::StoreError;
use store::phones::Verdict;
use store::session::Actor;

use crate::Engine;

/// Answer to whether a phone may become a new device, and what it would lose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    /// Phone's id.
    pub phone_id: i64,
    /// Whether it may, or why not.
    pub verdict: Result<(), Verdict>,
    /// The identity that it tells now; none where it may not, or does not answer.
    pub now: Option<Identity>,
}

/// A serial number of this form that no phone had before.
pub fn draw_serial(form: SerialForm) -> String {
    form.draw(rand::rng().random())
}

/// An Android id that no phone had before: sixteen hexadecimal digits.
pub fn draw_android_id() -> String {
    format!("{:016x}", rand::rng().random::<u64>())
}

impl Engine {
    /// The phones' present identities, in the order that was asked for; judged as the call itself, phone by phone.
    pub async fn preview_new_devices(
        &self,
        actor: &Actor,
        phone_ids: Vec<i64>,
    ) -> Result<Vec<Preview>, StoreError> {
        let checked = self.check(actor, phone_ids, Action::NewDevice).await?;
        let looks = checked.into_iter().map(|(phone_id, verdict)| async move {
            let now = match verdict {
                Ok(()) => self.identity_of(phone_id).await,
                Err(_) => None,
            };
            Preview {
                phone_id,
                verdict,
                now,
            }
        });
        Ok(stream::iter(looks).buffered(BATCH_MAX).collect().await)
    }

    /// The identity that a phone tells of itself; none where it does not answer.
    pub(crate) async fn identity_of(&self, phone_id: i64) -> Option<Identity> {
        let read = self.fleet.identity(phone_id).await;
        read.inspect_err(|error| {
            tracing::info!(phone_id, error = %causes(error), "read identity failed");
        })
        .ok()
    }
}
