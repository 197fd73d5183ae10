//! Files that operators take away and bring.

use domain::codes;
use reqwest::Method;
use serde_json::{Value, json};

use super::Console;
use crate::server::{OWNER, Reply, Server, with_server};

const DOWNLOAD: &str = "/app-api/member/common/common/download";

async fn take(of: &Console<'_>, name: &str) -> Reply {
    let path = format!("{DOWNLOAD}?fileName={name}&delete=true");
    of.server.get(&path, &of.token).await
}

/// Takes a file as a browser does that is sent to an address.
async fn navigate(server: &Server, name: &str) -> Reply {
    let path = format!("{DOWNLOAD}?fileName={name}&delete=true");
    server.send(Method::GET, &path, &[], "").await
}

#[test]
fn an_exported_file_is_taken_once_by_its_id_while_the_session_of_its_maker_lasts() {
    with_server(async |s| {
        let (admin, member) = (Console::of(s, "admin").await, Console::of(s, OWNER).await);
        let entry = json!({ "dictType": "sys_trial", "dictValue": "123456789012345678", "dictLabel": "=1+1" });
        admin.post("/system/dict/data", entry).await;
        let export = "/system/dict/data/export?dictType=sys_trial&format=csv";
        let answer = admin.get(export).await;
        let name = answer["msg"].as_str().unwrap().to_owned();
        assert!(name.ends_with("_字典数据.csv"), "{name}");
        let foreign = take(&member, &name).await;
        assert_eq!(foreign.code(), codes::EXPORT_ABSENT.number);
        // A browser that is sent there brings no token: the id is enough, once.
        let file = navigate(s, &name).await;
        assert_eq!(file.header("content-type"), "text/csv; charset=utf-8");
        assert!(
            file.header("content-disposition")
                .starts_with("attachment; filename=\"export.csv\"")
        );
        assert!(
            file.text.contains("\r\n")
                && file.text.contains(",'=1+1,,123456789012345678,sys_trial,"),
            "{}",
            file.text
        );
        let absent = codes::EXPORT_ABSENT.number;
        assert_eq!(take(&admin, &name).await.code(), absent);
        let spent = navigate(s, &name).await;
        let wrong = navigate(s, &format!("{}_x.csv", "A".repeat(43))).await;
        let told = |reply: &Reply| (reply.status, reply.code(), reply.msg());
        assert_eq!(told(&spent), told(&wrong));
        assert_eq!(
            spent.code(),
            absent,
            "a wrong id is answered like a spent one"
        );
        // The session that exported a file is over.
        let other = Console::of(s, "admin").await;
        let name = other.get(export).await["msg"].as_str().unwrap().to_owned();
        let leave = "/app-api/member/auth/logout";
        s.post(leave, &other.token, json!({})).await;
        assert_eq!(navigate(s, &name).await.code(), absent);
        let admin = Console::of(s, "admin").await;
        // Too late.
        let name = admin.get(export).await["msg"].as_str().unwrap().to_owned();
        s.statement("UPDATE exports SET until_ms = 1");
        assert_eq!(
            take(&admin, &name).await.code(),
            codes::EXPORT_ABSENT.number
        );
        for odd in ["../../etc/passwd", "_x.csv", "x"] {
            assert_eq!(take(&admin, odd).await.code(), codes::EXPORT_ABSENT.number);
        }
        // Later clients of this family ask for the file itself.
        let bearer = format!("Bearer {}", admin.token);
        let headers = [("accept", "text/csv"), ("authorization", bearer.as_str())];
        let direct = s.send(Method::GET, export, &headers, "").await;
        assert_eq!(direct.text, file.text);
        for path in [
            "/system/config/export",
            "/system/user/export",
            "/system/user/importTemplate",
        ] {
            let answer = admin.get(path).await;
            let name = std::path::Path::new(answer["msg"].as_str().unwrap());
            assert_eq!(name.extension().unwrap(), "xlsx", "{answer}");
        }
    });
}

/// Options may stand in the address and in the form: `goodRows` in the form here, the rest in the address.
async fn import(of: &Console<'_>, query: &str, file: &[u8]) -> Value {
    let form_good_rows = if query == "goodRows=true" {
        "true"
    } else {
        "0"
    };
    let query = query.strip_prefix("goodRows=true").unwrap_or(query);
    let mut body =
        b"--X\r\ncontent-disposition: form-data; name=\"file\"; filename=\"users.csv\"\r\n\r\n"
            .to_vec();
    body.extend(file);
    body.extend(b"\r\n--X\r\ncontent-disposition: form-data; name=\"goodRows\"\r\n\r\n");
    body.extend(form_good_rows.as_bytes());
    body.extend(b"\r\n--X--\r\n");
    let bearer = format!("Bearer {}", of.token);
    let headers = [
        ("content-type", "multipart/form-data; boundary=X"),
        ("accept-language", "zh-CN"),
        ("authorization", bearer.as_str()),
    ];
    let path = format!("/system/user/importData?{query}");
    of.server
        .send(Method::POST, &path, &headers, body)
        .await
        .json()
}

