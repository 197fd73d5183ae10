//! The names of what a member makes for its phones, groups and tags: no two of a kind are called alike, and there is an end to them.

use diesel::prelude::*;
use domain::names::{GROUPS_MAX, Name, TAGS_MAX};

use crate::conn::AnyConn;
use crate::error::StoreError;
use crate::keys;
use crate::schema::{phone_groups, tags};

/// What carries the name.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Group,
    Tag,
}

/// Why a name is not to be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Clash {
    /// Another one is called so.
    Taken,
    /// The member has as many as it may.
    Limit,
}

/// How many the member has, and which of them, besides `id`, is called so.
macro_rules! asked {
    ($table:ident, $tx:expr, $member_id:expr, $name:expr, $id:expr) => {{
        let own = $table::table.filter($table::member_id.eq($member_id));
        let count: i64 = own.count().get_result($tx)?;
        let key = $name.key();
        let holder: Option<i64> = own
            .filter($table::id.ne($id.unwrap_or_default()))
            .filter(
                $table::name_key
                    .eq(&key)
                    .or($table::name_key.like(keys::twins(&key)).escape('\\')),
            )
            .select($table::id)
            .first($tx)
            .optional()?;
        (count, holder)
    }};
}

/// Whether a new one may be called so, or the existing `id` be renamed to it.
pub(crate) fn free(
    tx: &mut AnyConn,
    kind: Kind,
    member_id: i64,
    name: &Name,
    id: Option<i64>,
) -> Result<Result<(), Clash>, StoreError> {
    let ((count, holder), most) = match kind {
        Kind::Group => (asked!(phone_groups, tx, member_id, name, id), GROUPS_MAX),
        Kind::Tag => (asked!(tags, tx, member_id, name, id), TAGS_MAX),
    };
    Ok(if id.is_none() && count >= most {
        Err(Clash::Limit)
    } else if holder.is_some() {
        Err(Clash::Taken)
    } else {
        Ok(())
    })
}
