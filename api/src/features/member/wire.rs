//! Bodies and views of the member's own account.

use domain::auth::{Code, MailAddress, PhoneNumber};
use domain::codes;
use domain::member::{AVATAR_SIZES, Change};
use serde::{Deserialize, Serialize};
use store::member::{
    ChangeError, DeleteError, LookupError, LookupResult, Losses, Profile, TypedCode,
};
use utoipa::{IntoParams, ToSchema};

use crate::http::ApiError;
use crate::http::pictures::{avatar_path, shown_avatar};

/// The signed-in member.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberView {
    id: i64,
    user_id: i64,
    nickname: String,
    #[schema(required = true)]
    user_name: Option<String>,
    /// Masked phone number: 138****0000.
    phone: String,
    email: String,
    /// 0 unknown, 1 male, 2 female.
    sex: i16,
    /// 1996/11/11, or empty.
    birthday: String,
    location: String,
    channel_code: String,
    /// A path; empty for the product's own.
    avatar: String,
    /// Paths of the same picture in three sizes; the third is shown.
    avatar_list: Vec<AvatarView>,
    /// Number of points owned.
    point: i64,
    /// Whether the account opens with a password.
    has_password: bool,
    /// An operator set the password: choose another before anything else.
    must_change_password: bool,
    /// Accounts elsewhere that open this one.
    social: Vec<LinkedView>,
}

/// Avatar in one size.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AvatarView {
    avatar_url: String,
}

/// An account elsewhere.
#[derive(Serialize, ToSchema)]
pub struct LinkedView {
    /// 32 WeChat, 50 OpenID Connect.
    r#type: i16,
    /// Name of the account there.
    name: String,
    /// Time of binding, Unix milliseconds.
    since: i64,
}

fn avatar_list(name: &str) -> Vec<AvatarView> {
    AVATAR_SIZES
        .into_iter()
        .map(|size| AvatarView {
            avatar_url: avatar_path(name, size),
        })
        .collect()
}

impl From<Profile> for MemberView {
    fn from(profile: Profile) -> Self {
        Self {
            id: profile.id,
            user_id: profile.id,
            phone: profile.masked_phone(),
            nickname: profile.nickname,
            user_name: profile.user_name,
            email: profile.email,
            sex: profile.sex,
            birthday: profile.birthday,
            location: profile.location,
            channel_code: profile.channel_code,
            avatar_list: avatar_list(&profile.avatar),
            avatar: shown_avatar(&profile.avatar),
            point: profile.point,
            has_password: profile.has_password,
            must_change_password: profile.must_change_password,
            social: profile
                .social
                .into_iter()
                .map(|(kind, name, since)| LinkedView {
                    r#type: kind,
                    name,
                    since,
                })
                .collect(),
        }
    }
}

/// Fields to change; what is missing stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileBody {
    /// 1 to 20 characters.
    nickname: Option<String>,
    /// 0 unknown, 1 male, 2 female.
    sex: Option<i64>,
    /// 1996/11/11 or 1996-11-11; empty takes it away.
    birthday: Option<String>,
    /// At most 50 characters; may be empty.
    location: Option<String>,
    channel_code: Option<String>,
    /// A new address, with the code that was sent to it.
    email: Option<String>,
    email_code: Option<String>,
    email_uuid: Option<String>,
}

/// Fields to change, and an e-mail address to prove.
pub type Wanted = (Change, Option<(MailAddress, TypedCode)>);

impl ProfileBody {
    /// Change that may be made.
    pub fn parse(self, now_ms: i64) -> Result<Wanted, ApiError> {
        let typed = domain::member::Typed {
            nickname: self.nickname,
            sex: self.sex,
            birthday: self.birthday,
            location: self.location,
            channel_code: self.channel_code,
        };
        let bad = |violation: domain::member::Violation| {
            ApiError::explained(codes::BAD_REQUEST, |lang| violation.text(lang).to_owned())
        };
        let change = Change::parse(&typed, now_ms).map_err(|(_, violation)| bad(violation))?;
        let mail = match self.email {
            Some(address) => Some((
                MailAddress::parse(&address).map_err(refused)?,
                proof(self.email_code, self.email_uuid)?,
            )),
            None => None,
        };
        if change.is_empty() && mail.is_none() {
            return Err(bad(domain::member::Violation::Nothing));
        }
        Ok((change, mail))
    }
}

fn refused(violation: domain::auth::Violation) -> ApiError {
    ApiError::explained(codes::BAD_REQUEST, |lang| violation.text(lang).to_owned())
}

fn proof(code: Option<String>, uuid: Option<String>) -> Result<TypedCode, ApiError> {
    Ok(TypedCode {
        code: Code::parse(&code.unwrap_or_default()).map_err(refused)?,
        uuid: uuid.unwrap_or_default(),
    })
}

