//! No id comes in untried: each that the document lets a request carry is in a slot of its row, or it is nobody's and stands here with the reason.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use super::{Operation, document, operations, requests, rows};

const SOLD: &str = "what is sold is seen by everybody";

const AGREEMENT: &str =
    "whoever holds the permission may, whoever wrote it and whoever accepted it";

const ANNOUNCED: &str = "whoever holds the permission may, whoever wrote it and whoever it is for";

const MARKET: &str = "whoever holds the permission may, whoever offered it; only a file of one's own is offered (apps::market)";

const OPERATORS: &str = "whoever holds the permission may, whosever sessions they are";

const ROLES: &str = "whoever holds the permission may, of roles that give nothing it has not";

const CONFIG: &str = "whoever holds the permission may, whoever made it";

const REDEEM: &str = "whoever holds the permission may, whoever made it and whoever used it";

const PHONES: &str = "whoever holds the permission may, whosever phones they are (admin::phones)";

const MAINTENANCE: &str =
    "whoever holds the permission may, whosever phones they are and whoever set it";

const SHOP: &str = "whoever holds the permission may, whoever changed it before";

/// Ids that nobody needs a right to: operation, field, and why.
const NOBODYS: [(&str, &str, &str); 77] = [
    ("save_branding", "contacts.id", CONFIG),
    (
        "list_proxy_cities",
        "id",
        "the countries are the same for everybody",
    ),
    ("save_role", "roleId", ROLES),
    ("remove_role", "roleId", ROLES),
    ("give_roles", "memberId", ROLES),
    ("give_roles", "roleIds", ROLES),
    ("end_member_sessions", "sessionId", OPERATORS),
    (
        "end_view_as",
        "viewId",
        "an operator ends its own, any other is unknown",
    ),
    ("list_prices", "configurationId", SOLD),
    ("quote_order", "configurationId", SOLD),
    ("quote_order", "packageId", SOLD),
    ("quote_order", "lines.packageId", SOLD),
    ("create_order", "configurationId", SOLD),
    ("create_order", "packageId", SOLD),
    ("create_order", "lines.packageId", SOLD),
    ("offer_app", "uploadId", MARKET),
    ("describe_app", "appId", MARKET),
    ("set_app_offered", "appId", MARKET),
    ("set_app_offered", "versionId", MARKET),
    ("remove_app_version", "versionId", MARKET),
    ("get_announcement", "id", ANNOUNCED),
    ("create_announcement", "memberIds", ANNOUNCED),
    ("create_announcement", "configurationId", ANNOUNCED),
    ("update_announcement", "id", ANNOUNCED),
    ("update_announcement", "memberIds", ANNOUNCED),
    ("update_announcement", "configurationId", ANNOUNCED),
    ("publish_announcement", "id", ANNOUNCED),
    ("withdraw_announcement", "id", ANNOUNCED),
    ("order_popups", "ids", ANNOUNCED),
    ("create_redeem_batch", "configurationId", REDEEM),
    ("list_batch_codes", "batchId", REDEEM),
    ("void_redeem_batch", "batchId", REDEEM),
    ("void_redeem_code", "codeId", REDEEM),
    ("count_maintenance", "owlIds", MAINTENANCE),
    ("count_maintenance", "configurationId", MAINTENANCE),
    ("set_maintenance", "owlIds", MAINTENANCE),
    ("set_maintenance", "configurationId", MAINTENANCE),
    ("end_maintenance", "maintenanceId", MAINTENANCE),
    ("create_configuration", "configurationId", SHOP),
    ("update_configuration", "configurationId", SHOP),
    ("save_price_draft", "configurationId", SHOP),
    ("schedule_prices", "configurationId", SHOP),
    ("withdraw_prices", "configurationId", SHOP),
    ("discard_price_draft", "configurationId", SHOP),
    ("get_any_order", "orderId", SHOP),
    ("handle_mismatch", "mismatchId", SHOP),
    ("solve_bill_difference", "differenceId", SHOP),
    ("list_all_phones", "configurationId", PHONES),
    ("list_all_phones", "memberId", PHONES),
    ("export_phones", "configurationId", PHONES),
    ("export_phones", "memberId", PHONES),
    ("write_phone_note", "phoneId", PHONES),
    ("get_any_phone", "phoneId", PHONES),
    ("list_phone_events", "phoneId", PHONES),
    ("get_phone_screen", "phoneId", PHONES),
    ("add_phones", "configurationId", PHONES),
    ("remove_stock_phone", "phoneId", PHONES),
    ("take_phone_back", "phoneId", PHONES),
    ("take_phone_back", "memberId", PHONES),
    ("publish_agreement", "id", AGREEMENT),
    ("list_acceptances", "id", AGREEMENT),
    ("test_announcement", "memberIds", ANNOUNCED),
    ("test_announcement", "configurationId", ANNOUNCED),
    ("count_audience", "memberIds", ANNOUNCED),
    ("count_audience", "configurationId", ANNOUNCED),
    ("get_config", "configId", CONFIG),
    ("create_config", "configId", CONFIG),
    ("update_config", "configId", CONFIG),
    ("remove_config", "configIds", CONFIG),
    (
        "list_users",
        "roleId",
        "the roles are the same for everybody",
    ),
    (
        "export_users",
        "roleId",
        "the roles are the same for everybody",
    ),
    (
        "create_user",
        "roleIds",
        "the roles are the same for everybody",
    ),
    (
        "update_user",
        "roleIds",
        "the roles are the same for everybody",
    ),
    ("create_user", "userId", "a new account has none yet"),
    (
        "describe_phone_uploads",
        "phoneId",
        "the answer is the same for every phone",
    ),
    ("create_notice", "noticeId", ANNOUNCED),
    ("update_notice", "noticeId", ANNOUNCED),
];

