//! What must never happen cannot be written down: each file in `compile_fail` tries one forbidden thing, and the compiler
//! refuses it with the words beside it. `TRYBUILD=overwrite cargo test -p mealie-mcp --test compile_fail` renews those.

#[test]
fn the_forbidden_does_not_compile() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/compile_fail/*.rs");
}
