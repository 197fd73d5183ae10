//! The operators' content in a seed: branding, contacts, dictionaries and agreements.

use domain::agreements::written::Written;
use domain::branding::{Branding, Contact, ContactKind};
use domain::dictionary::NewEntry;
use domain::lang::LocalizedName;

use super::file::{AgreementSeed, BrandingSeed, ContactSeed, DictionarySeed};
use super::{SeedError, refused};
use crate::agreements;
use crate::branding;
use crate::db::conn::AnyConn;
use crate::dictionary;

pub(super) fn put_branding(
    tx: &mut AnyConn,
    new: Option<BrandingSeed>,
    now_ms: i64,
) -> Result<(), SeedError> {
    let Some(new) = new else { return Ok(()) };
    let own = Branding::default();
    let name = |zh, en| LocalizedName { zh, en };
    let branding = Branding {
        title: name(new.text, new.text_en),
        main: new.main,
        left_bg: new.left_bg,
        welcome_text: name(new.welcome_text, new.welcome_text_en),
        register_type: new.register_type,
        renew_redesign: new.renew_redesign,
        login_way: new.login_way.unwrap_or(own.login_way),
        service_url: new.service_url,
        service_hours: name(new.service_hours, new.service_hours_en),
    }
    .checked()
    .map_err(|(field, error)| refused("branding", &field, error.to_string()))?;
    Ok(branding::put_seed_branding(tx, &branding, now_ms)?)
}

pub(super) fn put_contacts(
    tx: &mut AnyConn,
    list: &[ContactSeed],
    now_ms: i64,
) -> Result<(), SeedError> {
    const LIST: &str = "customerServices";
    for new in list {
        let kind = ContactKind::from_code(new.kind)
            .ok_or_else(|| refused(LIST, &new.account, "type is 1 or 2"))?;
        let contact = Contact::parse(kind, &new.account, &new.html_code)
            .map_err(|error| refused(LIST, &new.account, error.to_string()))?;
        branding::add_contact(tx, &contact, now_ms)?;
    }
    Ok(())
}

pub(super) fn put_dictionaries(
    tx: &mut AnyConn,
    list: Vec<DictionarySeed>,
    now_ms: i64,
) -> Result<(), SeedError> {
    for new in list {
        let entry = NewEntry {
            dict_type: new.dict_type,
            value: new.value,
            label: new.label,
            label_en: new.label_en,
            sort: new.sort,
        };
        let name = format!("{} {}", entry.dict_type, entry.value);
        let entry = entry
            .checked()
            .map_err(|error| refused("dictionaries", &name, error.to_string()))?;
        dictionary::put(tx, &entry, now_ms)?;
    }
    Ok(())
}

pub(super) fn put_agreements(
    tx: &mut AnyConn,
    list: Vec<AgreementSeed>,
    now_ms: i64,
) -> Result<(), SeedError> {
    for new in list {
        let (titles, texts) = (
            [new.title_zh, new.title_en],
            [new.content_zh, new.content_en],
        );
        let written = Written::parse(&new.kind, &titles, &texts).map_err(|refusal| {
            let why = format!("{}: {}", refusal.field(), refusal.fault);
            refused("agreements", &new.kind, why)
        })?;
        agreements::put(tx, &written, now_ms)?;
    }
    Ok(())
}
