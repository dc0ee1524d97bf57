//! The addresses by which phones in the same network know this machine.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// Where Linux lists the networks that the machine is in. Elsewhere only the way out is known.
const ROUTES: &str = "/proc/net/route";
/// Addresses of others: the way there leads out of the machine, if there is one.
const OUT: [Ipv4Addr; 3] = [
    Ipv4Addr::new(192, 168, 255, 255),
    Ipv4Addr::new(10, 255, 255, 255),
    Ipv4Addr::new(8, 8, 8, 8),
];

/// The one that most others know comes first. A laptop that makes the network of the hall itself has no way out of it: it
/// has its address there all the same.
pub(super) fn addresses() -> Vec<IpAddr> {
    let routes = std::fs::read_to_string(ROUTES).unwrap_or_default();
    let mut found = Vec::new();
    for other in OUT.into_iter().chain(neighbours(&routes)) {
        if let Some(address) = seen_from(other)
            && !found.contains(&address)
        {
            found.push(address);
        }
    }
    found
}

/// By which of its addresses this machine would speak to another. Nothing is sent: asking for a route is enough.
fn seen_from(other: Ipv4Addr) -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((other, 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

/// The first address of each network, of wireless ones first: phones are there. A line is an interface, then numbers in the
/// order of bytes that the machine has: destination, gateway, flags, three counters, mask.
fn neighbours(routes: &str) -> Vec<Ipv4Addr> {
    let read = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [interface, destination, _, _, _, _, _, mask, ..] = fields[..] else { return None };
        let number = |field| u32::from_str_radix(field, 16).ok().map(u32::to_ne_bytes);
        let (network, mask) = (number(destination)?, number(mask)?);
        // The way to everywhere is no network, and one of a single address has no room for a phone.
        let is_network = mask != [0; 4] && mask != [255; 4];
        is_network.then(|| (rank(interface), Ipv4Addr::from_bits(u32::from_be_bytes(network) | 1)))
    };
    let mut found: Vec<(u8, Ipv4Addr)> = routes.lines().skip(1).filter_map(read).collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, address)| address).collect()
}

/// Wireless, wired, others: those of containers and tunnels.
fn rank(interface: &str) -> u8 {
    match interface.get(..2) {
        Some("wl") => 0,
        Some("en" | "et") => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_endian = "little")]
    #[test]
    fn a_laptop_that_makes_its_own_network_is_found_there() {
        let routes = "\
Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
docker0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0
eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0
eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
wlp2s0\t00002A0A\t00000000\t0001\t0\t0\t600\t00FFFFFF\t0\t0\t0
vpn0\t0A00080A\t00000000\t0005\t0\t0\t0\tFFFFFFFF\t0\t0\t0
";
        let found: Vec<String> = neighbours(routes).iter().map(Ipv4Addr::to_string).collect();
        assert_eq!(found, ["10.42.0.1", "192.0.2.1", "172.17.0.1"]);
        assert!(neighbours("what is this?\nwlan0 zz").is_empty());
    }
}
