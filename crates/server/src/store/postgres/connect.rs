//! Connections to PostgreSQL: read from an address, encrypted if it says so, made again when they break.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::error::{Severity, SqlState};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, NoTls, Row, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::super::StoreError;

/// How long making a connection may take.
const CONNECT: Duration = Duration::from_secs(5);
/// How long a line may leave what was sent without a word that it came.
const SILENT: Duration = Duration::from_secs(3);

/// Where a database is, and how it is reached.
#[derive(Clone)]
pub(crate) struct Address {
    config: Config,
    tls: Option<MakeRustlsConnect>,
    /// The same for people: without the password.
    shown: String,
}

impl std::fmt::Debug for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.shown)
    }
}

impl Address {
    /// Whether a text is meant as one.
    pub(crate) fn is_one(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }

    /// Reads `postgres://user:password@host/database?sslmode=require&sslrootcert=FILE`.
    ///
    /// # Errors
    /// It can't be read, or the certificates that it names can't.
    pub(crate) fn read(text: &str) -> Result<Address, StoreError> {
        let (url, query) = text.split_once('?').unwrap_or((text, ""));
        let unread = |why: String| StoreError::Postgres { at: hidden(url), why };
        let mut roots = None;
        let mut encrypted = false;
        let mut rest = Vec::new();
        for part in query.split('&').filter(|part| !part.is_empty()) {
            match part.split_once('=') {
                Some(("sslrootcert", file)) => roots = Some(file),
                Some(("sslmode", mode)) => {
                    encrypted = match mode {
                        "require" | "verify-ca" | "verify-full" => true,
                        "disable" | "allow" | "prefer" => false,
                        _ => return Err(unread(format!("there is no sslmode {mode}"))),
                    }
                }
                _ => rest.push(part),
            }
        }
        let mut plain = url.to_owned();
        for (part, mark) in rest.iter().zip(std::iter::once('?').chain(std::iter::repeat('&'))) {
            plain.push(mark);
            plain.push_str(part);
        }
        let mut config: Config =
            plain.parse().map_err(|error: tokio_postgres::Error| unread(told(&error)))?;
        let shown = shown(&config);
        config
            .ssl_mode(if encrypted { SslMode::Require } else { SslMode::Disable })
            .connect_timeout(CONNECT)
            .tcp_user_timeout(SILENT)
            .keepalives_idle(Duration::from_secs(1))
            .keepalives_interval(Duration::from_secs(1))
            .keepalives_retries(3);
        let tls = if encrypted { Some(tls(roots).map_err(unread)?) } else { None };
        Ok(Address { config, tls, shown })
    }

    /// Says where something went wrong.
    pub(crate) fn wrong(&self, why: impl Into<String>) -> StoreError {
        StoreError::Postgres { at: self.shown.clone(), why: why.into() }
    }

    /// A new connection.
    ///
    /// # Errors
    /// It can't be had.
    pub(super) async fn connect(&self) -> Result<Client, StoreError> {
        let failed = |error: tokio_postgres::Error| self.wrong(told(&error));
        let client = match &self.tls {
            Some(tls) => {
                let (client, connection) =
                    self.config.connect(tls.clone()).await.map_err(failed)?;
                tokio::spawn(connection);
                client
            }
            None => {
                let (client, connection) = self.config.connect(NoTls).await.map_err(failed)?;
                tokio::spawn(connection);
                client
            }
        };
        client.batch_execute("SET search_path = tandem").await.map_err(failed)?;
        Ok(client)
    }
}

/// An address that could not be read, without what may be a password.
fn hidden(url: &str) -> String {
    match (url.find("://"), url.rfind('@')) {
        (Some(scheme), Some(at)) => format!("{}…{}", &url[..scheme + 3], &url[at..]),
        _ => url.to_owned(),
    }
}

fn shown(config: &Config) -> String {
    let host = match config.get_hosts().first() {
        Some(Host::Tcp(name)) => name.clone(),
        Some(Host::Unix(path)) => path.display().to_string(),
        None => "localhost".to_owned(),
    };
    let port = config.get_ports().first().copied().unwrap_or(5432);
    format!("{host}:{port}/{}", config.get_dbname().unwrap_or_default())
}

/// What an error says, with what lies behind it.
pub(super) fn told(error: &tokio_postgres::Error) -> String {
    let mut text = match error.as_db_error() {
        Some(error) => return error.message().to_owned(),
        None => error.to_string(),
    };
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        text += &format!(": {cause}");
        source = cause.source();
    }
    text
}

