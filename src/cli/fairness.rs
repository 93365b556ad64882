//! `petits-chevaux fairness`: the statistics of the dice, recomputed from logs.

mod server;

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::Failure;
use super::verify::files::{self, Log};
use crate::fairness::words::{self, Lang};
use crate::fairness::{Course, GameAudit, Point, Report, Survey, plot};
use crate::game::GameId;
use server::{Claim, Pages};

/// Recompute the statistics of the dice from logs
#[derive(Debug, Args)]
pub(super) struct FairnessOptions {
    /// Logs, packs, and folders of them; the name of a log is the id of its game. With pages of
    /// the transparency log in it (leaves*.json, checkpoints*.json) a folder is a server, whose
    /// published report is recomputed
    #[arg(required = true, value_name = "LOG|DIR")]
    paths: Vec<PathBuf>,
    /// The id of the game, for one log whose name does not say it
    #[arg(long, value_name = "UUID")]
    game: Option<GameId>,
    /// What the server answered at /v1/fairness: fail if it is not what is recomputed
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Draw pictures into this folder
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// The language of the words
    #[arg(long, value_enum, default_value = "en")]
    lang: LangName,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum LangName {
    /// English
    En,
    /// Français
    Fr,
}

impl LangName {
    fn lang(self) -> Lang {
        match self {
            LangName::En => Lang::English,
            LangName::Fr => Lang::French,
        }
    }
}

/// Games that were read, and logs that could not be.
struct Read {
    survey: Survey,
    damaged: Vec<String>,
    /// The game, if there is only one.
    single: Option<GameAudit>,
}

impl FairnessOptions {
    /// Prints the report; fails if an alarm stands, a game stands out or a log is damaged.
    pub(super) fn run(&self) -> Result<(), Failure> {
        let logs = files::logs(&self.paths)?;
        if logs.len() > 1 && self.game.is_some() {
            return Err("--game is for one log".into());
        }
        if let Some(pages) = Pages::read(&self.paths)? {
            return self.run_for_server(&pages, &logs);
        }
        if self.against.is_some() {
            return Err("--against needs the leaves of the transparency log: leaves*.json".into());
        }
        let mut read = read(&logs, self.game);
        let course = course(&mut read.survey);
        let report = Report::new(course.watch());
        if self.json {
            println!("{}", json_of(&read, &report));
        } else {
            self.print(&read, &report);
        }
        self.draw(&report, &course.points())?;
        verdict(&read, &report)
    }

    /// Prints what the server publishes; fails if an alarm stands, a game stands out, or the server
    /// published something else.
    fn run_for_server(&self, pages: &Pages, logs: &[Log]) -> Result<(), Failure> {
        let claim = self.against.as_deref().map(Claim::read).transpose()?;
        let own = pages.recount(logs, claim.as_ref().map(|claim| claim.size))?;
        if self.json {
            println!("{}", own.text());
        } else {
            let words = match self.lang {
                LangName::En => &own.words.en,
                LangName::Fr => &own.words.fr,
            };
            for sentence in words {
                println!("{sentence}");
            }
        }
        self.draw(&own.report, &own.course)?;
        if let Some(claim) = claim {
            claim.judge(&own.text())?;
            eprintln!(
                "the published report of checkpoint {} is what was recomputed",
                claim.size
            );
        }
        standing(&[
            (own.report.alarms.len(), "alarms stand"),
            (own.suspicious.len(), "games stand out"),
        ])
    }

    fn draw(&self, report: &Report, course: &[Point]) -> Result<(), Failure> {
        if let Some(folder) = &self.svg {
            std::fs::create_dir_all(folder)?;
            for (name, picture) in plot::all(report, course, self.lang.lang()) {
                std::fs::write(folder.join(name).with_extension("svg"), picture)?;
            }
        }
        Ok(())
    }

    fn print(&self, read: &Read, report: &Report) {
        let lang = self.lang.lang();
        print!("{}", words::summary(&read.survey, lang));
        if let Some(audit) = &read.single {
            for sentence in words::seats(audit, lang) {
                println!("{sentence}");
            }
        }
        print!("{}", words::report(report, lang));
    }
}

fn read(logs: &[Log], game: Option<GameId>) -> Read {
    let bar = progress(logs.len(), "games read");
    let mut read = Read {
        survey: Survey::default(),
        damaged: Vec::new(),
        single: None,
    };
    let mut games = BTreeSet::new();
    for log in logs {
        match audit(log, game) {
            Ok(audit) if !games.insert(audit.id()) => {
                let why = format!("game {} is here twice", audit.id());
                read.damaged.push(format!("{}: {why}", log.path.display()));
            }
            Ok(audit) => {
                read.survey.add(&audit);
                read.single = (logs.len() == 1).then_some(audit);
            }
            Err(why) => read.damaged.push(format!("{}: {why}", log.path.display())),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    read
}

/// Replays a log.
fn audit(log: &Log, game: Option<GameId>) -> Result<GameAudit, String> {
    let evidence = log.read(game)?;
    let lines: Result<Vec<&str>, _> = evidence
        .lines
        .iter()
        .map(|line| std::str::from_utf8(line))
        .collect();
    let lines = lines.map_err(|_| "it is not UTF-8".to_owned())?;
    GameAudit::of_log(evidence.game, lines).map_err(|(seq, error)| format!("event {seq}: {error}"))
}

fn course(survey: &mut Survey) -> Course {
    let rolls = survey.in_order();
    let bar = progress(rolls.len(), "rolls counted");
    let mut course = Course::default();
    for piece in rolls.chunks(4_096) {
        for roll in piece {
            course.roll(roll);
        }
        bar.inc(piece.len() as u64);
    }
    bar.finish_and_clear();
    course
}

fn json_of(read: &Read, report: &Report) -> Value {
    json!({
        "games": read.survey.games(),
        "fates": read.survey.fates(),
        "damaged": read.damaged,
        "suspicious": read.survey.suspicious(),
        "report": report,
    })
}

fn verdict(read: &Read, report: &Report) -> Result<(), Failure> {
    for damaged in &read.damaged {
        eprintln!("{damaged}");
    }
    standing(&[
        (report.alarms.len(), "alarms stand"),
        (read.survey.suspicious().len(), "games stand out"),
        (read.damaged.len(), "logs are not sound"),
    ])
}

fn standing(reasons: &[(usize, &str)]) -> Result<(), Failure> {
    let told: Vec<String> = reasons
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{what}: {count}"))
        .collect();
    if told.is_empty() {
        Ok(())
    } else {
        Err(told.join(", ").into())
    }
}

fn progress(count: usize, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(count as u64);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}, {eta} left");
    style
        .map(|style| bar.clone().with_style(style))
        .unwrap_or(bar)
        .with_message(what.to_owned())
}
