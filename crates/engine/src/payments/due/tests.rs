//! More work is due at once than there are permits, at wallets that this server does not have: one check starts all of it.

use domain::auth::SignIn;
use domain::orders::{Key, OrderRules, PayWay};
use domain::phones::rental::Retention;
use domain::zone::Zone;
use fleet::{Fleet, FleetOptions, Timing};
use store::orders::{Draft, NewOrder};
use store::seed::{Seed, load};
use store::session::{Actor, Terminal, actor_of, sign_in};
use store::{Stamp, Store};

use super::*;
use crate::Clock;

const MEMBER: &str = "13800000000";
const PASSWORD: &str = "Owldeck#2026";
const PRICE_FEN: i64 = 4500;
/// Number of orders; with a payment in every way for each there are more payments than permits.
const ORDERS: i64 = 7;

/// Loads a shop with a phone for each order, and a member who buys.
async fn opened(store: &Store, now_ms: i64) -> Actor {
    let stock: Vec<_> = (1..=ORDERS)
        .map(|n| serde_json::json!({ "configuration": "VIP", "adb": format!("10.9.0.{n}:5555") }))
        .collect();
    let seed = serde_json::json!({
        "members": [{ "phone": MEMBER, "password": PASSWORD }],
        "configurations": [
            { "name": "VIP", "androidVersion": "14", "chip": "RK3588", "padType": 5, "dpi": 320 },
        ],
        "prices": [
            { "configuration": "VIP", "days": 30, "tiers": [{ "from": 1, "unitFen": PRICE_FEN }] },
        ],
        "stock": stock,
    });
    let seed = Seed::parse(&seed.to_string()).unwrap();
    load(store, seed, now_ms).await.unwrap();
    let form = SignIn::parse(MEMBER, PASSWORD, None).unwrap();
    let tokens = sign_in(store, form, Terminal::Web, now_ms).await.unwrap();
    let actor = actor_of(store, tokens.access, now_ms).await.unwrap();
    actor.unwrap()
}

/// Orders the phone of that number.
async fn order(store: &Store, actor: &Actor, n: i64, now_ms: i64) -> i64 {
    let shelf = orders::shelf(store, None, now_ms).await.unwrap();
    let sold = &shelf[0];
    let new = NewOrder {
        draft: Draft::Purchase {
            configuration_id: sold.id,
            carrier: None,
            package_id: sold.packages[0].id,
            quantity: 1,
        },
        expected_total_fen: PRICE_FEN,
        points: 0,
        agreed: true,
        agreement: None,
    };
    let rules = OrderRules::of(15, Retention::default(), ORDERS, Zone::default()).unwrap();
    let key = Key::parse(&format!("order-{n}")).unwrap();
    let made = orders::create(store, actor, rules, new, Some(key), now_ms).await;
    made.unwrap().order.id
}

#[tokio::test]
async fn one_look_hands_out_more_than_there_are_places() {
    let database = fresh_database::sqlite();
    let store = Store::open(&database.url, Stamp::Demo).unwrap();
    let fleet = Fleet::new(FleetOptions {
        server_file: None,
        runtime: tokio::runtime::Handle::current(),
        clock: Arc::new(|| 0),
        timing: Timing::default(),
    });
    let engine = Engine::new(store.clone(), fleet, Clock::system());
    let now_ms = engine.clock.now_ms();
    let actor = opened(&store, now_ms).await;
    // A minute from now, so that nothing is due before the clock is moved.
    let begun_ms = now_ms + 60_000;
    let mut begun = 0;
    for n in 0..ORDERS {
        let id = order(&store, &actor, n, now_ms).await;
        for wallet in Wallet::ALL {
            for way in PayWay::ALL {
                orders::attempt(&store, &actor, id, *wallet, *way, begun_ms)
                    .await
                    .unwrap();
                begun += 1;
            }
        }
    }
    assert!(begun > usize::from(AT_ONCE));
    assert_eq!(engine.start_due(&permits()).await.unwrap(), 0, "not yet");
    engine.clock.set_offset_s(120.0);
    assert_eq!(engine.start_due(&permits()).await.unwrap(), begun);
    let left = orders::due(&store, engine.clock.now_ms(), 100).await;
    assert!(left.unwrap().is_empty());
}
