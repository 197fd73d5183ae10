//! Rules of operations: densities, signatures of apps, names for many phones, and the kinds.

use domain::apps;
use domain::operations::{self, Kind};
use domain::text::names;
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::lang;

/// Message about a density; none when it may be set.
#[wasm_bindgen(js_name = checkDensity)]
pub fn check_density(dpi: i32, lang_tag: &str) -> Option<String> {
    operations::density_fault(dpi, lang(lang_tag))
}

/// Whether two apps of one package are signed by different keys. Each app is given by the digests of its certificates, with commas between.
#[wasm_bindgen(js_name = signedApart)]
pub fn signed_apart(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|text| {
        let digests = text.split(',').filter(|digest| !digest.is_empty());
        digests.collect::<Vec<&str>>()
    });
    apps::signed_apart(&one, &other)
}

/// Names for many phones, or the reason why the pattern gives none.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Numbered {
    names: Vec<String>,
    fault: Option<String>,
}

/// Names for `count` phones: `{n}` in the pattern counts from `first`.
#[wasm_bindgen(js_name = numberedNames)]
pub fn numbered_names(
    pattern: &str,
    first: u32,
    count: usize,
    lang_tag: &str,
) -> Result<Ts<Numbered>, JsError> {
    let numbered = match names::numbered(pattern, first, count) {
        Ok(names) => Numbered {
            names: names.iter().map(|name| name.as_str().to_owned()).collect(),
            fault: None,
        },
        Err(fault) => Numbered {
            names: Vec::new(),
            fault: Some(fault.text(lang(lang_tag))),
        },
    };
    Ok(numbered.into_ts()?)
}

/// Name of a kind of operation for people; none for a kind that does not exist.
#[wasm_bindgen(js_name = kindText)]
pub fn kind_text(kind: &str, lang_tag: &str) -> Option<String> {
    let kind: Kind = kind.parse().ok()?;
    Some(kind.words().in_lang(lang(lang_tag)).to_owned())
}

/// Permission that a kind needs; none for what members do with their own phones.
#[wasm_bindgen(js_name = kindPermission)]
pub fn kind_permission(kind: &str) -> Option<String> {
    let kind: Kind = kind.parse().ok()?;
    kind.permission().map(str::to_owned)
}

/// Time that a kind takes on so many phones, of which the slowest takes `slowest_ms`; none for a kind that does not exist.
#[wasm_bindgen(js_name = kindExpectedFor)]
pub fn kind_expected_for(kind: &str, phones: usize, slowest_ms: f64) -> Option<f64> {
    let kind: Kind = kind.parse().ok()?;
    Some(kind.expected_for(phones, slowest_ms as i64) as f64)
}

/// Usual time of a kind in milliseconds; none for a kind that does not exist.
#[wasm_bindgen(js_name = kindExpectedMs)]
pub fn kind_expected_ms(kind: &str) -> Option<f64> {
    let kind: Kind = kind.parse().ok()?;
    Some(kind.expected_ms() as f64)
}
