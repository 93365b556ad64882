//! The effects of a move in English and French.

use super::super::blocked::Sentence;
use crate::advice::{Captured, Effect, Insight, Shift};
use crate::rules::{HorseSet, MoveKind};

/// One sentence an effect.
pub(super) fn sentences(insight: &Insight) -> Vec<Sentence> {
    insight
        .effects
        .iter()
        .map(|effect| sentence(effect, insight))
        .collect()
}

fn sentence(effect: Effect, of: &Insight) -> Sentence {
    match effect {
        Effect::Captures => captures(of),
        Effect::LeavesStable => leaves_stable(of.mv.kind),
        Effect::EarnsBonus => earns_bonus(of),
        Effect::EscapesDanger | Effect::RunsIntoDanger => own_danger(of),
        Effect::ProtectsHorse => protects(of),
        Effect::ExposesHorse => exposes(of),
        Effect::BlocksOwnHorse => horses(of.blocks, "gets in the way of", "gêne"),
        Effect::FreesOwnHorse => horses(of.frees, "makes way for", "laisse passer"),
        Effect::WastesSquares => counted(
            u16::from(of.wasted),
            ("loses", "of the roll"),
            ("perd", "du lancer"),
        ),
        Effect::LosesGround => counted(
            of.progress.unsigned_abs(),
            ("goes back", ""),
            ("recule de", ""),
        ),
        Effect::Wins => said("wins the game", "gagne la partie"),
        Effect::Finishes => said("brings a horse home", "rentre un cheval"),
        Effect::EntersStair => said("goes up into its lane", "entre dans l'escalier"),
        Effect::ClimbsStep => said("goes further in its lane", "monte dans l'escalier"),
        Effect::RollsAgain => said("rolls again", "rejoue"),
        Effect::MakesWall => said("makes a wall", "forme un barrage"),
        Effect::BreaksWall => said("opens a wall", "ouvre un barrage"),
        Effect::ReachesSafeSquare => {
            said("stops on a safe square", "s'arrête sur une case sécurisée")
        }
        Effect::LeavesSafeSquare => said("leaves a safe square", "quitte une case sécurisée"),
        Effect::GainsPrey => said(
            "brings an opponent into reach",
            "met un adversaire à portée",
        ),
        Effect::MovesLeader => said("is the leading horse", "c'est le cheval de tête"),
        Effect::MovesThreatened => said(
            "is the horse in most danger",
            "c'est le cheval le plus menacé",
        ),
        Effect::DeclinesBonus => said("leaves the bonus", "renonce au bonus"),
    }
}

fn said(en: &str, fr: &str) -> Sentence {
    Sentence {
        en: en.to_owned(),
        fr: fr.to_owned(),
    }
}

fn captures(of: &Insight) -> Sentence {
    let list = |one: fn(&Captured) -> String, and: &str| {
        let each: Vec<String> = of.captured.iter().map(one).collect();
        each.join(and)
    };
    let en = |lost: &Captured| {
        let squares = plural(u16::from(lost.squares), "square");
        format!("a horse of seat {}, which loses {squares}", lost.seat)
    };
    let fr = |lost: &Captured| {
        let squares = plural(u16::from(lost.squares), "case");
        format!("un cheval du camp {}, qui perd {squares}", lost.seat)
    };
    Sentence {
        en: format!("captures {}", list(en, " and ")),
        fr: format!("mange {}", list(fr, " et ")),
    }
}

fn leaves_stable(kind: MoveKind) -> Sentence {
    match kind {
        MoveKind::ExitTwo => said(
            "two horses leave the stable",
            "deux chevaux sortent de l'écurie",
        ),
        MoveKind::Exit | MoveKind::Advance | MoveKind::SendHome | MoveKind::DeclineBonus => {
            said("leaves the stable", "sort de l'écurie")
        }
    }
}

fn earns_bonus(of: &Insight) -> Sentence {
    let (squares, points) = (u16::from(of.reward.squares), u16::from(of.reward.points));
    let list = |square: &str, point: &str, and: &str| {
        let parts = [(squares, square), (points, point)];
        let earned = parts.iter().filter(|(count, _)| *count > 0);
        let each: Vec<String> = earned.map(|(count, of)| plural(*count, of)).collect();
        each.join(and)
    };
    Sentence {
        en: format!("earns {}", list("square", "point", " and ")),
        fr: format!("gagne {}", list("case", "point", " et ")),
    }
}

fn own_danger(of: &Insight) -> Sentence {
    let count = |danger: fn(&Shift) -> u8| of.danger_of(of.mv.horse).map_or(0, danger);
    let before = count(|shift| shift.before.count());
    let after = count(|shift| shift.after.count());
    Sentence {
        en: format!("danger: {after} of the 6 faces, {before} before"),
        fr: format!("danger : {after} des 6 faces, {before} avant"),
    }
}

fn protects(of: &Insight) -> Sentence {
    horses(others(of, Shift::falls), "puts in less danger", "protège")
}

fn exposes(of: &Insight) -> Sentence {
    horses(others(of, Shift::grows), "puts in more danger", "expose")
}

/// The own horses that are not moved and of which that holds.
fn others(of: &Insight, holds: fn(&Shift) -> bool) -> HorseSet {
    let seat = of.seat;
    of.dangers
        .iter()
        .filter(|shift| shift.horse != of.mv.horse && holds(shift))
        .map(|shift| (seat, shift.horse))
        .collect()
}

fn horses(horses: HorseSet, en: &str, fr: &str) -> Sentence {
    let numbers: Vec<String> = horses.iter().map(|(_, horse)| horse.to_string()).collect();
    let (horse, cheval) = if numbers.len() > 1 {
        ("horses", "les chevaux")
    } else {
        ("horse", "le cheval")
    };
    Sentence {
        en: format!("{en} {horse} {}", numbers.join(" and ")),
        fr: format!("{fr} {cheval} {}", numbers.join(" et ")),
    }
}

/// A number of squares between two parts of a sentence.
fn counted(squares: u16, en: (&str, &str), fr: (&str, &str)) -> Sentence {
    let put = |(verb, rest): (&str, &str), count: String| {
        format!("{verb} {count} {rest}").trim_end().to_owned()
    };
    Sentence {
        en: put(en, plural(squares, "square")),
        fr: put(fr, plural(squares, "case")),
    }
}

/// A number with its noun; both languages add an s from two on.
fn plural(count: u16, noun: &str) -> String {
    let s = if count > 1 { "s" } else { "" };
    format!("{count} {noun}{s}")
}
