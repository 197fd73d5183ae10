//! SMS: requests as each service reads them, and what becomes of its answers.

use connectors::sms::{Aliyun, Sender, Templates, Tencent, TencentAccount, Timeout, Webhook};
use connectors::{AcceptedMessage, Recipient, Secret, SendError, Senders};

use crate::service::{Answer, Request, Service, http, json};
use crate::{NOW, message};

const KEY: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const NUMBER: &str = "+8613800000000";

fn webhook(url: &str, timeout: Timeout) -> Sender {
    let key = Secret::new(KEY);
    Webhook::new(url, &key, timeout).unwrap().into()
}

fn aliyun(url: &str, timeout: Timeout) -> Sender {
    let templates = Templates::parse("login=SMS_1,default=SMS_2").unwrap();
    Aliyun::new(
        Some(url),
        "LTAIexample".to_owned(),
        Secret::new("secret"),
        "猫头鹰".to_owned(),
        templates,
        timeout,
    )
    .unwrap()
    .into()
}

fn tencent(url: &str, timeout: Timeout) -> Sender {
    let account = TencentAccount {
        key_id: "AKIDexample".to_owned(),
        key: Secret::new("secret"),
        app_id: "1400006666".to_owned(),
        sign_name: "猫头鹰".to_owned(),
        templates: Templates::parse("1110").unwrap(),
        region: None,
    };
    Tencent::new(Some(url), account, timeout).unwrap().into()
}

/// Maker of a sender to an address.
type Make = fn(&str, Timeout) -> Sender;

const EACH: [Make; 3] = [webhook, aliyun, tencent];

/// Sends to a service that answers so.
async fn sent(sender: Make, answer: Answer) -> (Result<AcceptedMessage, SendError>, Service) {
    let timeout = Timeout(answer.timeout());
    let service = Service::answering(answer).await;
    let senders = Senders {
        sms: Some(sender(&service.url, timeout)),
        mail: None,
        ..Senders::default()
    };
    let to = Recipient::Phone(NUMBER.to_owned());
    (senders.send(&message(to), NOW).await, service)
}

async fn taken(sender: Make, answer: Answer) -> Request {
    let (outcome, service) = sent(sender, answer).await;
    outcome.unwrap();
    service.request().await
}

async fn failure(sender: Make, answer: Answer) -> SendError {
    sent(sender, answer).await.0.unwrap_err()
}

#[tokio::test]
async fn a_webhook_is_a_signed_post_of_json() {
    let request = taken(webhook, http("204 No Content", "text/plain", "")).await;
    assert_eq!(request.line, "POST /");
    assert_eq!(request.header("content-type"), "application/json");
    assert_eq!(request.header("webhook-timestamp"), "1795226400");
    assert!(request.header("webhook-id").starts_with("msg_"));
    assert!(request.header("webhook-signature").starts_with("v1,"));
    assert_eq!(
        request.body,
        r#"{"channel":"sms","to":"+8613800000000","purpose":"login","text":"【Owldeck】您的验证码是 135790","code":"135790","lang":"zh-CN","at":1795226400000}"#
    );
}

#[tokio::test]
async fn a_webhook_that_answers_no_2xx_has_not_taken_the_message() {
    for (status, limited) in [
        ("500 Oops", false),
        ("401 No", false),
        ("302 Found", false),
        ("429 Slow down", true),
    ] {
        let error = failure(webhook, http(status, "text/plain", "")).await;
        assert_eq!(matches!(error, SendError::Limited(_)), limited, "{status}");
        assert_eq!(matches!(error, SendError::Refused(_)), !limited, "{status}");
    }
}

#[tokio::test]
async fn no_service_may_send_us_elsewhere() {
    let elsewhere = Service::answering(json("{}")).await;
    let answer = format!(
        "HTTP/1.1 307 Go\r\nlocation: {}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
        elsewhere.url
    );
    let error = failure(webhook, Answer::Bytes(answer.into_bytes())).await;
    assert!(matches!(error, SendError::Refused(_)), "{error}");
}

