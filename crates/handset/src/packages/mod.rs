//! Installed apps: received, read, checked as Android does, kept on disk.

pub mod apk;
mod failure;
mod session;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use causes::causes;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::files::Files;
use crate::{HandsetError, clock, json_file};
pub(crate) use apk::About;
pub(crate) use failure::Failure;
pub(crate) use session::{Options, Part, Session};

/// Most apps on one phone.
pub(crate) const APPS_LIMIT: usize = 64;
/// Most installations under way.
pub(crate) const SESSIONS_LIMIT: usize = 16;
/// User id of the first installed app; Android gives apps ids from 10,000 on.
const FIRST_UID: u32 = 10_100;
/// File in the phone's folder.
pub(crate) const FILE: &str = "packages.json";

/// Folder of an app's data on the phone.
fn data_of(package: &str) -> String {
    format!("/data/data/{package}")
}

/// An installed app.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Installed {
    pub(crate) package: String,
    pub(crate) label: String,
    pub(crate) version_code: u64,
    pub(crate) version_name: String,
    /// Class of the activity that the launcher starts; without one the app has no icon there.
    pub(crate) activity: Option<String>,
    /// Class of the activity that a television's launcher starts.
    #[serde(default)]
    pub(crate) tv_activity: Option<String>,
    /// User id of the app, which also tells two installed apps apart.
    pub(crate) uid: u32,
    /// The folder of its APKs, a path of the phone.
    pub(crate) code: String,
    /// Names of its APKs there, the base first.
    pub(crate) apks: Vec<String>,
    pub(crate) signers: BTreeSet<String>,
    /// Whether no picture shows its window.
    #[serde(default)]
    pub(crate) protected: bool,
    pub(crate) installer: Option<String>,
    /// Time of the first installation, Unix milliseconds.
    pub(crate) first_ms: u64,
    /// Time of the last installation, Unix milliseconds.
    pub(crate) updated_ms: u64,
}

impl Installed {
    /// First line of `pm path`.
    pub(crate) fn base(&self) -> String {
        format!("{}/base.apk", self.code)
    }

    /// Class of the activity that starts the app.
    pub(crate) fn entry(&self) -> Option<&String> {
        self.activity.as_ref().or(self.tv_activity.as_ref())
    }

