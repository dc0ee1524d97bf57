//! `fixtures/ics`: a file a conversation. `UPDATE_ICS=1` writes down how they go now.

use std::fs;
use std::path::PathBuf;

use super::script::play;

#[test]
fn conversations_go_as_written() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/ics");
    let update = std::env::var_os("UPDATE_ICS").is_some();
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ics"))
        .collect();
    files.sort();
    assert!(files.len() >= 30, "{} conversations", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let written = fs::read_to_string(&file).expect("a conversation");
        let (went, _) = play(&written);
        if went == written {
            continue;
        }
        if update {
            fs::write(&file, went).expect("it can be written");
            continue;
        }
        let differs = written.lines().zip(went.lines()).position(|(one, other)| one != other);
        let at = differs.unwrap_or(written.lines().count().min(went.lines().count()));
        let line = |text: &str| text.lines().nth(at).unwrap_or("(the end)").to_owned();
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        wrong.push(format!("{name}:{}\n  {}\n  {}", at + 1, line(&written), line(&went)));
    }
    assert!(wrong.is_empty(), "not as written (first), but so:\n{}", wrong.join("\n"));
}
