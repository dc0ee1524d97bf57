//! Whether somebody else's engine can be played with at all, asked before a series begins.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use tandem_engine_host::{Beginning, Driver, Hosted, Output};

use crate::contender::Contender;
use crate::live::{GLANCE, conduct};
use crate::now;

/// Starts an engine and waits until it says that it is ready, or until `stop` is set, then ends it.
/// Players of our own always can play.
///
/// # Errors
/// Why it can't play, as a sentence without its subject.
pub fn probe(
    player: &Contender,
    hash: usize,
    patience: Duration,
    stop: &AtomicBool,
) -> Result<(), String> {
    let Contender::External { protocol, command } = player else { return Ok(()) };
    let driver = Driver::new(*protocol, hash, conduct(patience), Beginning::Initial);
    let mut engine = Hosted::new(command.clone(), driver);
    let (outbox, inbox) = channel();
    let begun = now();
    engine
        .start(Duration::ZERO, move |_, output| outbox.send(output).is_ok())
        .map_err(|error| format!("can't be started: {error}"))?;
    while !stop.load(Ordering::Relaxed) {
        let elapsed = now().saturating_duration_since(begun);
        let left = engine.driver.deadline().map_or(GLANCE, |until| until.saturating_sub(elapsed));
        match inbox.recv_timeout(left.min(GLANCE)) {
            Ok(Output::Line(line)) => {
                let orders = engine.driver.line(&line);
                engine.obey(orders);
            }
            Ok(Output::End) | Err(RecvTimeoutError::Disconnected) => {
                return Err("ended before it said that it is ready".to_owned());
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        // One that prints without end is not ready either.
        let late = !engine.driver.tick(now().saturating_duration_since(begun)).is_empty();
        if engine.driver.is_ready() {
            return Ok(());
        }
        if late {
            return Err(format!("did not say in {} s that it is ready", patience.as_secs()));
        }
    }
    Ok(())
}
