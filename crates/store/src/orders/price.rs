//! Price of a draft: the server's own prices, for phones of the actor.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use domain::lang::LocalizedName;
use domain::orders::price::{
    Package, base_package, quote as quote_purchase, quote_align, quote_renewal, quote_upgrade,
};
use domain::orders::{Kind, LINES_MAX, OrderRules, Refusal, extended};
use domain::points::worth_fen;

use super::model::{Draft, Line, OrderError, Quoted};
use super::shelf::packages_of;
use crate::Store;
use crate::access::{self, ClaimError, Granted, Own};
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{configurations, phones};
use crate::phones::Phone;
use crate::points;
use crate::session::Actor;

/// A draft with its price and what it needs of stock.
pub(super) struct Priced {
    pub(super) kind: Kind,
    pub(super) spec_name: LocalizedName,
    pub(super) package_days: Option<i64>,
    pub(super) quantity: i64,
    pub(super) unit_fen: Option<i64>,
    pub(super) list_fen: i64,
    pub(super) total_fen: i64,
    pub(super) lines: Vec<Line>,
    /// Configuration, carrier and number of the phones to reserve.
    pub(super) stock: Option<(i64, Option<i16>, i64)>,
}

impl Priced {
    /// Lets points pay a part of the price.
    pub(super) fn pay_by_points(&mut self, points: i64, most: i64) -> Result<(), Refusal> {
        if !(0..=most).contains(&points) {
            return Err(Refusal::Points { most });
        }
        self.total_fen -= worth_fen(points);
        Ok(())
    }
}

/// Price of a draft, a part of which these points pay. Nothing is stored or reserved.
pub async fn quote(
    store: &Store,
    actor: &Actor,
    rules: OrderRules,
    draft: Draft,
    points: i64,
    now_ms: i64,
) -> Result<Quoted, OrderError> {
    let actor = actor.clone();
    store
        .run(move |conn| {
            let mut priced = priced(conn, &actor, &rules, &draft, now_ms)?;
            let points_available = points::available(conn, actor.member_id(), now_ms)?;
            let points_most = rules.points.most(priced.total_fen, points_available);
            priced.pay_by_points(points, points_most)?;
            Ok(Quoted {
                points,
                points_most,
                points_available,
                kind: priced.kind,
                spec_name: priced.spec_name,
                lines: priced.lines,
                list_fen: priced.list_fen,
                total_fen: priced.total_fen,
            })
        })
        .await
}

pub(super) fn priced(
    tx: &mut AnyConn,
    actor: &Actor,
    rules: &OrderRules,
    draft: &Draft,
    now_ms: i64,
) -> Result<Priced, OrderError> {
    match draft {
        Draft::Purchase {
            configuration_id,
            carrier,
            package_id,
            quantity,
        } => {
            let packages = packages_of(tx, Some(*configuration_id), now_ms)?;
            let wanted = (*configuration_id, *carrier);
            purchase(tx, wanted, &packages, *package_id, *quantity)
        }
        Draft::Renewal { lines } => renewal(tx, actor, lines, now_ms),
        Draft::Align { phone_ids, to_ms } => align(tx, actor, rules, phone_ids, *to_ms, now_ms),
        Draft::Upgrade {
            phone_id,
            configuration_id,
        } => upgrade(tx, actor, *phone_id, *configuration_id, now_ms),
    }
}

fn purchase(
    tx: &mut AnyConn,
    (configuration_id, carrier): (i64, Option<i16>),
    packages: &[Package],
    package_id: i64,
    quantity: i64,
) -> Result<Priced, OrderError> {
    let spec_name = on_sale(tx, configuration_id)?;
    let package = packages
        .iter()
        .find(|package| package.id == package_id)
        .ok_or(Refusal::Package)?;
    let quote = quote_purchase(package, quantity)?;
    let line = Line {
        phone_id: None,
        owl_id: None,
        alias: None,
        package_id: Some(package_id),
        days: package.days,
        quantity,
        list_fen: quote.list_fen,
        unit_fen: quote.unit_fen,
        total_fen: quote.total_fen,
        bought_ms: package.bought_ms(),
        align_ms: None,
        old_expire_ms: None,
        new_expire_ms: None,
    };
    Ok(Priced {
        kind: Kind::Purchase,
        spec_name,
        package_days: Some(package.days),
        quantity,
        unit_fen: Some(quote.unit_fen),
        list_fen: quote.list_fen,
        total_fen: quote.total_fen,
        lines: vec![line],
        stock: Some((configuration_id, carrier, quantity)),
    })
}

