//! The die: one face, and a set of faces.

use std::fmt;

/// One face of an ordinary die (S0-01, S1-05, S2-04).
///
/// ```
/// use petits_chevaux::rules::Die;
/// assert_eq!(Die::new(6), Some(Die::Six));
/// assert_eq!(Die::new(7), None);
/// assert_eq!(Die::Four.get(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Die {
    /// The face 1.
    One = 1,
    /// The face 2.
    Two,
    /// The face 3.
    Three,
    /// The face 4.
    Four,
    /// The face 5.
    Five,
    /// The face 6.
    Six,
}

impl Die {
    /// The six faces, in order.
    pub const ALL: [Die; 6] = [
        Die::One,
        Die::Two,
        Die::Three,
        Die::Four,
        Die::Five,
        Die::Six,
    ];

    /// The face with that number of pips, if there is one.
    #[must_use]
    pub const fn new(pips: u8) -> Option<Die> {
        match pips {
            1 => Some(Die::One),
            2 => Some(Die::Two),
            3 => Some(Die::Three),
            4 => Some(Die::Four),
            5 => Some(Die::Five),
            6 => Some(Die::Six),
            0 | 7..=u8::MAX => None,
        }
    }

    /// The number of pips, 1 to 6.
    #[must_use]
    pub const fn get(self) -> u8 {
        self as u8
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// A set of faces: which of them open the stable, which of them roll again (A22).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FaceSet(u8);

impl FaceSet {
    /// No face at all.
    pub const EMPTY: FaceSet = FaceSet(0);
    /// Every face.
    pub const FULL: FaceSet = FaceSet(0b111_1110);

    /// The set of these faces.
    #[must_use]
    pub const fn of(faces: &[Die]) -> FaceSet {
        let mut bits = 0;
        let mut i = 0;
        while i < faces.len() {
            bits |= 1 << faces[i].get();
            i += 1;
        }
        FaceSet(bits)
    }

    /// Whether `face` belongs to the set.
    #[must_use]
    pub const fn contains(self, face: Die) -> bool {
        self.0 & (1 << face.get()) != 0
    }

    /// Whether the set has no face.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many faces.
    #[must_use]
    pub fn len(self) -> u8 {
        self.iter().map(|_| 1).sum()
    }

    /// The faces in either set.
    #[must_use]
    pub const fn or(self, other: FaceSet) -> FaceSet {
        FaceSet(self.0 | other.0)
    }

    /// The faces of this set that `other` does not have.
    #[must_use]
    pub const fn without(self, other: FaceSet) -> FaceSet {
        FaceSet(self.0 & !other.0)
    }

    /// The faces of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Die> {
        Die::ALL
            .into_iter()
            .filter(move |face| self.contains(*face))
    }
}

impl FromIterator<Die> for FaceSet {
    fn from_iter<I: IntoIterator<Item = Die>>(faces: I) -> Self {
        FaceSet(
            faces
                .into_iter()
                .fold(0, |bits, face| bits | 1 << face.get()),
        )
    }
}

impl fmt::Debug for FaceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Die::get)).finish()
    }
}

impl fmt::Display for FaceSet {
    /// `6`, or `1 or 6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, face) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(" or ")?;
            }
            face.fmt(f)?;
        }
        Ok(())
    }
}
