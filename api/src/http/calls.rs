//! Calls of the features, as each feature adds them: to a server's routes, or to the API document.

use actix_web::dev::HttpServiceFactory;
use actix_web::web;
use utoipa::openapi::path::Paths;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{Components, OpenApi, RefOr};
use utoipa_actix_web::OpenApiFactory;

/// Receiver of the features' calls. A server that starts needs their routes alone: to describe some hundreds of calls takes 60 ms where nothing is
/// optimised, and each test starts a server.
pub enum Calls<'a> {
    /// Routes of a server.
    Routes(&'a mut web::ServiceConfig),
    /// Paths and schemas of the API document.
    Document(Box<Description>),
}

/// Paths and schemas of calls.
#[derive(Default)]
pub struct Description {
    paths: Paths,
    schemas: Vec<(String, RefOr<Schema>)>,
}

impl Calls<'_> {
    /// Adds a call.
    pub fn service<F>(&mut self, call: F) -> &mut Self
    where
        F: HttpServiceFactory + OpenApiFactory + 'static,
    {
        match self {
            Self::Routes(routes) => {
                routes.service(call);
            }
            Self::Document(description) => {
                description.paths.merge(call.paths());
                call.schemas(&mut description.schemas);
            }
        }
        self
    }

    /// Adds the calls of a feature.
    pub fn configure(&mut self, feature: impl FnOnce(&mut Self)) -> &mut Self {
        feature(self);
        self
    }
}

/// The API document of the calls that `configure` adds, without its introduction.
pub fn described(configure: impl FnOnce(&mut Calls<'_>)) -> OpenApi {
    let mut calls = Calls::Document(Box::default());
    configure(&mut calls);
    let mut document = OpenApi::default();
    if let Calls::Document(description) = calls {
        document.paths = description.paths;
        let mut components = Components::new();
        components.schemas.extend(description.schemas);
        document.components = Some(components);
    }
    document
}
