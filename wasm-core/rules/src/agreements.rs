//! Rules of agreements: the form of a version.

use domain::agreements;
use wasm_bindgen::prelude::*;

use crate::lang;

/// Message about a title; none when it is fine.
#[wasm_bindgen(js_name = checkAgreementTitle)]
pub fn check_agreement_title(title: &str, lang_tag: &str) -> Option<String> {
    agreements::parse_title(title)
        .err()
        .map(|fault| fault.text(lang(lang_tag)).to_owned())
}
