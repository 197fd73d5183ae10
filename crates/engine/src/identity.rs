//! Making a phone a new device: the preview of what the phone is now, and the random ids that are drawn for it.

use causes::causes;
use domain::identity::{Identity, SerialForm};
use domain::phones::{Action, BATCH_MAX};
use futures_util::{StreamExt as _, stream};
use rand::RngExt;
use store::StoreError;
use store::phones::Verdict;
use store::session::Actor;

use crate::Engine;

/// Whether a phone may become a new device, and the identity that it would lose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preview {
    pub phone_id: i64,
    /// Whether the phone may become a new device, or why not.
    pub verdict: Result<(), Verdict>,
    /// The phone's present identity; none where the verdict is a refusal or the phone does not answer.
    pub now: Option<Identity>,
}

/// Draws a random serial number of this form.
pub fn draw_serial(form: SerialForm) -> String {
    form.draw(rand::rng().random())
}

/// Draws a random Android id of sixteen hexadecimal digits.
pub fn draw_android_id() -> String {
    format!("{:016x}", rand::rng().random::<u64>())
}

impl Engine {
    /// Previews the action for each phone, in the order of `phone_ids`, with the verdict that the action itself would get.
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

    /// The identity that a phone tells of itself; none where the phone does not answer.
    pub(crate) async fn identity_of(&self, phone_id: i64) -> Option<Identity> {
        let read = self.fleet.identity(phone_id).await;
        read.inspect_err(|error| {
            tracing::info!(phone_id, error = %causes(error), "read identity failed");
        })
        .ok()
    }
}