/// Whether a field of that name holds ids. A `uuid` of a captcha or a code is none of these: it is a secret of its own.
fn is_id(field: &str) -> bool {
    let name = field.rsplit('.').next().unwrap_or(field);
    ["id", "ids"].contains(&name) || name.ends_with("Id") || name.ends_with("Ids")
}

/// Adds the fields of a schema, each behind what it stands in: `lines.phoneId`. A schema that is within itself is looked at once.
fn fields_of<'a>(
    document: &'a Value,
    schema: &'a Value,
    within: &str,
    seen: &[&'a str],
    found: &mut BTreeSet<String>,
) {
    if let Some(reference) = schema["$ref"].as_str() {
        let at = reference.trim_start_matches('#');
        let Some(named) = document.pointer(at) else {
            panic!("the document has no {reference}");
        };
        if !seen.contains(&reference) {
            let mut seen = seen.to_vec();
            seen.push(reference);
            fields_of(document, named, within, &seen, found);
        }
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let field = if within.is_empty() {
            name.clone()
        } else {
            format!("{within}.{name}")
        };
        fields_of(document, property, &field, seen, found);
        found.insert(field);
    }
    for inner in ["items", "additionalProperties"] {
        fields_of_some(document, schema.get(inner), within, seen, found);
    }
    for several in ["allOf", "anyOf", "oneOf", "prefixItems"] {
        for inner in schema[several].as_array().into_iter().flatten() {
            fields_of(document, inner, within, seen, found);
        }
    }
}

/// Adds the fields of a schema that need not be there: `items` may be missing, `additionalProperties` may be `true`.
fn fields_of_some<'a>(
    document: &'a Value,
    schema: Option<&'a Value>,
    within: &str,
    seen: &[&'a str],
    found: &mut BTreeSet<String>,
) {
    if let Some(schema) = schema.filter(|schema| schema.is_object()) {
        fields_of(document, schema, within, seen, found);
    }
}

/// All that a request of an operation can carry: in its path, its query, its headers and its body.
fn fields(document: &Value, operation: &Operation) -> BTreeSet<String> {
    let doc = &operation.doc;
    let mut found = BTreeSet::new();
    for parameter in doc["parameters"].as_array().into_iter().flatten() {
        let Some(name) = parameter["name"].as_str() else {
            panic!("{}: a parameter has no name: {parameter}", operation.id);
        };
        found.insert(name.to_owned());
        fields_of_some(document, parameter.get("schema"), name, &[], &mut found);
    }
    let contents = doc["requestBody"]["content"].as_object();
    for (_, content) in contents.into_iter().flatten() {
        fields_of_some(document, content.get("schema"), "", &[], &mut found);
    }
    found
}

/// The fields that an operation's row names things in.
fn tried(operation: &Operation) -> BTreeSet<String> {
    let requests = rows::of(&operation.id).requests;
    let slots = requests.iter().flat_map(requests::slots);
    slots.map(|slot| slot.field).collect()
}

/// Ids that a request can carry and that no row tries.
fn untried(document: &Value, operation: &Operation) -> Vec<String> {
    let tried = tried(operation);
    let nobodys = |field: &str| {
        NOBODYS
            .iter()
            .any(|(id, name, _)| *id == operation.id && *name == field)
    };
    fields(document, operation)
        .into_iter()
        .filter(|field| is_id(field) && !tried.contains(field) && !nobodys(field))
        .collect()
}

#[test]
fn every_id_that_a_request_can_carry_is_tried() {
    let document = document();
    let mut ids = 0;
    for operation in operations() {
        let left = untried(&document, &operation);
        assert!(
            left.is_empty(),
            "{}: no request in access/rows.rs has {left:?}, and access/ids.rs does not say why",
            operation.id
        );
        let fields = fields(&document, &operation);
        for field in tried(&operation) {
            assert!(
                fields.contains(&field),
                "{}: the document has no {field}",
                operation.id
            );
        }
        ids += fields.iter().filter(|field| is_id(field)).count();
    }
    assert!(ids > 50, "{ids} ids were found");
}

#[test]
fn what_is_said_to_be_nobodys_is_there_and_in_no_slot() {
    let (document, all) = (document(), operations());
    for (id, field, why) in NOBODYS {
        let Some(operation) = all.iter().find(|operation| operation.id == id) else {
            panic!("there is no {id}");
        };
        let there = fields(&document, operation).contains(field);
        assert!(
            there && !tried(operation).contains(field),
            "{id} {field}: {why}"
        );
    }
}

#[test]
fn a_new_id_is_noticed_wherever_it_stands() {
    let document = json!({ "components": { "schemas": {
        "Line": { "properties": { "phoneId": { "type": "integer" }, "note": { "type": "string" } } },
        "Body": { "properties": {
            "lines": { "type": ["array", "null"], "items": { "$ref": "#/components/schemas/Line" } },
            "again": { "oneOf": [{ "$ref": "#/components/schemas/Body" }, { "type": "null" }] },
            "uuid": { "type": "string" },
            "paid": { "type": "boolean" },
        } },
    } } });
    let operation = Operation {
        id: "get_info".to_owned(),
        method: Method::POST,
        path: "/getInfo/{id}".to_owned(),
        level: "member".to_owned(),
        doc: json!({
            "parameters": [{ "name": "id", "in": "path" }, { "name": "tagIds", "in": "query" }, { "name": "word", "in": "query" }],
            "requestBody": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Body" } } } },
        }),
    };
    assert_eq!(
        untried(&document, &operation),
        ["id", "lines.phoneId", "tagIds"]
    );
}
