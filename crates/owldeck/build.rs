//! A release carries the web app, and is built anew when the web app was. A debug build reads the web app's files when they are asked for.

fn main() {
    let release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let input = if release {
        "../../webapp/dist"
    } else {
        "build.rs"
    };
    println!("cargo:rerun-if-changed={input}");
}
