//! Every target on its samples and on changed ones: the same at every run, so that a failure can be seen again.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::{Path, PathBuf};

/// Changed inputs for each target; `cargo xtask trust fuzz` tries ten million, led by the branches that they take.
const CHANGED: usize = 4_000;
/// The seed of the changes.
const SEED: u64 = 0x6f77_6c64_6563_6b00;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

fn samples(target: &str) -> Vec<Vec<u8>> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder().join("samples").join(target))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

/// Numbers that look like chance and are the same each time (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % u64::try_from(end.max(1)).unwrap()).unwrap()
    }

    /// A sample with some bytes changed, left out, doubled, or with a piece of another one.
    fn changed(&mut self, samples: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = samples[self.below(samples.len())].clone();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len() + 1);
            let length = self.below(16).min(bytes.len() - at);
            match self.below(5) {
                0 => bytes.truncate(at),
                1 => drop(bytes.drain(at..at + length)),
                2 => bytes.extend_from_within(at..at + length),
                3 => {
                    let other = &samples[self.below(samples.len())];
                    let from = self.below(other.len() + 1);
                    bytes.splice(at..at + length, other[from..].iter().copied().take(64));
                }
                _ => {
                    if let Some(byte) = bytes.get_mut(at) {
                        let new = [0, 0xff, 0x7f, 0x80, self.below(256)][self.below(5)];
                        *byte = u8::try_from(new).unwrap();
                    }
                }
            }
        }
        bytes
    }
}

#[test]
fn every_target_has_its_file_and_samples() {
    let mut files: Vec<String> = fs::read_dir(folder().join("fuzz_targets"))
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            path.file_stem().unwrap().to_str().unwrap().to_owned()
        })
        .collect();
    files.sort();
    let mut names: Vec<&str> = fuzz_targets::ALL.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    assert_eq!(files, names);
    for name in names {
        assert!(!samples(name).is_empty(), "{name}");
    }
}

#[test]
fn neither_samples_nor_changed_ones_do_harm() {
    for (name, target) in fuzz_targets::ALL {
        let samples = samples(name);
        for sample in &samples {
            target(sample);
        }
        let mut numbers = Numbers(SEED);
        for n in 0..CHANGED {
            let bytes = numbers.changed(&samples);
            let ended = std::panic::catch_unwind(|| target(&bytes));
            assert!(ended.is_ok(), "{name}: changed input {n}: {bytes:02x?}");
        }
    }
}
