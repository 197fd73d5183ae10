//! Asking ADB addresses which phones are there: many at once, in a bounded time.

use std::collections::HashMap;

use domain::phones::{InvalidAddress, Line, Unwell};
use engine::Engine;
use fleet::PhoneModel;
use futures_util::StreamExt as _;
use futures_util::stream;
use store::StoreError;
use store::console::phones::{self, PhoneAtAddress};

/// Addresses that are asked at the same time.
const AT_ONCE: usize = 64;

/// Outcome of asking one typed address.
pub enum PhoneQuery {
    /// A phone answered that is not here yet.
    Fits(PhoneModel),
    /// The text is no address, or stands there twice.
    Wrong(InvalidAddress),
    /// A phone here has the address.
    Known(PhoneAtAddress),
    /// The address gave no answer of a phone.
    Unwell(Unwell),
}

/// Asks each address that is right and not here yet. Answers in the order of the lines.
pub async fn ask(
    engine: &Engine,
    lines: Vec<Line>,
) -> Result<Vec<(String, PhoneQuery)>, StoreError> {
    let addresses = lines.iter().filter_map(|line| line.as_ref().ok().cloned());
    let known = phones::known(&engine.store, addresses.collect()).await?;
    let answers = stream::iter(lines)
        .map(|line| answer(engine, line, &known))
        .buffered(AT_ONCE);
    Ok(answers.collect().await)
}

async fn answer(
    engine: &Engine,
    line: Line,
    known: &HashMap<String, PhoneAtAddress>,
) -> (String, PhoneQuery) {
    let address = match line {
        Ok(address) => address,
        Err((typed, fault)) => return (typed, PhoneQuery::Wrong(fault)),
    };
    if let Some(phone) = known.get(&address) {
        return (address, PhoneQuery::Known(phone.clone()));
    }
    let asked = match engine.fleet.identify_phone(&address).await {
        Ok(model) => PhoneQuery::Fits(model),
        Err(fault) => PhoneQuery::Unwell(fault.unwell()),
    };
    (address, asked)
}
