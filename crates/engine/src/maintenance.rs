//! Maintenance of phones: operators set and end it, and its steps are carried out when they are due. Each phone that changed is published to
//! clients.

use std::time::Duration;

use causes::causes;
use domain::maintenance::{NewMaintenance, Target};
use store::maintenance::{self, MaintenanceError, Reach, Site};
use store::session::Actor;

use crate::Engine;
use crate::worker::repeat;

/// Pause between two checks for due steps.
const CHECK_EVERY: Duration = Duration::from_secs(1);

/// Carries out due steps for ever; a step that fails is due again at the next check.
pub(crate) async fn watch(engine: Engine) {
    repeat(CHECK_EVERY, || advance_due(&engine)).await;
}

async fn advance_due(engine: &Engine) {
    let now_ms = engine.clock.now_ms();
    match maintenance::advance(&engine.store, engine.site(), now_ms).await {
        Ok(advanced) => {
            for phone_id in advanced.taken.into_iter().chain(advanced.freed) {
                engine.publish_phone(phone_id).await;
            }
        }
        Err(fault) => tracing::error!(error = %causes(&fault), "advance maintenance failed"),
    }
}

impl Engine {
    fn site(&self) -> Site<impl Fn(&str) -> Vec<i64> + Clone + Send + use<>> {
        let fleet = self.fleet.clone();
        Site {
            zone: self.order_rules().zone,
            phones_of_host: move |name: &str| fleet.phones_of_host(name),
        }
    }

    /// Counts the phones and members that maintenance would affect now.
    pub async fn reach_of_maintenance(&self, target: Target) -> Result<Reach, MaintenanceError> {
        maintenance::reach(&self.store, target, self.site()).await
    }

    /// Sets maintenance; returns its id.
    pub async fn set_maintenance(
        &self,
        actor: &Actor,
        new: NewMaintenance,
    ) -> Result<i64, MaintenanceError> {
        let now_ms = self.clock.now_ms();
        let (id, taken) = maintenance::set(&self.store, actor, new, self.site(), now_ms).await?;
        for phone_id in taken {
            self.publish_phone(phone_id).await;
        }
        Ok(id)
    }

    /// Ends maintenance, or cancels it before its start.
    pub async fn end_maintenance(&self, actor: &Actor, id: i64) -> Result<(), MaintenanceError> {
        let now_ms = self.clock.now_ms();
        let zone = self.order_rules().zone;
        let freed = maintenance::end(&self.store, actor, id, zone, now_ms).await?;
        for phone_id in freed {
            self.publish_phone(phone_id).await;
        }
        Ok(())
    }
}
