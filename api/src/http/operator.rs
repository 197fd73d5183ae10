//! Operators with a permission in the type: a handler that takes one answers 403 to everybody else.

use std::marker::PhantomData;
use std::ops::Deref;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};
use domain::codes;
use store::audit::Author;
use store::session::Actor;

use super::{ApiError, Client, Member};
use crate::AppState;

/// A permission with its name: `system:user:edit`.
pub trait Permission: 'static {
    /// Name of the permission as operators hold it.
    const NAME: &str;
}

/// A signed-in operator who holds permission `P`, or all permissions.
pub struct Operator<P> {
    actor: Actor,
    permission: PhantomData<P>,
}

impl<P> Operator<P> {
    /// The operator who acts.
    pub fn actor(&self) -> &Actor {
        &self.actor
    }
}

impl<P: Permission> FromRequest for Operator<P> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let member = Member::from_request(request, payload);
        Box::pin(async move {
            let Member(actor) = member.await?;
            if actor.holds(P::NAME) {
                Ok(Self {
                    actor,
                    permission: PhantomData,
                })
            } else {
                Err(ApiError::Refused(codes::FORBIDDEN))
            }
        })
    }
}

/// An operator who proved the password in this session not long ago, as calls about money and rights need it. Everybody else who holds the
/// permission is answered with a code of its own, upon which the console asks for the password and sends the call again.
pub struct Proven<P>(Operator<P>);

impl<P> Deref for Proven<P> {
    type Target = Operator<P>;

    fn deref(&self) -> &Operator<P> {
        &self.0
    }
}

impl<P: Permission> FromRequest for Proven<P> {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let operator = Operator::<P>::from_request(request, payload);
        let state = request.app_data::<Data<AppState>>().cloned();
        Box::pin(async move {
            let operator = operator.await?;
            if state.is_some_and(|state| operator.actor.has_proved(state.now_ms())) {
                Ok(Self(operator))
            } else {
                Err(ApiError::Refused(codes::PASSWORD_NEEDED))
            }
        })
    }
}

/// The operator who makes a change.
pub fn author<P>(state: &AppState, operator: &Operator<P>, client: &Client) -> Author {
    Author {
        actor: operator.actor().clone(),
        address: Some(client.address),
        now_ms: state.now_ms(),
    }
}
