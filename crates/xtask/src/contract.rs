//! API document and the files made of it: written by the server, committed, compared in the tests.

use std::fs;

use crate::sh::{self, Failure, Step};
use crate::{setup, test, web};

const DOCUMENT: &str = "contract/openapi.json";
const TYPES: &str = "webapp/src/contract/schema.d.ts";
const OPERATIONS: &str = "webapp/src/contract/operations.ts";
const CONSTANTS: &str = "webapp/src/contract/constants.ts";
const CODES: &str = "webapp/src/contract/codes.ts";
/// File of the licences of the used packages, from both lock files.
const LICENCES: &str = "webapp/src/contract/licences.json";
const FILES: [&str; 6] = [DOCUMENT, TYPES, OPERATIONS, CONSTANTS, CODES, LICENCES];

/// Writes the files; with `check` fails when one differs from the committed one.
pub fn generate(check: bool) -> Result<(), Failure> {
    setup::for_building()?;
    let root = sh::root();
    let before: Vec<Option<String>> = FILES
        .iter()
        .map(|f| fs::read_to_string(root.join(f)).ok())
        .collect();
    // The binary carries the web app, whose build needs the types: without it the document can still be printed.
    if root.join(TYPES).exists() {
        web::build()?;
    }
    let print = if check {
        test::compiled()?;
        Step::new(sh::target_dir().join("debug/owldeck")).arg("openapi")
    } else {
        Step::new("cargo").args(["run", "--quiet", "--package", "owldeck", "--", "openapi"])
    };
    let document = print.output()?;
    fs::create_dir_all(root.join("contract"))?;
    fs::write(root.join(DOCUMENT), document)?;
    Step::new("npm")
        .args(["run", "--silent", "contract"])
        .inside("webapp")
        .run()?;
    if check {
        for (file, old) in FILES.iter().zip(before) {
            if fs::read_to_string(root.join(file)).ok() != old {
                return Err(Failure(format!(
                    "{file} was stale: commit what `cargo xtask contract` wrote"
                )));
            }
        }
    }
    Ok(())
}
