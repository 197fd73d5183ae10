//! Requests with marks, and what is put in their place: `$phone` stands for one id, `$phones` for several, `$lines` for a renewal's lines with a
//! phone each; `/` holds what goes into the path, `?` what goes into the query.

use serde_json::{Map, Value, json};

/// The mark of a renewal's lines: a phone each, and a package.
pub const LINES: &str = "$lines";
/// The mark of codes that renew a phone each.
pub const RENEWALS: &str = "$renewals";
/// The mark of a redeem code that nobody used, for a day of any phone.
pub const CODE: &str = "$code";
/// The mark of a handle of an account that can be authorized.
pub const HANDLE: &str = "$handle";
/// The mark of the price that was shown.
pub const TOTAL: &str = "$total";

/// The mark of how many phones a request names.
pub const COUNT: &str = "$count";

/// Marks of kinds, and how the document calls them.
const MARKS: [(&str, &str, bool); 32] = [
    ("$phone", "phone", false),
    ("$phones", "phone", true),
    ("$group", "group", false),
    ("$tag", "tag", false),
    ("$tags", "tag", true),
    ("$session", "session", false),
    ("$message", "message", false),
    ("$messages", "message", true),
    ("$feedback", "feedback", false),
    ("$batch", "operation", false),
    ("$member", "member", false),
    ("$groups", "group", true),
    ("$upload", "upload", false),
    ("$uploads", "upload", true),
    ("$sessions", "session", true),
    ("$order", "order", false),
    ("$embed", "embed", false),
    ("$token", "token", false),
    ("$link", "link", false),
    ("$webhook", "webhook", false),
    ("$grant", "grant", false),
    ("$child", "child", false),
    ("$invitation", "invitation", false),
    ("$grants", "grant", true),
    ("$received", "received", true),
    ("$delivery", "delivery", false),
    (LINES, "phone", true),
    (RENEWALS, "phone", true),
    ("$configuration", "configuration", false),
    ("$better", "better", false),
    ("$package", "package", false),
    (TOTAL, "total", false),
];

/// Kinds that everybody sees: nobody needs a right to them. A better configuration is one that a phone can be upgraded to.
const OPEN: [&str; 4] = ["configuration", "better", "package", "total"];

/// Where a request names something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// Name of the field in the API document, behind the field around it: `lines.phoneId`.
    pub field: String,
    pub kind: &'static str,
    pub plural: bool,
}

fn slot_at(field: &str, value: &Value) -> Option<Slot> {
    let text = value.as_str()?;
    let &(mark, kind, plural) = MARKS.iter().find(|(mark, _, _)| *mark == text)?;
    let field = if mark == LINES || mark == RENEWALS {
        format!("{field}.phoneId")
    } else {
        field.to_owned()
    };
    Some(Slot {
        field,
        kind,
        plural,
    })
}

/// The slots of a request: where it names what is somebody's.
pub fn slots(request: &Value) -> Vec<Slot> {
    let holders = [request, &request["/"], &request["?"]];
    holders
        .into_iter()
        .filter_map(Value::as_object)
        .flatten()
        .filter_map(|(field, value)| slot_at(field, value))
        .filter(|slot| !OPEN.contains(&slot.kind))
        .collect()
}

/// A request as it is sent.
pub struct Filled {
    pub body: Value,
    in_path: Map<String, Value>,
    in_query: Map<String, Value>,
}

impl Filled {
    /// The path with what belongs into it.
    pub fn path(&self, pattern: &str) -> String {
        let mut path = pattern.to_owned();
        for (name, value) in &self.in_path {
            path = path.replace(&format!("{{{name}}}"), &plain(value));
        }
        for (at, (name, value)) in self.in_query.iter().enumerate() {
            let sign = if at == 0 { '?' } else { '&' };
            path = format!("{path}{sign}{name}={}", plain(value));
        }
        path
    }
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// A line of a renewal for each phone, all with the same package.
fn lines(phones: &Value, package: &Value) -> Value {
    let phones = phones.as_array().into_iter().flatten();
    phones
        .map(|phone| json!({ "phoneId": phone, "packageId": package }))
        .collect()
}

/// A code for each phone.
fn renewals(phones: &Value) -> Value {
    let phones = phones.as_array().into_iter().flatten();
    phones
        .map(|phone| json!({ "code": CODE, "phoneId": phone }))
        .collect()
}

/// Puts ids, or what else `id` has for them, where the marks are.
pub fn fill(request: &Value, id: &mut dyn FnMut(&Slot) -> Value) -> Filled {
    let mut put = |fields: &Value| -> Map<String, Value> {
        let mut filled = Map::new();
        for (name, value) in fields.as_object().into_iter().flatten() {
            if name == "/" || name == "?" {
                continue;
            }
            let value = match slot_at(name, value) {
                Some(slot) if value == LINES => {
                    let package = Slot {
                        field: format!("{name}.packageId"),
                        kind: "package",
                        plural: false,
                    };
                    lines(&id(&slot), &id(&package))
                }
                Some(slot) if value == RENEWALS => renewals(&id(&slot)),
                Some(slot) => id(&slot),
                None => value.clone(),
            };
            filled.insert(name.clone(), value);
        }
        let phones = filled
            .get("phoneIds")
            .and_then(Value::as_array)
            .map(Vec::len);
        for value in filled.values_mut().filter(|value| **value == COUNT) {
            *value = json!(phones);
        }
        filled
    };
    Filled {
        body: Value::Object(put(request)),
        in_path: put(&request["/"]),
        in_query: put(&request["?"]),
    }
}
