//! What must hold for every chain.

use petits_chevaux::dice::{
    Link, SEAT_LINKS, SEGMENT_LINKS, SERVER_LINKS, SeatChain, Secret, Segment, ServerChain,
    ServerLinks, WrongLink, die, step,
};

const GAME: [u8; 16] = *b"a game of horses";

fn chain() -> ServerChain {
    ServerChain::draw(&GAME, &Secret::new([7; 32]))
}

#[test]
fn every_server_link_hashes_to_the_one_before_down_to_the_anchor() {
    let chain = chain();
    let mut before = chain.anchor;
    for no in 1..=SERVER_LINKS {
        let link = chain.tops.reveal(&GAME, no).unwrap();
        assert_eq!(step(&GAME, no, &link.0), before.0, "link {no}");
        before = link;
    }
    assert!(chain.tops.reveal(&GAME, 0).is_none());
    assert!(chain.tops.reveal(&GAME, SERVER_LINKS + 1).is_none());
}

#[test]
fn a_segment_reveals_its_own_links_and_no_other() {
    let chain = chain();
    for first in [1, 1 + SEGMENT_LINKS, SERVER_LINKS - SEGMENT_LINKS + 1] {
        let segment = chain.tops.segment(first).unwrap();
        let sealed = Segment::from_unsealed(&segment.to_sealable()).unwrap();
        let last = first + SEGMENT_LINKS - 1;
        for no in [first, first + 1, last] {
            assert_eq!(sealed.reveal(&GAME, no), chain.tops.reveal(&GAME, no));
            assert!(sealed.reveal(&GAME, no).is_some());
        }
        assert!(sealed.reveal(&GAME, first - 1).is_none());
        assert!(sealed.reveal(&GAME, last + 1).is_none());
    }
}

#[test]
fn a_link_of_another_game_leads_nowhere() {
    let other = *b"another game ...";
    let link = chain().tops.reveal(&GAME, 1).unwrap();
    assert_ne!(step(&other, 1, &link.0), chain().anchor.0);
}

#[test]
fn a_seat_accepts_only_its_next_link() {
    let mut links = vec![[3; 32]];
    for no in (1..=SEAT_LINKS).rev() {
        links.push(step(&GAME, no, links.last().unwrap()));
    }
    links.reverse();
    let link = |no: usize| Link(links[no]);
    let chain = SeatChain::new(link(0));
    assert_eq!(
        chain.accept(&GAME, 2, link(2)),
        Err(WrongLink::Number {
            expected: 1,
            given: 2
        })
    );
    assert_eq!(chain.accept(&GAME, 1, link(2)), Err(WrongLink::Hash));
    let chain = chain.accept(&GAME, 1, link(1)).unwrap();
    assert!(
        chain.accept(&GAME, 1, link(1)).is_err(),
        "a link is used once"
    );
    let last = SeatChain {
        anchor: link(0),
        last: link(4095),
        last_no: 4095,
        burnt: 0,
    };
    let used_up = last.accept(&GAME, 4096, link(4096)).unwrap();
    assert_eq!(
        used_up.accept(&GAME, 4097, link(4096)),
        Err(WrongLink::Exhausted)
    );
}

#[test]
fn dice_of_counted_keys_are_even() {
    let mut counts = [0_u32; 6];
    for n in 0..60_000_u32 {
        let mut key = [0; 32];
        key[..4].copy_from_slice(&n.to_be_bytes());
        counts[usize::from(die(&key).get()) - 1] += 1;
    }
    let chi2: f64 = counts
        .iter()
        .map(|count| (f64::from(*count) - 10_000.0).powi(2) / 10_000.0)
        .sum();
    assert!(
        chi2 < 20.5,
        "0.1 % limit of five degrees of freedom: {chi2}, {counts:?}"
    );
}

#[test]
fn links_are_read_in_lower_case_only_and_whole() {
    let text = "9f947d2ed2a7c199aa339e01585cd1d321f8328d4416e12442d3b6b4cf773b83";
    assert_eq!(text.parse::<Link>().unwrap().to_string(), text);
    for wrong in [
        "",
        &text[1..],
        &text.to_uppercase(),
        &format!("{text}00"),
        &text.replace('9', "g"),
    ] {
        assert!(wrong.parse::<Link>().is_err(), "{wrong}");
    }
}
