//! The two shapes of an answer's body, and the data of a call that made something.

use actix_web::body::BoxBody;
use actix_web::{HttpRequest, HttpResponse, Responder};
use serde::Serialize;
use utoipa::ToSchema;

/// `{"code":0,"msg":"","data":…}`: the calls under `/app-api`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Answer<T> {
    /// 0: done. Anything else: refused, `msg` says why.
    #[schema(example = 0)]
    code: i64,
    /// Message for people; empty when all is well.
    msg: String,
    /// Data of the answer.
    data: T,
}

impl<T> Answer<T> {
    /// Answer of a call that was done.
    pub const fn ok(data: T) -> Self {
        Self {
            code: 0,
            msg: String::new(),
            data,
        }
    }
}

impl<T: Serialize> Responder for Answer<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        HttpResponse::Ok().json(self)
    }
}

/// Id of a new item: group, tag, draft.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MadeView {
    /// Id of the new item.
    pub id: i64,
}

/// An answer, and what a handler does to the response beside it (a cookie).
pub struct Done<T> {
    answer: Answer<T>,
    set_headers: Box<dyn FnOnce(&mut HttpResponse)>,
}

impl<T> Done<T> {
    /// Answer with `data`, whose response `set_headers` changes before it goes out.
    pub fn with(data: T, set_headers: impl FnOnce(&mut HttpResponse) + 'static) -> Self {
        Self {
            answer: Answer::ok(data),
            set_headers: Box::new(set_headers),
        }
    }
}

impl<T> From<T> for Done<T> {
    fn from(data: T) -> Self {
        Self::with(data, |_| {})
    }
}

impl<T: Serialize> Responder for Done<T> {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        let mut response = self.answer.respond_to(request);
        (self.set_headers)(&mut response);
        response
    }
}

/// `{"code":200,"msg":…}` with the fields beside them: `/getInfo`, `/getRouters`, `/system/**`.
#[derive(Debug, Serialize, ToSchema)]
pub struct Top<T> {
    /// Code of the answer; 200: done.
    #[schema(example = 200)]
    code: i64,
    /// Message for people.
    msg: String,
    #[serde(flatten)]
    fields: T,
}

impl<T> Top<T> {
    /// Answer of a call that was done.
    pub fn ok(fields: T) -> Self {
        Self::with_message("操作成功".to_owned(), fields)
    }

    /// Answer of a call that was done, with a message of its own: clients of this family read values from it.
    pub fn with_message(msg: String, fields: T) -> Self {
        Self {
            code: 200,
            msg,
            fields,
        }
    }
}

impl<T: Serialize> Responder for Top<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        HttpResponse::Ok().json(self)
    }
}
