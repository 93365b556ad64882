//! The Merkle tree, its proofs and its notes: known answers, and every small tree.

use ed25519_dalek::{Signer, SigningKey};
use petits_chevaux::audit::transparency::merkle::{
    Edge, Hash, Node, consistency, fold, inclusion, leaf_hash, node_hash, nodes_of,
};
use petits_chevaux::audit::transparency::note::{Checkpoint, LogKey, NoteError};
use petits_chevaux::audit::transparency::witness::{Verdict, judge};
use petits_chevaux::audit::transparency::{Leaf, proof};
use petits_chevaux::game::{GameId, Head};
use std::collections::BTreeMap;
use std::ops::Range;

/// The leaves of the test vectors of Certificate Transparency (`merkle_tree_test.cc`).
const LEAVES: [&str; 8] = [
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
];

/// The roots of their first 1, 2, … 8.
const ROOTS: [&str; 8] = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

const EMPTY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/// A tree that was grown leaf by leaf, with all its complete nodes.
struct Grown {
    edge: Edge,
    leaves: Vec<Hash>,
    nodes: BTreeMap<Node, Hash>,
}

impl Grown {
    fn new(leaves: impl IntoIterator<Item = Hash>) -> Grown {
        let mut grown = Grown {
            edge: Edge::default(),
            leaves: Vec::new(),
            nodes: BTreeMap::new(),
        };
        for leaf in leaves {
            grown.leaves.push(leaf);
            grown.nodes.extend(grown.edge.push(leaf));
        }
        grown
    }

    fn of_size(size: u64) -> Grown {
        Grown::new((0..size).map(|n| leaf_hash(&n.to_be_bytes())))
    }

    /// As a server proves: from stored nodes.
    fn hashes(&self, ranges: &[Range<u64>]) -> Vec<Hash> {
        let hash = |range| {
            let nodes = nodes_of(range);
            fold(
                &nodes
                    .iter()
                    .map(|node| self.nodes[node])
                    .collect::<Vec<_>>(),
            )
        };
        ranges.iter().map(hash).collect()
    }

    fn root(&self, size: u64) -> Hash {
        self.hashes(std::slice::from_ref(&(0..size)))[0]
    }
}

/// MTH of RFC 6962, word for word.
fn by_the_book(leaves: &[Hash]) -> Hash {
    if let [leaf] = leaves {
        return *leaf;
    }
    let (left, right) = leaves.split_at(leaves.len().next_power_of_two() / 2);
    node_hash(&by_the_book(left), &by_the_book(right))
}

#[test]
fn roots_are_those_of_the_test_vectors() {
    let leaves = LEAVES.map(|leaf| leaf_hash(&hex::decode(leaf).unwrap()));
    assert_eq!(hex::encode(Edge::default().root()), EMPTY);
    for (count, root) in (1..).zip(ROOTS) {
        let grown = Grown::new(leaves[..count].iter().copied());
        assert_eq!(hex::encode(grown.edge.root()), root);
    }
}

