//! Every operation that names things, times everybody who has no right to them, times every place for an id.

use domain::codes;
use serde_json::{Value, json};

use super::rows::{self, Before, Slot};
use super::world::{Relation, Who, World};
use super::{Operation, operations};
use crate::payments::shop;
use crate::server::{with_server, with_shop};

/// An id that nothing has.
const UNKNOWN: i64 = (1 << 52) + 12_345;

/// Who may not do what an operation of that level does.
fn without_right(level: &str, kind: &str) -> Vec<Relation> {
    if kind != "phone" {
        return Relation::BLIND_TO_OWN_THINGS.to_vec();
    }
    let mut all = Relation::BLIND.to_vec();
    match level {
        "operate" => all.push(Relation::Viewer),
        "owner" => all.extend([Relation::Viewer, Relation::Operator, Relation::SubAccount]),
        _ => {}
    }
    all
}

/// What stands in the slot under attack, beside the attacker's own things in all others.
async fn filled(
    world: &World<'_>,
    request: &Value,
    slot: &Slot,
    ids: &Value,
    by: &Who,
) -> rows::Filled {
    let mut own = Vec::new();
    for other in rows::slots(request) {
        let id = if other.at == slot.at {
            0
        } else {
            world.own(other.kind, by).await
        };
        own.push(id);
    }
    let mut at = 0;
    rows::fill(request, &mut |_, plural| {
        let id = own[at];
        at += 1;
        if at - 1 == slot.at {
            ids.clone()
        } else if plural {
            json!([id])
        } else {
            json!(id)
        }
    })
}

/// Brings a thing into the state that its operation needs, by its owner.
async fn prepare(world: &World<'_>, before: &[Before], slot: &Slot, id: i64, owner: &Who) {
    for step in before {
        match step {
            Before::Sql(statement) => world.sql(&statement.replace("$id", &id.to_string())),
            Before::Paid => world.pay(id, owner).await,
            Before::Call(operation_id, request) => {
                let all = operations();
                let operation = all.iter().find(|o| o.id == *operation_id).unwrap();
                let filled = filled(world, request, slot, &json!(id), owner).await;
                world.call(operation, &filled, owner).await;
            }
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
            prepare(world, &row.before, slot, id, by).await;
            own.push(id);
        }
        let ids = if slot.plural {
            json!(own)
        } else {
            json!(own[0])
        };
        let request = bound(world, operation, request, slot, own[0], by)
            .await
            .unwrap_or_else(|| request.clone());
        let filled = filled(world, &request, slot, &ids, by).await;
        let (status, answer) = world.call(operation, &filled, by).await;
        let code = answer["code"].as_i64().unwrap_or(200);
        // No phone of this world has a screen: that it was asked for its picture shows the right.
        let asked = operation.id == "get_screenshot" && code == codes::SHOT_FAILED.number;
        assert!(
            status == 200 && (code == 0 || code == 200 || asked),
            "{} by its rightful {}: {answer}",
            operation.id,
            by.phone
        );
        answers.push(answer);
    }
    answers
}

