//! The audit in words that a player understands.

mod names;
mod seats;
mod text;

use std::fmt::{Arguments, Display};

use serde::{Deserialize, Serialize};

pub use seats::seats;
pub(super) use text::server;
pub use text::{dice, report, sentences, summary};

/// The same sentences in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Words {
    /// In English.
    pub en: Vec<String>,
    /// In French.
    pub fr: Vec<String>,
}

impl Words {
    /// What is told in each language.
    #[must_use]
    pub fn of(told: impl Fn(Lang) -> Vec<String>) -> Words {
        Words {
            en: told(Lang::English),
            fr: told(Lang::French),
        }
    }
}

/// In which language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    English,
    /// French.
    French,
}

impl Lang {
    /// One of two texts.
    #[must_use]
    pub fn pick<'a>(self, english: &'a str, french: &'a str) -> &'a str {
        match self {
            Lang::English => english,
            Lang::French => french,
        }
    }

    /// One of two sentences with figures in them.
    pub(super) fn say(self, english: Arguments<'_>, french: Arguments<'_>) -> String {
        match self {
            Lang::English => english.to_string(),
            Lang::French => french.to_string(),
        }
    }

    /// A number with so many decimals.
    pub(super) fn number(self, value: f64, decimals: usize) -> String {
        let text = format!("{value:.decimals$}").replace('-', "−");
        match self {
            Lang::English => text,
            Lang::French => text.replace('.', ","),
        }
    }

    /// A number with its sign and one decimal.
    pub(super) fn signed(self, value: f64) -> String {
        let number = self.number(value, 1);
        if number.starts_with('−') {
            number
        } else {
            format!("+{number}")
        }
    }
}

/// A whole number with its thousands set apart.
pub(super) fn grouped(number: impl Display, lang: Lang) -> String {
    let digits = number.to_string();
    let gap = lang.pick(",", "\u{202f}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push_str(gap);
        }
        text.push(digit);
    }
    text
}

/// A fortune that is given by its logarithm.
fn fortune(ln_e: f64, lang: Lang) -> String {
    let power = ln_e / std::f64::consts::LN_10;
    if power >= 7.0 {
        format!("10^{power:.0}")
    } else if power >= 3.0 {
        grouped(format_args!("{:.0}", libm::exp(ln_e)), lang)
    } else if power > -2.0 {
        lang.number(libm::exp(ln_e), 2)
    } else {
        lang.pick("less than 0.01", "moins de 0,01").to_owned()
    }
}

/// How common a thing of that chance is among players.
fn commonness(chance: f64, lang: Lang) -> String {
    if chance > 0.55 {
        let most = lang.pick("most players", "à la plupart des joueurs");
        return most.to_owned();
    }
    let one_in = grouped(format_args!("{:.0}", 1.0 / chance.max(1e-9)), lang);
    lang.say(
        format_args!("about 1 player in {one_in}"),
        format_args!("à environ 1 joueur sur {one_in}"),
    )
}
