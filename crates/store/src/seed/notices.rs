//! Announcements of a seed, written as an operator writes them.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::notices::announcements::{Audience, ContentType};
use domain::notices::written::{Form, Written};

use super::file::NoticeSeed;
use super::{DAY_MS, DAYS_MAX, SeedError, Seeded, SeededNotice, member_id, refused};
use crate::announcements::{self, AnnouncementError};
use crate::db::conn::AnyConn;
use crate::db::schema::{configurations, members};
use crate::member::Role;

const LIST: &str = "notices";

pub(super) fn make(
    tx: &mut AnyConn,
    list: Vec<NoticeSeed>,
    seeded: &mut Seeded,
    now_ms: i64,
) -> Result<(), SeedError> {
    let mut known = HashMap::new();
    for new in list {
        let (name, draft) = (new.title_zh.clone(), new.draft);
        let by = operator_id(tx, &new.by)?;
        let form = form_of(tx, new, &mut known, now_ms)?;
        let written = Written::parse(&form, now_ms).map_err(|refusal| {
            let why = format!("{}: {}", refusal.field(), refusal.fault);
            refused(LIST, &name, why)
        })?;
        let id =
            announcements::put(tx, &written, by, !draft, now_ms).map_err(|error| match error {
                AnnouncementError::Fault(fault) => SeedError::Fault(fault),
                refusal => refused(LIST, &name, refusal.to_string()),
            })?;
        let title_zh = name;
        seeded.notices.push(SeededNotice { title_zh, id });
    }
    Ok(())
}

fn operator_id(tx: &mut AnyConn, name: &str) -> Result<i64, SeedError> {
    let found = members::table
        .filter(members::user_name.eq(name))
        .filter(members::role.eq(Role::Operator as i16))
        .select(members::id)
        .first(tx)
        .optional()?;
    found.ok_or_else(|| refused(LIST, name, "there is no such operator"))
}

fn form_of(
    tx: &mut AnyConn,
    new: NoticeSeed,
    known: &mut HashMap<String, i64>,
    now_ms: i64,
) -> Result<Form, SeedError> {
    let refuse = |why: &str| refused(LIST, &new.title_zh, why);
    let days = 0..=DAYS_MAX;
    if !days.contains(&new.starts_in_days)
        || new.ends_in_days.is_some_and(|end| !days.contains(&end))
    {
        return Err(refuse("startsInDays or endsInDays is out of range"));
    }
    let configuration_id: Option<i64> = match &new.configuration {
        Some(name) => {
            let found = configurations::table
                .filter(configurations::name.eq(name))
                .select(configurations::id)
                .first(tx)
                .optional()?;
            Some(found.ok_or_else(|| refuse("there is no such configuration"))?)
        }
        None => None,
    };
    let mut member_ids = Vec::with_capacity(new.members.len());
    for number in &new.members {
        member_ids.push(member_id(tx, known, LIST, number)?);
    }
    let audience = match (configuration_id, member_ids.is_empty()) {
        (None, true) => Audience::All,
        (None, false) => Audience::Named,
        (Some(_), true) => Audience::Configuration,
        (Some(_), false) => return Err(refuse("members or a configuration, not both")),
    };
    let at = |days: i64| now_ms + days * DAY_MS;
    Ok(Form {
        msg_type: new.msg_type,
        content_type: ContentType::Text as i64,
        titles: [new.title_zh, new.title_en],
        texts: [new.content_zh, new.content_en],
        pictures: [String::new(), String::new()],
        from_ms: Some(at(new.starts_in_days)),
        until_ms: new.ends_in_days.map(at),
        frequency: new.pop_frequency,
        priority: new.pop_priority,
        audience: audience as i64,
        member_ids,
        configuration_id,
        sub_accounts: new.sub_accounts,
    })
}