#[tokio::test]
async fn aliyun_reads_the_query_and_the_signed_headers() {
    let request = taken(aliyun, json(r#"{"Code":"OK","Message":"OK","BizId":"1"}"#)).await;
    assert_eq!(
        request.line,
        "POST /?PhoneNumbers=13800000000&SignName=%E7%8C%AB%E5%A4%B4%E9%B9%B0&TemplateCode=SMS_1&TemplateParam=%7B%22code%22%3A%22135790%22%7D"
    );
    assert_eq!(request.header("x-acs-action"), "SendSms");
    assert_eq!(request.header("x-acs-version"), "2017-05-25");
    assert_eq!(request.header("x-acs-date"), "2026-11-21T02:00:00Z");
    assert_eq!(request.header("content-length"), "0");
    assert!(request.header("host").starts_with("127.0.0.1:"));
    let authorization = request.header("authorization");
    assert!(
        authorization.starts_with("ACS3-HMAC-SHA256 Credential=LTAIexample,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature="),
        "{authorization}"
    );
}

#[tokio::test]
async fn aliyun_refuses_in_its_own_words() {
    let error = failure(
        aliyun,
        json(r#"{"Code":"isv.BUSINESS_LIMIT_CONTROL","Message":"触发小时级流控"}"#),
    )
    .await;
    assert!(matches!(error, SendError::Limited(code) if code == "isv.BUSINESS_LIMIT_CONTROL"));
    for answer in [
        json(r#"{"Code":"isv.AMOUNT_NOT_ENOUGH"}"#),
        http(
            "404 Not Found",
            "application/json",
            r#"{"Code":"isv.AMOUNT_NOT_ENOUGH"}"#,
        ),
    ] {
        let error = failure(aliyun, answer).await;
        assert!(matches!(error, SendError::Refused(code) if code == "isv.AMOUNT_NOT_ENOUGH"));
    }
    // OK in words, but not in HTTP.
    let error = failure(
        aliyun,
        http("500 Oops", "application/json", r#"{"Code":"OK"}"#),
    )
    .await;
    assert!(matches!(error, SendError::Refused(_)));
}

#[tokio::test]
async fn tencent_reads_json_and_the_signed_headers() {
    let request = taken(
        tencent,
        json(r#"{"Response":{"SendStatusSet":[{"SerialNo":"1","Code":"Ok","Message":"send success"}],"RequestId":"r"}}"#),
    )
    .await;
    assert_eq!(request.line, "POST /");
    assert_eq!(
        request.header("content-type"),
        "application/json; charset=utf-8"
    );
    assert_eq!(request.header("x-tc-action"), "SendSms");
    assert_eq!(request.header("x-tc-version"), "2021-01-11");
    assert_eq!(request.header("x-tc-region"), "ap-guangzhou");
    assert_eq!(request.header("x-tc-timestamp"), "1795226400");
    assert!(
        request.header("authorization").starts_with(
            "TC3-HMAC-SHA256 Credential=AKIDexample/2026-11-21/sms/tc3_request, SignedHeaders=content-type;host, Signature="
        )
    );
    assert_eq!(
        request.body,
        r#"{"PhoneNumberSet":["+8613800000000"],"SignName":"猫头鹰","SmsSdkAppId":"1400006666","TemplateId":"1110","TemplateParamSet":["135790"]}"#
    );
}

#[tokio::test]
async fn tencents_errors_come_on_http_200() {
    for (body, limited) in [
        (
            r#"{"Response":{"Error":{"Code":"AuthFailure.SignatureFailure","Message":"x"},"RequestId":"r"}}"#,
            false,
        ),
        (
            r#"{"Response":{"SendStatusSet":[{"Code":"FailedOperation.InsufficientBalanceInSmsPackage"}]}}"#,
            false,
        ),
        (
            r#"{"Response":{"SendStatusSet":[{"Code":"LimitExceeded.PhoneNumberDailyLimit"}]}}"#,
            true,
        ),
    ] {
        let error = failure(tencent, json(body)).await;
        assert_eq!(matches!(error, SendError::Limited(_)), limited, "{error}");
        assert_eq!(matches!(error, SendError::Refused(_)), !limited, "{error}");
    }
}

#[tokio::test]
async fn a_service_that_is_silent_is_not_waited_for() {
    for sender in EACH {
        let error = failure(sender, Answer::Silence).await;
        assert!(matches!(error, SendError::Unreachable(_)), "{error}");
    }
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_none() {
    for sender in EACH {
        let cut = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"Code\"";
        let error = failure(sender, Answer::Bytes(cut.into())).await;
        assert!(matches!(error, SendError::Unreachable(_)), "{error}");
    }
}

#[tokio::test]
async fn an_answer_that_is_no_json_of_theirs_is_broken() {
    for sender in [aliyun, tencent] {
        for body in ["", "<html>", "[]", "{}", r#"{"Response":{}}"#] {
            let error = failure(sender, json(body)).await;
            assert!(matches!(error, SendError::Broken(_)), "{body}: {error}");
        }
    }
}

#[tokio::test]
async fn an_endless_answer_is_not_read_to_its_end() {
    for sender in EACH {
        let mut bytes = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
        bytes.resize(bytes.len() + 256 * 1024 + 1, b' ');
        let error = failure(sender, Answer::Bytes(bytes)).await;
        assert!(matches!(error, SendError::Broken(_)), "{error}");
    }
}

#[tokio::test]
async fn what_goes_wrong_never_tells_the_code_or_the_key() {
    for sender in EACH {
        for answer in [
            Answer::Silence,
            Answer::Bytes(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{".to_vec()),
            http("500 Oops", "text/plain", ""),
        ] {
            let error = failure(sender, answer).await;
            let mut told = format!("{error} {error:?}");
            let mut cause = std::error::Error::source(&error);
            while let Some(inner) = cause {
                told = format!("{told} {inner} {inner:?}");
                cause = inner.source();
            }
            for hidden in ["135790", "secret", "MfKQ9r8G"] {
                assert!(!told.contains(hidden), "{told}");
            }
        }
    }
}

#[tokio::test]
async fn without_a_sender_nothing_is_offered() {
    for to in [
        Recipient::Phone(NUMBER.to_owned()),
        Recipient::Mail("a@b.example".to_owned()),
    ] {
        let outcome = Senders::default().send(&message(to), NOW).await;
        assert!(matches!(outcome, Err(SendError::NotOffered)));
    }
}

#[test]
fn an_address_that_is_none_makes_no_sender() {
    for url in ["", "sms.example", "ftp://sms.example/", "http://"] {
        let made = Webhook::new(url, &Secret::new(KEY), Timeout::default());
        assert!(made.is_err(), "{url}");
    }
}
