//! Puts the built pages (`web/dist`) into the binary, compressed once instead of at each request: gzip here, Brotli by
//! the builder of the pages. Without them the server still builds, and says so on a plain page.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use flate2::{Compression, write::GzEncoder};

/// How the builder of the pages names what it has compressed, behind the name of the file.
const BROTLI: &str = ".br";

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
        let bytes = |path: &Path| format!("include_bytes!({:?})", path.display().to_string());
        let plain = path.canonicalize()?;
        let brotli = PathBuf::from(format!("{}{BROTLI}", plain.display()));
        writeln!(
            table,
            "    File {{ name: {name:?}, plain: {}, gzip: {}, brotli: {} }},",
            bytes(&plain),
            bytes(&packed),
            if brotli.is_file() { format!("Some({})", bytes(&brotli)) } else { "None".into() },
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
            let name = name.to_string_lossy().replace('\\', "/");
            if !name.ends_with(BROTLI) {
                files.push((name, path.clone()));
            }
        }
    }
    Ok(())
}
