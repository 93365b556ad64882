//! The table of the tests, where the corpus expects it.

#[path = "../../tests/it/game/table.rs"]
#[expect(dead_code, reason = "the tests use the rest")]
pub(crate) mod table;
