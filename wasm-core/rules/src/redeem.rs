//! Redeem codes: reading of pasted codes, and checks for the form of a batch.

use domain::redeem::batch;
use domain::redeem::pasted;
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::lang;

/// A code, or a text that should be one, out of a pasted text.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
#[tsify(missing_as_null)]
pub struct PastedCode {
    /// Line of the code, from 1.
    line: usize,
    /// Code in its printed form; null for a text that is no code.
    code: Option<String>,
    /// Fault in the text; null for a code.
    fault: Option<String>,
    /// Line where the same code stood first; null for a code that was not repeated.
    repeats: Option<usize>,
}

/// All codes of a pasted text, in their order.
#[derive(Serialize, Deserialize, Tsify)]
pub struct PastedCodes {
    list: Vec<PastedCode>,
}

/// Reads all codes of a text, in any spelling.
#[wasm_bindgen(js_name = readCodes)]
pub fn read_codes(typed: &str, lang_tag: &str) -> Result<Ts<PastedCodes>, JsError> {
    let lang = lang(lang_tag);
    let list = pasted(typed).into_iter().map(|one| PastedCode {
        line: one.line,
        repeats: one.repeats,
        fault: one
            .code
            .as_ref()
            .err()
            .map(|fault| fault.text(lang).to_owned()),
        code: one.code.ok().map(|code| code.printed()),
    });
    let read = PastedCodes {
        list: list.collect(),
    };
    Ok(read.into_ts()?)
}

/// Checks the note of a batch: the fault in it, or none.
#[wasm_bindgen(js_name = checkBatchNote)]
pub fn check_batch_note(note: &str, lang_tag: &str) -> Option<String> {
    batch::parse_note(note)
        .err()
        .map(|fault| fault.text(lang(lang_tag)).to_owned())
}
