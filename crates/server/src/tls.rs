//! TLS of the laptop's own, for a hall without the internet: a root certificate that phones learn to trust once, and a
//! certificate of it for the addresses and names that the laptop has now.
//!
//! The root is made once and kept in the data folder. It is good for private addresses and the machine's own names and
//! addresses only, so that whoever trusts it trusts nothing else by it. The other one is made anew when the addresses change and
//! before it ends; phones need not learn anything then.

use std::io::Write as _;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use rcgen::{
    BasicConstraints, CertificateParams, CidrSubnet, DistinguishedName, DnType,
    ExtendedKeyUsagePurpose, GeneralSubtree, IsCa, Issuer, KeyPair, KeyUsagePurpose,
    NameConstraints,
};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{self, ServerConfig};

use crate::time::now_unix;

/// The file in the data folder.
const FILE: &str = "tls.json";
const DAY: i64 = 24 * 3600;
/// How long a root is good for.
const ROOT_DAYS: i64 = 3650;
/// How long the other one is: phones take none that is good for much longer than a year.
const LEAF_DAYS: i64 = 396;
/// How long before its end one is made anew.
const EARLY_DAYS: i64 = 30;
/// How far a phone's clock may be behind ours.
const BEHIND_DAYS: i64 = 2;
/// How often it is looked whether the laptop has other addresses.
const LOOK: Duration = Duration::from_secs(30);

/// What the laptop is called.
#[derive(Clone, Debug)]
pub struct TlsConfig {
    /// Its names, beside `localhost`.
    pub names: Vec<String>,
    /// Asks for its addresses.
    pub addresses: fn() -> Vec<IpAddr>,
}

/// Why there is no TLS.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The file in the data folder can't be read or written.
    #[error("{file}: {why}")]
    File {
        /// Which.
        file: PathBuf,
        /// What the system says.
        why: String,
    },
    /// A certificate could not be made.
    #[error("no certificate could be made: {0}")]
    Make(#[from] rcgen::Error),
    /// What is kept can't be used.
    #[error(
        "the certificate that is kept can't be used: {0}; remove tls.json from the data folder to make another"
    )]
    Use(#[from] rustls::Error),
}

/// A certificate with its key.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Made {
    /// What it is called.
    called: String,
    /// What it is good for: names and, for the leaf, addresses.
    good_for: Vec<String>,
    /// Its end, in seconds since 1970.
    until: i64,
    certificate: String,
    key: String,
}

/// What is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Kept {
    root: Made,
    leaf: Made,
}

/// The certificate that is used now.
struct Current {
    kept: Kept,
    server: Arc<ServerConfig>,
}

/// TLS of the laptop's own.
pub(crate) struct Tls {
    file: PathBuf,
    config: TlsConfig,
    current: RwLock<Current>,
}

fn now_seconds() -> i64 {
    now_unix() / 1000
}

impl Tls {
    /// What is kept in the folder, made anew where that is needed.
    pub(crate) fn open(folder: &Path, config: TlsConfig) -> Result<Tls, TlsError> {
        let file = folder.join(FILE);
        let kept = read(&file)?;
        let (kept, changed) = fresh(kept, &config.names, &(config.addresses)(), now_seconds())?;
        if changed {
            write(&file, &kept)?;
        }
        let server = server(&kept)?;
        Ok(Tls { file, config, current: RwLock::new(Current { kept, server }) })
    }

    /// Takes connections by the certificate of now.
    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        TlsAcceptor::from(Arc::clone(&current.server))
    }

    /// The root that phones learn to trust.
    pub(crate) fn root(&self) -> Vec<u8> {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        let der = CertificateDer::from_pem_slice(current.kept.root.certificate.as_bytes());
        der.map(|der| der.to_vec()).unwrap_or_default()
    }

    /// Looks now and then whether another certificate is needed, for ever.
    pub(crate) async fn keep_fresh(&self) {
        loop {
            tokio::time::sleep(LOOK).await;
            if let Err(error) = self.renew() {
                tracing::error!(%error, "the certificate could not be made anew");
            }
        }
    }

    fn renew(&self) -> Result<(), TlsError> {
        let kept = self.current.read().unwrap_or_else(PoisonError::into_inner).kept.clone();
        let addresses = (self.config.addresses)();
        let (kept, changed) = fresh(Some(kept), &self.config.names, &addresses, now_seconds())?;
        if changed {
            write(&self.file, &kept)?;
            let server = server(&kept)?;
            tracing::info!(good_for = ?kept.leaf.good_for, "the certificate was made anew");
            *self.current.write().unwrap_or_else(PoisonError::into_inner) =
                Current { kept, server };
        }
        Ok(())
    }
}

