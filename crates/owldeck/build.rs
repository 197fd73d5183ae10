//! The binary carries the web app: built before it, or after it for the first time, it is built anew.

fn main() {
    println!("cargo:rerun-if-changed=../../webapp/dist");
}
