//! API document and the files that are generated from it. The server prints the document; all of them are committed, and tests compare them.

use std::fs;

use crate::sh::{self, Failure, Step};
use crate::{setup, test, web};

const DOCUMENT: &str = "contract/openapi.json";
const TYPES: &str = "webapp/src/contract/schema.d.ts";
const OPERATIONS: &str = "webapp/src/contract/operations.ts";
const CONSTANTS: &str = "webapp/src/contract/constants.ts";
const CODES: &str = "webapp/src/contract/codes.ts";
/// Path of the list of the used packages' licences, which is made from both lock files.
const LICENCES: &str = "webapp/src/contract/licences.json";
const FILES: [&str; 6] = [DOCUMENT, TYPES, OPERATIONS, CONSTANTS, CODES, LICENCES];

/// Writes the files; with `check`, fails afterwards if one had another content before.
pub fn generate(check: bool) -> Result<(), Failure> {
    setup::for_building()?;
    let root = sh::root();
    let before: Vec<Option<String>> = FILES
        .iter()
        .map(|f| fs::read_to_string(root.join(f)).ok())
        .collect();
    // The server embeds the web app, whose build needs the generated types. Without them the server is built without the web app, and can still
    // print the document.
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