#[test]
fn a_table_of_accounts_is_taken_whole_or_its_wrong_cells_are_named() {
    with_server(async |s| {
        let admin = Console::of(s, "admin").await;
        let count =
            async || admin.get("/system/user/list?phonenumber=1331234").await["total"].clone();
        // Two rows are wrong: a number that lost its digits, and a state that is none.
        let text = "登录名称,用户昵称,手机号码,用户邮箱,用户性别,帐号状态\n\
                    ,李姐,13312340001,li@example.com,女,正常\n\
                    ,王哥,1.33E+10,,男,正常\n\
                    zhao,赵,13312340003,,男,离职\n";
        let refused = import(&admin, "", text.as_bytes()).await;
        assert_eq!(refused["code"], codes::IMPORT_REFUSED.number, "{refused}");
        assert_eq!(
            refused["msg"],
            "导入失败，2 行有误。第 3 行「手机号码」“1.33E+10”：数字已丢失位数，请把该列设为文本后重新填写"
        );
        let errors = refused["data"]["errors"].as_array().unwrap();
        assert_eq!(
            (&errors[1]["row"], &errors[1]["column"], &errors[1]["value"]),
            (&json!(4), &json!("帐号状态"), &json!("离职"))
        );
        assert_eq!(count().await, 0, "all or nothing");
        // Tried beforehand, nothing is changed, and each row has its result.
        let tried = import(&admin, "dryRun=1&updateSupport=1", text.as_bytes()).await;
        assert_eq!(
            tried["rows"],
            json!([{ "row": 2, "result": "added" }, { "row": 3, "result": "failed" }, { "row": 4, "result": "failed" }]),
            "{tried}"
        );
        assert_eq!((&tried["code"], &tried["added"]), (&json!(200), &json!(1)));
        assert_eq!(count().await, 0, "nothing was changed");
        let done = import(&admin, "goodRows=true", text.as_bytes()).await;
        assert_eq!(
            (&done["code"], &done["added"], &done["failed"]),
            (&json!(200), &json!(1), &json!(2)),
            "{done}"
        );
        assert_eq!(count().await, 1, "only the good one");

        // An account that exists is an error, or an update where that is asked for. The file is in GBK, as programs in China write it.
        let (gbk, _, _) = encoding_rs::GBK
            .encode("手机号码,用户昵称\r\n13312340001,李小姐\r\n13312340009,新\r\n");
        let again = import(&admin, "", &gbk).await;
        assert_eq!(again["code"], codes::IMPORT_REFUSED.number, "{again}");
        assert_eq!(again["data"]["errors"][0]["why"], "该账号已存在");
        // The column is named as the table names it.
        let headed = import(&admin, "", b"phonenumber,nickName\n13312340001,Li\n").await;
        assert_eq!(headed["data"]["errors"][0]["column"], "phonenumber");
        assert_eq!(count().await, 1);
        let updated = import(&admin, "updateSupport=1", &gbk).await;
        assert_eq!(
            (&updated["added"], &updated["updated"]),
            (&json!(1), &json!(1)),
            "{updated}"
        );
        let page = admin.get("/system/user/list?phonenumber=13312340001").await;
        assert_eq!(page["rows"][0]["nickName"], "李小姐");
        assert_eq!(
            page["rows"][0]["email"], "li@example.com",
            "what is left out stays"
        );

        // An exported table can be brought again: XLSX, with the numbers as they were.
        let rows = vec![vec!["13312340010".to_owned(), "=1".to_owned()]];
        let file = spreadsheet::write(
            spreadsheet::Format::Xlsx,
            &["phonenumber", "nickName"],
            &rows,
        );
        let done = import(&admin, "", &file.unwrap()).await;
        assert_eq!(done["added"], 1, "{done}");
        let page = admin.get("/system/user/list?phonenumber=13312340010").await;
        assert_eq!(page["rows"][0]["nickName"], "=1");

        for file in ["".as_bytes(), b"PK\x03\x04", b"a,b\n1,2\n", b"\xff\xff\n"] {
            let refused = import(&admin, "", file).await;
            assert_eq!(refused["code"], codes::TABLE_UNREADABLE.number, "{refused}");
        }
    });
}
