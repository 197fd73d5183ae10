//! Dictionaries and configuration as a client of this family of consoles drives them, which knows nothing of this server.

mod accounts;
mod audit;
mod members;
mod overview;
mod phones;
mod roles;
mod tables;

use domain::codes;
use domain::config::Setting;
use reqwest::Method;
use serde_json::{Value, json};

use crate::server::{OWNER, Reply, Server, with_server};

/// A client: its base, its token, and JSON.
pub struct Console<'a> {
    pub server: &'a Server,
    pub token: String,
}

impl<'a> Console<'a> {
    pub async fn of(server: &'a Server, account: &str) -> Self {
        Self {
            server,
            token: server.token(account).await,
        }
    }

    async fn send(&self, method: Method, path: &str, body: Value) -> Reply {
        let bearer = format!("Bearer {}", self.token);
        let headers = [
            ("content-type", "application/json"),
            ("accept-language", "zh-CN"),
            ("authorization", bearer.as_str()),
        ];
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        self.server.send(method, path, &headers, body).await
    }

    pub async fn get(&self, path: &str) -> Value {
        self.send(Method::GET, path, Value::Null).await.json()
    }

    pub async fn post(&self, path: &str, body: Value) -> Value {
        self.send(Method::POST, path, body).await.json()
    }

    async fn put(&self, path: &str, body: Value) -> Value {
        self.send(Method::PUT, path, body).await.json()
    }

    async fn delete(&self, path: &str) -> Value {
        self.send(Method::DELETE, path, Value::Null).await.json()
    }

    /// The last change that was recorded: kind, before and after.
    async fn last_change(&self) -> (String, Value, Value) {
        let info = self.get("/getInfo").await;
        let id = info["user"]["userId"].as_i64().unwrap();
        let records = store::audit::of_member(&self.server.store, id)
            .await
            .unwrap();
        let record = records
            .iter()
            .find(|record| record.value_before.is_some() || record.value_after.is_some())
            .unwrap();
        assert_eq!(record.address.as_deref(), Some("127.0.0.1"));
        let value = |text: &Option<String>| {
            text.as_deref()
                .map_or(Value::Null, |text| serde_json::from_str(text).unwrap())
        };
        (
            record.kind.clone(),
            value(&record.value_before),
            value(&record.value_after),
        )
    }
}

fn done(answer: &Value) {
    assert_eq!(
        (&answer["code"], &answer["msg"]),
        (&json!(200), &json!("操作成功")),
        "{answer}"
    );
}

fn refused(answer: &Value, code: codes::Code) {
    assert_eq!(answer["code"], code.number, "{answer}");
    assert_eq!(answer["msg"], code.words.zh, "{answer}");
}

