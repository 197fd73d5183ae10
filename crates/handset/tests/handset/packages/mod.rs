//! Packages, without a phone that installs them.

mod apk;
