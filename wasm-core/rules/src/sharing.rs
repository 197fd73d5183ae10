//! Rules of authorizations.

use domain::access::Level;
use domain::sharing;
use wasm_bindgen::prelude::*;

use crate::lang;

/// Why a phone cannot be authorized to another account, in words; empty when it can. `rental` is the list's word.
#[wasm_bindgen(js_name = shareRefusal)]
pub fn share_refusal(level: &str, rental: &str, shared: bool, lang_tag: &str) -> String {
    let situation = sharing::Situation {
        level: if level == "owner" {
            Level::Owner
        } else {
            Level::View
        },
        expired: matches!(rental, "expired" | "recycled"),
        recycled: rental == "recycled",
        shared,
    };
    let refusal = sharing::check(situation).err();
    refusal.map_or_else(String::new, |refusal| {
        refusal.code().text(lang(lang_tag)).to_owned()
    })
}
