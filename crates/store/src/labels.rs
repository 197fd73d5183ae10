//! Names of a member's groups and tags: unique for each kind, and limited in number.

use diesel::prelude::*;
use domain::text::names::{GROUPS_MAX, Name, TAGS_MAX};

use crate::db::conn::AnyConn;
use crate::db::schema::{phone_groups, tags};
use crate::error::StoreError;
use crate::keys;

/// Kind of the named object.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Kind {
    Group,
    Tag,
}

/// Why a name is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Clash {
    /// The name belongs to another object of the kind.
    Taken,
    /// The member has as many objects as it may.
    Limit,
}

/// Counts the member's objects of a kind, and finds the one, besides `id`, that has the name.
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

/// Checks that a new object may have the name, or that the existing `id` may be renamed to it.
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
