//! What the server is called. A page of somebody else whose name suddenly leads to this machine
//! (DNS rebinding) looks like one of our own; the name that its browser asks for gives it away.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::App;
use super::error::ApiError;
use crate::codes::Problem;

/// Lets only those through who ask for this server.
pub(super) async fn known(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    match unknown_name(request.headers(), &app.names) {
        Some(name) => ApiError::Misdirected(Problem::OtherName { name }).into_response(),
        None => next.run(request).await,
    }
}

/// The name in a request that is none of ours. Addresses are: nobody can make them lead elsewhere.
fn unknown_name(headers: &HeaderMap, names: &[String]) -> Option<String> {
    headers.get_all(header::HOST).iter().find_map(|host| {
        let host = host.to_str().unwrap_or("?").trim();
        (!is_ours(host, names)).then(|| host.chars().take(80).collect())
    })
}

fn is_ours(host: &str, names: &[String]) -> bool {
    let name = if let Some(rest) = host.strip_prefix('[') {
        return rest.split_once(']').is_some_and(|(name, _)| name.parse::<IpAddr>().is_ok());
    } else {
        host.rsplit_once(':').map_or(host, |(name, _)| name)
    };
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    name.parse::<IpAddr>().is_ok()
        || name == "localhost"
        || name.ends_with(".localhost")
        || names.iter().any(|ours| ours.eq_ignore_ascii_case(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_told_names_are_ours() {
        let names = ["chess.example".to_owned()];
        for ours in [
            "127.0.0.1:8080",
            "192.0.2.7",
            "[::1]:8080",
            "[2001:db8::1]",
            "localhost:8080",
            "tandem.localhost",
            "chess.example",
            "Chess.Example.:443",
        ] {
            assert!(is_ours(ours, &names), "{ours}");
        }
        for foreign in [
            "evil.example",
            "chess.example.evil.example",
            "localhost.evil.example:8080",
            "[evil]",
            "",
        ] {
            assert!(!is_ours(foreign, &names), "{foreign}");
        }
    }
}