/// A tag on a phone: the phone that it was put on stands in the request itself.
async fn bound(
    world: &World<'_>,
    operation: &Operation,
    request: &Value,
    slot: &Slot,
    id: i64,
    by: &Who,
) -> Option<Value> {
    let row = rows::of(&operation.id);
    let Some(Before::Call(before, asked)) = row.before.first() else {
        return None;
    };
    let all = operations();
    let first = all.iter().find(|o| o.id == *before)?;
    let filled = filled(world, asked, slot, &json!(id), by).await;
    world.call(first, &filled, by).await;
    let mut request = request.clone();
    for (name, value) in filled.body.as_object()? {
        if value != &json!(id) {
            request[name] = value.clone();
        }
    }
    Some(request)
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
    prepare(world, &row.before, slot, id, owner).await;
    let place = format!(
        "{} {request} slot {} by {relation:?}",
        operation.id, slot.at
    );
    let before = world.rows_of(&[owner.id, id], &[by.id]);
    assert!(!before.is_empty(), "{place}: the thing has rows");
    let tries = placements(world, slot, id, by).await;
    for (ids, twin) in tries.iter().zip(twins) {
        let foreign = filled(world, request, slot, ids, by).await;
        let (status, answer) = world.call(operation, &foreign, by).await;
        // A field that is no object of the operation gives nothing: taking my tag off a phone is done, whether or not it was there.
        let objects = operation.objects();
        if objects.iter().any(|(field, _)| *field == slot.field) {
            assert_ne!(&answer, twin, "{place}: {ids} was answered like one's own");
        }
        assert_ne!(answer["code"], 500, "{place}");
        let blind = slot.kind != "phone" || Relation::BLIND.contains(&relation);
        if blind {
            let known = placements(world, slot, UNKNOWN, by).await;
            let unknown = known
                .into_iter()
                .nth(usize::from(ids.as_array().is_some_and(|l| l.len() > 1)));
            let nothing = filled(world, request, slot, &unknown.unwrap(), by).await;
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
        let filled = filled(world, request, slot, &ids, &world.owner).await;
        let (status, answer) = world.call(operation, &filled, &world.owner).await;
        assert_eq!(status, 200, "{} with {id}", operation.id);
        assert_ne!(answer["code"], 500, "{} with {id}: {answer}", operation.id);
        let objects = operation.objects();
        assert!(
            !twins.contains(&answer) || objects.iter().all(|(field, _)| *field != slot.field),
            "{} with {id}: {answer}",
            operation.id
        );
    }
}

#[test]
fn nobody_without_a_right_reaches_what_is_not_theirs() {
    with_shop(shop::SAME, async |s| {
        let world = World::new(s).await;
        let mut tried = 0;
        for operation in operations() {
            if operation.level.starts_with("perm:") {
                continue;
            }
            for request in rows::of(&operation.id).requests {
                for slot in rows::slots(&request) {
                    let twins = twin(&world, &operation, &request, &slot, &world.owner).await;
                    for relation in without_right(&operation.level, slot.kind) {
                        attack(&world, &operation, &request, &slot, relation, &twins).await;
                        tried += 1;
                    }
                    odd_ids(&world, &operation, &request, &slot, &twins).await;
                }
            }
        }
        assert!(tried > 180, "{tried} combinations were tried");
    });
}

#[test]
fn an_operation_of_operators_needs_its_permission() {
    with_server(async |s| {
        let world = World::new(s).await;
        let mut tried = 0;
        for operation in operations() {
            if !operation.level.starts_with("perm:") {
                continue;
            }
            for request in rows::of(&operation.id).requests {
                let slots = rows::slots(&request);
                let Some(slot) = slots.first() else {
                    unnamed(&world, &operation, &request).await;
                    tried += 1;
                    continue;
                };
                let id = world.own(slot.kind, &world.owner).await;
                let before = world.rows_of(&[id], &[]);
                for by in [&world.owner, &world.clerk] {
                    for named in [id, UNKNOWN] {
                        let ids = if slot.plural {
                            json!([named])
                        } else {
                            json!(named)
                        };
                        let filled = filled(&world, &request, slot, &ids, by).await;
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
    let filled = rows::fill(request, &mut |_, _| Value::Null);
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

/// Fields that belong to the server, as an answer or a table names them.
fn smuggled() -> Value {
    json!({
        "ownerId": 1, "owner_id": 1, "memberId": 1, "userId": 1, "expireTime": 1, "expire_ms": 1, "expireMs": 1, "assignTime": 1,
        "businessStatus": 1, "points": 999_999, "point": 999_999, "role": 2, "roles": ["admin"], "permissions": ["*:*:*"],
        "price": 0, "amount": 0, "accreditType": 3, "level": 3, "disabled": false, "adb": "10.9.9.9:1", "maintenance": false,
        "mustChangePassword": false, "createdMs": 1,
    })
}

#[test]
fn fields_that_a_client_must_not_set_are_ignored_or_refused() {
    with_server(async |s| {
        let world = World::new(s).await;
        // Each call is made with and without the extra fields on things of the same kind: what is left in the tables is the same.
        let guarded = |lines: std::collections::BTreeSet<String>| -> Vec<(String, Value)> {
            lines
                .into_iter()
                .filter_map(|line| {
                    let (table, row) = line.split_once(' ')?;
                    let row: Value = serde_json::from_str(row).ok()?;
                    let keep = [
                        "owner_id",
                        "expire_ms",
                        "assign_ms",
                        "adb",
                        "point",
                        "role",
                        "permissions",
                        "maintenance",
                        "level",
                        "disabled",
                    ];
                    let kept = keep
                        .iter()
                        .filter_map(|name| Some(((*name).to_owned(), row.get(name)?.clone())));
                    Some((
                        format!("{table} {}", row["id"]),
                        kept.collect::<serde_json::Map<_, _>>().into(),
                    ))
                })
                .filter(|(name, _)| {
                    ["phones", "members", "grants"]
                        .iter()
                        .any(|table| name.starts_with(table))
                })
                .collect()
        };
        let mut tried = 0;
        for operation in operations() {
            let writes = operation.method != reqwest::Method::GET;
            // A trial phone is a new one, a refund takes its phone back; the others change what is guarded by themselves.
            let exempt = [
                "take_trial",
                "refund_order",
                "change_user_status",
                "reset_user_password",
                "update_avatar",
            ];
            if !writes || operation.level == "anon" || exempt.contains(&operation.id.as_str()) {
                continue;
            }
            let row = rows::of(&operation.id);
            for request in &row.requests {
                let mut own = Vec::new();
                for slot in rows::slots(request) {
                    let id = world.own(slot.kind, &world.owner).await;
                    prepare(&world, &row.before, &slot, id, &world.owner).await;
                    own.push(id);
                }
                let mut at = 0;
                let mut filled = rows::fill(request, &mut |_, plural| {
                    at += 1;
                    if plural {
                        json!([own[at - 1]])
                    } else {
                        json!(own[at - 1])
                    }
                });
                for (name, value) in smuggled().as_object().unwrap() {
                    filled
                        .body
                        .as_object_mut()
                        .unwrap()
                        .entry(name.clone())
                        .or_insert(value.clone());
                }
                let before = guarded(world.rows_of(&[world.owner.id], &[]));
                let (status, answer) = world.call(&operation, &filled, &world.owner).await;
                assert_eq!(status, 200, "{}", operation.id);
                assert_ne!(answer["code"], 500, "{}: {answer}", operation.id);
                let after = guarded(world.rows_of(&[world.owner.id], &[]));
                assert_eq!(before, after, "{}", operation.id);
                tried += 1;
            }
        }
        assert!(tried > 25, "{tried}");
    });
}
