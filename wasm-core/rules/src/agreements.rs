//! Rules of agreements: the form of a version.

use domain::agreements::{self, Kind};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::lang;

/// Limits of agreements.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct AgreementLimits {
    title_max: usize,
    /// Wire names of the agreements, in the order in which they are shown.
    kinds: Vec<String>,
}

/// Limits of agreements.
#[wasm_bindgen(js_name = agreementLimits)]
pub fn agreement_limits() -> Result<Ts<AgreementLimits>, JsError> {
    let limits = AgreementLimits {
        title_max: agreements::TITLE_MAX_CHARS,
        kinds: Kind::ALL.map(|kind| kind.name().to_owned()).to_vec(),
    };
    Ok(limits.into_ts()?)
}

/// Message about a title; none when it is fine.
#[wasm_bindgen(js_name = checkAgreementTitle)]
pub fn check_agreement_title(title: &str, lang_tag: &str) -> Option<String> {
    agreements::parse_title(title)
        .err()
        .map(|fault| fault.text(lang(lang_tag)).to_owned())
}
