//! Bodies and views of new devices and of the model library.

use std::collections::HashMap;

use domain::codes;
use domain::identity::{Identity, Keep, ProxyChoice, serial_form};
use domain::lang::{Lang, Words};
use domain::operations::{Kind, OperationChoice};
use engine::Engine;
use engine::identity::{Preview, draw_android_id, draw_serial};
use engine::proxies::ProxyState;
use serde::{Deserialize, Serialize};
use store::operations::OperationRequest;
use store::phones::Verdict;
use store::session::Actor;
use utoipa::{IntoParams, ToSchema};

use super::library::{self, Model, brand_name, by_brand};
use super::proxy::{PhoneProxyView, ProxyBody};
use super::proxy_lines::of_each;
use crate::http::ApiError;
use crate::http::batches::PhonesBody;

const ONE_PROXY: Words = Words::new(
    "保持现有代理时不能再填写代理参数",
    "Where the phone keeps its proxy no other one is named",
);
const NO_MODEL: Words = Words::new(
    "机型库中没有这个机型",
    "The model library has no such model.",
);
const ONE_SERIAL: Words = Words::new(
    "序列号只能用于一台云手机，多台请留空，每台随机生成",
    "A serial number is for one phone only. Leave it out for several: each gets one of its own.",
);

/// Phones, and the device that each becomes.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewDeviceBody {
    /// Id of a single phone.
    phone_id: Option<i64>,
    /// Ids of several phones, at most 30, each once; several may be Android 10 phones with the Orion865 chip only.
    phone_ids: Option<Vec<i64>>,
    /// Model number of the model library.
    model: String,
    /// Brand of the model, as the library spells it; it may be left out.
    brand: Option<String>,
    /// Serial number of a single phone, in the form of its brand; drawn when it is left out.
    #[serde(alias = "serialNumber")]
    serial: Option<String>,
    /// The part that stays on the phone; nothing when it is left out.
    #[serde(default)]
    keep: Keep,
    /// Whether a phone keeps the proxy that it has. Without it, and without fields of a proxy, it has none afterwards.
    #[serde(default)]
    keep_proxy: bool,
    /// One proxy a line, as many as phones, in their order: `protocol://user:password@host:port`, or `host:port:user:password` of `protocol`.
    proxy_lines: Option<String>,
    #[serde(flatten)]
    proxy: ProxyBody,
}

impl NewDeviceBody {
    /// Request of a new identity for each of the phones, all of one model.
    pub fn ask(self, engine: &Engine, actor: &Actor) -> Result<OperationRequest, ApiError> {
        let model = library::find(self.brand.as_deref(), &self.model);
        let model = model.ok_or_else(|| in_field("model", NO_MODEL))?;
        let phones = PhonesBody {
            phone_id: self.phone_id,
            phone_ids: self.phone_ids,
        };
        let ids = phones.ids();
        let form = serial_form(model.brand);
        let serial = match self.serial.as_deref() {
            None | Some("") => None,
            Some(_) if ids.len() > 1 => return Err(in_field("serial", ONE_SERIAL)),
            Some(typed) => {
                let parsed = form.parse(typed);
                Some(parsed.ok_or_else(|| {
                    ApiError::in_field("serial".to_owned(), |lang| malformed(model.brand, lang))
                })?)
            }
        };
        let lines = self.proxy_lines.as_deref();
        if self.keep_proxy && (self.proxy.is_given() || lines.is_some_and(|text| !text.is_empty()))
        {
            return Err(in_field("keepProxy", ONE_PROXY));
        }
        let proxies = of_each(&self.proxy, lines, ids.len(), engine, actor)?;
        let wishes: Vec<ProxyChoice> = match proxies {
            None if self.keep_proxy => vec![ProxyChoice::Keep; ids.len()],
            None => vec![ProxyChoice::None; ids.len()],
            Some(proxies) => {
                let new = |proxy| ProxyChoice::New(Box::new(proxy));
                proxies.into_iter().map(new).collect()
            }
        };
        let wish = |(id, proxy): (i64, ProxyChoice)| {
            let serial = serial.clone().unwrap_or_else(|| draw_serial(form));
            let device = model.device(serial, draw_android_id(), self.keep, proxy);
            (id, OperationChoice::NewDevice(Box::new(device)))
        };
        Ok(OperationRequest {
            kind: Kind::NewDevice,
            phones: ids.into_iter().zip(wishes).map(wish).collect(),
            group: false,
        })
    }
}

