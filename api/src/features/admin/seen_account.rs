//! Account as an operator saw it: sent with a change, and answered where it is another by now.

use domain::codes;
use serde::{Deserialize, Serialize};
use store::member::accounts::SeenAccount;
use utoipa::ToSchema;

use crate::http::ApiError;

/// Fields of an account as they are answered.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeenAccountBody {
    user_name: String,
    nick_name: String,
    phonenumber: String,
    email: String,
    /// "0" male, "1" female, "2" unknown.
    sex: String,
}

impl SeenAccountBody {
    pub fn parse(self) -> Result<SeenAccount, ApiError> {
        Ok(SeenAccount {
            phone: self.phonenumber,
            user_name: self.user_name,
            nickname: self.nick_name,
            email: self.email,
            sex: stored_sex(&self.sex)?,
        })
    }
}

impl From<SeenAccount> for SeenAccountBody {
    fn from(seen: SeenAccount) -> Self {
        Self {
            user_name: seen.user_name,
            nick_name: seen.nickname,
            phonenumber: seen.phone,
            email: seen.email,
            sex: sex(seen.sex).to_owned(),
        }
    }
}

/// Sex as the store has it, 0 unknown, 1 male, 2 female, from what the calls say.
pub fn stored_sex(sex: &str) -> Result<i16, ApiError> {
    match sex {
        "0" => Ok(1),
        "1" => Ok(2),
        "2" => Ok(0),
        _ => Err(ApiError::Refused(codes::BAD_REQUEST)),
    }
}

/// Sex as the calls say it: "0" male, "1" female, "2" unknown.
pub const fn sex(stored: i16) -> &'static str {
    match stored {
        1 => "0",
        2 => "1",
        _ => "2",
    }
}
