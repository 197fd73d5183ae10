//! Real APKs, made and signed by Debian's tools.

use std::path::{Path, PathBuf};

use crate::bench::{must, program};

/// Where Debian puts what APKs are compiled against.
const FRAMEWORK: &str = "/usr/share/android-framework-res/framework-res.apk";

/// Properties of an APK that is to be made.
#[derive(Clone)]
pub struct Wish {
    pub package: &'static str,
    pub label: &'static str,
    pub version: u32,
    pub split: Option<&'static str>,
    pub min_sdk: u32,
    /// Further attributes of the application, such as `android:testOnly="true"`.
    pub application: &'static str,
    /// A permission that it asks for.
    pub permission: Option<&'static str>,
    /// Category of the launcher that starts its activity; no launcher does where it is empty.
    pub launcher: &'static str,
    pub signer: Option<&'static str>,
}

impl Default for Wish {
    fn default() -> Self {
        Self {
            package: "org.example.crane",
            label: "纸鹤",
            version: 7,
            split: None,
            min_sdk: 21,
            application: "",
            permission: None,
            launcher: "android.intent.category.LAUNCHER",
            signer: Some("first"),
        }
    }
}

/// Makes the APK `name` in `folder`.
pub async fn make(folder: &Path, name: &str, wish: &Wish) -> PathBuf {
    let source = folder.join(format!("{name}.source"));
    std::fs::create_dir_all(source.join("res/drawable")).expect("a folder");
    std::fs::create_dir_all(source.join("res/values")).expect("a folder");
    std::fs::write(source.join("AndroidManifest.xml"), manifest(wish)).expect("a file");
    let plain = folder.join(format!("{name}.plain.apk"));
    let mut aapt = program("aapt");
    aapt.args(["package", "-f", "-I", FRAMEWORK, "-M"])
        .arg(source.join("AndroidManifest.xml"));
    if wish.split.is_none() {
        std::fs::write(source.join("res/drawable/icon.png"), icon()).expect("a file");
        let strings = format!(
            "<resources><string name=\"app\">{}</string></resources>",
            wish.label
        );
        std::fs::write(source.join("res/values/strings.xml"), strings).expect("a file");
        aapt.arg("-S").arg(source.join("res"));
    }
    must(aapt.arg("-F").arg(&plain)).await;
    let Some(signer) = wish.signer else {
        return plain;
    };
    let signed = folder.join(format!("{name}.apk"));
    let store = keys(signer).await;
    must(
        program("apksigner")
            // A program this short is not worth compiling well.
            .args(["-JXX:TieredStopAtLevel=1", "-JXX:+UseSerialGC"])
            .args([
                "sign",
                "--ks-pass",
                "pass:android",
                "--min-sdk-version",
                "21",
                "--ks",
            ])
            .arg(store)
            .arg("--out")
            .args([&signed, &plain]),
    )
    .await;
    signed
}

/// The key of a signer. It takes `keytool` a second, so tests share it.
async fn keys(signer: &str) -> PathBuf {
    let store = std::env::temp_dir().join(format!("owldeck-apk-key-{signer}.jks"));
    if !store.exists() {
        let folder = tempfile::tempdir_in(std::env::temp_dir()).expect("a folder");
        let making = folder.path().join("key.jks");
        must(
            program("keytool")
                .args(["-genkeypair", "-storepass", "android", "-alias", "a"])
                .args(["-keyalg", "RSA", "-keysize", "2048", "-validity", "10000"])
                .args(["-dname", &format!("CN={signer}"), "-keystore"])
                .arg(&making),
        )
        .await;
        // Unlike a rename, a link never replaces the key of a test that was faster: a signer has one key.
        let _ = std::fs::hard_link(&making, &store);
    }
    store
}

fn manifest(wish: &Wish) -> String {
    let Wish {
        package,
        version,
        min_sdk,
        application,
        permission,
        launcher,
        ..
    } = wish;
    let permission = permission.map_or(String::new(), |name| {
        format!("<uses-permission android:name=\"{name}\"/>")
    });
    let split = wish
        .split
        .map_or(String::new(), |split| format!("split=\"{split}\""));
    let inside = if wish.split.is_some() {
        format!("<application android:hasCode=\"false\" {application}/>")
    } else {
        format!(
            "<application android:label=\"@string/app\" android:icon=\"@drawable/icon\" android:hasCode=\"false\" {application}>\
             <activity android:name=\".Main\"><intent-filter>\
             <action android:name=\"android.intent.action.MAIN\"/>\
             <category android:name=\"{launcher}\"/>\
             </intent-filter></activity></application>"
        )
    };
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <manifest xmlns:android=\"http://schemas.android.com/apk/res/android\" package=\"{package}\" {split} \
         android:versionCode=\"{version}\" android:versionName=\"{version}.0\">\
         <uses-sdk android:minSdkVersion=\"{min_sdk}\" android:targetSdkVersion=\"29\"/>{permission}{inside}</manifest>"
    )
}

/// The colour of the icon: no other thing on a phone's screen has it.
pub const ICON_COLOUR: [u8; 3] = [250, 10, 250];

fn icon() -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, 48, 48);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().expect("a picture");
    writer
        .write_image_data(&ICON_COLOUR.repeat(48 * 48))
        .expect("a picture");
    writer.finish().expect("a picture");
    out
}
