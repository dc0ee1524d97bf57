//! What tests of the binary share.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the binary with this on its standard input.
pub(crate) fn tandem_with(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tandem runs");
    // A program that has read enough closes its end: that is no failure of the test.
    let _ = child.stdin.take().expect("standard input").write_all(input);
    child.wait_with_output().expect("tandem ends")
}
