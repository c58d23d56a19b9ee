//! The text of the database that Mealie passes on when a row cannot be stored: the whole statement, values and all.
//! Never says more than Mealie's database does; a client that shows this text shows what it should not.

use std::fmt::Write;

use jiff::Timestamp;
use uuid::Uuid;

/// A value in a statement.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Sql {
    Null,
    Text(String),
    Id(Uuid),
    Flag(bool),
    Moment(Timestamp),
}

impl Sql {
    pub(crate) fn text(text: &str) -> Sql {
        Sql::Text(text.to_owned())
    }

    pub(crate) fn maybe(text: Option<&str>) -> Sql {
        text.map_or(Sql::Null, Sql::text)
    }

    pub(crate) fn maybe_id(id: Option<Uuid>) -> Sql {
        id.map_or(Sql::Null, Sql::Id)
    }

    /// As Python writes it.
    fn written(&self) -> String {
        match self {
            Sql::Null => "None".into(),
            Sql::Text(text) => quoted(text),
            Sql::Id(id) => format!("'{}'", id.simple()),
            Sql::Flag(flag) => u8::from(*flag).to_string(),
            Sql::Moment(moment) => {
                let zoned = moment.to_zoned(jiff::tz::TimeZone::UTC);
                format!("'{}.{:06}'", zoned.strftime("%Y-%m-%d %H:%M:%S"), moment.subsec_microsecond())
            }
        }
    }
}

/// Python's `repr` of a text: in single quotes unless there is one inside and no double one.
fn quoted(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut written = String::from(quote);
    for letter in text.chars() {
        match letter {
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            letter if letter == quote => written.extend(['\\', quote]),
            letter if letter.is_ascii_control() => {
                // Writing into a String cannot fail.
                let _ = write!(written, "\\x{:02x}", u32::from(letter));
            }
            letter => written.push(letter),
        }
    }
    written.push(quote);
    written
}

/// A statement with its values.
pub(crate) struct Statement {
    sql: String,
    values: Vec<Sql>,
}

impl Statement {
    /// A new row.
    pub(crate) fn insert(table: &str, row: Vec<(&str, Sql)>) -> Statement {
        let names: Vec<_> = row.iter().map(|(name, _)| *name).collect();
        let marks = vec!["?"; row.len()].join(", ");
        let sql = format!("INSERT INTO {table} ({}) VALUES ({marks})", names.join(", "));
        Statement { sql, values: row.into_iter().map(|(_, value)| value).collect() }
    }

    /// The columns of a row that change.
    pub(crate) fn update(table: &str, changes: Vec<(&str, Sql)>, id: Uuid) -> Statement {
        let names: Vec<_> = changes.iter().map(|(name, _)| format!("{name}=?")).collect();
        let sql = format!("UPDATE {table} SET {} WHERE {table}.id = ?", names.join(", "));
        let values = changes.into_iter().map(|(_, value)| value).chain([Sql::Id(id)]).collect();
        Statement { sql, values }
    }

    /// What the database says when a rule such as `UNIQUE` or `NOT NULL` fails on these columns.
    pub(crate) fn breaks(self, rule: &str, table: &str, columns: &[&str]) -> String {
        let columns: Vec<_> = columns.iter().map(|column| format!("{table}.{column}")).collect();
        let values: Vec<_> = self.values.iter().map(Sql::written).collect();
        format!(
            "(sqlite3.IntegrityError) {rule} constraint failed: {}\n[SQL: {}]\n[parameters: ({})]\n\
             (Background on this error at: https://sqlalche.me/e/20/gkpj)",
            columns.join(", "),
            self.sql,
            values.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_written_as_python_writes_them() {
        for (row, text, want) in [
            ("plain", "Fresh tool", "'Fresh tool'"),
            ("an apostrophe", "O'Neil", "\"O'Neil\""),
            ("both quotes", "O'Neil \"x\"", "'O\\'Neil \"x\"'"),
            ("a line break", "a\nb", "'a\\nb'"),
            ("a control character", "a\u{1}", "'a\\x01'"),
            ("no ASCII", "é🍕", "'é🍕'"),
        ] {
            assert_eq!(Sql::text(text).written(), want, "{row}");
        }
    }

    /// Seen `organizers/category_update_to_existing`.
    #[test]
    fn an_integrity_error_tells_the_whole_statement() {
        let id = Uuid::from_u128(0x0c5c_59a2_98e4_49ff_860a_175f_e726_120c);
        let moment = "2026-11-30T11:50:36.780429Z".parse().expect("a moment");
        let changes = vec![
            ("name", Sql::text("Dinner")),
            ("slug", Sql::text("dinner")),
            ("update_at", Sql::Moment(moment)),
        ];
        assert_eq!(
            Statement::update("categories", changes, id).breaks(
                "UNIQUE",
                "categories",
                &["slug", "group_id"]
            ),
            "(sqlite3.IntegrityError) UNIQUE constraint failed: categories.slug, categories.group_id\n\
             [SQL: UPDATE categories SET name=?, slug=?, update_at=? WHERE categories.id = ?]\n\
             [parameters: ('Dinner', 'dinner', '2026-11-30 11:50:36.780429', '0c5c59a298e449ff860a175fe726120c')]\n\
             (Background on this error at: https://sqlalche.me/e/20/gkpj)"
        );
    }
}
