//! Puts the built pages (`web/dist`) into the binary, compressed once here instead of at each
//! request. Without them the server still builds, and says so on a plain page.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use flate2::{Compression, write::GzEncoder};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    let pages = root.join("../../web/dist");
    println!("cargo:rerun-if-changed={}", pages.display());
    let mut files = Vec::new();
    if pages.is_dir() {
        collect(&pages, &pages, &mut files)?;
    }
    files.sort();
    let mut table = String::from("&[\n");
    for (number, (name, path)) in files.iter().enumerate() {
        println!("cargo:rerun-if-changed={}", path.display());
        let packed = out.join(format!("page-{number}.gz"));
        let mut encoder = GzEncoder::new(fs::File::create(&packed)?, Compression::best());
        encoder.write_all(&fs::read(path)?)?;
        encoder.finish()?;
        writeln!(
            table,
            "    ({name:?}, include_bytes!({:?}), include_bytes!({:?})),",
            path.canonicalize()?.display().to_string(),
            packed.display().to_string(),
        )
        .map_err(io::Error::other)?;
    }
    table.push(']');
    fs::write(out.join("pages.rs"), table)
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, files)?;
        } else if let Ok(name) = path.strip_prefix(root) {
            files.push((name.to_string_lossy().replace('\\', "/"), path.clone()));
        }
    }
    Ok(())
}