fn in_field(field: &str, words: Words) -> ApiError {
    ApiError::in_field(field.to_owned(), |lang| words.in_lang(lang).to_owned())
}

fn malformed(brand: &'static str, lang: Lang) -> String {
    let (name, form) = (brand_name(brand, lang), serial_form(brand).text(lang));
    match lang {
        Lang::Zh => format!("{name}的序列号应为：{form}"),
        Lang::En => format!("Serial numbers of {name} have {form}."),
    }
}

/// Names a model.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ModelQuery {
    /// Model number of the model library.
    model: String,
}

/// A serial number that no phone had before.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SerialView {
    serial: String,
}

impl ModelQuery {
    /// A serial number of the model's brand.
    pub fn serial(&self) -> Result<SerialView, ApiError> {
        let model = library::find(None, &self.model);
        let model = model.ok_or_else(|| in_field("model", NO_MODEL))?;
        Ok(SerialView {
            serial: draw_serial(serial_form(model.brand)),
        })
    }
}

/// Models that are wanted.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct LibraryQuery {
    /// Only models of this brand, as the library spells it.
    brand: Option<String>,
}

impl LibraryQuery {
    fn models(&self) -> impl Iterator<Item = &'static Model> {
        let wanted = self.brand.as_deref();
        (library::MODELS.iter())
            .filter(move |model| wanted.is_none_or(|brand| brand == model.brand))
    }
}

/// The model library, first form: models by name.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelListView {
    list: Vec<ModelNameView>,
    total: usize,
}

/// A model by name.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelNameView {
    brand: &'static str,
    /// Brand in words.
    brand_name: String,
    /// Model number, by which calls name it.
    model: &'static str,
    /// Name in shops.
    name: &'static str,
}

impl ModelListView {
    pub fn of(query: &LibraryQuery, lang: Lang) -> Self {
        let list: Vec<ModelNameView> = query
            .models()
            .map(|model| ModelNameView {
                brand: model.brand,
                brand_name: brand_name(model.brand, lang),
                model: model.number,
                name: model.name,
            })
            .collect();
        Self {
            total: list.len(),
            list,
        }
    }
}

/// The model library, third form: models with all their parts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelPartsListView {
    list: Vec<ModelView>,
    total: usize,
}

impl ModelPartsListView {
    pub fn of(query: &LibraryQuery) -> Self {
        let list: Vec<ModelView> = query.models().map(ModelView::of).collect();
        Self {
            total: list.len(),
            list,
        }
    }
}

/// Brands with their models.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandListView {
    list: Vec<BrandView>,
    /// Number of brands.
    total: usize,
}

/// A brand with its models.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandView {
    brand: &'static str,
    /// Brand in words.
    name: String,
    /// The form of its serial numbers, in words.
    serial_form: String,
    /// The brand's models, the newest first.
    models: Vec<ModelView>,
}

/// A model with all its parts, which agree with each other.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelView {
    brand: &'static str,
    /// Name in shops.
    name: &'static str,
    /// Internal device name.
    device: &'static str,
    /// Model number, by which calls name it.
    model: &'static str,
    /// Width of the upright screen, in pixels.
    width: u32,
    /// Height of the upright screen, in pixels.
    height: u32,
    /// Dots per inch.
    dpi: u32,
    /// Android version of its launch.
    android: &'static str,
    /// Year of its launch.
    year: u32,
    /// Number of its SoC.
    soc: &'static str,
}

