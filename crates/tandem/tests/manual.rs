//! What packages get besides the program: a manual page a command, and completions that shells take.

mod common;

use std::fs;
use std::process::Command;

use common::tandem_with;

#[test]
fn every_command_has_its_page_and_bash_takes_its_completions() {
    let folder = std::env::temp_dir().join(format!("tandem-manual-{}", std::process::id()));
    let written = tandem_with(&["manual", folder.to_str().expect("a name")], b"");
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));

    let page = |name: &str| {
        let path = folder.join("man/man1").join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let help = String::from_utf8(tandem_with(&["--help"], b"").stdout).expect("text");
    let commands = help.split("Commands:").nth(1).expect("commands");
    let commands = commands.split("Options:").next().expect("options").lines();
    // What goes on in a second line is set in further.
    let begun =
        commands.filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let names: Vec<_> = begun.filter_map(|line| line.split(' ').next()).collect();
    assert!(names.contains(&"serve") && names.len() > 10, "{help}");
    for name in names.iter().filter(|name| **name != "help") {
        assert!(page(&format!("tandem-{name}.1")).contains(".SH SYNOPSIS"), "{name}");
    }
    assert!(page("tandem.1").contains("tandem\\-serve(1)"), "the first page names the others");
    assert!(page("tandem-bpgn-check.1").contains("tandem bpgn check"));
    assert!(page("tandem-serve.1").contains("\\-\\-data"));
    assert!(!folder.join("man/man1/tandem-manual.1").exists(), "it is for packages alone");

    let asked = "source \"$1\"; COMP_WORDS=(tandem ser); COMP_CWORD=1; _tandem tandem ser tandem; \
                 echo \"${COMPREPLY[@]}\"";
    let file = folder.join("bash-completion/completions/tandem");
    let bash = Command::new("bash").args(["-euc", asked, "bash"]).arg(&file).output();
    let bash = bash.expect("bash");
    assert_eq!(String::from_utf8_lossy(&bash.stdout), "serve\n", "{bash:?}");
    for shell in ["zsh/site-functions/_tandem", "fish/vendor_completions.d/tandem.fish"] {
        assert!(fs::read_to_string(folder.join(shell)).expect(shell).contains("rulebook"));
    }
    fs::remove_dir_all(&folder).expect("removed");
}
