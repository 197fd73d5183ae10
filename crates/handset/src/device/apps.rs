//! Apps of a phone: built-in and installed ones.

use super::{Device, Language};

/// A built-in app, or an installed one by its user id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum App {
    Notes,
    Settings,
    Files,
    Clock,
    Gallery,
    Installed(u32),
}

impl App {
    /// Apps that every simulated phone has.
    pub(crate) const ALL: [Self; 5] = [
        Self::Notes,
        Self::Settings,
        Self::Files,
        Self::Clock,
        Self::Gallery,
    ];
    /// Number of built-in apps in the launcher's dock; the others come before the installed ones.
    pub(crate) const DOCK: usize = 4;

    /// Package name of a built-in app, as `pm list packages` prints it; [`Device::about`] has that of an installed one.
    pub(crate) const fn package(self) -> &'static str {
        match self {
            Self::Notes => "com.owldeck.notes",
            Self::Settings => "com.android.settings",
            Self::Files => "com.android.documentsui",
            Self::Clock => "com.android.deskclock",
            Self::Gallery => "com.android.gallery3d",
            Self::Installed(_) => "",
        }
    }

    /// Class of the activity that the launcher starts, relative to the package.
    pub(crate) const fn activity(self) -> &'static str {
        match self {
            Self::Notes => ".NotesActivity",
            Self::Settings => ".Settings",
            Self::Files => ".files.FilesActivity",
            Self::Clock => ".DeskClock",
            Self::Gallery => ".app.GalleryActivity",
            Self::Installed(_) => "",
        }
    }

    /// Name under the icon.
    pub(crate) const fn label(self, language: Language) -> &'static str {
        match self {
            Self::Notes => language.pick("便签", "Notes"),
            Self::Settings => language.pick("设置", "Settings"),
            Self::Files => language.pick("文件", "Files"),
            Self::Clock => language.pick("时钟", "Clock"),
            Self::Gallery => language.pick("图库", "Gallery"),
            Self::Installed(_) => "",
        }
    }

    /// Built-in app by its package.
    pub(crate) fn by_package(package: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|app| app.package() == package)
    }
}

/// Facts of an app that the launcher and `am` need.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct About {
    pub(crate) package: String,
    /// The launcher's activity, as `am start` takes it.
    pub(crate) activity: String,
    pub(crate) label: String,
}

impl Device {
    /// Facts of an app; `None` if it was installed and has been removed since.
    pub(crate) fn about(&self, app: App) -> Option<About> {
        let App::Installed(uid) = app else {
            return Some(About {
                package: app.package().into(),
                activity: app.activity().into(),
                label: app.label(self.language).into(),
            });
        };
        let installed = self.packages.by_uid(uid)?;
        Some(About {
            package: installed.package.clone(),
            activity: installed.entry()?.clone(),
            label: installed.label.clone(),
        })
    }

    /// Apps of the launcher: the built-in ones, then the installed ones.
    pub(crate) fn apps(&self) -> Vec<App> {
        let installed = self.packages.launchable();
        let installed = installed.iter().map(|app| App::Installed(app.uid));
        App::ALL.into_iter().chain(installed).collect()
    }

    /// An app of the launcher by its package.
    pub(crate) fn app_by_package(&self, package: &str) -> Option<App> {
        App::by_package(package).or_else(|| {
            let app = self.packages.by_name(package)?;
            app.entry().map(|_| App::Installed(app.uid))
        })
    }
}