#[test]
fn an_entry_is_added_shown_to_members_changed_disabled_and_deleted() {
    with_server(async |s| {
        let admin = Console::of(s, "admin").await;
        let data = "/system/dict/data";
        let entry = json!({
            "dictType": "sys_trial", "dictValue": "1", "dictLabel": "=一", "labelEn": "One", "dictSort": 2,
            "listClass": "primary", "isDefault": "Y", "status": "0", "remark": "note",
        });
        done(&admin.post(data, entry.clone()).await);
        refused(
            &admin.post(data, entry.clone()).await,
            codes::DICTIONARY_TAKEN,
        );
        let mut second = entry.clone();
        (second["dictValue"], second["dictSort"]) = (json!("2"), json!(1));
        done(&admin.post(data, second).await);

        let page = admin
            .get(&format!(
                "{data}/list?pageNum=1&pageSize=1&dictType=sys_trial"
            ))
            .await;
        assert_eq!(
            (&page["msg"], &page["total"]),
            (&json!("查询成功"), &json!(2))
        );
        assert_eq!(page["rows"].as_array().unwrap().len(), 1);
        assert_eq!(page["rows"][0]["dictValue"], "2", "by place");
        let by_value = format!("{data}/list?dictType=sys_trial&orderByColumn=dictValue&isAsc=desc");
        let page = admin.get(&by_value).await;
        assert_eq!(page["rows"][0]["dictValue"], "2");
        let row = page["rows"][1].clone();
        for name in [
            "dictLabel",
            "dictSort",
            "listClass",
            "isDefault",
            "status",
            "remark",
        ] {
            assert_eq!(row[name], entry[name], "{name}");
        }
        assert_eq!(
            row["createTime"],
            domain::zone::Zone::default().time_of(s.clock.now_ms())[..10].to_owned()
                + &row["createTime"].as_str().unwrap()[10..]
        );
        let one = format!("{data}/{}", row["dictCode"]);
        assert_eq!(admin.get(&one).await["data"], row);

        // Members read the same table.
        let member = Console::of(s, OWNER).await;
        let of_type = member.get(&format!("{data}/type/sys_trial")).await;
        assert_eq!(of_type["data"].as_array().unwrap().len(), 2);
        let shown = s
            .get(
                "/app-api/system/dict-data/get?type=sys_trial",
                &member.token,
            )
            .await
            .data();
        assert_eq!(shown[1]["label"], "One");

        let mut changed = row.clone();
        (changed["dictLabel"], changed["status"]) = (json!("新"), json!("1"));
        done(&admin.put(data, changed.clone()).await);
        let (kind, before, after) = admin.last_change().await;
        assert_eq!(kind, "dictionary.update");
        assert_eq!(
            (
                &before["dictLabel"],
                &after["dictLabel"],
                &after["disabled"]
            ),
            (&json!("=一"), &json!("新"), &json!(true))
        );
        // A second operator who saw the earlier version is told.
        let told = admin.put(data, changed).await;
        refused(&told, codes::CHANGED_MEANWHILE);
        assert_eq!(told["data"]["by"], "admin");
        let at_ms = told["data"]["time"].as_i64();
        assert!(at_ms.is_some_and(|at_ms| at_ms > 0 && at_ms <= s.clock.now_ms()));
        assert_eq!(
            told["data"]["now"],
            json!({ "dictLabel": "新", "labelEn": "One", "dictSort": row["dictSort"], "status": "1", "version": 1 })
        );
        let shown = member
            .get("/app-api/system/dict-data/get?type=sys_trial")
            .await;
        assert_eq!(
            shown["data"].as_array().unwrap().len(),
            1,
            "a disabled one is no choice"
        );

        let both = format!(
            "{data}/{},{}",
            page["rows"][0]["dictCode"], page["rows"][1]["dictCode"]
        );
        done(&admin.delete(&both).await);
        assert_eq!(admin.last_change().await.0, "dictionary.delete");
        refused(&admin.delete(&both).await, codes::DICTIONARY_ABSENT);
        refused(&admin.get(&one).await, codes::DICTIONARY_ABSENT);
    });
}

#[test]
fn a_dictionary_that_the_product_uses_keeps_its_values_and_members_read_new_words_at_once() {
    with_server(async |s| {
        let admin = Console::of(s, "admin").await;
        let member = Console::of(s, OWNER).await;
        let data = "/system/dict/data";
        let page = admin
            .get(&format!("{data}/list?dictType=phone_status"))
            .await;
        let mut status = page["rows"][0].clone();
        let one = format!("{data}/{}", status["dictCode"]);
        refused(&admin.delete(&one).await, codes::DICTIONARY_BUILT_IN);
        status["dictValue"] = json!("1000");
        refused(
            &admin.put(data, status.clone()).await,
            codes::DICTIONARY_BUILT_IN,
        );
        let page = admin.get(&one).await;
        status = page["data"].clone();
        status["dictLabel"] = json!("可用");
        done(&admin.put(data, status).await);
        let shown = member
            .get("/app-api/system/dict-data/get?type=phone_status")
            .await;
        assert_eq!(shown["data"][0]["label"], "可用");
    });
}

#[test]
fn a_wrong_entry_and_a_wrong_question_about_entries_are_refused() {
    with_server(async |s| {
        let admin = Console::of(s, "admin").await;
        let data = "/system/dict/data";
        let bad = admin
            .post(
                data,
                json!({ "dictType": "A B", "dictValue": "1", "dictLabel": "x" }),
            )
            .await;
        assert_eq!(
            (&bad["code"], &bad["data"]["field"]),
            (&json!(400), &json!("dictType"))
        );
        for query in ["orderByColumn=id", "isAsc=up", "status=2", "pageSize=201"] {
            let bad = admin.get(&format!("{data}/list?{query}")).await;
            assert_eq!(bad["code"], 400, "{query}");
        }
    });
}

