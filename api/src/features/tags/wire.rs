//! Bodies and views of tags.

use std::collections::HashSet;

use domain::codes::{self, Code};
use domain::lang::{Lang, Words};
use domain::text::names::PHONE_TAGS_MAX;
use serde::{Deserialize, Serialize};
use store::tags::{BindError, Branch, Tag, TagError};
use utoipa::{IntoParams, ToSchema};

use crate::http::ApiError;
use crate::http::batches::{EachView, claim_code};

/// Filter of tags.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct TagsQuery {
    /// Part of a name.
    pub name: Option<String>,
}

/// A page of tags.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagsView {
    list: Vec<TagView>,
    total: i64,
}

/// A tag.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagView {
    id: i64,
    name: String,
    /// Phones that carry it.
    count: i64,
}

impl From<Tag> for TagView {
    fn from(tag: Tag) -> Self {
        Self {
            id: tag.id,
            name: tag.name,
            count: tag.phones,
        }
    }
}

impl TagsView {
    pub fn of((rows, total): (Vec<Tag>, i64)) -> Self {
        Self {
            list: rows.into_iter().map(TagView::from).collect(),
            total,
        }
    }
}

/// A node of the tree: a tag (parentId 0), or a phone under it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TreeNode {
    /// The tag's or the phone's id.
    id: i64,
    /// The tag above a phone; 0 for a tag.
    parent_id: i64,
    /// Name of the tag or phone.
    label: String,
    /// For people; empty for a tag.
    owl_id: String,
    /// The phones under a tag.
    #[schema(no_recursion)]
    children: Vec<TreeNode>,
}

impl From<Branch> for TreeNode {
    fn from(branch: Branch) -> Self {
        let parent_id = branch.tag.id;
        let leaf = |phone: store::tags::Leaf| Self {
            id: phone.phone_id,
            parent_id,
            label: phone.alias,
            owl_id: phone.owl_id,
            children: Vec::new(),
        };
        Self {
            id: parent_id,
            parent_id: 0,
            label: branch.tag.name,
            owl_id: String::new(),
            children: branch.phones.into_iter().map(leaf).collect(),
        }
    }
}

/// Names a tag.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TagIdBody {
    /// Tag's id.
    pub id: i64,
}

/// Names a tag and a phone.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BindBody {
    /// Tag's id.
    pub phone_tag_id: i64,
    /// Phone's id.
    pub phone_id: i64,
}

/// Tags for phones.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BindManyBody {
    /// At most 20, each once.
    pub phone_tag_ids: Vec<i64>,
    /// At most 30, each once.
    pub phone_ids: Vec<i64>,
}

/// Ids of a batch's tags: at least one, no more than a phone may carry, each once.
pub fn tag_ids(ids: Vec<i64>) -> Result<Vec<i64>, ApiError> {
    let distinct: HashSet<&i64> = ids.iter().collect();
    if (1..=PHONE_TAGS_MAX).contains(&ids.len()) && distinct.len() == ids.len() {
        return Ok(ids);
    }
    let words = Words::new(
        "一次可贴 1 到 {n} 个标签，不能重复",
        "1 to {n} tags at once, each of them once",
    );
    Err(ApiError::explained(codes::BAD_REQUEST, |lang| {
        words
            .in_lang(lang)
            .replace("{n}", &PHONE_TAGS_MAX.to_string())
    }))
}

/// Answer for each phone on which tags were put.
pub fn bound(asked: &[i64], refused: &[(i64, BindError)], lang: Lang) -> EachView {
    let code = |why: &BindError| -> Code {
        match why {
            BindError::Claim(why) => claim_code(why),
            BindError::Full => codes::TAG_LIMIT,
        }
    };
    let refused: Vec<(i64, Code)> = refused.iter().map(|(id, why)| (*id, code(why))).collect();
    EachView::except(asked, &refused, lang)
}

impl From<TagError> for ApiError {
    fn from(error: TagError) -> Self {
        match error {
            TagError::Unknown => Self::Refused(codes::TAG_ABSENT),
            TagError::Taken => Self::Refused(codes::TAG_TAKEN),
            TagError::Limit => Self::Refused(codes::TAG_LIMIT),
            TagError::Fault(fault) => fault.into(),
        }
    }
}