/// A configuration that can be bought: its name.
fn on_sale(tx: &mut AnyConn, configuration_id: i64) -> Result<LocalizedName, OrderError> {
    let name: Option<(String, String)> = configurations::table
        .find(configuration_id)
        .filter(configurations::on_sale.eq(true))
        .select((configurations::name, configurations::name_en))
        .first(tx)
        .optional()?;
    let (zh, en) = name.ok_or(Refusal::Package)?;
    Ok(LocalizedName { zh, en })
}

/// The actor's own phones that an order is about, with the packages of each one's configuration.
struct OwnPhones {
    phones: Vec<Granted<Phone, Own>>,
    configurations: HashMap<i64, i64>,
    packages: HashMap<i64, Vec<Package>>,
    spec_name: LocalizedName,
}

impl OwnPhones {
    fn claim(
        tx: &mut AnyConn,
        actor: &Actor,
        ids: &[i64],
        now_ms: i64,
    ) -> Result<Self, OrderError> {
        if ids.is_empty() || ids.len() > LINES_MAX {
            return Err(Refusal::Quantity.into());
        }
        if ids.iter().collect::<HashSet<_>>().len() != ids.len() {
            return Err(Refusal::Duplicate.into());
        }
        let claimed =
            access::claim::<Own>(tx, actor, ids, now_ms).map_err(|error| match error {
                ClaimError::Unknown => OrderError::Refused(Refusal::Phone),
                ClaimError::Right => OrderError::Refused(Refusal::NotOwner),
                ClaimError::Fault(fault) => OrderError::Fault(fault),
            })?;
        let rows: Vec<(i64, i64, (String, String))> = phones::table
            .inner_join(configurations::table)
            .filter(among(phones::id, ids))
            .select((
                phones::id,
                configurations::id,
                (configurations::name, configurations::name_en),
            ))
            .load(tx)?;
        let mut packages = HashMap::new();
        for (_, id, _) in &rows {
            if !packages.contains_key(id) {
                packages.insert(*id, packages_of(tx, Some(*id), now_ms)?);
            }
        }
        let first = rows.iter().find(|(id, ..)| Some(id) == ids.first());
        Ok(Self {
            spec_name: first
                .map(|(.., (zh, en))| LocalizedName {
                    zh: zh.clone(),
                    en: en.clone(),
                })
                .unwrap_or_default(),
            configurations: rows.iter().map(|(phone, id, _)| (*phone, *id)).collect(),
            phones: claimed,
            packages,
        })
    }

    fn packages(&self, phone_id: i64) -> &[Package] {
        self.configurations
            .get(&phone_id)
            .and_then(|id| self.packages.get(id))
            .map(Vec::as_slice)
            .unwrap_or_default()
    }
}

/// A line about an own phone; the bought time is filled in later.
fn line_of(phone: &Phone) -> Line {
    Line {
        phone_id: Some(phone.id),
        owl_id: Some(phone.owl_id.clone()),
        alias: Some(phone.alias.clone()),
        package_id: None,
        days: 0,
        quantity: 1,
        list_fen: 0,
        unit_fen: 0,
        total_fen: 0,
        bought_ms: 0,
        align_ms: None,
        old_expire_ms: Some(phone.expire_ms),
        new_expire_ms: None,
    }
}

