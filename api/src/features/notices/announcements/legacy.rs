//! Calls of older clients: `/system/notice` and `/system/noticeRecord/countNoRead`.

use actix_web::web::{Data, Json};
use actix_web::{get, post, put};
use domain::codes;
use domain::lang::Lang;
use domain::notices::announcements::{Audience, ContentType, MsgType};
use domain::notices::written::{Form, Written};
use serde::{Deserialize, Serialize};
use store::announcements;
use utoipa::ToSchema;

use super::WriteAnnouncements;
use crate::AppState;
use crate::features::notices::unread;
use crate::http::{ApiError, Calls, Member, Operator, Top};

pub fn configure(calls: &mut Calls<'_>) {
    calls
        .service(create_notice)
        .service(update_notice)
        .service(count_no_read);
}

/// A notice in the list of all members, the same words in both languages.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NoticeBody {
    /// Notice's id, when it is changed.
    notice_id: Option<i64>,
    /// 1 to 50 characters.
    #[serde(default)]
    notice_title: String,
    /// "1" a notice, "2" a line in the header.
    #[serde(default)]
    notice_type: String,
    #[serde(default)]
    notice_content: String,
    /// "0" published at once, "1" kept as a draft.
    #[serde(default)]
    status: String,
}

impl NoticeBody {
    fn parse(&self, now_ms: i64) -> Result<Written, ApiError> {
        let form = Form {
            msg_type: match self.notice_type.as_str() {
                "1" => MsgType::List as i64,
                "2" => MsgType::Header as i64,
                _ => 0,
            },
            content_type: ContentType::Text as i64,
            titles: [self.notice_title.clone(), self.notice_title.clone()],
            texts: [self.notice_content.clone(), self.notice_content.clone()],
            audience: Audience::All as i64,
            sub_accounts: true,
            ..Form::default()
        };
        Written::parse(&form, now_ms).map_err(|refusal| {
            let field = match refusal.fault.field() {
                "title" => "noticeTitle",
                "msgType" => "noticeType",
                _ => "noticeContent",
            };
            ApiError::in_field(field.to_owned(), |lang: Lang| {
                refusal.fault.text(lang).to_owned()
            })
        })
    }
}

/// Id of a new notice.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NoticeMade {
    notice_id: i64,
}

/// Writes a notice to all members
#[utoipa::path(
    tag = "notices",
    operation_id = "create_notice",
    request_body = NoticeBody,
    responses((
        status = 200,
        description = "Its id; or 400, 401, 403, 1002010003",
        body = Top<NoticeMade>,
    )),
    extensions(("x-level" = json!("perm:system:notice:edit")), ("x-scope" = json!("none"))),
)]
#[post("/system/notice")]
async fn create_notice(
    state: Data<AppState>,
    operator: Operator<WriteAnnouncements>,
    body: Json<NoticeBody>,
) -> Result<Top<NoticeMade>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let new = body.parse(now_ms)?;
    let notice_id = announcements::create(store, operator.actor(), new, now_ms).await?;
    if body.status != "1" {
        announcements::publish(store, operator.actor(), notice_id, now_ms).await?;
    }
    Ok(Top::ok(NoticeMade { notice_id }))
}

/// Changes a notice
#[utoipa::path(
    tag = "notices",
    operation_id = "update_notice",
    request_body = NoticeBody,
    responses((
        status = 200,
        description = "Its id; or 400, 401, 403, 1002010001, 1002010002",
        body = Top<NoticeMade>,
    )),
    extensions(("x-level" = json!("perm:system:notice:edit")), ("x-scope" = json!("none"))),
)]
#[put("/system/notice")]
async fn update_notice(
    state: Data<AppState>,
    operator: Operator<WriteAnnouncements>,
    body: Json<NoticeBody>,
) -> Result<Top<NoticeMade>, ApiError> {
    let (store, now_ms) = (&state.engine.store, state.now_ms());
    let notice_id = body
        .notice_id
        .ok_or(ApiError::Refused(codes::BAD_REQUEST))?;
    let new = body.parse(now_ms)?;
    announcements::update(store, operator.actor(), (notice_id, None), new, now_ms).await?;
    Ok(Top::ok(NoticeMade { notice_id }))
}

/// Number of messages.
#[derive(Serialize, ToSchema)]
struct CountView {
    data: i64,
}

/// How many of my messages are unread
#[utoipa::path(
    tag = "notices",
    operation_id = "count_no_read",
    responses((status = 200, description = "A number; or 401", body = Top<CountView>)),
    extensions(("x-level" = json!("member")), ("x-scope" = json!("none"))),
)]
#[get("/system/noticeRecord/countNoRead")]
async fn count_no_read(
    state: Data<AppState>,
    Member(actor): Member,
) -> Result<Top<CountView>, ApiError> {
    let data = unread(&state, actor.member_id()).await?;
    Ok(Top::ok(CountView { data }))
}