#[test]
fn a_setting_holds_from_the_moment_of_its_change_and_a_cleared_cache_is_read_anew() {
    with_server(async |s| {
        let (admin, member) = (Console::of(s, "admin").await, Console::of(s, OWNER).await);
        let earned = async || {
            let shelf = member
                .get("/app-api/trade/phone-configuration/tab-list")
                .await;
            shelf["data"]["points"]["earnedPerYuan"].clone()
        };
        let list = "/system/config/list?configType=Y&pageSize=50";
        let page = admin.get(list).await;
        assert_eq!(page["total"], Setting::ALL.len());
        let row = page["rows"]
            .as_array()
            .unwrap()
            .iter()
            .find(|row| row["configKey"] == "points.per.yuan")
            .unwrap()
            .clone();
        assert_eq!(
            (&row["configValue"], &row["source"], &row["range"]),
            (&json!("1"), &json!("default"), &json!([0, 100]))
        );
        assert_eq!(earned().await, 1);
        let mut change = row.clone();
        change["configValue"] = json!("3");
        done(&admin.put("/system/config", change.clone()).await);
        assert_eq!(earned().await, 3, "at once");
        let (kind, before, after) = admin.last_change().await;
        assert_eq!(kind, "config.update");
        assert_eq!(
            (&before["configValue"], &after["configValue"]),
            (&Value::Null, &json!("3"))
        );
        let key = "/system/config/configKey/points.per.yuan";
        let told = member.get(key).await;
        assert_eq!((&told["msg"], &told["data"]), (&json!("3"), &json!("3")));
        assert_eq!(
            member.get("/system/config/configKey/nothing").await["msg"],
            ""
        );

        // This server sees the change of another server no later than when its cache is cleared.
        for (path, value) in [("clearCache", 4), ("refreshCache", 5)] {
            let sql = format!("UPDATE config SET value = '{value}' WHERE key = 'points.per.yuan'");
            s.statement(&sql);
            done(&admin.delete(&format!("/system/config/{path}")).await);
            assert_eq!(earned().await, value, "{path}");
        }

        let told = admin.put("/system/config", change.clone()).await;
        refused(&told, codes::CHANGED_MEANWHILE);
        assert_eq!(told["data"]["by"], "admin");
        assert_eq!(
            told["data"]["now"],
            json!({ "configValue": "5", "version": 1 })
        );
        let mut wrong = change.clone();
        wrong["version"] = Value::Null;
        wrong["configValue"] = json!("101");
        let answer = admin.put("/system/config", wrong.clone()).await;
        assert_eq!(
            (&answer["code"], &answer["data"]["field"], &answer["msg"]),
            (
                &json!(400),
                &json!("configValue"),
                &json!("请输入 0 到 100 的整数")
            )
        );
        (wrong["configValue"], wrong["configKey"]) = (json!("1"), json!("mine"));
        refused(
            &admin.put("/system/config", wrong).await,
            codes::CONFIG_BUILT_IN,
        );
        let one = format!("/system/config/{}", row["configId"]);
        refused(&admin.delete(&one).await, codes::CONFIG_BUILT_IN);
        // An empty value is the default again.
        change["configValue"] = json!("");
        change["version"] = Value::Null;
        done(&admin.put("/system/config", change).await);
        assert_eq!(earned().await, 1);
        let again = admin.get(&one).await["data"].clone();
        assert_eq!(
            (&again["configValue"], &again["source"]),
            (&json!("1"), &json!("default"))
        );
    });
}

#[test]
fn operators_keep_values_for_programs_of_their_own() {
    with_server(async |s| {
        let admin = Console::of(s, "admin").await;
        let new = json!({ "configName": "上班", "configKey": "shop.hours", "configValue": "9-18", "configType": "N" });
        done(&admin.post("/system/config", new.clone()).await);
        refused(
            &admin.post("/system/config", new).await,
            codes::CONFIG_KEY_TAKEN,
        );
        let today = &domain::zone::Zone::default().time_of(s.clock.now_ms())[..10];
        for (query, total) in [
            ("configKey=hours".to_owned(), 1),
            ("configKey=%25".to_owned(), 0),
            ("configType=N".to_owned(), 1),
            (
                format!("configType=N&params%5BbeginTime%5D={today}&params%5BendTime%5D={today}"),
                1,
            ),
            ("configType=N&params%5BendTime%5D=2020-01-01".to_owned(), 0),
        ] {
            let page = admin.get(&format!("/system/config/list?{query}")).await;
            assert_eq!(page["total"], total, "{query}");
        }
        let page = admin.get("/system/config/list?configKey=shop.hours").await;
        let mut row = page["rows"][0].clone();
        row["configValue"] = json!("10-19");
        done(&admin.put("/system/config", row.clone()).await);
        let value = admin.get("/system/config/configKey/shop.hours").await;
        assert_eq!(value["msg"], "10-19");
        let one = format!("/system/config/{}", row["configId"]);
        done(&admin.delete(&one).await);
        refused(&admin.get(&one).await, codes::CONFIG_ABSENT);
    });
}
