//! What tests of several rooms share: the tables of the docs are made from declarations, and held against them.

use std::path::Path;

/// Holds the table of a page of `docs/`, between its two markers, against the one that the declarations make; with
/// `UPDATE_DOCS` set, writes it there.
pub(crate) fn hold_published(page: &str, begin: &str, end: &str, table: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(page);
    let text = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = text.split_once(begin).expect("the first marker");
    let (committed, after) = rest.split_once(end).expect("the second marker");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, format!("{before}{begin}{table}{end}{after}")).unwrap();
    } else {
        assert_eq!(committed, table, "docs/{page} is stale: see its first marker");
    }
}
