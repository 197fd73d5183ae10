//! Pages of the demo's contacts, which say what stands there in a real installation.

use actix_web::{HttpRequest, HttpResponse, get, web};
use domain::lang::Words;

use super::{escape, lang_of, page};

pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(group).service(service);
}

#[get("/contact/group")]
async fn group(request: HttpRequest) -> HttpResponse {
    message_page(
        &request,
        Words::new("官方群", "The group"),
        Words::new(
            "演示环境没有真实的群。正式环境里，“加入”打开运营者填写的入群链接。",
            "The demo has no group. In earnest, Join opens the address that the operator wrote down for it.",
        ),
    )
}

#[get("/contact/service")]
async fn service(request: HttpRequest) -> HttpResponse {
    message_page(
        &request,
        Words::new("在线客服", "Online service"),
        Words::new(
            "演示环境没有真实的客服。正式环境里，这里是运营者的帮助中心。",
            "The demo has no help centre. In earnest, this is the operator's.",
        ),
    )
}

fn message_page(request: &HttpRequest, title: Words, text: Words) -> HttpResponse {
    let text = escape(text.in_lang(lang_of(request)));
    page(request, title, false, &format!("<p>{text}</p>"))
}
