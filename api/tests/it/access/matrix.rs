//! Every operation that names things, times everybody who has no right to them, times every place for an id.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use domain::{codes, permissions};
use serde_json::{Value, json};

use super::requests::{self, Slot};
use super::rows::{self, Before, Row};
use super::world::{Relation, Who, World};
use super::{Operation, operations};
use crate::server::{with_swept_server, with_swept_shop};

/// An id that nothing has.
pub const UNKNOWN: i64 = (1 << 52) + 12_345;

/// Taking my tag off a phone is done, whether or not it was there: whose the phone is matters to nobody.
const INDIFFERENT: (&str, &str) = ("unbind_tag", "phoneId");

/// Relations that may not do what an operation does. Rights to a phone are rights to nothing else of its owner's.
fn without_right(operation: &Operation, kind: &str) -> Vec<Relation> {
    if kind != "phone" {
        return Relation::ALL.to_vec();
    }
    let needs = rows::of(&operation.id).needs;
    let mut all = Relation::BLIND.to_vec();
    match needs.unwrap_or(operation.level.as_str()) {
        "operate" => all.push(Relation::Viewer),
        "owner" => all.extend([Relation::Viewer, Relation::Operator, Relation::SubAccount]),
        _ => {}
    }
    all
}

/// Value of a slot: one id, alone in a list where the slot is plural.
pub fn one(slot: &Slot, id: i64) -> Value {
    if slot.plural { json!([id]) } else { json!(id) }
}

/// A request with these ids in its slots, asked for by somebody at the price that it has then.
pub async fn with_ids(
    world: &World<'_>,
    request: &Value,
    ids: &BTreeMap<String, Value>,
    by: &Who,
) -> requests::Filled {
    let mut filled = requests::fill(request, &mut |slot: &Slot| {
        let named = ids.get(&slot.field).cloned();
        named.unwrap_or_else(|| world.open(slot.kind))
    });
    if request["totalFen"] == requests::TOTAL {
        world.take_back_orders(by);
        let total = world.quoted(&filled.body, by).await;
        filled.body["totalFen"] = total;
    }
    put_codes(world, &mut filled.body).await;
    if filled.body["handle"] == requests::HANDLE {
        filled.body["handle"] = world.handle(by).await;
    }
    filled
}

/// Puts a new redeem code wherever one is meant.
async fn put_codes(world: &World<'_>, body: &mut Value) {
    let several = body.get_mut("codes").and_then(Value::as_array_mut);
    for item in several.into_iter().flatten() {
        if item["code"] == requests::CODE {
            item["code"] = world.redeem_code().await;
        }
    }
    if body["code"] == requests::CODE {
        body["code"] = world.redeem_code().await;
    }
}

/// Ids of a request: those under attack in their slot, and somebody's own things in all others.
async fn beside_own(
    world: &World<'_>,
    operation: &Operation,
    request: &Value,
    slot: &Slot,
    ids: &Value,
    by: &Who,
) -> BTreeMap<String, Value> {
    let mut all = BTreeMap::from([(slot.field.clone(), ids.clone())]);
    for other in requests::slots(request) {
        if other.field != slot.field {
            let id = world.own(other.kind, by).await;
            all.insert(other.field.clone(), one(&other, id));
        }
    }
    if operation.id == "retry_operations" && slot.field == "phoneIds" {
        // Phones are chosen out of a batch: it names them, and its asker may have lost them since.
        all.insert("batchId".to_owned(), json!(world.failed(ids, by).await));
    }
    all
}

async fn filled(
    world: &World<'_>,
    operation: &Operation,
    request: &Value,
    slot: &Slot,
    ids: &Value,
    by: &Who,
) -> requests::Filled {
    let all = beside_own(world, operation, request, slot, ids, by).await;
    with_ids(world, request, &all, by).await
}

/// Brings a thing into the state that its operation needs, by its owner.
pub async fn prepare(world: &World<'_>, row: &Row, slot: &Slot, id: i64, owner: &Who) {
    let steps = row.before.iter().filter(|(kind, _)| *kind == slot.kind);
    for (_, step) in steps {
        match step {
            Before::Sql(statement) => world.sql(&statement.replace("$id", &id.to_string())),
            Before::Tagged => {
                world.tag(id, owner);
            }
            Before::Paid => world.pay(id, owner).await,
        }
    }
}