fn read(file: &Path) -> Result<Option<Kept>, TlsError> {
    let failed = |why: String| TlsError::File { file: file.to_path_buf(), why };
    match std::fs::read(file) {
        Ok(bytes) => {
            let bad = |error| failed(format!("{error}; remove it to make another certificate"));
            serde_json::from_slice(&bytes).map(Some).map_err(bad)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(error.to_string())),
    }
}

/// Writes beside it and puts it in its place: nobody finds half of it. Only the owner may read it.
fn write(file: &Path, kept: &Kept) -> Result<(), TlsError> {
    let beside = file.with_extension("new");
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let text = serde_json::to_vec_pretty(kept).unwrap_or_default();
    let written = options.open(&beside).and_then(|mut out| {
        out.write_all(&text)?;
        out.sync_all()?;
        std::fs::rename(&beside, file)
    });
    written.map_err(|error| TlsError::File { file: file.to_path_buf(), why: error.to_string() })
}

/// What is kept if it is still good, and what is made anew; whether something was.
fn fresh(
    kept: Option<Kept>,
    names: &[String],
    addresses: &[IpAddr],
    now: i64,
) -> Result<(Kept, bool), TlsError> {
    let lasts = |made: &Made| made.until - EARLY_DAYS * DAY > now;
    let mut dns = vec!["localhost".to_owned()];
    dns.extend(names.iter().map(|name| name.to_ascii_lowercase()));
    dns.sort();
    dns.dedup();
    let mut wanted: Vec<String> = addresses.iter().map(IpAddr::to_string).collect();
    // A network that has addresses of the internet: the root must name them one by one.
    let public = addresses.iter().filter(|one| !is_private(**one)).map(IpAddr::to_string);
    let mut own: Vec<String> = dns.iter().cloned().chain(public).collect();
    own.sort();
    wanted.push("127.0.0.1".to_owned());
    wanted.extend(dns.iter().cloned());
    wanted.sort();
    wanted.dedup();
    let known = |root: &Made| own.iter().all(|name| root.good_for.contains(name));
    let (root, leaf) = match kept {
        Some(Kept { root, leaf }) if lasts(&root) && known(&root) => (root, Some(leaf)),
        Some(_) | None => (make_root(&own, now)?, None),
    };
    match leaf {
        // An address that is gone for a moment comes back: what is good for more stays.
        Some(leaf) if lasts(&leaf) && wanted.iter().all(|one| leaf.good_for.contains(one)) => {
            Ok((Kept { root, leaf }, false))
        }
        Some(_) | None => {
            let leaf = make_leaf(&root, wanted, now)?;
            Ok((Kept { root, leaf }, true))
        }
    }
}

fn moment(seconds: i64) -> OffsetDateTime {
    OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH)
}

fn named(called: &str) -> DistinguishedName {
    let mut name = DistinguishedName::new();
    name.push(DnType::CommonName, called);
    name
}

/// Networks that never are the internet.
fn private_networks() -> [CidrSubnet; 9] {
    [
        CidrSubnet::from_v4_prefix([10, 0, 0, 0], 8),
        CidrSubnet::from_v4_prefix([172, 16, 0, 0], 12),
        CidrSubnet::from_v4_prefix([192, 168, 0, 0], 16),
        CidrSubnet::from_v4_prefix([100, 64, 0, 0], 10),
        CidrSubnet::from_v4_prefix([169, 254, 0, 0], 16),
        CidrSubnet::from_v4_prefix([127, 0, 0, 0], 8),
        CidrSubnet::from_v6_prefix([0xfc, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 7),
        CidrSubnet::from_v6_prefix([0xfe, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 10),
        CidrSubnet::from_v6_prefix([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 128),
    ]
}

fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            let [first, second, ..] = v4.octets();
            v4.is_private()
                || v4.is_link_local()
                || v4.is_loopback()
                || (first == 100 && (64..128).contains(&second))
        }
        IpAddr::V6(v6) => v6.is_unique_local() || v6.is_unicast_link_local() || v6.is_loopback(),
    }
}

