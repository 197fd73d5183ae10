//! Shelf of the demo: four configurations with prices by days and quantity; one of them is out of stock.

use serde_json::{Value, json};

/// Configurations of the members' phones, alternately.
pub const RENTED: [&str; 2] = ["标准型", "游戏型"];
/// Configurations of the phones in stock, in turn: 10, 5 and 2 of 17, so that larger quantities can be tried.
const STOCK: [&str; 17] = [
    "标准型",
    "进阶型",
    "游戏型",
    "标准型",
    "标准型",
    "进阶型",
    "标准型",
    "标准型",
    "进阶型",
    "标准型",
    "标准型",
    "游戏型",
    "标准型",
    "进阶型",
    "标准型",
    "标准型",
    "进阶型",
];
/// Quantities from which each phone costs less.
const FROM: [i64; 4] = [1, 10, 30, 100];

/// Prices of a configuration: its name, and for each number of days the fen of one phone at each step of [`FROM`].
type Prices = (&'static str, [(i64, [i64; 4]); 4]);

const PRICES: [Prices; 4] = [
    (
        "标准型",
        [
            (7, [1_400, 1_300, 1_200, 1_100]),
            (30, [4_500, 4_200, 3_900, 3_600]),
            (90, [12_600, 11_800, 11_000, 10_200]),
            (365, [43_800, 41_000, 38_200, 35_400]),
        ],
    ),
    (
        "进阶型",
        [
            (7, [2_100, 2_000, 1_900, 1_800]),
            (30, [6_800, 6_400, 6_000, 5_600]),
            (90, [19_000, 17_900, 16_800, 15_700]),
            (365, [66_000, 62_000, 58_000, 54_000]),
        ],
    ),
    (
        "游戏型",
        [
            (7, [3_700, 3_500, 3_300, 3_100]),
            (30, [11_800, 11_200, 10_500, 9_800]),
            (90, [33_000, 31_300, 29_300, 27_400]),
            (365, [115_000, 109_000, 102_000, 95_500]),
        ],
    ),
    (
        "轻量型",
        [
            (7, [800, 760, 720, 680]),
            (30, [2_600, 2_450, 2_300, 2_150]),
            (90, [7_200, 6_800, 6_400, 6_000]),
            (365, [25_000, 23_600, 22_100, 20_700]),
        ],
    ),
];

/// List of configurations in a seed file.
pub fn configurations() -> Value {
    json!([
        { "name": "标准型", "nameEn": "Standard", "code": "S4", "cores": 4, "memoryMb": 6144, "storageGb": 64, "androidVersion": "10", "chip": "Orion865", "padType": 5, "dpi": 320 },
        { "name": "进阶型", "nameEn": "Advanced", "code": "S6", "cores": 8, "memoryMb": 8192, "storageGb": 128, "androidVersion": "12", "chip": "Orion888", "padType": 5, "dpi": 320 },
        { "name": "游戏型", "nameEn": "Gaming", "code": "G8", "cores": 8, "memoryMb": 12288, "storageGb": 256, "androidVersion": "13", "chip": "Orion8G2", "padType": 5, "dpi": 320 },
        { "name": "轻量型", "nameEn": "Light", "code": "V2", "cores": 2, "memoryMb": 3072, "storageGb": 32, "androidVersion": "10", "chip": "Orion730", "padType": 5, "dpi": 320 },
    ])
}

/// List of prices in a seed file.
pub fn prices() -> Value {
    PRICES
        .iter()
        .flat_map(|(configuration, packages)| {
            packages.map(|(days, units)| (*configuration, days, units))
        })
        .map(|(configuration, days, units)| {
            let tiers: Vec<Value> = FROM
                .into_iter()
                .zip(units)
                .map(|(from, unit_fen)| json!({ "from": from, "unitFen": unit_fen }))
                .collect();
            json!({ "configuration": configuration, "days": days, "tiers": tiers })
        })
        .collect()
}

/// List of phones in stock in a seed file.
pub fn stock(addresses: &[String]) -> Value {
    addresses
        .iter()
        .zip(STOCK.iter().cycle())
        .map(|(adb, configuration)| json!({ "configuration": configuration, "adb": adb }))
        .collect()
}