/// Each way to name one thing in a slot: alone, and in a list behind a thing of one's own.
async fn placements(world: &World<'_>, slot: &Slot, id: i64, by: &Who) -> Vec<Value> {
    if slot.plural {
        vec![json!([id]), json!([world.own(slot.kind, by).await, id])]
    } else {
        vec![json!(id)]
    }
}

/// An answer without the counts of all that one has, which differ from call to call.
fn told(answer: &Value) -> Value {
    let mut told = answer.clone();
    if let Some(data) = told.get_mut("data").and_then(Value::as_object_mut) {
        data.remove("summary");
    }
    told
}

/// The owner's own request succeeds: without that no refusal says anything.
async fn twin(
    world: &World<'_>,
    operation: &Operation,
    request: &Value,
    slot: &Slot,
    by: &Who,
) -> Vec<Value> {
    let row = rows::of(&operation.id);
    let mut answers = Vec::new();
    for many in [false, true] {
        if many && !slot.plural {
            continue;
        }
        // A new thing each time: the last call may have used it up.
        let mut own = Vec::new();
        for _ in 0..=usize::from(many) {
            let id = world.own(slot.kind, by).await;
            prepare(world, &row, slot, id, by).await;
            own.push(id);
        }
        let ids = if slot.plural {
            json!(own)
        } else {
            json!(own[0])
        };
        let mut all = beside_own(world, operation, request, slot, &ids, by).await;
        fit(world, operation, slot, own[0], by, &mut all).await;
        let filled = with_ids(world, request, &all, by).await;
        let (status, answer) = world.call(operation, &filled, by).await;
        let code = answer["code"].as_i64().unwrap_or(200);
        // No phone of this world is there: that it was asked for its picture or files shows the right.
        // And that only the code was missing to a token.
        let asked = match operation.id.as_str() {
            "create_token" => code == codes::CODE_WRONG.number,
            "get_phone_upload_offset" => code == codes::BUSY.number,
            // The phone has no proxy to test.
            "test_phone_proxy" => answer["data"]["field"] == "phoneId",
            _ => [codes::SHOT_FAILED, codes::FILE_NO_ANSWER]
                .iter()
                .any(|silent| silent.number == code),
        };
        assert!(
            status == 200 && (code == 0 || code == 200 || asked),
            "{} {request} by its rightful {}: {answer}",
            operation.id,
            by.phone
        );
        answers.push(told(&answer));
    }
    answers
}

/// Some things only fit each other: a tag and the phone that carries it, a batch and its phones.
async fn fit(
    world: &World<'_>,
    operation: &Operation,
    slot: &Slot,
    id: i64,
    by: &Who,
    all: &mut BTreeMap<String, Value>,
) {
    match (operation.id.as_str(), slot.field.as_str()) {
        ("unbind_tag", "phoneTagId") => {
            let phone_id = world.own("phone", by).await;
            world.put_on(id, phone_id);
            all.insert("phoneId".to_owned(), json!(phone_id));
        }
        ("unbind_tag", "phoneId") => {
            all.insert("phoneTagId".to_owned(), json!(world.tag(id, by)));
        }
        ("retry_operations", "batchId") => {
            all.insert("phoneIds".to_owned(), world.phones_of(id, by).await);
        }
        _ => {}
    }
}

async fn attack(
    world: &World<'_>,
    operation: &Operation,
    request: &Value,
    slot: &Slot,
    relation: Relation,
    twins: &[Value],
) {
    let (by, row) = (world.who(relation), rows::of(&operation.id));
    let owner = world.owner_before(relation);
    let id = world.victim(slot.kind, relation).await;
    prepare(world, &row, slot, id, owner).await;
    let place = format!("{} {request} {} by {relation:?}", operation.id, slot.field);
    let before = world.rows_of(&[owner.id, id], &[by.id]);
    assert!(!before.is_empty(), "{place}: the thing has rows");
    let blind = slot.kind != "phone" || Relation::BLIND.contains(&relation);
    let tries = placements(world, slot, id, by).await;
    let known = placements(world, slot, UNKNOWN, by).await;
    for ((ids, none), twin) in tries.iter().zip(&known).zip(twins) {
        // All that is one's own is there before the first call: both find the same.
        let foreign = filled(world, operation, request, slot, ids, by).await;
        let nothing = filled(world, operation, request, slot, none, by).await;
        let (status, answer) = world.call(operation, &foreign, by).await;
        if (operation.id.as_str(), slot.field.as_str()) != INDIFFERENT {
            assert_ne!(
                &told(&answer),
                twin,
                "{place}: {ids} was answered like one's own"
            );
        }
        assert_ne!(answer["code"], 500, "{place}");
        if blind {
            assert_eq!(
                (status, answer),
                world.call(operation, &nothing, by).await,
                "{place}: a foreign id is answered like one that does not exist"
            );
        }
    }
    let after = world.rows_of(&[owner.id, id], &[by.id]);
    assert_eq!(before, after, "{place}: the owner's rows are as before");
}