fn renewal(
    tx: &mut AnyConn,
    actor: &Actor,
    wanted: &[(i64, i64)],
    now_ms: i64,
) -> Result<Priced, OrderError> {
    let ids: Vec<i64> = wanted.iter().map(|(phone_id, _)| *phone_id).collect();
    let mine = OwnPhones::claim(tx, actor, &ids, now_ms)?;
    let mut chosen = Vec::with_capacity(wanted.len());
    for (phone_id, package_id) in wanted {
        let package = mine
            .packages(*phone_id)
            .iter()
            .find(|package| package.id == *package_id)
            .ok_or(Refusal::Package)?;
        chosen.push(package);
    }
    let quote = quote_renewal(&chosen)?;
    let lines: Vec<Line> = mine
        .phones
        .iter()
        .zip(&chosen)
        .zip(&quote.lines)
        .map(|((phone, package), price)| Line {
            package_id: Some(package.id),
            days: package.days,
            list_fen: price.list_fen,
            unit_fen: price.total_fen,
            total_fen: price.total_fen,
            bought_ms: package.bought_ms(),
            new_expire_ms: Some(extended(phone.expire_ms, package.bought_ms(), now_ms)),
            ..line_of(phone)
        })
        .collect();
    Ok(of_lines(
        mine.spec_name,
        lines,
        quote.list_fen,
        quote.total_fen,
    ))
}

fn align(
    tx: &mut AnyConn,
    actor: &Actor,
    rules: &OrderRules,
    phone_ids: &[i64],
    to_ms: i64,
    now_ms: i64,
) -> Result<Priced, OrderError> {
    let mine = OwnPhones::claim(tx, actor, phone_ids, now_ms)?;
    let mut wanted = Vec::with_capacity(phone_ids.len());
    for phone in &mine.phones {
        let base = base_package(mine.packages(phone.id)).ok_or(Refusal::Package)?;
        wanted.push((base, phone.expire_ms));
    }
    let (aligned, quote) = quote_align(rules, &wanted, to_ms, now_ms)?;
    let lines: Vec<Line> = mine
        .phones
        .iter()
        .zip(&aligned)
        .map(|(phone, line)| Line {
            days: line.days,
            list_fen: line.total_fen,
            unit_fen: line.total_fen,
            total_fen: line.total_fen,
            bought_ms: line.bought_ms,
            align_ms: Some(to_ms),
            new_expire_ms: Some(to_ms),
            ..line_of(phone)
        })
        .collect();
    Ok(of_lines(
        mine.spec_name,
        lines,
        quote.list_fen,
        quote.total_fen,
    ))
}

pub(super) fn of_lines(
    spec_name: LocalizedName,
    lines: Vec<Line>,
    list_fen: i64,
    total_fen: i64,
) -> Priced {
    let one = |of: fn(&Line) -> i64| {
        let first = lines.first().map(of)?;
        lines.iter().all(|line| of(line) == first).then_some(first)
    };
    Priced {
        kind: Kind::Renewal,
        spec_name,
        package_days: one(|line| line.days),
        unit_fen: one(|line| line.unit_fen),
        quantity: lines.iter().map(|line| line.quantity).sum(),
        list_fen,
        total_fen,
        lines,
        stock: None,
    }
}

fn upgrade(
    tx: &mut AnyConn,
    actor: &Actor,
    phone_id: i64,
    configuration_id: i64,
    now_ms: i64,
) -> Result<Priced, OrderError> {
    let spec_name = on_sale(tx, configuration_id)?;
    let mine = OwnPhones::claim(tx, actor, &[phone_id], now_ms)?;
    let phone = mine.phones.first().ok_or(Refusal::Phone)?;
    let targets = packages_of(tx, Some(configuration_id), now_ms)?;
    let target = base_package(&targets).ok_or(Refusal::Package)?;
    let present = base_package(mine.packages(phone_id)).ok_or(Refusal::Package)?;
    let quote = quote_upgrade(present, target, phone.expire_ms, now_ms)?;
    let line = Line {
        days: quote.days,
        list_fen: quote.total_fen,
        unit_fen: quote.total_fen,
        total_fen: quote.total_fen,
        new_expire_ms: Some(phone.expire_ms),
        ..line_of(phone)
    };
    Ok(Priced {
        kind: Kind::Upgrade,
        spec_name,
        package_days: Some(quote.days),
        quantity: 1,
        unit_fen: Some(quote.total_fen),
        list_fen: quote.total_fen,
        total_fen: quote.total_fen,
        lines: vec![line],
        stock: Some((configuration_id, None, 1)),
    })
}
