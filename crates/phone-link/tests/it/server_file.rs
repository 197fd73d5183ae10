//! The scrcpy server files that are taken.

use phone_link::wire::screen::Version;
use phone_link::{SERVER_FILE_MAX_BYTES, ServerFile, ServerFileError};

#[test]
fn a_trusted_file_has_a_name_of_its_content() {
    let file = ServerFile::trusted(&b"abc"[..], "3.3.4").unwrap();
    assert_eq!(file.version(), Version::V3_3_4);
    // The SHA-256 of "abc" begins so.
    assert_eq!(
        file.remote_path(),
        "/data/local/tmp/scrcpy-server-ba7816bf.jar"
    );
}

#[test]
fn versions_whose_protocol_is_spoken_are_taken_and_no_others() {
    for version in ["3.3.1", "3.3.2", "3.3.3", "3.3.4", "4.0", "4.1"] {
        assert!(ServerFile::trusted(&b"x"[..], version).is_ok());
    }
    for version in ["3.3", "3.3.0", "3.3.5", "2.7", "4.2", "4.1.1", ""] {
        let refused = ServerFile::trusted(&b"x"[..], version);
        assert!(
            matches!(refused, Err(ServerFileError::Version(_))),
            "{version:?}"
        );
    }
}

#[test]
fn a_file_has_a_size() {
    let file = |length| ServerFile::trusted(vec![0; length], "3.3.4");
    assert!(matches!(file(0), Err(ServerFileError::Size(0))));
    assert!(file(SERVER_FILE_MAX_BYTES).is_ok());
    assert!(matches!(
        file(SERVER_FILE_MAX_BYTES + 1),
        Err(ServerFileError::Size(_))
    ));
}

#[tokio::test]
async fn a_file_from_disk_must_be_an_official_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scrcpy-server");
    assert!(matches!(
        ServerFile::load(&path).await,
        Err(ServerFileError::Read(_))
    ));
    std::fs::write(&path, b"abc").unwrap();
    let unknown = ServerFile::load(&path).await;
    assert!(
        matches!(unknown, Err(ServerFileError::Unknown(sha256)) if sha256.starts_with("ba7816bf"))
    );
    std::fs::write(&path, vec![0; SERVER_FILE_MAX_BYTES + 1]).unwrap();
    assert!(matches!(
        ServerFile::load(&path).await,
        Err(ServerFileError::Size(_))
    ));
}
