//! TLS by a certificate of the server's own, on the same port as plain HTTP.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use serde_json::json;
use tandem_server::{Server, TlsConfig};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::support::{Folder, Running, config};

fn tls() -> Option<TlsConfig> {
    Some(TlsConfig {
        names: vec!["club.local".to_owned()],
        addresses: || vec![IpAddr::V4(Ipv4Addr::new(192, 168, 7, 7))],
    })
}

/// What a phone hears that trusts these roots.
async fn over_tls(server: &Running, roots: RootCertStore, host: &str) -> std::io::Result<String> {
    let client = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(server.address).await?;
    let name = ServerName::try_from(host.to_owned()).unwrap();
    let mut stream = TlsConnector::from(Arc::new(client)).connect(name, stream).await?;
    let ask = format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(ask.as_bytes()).await?;
    let mut heard = Vec::new();
    match stream.read_to_end(&mut heard).await {
        // Some servers hang up without a word.
        Err(error) if error.kind() != std::io::ErrorKind::UnexpectedEof => return Err(error),
        _ => {}
    }
    Ok(String::from_utf8_lossy(&heard).into_owned())
}

/// The root as the server hands it out, over plain HTTP.
async fn root(server: &Running) -> Vec<u8> {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let ask = "GET /api/tls/root.crt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(ask.as_bytes()).await.unwrap();
    let mut heard = Vec::new();
    stream.read_to_end(&mut heard).await.unwrap();
    let head = heard.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    assert!(heard.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&heard[..head]));
    heard[head + 4..].to_vec()
}

fn trusting(root: &[u8]) -> RootCertStore {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from(root.to_vec())).unwrap();
    roots
}

#[tokio::test]
async fn one_port_takes_both_and_the_root_outlives_the_server() {
    let folder = Folder::new();
    let mut wish = config(&folder.0);
    wish.tls = tls();
    wish.lan = wish.tls.as_ref().map(|tls| tls.addresses);
    wish.names = vec!["club.local".to_owned()];
    let server = Running::start(wish.clone()).await;
    let told = server.get("/api/tls").await.json();
    assert_eq!(told["own"], true);
    assert_eq!(told["lan"], format!("http://192.168.7.7:{}", server.address.port()));
    let kept = root(&server).await;
    for host in ["192.168.7.7", "127.0.0.1", "club.local"] {
        let heard = over_tls(&server, trusting(&kept), host).await.unwrap();
        assert!(heard.starts_with("HTTP/1.1 200"), "{host}: {heard}");
    }
    assert!(over_tls(&server, trusting(&kept), "192.168.7.8").await.is_err(), "not its address");
    assert!(over_tls(&server, RootCertStore::empty(), "127.0.0.1").await.is_err());
    // Whatever begins like TLS and is none leaves the others alone.
    let mut nobody = TcpStream::connect(server.address).await.unwrap();
    nobody.write_all(&[0x16, 0, 1, 2, 3]).await.unwrap();
    assert_eq!(server.get("/healthz").await.status, 200);
    server.stop().await;
    let server = Running::start(wish).await;
    assert_eq!(root(&server).await, kept, "phones need not learn anything");
    server.stop().await;
    // Only whoever runs the server may read its key.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(folder.0.join("tls.json")).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0);
    }
}

#[tokio::test]
async fn a_damaged_certificate_is_told_with_what_to_do() {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).unwrap();
    std::fs::write(folder.0.join("tls.json"), "{").unwrap();
    let mut wish = config(&folder.0);
    wish.tls = tls();
    let why = Server::open(wish).await.err().unwrap().to_string();
    assert!(why.contains("tls.json") && why.contains("remove it to make another"), "{why}");
}

#[tokio::test]
async fn without_it_there_is_nothing_to_trust() {
    let folder = Folder::new();
    let server = Running::start(config(&folder.0)).await;
    let told = server.get("/api/tls").await.json();
    assert_eq!((&told["own"], &told["lan"]), (&json!(false), &json!(null)));
    assert_eq!(server.get("/api/tls/root.crt").await.status, 404);
    server.stop().await;
}
