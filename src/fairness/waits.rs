//! How long one waits: for a six, and for all six faces.

use serde::{Deserialize, Serialize};

use super::tails::{chi2_against, chi2_tail};
use crate::rules::Die;

/// The first wait for a set that is counted with all longer ones.
const LONG_SET: u64 = 36;

/// The waits for a six in a sequence of rolls: of 1 … 24 rolls, and of 25 or more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Droughts {
    cells: [u64; 25],
    rolls: u64,
}

impl Droughts {
    /// Counts one roll.
    pub fn count(&mut self, face: Die) {
        self.rolls += 1;
        if face == Die::Six {
            add(&mut self.cells, self.rolls - 1);
            self.rolls = 0;
        }
    }

    /// The counts against what even dice give.
    #[must_use]
    pub fn row(&self) -> WaitRow {
        let longer = |rolls: u64| libm::pow(5.0 / 6.0, rolls as f64);
        WaitRow::new(1, &self.cells, longer)
    }
}

/// The lengths of complete sets: rolls are counted until each face has fallen, then anew. Of
/// 6 … 35 rolls, and of 36 or more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Sets {
    cells: [u64; 31],
    rolls: u64,
    fallen: [bool; 6],
}

impl Sets {
    /// Counts one roll.
    pub fn count(&mut self, face: Die) {
        self.rolls += 1;
        self.fallen[usize::from(face.get()) - 1] = true;
        if self.fallen.iter().all(|fallen| *fallen) {
            add(&mut self.cells, self.rolls.min(LONG_SET) - 6);
            self.rolls = 0;
            self.fallen = [false; 6];
        }
    }

    /// The counts against what even dice give.
    #[must_use]
    pub fn row(&self) -> WaitRow {
        WaitRow::new(6, &self.cells, set_is_longer)
    }
}

/// The chance that some face is missing after so many rolls: by inclusion and exclusion of the
/// faces that may be.
fn set_is_longer(rolls: u64) -> f64 {
    if rolls < 6 {
        return 1.0;
    }
    let ways = [6.0, -15.0, 20.0, -15.0, 6.0];
    let left = [5.0, 4.0, 3.0, 2.0, 1.0];
    let terms = ways.iter().zip(left);
    terms.fold(0.0, |sum, (ways, left)| {
        sum + ways * libm::pow(left / 6.0, rolls as f64)
    })
}

fn add(cells: &mut [u64], cell: u64) {
    let last = cells.len() - 1;
    let cell = usize::try_from(cell).unwrap_or(last).min(last);
    cells[cell] += 1;
}

/// How often one waited how long.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WaitRow {
    /// The wait of the first cell, in rolls; each further cell is one roll more, and the last one
    /// holds all longer waits.
    pub first: u64,
    /// The counts.
    pub counts: Vec<u64>,
    /// Chi-squared against even dice, for display.
    pub chi2: f64,
    /// The chance of at least so much, with one degree of freedom less than cells, for display.
    pub p: f64,
}

impl WaitRow {
    /// `longer(n)` is the chance of a wait of more than `n` rolls.
    fn new(first: u64, cells: &[u64], longer: impl Fn(u64) -> f64) -> WaitRow {
        let last = cells.len() - 1;
        let chances = (first..).zip(0..cells.len()).map(|(wait, cell)| {
            let rest = if cell == last { 0.0 } else { longer(wait) };
            longer(wait - 1) - rest
        });
        let chi2 = chi2_against(cells, chances);
        WaitRow {
            first,
            counts: cells.to_vec(),
            chi2,
            p: chi2_tail(chi2, u32::try_from(last).unwrap_or(u32::MAX)),
        }
    }
}
