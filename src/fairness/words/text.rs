//! The report as text.

use std::fmt::Write as _;

use super::{Lang, fortune, grouped};
use crate::fairness::{
    Alarm, Chance, ChanceRow, FaceRow, GameLine, GamesRow, Report, Stratum, Survey, everyday_range,
    suspicious_bar,
};

/// How many games there are, what became of them, and which stand out.
#[must_use]
pub fn summary(survey: &Survey, lang: Lang) -> String {
    let fates = survey.fates().iter();
    let mut told = vec![games(fates, survey.games(), lang)];
    for game in survey.suspicious() {
        told.push(stands_out(game, survey.games(), lang));
    }
    lines(&told)
}

/// The dice of a server in sentences.
#[must_use]
pub(in crate::fairness) fn server(
    row: &GamesRow,
    suspicious: &[GameLine],
    report: &Report,
    lang: Lang,
) -> Vec<String> {
    let created = usize::try_from(row.created).unwrap_or(usize::MAX);
    let mut told = vec![games(row.fates.iter(), created, lang)];
    if row.stalled > 0 {
        let stalled = grouped(row.stalled, lang);
        told.push(lang.say(
            format_args!("Running games without an event for seven days: {stalled}."),
            format_args!("Parties en cours sans événement depuis sept jours : {stalled}."),
        ));
    }
    told.extend(suspicious.iter().map(|it| stands_out(it, created, lang)));
    told.extend(sentences(report, lang));
    told
}

fn games<'a>(
    fates: impl Iterator<Item = (&'a crate::fairness::Fate, &'a u64)>,
    games: usize,
    lang: Lang,
) -> String {
    let fates: Vec<String> = fates
        .map(|(fate, games)| format!("{} {}", grouped(games, lang), lang.fate(*fate)))
        .collect();
    let (games, list) = (grouped(games, lang), fates.join(", "));
    lang.say(
        format_args!("Games: {games} ({list})."),
        format_args!("Parties : {games} ({list})."),
    )
}

fn stands_out(game: &GameLine, games: usize, lang: Lang) -> String {
    let (id, rolls) = (&game.id, grouped(game.rolls, lang));
    let now = fortune(game.ln_e, lang);
    let bar = fortune(suspicious_bar(games), lang);
    lang.say(
        format_args!(
            "Game {id} stands out: in its {rolls} rolls a bettor made {now} of 1; \
             one game alone is named from {bar} on."
        ),
        format_args!(
            "La partie {id} sort du lot : en {rolls} lancers, un parieur a fait {now} de 1 ; \
             une partie seule est nommée à partir de {bar}."
        ),
    )
}

fn lines(sentences: &[String]) -> String {
    sentences.iter().flat_map(|it| [it, "\n"]).collect()
}

/// The report in words, then the table of everything that is tested.
#[must_use]
pub fn report(report: &Report, lang: Lang) -> String {
    let mut text = lines(&sentences(report, lang));
    if report.rolls > 0 {
        text.push_str(&table(report, lang));
    }
    text
}

/// The report in sentences.
#[must_use]
pub fn sentences(report: &Report, lang: Lang) -> Vec<String> {
    let mut told = dice(report, lang);
    told.extend(alarms(report, lang));
    told
}

/// The dice in sentences, without the alarms.
#[must_use]
pub fn dice(report: &Report, lang: Lang) -> Vec<String> {
    let mut told = Vec::new();
    if let Some(all) = report.stratum(Stratum::All) {
        told.push(faces(all, lang));
        let needed = [Chance::Exit, Chance::Stair].map(|chance| report.chance(chance));
        told.extend(
            needed
                .into_iter()
                .flatten()
                .map(|row| needed_face(row, lang)),
        );
        told.push(bettor(report, all, lang));
    } else {
        let none = lang.pick("Not one roll yet.", "Pas encore un seul lancer.");
        told.push(none.to_owned());
    }
    told
}

/// What came when a certain face was needed.
fn needed_face(row: &ChanceRow, lang: Lang) -> String {
    let (hits, rolls) = (grouped(row.hits, lang), grouped(row.rolls, lang));
    let expected = lang.number(row.expected, 1);
    match row.chance {
        Chance::Exit => lang.say(
            format_args!(
                "With all horses in the stable, {hits} of {rolls} rolls let one out; \
                 {expected} is the average of even dice."
            ),
            format_args!(
                "Tous les chevaux à l'écurie, {hits} lancers sur {rolls} en ont fait sortir un ; \
                 un dé équitable en donne {expected} en moyenne."
            ),
        ),
        Chance::Stair
        | Chance::Six
        | Chance::Repeat
        | Chance::Capture
        | Chance::Behind
        | Chance::Missing => {
            let what = lang.chance(row.chance);
            lang.say(
                format_args!(
                    "{hits} of {rolls} rolls gave {what}; {expected} is the average of even dice."
                ),
                format_args!(
                    "{hits} lancers sur {rolls} ont donné {what} ; \
                     un dé équitable en donne {expected} en moyenne."
                ),
            )
        }
    }
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
    text
}

fn bettor(report: &Report, all: &FaceRow, lang: Lang) -> String {
    let (now, bar) = (fortune(all.ln_e, lang), fortune(report.ln_threshold, lang));
    lang.say(
        format_args!(
            "Who had bet 1 euro against the dice would have {now} euro now; \
             worry begins at {bar}."
        ),
        format_args!(
            "Qui aurait misé 1 euro contre le dé aurait aujourd'hui {now} euro ; \
             on s'inquiète à partir de {bar}."
        ),
    )
}

fn alarms(report: &Report, lang: Lang) -> Vec<String> {
    if report.alarms.is_empty() {
        let none = lang.pick("No alarm has ever rung.", "Aucune alarme n'a sonné.");
        return vec![none.to_owned()];
    }
    let rung = report.alarms.iter().map(|alarm| rung(alarm, lang));
    rung.collect()
}

fn rung(alarm: &Alarm, lang: Lang) -> String {
    let what = lang.tested(alarm.tested);
    let (rolls, made) = (grouped(alarm.rolls, lang), fortune(alarm.ln_e, lang));
    lang.say(
        format_args!("ALARM: {what}: after {rolls} such rolls a bettor had made {made} of 1."),
        format_args!(
            "ALARME : {what} : après {rolls} lancers de cette sorte, \
             un parieur avait fait {made} de 1."
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