/// Ids that nobody can have are refused like unknown ones, and never as a fault.
async fn odd_ids(
    world: &World<'_>,
    operation: &Operation,
    request: &Value,
    slot: &Slot,
    twins: &[Value],
) {
    let own = world.own(slot.kind, &world.owner).await;
    let odd = [
        json!(0),
        json!(-1),
        json!(i64::MAX),
        json!(1.5),
        json!(own.to_string()),
        json!("' OR 1=1 --"),
        json!({ "id": own }),
        json!([own, own, own]),
    ];
    for id in odd {
        // A list shows what is named thrice once, and so rightly.
        if operation.id == "list_phones" && id.is_array() {
            continue;
        }
        let ids = match &id {
            Value::Array(_) => id.clone(),
            _ if slot.plural => json!([id]),
            _ => id.clone(),
        };
        // In a path or a query everything is text: a number written there is the number.
        let written = request.get("/").or(request.get("?")).is_some();
        if written && (id.is_array() || id.is_object() || id.as_str().is_some()) {
            continue;
        }
        let filled = filled(world, operation, request, slot, &ids, &world.owner).await;
        let (status, answer) = world.call(operation, &filled, &world.owner).await;
        let place = format!("{} {request} with {id}", operation.id);
        assert_eq!(status, 200, "{place}");
        assert_ne!(answer["code"], 500, "{place}: {answer}");
        let indifferent = (operation.id.as_str(), slot.field.as_str()) == INDIFFERENT;
        assert!(
            indifferent || !twins.contains(&told(&answer)),
            "{place}: {answer}"
        );
    }
}

/// Operations that are tried in one world. Each attack reads all rows of the owner before and after it, and each leaves more of them: in a new world
/// there are few.
const OPERATIONS: usize = 6;

/// Half of the operations: those of even places, or those of odd ones. A test of all takes minutes, and two run beside each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Half {
    Even,
    Odd,
}

/// Slots of a request for phones, or those for anything else.
fn slots_for(request: &Value, on_phones: bool) -> impl Iterator<Item = Slot> {
    let slots = requests::slots(request).into_iter();
    slots.filter(move |slot| (slot.kind == "phone") == on_phones)
}

/// Operations of a half that name a phone, or anything else.
fn half_of(half: Half, on_phones: bool) -> Vec<Operation> {
    let (even, odd): (Vec<_>, Vec<_>) =
        (operations().into_iter().enumerate()).partition(|(at, _)| at % 2 == 0);
    let half = if half == Half::Even { even } else { odd };
    let named = |operation: &Operation| {
        let mut requests = rows::of(&operation.id).requests.into_iter();
        requests.any(|request| slots_for(&request, on_phones).next().is_some())
    };
    (half.into_iter().map(|(_, operation)| operation))
        .filter(|operation| !operation.level.starts_with("perm:") && named(operation))
        .collect()
}

/// Everybody without a right tries each slot for a phone, or each for anything else; how many did.
async fn all_attacks(world: &World<'_>, operations: &[Operation], on_phones: bool) -> u32 {
    let mut tried = 0;
    for operation in operations {
        for request in rows::of(&operation.id).requests {
            for slot in slots_for(&request, on_phones) {
                let twins = twin(world, operation, &request, &slot, &world.owner).await;
                for relation in without_right(operation, slot.kind) {
                    attack(world, operation, &request, &slot, relation, &twins).await;
                    tried += 1;
                }
                odd_ids(world, operation, &request, &slot, &twins).await;
            }
        }
    }
    tried
}

