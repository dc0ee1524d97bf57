//! What an arbiter may do is what the book gives: pages offer nothing that is refused afterwards, and leave nothing out.

mod common;

use common::{DRAW, Desk};
use tandem_event::{
    BookRef, Command, GrantedPenalty, Penalty, PenaltyKind, Points, Refusal, RoundNumber,
    TableNumber, TeamId, Terms, Which,
};
use tandem_rules::book::BUILTIN_IDS;

fn penalty(kind: PenaltyKind) -> Penalty {
    let (side, half) = (Which::First, Points(500));
    match kind {
        PenaltyKind::Loss => Penalty::Loss { side, opponents: half },
        PenaltyKind::BothLose => Penalty::BothLose,
        PenaltyKind::Result => Penalty::Result { score: [half, Points(0)] },
        PenaltyKind::Again => Penalty::Again,
        PenaltyKind::Fewer => Penalty::Fewer { side, points: half },
        PenaltyKind::Raised => Penalty::Raised { side, points: half },
    }
}

fn penalise(kind: PenaltyKind) -> Command {
    let (round, table) = (RoundNumber(1), TableNumber(1));
    Command::Penalise { round, table, leg: 0, penalty: penalty(kind) }
}

fn running(book: BookRef) -> Desk {
    let mut desk = Desk::with(Terms::new("Cup", book, "seed").expect("terms"));
    desk.enter(3);
    desk.begin_round();
    desk
}

fn offered(desk: &Desk, kind: PenaltyKind) -> Option<GrantedPenalty> {
    desk.event.penalties().into_iter().find(|granted| granted.penalty == kind)
}

/// Every published book, and clubs that give their arbiter less.
fn books() -> Vec<BookRef> {
    let own = |powers: &str| BookRef {
        options: vec![("arbiter.powers".to_owned(), powers.to_owned())],
        ..BookRef::builtin("sscr")
    };
    let ids = BUILTIN_IDS.into_iter();
    ids.map(BookRef::builtin).chain(["stop,warn", "stop,points", "exclude"].map(own)).collect()
}

#[test]
fn what_is_offered_is_done_by_its_article_and_what_is_not_offered_is_refused() {
    for book in books() {
        for kind in PenaltyKind::ALL {
            let mut desk = running(book.clone());
            let Some(granted) = offered(&desk, kind) else {
                let refusal = desk.refused(&penalise(kind));
                assert!(matches!(refusal, Refusal::NoPower { .. }), "{book:?} {kind:?}");
                continue;
            };
            if granted.after_result {
                let refusal = desk.refused(&penalise(kind));
                assert!(matches!(refusal, Refusal::NoResult { .. }), "{book:?} {kind:?}");
                desk.result(1, DRAW);
            }
            let act = desk.act(&penalise(kind));
            assert!(act.articles.contains(&granted.article), "{book:?} {kind:?}: {act:?}");
        }
    }
}

#[test]
fn teams_are_excluded_where_that_is_offered() {
    let mut kinds = [0, 0];
    for book in books() {
        let mut desk = running(book.clone());
        let exclude = Command::Exclude { team: TeamId(1) };
        match desk.event.exclusion().cloned() {
            Some(article) => assert!(desk.act(&exclude).articles.contains(&article), "{book:?}"),
            None => assert!(matches!(desk.refused(&exclude), Refusal::NoPower { .. }), "{book:?}"),
        }
        kinds[usize::from(desk.event.teams[&TeamId(1)].attendance.excluded.is_some())] += 1;
    }
    assert!(kinds.iter().all(|count| *count > 0), "both were seen: {kinds:?}");
}

#[test]
fn nothing_is_offered_once_the_event_is_over() {
    let mut desk = running(BookRef::builtin("sscr"));
    assert!(!desk.event.penalties().is_empty() && desk.event.exclusion().is_some());
    desk.finish_round(|_, _| DRAW);
    desk.act(&Command::Finish);
    assert!(desk.event.penalties().is_empty() && desk.event.exclusion().is_none());
}
