//! The report as text.

use std::fmt::Write as _;

use super::{Lang, fortune, grouped};
use crate::fairness::{Alarm, FaceRow, Report, Stratum, Survey, everyday_range, suspicious_bar};

/// How many games there are, what became of them, and which stand out.
#[must_use]
pub fn summary(survey: &Survey, lang: Lang) -> String {
    let fates = survey.fates().iter();
    let fates: Vec<String> = fates
        .map(|(fate, games)| format!("{} {}", grouped(games, lang), lang.fate(*fate)))
        .collect();
    let games = grouped(survey.games(), lang);
    let list = fates.join(", ");
    let mut text = lang.say(
        format_args!("Games: {games} ({list})."),
        format_args!("Parties : {games} ({list})."),
    );
    text.push('\n');
    for game in survey.suspicious() {
        let (id, rolls) = (&game.id, grouped(game.rolls, lang));
        let (now, bar) = (
            fortune(game.ln_e, lang),
            fortune(suspicious_bar(survey.games()), lang),
        );
        text.push_str(&lang.say(
            format_args!(
                "Game {id} stands out: in its {rolls} rolls a bettor made {now} of 1; \
                 one game alone is named from {bar} on.\n"
            ),
            format_args!(
                "La partie {id} sort du lot : en {rolls} lancers, un parieur a fait {now} de 1 ; \
                 une partie seule est nommée à partir de {bar}.\n"
            ),
        ));
    }
    text
}

/// The report in words, then the table of everything that is tested.
#[must_use]
pub fn report(report: &Report, lang: Lang) -> String {
    let mut text = String::new();
    if let Some(all) = report.stratum(Stratum::All) {
        text.push_str(&faces(all, lang));
        text.push_str(&bettor(report, all, lang));
    } else {
        let none = lang.pick("Not one roll yet.\n", "Pas encore un seul lancer.\n");
        text.push_str(none);
    }
    text.push_str(&alarms(report, lang));
    if report.rolls > 0 {
        text.push_str(&table(report, lang));
    }
    text
}

fn faces(row: &FaceRow, lang: Lang) -> String {
    let rolls = row.faces.total();
    let (low, high) = everyday_range(rolls, 1);
    let outside: Vec<String> = (1_u8..)
        .zip(row.faces.0)
        .filter(|(_, count)| !(low..=high).contains(count))
        .map(|(face, count)| format!("{face} ({})", grouped(count, lang)))
        .collect();
    let (low, high) = (grouped(low, lang), grouped(high, lang));
    let rolls = grouped(rolls, lang);
    let mut text = lang.say(
        format_args!("Rolls: {rolls}. From {low} to {high} of each face is everyday: "),
        format_args!("Lancers : {rolls}. De {low} à {high} fois chaque face, c'est banal : "),
    );
    let list = outside.join(", ");
    text.push_str(&if outside.is_empty() {
        lang.pick("all six are.", "les six y sont.").to_owned()
    } else {
        lang.say(
            format_args!("not so {list}."),
            format_args!("ce n'est pas le cas de {list}."),
        )
    });
    text.push('\n');
    text
}

fn bettor(report: &Report, all: &FaceRow, lang: Lang) -> String {
    let (now, bar) = (fortune(all.ln_e, lang), fortune(report.ln_threshold, lang));
    lang.say(
        format_args!(
            "Who had bet 1 euro against the dice would have {now} euro now; \
             worry begins at {bar}.\n"
        ),
        format_args!(
            "Qui aurait misé 1 euro contre le dé aurait aujourd'hui {now} euro ; \
             on s'inquiète à partir de {bar}.\n"
        ),
    )
}

fn alarms(report: &Report, lang: Lang) -> String {
    if report.alarms.is_empty() {
        let none = lang.pick("No alarm has ever rung.\n", "Aucune alarme n'a sonné.\n");
        return none.to_owned();
    }
    let lines = report.alarms.iter().map(|alarm| rung(alarm, lang));
    lines.collect()
}

fn rung(alarm: &Alarm, lang: Lang) -> String {
    let what = lang.tested(alarm.tested);
    let (rolls, made) = (grouped(alarm.rolls, lang), fortune(alarm.ln_e, lang));
    lang.say(
        format_args!("ALARM: {what}: after {rolls} such rolls a bettor had made {made} of 1.\n"),
        format_args!(
            "ALARME : {what} : après {rolls} lancers de cette sorte, \
             un parieur avait fait {made} de 1.\n"
        ),
    )
}

fn table(report: &Report, lang: Lang) -> String {
    let mut text = String::new();
    let head = lang.pick("fortune", "fortune");
    // Writing into a string cannot fail.
    let _ = writeln!(
        text,
        "\n{:30}{:>12}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}  {head}",
        "",
        lang.pick("rolls", "lancers"),
        1,
        2,
        3,
        4,
        5,
        6
    );
    for row in &report.strata {
        let rolls = grouped(row.faces.total(), lang);
        let _ = write!(text, "{:30}{rolls:>12}", lang.stratum(row.stratum));
        for count in row.faces.0 {
            let _ = write!(text, "{:>9}", grouped(count, lang));
        }
        let _ = writeln!(text, "  {}", fortune(row.ln_e, lang));
    }
    let (hits, expected) = (
        lang.pick("hits", "succès"),
        lang.pick("expected", "attendu"),
    );
    let rolls = lang.pick("rolls", "lancers");
    let _ = writeln!(
        text,
        "\n{:30}{rolls:>12}{hits:>12}{expected:>12}  {head}",
        ""
    );
    for row in &report.chances {
        let _ = writeln!(
            text,
            "{:30}{:>12}{:>12}{:>12}  {}",
            lang.chance(row.chance),
            grouped(row.rolls, lang),
            grouped(row.hits, lang),
            grouped(format_args!("{:.0}", row.expected), lang),
            fortune(row.ln_e, lang)
        );
    }
    text
}