fn attacked(on_phones: bool, half: Half, least: u32) {
    let tried = Cell::new(0);
    for some in half_of(half, on_phones).chunks(OPERATIONS) {
        with_swept_shop(async |s| {
            let world = World::new(s).await;
            tried.set(tried.get() + all_attacks(&world, some, on_phones).await);
        });
    }
    let tried = tried.get();
    assert!(tried > least, "{tried} combinations were tried");
}

#[test]
fn nobody_without_a_right_reaches_a_phone_by_operations_of_even_places() {
    attacked(true, Half::Even, 100);
}

#[test]
fn nobody_without_a_right_reaches_a_phone_by_operations_of_odd_places() {
    attacked(true, Half::Odd, 100);
}

#[test]
fn nobody_reaches_what_is_somebody_elses_by_operations_of_even_places() {
    attacked(false, Half::Even, 80);
}

#[test]
fn nobody_reaches_what_is_somebody_elses_by_operations_of_odd_places() {
    attacked(false, Half::Odd, 80);
}

#[test]
fn a_receipt_is_its_askers_and_not_the_phones_owners() {
    with_swept_server(async |s| {
        let world = World::new(s).await;
        let phone_id = world.victim("phone", Relation::Operator).await;
        let reboot = "/app-api/infra/cacloud/reboot-instance";
        let body = json!({ "phoneId": phone_id });
        let begun = s.post(reboot, &world.guest.token, body).await.data();
        assert_eq!(begun["success"], 1, "{begun}");
        let path = format!("/app-api/infra/operation/info?batchId={}", begun["batchId"]);
        let receipt = s.get(&path, &world.guest.token).await.data();
        assert_eq!(receipt["list"][0]["phoneId"], phone_id);
        for other in [&world.owner, &world.child, &world.stranger, &world.clerk] {
            let code = s.get(&path, &other.token).await.code();
            assert_eq!(code, codes::OPERATION_ABSENT.number, "{}", other.phone);
        }
    });
}

#[test]
fn an_operator_can_be_given_each_permission_that_an_operation_asks_for() {
    let asked = operations().into_iter().filter_map(|operation| {
        let permission = operation.level.strip_prefix("perm:")?;
        Some(permission.to_owned())
    });
    let asked: BTreeSet<String> = asked.collect();
    let given = permissions::ALL.iter().map(|given| (*given).to_owned());
    let given = given.filter(|given| given != permissions::EVERYTHING);
    assert_eq!(given.collect::<BTreeSet<_>>(), asked);
}

#[test]
fn an_operation_of_operators_needs_its_permission() {
    with_swept_server(async |s| {
        let world = World::new(s).await;
        let mut tried = 0;
        for operation in operations() {
            if !operation.level.starts_with("perm:") {
                continue;
            }
            for request in rows::of(&operation.id).requests {
                let slots = requests::slots(&request);
                let Some(slot) = slots.first() else {
                    unnamed(&world, &operation, &request).await;
                    tried += 1;
                    continue;
                };
                let id = world.own(slot.kind, &world.owner).await;
                let before = world.rows_of(&[id], &[]);
                for by in [&world.owner, &world.clerk] {
                    for named in [id, UNKNOWN] {
                        let ids = one(slot, named);
                        let filled = filled(&world, &operation, &request, slot, &ids, by).await;
                        let (status, answer) = world.call(&operation, &filled, by).await;
                        assert_eq!(
                            (status, &answer["code"]),
                            (200, &json!(403)),
                            "{}",
                            operation.id
                        );
                    }
                }
                assert_eq!(before, world.rows_of(&[id], &[]), "{}", operation.id);
                twin(&world, &operation, &request, slot, &world.admin).await;
                tried += 1;
            }
        }
        assert!(tried >= 3, "{tried}");
    });
}

/// An operation of operators that names nothing by id.
async fn unnamed(world: &World<'_>, operation: &Operation, request: &Value) {
    let filled = requests::fill(request, &mut |_: &Slot| Value::Null);
    for (by, may) in [
        (&world.owner, false),
        (&world.clerk, false),
        (&world.admin, true),
    ] {
        let (status, answer) = world.call(operation, &filled, by).await;
        assert_eq!(status, 200, "{}", operation.id);
        assert_eq!(answer["code"] != 403, may, "{}: {answer}", operation.id);
    }
}
