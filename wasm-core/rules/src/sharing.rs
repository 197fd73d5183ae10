//! Rules of authorizations.

use domain::access::Level;
use domain::phones::refuses_shared;
use domain::{codes, sharing};
use wasm_bindgen::prelude::*;

use crate::lang;

/// Reason in words why a phone cannot be authorized to another account; empty when it can. `rental` is the word of the phone list.
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

/// Text that explains why an operation on several phones leaves a shared phone out; empty where it does not. `kind` is the operation's name,
/// `level` the member's level on the phone, and `shared_out` whether others have rights on it.
#[wasm_bindgen(js_name = batchRefusal)]
pub fn batch_refusal(
    kind: &str,
    phones: usize,
    level: &str,
    shared_out: bool,
    lang_tag: &str,
) -> String {
    let refused = (kind.parse()).is_ok_and(|kind| refuses_shared(kind, phones))
        && (level != "owner" || shared_out);
    if refused {
        codes::SHARED_IN_BATCH.text(lang(lang_tag)).to_owned()
    } else {
        String::new()
    }
}
