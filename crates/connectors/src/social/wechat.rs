//! Sign-in by WeChat for web pages. Not OAuth 2 as written: `appid` and `secret`, a fragment that must be there, errors on HTTP 200, no
//! PKCE.
//! Source: developers.weixin.qq.com, "Website App: WeChat Login".

use reqwest::{Client, Url};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use domain::auth::social::SocialKind;

use super::{Person, SocialConfigError, SocialError, checked};
use crate::{Secret, http};

/// Address that browsers are sent to.
const AUTHORIZE: &str = "https://open.weixin.qq.com";
/// Address at which codes are exchanged.
const API: &str = "https://api.weixin.qq.com";
/// Name for people.
pub const NAME: &str = "WeChat";
/// Issuer under which accounts of WeChat are stored.
const ISSUER: &str = "wechat";
/// Longest code that is passed on; WeChat's have 32 characters.
const CODE_MAX_BYTES: usize = 512;

/// Settings of an app of WeChat's open platform.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Id of the app, `appid`.
    pub app_id: String,
    /// Secret of the app, `secret`.
    pub secret: Secret,
    /// Address used instead of both of WeChat's.
    pub address: Option<String>,
}

/// Client of WeChat, for one app.
pub struct Wechat {
    client: Client,
    authorize: Url,
    api: Url,
    app_id: String,
    secret: Secret,
}

#[derive(Deserialize)]
struct Refusal {
    errcode: Option<i64>,
}

#[derive(Deserialize)]
struct Token {
    access_token: String,
    openid: String,
}

#[derive(Deserialize)]
struct Profile {
    /// Id across the apps of one account; missing where the app belongs to no account of the open platform.
    unionid: Option<String>,
    #[serde(default)]
    nickname: String,
    #[serde(default)]
    headimgurl: String,
}

impl Wechat {
    pub fn new(settings: Settings) -> Result<Self, SocialConfigError> {
        let Settings {
            app_id,
            secret,
            address,
        } = settings;
        let base = |own: &str| checked(address.as_deref().unwrap_or(own));
        let api = base(API)?;
        Ok(Self {
            client: http::client(&api, http::DEADLINE)?,
            authorize: base(AUTHORIZE)?,
            api,
            app_id,
            secret,
        })
    }

    /// Address for the browser. WeChat refuses one that does not end with `#wechat_redirect`.
    pub fn address(&self, state: &str, redirect_uri: &str) -> String {
        let mut url = path(&self.authorize, &["connect", "qrconnect"]);
        url.query_pairs_mut()
            .append_pair("appid", &self.app_id)
            .append_pair("redirect_uri", redirect_uri)
            .append_pair("response_type", "code")
            .append_pair("scope", "snsapi_login")
            .append_pair("state", state);
        url.set_fragment(Some("wechat_redirect"));
        url.into()
    }

    /// Person for a code, identified by `unionid`: an `openid` differs between the apps of one account.
    pub async fn person(&self, code: &str) -> Result<Person, SocialError> {
        if code.len() > CODE_MAX_BYTES {
            return Err(SocialError::Refused("the code is too long".to_owned()));
        }
        let token: Token = self
            .ask(
                &["sns", "oauth2", "access_token"],
                &[
                    ("appid", &self.app_id),
                    ("secret", self.secret.expose()),
                    ("code", code),
                    ("grant_type", "authorization_code"),
                ],
            )
            .await?;
        let profile: Profile = self
            .ask(
                &["sns", "userinfo"],
                &[
                    ("access_token", &token.access_token),
                    ("openid", &token.openid),
                    ("lang", "zh_CN"),
                ],
            )
            .await?;
        let subject = profile.unionid.filter(|id| !id.is_empty()).ok_or_else(|| {
            SocialError::Broken(
                "no unionid: the app belongs to no account of the open platform".to_owned(),
            )
        })?;
        Ok(Person {
            kind: SocialKind::Wechat,
            issuer: ISSUER.to_owned(),
            subject,
            nickname: profile.nickname,
            picture: profile.headimgurl,
        })
    }

    /// Calls WeChat. Answers are JSON in UTF-8, whatever the header says; `errcode` is checked first, for refusals come on HTTP 200.
    async fn ask<T: DeserializeOwned>(
        &self,
        segments: &[&str],
        query: &[(&str, &str)],
    ) -> Result<T, SocialError> {
        let mut url = path(&self.api, segments);
        url.query_pairs_mut().extend_pairs(query);
        let reply = http::exchange(self.client.get(url)).await?;
        let broken =
            || SocialError::Broken(format!("HTTP {}, no JSON of WeChat", reply.status.as_u16()));
        let refusal: Refusal = serde_json::from_slice(&reply.body).map_err(|_| broken())?;
        match refusal.errcode {
            None | Some(0) => serde_json::from_slice(&reply.body).map_err(|_| broken()),
            Some(code) => Err(SocialError::Refused(format!("errcode {code}"))),
        }
    }
}

/// Address below another; the other may itself have a path.
fn path(base: &Url, segments: &[&str]) -> Url {
    let mut url = base.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend(segments);
    }
    url
}
