//! What an audit found, for players.

use std::fmt::{Display, Formatter, Result};

use super::keys::KeySource;
use super::report::{Class, MovesCheck, Report, SeatReport, StageName};

/// Defects that are told one by one.
const MOST: usize = 20;

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(
            f,
            "game {} ({}): {} events",
            self.game, self.stage, self.events
        )?;
        writeln!(f, "  dice      {}", self.dice())?;
        writeln!(
            f,
            "  server    {} of its links lead back to the anchor of event 0",
            self.server_links
        )?;
        for seat in &self.seats {
            write!(f, "  seat {}    {seat}", seat.seat)?;
            f.write_str(if self.is_sound() {
                seat.assurance()
            } else {
                ""
            })?;
            writeln!(f)?;
        }
        writeln!(f, "  moves     {}", self.moves)?;
        writeln!(f, "  receipts  {}", self.receipt_words())?;
        writeln!(f, "  head      {}", self.head)?;
        self.verdict(f)
    }
}

impl Report {
    fn dice(&self) -> String {
        match self.rolls - self.rolls_right {
            0 => format!(
                "{} rolls recomputed: each is what the links give",
                self.rolls
            ),
            wrong => format!(
                "{} rolls recomputed: {wrong} are not what the links give",
                self.rolls
            ),
        }
    }

    fn receipt_words(&self) -> String {
        let count = self.receipts;
        if count.held == 0 {
            return "none held: a cut tail, another legal move, another time or name would not \
                    be noticed"
                .to_owned();
        }
        let whose = match self.keys {
            KeySource::Own => "signed by a key that you have",
            KeySource::Pack => "signed by a key of the pack itself: compare it with one you saved",
            KeySource::None => "signed as far as known: without --jwks nobody can tell",
        };
        format!("{} held, {} {whose}", count.held, count.signed)
    }

    fn verdict(&self, f: &mut Formatter<'_>) -> Result {
        if self.is_sound() {
            return write!(f, "nothing is wrong");
        }
        match self.findings.len() {
            1 => f.write_str("1 defect")?,
            many => write!(f, "{many} defects")?,
        }
        for finding in self.findings.iter().take(MOST) {
            let place = match finding.event {
                Some(event) => format!("event {event}"),
                None => "the pack".to_owned(),
            };
            let code = finding.reason.code();
            write!(f, "\n  {place:10} {code:13} {}", finding.detail)?;
        }
        match self.findings.len().saturating_sub(MOST) {
            0 => Ok(()),
            more => write!(f, "\n  … and {more} more (--json has them all)"),
        }
    }
}

impl Display for StageName {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            StageName::Unknown => "not a game",
            StageName::Lobby => "not started",
            StageName::Playing => "unfinished",
            StageName::Finished => "finished",
            StageName::Aborted => "called off",
        })
    }
}

impl Display for SeatReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let links = self.links;
        match self.class {
            Class::Sealed => write!(f, "sealed: {links} links lead back to its anchor"),
            Class::ChainClosed => write!(f, "gave up its chain after {links} links"),
            Class::Seeded => f.write_str("seeded: 32 bytes that never change"),
            Class::None => f.write_str("brought nothing to the dice"),
            Class::Empty => f.write_str("empty"),
        }?;
        match self.signed {
            Some(signed) => write!(f, "; {signed} actions signed by its own key"),
            None => Ok(()),
        }
    }
}

impl SeatReport {
    /// What a sound game lets the player of this seat be sure of (PC-DICE/1, 3.11).
    fn assurance(&self) -> &'static str {
        match self.class {
            Class::Sealed => "; nobody else could choose its dice",
            Class::Seeded => "; the operator alone could not choose its dice, but foresee them",
            Class::ChainClosed | Class::None => "; its dice hang on the other seats",
            Class::Empty => "",
        }
    }
}

impl Display for MovesCheck {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            MovesCheck::Whole => {
                f.write_str("checked by the rules, with captures, passes and ranking")
            }
            MovesCheck::Until(event) => {
                write!(
                    f,
                    "checked by the rules up to event {event}, on which the rest hangs"
                )
            }
        }
    }
}
