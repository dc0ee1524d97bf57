//! How far away the other end of a TCP connection is, as the kernel knows it.
//!
//! The kernel measures how long it takes until the other end's kernel has acknowledged what was
//! sent. A program at the other end can answer as late as it likes; it has no say in this.
//!
//! ```
//! use std::net::{TcpListener, TcpStream};
//!
//! let listener = TcpListener::bind("127.0.0.1:0")?;
//! let near = TcpStream::connect(listener.local_addr()?)?;
//! if let Some(rtt) = tandem_rtt::least_round_trip(&near) {
//!     assert!(rtt.as_secs() < 1);
//! }
//! # Ok::<(), std::io::Error>(())
//! ```

use std::time::Duration;

/// The least round trip that the kernel has seen on a connection; none where it does not tell.
#[cfg(target_os = "linux")]
pub fn least_round_trip(stream: &impl std::os::fd::AsRawFd) -> Option<Duration> {
    /// Where Linux has `tcpi_min_rtt` in its `tcp_info`, since 4.6.
    const MIN_RTT: std::ops::Range<usize> = 148..152;
    let mut info = [0_u8; 256];
    let mut length = libc::socklen_t::try_from(info.len()).ok()?;
    #[allow(unsafe_code, reason = "getsockopt has no safe equal")]
    // SAFETY: `info` is writable for `length` bytes, and both outlive the call, which keeps neither.
    let result = unsafe {
        libc::getsockopt(
            stream.as_raw_fd(),
            libc::IPPROTO_TCP,
            libc::TCP_INFO,
            info.as_mut_ptr().cast(),
            &raw mut length,
        )
    };
    let filled = usize::try_from(length).ok()?;
    if result != 0 || filled < MIN_RTT.end {
        return None;
    }
    let micros = u32::from_ne_bytes(info[MIN_RTT].try_into().ok()?);
    // All ones: nothing has been measured yet.
    (micros != u32::MAX).then(|| Duration::from_micros(micros.into()))
}

/// The least round trip that the kernel has seen on a connection; none where it does not tell.
#[cfg(not(target_os = "linux"))]
pub fn least_round_trip<S>(_: &S) -> Option<Duration> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};

    use super::*;

    #[test]
    fn a_program_that_answers_late_is_as_near_as_it_is() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut late = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (mut server, _) = listener.accept().unwrap();
        server.write_all(b"ping").unwrap();
        // It reads and answers nothing for a while; its kernel has answered long ago.
        let waiting = std::thread::spawn(move || {
            std::thread::park_timeout(Duration::from_millis(300));
            let mut heard = [0; 4];
            late.read_exact(&mut heard).unwrap();
            late.write_all(b"pong").unwrap();
        });
        let mut answer = [0; 4];
        server.read_exact(&mut answer).unwrap();
        waiting.join().unwrap();
        let rtt = least_round_trip(&server).unwrap();
        assert!(rtt < Duration::from_millis(100), "{rtt:?}");
    }

    #[test]
    fn what_is_no_connection_tells_nothing() {
        assert_eq!(least_round_trip(&std::fs::File::open("/dev/null").unwrap()), None);
    }
}
