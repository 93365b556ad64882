//! How far a reader has read, so that nothing is missed that commits late.
//!
//! Each write leaves a stamp in the rows that it changes: on PostgreSQL the number of its
//! transaction, elsewhere a counter. Stamps are given at the beginning of a write and seen at its
//! end, so the rows "after the last stamp that I saw" are not all that is new: an older stamp may
//! still come. A [`Horizon`] therefore is what PostgreSQL calls a snapshot: a stamp below which
//! everything was seen, but for those that were missing at that moment. What it does not see is
//! new, whatever the order of the commits. No write waits for another, and no sequence is shared.

use super::StoreError;

/// Missing stamps that a horizon remembers.
const MOST: usize = 64;

/// Missing stamps that a statement binds.
pub(super) const BOUND: usize = 8;

/// In place of a missing stamp: no write has it.
const NONE: i64 = -1;

/// What was seen at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Horizon {
    /// Which database gave the stamps.
    era: i64,
    /// No stamp from here on was seen.
    below: i64,
    /// Those below that were not seen either, in order.
    missing: Vec<i64>,
}

impl Horizon {
    /// Before every stamp of an era.
    #[must_use]
    pub fn start(era: i64) -> Self {
        Self {
            era,
            below: 1,
            missing: Vec::new(),
        }
    }

    /// A horizon of the same database before every stamp.
    #[must_use]
    pub fn restart(&self) -> Self {
        Self::start(self.era)
    }

    /// Everything up to that stamp.
    pub(super) fn counted(era: i64, last: i64) -> Self {
        Self {
            below: last.saturating_add(1),
            ..Self::start(era)
        }
    }

    /// From the text of a snapshot: `xmin:xmax:xip,xip`. If more are missing than are remembered,
    /// everything from the first one that is not counts as unseen: that shows rows twice, and none
    /// never.
    pub(super) fn parse(era: i64, snapshot: &str) -> Result<Self, StoreError> {
        let corrupt = StoreError::Corrupt("a snapshot");
        let mut parts = snapshot.split(':').skip(1);
        let below: i64 = parts
            .next()
            .and_then(|below| below.parse().ok())
            .ok_or(corrupt.clone())?;
        let in_flight = parts.next().ok_or(corrupt.clone())?;
        let stamps = in_flight.split(',').filter(|stamp| !stamp.is_empty());
        let mut stamps: Vec<i64> = stamps
            .map(|stamp| stamp.parse().map_err(|_| corrupt.clone()))
            .collect::<Result<_, _>>()?;
        stamps.sort_unstable();
        Ok(Self::of(era, below, stamps))
    }

    fn of(era: i64, below: i64, mut missing: Vec<i64>) -> Self {
        let below = missing.get(MOST).copied().unwrap_or(below);
        missing.truncate(MOST);
        Self {
            era,
            below,
            missing,
        }
    }

    /// Whether what was written with that stamp was seen.
    #[must_use]
    pub fn sees(&self, stamp: i64) -> bool {
        stamp < self.below && self.missing.binary_search(&stamp).is_err()
    }

    /// Whether this reader was at a moment of the same database that is not after `now`.
    #[must_use]
    pub fn is_before(&self, now: &Self) -> bool {
        self.era == now.era && self.below <= now.below
    }

    /// What it sees, but nothing after a stamp: for a reader who stops there.
    #[must_use]
    pub fn upto(&self, stamp: i64) -> Self {
        let below = self.below.min(stamp.saturating_add(1));
        let missing = self.missing.iter().copied();
        let missing = missing.filter(|stamp| *stamp < below).collect();
        Self::of(self.era, below, missing)
    }

    /// What a statement binds to find all that was not seen, and little else: stamps from the first
    /// one on, and these. Where nothing is missing, they are stamps that nobody has.
    pub(super) fn bounds(&self) -> (i64, [i64; BOUND]) {
        let from = self.missing.get(BOUND).copied().unwrap_or(self.below);
        let stamp = |nth| self.missing.get(nth).copied().unwrap_or(NONE);
        (from, std::array::from_fn(stamp))
    }

    /// The lowest stamp that was not seen.
    pub(super) fn floor(&self) -> i64 {
        self.missing.first().copied().unwrap_or(self.below)
    }

    /// Its bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        [self.era, self.below]
            .into_iter()
            .chain(self.missing.iter().copied())
            .flat_map(i64::to_be_bytes)
            .collect()
    }

    /// From its bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (numbers, rest) = bytes.as_chunks::<8>();
        let numbers: Vec<i64> = numbers.iter().map(|n| i64::from_be_bytes(*n)).collect();
        let (&[era, below], missing) = numbers.split_first_chunk()?;
        let sound = rest.is_empty()
            && below > 0
            && missing.len() <= MOST
            && missing.is_sorted()
            && missing.iter().all(|stamp| (0..below).contains(stamp));
        sound.then(|| Self::of(era, below, missing.to_vec()))
    }
}

