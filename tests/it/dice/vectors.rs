//! The known answers of PC-DICE/1: die function, chains, rolls.

use petits_chevaux::dice::{
    Link, Roll, SERVER_LINKS, SeatChain, Secret, ServerChain, ServerLinks, die, seat_secret, step,
};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::{bytes, number, vectors};

#[test]
fn every_key_of_the_vectors_gives_its_die() {
    for vector in vectors()["die"].as_array().unwrap() {
        let key = bytes::<32>(&vector["key"]);
        assert_eq!(
            u32::from(die(&key).get()),
            number(&vector["die"]),
            "{vector}"
        );
        let mut words = ChaCha20Rng::from_seed(key);
        for word in vector["words"].as_array().unwrap() {
            assert_eq!(words.next_u32(), number(word), "{vector}");
        }
    }
}

#[test]
fn the_keystream_of_the_zero_key_is_that_of_rfc_8439() {
    let mut keystream = ChaCha20Rng::from_seed([0; 32]);
    let start: Vec<u8> = (0..4)
        .flat_map(|_| keystream.next_u32().to_le_bytes())
        .collect();
    assert_eq!(hex::encode(start), "76b8e0ada0f13d90405d6ae55386bd28");
}

#[test]
fn the_server_chain_of_the_vectors_has_its_anchor_and_links() {
    let vectors = vectors();
    let game = bytes::<16>(&vectors["game"]);
    let chain = ServerChain::draw(&game, &Secret::new(bytes(&vectors["server"]["secret"])));
    assert_eq!(number(&vectors["server"]["links"]), SERVER_LINKS);
    assert_eq!(chain.anchor.to_string(), vectors["server"]["anchor"]);
    for (no, link) in (1..).zip(vectors["server"]["revealed"].as_array().unwrap()) {
        let revealed = chain.tops.reveal(&game, no).unwrap();
        assert_eq!(revealed.to_string(), *link);
    }
    let seventh = chain.tops.reveal(&game, 7).unwrap();
    assert_eq!(
        seventh.to_string(),
        "37619c1f571695e6557ad56a25a8806227ec06e1205cf2db001d80768b6ab570"
    );
}

#[test]
fn every_roll_of_the_vectors_has_its_key_and_die() {
    let vectors = vectors();
    let game = bytes::<16>(&vectors["game"]);
    let mut chains: Vec<SeatChain> = Vec::new();
    for seat in vectors["seats"].as_array().unwrap() {
        let chain = SeatChain::new(Link(bytes(&seat["anchor"])));
        let ready = Link(bytes(&seat["revealed"][0]));
        chains.push(chain.accept(&game, 1, ready).unwrap());
    }
    for roll in vectors["rolls"].as_array().unwrap() {
        let seat = number(&roll["seat"]) as usize;
        if let Some(no) = roll["link_no"].as_u64() {
            let link = Link(bytes(
                &vectors["seats"][seat - 1]["revealed"][usize::try_from(no).unwrap() - 1],
            ));
            let no = u32::try_from(no).unwrap();
            chains[seat - 1] = chains[seat - 1].accept(&game, no, link).unwrap();
        }
        let links: Vec<Link> = chains.iter().map(|chain| chain.last).collect();
        let inputs = Roll {
            game: &game,
            number: number(&roll["t"]),
            seat: u8::try_from(seat).unwrap(),
            links: &links,
        };
        let server_link = Link(bytes(&roll["server_link"]));
        assert_eq!(inputs.key(&server_link).0, bytes(&roll["seed"]), "{roll}");
        assert_eq!(
            u32::from(inputs.die(&server_link).get()),
            number(&roll["die"]),
            "{roll}"
        );
    }
}

#[test]
fn after_a_skipped_turn_the_next_link_is_hashed_twice_and_the_roll_is_the_published_one() {
    let vectors = vectors();
    let game = bytes::<16>(&vectors["game"]);
    let link = |text: &str| text.parse::<Link>().unwrap();
    let second = Link(bytes(&vectors["seats"][1]["revealed"][1]));
    let fourth = link("7d49be90e238abca210636421d72214f256ef05342bdc53b4360d73e50b93c5b");
    let third = link("9338e7c4709c773e92331d7e63913e813d1c3e165f3b35c788de481b9b090193");
    let chain = SeatChain {
        anchor: second,
        last: second,
        last_no: 2,
        burnt: 0,
    };
    assert_eq!(step(&game, 4, &fourth.0), third.0);
    let burnt = chain.burn();
    assert!(
        burnt.accept(&game, 3, third).is_err(),
        "a burnt link is worth nothing"
    );
    let chain = burnt.accept(&game, 4, fourth).unwrap();
    let roll = Roll {
        game: &game,
        number: 7,
        seat: 2,
        links: &[Link(bytes(&vectors["seats"][0]["revealed"][3])), chain.last],
    };
    let server = link("37619c1f571695e6557ad56a25a8806227ec06e1205cf2db001d80768b6ab570");
    assert_eq!(
        hex::encode(roll.key(&server).0),
        "6d19b383540728197abad4d7a823c832253c51dd83e574a331705fafe48f364c"
    );
    assert_eq!(roll.die(&server).get(), 4);
}

#[test]
fn a_seat_secret_follows_from_the_master_secret_and_the_game() {
    let master: [u8; 32] = std::array::from_fn(|i| 0x60 + u8::try_from(i).unwrap());
    let game = bytes::<16>(&vectors()["game"]);
    assert_eq!(
        hex::encode(seat_secret(&master, &game)),
        "220a36bf7e0b4a7610e0602008ef3a61058470a98d39a7f36c9fcbe19692eaf3"
    );
}
