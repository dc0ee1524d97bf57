//! The tables of a site, and their version.

use super::super::StoreError;
use super::connect::{Address, told};

/// The format of what is written into logs: a match has that of the newest program that had its table. A node neither takes
/// nor reads one whose log it could not understand.
pub(super) const FORMAT: i32 = 1;
/// The oldest PostgreSQL that will do, as it tells its version itself.
const OLDEST: i32 = 130_000;
/// Held while the tables are made, so that two nodes that start together make them once.
const LOCK: i64 = 0x74_61_6e_64_65_6d;

/// What brings the tables to each version from the one before.
const STEPS: [&str; 1] = ["
    CREATE TABLE nodes (
        node     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        address  text,
        format   integer NOT NULL,
        lane     integer NOT NULL DEFAULT 1,
        alive    boolean NOT NULL DEFAULT true,
        draining boolean NOT NULL DEFAULT false,
        started  timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX nodes_alive ON nodes (node) WHERE alive;
    -- Apart, so that beats and the fence of appends don't wait for each other.
    CREATE TABLE beats (
        node    bigint PRIMARY KEY REFERENCES nodes,
        n       bigint NOT NULL DEFAULT 0,
        moments bytea NOT NULL DEFAULT ''
    ) WITH (fillfactor = 20);
    CREATE TABLE matches (
        id        text PRIMARY KEY,
        number    bigint GENERATED ALWAYS AS IDENTITY,
        created   bigint NOT NULL,
        terms     text NOT NULL,
        public    boolean NOT NULL,
        arbiter   bytea NOT NULL,
        maker     bytea,
        secrets   bytea[] NOT NULL,
        names     text[] NOT NULL,
        bots      text[] NOT NULL,
        stage     smallint NOT NULL DEFAULT 0,
        result    text,
        moment    bigint NOT NULL DEFAULT 0,
        rematch   text,
        owner     bigint REFERENCES nodes,
        epoch     bigint NOT NULL DEFAULT 0,
        wanted_by bigint,
        format    integer NOT NULL,
        packed    bigint NOT NULL DEFAULT 0
    ) WITH (fillfactor = 70);
    CREATE INDEX matches_made ON matches (maker, created) WHERE maker IS NOT NULL;
    CREATE INDEX matches_listed ON matches (stage, created) WHERE public;
    CREATE INDEX matches_unfinished ON matches (number) WHERE stage < 2;
    CREATE INDEX matches_wanted ON matches (owner) WHERE wanted_by IS NOT NULL;
    CREATE INDEX matches_unpacked ON matches (number) WHERE stage = 2 AND packed = 0;
    CREATE TABLE log (
        match   text NOT NULL,
        seq     bigint NOT NULL,
        epoch   bigint NOT NULL,
        at      bigint NOT NULL,
        actor   smallint,
        command bigint,
        step    text NOT NULL,
        PRIMARY KEY (match, seq)
    );
    -- The logs of finished matches, each in one compressed row.
    CREATE TABLE packed (
        match text PRIMARY KEY,
        rows  bytea NOT NULL
    );
    ALTER TABLE packed ALTER rows SET STORAGE EXTERNAL;
    CREATE TABLE events (
        id        text PRIMARY KEY,
        number    bigint GENERATED ALWAYS AS IDENTITY,
        created   bigint NOT NULL,
        organiser bytea NOT NULL,
        maker     bytea,
        last      bigint NOT NULL,
        listed    boolean NOT NULL,
        running   boolean NOT NULL,
        line      text NOT NULL,
        owner     bigint REFERENCES nodes
    );
    CREATE INDEX events_listed ON events (created) WHERE listed;
    CREATE INDEX events_running ON events (number) WHERE running;
    CREATE INDEX events_made ON events (maker, created) WHERE maker IS NOT NULL;
    CREATE TABLE event_log (
        event   text NOT NULL REFERENCES events,
        seq     bigint NOT NULL,
        command text,
        entry   text NOT NULL,
        PRIMARY KEY (event, seq)
    );
"];

/// What was added since and older programs don't mind: they run beside this one, and an upgrade can be taken back. Only where it
/// is missing: whoever changes a table waits for all who read it, a back-up for instance, and keeps all beats waiting meanwhile.
const ADDED: &str = "
    DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_attribute
            WHERE attrelid = 'tandem.beats'::regclass AND attname = 'room' AND NOT attisdropped)
        THEN ALTER TABLE beats ADD COLUMN room text NOT NULL DEFAULT '';
        END IF;
    END $$;
";

/// Looks at what is there, and brings it up to date.
///
/// # Errors
/// It can't be reached, is too old, or was made by a newer program.
pub(super) async fn prepare(address: &Address) -> Result<(), StoreError> {
    let client = address.connect().await?;
    let failed = |error: tokio_postgres::Error| address.wrong(told(&error));
    let version = client.query_one("SHOW server_version_num", &[]).await.map_err(failed)?;
    let version: String = version.get(0);
    suits(version.parse().unwrap_or(0)).map_err(|why| address.wrong(why))?;
    // The lock is this connection's, and goes with it whatever happens.
    client.query("SELECT pg_advisory_lock($1)", &[&LOCK]).await.map_err(failed)?;
    client
        .batch_execute(
            "CREATE SCHEMA IF NOT EXISTS tandem;
             CREATE TABLE IF NOT EXISTS tandem.site (version integer NOT NULL)",
        )
        .await
        .map_err(failed)?;
    let found = client.query_opt("SELECT version FROM site", &[]).await.map_err(failed)?;
    let found: i32 = found.map_or(0, |row| row.get(0));
    let known = i32::try_from(STEPS.len()).unwrap_or(i32::MAX);
    if found > known {
        return Err(address.wrong(format!(
            "its tables were made by a newer version of tandem (version {found}, this one knows up to {known})"
        )));
    }
    let done = usize::try_from(found).unwrap_or(0);
    for (step, version) in STEPS.iter().zip(1..).skip(done) {
        let all =
            format!("BEGIN; {step} DELETE FROM site; INSERT INTO site VALUES ({version}); COMMIT;");
        client.batch_execute(&all).await.map_err(failed)?;
    }
    client.batch_execute(ADDED).await.map_err(failed)?;
    Ok(())
}

/// Whether a PostgreSQL of this version will do.
fn suits(version: i32) -> Result<(), String> {
    if version >= OLDEST {
        return Ok(());
    }
    let (found, oldest) = (version / 10_000, OLDEST / 10_000);
    Err(format!("it is PostgreSQL {found}, and tandem needs {oldest} or newer"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_postgresql_is_refused_in_a_sentence() {
        assert_eq!(suits(150_018), Ok(()));
        let why = suits(120_022).unwrap_err();
        assert_eq!(why, "it is PostgreSQL 12, and tandem needs 13 or newer");
    }
}
