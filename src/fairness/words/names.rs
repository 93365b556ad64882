//! What is tested, as people call it.

use super::Lang;
use crate::fairness::{Chance, Fate, Stratum, Tested};

impl Lang {
    /// The rolls of a stratum.
    pub(super) fn stratum(self, stratum: Stratum) -> &'static str {
        let (english, french) = match stratum {
            Stratum::All => ("all rolls", "tous les lancers"),
            Stratum::Draw => ("draws for the first player", "tirages du premier joueur"),
            Stratum::FirstTry => ("first roll of a turn", "premier lancer d'un tour"),
            Stratum::LaterTry => ("second or third try", "deuxième ou troisième essai"),
            Stratum::Bonus => ("rolls again (a six, say)", "relances (après un six, etc.)"),
            Stratum::Seat1 => ("seat 1", "place 1"),
            Stratum::Seat2 => ("seat 2", "place 2"),
            Stratum::Seat3 => ("seat 3", "place 3"),
            Stratum::Seat4 => ("seat 4", "place 4"),
            Stratum::Seat5 => ("seat 5", "place 5"),
            Stratum::Seat6 => ("seat 6", "place 6"),
            Stratum::AllInStable => ("all horses in the stable", "tous les chevaux à l'écurie"),
            Stratum::Needs1 => ("on the stair, needs a 1", "escalier, il faut un 1"),
            Stratum::Needs2 => ("on the stair, needs a 2", "escalier, il faut un 2"),
            Stratum::Needs3 => ("on the stair, needs a 3", "escalier, il faut un 3"),
            Stratum::Needs4 => ("on the stair, needs a 4", "escalier, il faut un 4"),
            Stratum::Needs5 => ("on the stair, needs a 5", "escalier, il faut un 5"),
            Stratum::Needs6 => ("on the stair, needs a 6", "escalier, il faut un 6"),
            Stratum::CaptureInReach => ("a capture in reach", "une prise à portée"),
            Stratum::InDanger => ("a horse in danger", "un cheval menacé"),
            Stratum::Leader => ("of the leader", "du premier de la course"),
            Stratum::Trailer => ("of the last in the race", "du dernier de la course"),
            Stratum::Creator => ("of who created the game", "du créateur de la partie"),
            Stratum::Guest => ("of the others", "des autres"),
            Stratum::Human => ("of people", "des humains"),
            Stratum::Bot => ("of bots", "des robots"),
            Stratum::Asked => ("asked for", "demandés"),
            Stratum::Unasked => (
                "rolled by the server itself",
                "lancés par le serveur lui-même",
            ),
            Stratum::AfterPause => ("after a day's pause", "après un jour de pause"),
            Stratum::Sealed => ("players with a chain", "joueurs avec une chaîne"),
            Stratum::Seeded => ("players with a seed", "joueurs avec une graine"),
            Stratum::Unsealed => ("players with neither", "joueurs sans rien"),
            Stratum::After1 => ("after a 1", "après un 1"),
            Stratum::After2 => ("after a 2", "après un 2"),
            Stratum::After3 => ("after a 3", "après un 3"),
            Stratum::After4 => ("after a 4", "après un 4"),
            Stratum::After5 => ("after a 5", "après un 5"),
            Stratum::After6 => ("after a 6", "après un 6"),
            Stratum::Lag1 => ("a 1 one round before", "un 1 un tour de table avant"),
            Stratum::Lag2 => ("a 2 one round before", "un 2 un tour de table avant"),
            Stratum::Lag3 => ("a 3 one round before", "un 3 un tour de table avant"),
            Stratum::Lag4 => ("a 4 one round before", "un 4 un tour de table avant"),
            Stratum::Lag5 => ("a 5 one round before", "un 5 un tour de table avant"),
            Stratum::Lag6 => ("a 6 one round before", "un 6 un tour de table avant"),
            Stratum::Utc00 => ("from 0 to 4 h UTC", "de 0 à 4 h UTC"),
            Stratum::Utc04 => ("from 4 to 8 h UTC", "de 4 à 8 h UTC"),
            Stratum::Utc08 => ("from 8 to 12 h UTC", "de 8 à 12 h UTC"),
            Stratum::Utc12 => ("from 12 to 16 h UTC", "de 12 à 16 h UTC"),
            Stratum::Utc16 => ("from 16 to 20 h UTC", "de 16 à 20 h UTC"),
            Stratum::Utc20 => ("from 20 to 24 h UTC", "de 20 à 24 h UTC"),
        };
        self.pick(english, french)
    }

    /// The hits of a question.
    pub(super) fn chance(self, chance: Chance) -> &'static str {
        let (english, french) = match chance {
            Chance::Six => ("sixes", "six"),
            Chance::Repeat => ("same face again", "même face de nouveau"),
            Chance::Exit => ("first horse let out", "premier cheval sorti"),
            Chance::Stair => (
                "the needed face on the stair",
                "la face voulue à l'escalier",
            ),
            Chance::Capture => ("a capture made possible", "une prise rendue possible"),
            Chance::Behind => ("a face that is behind", "une face en retard"),
            Chance::Missing => ("a face that is missing", "une face qui manque"),
        };
        self.pick(english, french)
    }

    pub(super) fn tested(self, tested: Tested) -> &'static str {
        match tested {
            Tested::Faces(stratum) => self.stratum(stratum),
            Tested::Hits(chance) => self.chance(chance),
        }
    }

    /// What became of games.
    pub(super) fn fate(self, fate: Fate) -> &'static str {
        let (english, french) = match fate {
            Fate::Waiting => ("not begun", "pas commencées"),
            Fate::Running => ("running", "en cours"),
            Fate::Finished => ("finished", "finies"),
            Fate::Resigned => ("ended by resignation", "finies par abandon"),
            Fate::RollCap => ("ended by the roll limit", "finies par la limite de lancers"),
            Fate::Aborted => ("called off", "annulées"),
        };
        self.pick(english, french)
    }
}
