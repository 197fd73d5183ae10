//! Rules that operators change while the server runs: read from the database once a second, and at once where they were changed.

use std::sync::Arc;
use std::time::Duration;

use causes::causes;
use domain::config::{Rules, Setting};
use domain::orders::OrderRules;
use domain::uploads::UploadRules;
use parking_lot::RwLock;
use store::{StoreError, config};

use super::Engine;
use crate::worker::repeat;

/// Pause between two looks for changes that other servers made.
const LOOK: Duration = Duration::from_secs(1);

/// The rules in force, and the environment's rules and locks that they are made of. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Config {
    base: Rules,
    locked: Vec<Setting>,
    current: Arc<RwLock<Rules>>,
}

impl Config {
    pub(crate) fn new(base: Rules, locked: Vec<Setting>) -> Self {
        Self {
            base,
            locked,
            current: Arc::new(RwLock::new(base)),
        }
    }
}

impl Engine {
    /// The rules in force.
    pub fn rules(&self) -> Rules {
        *self.config.current.read()
    }

    /// The rules of orders in force.
    pub fn order_rules(&self) -> OrderRules {
        self.rules().orders
    }

    /// The rules of members' files in force.
    pub fn upload_rules(&self) -> UploadRules {
        self.rules().uploads
    }

    /// The rules of the environment, which hold where no operator set another value.
    pub fn default_rules(&self) -> Rules {
        self.config.base
    }

    /// Settings that the environment sets, so that no operator can change them.
    pub fn locked_settings(&self) -> &[Setting] {
        &self.config.locked
    }

    /// Reads the rules from the database, whatever was read before.
    pub async fn reload_config(&self) -> Result<(), StoreError> {
        let Config { base, locked, .. } = &self.config;
        let rules = config::rules(&self.store, *base, locked.clone()).await?;
        *self.config.current.write() = rules;
        Ok(())
    }
}

/// Reloads the rules every [`LOOK`] for ever, so that changes of other servers arrive.
pub(crate) async fn watch(engine: Engine) {
    repeat(LOOK, || reload(&engine)).await;
}

async fn reload(engine: &Engine) {
    if let Err(fault) = engine.reload_config().await {
        tracing::error!(error = %causes(&fault), "read configuration failed");
    }
}
