//! Time acts by itself, whatever comes in meanwhile.

use tandem_ics::Conn;
use tandem_rules::Millis;

use super::house::World;

/// What somebody was sent, in one piece; then it is forgotten.
fn told(world: &mut World, conn: Conn) -> String {
    let sent = std::mem::take(&mut world.sent);
    let mine = sent.iter().filter(|(to, _)| *to == conn);
    let bytes: Vec<u8> = mine.filter_map(|(_, bytes)| bytes.clone()).flatten().collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn who_is_silent_is_sent_away_however_busy_the_others_are() {
    let (silent, busy) = (Conn(1), Conn(2));
    let mut world = World::new();
    world.connect(silent);
    world.connect(busy);
    world.hear(busy, b"Anna\n\n");
    world.sent.clear();
    for _ in 0..200 {
        // Somebody says something twice a second; time acts only when the door asks for it.
        world.now += Millis(500);
        if world.door.wakes_at().is_some_and(|at| at <= world.now) {
            world.wait(0);
        }
        world.hear(busy, b"date\n");
    }
    assert!(told(&mut world, silent).contains("**** LOGIN TIMEOUT ****"));
}

#[test]
fn who_comes_back_has_not_got_a_new_purse() {
    let mut world = World::new();
    world.connect(Conn(1));
    world.hear(Conn(1), b"Anna\n\npartner Bot5\nmatch Bot3 3 0 bughouse\n");
    // Sixty-one lines at once are seen to, these four among them.
    world.hear(Conn(1), "date\n".repeat(57).as_bytes());
    assert_eq!(told(&mut world, Conn(1)).matches("Server time").count(), 57);
    world.close(Conn(1));
    world.connect(Conn(2));
    world.hear(Conn(2), b"Anna\nabcdefghjkmnpqr1#A:secretA\n");
    assert!(told(&mut world, Conn(2)).contains("**** Starting FICS session as Anna(U) ****"));
    world.hear(Conn(2), "date\n".repeat(30).as_bytes());
    assert_eq!(told(&mut world, Conn(2)).matches("Server time").count(), 0);
    world.wait(1_000);
    assert_eq!(told(&mut world, Conn(2)).matches("Server time").count(), 20);
}
