//! An engine with its process: what the driver orders is written to it.

use std::time::Duration;

use crate::driver::{Driver, Order};
use crate::process::{Output, Process};

/// An engine at a seat. Its process dies with this value.
pub struct Hosted {
    /// Who decides what is said to it.
    pub driver: Driver,
    command: Vec<String>,
    process: Option<Process>,
}

impl Hosted {
    /// An engine that is not started yet.
    #[must_use]
    pub fn new(command: Vec<String>, driver: Driver) -> Hosted {
        Hosted { driver, command, process: None }
    }

    /// Starts the process, or starts it again; what it prints goes to `tell` with the number of
    /// the start.
    ///
    /// # Errors
    /// The program can't be started, and will not be tried again.
    pub fn start(
        &mut self,
        now: Duration,
        tell: impl Fn(u32, Output) -> bool + Send + 'static,
    ) -> std::io::Result<()> {
        self.process = None;
        let number = self.driver.starts() + 1;
        match Process::start(&self.command, move |output| tell(number, output)) {
            Ok(process) => self.process = Some(process),
            Err(error) => {
                self.driver.cannot_start();
                return Err(error);
            }
        }
        let orders = self.driver.started(now);
        self.obey(orders);
        Ok(())
    }

    /// Does what concerns the process; what is left is for the host.
    #[must_use = "the other orders are for the host"]
    pub fn carry_out(&mut self, orders: Vec<Order>) -> Vec<Order> {
        let mut left = Vec::new();
        for order in orders {
            match order {
                Order::Send(lines) => {
                    if let Some(process) = &self.process {
                        process.send(lines);
                    }
                }
                Order::Stop => {
                    if let Some(process) = self.process.take() {
                        // Its end is waited for, and no match waits.
                        std::thread::spawn(move || drop(process));
                    }
                }
                order => left.push(order),
            }
        }
        left
    }

    /// The same where nothing can be left.
    pub fn obey(&mut self, orders: Vec<Order>) {
        let _ = self.carry_out(orders);
    }

    /// The process, as the system knows it.
    #[must_use]
    pub fn process_id(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }
}
