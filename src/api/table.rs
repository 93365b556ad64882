//! From one table of routes: what actix serves and what the OpenAPI document lists.

use actix_web::http::header;
use actix_web::{HttpResponse, Route, guard, web};

use super::problem::{Problem, ProblemType};

/// The table: path, then method and handler. Each path is one resource, so that a wrong method is
/// answered with 405 and `Allow`.
macro_rules! routes {
    ($($path:literal { $($method:ident $module:ident :: $handler:ident),+ $(,)? })+) => {
        #[derive(utoipa::OpenApi)]
        #[openapi(paths($($($module::$handler),+),+))]
        pub(crate) struct Paths;

        /// Every path with its methods, in the order of the table.
        pub const ROUTES: &[(&str, &[&str])] =
            &[$(($path, &[$($crate::api::table::$method::ALLOW),+])),+];

        /// Registers every route.
        pub(crate) fn mount(config: &mut actix_web::web::ServiceConfig) {
            $(config.service(
                actix_web::web::resource($path)
                    $(.route($crate::api::table::$method::route().to($module::$handler)))+
                    .default_service($crate::api::table::wrong_method(
                        &[$($crate::api::table::$method::ALLOW),+],
                    )),
            );)+
        }
    };
}
pub(super) use routes;

/// The methods that a row of the table may use.
macro_rules! methods {
    ($($name:ident $allow:literal $guard:expr)+) => {
        $(pub(super) mod $name {
            use super::*;

            pub(crate) const ALLOW: &str = $allow;

            pub(crate) fn route() -> Route {
                web::route().guard($guard)
            }
        })+
    };
}

methods! {
    get "GET, HEAD" guard::Any(guard::Get()).or(guard::Head())
    post "POST" guard::Post()
    delete "DELETE" guard::Delete()
}

/// 405 with `Allow` (RFC 9110, 15.5.6), and the answer to OPTIONS.
pub(super) fn wrong_method(allowed: &'static [&'static str]) -> Route {
    let allow = move || header::HeaderValue::from_str(&allowed.join(", "));
    web::to(move |method: actix_web::http::Method| {
        let allow = allow().expect("method names are visible ASCII");
        async move {
            if method == actix_web::http::Method::OPTIONS {
                return Ok(HttpResponse::NoContent()
                    .insert_header((header::ALLOW, allow))
                    .finish());
            }
            Err(Problem::new(ProblemType::MethodNotAllowed).header(header::ALLOW, allow))
        }
    })
}

/// 404 for every other path.
pub(super) async fn nothing_here() -> Result<HttpResponse, Problem> {
    Err(ProblemType::NotFound.into())
}
