//! The tables of `tandem bpgn export`, asked by DuckDB as docs/files.md says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Four games: the first and the third begin alike, the third tells times since the start, the
/// last has a bad move with others behind it.
const GAMES: &str = "\
[WhiteA \"Ada\"]
[BlackA \"Ben\"]
[WhiteB \"Cy\"]
[BlackB \"Dee\"]
[TimeControl \"120+0\"]

1A. e4 {119} 1B. d4 {118} 1a. e5 {118} 1b. d5 {117} 2A. Qh5 {117} 2a. Nc6 {116} 3A. Bc4 {116}
3a. Nf6 {115} 4A. Qxf7# {115} {Ben checkmated} 1-0

[TimeControl \"120+0\"]

1A. d4 {119} 1a. d5 {118} {Game drawn by mutual agreement} 1/2-1/2

[WhiteA \"Ada\"]
[BlackA \"Ben\"]
[TimeControl \"120+0\"]

1A. e4 {[ts=1.5]} 1a. d5 {[ts=3.5]} 2A. exd5 {[ts=4.0]} 1B. d4 {[ts=6]} 1b. P@e5 {[ts=7]}
{Ada resigns} 0-1

1A. e4 1a. Ke5 2A. d4 *
";

fn asked() -> Value {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("queries");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("games.bpgn");
    fs::write(&file, GAMES).expect("written");
    let exported = Command::new(env!("CARGO_BIN_EXE_tandem"))
        .args(["bpgn", "export", "--force", "--parquet"])
        .arg(&folder)
        .arg(&file)
        .output()
        .expect("tandem runs");
    assert_eq!(String::from_utf8_lossy(&exported.stdout), "4 games, 1 bad\n");
    let python = root().join("target/python/bin/python");
    assert!(python.exists(), "{} is not there: ./.ci/setup makes it", python.display());
    let answer = Command::new(python)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/queries.py"))
        .arg(root().join("docs/files.md"))
        .arg(&folder)
        .output()
        .expect("Python runs");
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
    serde_json::from_slice(&answer.stdout).expect("JSON")
}

#[test]
fn the_guide_knows_every_column_and_its_queries_answer() {
    let asked = asked();
    let guide = fs::read_to_string(root().join("docs/files.md")).expect("the guide");
    let after = guide.split("`games.parquet`, a row a game:").nth(1).expect("the tables");
    let (games, moves) = after.split_once("`moves.parquet`, a row a half-move").expect("two");
    for (table, text) in [("games", games), ("moves", moves)] {
        assert_eq!(described(text), columns(&asked["tables"][table]), "{table}");
    }
    let [first_moves, thinking, mates, clocks, positions, bad] =
        asked["answers"].as_array().expect("answers").as_slice()
    else {
        panic!("the guide has another number of queries");
    };
    // e4 won and lost, both boards' d4 with it; the draw has no winner.
    assert_eq!(first_moves["rows"], json!([["d4", 2, 0.5], ["e4", 2, 0.5]]));
    // By far the quickest was the capture, half a second after the move before it.
    assert_eq!(thinking["rows"], json!([[false, 15, 2.0], [true, 1, 1.0]]));
    assert_eq!(mates["rows"], json!([["q", false, 1]]));
    // In the first game team 1 has 115 + 117 s, team 2 115 + 118; in the third 118 + 119, 118 + 114.
    assert_eq!(clocks["rows"], json!([[false, 1, 1.0], [true, 1, 0.0]]));
    let rows = positions["rows"].as_array().expect("rows");
    let start: Vec<_> = rows.iter().take(2).map(|row| [&row[1], &row[2], &row[3]]).collect();
    assert_eq!(json!(start), json!([[5, "e4", 3], [5, "d4", 2]]));
    let row = &bad["rows"][0];
    assert_eq!(
        [&row[1], &row[2], &row[3], &row[4]].map(Clone::clone),
        [json!(21), json!("black_a"), json!(1), json!("Ke5")]
    );
    assert_eq!(bad["rows"].as_array().map(Vec::len), Some(1));
}

/// Names and types of a table that DuckDB describes.
fn columns(rows: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let rows = rows.as_array().expect("rows").iter();
    let mut columns: Vec<_> = rows.map(|row| (text(&row[0]), text(&row[1]))).collect();
    columns.sort();
    columns
}

/// Names and types of a table of the guide; one type for several names goes for all.
fn described(text: &str) -> Vec<(String, String)> {
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let mut columns: Vec<(String, String)> = rows
        .flat_map(|row| {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let types: Vec<&str> = cells[2].split(", ").collect();
            let names = cells[1].split(", ").enumerate();
            let column = |(index, name): (usize, &str)| {
                let kind = types.get(index).or(types.last()).expect("a type");
                (name.trim_matches('`').to_owned(), (*kind).to_owned())
            };
            names.map(column).collect::<Vec<_>>()
        })
        .collect();
    columns.sort();
    columns
}