/// What changed since a horizon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes<T> {
    /// What changed, with its stamp, the lowest first.
    pub rows: Vec<(i64, T)>,
    /// From that stamp on something may be left out: there were too many.
    pub until: Option<i64>,
}

impl<T> Changes<T> {
    /// From rows in the order of their stamps, of which `most` were read at most. Of the last stamp
    /// not all may be there, so it is left out as a whole; one write changes fewer rows than that.
    pub(super) fn of(mut rows: Vec<(i64, T)>, since: &Horizon, most: u32) -> Self {
        let full = rows.len() >= most as usize;
        let until = rows.last().filter(|_| full).map(|(stamp, _)| *stamp);
        rows.retain(|(stamp, _)| until.is_none_or(|until| *stamp < until) && !since.sees(*stamp));
        Self { rows, until }
    }

    /// Both together, without what is in both.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self
    where
        T: PartialEq,
    {
        let until = [self.until, other.until].into_iter().flatten().min();
        for row in other.rows {
            if !self.rows.contains(&row) {
                self.rows.push(row);
            }
        }
        self.rows
            .retain(|(stamp, _)| until.is_none_or(|until| *stamp < until));
        self.rows.sort_by_key(|(stamp, _)| *stamp);
        Self {
            rows: self.rows,
            until,
        }
    }

    /// The same rows as something else.
    #[must_use]
    pub fn map<U>(self, of: impl Fn(T) -> U) -> Changes<U> {
        let rows = self.rows.into_iter();
        Changes {
            rows: rows.map(|(stamp, row)| (stamp, of(row))).collect(),
            until: self.until,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_in_flight_is_not_seen() {
        let horizon = Horizon::parse(7, "10:15:10,12").unwrap();
        let seen: Vec<_> = (8..17).filter(|stamp| horizon.sees(*stamp)).collect();
        assert_eq!(seen, [8, 9, 11, 13, 14]);
        assert_eq!(horizon.floor(), 10);
        let cut = horizon.upto(11);
        let seen: Vec<_> = (8..17).filter(|stamp| cut.sees(*stamp)).collect();
        assert_eq!(seen, [8, 9, 11]);
    }

    #[test]
    fn a_crowd_in_flight_shows_twice_but_never_hides() {
        let in_flight = |count: i64| {
            let stamps: Vec<_> = (1..=count).map(|n| (10 * n).to_string()).collect();
            Horizon::parse(7, &format!("10:9999:{}", stamps.join(","))).unwrap()
        };
        let some = in_flight(20);
        assert!(some.sees(9998) && some.sees(91) && !some.sees(90) && !some.sees(200));
        let (from, bound) = some.bounds();
        assert_eq!((from, bound), (90, [10, 20, 30, 40, 50, 60, 70, 80]));
        let crowd = in_flight(100);
        assert!(crowd.sees(641) && !crowd.sees(640) && !crowd.sees(650) && !crowd.sees(651));
        assert_eq!(Horizon::from_bytes(&crowd.to_bytes()), Some(crowd));
    }

    #[test]
    fn its_bytes_are_read_back_and_nothing_else_is() {
        for text in ["10:10:", "10:15:10,12", "1:9:1,2,3,4,5,6,7,8"] {
            let horizon = Horizon::parse(-3, text).unwrap();
            assert_eq!(Horizon::from_bytes(&horizon.to_bytes()), Some(horizon));
        }
        let good = Horizon::parse(1, "10:15:10,12").unwrap().to_bytes();
        let mut swapped = good.clone();
        swapped[16..].rotate_left(8);
        for bad in [&good[1..], &good[..8], &[], &swapped[..]] {
            assert_eq!(Horizon::from_bytes(bad), None);
        }
        for bad in ["", "1", "1:2", "a:b:c", "1:2:x"] {
            assert!(Horizon::parse(1, bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn rows_that_were_cut_off_are_told() {
        let since = Horizon::parse(1, "2:4:2").unwrap();
        let rows = vec![(2, 'a'), (3, 'b'), (4, 'c'), (5, 'd'), (5, 'e')];
        let all = Changes::of(rows.clone(), &since, 6);
        assert_eq!((all.rows.len(), all.until), (4, None));
        let some = Changes::of(rows, &since, 5);
        assert_eq!(
            (&some.rows[..], some.until),
            (&[(2, 'a'), (4, 'c')][..], Some(5))
        );
        let more = Changes::of(vec![(4, 'c'), (4, 'x'), (6, 'y')], &since, 9);
        let both = some.and(more);
        assert_eq!(both.rows, [(2, 'a'), (4, 'c'), (4, 'x')]);
        assert_eq!(both.until, Some(5));
    }

    #[test]
    fn another_era_or_a_later_moment_is_not_before() {
        let now = Horizon::counted(1, 9);
        assert!(now.is_before(&now) && now.restart().is_before(&now));
        assert!(!Horizon::counted(1, 10).is_before(&now));
        assert!(!Horizon::start(2).is_before(&now));
    }
}
