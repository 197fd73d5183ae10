//! ya-webadb's scrcpy client against the handset's server, and ffmpeg against the handset's pictures.

use std::path::{Path, PathBuf};

use crate::bench::{Bench, must, program, run};

/// Where the client and its npm packages lie.
fn client() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../e2e/strangers/scrcpy")
}

#[tokio::test(flavor = "multi_thread")]
async fn ya_webadb_drives_the_phone_and_ffmpeg_decodes_what_it_saw() {
    assert!(
        client().join("node_modules").exists(),
        "npm ci in e2e/strangers/scrcpy (cargo xtask test does it)"
    );
    let bench = Bench::unconnected().await;
    let server = bench.scratch().join("server");
    std::fs::write(&server, handset::SERVER_FILE).unwrap();
    let address = bench.host.addresses()[0];
    // Samples; opus with delayed acknowledgement; AAC.
    for (version, kind) in [
        ("3.3.1", None),
        ("3.3.2", Some("ogg")),
        ("3.3.3", Some("aac")),
        ("3.3.4", Some("ogg")),
    ] {
        let video = bench.scratch().join(format!("{version}.h264"));
        let sound = kind.map(|kind| bench.scratch().join(format!("{version}.{kind}")));
        let said = must(
            program("node")
                .current_dir(client())
                .args(["drive.mjs", "127.0.0.1"])
                .args([&address.port().to_string(), version])
                .args([&server, &video])
                .args(&sound),
        )
        .await;
        let seen: serde_json::Value = serde_json::from_str(&said).unwrap();
        decodes(&video, seen["frames"].as_u64().unwrap()).await;
        if let Some(sound) = sound {
            sounds(&sound).await;
        }
        // The next version finds the phone as the first one did.
        std::fs::remove_dir_all(bench.fs().join("data/data/com.owldeck.notes/files")).unwrap();
        bench
            .host
            .execute(0, handset::HostCommand::Reboot)
            .await
            .unwrap();
    }
}

/// ffmpeg finds nothing wrong with a stream, and as many pictures as the client did.
async fn decodes(video: &Path, frames: u64) {
    let probed = must(
        program("ffprobe")
            .args(["-v", "error", "-count_frames", "-select_streams", "v:0"])
            .args(["-show_entries", "stream=codec_name,pix_fmt,nb_read_frames"])
            .args(["-of", "csv=p=0", "-f", "h264"])
            .arg(video),
    )
    .await;
    assert_eq!(probed.trim(), format!("h264,yuv420p,{frames}"));
    let decoded = run(program("ffmpeg")
        .args(["-v", "warning", "-xerror", "-err_detect", "explode"])
        .args(["-f", "h264", "-i"])
        .arg(video)
        .args(["-f", "null", "-"]))
    .await;
    let complaints = String::from_utf8_lossy(&decoded.stderr).into_owned();
    assert!(decoded.status.success(), "{complaints}");
    let faults: Vec<&str> = complaints
        .lines()
        // The bare stream has no clock of its own.
        .filter(|line| {
            !line.contains("timestamps are unset") && !line.contains("non monotonically")
        })
        .collect();
    assert!(faults.is_empty(), "{faults:?}");
}

/// ffmpeg decodes opus and AAC without a complaint, to a tone of 440 Hz as loud as the phone's between two silences.
async fn sounds(file: &Path) {
    let decoded = run(program("ffmpeg")
        .args(["-v", "warning", "-xerror", "-err_detect", "explode", "-i"])
        .arg(file)
        .args(["-f", "s16le", "-ac", "1", "-ar", "48000", "-"]))
    .await;
    let complaints = String::from_utf8_lossy(&decoded.stderr);
    // Files of bare AAC do not say how long they are.
    let faults: Vec<&str> = complaints
        .lines()
        .filter(|line| !line.contains("Estimating duration from bitrate"))
        .collect();
    assert!(decoded.status.success() && faults.is_empty(), "{faults:?}");
    let samples: Vec<i16> = decoded
        .stdout
        .chunks_exact(2)
        .map(|two| i16::from_le_bytes([two[0], two[1]]))
        .collect();
    let is_loud = |sample: &i16| sample.unsigned_abs() > 4000;
    let first = samples.iter().position(is_loud).expect("a tone");
    let last = samples.iter().rposition(is_loud).expect("a tone");
    let tone = &samples[first..=last];
    let rises = tone.windows(2).filter(|two| two[0] < 0 && two[1] >= 0);
    let hertz = rises.count() as f32 * 48_000.0 / tone.len() as f32;
    assert!((380.0..=450.0).contains(&hertz), "{hertz} Hz");
    let most = tone.iter().map(|sample| sample.unsigned_abs()).max();
    assert!(most < Some(10_000), "{most:?}");
    let after = samples.len() - last;
    assert!(first > 0 && after > 0, "silence before and after");
}