fn root_params(called: &str, own: &[String], until: i64, now: i64) -> CertificateParams {
    let mut params = CertificateParams::default();
    params.distinguished_name = named(called);
    params.not_before = moment(now - BEHIND_DAYS * DAY);
    params.not_after = moment(until);
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    let names = own.iter().map(|name| match name.parse::<IpAddr>() {
        Ok(address) => {
            let whole = if address.is_ipv4() { 32 } else { 128 };
            GeneralSubtree::IpAddress(CidrSubnet::from_addr_prefix(address, whole))
        }
        Err(_) => GeneralSubtree::DnsName(name.clone()),
    });
    let networks = private_networks().into_iter().map(GeneralSubtree::IpAddress);
    params.name_constraints = Some(NameConstraints {
        permitted_subtrees: names.chain(networks).collect(),
        excluded_subtrees: Vec::new(),
    });
    params
}

fn make_root(own: &[String], now: i64) -> Result<Made, TlsError> {
    let is_name = |name: &&String| *name != "localhost" && name.parse::<IpAddr>().is_err();
    let machine = own.iter().find(is_name).map_or("localhost", String::as_str);
    // Two laptops, or two folders of one, are told apart in a phone's list.
    let called = format!("Tandem {machine} {}", moment(now).date());
    let until = now + ROOT_DAYS * DAY;
    let key = KeyPair::generate()?;
    let certificate = root_params(&called, own, until, now).self_signed(&key)?;
    Ok(Made {
        called,
        good_for: own.to_vec(),
        until,
        certificate: certificate.pem(),
        key: key.serialize_pem(),
    })
}

fn make_leaf(root: &Made, good_for: Vec<String>, now: i64) -> Result<Made, TlsError> {
    let until = (now + LEAF_DAYS * DAY).min(root.until);
    let called = "Tandem".to_owned();
    let mut params = CertificateParams::new(good_for.clone())?;
    params.distinguished_name = named(&called);
    params.not_before = moment(now - BEHIND_DAYS * DAY);
    params.not_after = moment(until);
    params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    params.use_authority_key_identifier_extension = true;
    let issuer = Issuer::new(
        root_params(&root.called, &root.good_for, root.until, now),
        KeyPair::from_pem(&root.key)?,
    );
    let key = KeyPair::generate()?;
    let certificate = params.signed_by(&key, &issuer)?;
    Ok(Made { called, good_for, until, certificate: certificate.pem(), key: key.serialize_pem() })
}

fn server(kept: &Kept) -> Result<Arc<ServerConfig>, TlsError> {
    let bad = |error: &dyn std::fmt::Display| rustls::Error::General(error.to_string());
    let leaf = CertificateDer::from_pem_slice(kept.leaf.certificate.as_bytes());
    let key = PrivateKeyDer::from_pem_slice(kept.leaf.key.as_bytes());
    let (leaf, key) = (leaf.map_err(|error| bad(&error))?, key.map_err(|error| bad(&error))?);
    let mut server = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(vec![leaf], key)?;
    server.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(Arc::new(server))
}

#[cfg(test)]
mod tests {
    use tokio_rustls::rustls::client::WebPkiServerVerifier;
    use tokio_rustls::rustls::client::danger::ServerCertVerifier as _;
    use tokio_rustls::rustls::pki_types::{ServerName, UnixTime};

    use super::*;

    const NOON: i64 = 1_795_000_000;

    fn names() -> Vec<String> {
        vec!["Club".to_owned(), "club.local".to_owned()]
    }

    fn addresses(text: &[&str]) -> Vec<IpAddr> {
        text.iter().map(|one| one.parse().unwrap()).collect()
    }

