//! `petits-chevaux fairness`: the statistics of the dice, recomputed from logs.

mod logs;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::Failure;
use crate::fairness::words::{self, Lang};
use crate::fairness::{Course, GameAudit, Report, Survey, plot};
use crate::game::GameId;
use logs::Log;

/// Recompute the statistics of the dice from logs
#[derive(Debug, Args)]
pub(super) struct FairnessOptions {
    /// Logs, one event a line, and folders of them; the name of a file is the id of its game
    #[arg(required = true, value_name = "LOG|DIR")]
    paths: Vec<PathBuf>,
    /// The id of the game, for one log whose name does not say it
    #[arg(long, value_name = "UUID")]
    game: Option<GameId>,
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
        let logs = logs::find(&self.paths, self.game)?;
        let mut read = read(&logs);
        let course = course(&mut read.survey);
        let report = Report::new(course.watch());
        if self.json {
            println!("{}", json_of(&read, &report));
        } else {
            self.print(&read, &report);
        }
        if let Some(folder) = &self.svg {
            std::fs::create_dir_all(folder)?;
            for (name, picture) in plot::all(&report, &course, self.lang.lang()) {
                std::fs::write(folder.join(name).with_extension("svg"), picture)?;
            }
        }
        verdict(&read, &report)
    }

    fn print(&self, read: &Read, report: &Report) {
        let lang = self.lang.lang();
        print!("{}", words::summary(&read.survey, lang));
        if let Some(audit) = &read.single {
            print!("{}", words::seats(audit, lang));
        }
        print!("{}", words::report(report, lang));
    }
}

fn read(logs: &[Log]) -> Read {
    let bar = progress(logs.len(), "games read");
    let mut read = Read {
        survey: Survey::default(),
        damaged: Vec::new(),
        single: None,
    };
    for log in logs {
        match log.audit() {
            Ok(audit) => {
                read.survey.add(&audit);
                read.single = (logs.len() == 1).then_some(audit);
            }
            Err(failure) => read.damaged.push(failure.to_string()),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    read
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
    let reasons = [
        (report.alarms.len(), "alarms stand"),
        (read.survey.suspicious().len(), "games stand out"),
        (read.damaged.len(), "logs are not sound"),
    ];
    let told: Vec<String> = reasons
        .into_iter()
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
