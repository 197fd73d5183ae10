//! Target of a link, a phone or a clip: asked for by its owner, claimed, and read from its row.

use domain::access::Level;
use domain::apps::PackageName;
use domain::sharing::links::{CLIP_LASTS_MS, LinkKind};
use domain::sharing::trial::TrialMinutes;
use domain::uploads::FileKind;

use super::LinkError;
use super::trial::Trial;
use crate::access::{ClaimError, Own, View, claim_one};
use crate::db::conn::AnyConn;
use crate::db::schema::{sessions, share_links};
use crate::error::StoreError;
use crate::session::{Actor, read_ids};
use crate::uploads::{self, UploadError};

/// Target that a link is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkTarget {
    /// The screen of a phone that the actor rents.
    Live { phone_id: i64 },
    /// A clip among the actor's files.
    Clip { upload_id: i64 },
    /// An app of one of the actor's own phones, for trials.
    Trial(Trial),
}

/// Target of a stored link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum StoredTarget {
    Live { phone_id: i64 },
    Clip { sha256: String, file_name: String },
    Trial(Trial),
}

/// The columns of a [`StoredTarget`].
type Columns = (
    share_links::kind,
    sessions::phones,
    share_links::sha256,
    share_links::file_name,
    TrialColumns,
);

type TrialColumns = (
    share_links::package,
    share_links::app_name,
    share_links::minutes,
    share_links::clears_data,
);

/// The columns of a [`StoredTarget`].
pub(super) const TARGET_COLUMNS: Columns = (
    share_links::kind,
    sessions::phones,
    share_links::sha256,
    share_links::file_name,
    (
        share_links::package,
        share_links::app_name,
        share_links::minutes,
        share_links::clears_data,
    ),
);

/// The values of [`TARGET_COLUMNS`].
pub(super) type TargetRow = (
    String,
    Option<String>,
    Option<String>,
    Option<String>,
    TrialRow,
);

/// Package, name, minutes, and whether data is cleared, of a trial.
type TrialRow = (Option<String>, Option<String>, Option<i64>, Option<bool>);

fn stored_trial(phone_id: i64, (package, app_name, minutes, clears): TrialRow) -> Option<Trial> {
    Some(Trial {
        phone_id,
        package: PackageName::parse(&package?)?,
        app_name: app_name?,
        minutes: TrialMinutes::parse(minutes?)?,
        clears: clears?,
    })
}

impl StoredTarget {
    /// Reads what a link shows from its row.
    pub(super) fn stored(
        (kind, ids, sha256, file_name, trial): TargetRow,
    ) -> Result<Self, StoreError> {
        let phone = || ids.as_deref().and_then(read_ids)?.first().copied();
        match kind.parse() {
            Ok(LinkKind::Live) => phone().map(|phone_id| Self::Live { phone_id }),
            Ok(LinkKind::Clip) => sha256
                .zip(file_name)
                .map(|(sha256, file_name)| Self::Clip { sha256, file_name }),
            Ok(LinkKind::Trial) => phone()
                .and_then(|phone_id| stored_trial(phone_id, trial))
                .map(Self::Trial),
            Err(_) => None,
        }
        .ok_or(StoreError::Corrupt("share link"))
    }

    /// Finds the target that a link is asked for. A phone is not claimed here, but by [`StoredTarget::limit_ms`].
    pub(super) fn wanted(
        tx: &mut AnyConn,
        actor: &Actor,
        target: LinkTarget,
    ) -> Result<Self, LinkError> {
        match target {
            LinkTarget::Live { phone_id } => Ok(Self::Live { phone_id }),
            LinkTarget::Trial(trial) => Ok(Self::Trial(trial)),
            LinkTarget::Clip { upload_id } => {
                let file = match uploads::own(tx, actor.member_id(), upload_id) {
                    Ok(file) => file,
                    Err(UploadError::Fault(fault)) => return Err(fault.into()),
                    Err(_) => return Err(LinkError::File),
                };
                match (file.kind, file.sha256) {
                    (None, _) => Err(LinkError::Unfinished),
                    (Some(FileKind::Video), Some(sha256)) => Ok(Self::Clip {
                        sha256,
                        file_name: file.name,
                    }),
                    (Some(_), _) => Err(LinkError::NoVideo),
                }
            }
        }
    }

    /// The latest end of a link to the target, Unix milliseconds. Refuses an actor who does not own it.
    pub(super) fn limit_ms(
        &self,
        tx: &mut AnyConn,
        actor: &Actor,
        now_ms: i64,
    ) -> Result<i64, LinkError> {
        match self {
            Self::Live { phone_id } | Self::Trial(Trial { phone_id, .. }) => {
                Ok(claim_one::<Own>(tx, actor, *phone_id, now_ms)?.expire_ms)
            }
            Self::Clip { .. } => Ok(now_ms.saturating_add(CLIP_LASTS_MS)),
        }
    }

    /// Whether the owner of the link still has the target.
    pub(super) fn stands(
        &self,
        tx: &mut AnyConn,
        actor: &Actor,
        now_ms: i64,
    ) -> Result<bool, StoreError> {
        match self {
            Self::Live { phone_id } | Self::Trial(Trial { phone_id, .. }) => {
                match claim_one::<View>(tx, actor, *phone_id, now_ms) {
                    Ok(phone) => Ok(phone.expire_ms > now_ms),
                    Err(ClaimError::Unknown | ClaimError::Right) => Ok(false),
                    Err(ClaimError::Fault(fault)) => Err(fault),
                }
            }
            Self::Clip { sha256, .. } => uploads::has_video(tx, actor.member_id(), sha256),
        }
    }

    /// Kind of the link.
    pub(super) const fn kind(&self) -> LinkKind {
        match self {
            Self::Live { .. } => LinkKind::Live,
            Self::Clip { .. } => LinkKind::Clip,
            Self::Trial(_) => LinkKind::Trial,
        }
    }

    /// The level of the sessions of the link and of its pages, and the phones that they reach.
    pub(super) fn reach(&self) -> (Option<Level>, Vec<i64>) {
        match self {
            Self::Live { phone_id } | Self::Trial(Trial { phone_id, .. }) => {
                (Some(Level::View), vec![*phone_id])
            }
            // No phone, at no level: a session without a list of phones would reach all of them.
            Self::Clip { .. } => (None, Vec::new()),
        }
    }

    /// Content and name of a clip.
    pub(super) fn file(&self) -> Option<(&str, &str)> {
        match self {
            Self::Live { .. } | Self::Trial(_) => None,
            Self::Clip { sha256, file_name } => Some((sha256, file_name)),
        }
    }

    /// App that visitors try, of a trial.
    pub(super) fn trial(&self) -> Option<&Trial> {
        match self {
            Self::Live { .. } | Self::Clip { .. } => None,
            Self::Trial(trial) => Some(trial),
        }
    }

    /// The object of the link's audit.
    pub(super) fn object(&self, link_id: i64) -> String {
        match self {
            Self::Live { phone_id } | Self::Trial(Trial { phone_id, .. }) => {
                format!("phone:{phone_id}")
            }
            Self::Clip { .. } => format!("link:{link_id}"),
        }
    }
}
