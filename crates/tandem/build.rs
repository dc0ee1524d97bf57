//! Puts the match scripts of `fixtures/match` into the binary, for `tandem conformance`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    // As it is now: the compiled script may be shared by several work trees.
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let folder = manifest.join("../../fixtures/match");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut table = String::from("&[\n");
    for book in sorted(&folder).into_iter().filter(|path| path.is_dir()) {
        for script in sorted(&book) {
            if script.extension().is_none_or(|extension| extension != "match") {
                continue;
            }
            let name = script.strip_prefix(&folder).expect("a file in the folder");
            let name = name.with_extension("");
            let script = script.canonicalize().expect("a readable file");
            writeln!(table, "    ({name:?}, include_str!({script:?})),").expect("a string");
        }
    }
    table.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(out.join("match_scripts.rs"), table).expect("a writable folder");
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.sort();
    paths
}
