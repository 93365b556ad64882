//! What handlers take from a request; whatever is wrong with it is answered with a problem.

mod body;
mod guard;
mod headers;
mod paging;
mod parameters;

pub(super) use body::{Body, OptionalBody};
pub(super) use guard::Guarded;
pub(super) use headers::{Known, etag, if_none_match};
pub(super) use paging::{Cursor, Limit};
pub(super) use parameters::{Query, Segments};