    fn made(kept: Option<Kept>, hosts: &[&str], now: i64) -> (Kept, bool) {
        fresh(kept, &names(), &addresses(hosts), now).unwrap()
    }

    /// What a phone that trusts the root says of the server.
    fn trusts(root: &Made, leaf: &Made, host: &str, now: i64) -> bool {
        let mut roots = rustls::RootCertStore::empty();
        roots.add(CertificateDer::from_pem_slice(root.certificate.as_bytes()).unwrap()).unwrap();
        let verifier = WebPkiServerVerifier::builder_with_provider(
            Arc::new(roots),
            Arc::new(ring::default_provider()),
        );
        let leaf = CertificateDer::from_pem_slice(leaf.certificate.as_bytes()).unwrap();
        let now = UnixTime::since_unix_epoch(Duration::from_secs(now.unsigned_abs()));
        let host = ServerName::try_from(host.to_owned()).unwrap();
        verifier.build().unwrap().verify_server_cert(&leaf, &[], &host, &[], now).is_ok()
    }

    #[test]
    fn it_is_made_once_and_kept() {
        let (first, changed) = made(None, &["192.168.1.20"], NOON);
        assert!(changed);
        let (second, changed) = made(Some(first.clone()), &["192.168.1.20"], NOON + 100 * DAY);
        assert!(!changed && second.leaf.certificate == first.leaf.certificate);
        for host in ["192.168.1.20", "127.0.0.1", "club", "club.local", "localhost"] {
            assert!(trusts(&first.root, &first.leaf, host, NOON), "{host}");
        }
        assert!(!trusts(&first.root, &first.leaf, "192.168.1.21", NOON));
        assert!(!trusts(&first.root, &first.leaf, "bank.example", NOON));
    }

    #[test]
    fn another_address_and_the_end_of_the_year_make_another_by_the_same_root() {
        let (first, _) = made(None, &["192.168.1.20"], NOON);
        let (moved, changed) = made(Some(first.clone()), &["10.0.0.7"], NOON + DAY);
        assert!(changed && moved.root.certificate == first.root.certificate);
        assert!(trusts(&first.root, &moved.leaf, "10.0.0.7", NOON + DAY));
        let late = NOON + (LEAF_DAYS - EARLY_DAYS + 2) * DAY;
        let (renewed, changed) = made(Some(moved.clone()), &["10.0.0.7"], late);
        assert!(changed && renewed.leaf.until > moved.leaf.until);
        // A phone that trusts the first root trusts it when the old one has ended.
        let later = NOON + (LEAF_DAYS + 20) * DAY;
        assert!(!trusts(&first.root, &moved.leaf, "10.0.0.7", later));
        assert!(trusts(&first.root, &renewed.leaf, "10.0.0.7", later));
        // A network that is away for a moment changes nothing.
        assert!(!made(Some(moved), &[], NOON + 2 * DAY).1);
    }

    #[test]
    fn whoever_trusts_the_root_trusts_nothing_else_by_it() {
        let (kept, _) = made(None, &["192.168.1.20", "203.0.113.9"], NOON);
        assert!(trusts(&kept.root, &kept.leaf, "203.0.113.9", NOON), "its own address");
        for stolen in ["bank.example", "203.0.113.10"] {
            let leaf = make_leaf(&kept.root, vec![stolen.to_owned()], NOON).unwrap();
            assert!(!trusts(&kept.root, &leaf, stolen, NOON), "{stolen}");
        }
    }

    #[test]
    fn a_root_that_ends_or_another_name_needs_another_root() {
        let (first, _) = made(None, &["192.168.1.20"], NOON);
        let late = NOON + (ROOT_DAYS - EARLY_DAYS + 1) * DAY;
        let (second, _) = made(Some(first.clone()), &["192.168.1.20"], late);
        assert_ne!(second.root.certificate, first.root.certificate);
        let renamed = fresh(Some(first.clone()), &["hall".to_owned()], &[], NOON).unwrap().0;
        assert_ne!(renamed.root.certificate, first.root.certificate);
        assert!(trusts(&renamed.root, &renamed.leaf, "hall", NOON));
    }
}