/// A new number: a code sent to it, and one sent to the old.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhoneBody {
    /// The new number.
    phone: Option<String>,
    /// Phone number, as another client names it.
    mobile: Option<String>,
    /// Sent to the new number.
    code: Option<String>,
    uuid: Option<String>,
    /// Sent to the old number.
    old_code: Option<String>,
    old_uuid: Option<String>,
}

impl PhoneBody {
    /// New number with its code, and the old number's code.
    pub fn parse(self) -> Result<((PhoneNumber, TypedCode), TypedCode), ApiError> {
        let number =
            PhoneNumber::parse(&self.phone.or(self.mobile).unwrap_or_default()).map_err(refused)?;
        Ok((
            (number, proof(self.code, self.uuid)?),
            proof(self.old_code, self.old_uuid)?,
        ))
    }
}

impl From<ChangeError> for ApiError {
    fn from(error: ChangeError) -> Self {
        match error {
            ChangeError::Code => Self::Refused(codes::CODE_WRONG),
            ChangeError::Taken => Self::Refused(codes::ACCOUNT_TAKEN),
            ChangeError::NoPhone => Self::Refused(codes::FORBIDDEN),
            ChangeError::Fault(fault) => fault.into(),
        }
    }
}

/// The new picture.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewAvatarView {
    img_url: String,
    avatar_url: String,
    avatar_list: Vec<AvatarView>,
}

impl NewAvatarView {
    /// View by the picture's name.
    pub fn of(name: &str) -> Self {
        Self {
            img_url: shown_avatar(name),
            avatar_url: shown_avatar(name),
            avatar_list: avatar_list(name),
        }
    }
}

/// Losses by deleting the account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LossesView {
    /// Rented phones: back to stock at once, with all that is on them.
    phones: i64,
    /// Phones shared with others: they can use them no more.
    grants_given: i64,
    /// Phones that others shared.
    grants_taken: i64,
    points: i64,
    /// Accounts elsewhere that open this one.
    social: i64,
    /// The masked numbers of its sub-accounts: they go on by themselves, without the phones that it gave them.
    sub_accounts: Vec<String>,
    /// Whether the password is asked for beside the code.
    has_password: bool,
}

impl LossesView {
    pub fn of(losses: Losses, has_password: bool) -> Self {
        Self {
            phones: losses.phones,
            grants_given: losses.grants_given,
            grants_taken: losses.grants_taken,
            points: losses.points,
            social: losses.social,
            sub_accounts: losses.sub_accounts,
            has_password,
        }
    }
}

/// The proof that it is the member who deletes the account.
#[derive(Deserialize, ToSchema)]
pub struct DeleteMemberBody {
    /// Sent to the account's number.
    code: Option<String>,
    uuid: Option<String>,
    /// The account's password; an account without one needs none.
    #[schema(max_length = 64)]
    password: Option<String>,
}

impl DeleteMemberBody {
    /// Password and code of the proof.
    pub fn parse(self) -> Result<(String, TypedCode), ApiError> {
        Ok((
            self.password.unwrap_or_default(),
            proof(self.code, self.uuid)?,
        ))
    }
}

impl From<DeleteError> for ApiError {
    fn from(error: DeleteError) -> Self {
        match error {
            DeleteError::Proof => Self::Refused(codes::PROOF_WRONG),
            DeleteError::Refused => Self::Refused(codes::FORBIDDEN),
            DeleteError::Fault(fault) => fault.into(),
        }
    }
}

/// Number of the member to look for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FindQuery {
    /// The whole number.
    phone: Option<String>,
    /// Phone number, as another client names it.
    mobile: Option<String>,
}

impl FindQuery {
    /// Phone number to look for.
    pub fn parse(self) -> Result<PhoneNumber, ApiError> {
        PhoneNumber::parse(&self.phone.or(self.mobile).unwrap_or_default()).map_err(refused)
    }
}

/// Member who may have the number.
#[derive(Serialize, ToSchema)]
pub struct FoundView {
    /// Masked; it says nothing of strangers.
    nickname: String,
    /// Masked phone number: 138****0000.
    phone: String,
    /// Handle that stands for this answer for half an hour.
    handle: String,
}

impl From<LookupResult> for FoundView {
    fn from(found: LookupResult) -> Self {
        Self {
            nickname: found.nickname,
            phone: found.phone,
            handle: found.handle,
        }
    }
}

impl From<LookupError> for ApiError {
    fn from(error: LookupError) -> Self {
        match error {
            LookupError::TooMany { retry_after_ms } => {
                Self::retry_later(codes::TOO_MANY, retry_after_ms)
            }
            LookupError::Fault(fault) => fault.into(),
        }
    }
}
