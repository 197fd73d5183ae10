//! `POST /sandbox/seed`: loads a seed file into the running demo as `owldeck seed` does, without a process of its own. Only where
//! the demo is for one machine. No page of another origin can send it: a browser would ask first whether it may send JSON.

use actix_web::http::header::ContentType;
use actix_web::web::{self, Data, Header};
use actix_web::{HttpResponse, post};
use causes::causes;
use engine::Engine;
use store::seed::{self, Seed, Seeded};
use tokio::time::{Duration, timeout};

/// Largest seed, in bytes.
const SEED_MAX_BYTES: usize = 1024 * 1024;
/// Longest wait for the first try to reach each new phone.
const FIRST_TRY: Duration = Duration::from_secs(10);

/// Call that loads seeds into the engine of the running server.
#[derive(Clone)]
pub struct Seeding(Engine);

impl Seeding {
    pub const fn new(engine: Engine) -> Self {
        Self(engine)
    }

    /// Adds the call. This must come before the sandbox's own calls, which answer every other path below `/sandbox` with 404.
    pub fn configure(self, cfg: &mut web::ServiceConfig) {
        cfg.service(
            web::scope("/sandbox/seed")
                .app_data(Data::new(self))
                .app_data(web::PayloadConfig::new(SEED_MAX_BYTES))
                .service(load),
        );
    }

    /// Returns once the server has tried to reach each new phone, so that a test that opens one next finds its final state.
    async fn reach(&self, seeded: &Seeded) -> Result<(), store::StoreError> {
        let Self(engine) = self;
        let mut news = engine.fleet.health_events();
        engine.attach().await?;
        let tried = || {
            let known = engine.fleet.health();
            let is_known = |id: i64| known.iter().any(|health| health.phone_id == id);
            seeded.phones.iter().all(|phone| is_known(phone.phone_id))
        };
        let trying = async {
            while !tried() {
                // Receiving fails only where some news were missed.
                let _ = news.recv().await;
            }
        };
        // A phone that does not answer in time is reported by whatever uses it next.
        let _ = timeout(FIRST_TRY, trying).await;
        Ok(())
    }
}

/// Answers with the ids of what was made, or with the reason why nothing was.
#[post("")]
async fn load(seeding: Data<Seeding>, kind: Header<ContentType>, text: String) -> HttpResponse {
    if kind.0 != ContentType::json() {
        return HttpResponse::UnsupportedMediaType().finish();
    }
    let seed = match Seed::parse(&text) {
        Ok(seed) => seed,
        Err(error) => return HttpResponse::BadRequest().body(error.to_string()),
    };
    let Seeding(engine) = seeding.get_ref();
    let seeded = match seed::load(&engine.store, seed, engine.clock.now_ms()).await {
        Ok(seeded) => seeded,
        Err(error) => return HttpResponse::BadRequest().body(error.to_string()),
    };
    if let Err(fault) = seeding.reach(&seeded).await {
        tracing::error!(
            error = %causes(&fault),
            "attach seeded phones failed"
        );
        return HttpResponse::InternalServerError().finish();
    }
    HttpResponse::Ok().json(seeded)
}