    /// Path on the phone of the launcher's icon.
    pub(crate) fn icon(&self) -> String {
        format!("{}/.icon.png", self.code)
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Apps {
    next_uid: u32,
    installed: Vec<Arc<Installed>>,
}

#[derive(Debug, Default)]
struct State {
    apps: Apps,
    sessions: BTreeMap<u32, Arc<Session>>,
    last_session: u32,
}

/// The package manager of one phone.
#[derive(Debug)]
pub(crate) struct Packages {
    file: PathBuf,
    staging: PathBuf,
    files: Files,
    sdk: u32,
    state: Mutex<State>,
    /// Lock that allows one change of the installed apps at a time.
    changing: Mutex<()>,
}

impl Packages {
    /// Reads what is installed on the phone in `folder`; installations that were under way are gone.
    pub(crate) fn open(folder: &Path, files: Files, sdk: u32) -> Result<Self, HandsetError> {
        let file = folder.join(FILE);
        let staging = folder.join("staging");
        if staging.exists() {
            std::fs::remove_dir_all(&staging).map_err(|source| HandsetError::Folder {
                path: staging.clone(),
                source,
            })?;
        }
        let apps: Apps = json_file::read(&file)?.unwrap_or_default();
        Ok(Self {
            file,
            staging,
            files,
            sdk,
            state: Mutex::new(State {
                apps,
                ..State::default()
            }),
            changing: Mutex::default(),
        })
    }

    /// Installed apps, by package name.
    pub(crate) fn all(&self) -> Vec<Arc<Installed>> {
        let mut all = self.state.lock().apps.installed.clone();
        all.sort_by(|a, b| a.package.cmp(&b.package));
        all
    }

    /// Installed apps with an icon in the launcher, the oldest first.
    pub(crate) fn launchable(&self) -> Vec<Arc<Installed>> {
        let state = self.state.lock();
        let apps = state.apps.installed.iter();
        apps.filter(|app| app.activity.is_some()).cloned().collect()
    }

    pub(crate) fn by_name(&self, package: &str) -> Option<Arc<Installed>> {
        let state = self.state.lock();
        state
            .apps
            .installed
            .iter()
            .find(|app| app.package == package)
            .cloned()
    }

    pub(crate) fn by_uid(&self, uid: u32) -> Option<Arc<Installed>> {
        let state = self.state.lock();
        state
            .apps
            .installed
            .iter()
            .find(|app| app.uid == uid)
            .cloned()
    }

    /// Begins an installation.
    pub(crate) fn begin(&self, options: Options) -> Result<Arc<Session>, Failure> {
        let mut state = self.state.lock();
        if state.sessions.len() >= SESSIONS_LIMIT {
            return Err(Failure::new(
                "java.lang.IllegalStateException",
                "Too many active sessions for UID 2000",
            ));
        }
        state.last_session += 1;
        let id = 1_000_000 + state.last_session;
        let folder = self.staging.join(format!("vmdl{id}.tmp"));
        std::fs::create_dir_all(&folder).map_err(|error| Failure::storage(&error))?;
        let session = Arc::new(Session::new(id, folder, options));
        state.sessions.insert(id, session.clone());
        Ok(session)
    }

    pub(crate) fn session(&self, id: u32) -> Result<Arc<Session>, Failure> {
        let found = self.state.lock().sessions.get(&id).cloned();
        found.ok_or_else(|| Failure::no_session(id))
    }

    /// Forgets an installation; its files are removed when nobody uses the session any more.
    pub(crate) fn abandon(&self, id: u32) -> Result<(), Failure> {
        let gone = self.state.lock().sessions.remove(&id);
        gone.map(drop).ok_or_else(|| Failure::no_session(id))
    }

    /// Ends an installation: all its files become the app, or nothing changes. Slow, since the received files are parsed.
    pub(crate) fn commit(&self, id: u32) -> Result<Arc<Installed>, Failure> {
        let session = self.session(id)?;
        let _one = self.changing.lock();
        // The session is over whether or not the installation succeeds.
        self.abandon(id)?;
        let parts = session.read()?;
        let old = self.by_name(&parts[0].about.package);
        session::check(&session.options, &parts, old.as_deref(), self.sdk)?;
        if old.is_none() && self.state.lock().apps.installed.len() >= APPS_LIMIT {
            return Err(Failure::no_room());
        }
        let app = self.settle(&session, &parts, old.as_deref());
        let app = Arc::new(app.map_err(|error| Failure::storage(&error))?);
        let mut state = self.state.lock();
        let apps = &mut state.apps;
        match apps.installed.iter_mut().find(|own| own.uid == app.uid) {
            Some(own) => *own = app.clone(),
            None => apps.installed.push(app.clone()),
        }
        apps.next_uid = apps.next_uid.max(app.uid + 1);
        self.write(&state)?;
        drop(state);
        if let Some(old) = old {
            self.discard(&old.code);
        }
        Ok(app)
    }

    /// Moves the parts into the folder of the installed app; returns its entry.
    fn settle(
        &self,
        session: &Session,
        parts: &[Part],
        old: Option<&Installed>,
    ) -> std::io::Result<Installed> {
        let base = &parts[0].about;
        // Each version has a path of its own, as on Android, so that nothing mixes with the old files.
        let code = format!(
            "/data/app/~~owl{}==/{}-{}==",
            session.id, base.package, session.id
        );
        let place = self.place(&code)?;
        std::fs::create_dir_all(&place)?;
        let mut apks = Vec::new();
        for part in parts {
            let name = part.installed_name();
            std::fs::rename(&part.path, place.join(&name))?;
            apks.push(name);
        }
        if let Some(icon) = &base.icon {
            std::fs::write(place.join(".icon.png"), icon)?;
        }
        std::fs::create_dir_all(self.place(&data_of(&base.package))?)?;
        let now_ms = clock::unix_us() / 1000;
        let next_uid = self.state.lock().apps.next_uid.max(FIRST_UID);
        Ok(Installed {
            package: base.package.clone(),
            label: base.label.clone(),
            version_code: base.version_code,
            version_name: base.version_name.clone(),
            activity: base.activity.clone(),
            tv_activity: base.tv_activity.clone(),
            uid: old.map_or(next_uid, |old| old.uid),
            code,
            apks,
            signers: base.signers.clone(),
            protected: base.protected,
            installer: session.options.installer.clone(),
            first_ms: old.map_or(now_ms, |old| old.first_ms),
            updated_ms: now_ms,
        })
    }

    /// Removes an app, and its data unless `keep_data`. False if it is not installed.
    pub(crate) fn uninstall(&self, package: &str, keep_data: bool) -> Result<bool, Failure> {
        let _one = self.changing.lock();
        let mut state = self.state.lock();
        let apps = &mut state.apps.installed;
        let Some(at) = apps.iter().position(|app| app.package == package) else {
            return Ok(false);
        };
        let app = apps.remove(at);
        if let Err(failure) = self.write(&state) {
            state.apps.installed.insert(at, app);
            return Err(failure);
        }
        drop(state);
        self.discard(&app.code);
        if !keep_data {
            self.discard(&data_of(package));
        }
        Ok(true)
    }

    /// Empties an app's data. The folder stays: an app that runs again writes into it.
    pub(crate) fn clear(&self, package: &str) {
        let _one = self.changing.lock();
        let data = data_of(package);
        let emptied = self.place(&data).and_then(|folder| empty(&folder));
        if let Err(error) = emptied {
            tracing::warn!(error = %causes(&error), path = data, "empty data folder failed");
        }
    }

    /// Removes a folder of the phone. Files that cannot be removed stay on disk, where nothing refers to them.
    fn discard(&self, path: &str) {
        let removed = self.place(path).and_then(std::fs::remove_dir_all);
        if let Err(error) = removed
            && error.kind() != std::io::ErrorKind::NotFound
        {
            tracing::warn!(error = %causes(&error), path, "remove package file failed");
        }
    }

    /// Bytes that an app's files take.
    pub(crate) fn size_of(&self, app: &Installed) -> u64 {
        let sizes = app.apks.iter().filter_map(|apk| {
            let place = self.files.resolve(&format!("{}/{apk}", app.code))?;
            Some(std::fs::metadata(place).ok()?.len())
        });
        sizes.sum()
    }

    fn place(&self, path: &str) -> std::io::Result<PathBuf> {
        let place = self.files.resolve(path);
        place.ok_or_else(|| std::io::ErrorKind::InvalidFilename.into())
    }

    fn write(&self, state: &State) -> Result<(), Failure> {
        json_file::write(&self.file, &state.apps).map_err(|error| {
            tracing::warn!(error = %causes(&error), "store list of apps failed");
            Failure::no_room()
        })
    }
}

/// Empties a folder without removing the folder itself.
fn empty(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            std::fs::remove_dir_all(entry.path())?;
        } else {
            std::fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