#[test]
fn proofs_are_those_of_the_test_vectors() {
    let leaves = LEAVES.map(|leaf| leaf_hash(&hex::decode(leaf).unwrap()));
    let grown = Grown::new(leaves);
    let text = |ranges: Vec<Range<u64>>| grown.hashes(&ranges).iter().map(hex::encode).collect();
    let included: Vec<String> = text(inclusion(5, 8).unwrap());
    assert_eq!(
        included,
        [
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ]
    );
    let consistent: Vec<String> = text(consistency(6, 8).unwrap());
    assert_eq!(
        consistent,
        [
            "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
            "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        ]
    );
}

#[test]
fn a_tree_grown_leaf_by_leaf_is_the_tree_by_the_book() {
    let whole = Grown::of_size(70);
    for size in 1..=70 {
        let leaves = usize::try_from(size).unwrap();
        let root = by_the_book(&whole.leaves[..leaves]);
        assert_eq!(whole.root(size), root, "{size}");
        let peaks = nodes_of(&(0..size));
        let peaks = peaks.iter().map(|node| whole.nodes[node]).collect();
        assert_eq!(Edge::new(size, peaks).unwrap(), Grown::of_size(size).edge);
    }
    assert_eq!(Edge::new(3, vec![[0; 32]]), None);
    let positions: Vec<u64> = whole.nodes.keys().map(|node| node.position()).collect();
    let unique: std::collections::BTreeSet<_> = positions.iter().collect();
    assert_eq!(unique.len(), positions.len());
}

/// Every way to spoil a list of hashes in one place.
fn spoilt(path: &[Hash]) -> Vec<Vec<Hash>> {
    let mut spoilt = vec![[path, &[[0; 32]]].concat()];
    for at in 0..path.len() {
        let mut changed = path.to_vec();
        changed[at][at % 32] ^= 1;
        spoilt.push(changed);
        let mut shorter = path.to_vec();
        shorter.remove(at);
        spoilt.push(shorter);
    }
    spoilt
}

#[test]
fn every_inclusion_is_proved_and_no_spoilt_proof_passes() {
    let whole = Grown::of_size(70);
    for size in 1..=70 {
        let root = whole.root(size);
        for index in 0..size {
            let leaf = whole.leaves[usize::try_from(index).unwrap()];
            let path = whole.hashes(&inclusion(index, size).unwrap());
            assert!(path.len() <= 7, "logarithmic");
            assert!(proof::included(&leaf, index, size, &path, &root));
            let other = leaf_hash(b"another leaf");
            assert!(!proof::included(&other, index, size, &path, &root));
            assert!(!proof::included(&leaf, index, size, &path, &other));
            assert!(!proof::included(&leaf, index + 1, size, &path, &root));
            assert!(!proof::included(&leaf, size, size, &path, &root));
            for wrong in spoilt(&path) {
                assert!(!proof::included(&leaf, index, size, &wrong, &root));
            }
        }
        assert_eq!(inclusion(size, size), None);
    }
}

#[test]
fn every_growth_is_proved_and_no_spoilt_proof_passes() {
    let whole = Grown::of_size(70);
    for new in 0..=70 {
        for old in 0..=new {
            let (before, after) = (whole.root(old), whole.root(new));
            let path = whole.hashes(&consistency(old, new).unwrap());
            assert!(proof::consistent((old, &before), (new, &after), &path));
            for wrong in spoilt(&path) {
                assert!(!proof::consistent((old, &before), (new, &after), &wrong));
            }
            if old == 0 {
                continue;
            }
            let other = leaf_hash(b"another root");
            assert!(!proof::consistent((old, &other), (new, &after), &path));
            assert!(!proof::consistent((old, &before), (new, &other), &path));
            assert!(!proof::consistent((new + 1, &before), (new, &after), &path));
        }
        assert_eq!(consistency(new + 1, new), None);
    }
}

#[test]
fn a_leaf_is_its_tag_its_game_its_event_and_its_head() {
    let leaf = Leaf {
        game: GameId(*b"a game of horses"),
        seq: 258,
        head: Head([7; 32]),
    };
    let bytes = leaf.bytes();
    assert_eq!(bytes.len(), 84);
    assert_eq!(&bytes[..28], b"petits-chevaux/tree/v1/leaf\0");
    assert_eq!(&bytes[28..44], b"a game of horses");
    assert_eq!(bytes[44..52], [0, 0, 0, 0, 0, 0, 1, 2]);
    assert_eq!(bytes[52..], [7; 32]);
    assert_eq!(leaf.hash(), leaf_hash(&bytes));
}

/// The example of the signed notes of Go (`golang.org/x/mod/sumdb/note`).
#[test]
fn the_note_of_go_opens_with_its_key_and_no_other() {
    let key = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
    let signature = "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngot\
        pRZb6KE6RyyBwJnAM=";
    let note = &format!(
        "If you think cryptography is the answer to your problem,\n\
         then you don't know what your problem is.\n\n\
         \u{2014} PeterNeumann {signature}\n"
    );
    let key: LogKey = key.parse().unwrap();
    let text = key.open(note).unwrap();
    assert!(text.ends_with("what your problem is.\n"), "{text:?}");
    assert_eq!(Checkpoint::open(note, &key), Err(NoteError::Origin));
    let changed = note.replace("cryptography", "a blockchain");
    assert_eq!(key.open(&changed), Err(NoteError::Unsigned));
    let other = key.to_string().replace("PeterNeumann", "PeterNewman");
    assert_eq!(other.parse::<LogKey>(), Err(NoteError::Key));
}

fn operator() -> (SigningKey, LogKey) {
    let secret = SigningKey::from_bytes(&[7; 32]);
    let key = LogKey::new("petits-chevaux/log/test", secret.verifying_key()).unwrap();
    (secret, key)
}

fn signed(text: &str) -> String {
    let (secret, key) = operator();
    key.note(text, &secret.sign(text.as_bytes()).to_bytes())
}

#[test]
fn a_checkpoint_is_read_back_and_keys_survive_their_text() {
    let (_, key) = operator();
    assert_eq!(key.to_string().parse(), Ok(key.clone()));
    for size in [0, 1, 1_234_567, u64::MAX] {
        let checkpoint = Checkpoint {
            size,
            root: leaf_hash(&size.to_be_bytes()),
        };
        let note = signed(&checkpoint.text(key.name()));
        assert_eq!(Checkpoint::open(&note, &key), Ok(checkpoint));
        let cosigned = format!("{note}\u{2014} someone AAAAAAAA\n");
        assert_eq!(Checkpoint::open(&cosigned, &key), Ok(checkpoint));
    }
    assert_eq!(LogKey::new("a name", operator().0.verifying_key()), None);
    assert_eq!(LogKey::new("", operator().0.verifying_key()), None);
}

#[test]
fn what_is_no_checkpoint_is_refused_even_if_it_is_signed() {
    let (_, key) = operator();
    let root = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
    for (text, why) in [
        ("another/log\n1\nAAAA\n".to_owned(), NoteError::Origin),
        (
            format!("{}\n01\n{root}\n", key.name()),
            NoteError::Checkpoint,
        ),
        (
            format!("{}\n+1\n{root}\n", key.name()),
            NoteError::Checkpoint,
        ),
        (
            format!("{}\n-1\n{root}\n", key.name()),
            NoteError::Checkpoint,
        ),
        (format!("{}\n1\nAAAA\n", key.name()), NoteError::Checkpoint),
        (format!("{}\n1\n", key.name()), NoteError::Checkpoint),
    ] {
        assert_eq!(Checkpoint::open(&signed(&text), &key), Err(why), "{text}");
    }
    let good = signed(&format!("{}\n1\n{root}\n", key.name()));
    let extended = signed(&format!("{}\n1\n{root}\nmore\n", key.name()));
    assert!(Checkpoint::open(&extended, &key).is_ok());
    for bad in [
        "",
        "\n\n",
        &good[1..],
        &good[..good.len() - 1],
        &good.replace('\u{2014}', "-"),
    ] {
        assert!(Checkpoint::open(bad, &key).is_err(), "{bad:?}");
    }
}

#[test]
fn a_witness_tells_growth_from_a_shrunk_a_forked_and_an_unproven_log() {
    let (one, other) = (
        Grown::of_size(70),
        Grown::new((0..70).map(|n| leaf_hash(&[n]))),
    );
    let at = |grown: &Grown, size| Checkpoint {
        size,
        root: grown.root(size),
    };
    let kept = at(&one, 30);
    let path = one.hashes(&consistency(30, 70).unwrap());
    assert_eq!(judge(&kept, &at(&one, 70), &path), Verdict::Grown);
    assert_eq!(judge(&kept, &kept, &[]), Verdict::Same);
    assert_eq!(judge(&kept, &at(&one, 29), &[]), Verdict::Shrunk);
    assert_eq!(judge(&kept, &at(&other, 30), &[]), Verdict::Forked);
    assert_eq!(judge(&kept, &at(&other, 70), &path), Verdict::Unproven);
    let theirs = other.hashes(&consistency(30, 70).unwrap());
    assert_eq!(judge(&kept, &at(&other, 70), &theirs), Verdict::Unproven);
    assert_eq!(judge(&kept, &at(&one, 70), &[]), Verdict::Unproven);
}
