//! What handlers take from a request; whatever is wrong with it is answered with a problem.

mod body;
mod headers;
mod language;
mod paging;
mod parameters;

pub use body::Body;
pub use headers::{IdempotencyKey, IfMatch, etag};
pub use language::Language;
pub use paging::{Cursor, Limit};
pub use parameters::{Query, Segments};
