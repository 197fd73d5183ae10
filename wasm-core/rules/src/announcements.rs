//! Announcements: which popups open, the records of confirmed ones, and the rules of the form.

use domain::lang::Lang;
use domain::notices::announcements::{self, InvalidAnnouncement, MsgType};
use domain::notices::popup::{self, Popup, Record};
use serde::{Deserialize, Serialize};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::lang;

/// A popup as the server sends it.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PopupFacts {
    id: f64,
    revision: f64,
    pop_frequency: f64,
    pop_priority: f64,
}

impl From<&PopupFacts> for Popup {
    fn from(facts: &PopupFacts) -> Self {
        Self {
            id: facts.id as i64,
            revision: facts.revision as i64,
            frequency: facts.pop_frequency as i64,
            priority: facts.pop_priority as i64,
        }
    }
}

/// Record of a confirmed popup that the browser keeps.
#[derive(Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PopupRecord {
    id: f64,
    revision: f64,
    last_popup_date: String,
    has_popped: bool,
}

/// Popups, and the records of earlier ones.
#[derive(Serialize, Deserialize, Tsify)]
pub struct PopupQuestion {
    popups: Vec<PopupFacts>,
    records: Vec<PopupRecord>,
}

fn kept(records: &[PopupRecord]) -> Vec<Record> {
    records
        .iter()
        .map(|record| Record {
            id: record.id as i64,
            revision: record.revision as i64,
            last_date: record.last_popup_date.clone(),
            popped: record.has_popped,
        })
        .collect()
}

/// Ids of the popups that open on the operator's day, one after the other.
#[wasm_bindgen(js_name = popupQueue)]
pub fn popup_queue(question: &Ts<PopupQuestion>, today: &str) -> Result<Vec<f64>, JsError> {
    let question = question.to_rust()?;
    let popups: Vec<Popup> = question.popups.iter().map(Popup::from).collect();
    let shown = popup::queue(&popups, &kept(&question.records), today);
    Ok(shown.into_iter().map(|id| id as f64).collect())
}

/// Records after the only popup of the question is confirmed on the operator's day.
#[wasm_bindgen(js_name = popupConfirmed)]
pub fn popup_confirmed(
    question: &Ts<PopupQuestion>,
    today: &str,
) -> Result<Vec<Ts<PopupRecord>>, JsError> {
    let question = question.to_rust()?;
    let mut records = kept(&question.records);
    for one in &question.popups {
        if let Some(new) = popup::confirmed(&one.into(), today) {
            records = popup::with_record(records, new);
        }
    }
    records
        .into_iter()
        .map(|record| {
            let record = PopupRecord {
                id: record.id as f64,
                revision: record.revision as f64,
                last_popup_date: record.last_date,
                has_popped: record.popped,
            };
            Ok(record.into_ts()?)
        })
        .collect()
}

fn said(checked: Result<(), InvalidAnnouncement>, lang: Lang) -> Option<String> {
    checked.err().map(|fault| fault.text(lang).to_owned())
}

/// Message about a title; none when it is fine.
#[wasm_bindgen(js_name = checkAnnouncementTitle)]
pub fn check_announcement_title(title: &str, lang_tag: &str) -> Option<String> {
    said(announcements::parse_title(title).map(drop), lang(lang_tag))
}

/// Message about the times of an announcement; none when they are fine. `from_ms` absent is now, `until_ms` absent is no end.
#[wasm_bindgen(js_name = checkAnnouncementTimes)]
pub fn check_announcement_times(
    from_ms: Option<f64>,
    until_ms: Option<f64>,
    now_ms: f64,
    lang_tag: &str,
) -> Option<String> {
    let from_ms = from_ms.unwrap_or(now_ms) as i64;
    let until_ms = until_ms.map(|ms| ms as i64);
    said(
        announcements::check_times(from_ms, until_ms, now_ms as i64),
        lang(lang_tag),
    )
}

/// Whether an announcement of this `msgType` opens by itself.
#[wasm_bindgen(js_name = popsUp)]
pub fn pops_up(msg_type: f64) -> bool {
    matches!(
        MsgType::from_number(msg_type as i64),
        Some(MsgType::Popup | MsgType::Campaign)
    )
}
