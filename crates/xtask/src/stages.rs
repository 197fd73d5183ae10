//! Stages of a test run: named parts, some beside each other, each timed and reported at the end.

use std::fs::{self, File};
use std::sync::Mutex;
use std::time::Instant;

use crate::sh::{self, Failure};

/// Stages of one run: the names of the wanted ones, and the results of those that ran.
pub struct Stages<'a> {
    only: &'a [&'a str],
    reports: Mutex<Vec<StageReport>>,
    started: Instant,
}

struct StageReport {
    name: &'static str,
    seconds: f32,
    failure: Option<String>,
}

/// Stage: its name and its function.
pub type Stage<'a> = (
    &'static str,
    Box<dyn FnOnce() -> Result<(), Failure> + Send + 'a>,
);

impl<'a> Stages<'a> {
    /// Makes a run of all stages, or of those that are named.
    pub fn new(only: &'a [&'a str]) -> Self {
        Self {
            only,
            reports: Mutex::default(),
            started: Instant::now(),
        }
    }

    /// Whether a stage is wanted.
    pub fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.contains(&name)
    }

    /// Runs lanes at the same time, the stages of each lane one after the other. The first lane prints at once; the output of another lane is printed
    /// when that lane has ended, so that their lines do not mix.
    pub fn beside_each_other<const N: usize>(&self, lanes: [Vec<Stage<'_>>; N]) {
        let lanes = lanes.into_iter().enumerate().map(|(lane, stages)| {
            move || {
                if lane == 0 {
                    self.in_turn(stages);
                    return Ok(());
                }
                // A fresh clone has no target folder before cargo has built.
                fs::create_dir_all(sh::target_dir())?;
                let path = sh::target_dir().join(format!("lane-{lane}.log"));
                sh::printing_into(File::create(&path)?, || self.in_turn(stages));
                print!("{}", fs::read_to_string(&path).unwrap_or_default());
                Ok(())
            }
        });
        if let Err(failure) = sh::beside_each_other(lanes) {
            eprintln!("xtask: {failure}");
            self.report("lanes", Instant::now(), Some(failure));
        }
    }

    /// Runs stages one after the other; after a failure the next ones still run.
    fn in_turn(&self, stages: Vec<Stage<'_>>) {
        for (name, stage) in stages {
            if !self.wants(name) {
                continue;
            }
            println!("── {name}");
            let begun = Instant::now();
            let failure = stage().err();
            if let Some(failure) = &failure {
                eprintln!("xtask: {name}: {failure}");
            }
            self.report(name, begun, failure);
        }
    }

    fn report(&self, name: &'static str, begun: Instant, failure: Option<Failure>) {
        let report = StageReport {
            name,
            seconds: begun.elapsed().as_secs_f32(),
            failure: failure.map(|failure| failure.to_string()),
        };
        if let Ok(mut all) = self.reports.lock() {
            all.push(report);
        }
    }

    /// Prints each stage with its seconds; fails if one failed.
    pub fn end(self) -> Result<(), Failure> {
        let reports = self.reports.into_inner().unwrap_or_default();
        println!("── stages");
        for stage in &reports {
            println!(
                "{:>7.1} s  {}  {}",
                stage.seconds,
                if stage.failure.is_none() {
                    "ok    "
                } else {
                    "FAILED"
                },
                stage.name
            );
            if let Some(failure) = &stage.failure {
                println!("           {failure}");
            }
        }
        println!("{:>7.1} s  in all", self.started.elapsed().as_secs_f32());
        let failed = reports
            .iter()
            .filter(|stage| stage.failure.is_some())
            .count();
        println!("stages: {} passed, {failed} failed", reports.len() - failed);
        if failed == 0 {
            Ok(())
        } else {
            Err(Failure(format!(
                "{failed} of {} stages failed",
                reports.len()
            )))
        }
    }
}