impl ModelView {
    fn of(model: &'static Model) -> Self {
        Self {
            brand: model.brand,
            name: model.name,
            device: model.device,
            model: model.number,
            width: model.screen.0,
            height: model.screen.1,
            dpi: model.dpi,
            android: model.android,
            year: model.year,
            soc: model.soc,
        }
    }
}

impl BrandListView {
    pub fn of(lang: Lang) -> Self {
        let list: Vec<BrandView> = by_brand()
            .map(|(brand, models)| BrandView {
                brand,
                name: brand_name(brand, lang),
                serial_form: serial_form(brand).text(lang),
                models: models.iter().map(ModelView::of).collect(),
            })
            .collect();
        Self {
            total: list.len(),
            list,
        }
    }
}

/// Each phone's answer, in the order asked.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewDevicePreviewListView {
    list: Vec<NewDevicePreviewView>,
    total: usize,
    /// Whether this server gives phones proxies.
    proxies: bool,
}

/// Whether a phone may become a new device, and what it is now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewDevicePreviewView {
    phone_id: i64,
    /// Code; 0: it may.
    code: i64,
    /// Why it may not.
    msg: String,
    /// The identity that it tells; null where it may not, or does not answer.
    #[schema(required = true)]
    now: Option<IdentityView>,
    /// The proxy that it has; null where it has none, or where the caller may not change it.
    #[schema(required = true)]
    proxy: Option<PhoneProxyView>,
}

/// The identity that a phone tells of itself; a part that it does not tell is null.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IdentityView {
    #[schema(required = true)]
    brand: Option<String>,
    /// Name in shops.
    #[schema(required = true)]
    name: Option<String>,
    #[schema(required = true)]
    model: Option<String>,
    #[schema(required = true)]
    serial: Option<String>,
    #[schema(required = true)]
    android_id: Option<String>,
    /// Android version.
    #[schema(required = true)]
    android: Option<String>,
    /// Number of installed apps, without those of the system.
    #[schema(required = true)]
    apps: Option<u32>,
    /// Number of files in the shared storage.
    #[schema(required = true)]
    files: Option<u32>,
}

impl From<Identity> for IdentityView {
    fn from(now: Identity) -> Self {
        Self {
            brand: now.brand,
            name: now.name,
            model: now.model,
            serial: now.serial,
            android_id: now.android_id,
            android: now.release,
            apps: now.apps,
            files: now.files,
        }
    }
}

impl NewDevicePreviewListView {
    pub fn of(
        previews: Vec<Preview>,
        mut proxies: HashMap<i64, ProxyState>,
        enabled: bool,
        lang: Lang,
    ) -> Self {
        let list: Vec<NewDevicePreviewView> = previews
            .into_iter()
            .map(|preview| {
                let (code, msg) = match preview.verdict {
                    Ok(()) => (0, String::new()),
                    Err(verdict) => {
                        let (code, msg) = refused(verdict, lang);
                        (code.number, msg)
                    }
                };
                let proxy = proxies.remove(&preview.phone_id);
                NewDevicePreviewView {
                    phone_id: preview.phone_id,
                    proxy: proxy.map(|proxy| PhoneProxyView::of(proxy, lang)),
                    code,
                    msg,
                    now: preview.now.map(Into::into),
                }
            })
            .collect();
        Self {
            total: list.len(),
            list,
            proxies: enabled,
        }
    }
}

fn refused(verdict: Verdict, lang: Lang) -> (codes::Code, String) {
    let code = match verdict {
        Verdict::Rule(refusal) => return (refusal.code(), refusal.text(lang)),
        Verdict::Unknown => codes::PHONE_ABSENT,
        Verdict::Busy => codes::PHONE_BUSY,
        Verdict::Alone => codes::NEW_DEVICE_ALONE,
    };
    (code, code.text(lang).to_owned())
}
