//! A database as a thief sees it: the bytes of its file, and every value of every table.

use std::path::Path;

use sqlx::{AssertSqlSafe, Connection, Row, SqliteConnection};

/// Everything that is in an SQLite database.
pub(super) async fn dump(folder: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        bytes.extend(std::fs::read(entry.unwrap().path()).unwrap());
    }
    bytes.extend(values(folder).await);
    bytes
}

/// Every value, each on a line of its own.
async fn values(folder: &Path) -> Vec<u8> {
    let url = format!("sqlite://{}/games.db", folder.display());
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    let tables = "select t.name, c.name from sqlite_master t join pragma_table_info(t.name) c
        where t.type = 'table' order by 1, 2";
    let columns = sqlx::query(tables)
        .fetch_all(&mut connection)
        .await
        .unwrap();
    assert!(columns.len() > 40, "the schema was read");
    let mut bytes = Vec::new();
    for column in columns {
        let (table, column): (String, String) = (column.get(0), column.get(1));
        let all = format!("select cast(\"{column}\" as blob) from \"{table}\"");
        let rows = sqlx::query(AssertSqlSafe(all)).fetch_all(&mut connection);
        for row in rows.await.unwrap() {
            bytes.extend(row.get::<Option<Vec<u8>>, _>(0).unwrap_or_default());
            bytes.push(b'\n');
        }
    }
    bytes
}
