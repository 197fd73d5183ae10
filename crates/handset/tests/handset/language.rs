//! Language of the phone: told from inside or outside, and kept over a restart.

use handset::HostCommand;
use phone_wire::service::Service;

use crate::support::{Adb, Stage};

async fn picture(adb: &mut Adb) -> Vec<u8> {
    let id = adb
        .open(&Service::Exec("screencap -p".into()))
        .await
        .expect("a stream");
    adb.read_to_end(id).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_speaks_the_language_that_it_is_told_from_inside_or_outside_and_keeps_it() {
    let stage = Stage::new().await;
    let mut adb = stage.connect().await;
    let locale = "getprop persist.sys.locale";
    assert_eq!(adb.output(locale).await, "zh-CN\n");
    adb.output("am start -n com.android.settings/.Settings")
        .await;
    let chinese = picture(&mut adb).await;
    adb.output("setprop persist.sys.locale en-US").await;
    let english = picture(&mut adb).await;
    assert!(chinese != english);
    let told = |locale: &str| HostCommand::Locale {
        locale: locale.to_owned(),
    };
    stage.host.execute(0, told("zh-TW")).await.unwrap();
    assert_eq!(adb.output(locale).await, "zh-TW\n");
    stage.host.execute(0, told("fr-FR")).await.unwrap();
    stage
        .host
        .execute(0, told(&"x".repeat(92)))
        .await
        .unwrap_err();
    stage.host.execute(0, HostCommand::Reboot).await.unwrap();
    let mut adb = stage.connect().await;
    assert_eq!(adb.output(locale).await, "fr-FR\n");
    // The language that the phone left its factory with stays.
    let factory = adb.output("getprop ro.product.locale").await;
    assert_eq!(factory, "zh-CN\n");
}
