//! The profile as its member sees it.

use serde::Serialize;
use store::member::Profile;
use utoipa::ToSchema;

/// How many sizes of an avatar clients expect; they show the third.
const AVATAR_SIZES: usize = 3;

/// The signed-in member.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberView {
    id: i64,
    user_id: i64,
    nickname: String,
    #[schema(required = true)]
    user_name: Option<String>,
    /// Masked: 138****0000.
    phone: String,
    email: String,
    /// 0 unknown, 1 male, 2 female.
    sex: i16,
    /// 1996/11/11, or empty.
    birthday: String,
    location: String,
    channel_code: String,
    /// A URL; empty for the product's own.
    avatar: String,
    /// The same picture in three sizes; the third is shown.
    avatar_list: Vec<AvatarView>,
    /// Points owned.
    point: i64,
}

/// One size of an avatar.
#[derive(Serialize, Clone, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AvatarView {
    avatar_url: String,
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
            avatar_list: vec![
                AvatarView {
                    avatar_url: profile.avatar.clone()
                };
                AVATAR_SIZES
            ],
            avatar: profile.avatar,
            point: profile.point,
        }
    }
}
