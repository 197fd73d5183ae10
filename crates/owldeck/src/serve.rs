//! `owldeck serve`: a server for real members. Nothing of the demo may be near it.

use std::process::ExitCode;
use std::sync::Arc;

use domain::auth::Account;
use engine::Clock;
use fleet::{KeyPair, ServerFile};
use store::{Stamp, Store, member, private};

use crate::compose::{self, Parts};
use crate::services::Services;
use crate::settings::Settings;
use crate::{Failure, demo};

/// Runs the server.
pub fn run(settings: &Settings) -> Result<ExitCode, Failure> {
    if settings.demo.clock_offset_file.is_some() {
        return Err("OWLDECK_CLOCK_OFFSET_FILE is for demos only".into());
    }
    if settings.demo.outbox.is_some() {
        return Err("OWLDECK_OUTBOX is for demos only".into());
    }
    private::folder(&settings.server.data_dir)?;
    let store = Store::open(&settings.database(), Stamp::Live)?;
    // The key is made at the first start; its public line belongs into the phones' images.
    let key = KeyPair::load_or_create(&settings.server.data_dir.join("adb_key"))?;
    let phones = compose::phone_runtime()?;
    let outcome = actix_web::rt::System::new().block_on(async {
        let (settings, listener) = compose::listen(settings)?;
        for account in demo::ACCOUNTS {
            let parsed = Account::parse(account).map_err(|v| v.to_string())?;
            if member::opens_with(&store, parsed, demo::PASSWORD.to_owned()).await? {
                return Err(
                    format!("account {account} has the demo's password: change it first").into(),
                );
            }
        }
        let server_file = match settings.screen_server() {
            Some(path) => Some(ServerFile::load(path).await?),
            None => None,
        };
        if server_file.is_none() {
            tracing::warn!(
                setting = "OWLDECK_SCRCPY_SERVER",
                "setting missing: phones are shown by screenshots"
            );
        }
        let services = Services::of(&settings)?;
        if services.senders.sms.is_none() {
            tracing::warn!(
                setting = "OWLDECK_SMS_KIND",
                "setting missing: nobody can register, or sign in by a code"
            );
        }
        if services.wallets.is_empty() {
            tracing::warn!(
                setting = "OWLDECK_ALIPAY_APP_ID, OWLDECK_WECHATPAY_MCH_ID",
                "settings missing: nobody can pay"
            );
        }
        let greeting = format!("Owldeck listens on {}", settings.address());
        compose::serve(
            &settings,
            Parts {
                listener,
                store,
                clock: Clock::system(),
                server_file,
                key: Some(Arc::new(key)),
                providers: Vec::new(),
                services,
                sandbox: None,
                seeding: false,
                demo: None,
                greeting,
            },
            &phones,
        )
        .await
    });
    phones.shutdown_background();
    outcome
}
