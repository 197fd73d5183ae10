//! Keys of the wallets' stand-ins in a demo. Making them takes half of the processor time that a demo needs to start, so the demos of a test run
//! share those of the first one.

use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// Folder of the stand-ins in a data folder.
const FOLDER: &str = "sandbox";
/// File in it with the keys.
const FILE: &str = "wallet_keys.json";

/// File of the shared keys. Its name has the time at which the binary was built, as another one may read other files.
fn shared() -> PathBuf {
    let built = fs::metadata(env!("CARGO_BIN_EXE_owldeck"))
        .and_then(|file| file.modified())
        .expect("the binary");
    let built = built.duration_since(UNIX_EPOCH).expect("a time").as_nanos();
    std::env::temp_dir().join(format!("owldeck-{built}-{FILE}"))
}

/// Gives the shared keys to a demo before it starts, where there are any.
pub fn give(data: &Path) {
    let shared = shared();
    if !shared.exists() {
        return;
    }
    let folder = data.join(FOLDER);
    // The server tightens what others can read, and says so.
    DirBuilder::new()
        .mode(0o700)
        .create(&folder)
        .expect("a folder");
    fs::copy(shared, folder.join(FILE)).expect("a file");
}

/// Shares the keys of a demo that has started, where none are shared.
pub fn share(data: &Path) {
    let (made, shared) = (data.join(FOLDER).join(FILE), shared());
    if shared.exists() || !made.exists() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let whole = folder.path().join(FILE);
    fs::copy(made, &whole).expect("a file");
    // The file gets its shared name once it is complete. The link fails where another test was faster, whose keys serve as well.
    let _ = fs::hard_link(whole, shared);
}