/// Encryption, with certificates that are checked: by those of a file, or by the system's.
fn tls(roots: Option<&str>) -> Result<MakeRustlsConnect, String> {
    let mut trusted = rustls::RootCertStore::empty();
    if let Some(file) = roots {
        let unread = |error: String| format!("the certificates in {file} can't be read: {error}");
        let read = CertificateDer::pem_file_iter(file).map_err(|e| unread(e.to_string()))?;
        for certificate in read {
            let certificate = certificate.map_err(|error| unread(error.to_string()))?;
            trusted.add(certificate).map_err(|error| unread(error.to_string()))?;
        }
    } else {
        trusted.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_root_certificates(trusted)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

/// Whether an error says for certain that the statement was not carried out: PostgreSQL answered that it
/// failed. A line that broke says nothing, nor does a server that gave up in the middle.
pub(super) fn is_certain(error: &tokio_postgres::Error) -> bool {
    error.as_db_error().is_some_and(|error| {
        error.parsed_severity() == Some(Severity::Error)
            && *error.code() != SqlState::T_R_STATEMENT_COMPLETION_UNKNOWN
    })
}

/// A connection with what was prepared on it.
pub(super) struct Connection {
    pub(super) client: Client,
    prepared: Mutex<HashMap<&'static str, Statement>>,
}

impl Connection {
    pub(super) fn new(client: Client) -> Connection {
        Connection { client, prepared: Mutex::default() }
    }

    /// A statement, prepared once.
    pub(super) async fn statement(
        &self,
        sql: &'static str,
    ) -> Result<Statement, tokio_postgres::Error> {
        let known = self.prepared.lock().unwrap_or_else(PoisonError::into_inner).get(sql).cloned();
        if let Some(statement) = known {
            return Ok(statement);
        }
        let statement = self.client.prepare(sql).await?;
        let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(prepared.entry(sql).or_insert(statement).clone())
    }

    pub(super) async fn query(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, tokio_postgres::Error> {
        let statement = self.statement(sql).await?;
        self.client.query(&statement, values).await
    }
}

/// A connection that is made again when it broke.
pub(super) struct Link {
    address: Address,
    /// What every new connection is told first.
    setting: &'static str,
    connection: tokio::sync::Mutex<Option<Arc<Connection>>>,
}

impl Link {
    pub(super) fn new(address: Address, setting: &'static str) -> Link {
        Link { address, setting, connection: tokio::sync::Mutex::default() }
    }

    async fn connection(&self) -> Result<Arc<Connection>, StoreError> {
        let mut connection = self.connection.lock().await;
        if let Some(open) = connection.as_ref().filter(|open| !open.client.is_closed()) {
            return Ok(Arc::clone(open));
        }
        let client = self.address.connect().await?;
        client.batch_execute(self.setting).await.map_err(|error| self.failed(&error))?;
        Ok(Arc::clone(connection.insert(Arc::new(Connection::new(client)))))
    }

    fn failed(&self, error: &tokio_postgres::Error) -> StoreError {
        self.address.wrong(told(error))
    }

    /// Asks for rows of what changes nothing: once more if the connection turns out to be broken.
    ///
    /// # Errors
    /// PostgreSQL can't be reached, or refuses.
    pub(super) async fn read(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        match self.connection().await?.query(sql, values).await {
            Err(error) if error.is_closed() => self.query(sql, values).await,
            asked => asked.map_err(|error| self.failed(&error)),
        }
    }

    /// Asks for rows.
    ///
    /// # Errors
    /// PostgreSQL can't be reached, or refuses.
    pub(super) async fn query(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        let asked = self.connection().await?.query(sql, values).await;
        asked.map_err(|error| self.failed(&error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_password_is_ever_shown() {
        let address = Address::read("postgres://ann:hush@db.example:5433/tandem").unwrap();
        assert_eq!(format!("{address:?}"), "db.example:5433/tandem");
        for bad in ["postgres://ann:hush@db:port/x", "postgres://ann:hush@db/x?colour=red"] {
            let error = Address::read(bad).unwrap_err().to_string();
            assert!(!error.contains("hush") && error.contains("db"), "{error}");
        }
    }

    #[test]
    fn certificates_that_cant_be_read_are_named() {
        let address = "postgres://db/x?sslmode=require&sslrootcert=/nowhere/root.pem";
        let error = Address::read(address).unwrap_err().to_string();
        assert!(error.contains("/nowhere/root.pem"), "{error}");
        assert!(Address::read("postgres://db/x?sslmode=require").unwrap().tls.is_some());
        assert!(Address::read("postgres://db/x?sslmode=disable").unwrap().tls.is_none());
        let error = Address::read("postgres://db/x?sslmode=required").unwrap_err().to_string();
        assert!(error.contains("there is no sslmode required"), "{error}");
    }
}
