//! Real machines, as far as one can have several: a short form of `make chaos`.

#![allow(clippy::unwrap_used, reason = "a test that can't go on fails")]

use std::io::Write as _;
use std::process::Command;

/// Everything is looked at but how long it took: other tests run beside this one.
#[test]
fn nothing_is_lost_and_nothing_is_done_twice_whatever_befalls_the_machines() {
    // The seed has a machine killed, one cut off from the store, and one from the others.
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let done = Command::new("python3")
        .args([".ci/chaos", "--tandem", env!("CARGO_BIN_EXE_tandem")])
        .args(["--seconds", "10", "--matches", "6", "--seed", "440"])
        .current_dir(root)
        .output()
        .unwrap();
    let (said, told) =
        (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    if told.contains("there is no PostgreSQL here") {
        let _ = writeln!(std::io::stderr(), "skipped: {told}");
        return;
    }
    assert!(done.status.success(), "{said}{told}");
    assert!(said.contains(" 0 lost, 0 twice, 0 done though refused, 0 splits"), "{said}");
}
