//! Why a horse cannot move, in English and French.

use serde::Serialize;
use utoipa::ToSchema;

use crate::rules::{Blocked, HorseId};

/// A horse that cannot move, and why.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BlockedHorse)]
pub struct BlockedView {
    /// The horse, 1 … 4.
    pub horse: u8,
    /// A stable code.
    #[schema(examples("needs_exit_face"))]
    pub reason: String,
    /// The reason in words.
    pub text: Sentence,
}

/// One sentence in both languages.
#[derive(Debug, Serialize, ToSchema)]
pub struct Sentence {
    /// English.
    pub en: String,
    /// French.
    pub fr: String,
}

impl BlockedView {
    pub(super) fn new(horse: HorseId, blocked: Blocked) -> BlockedView {
        BlockedView {
            horse: horse.number(),
            reason: blocked.code().to_owned(),
            text: Sentence {
                en: blocked.to_string(),
                fr: french(blocked),
            },
        }
    }
}

fn french(blocked: Blocked) -> String {
    match blocked {
        Blocked::NeedsExitFace { faces } => {
            let faces = faces.to_string().replace(" or ", " ou ");
            format!("il faut un {faces} pour sortir de l'écurie")
        }
        Blocked::StartOccupied { by } => format!("la case de départ est occupée par le camp {by}"),
        Blocked::Overshoots { distance } => {
            format!("le dé est trop grand : il reste {distance} cases")
        }
        Blocked::MustStopOnFoot { distance } => {
            format!("il faut s'arrêter au pied de l'escalier, à {distance} cases")
        }
        Blocked::BounceTooFar => "le rebond irait trop loin en arrière".to_owned(),
        Blocked::NullBounce => "le rebond ramènerait le cheval à sa place".to_owned(),
        Blocked::WrongStep { needs } => format!("la marche suivante demande un {needs}"),
        Blocked::BonusNotOnStair => "un bonus ne fait pas monter l'escalier".to_owned(),
        Blocked::OwnHorse { at } => format!("un cheval de la même couleur occupe la case {at}"),
        Blocked::BlockedBy { seat, at } => {
            format!("on ne dépasse pas le cheval du camp {seat} en {at}")
        }
        Blocked::Wall { seat, at } => format!("le camp {seat} tient un barrage en {at}"),
        Blocked::SquareFull { at } => format!("deux chevaux occupent déjà la case {at}"),
        Blocked::StartImmune { seat, at } => {
            format!("le cheval du camp {seat} en {at}, sa case de départ, est intouchable")
        }
        Blocked::Finished => "il est arrivé".to_owned(),
        Blocked::BonusNotFromStable => "un bonus ne fait pas sortir de l'écurie".to_owned(),
        Blocked::OpeningDuty => "un six oblige à ouvrir un barrage".to_owned(),
        Blocked::ExitDuty => "il faut d'abord sortir un cheval de l'écurie".to_owned(),
        Blocked::VacateDuty => "il faut d'abord libérer la case de départ".to_owned(),
        Blocked::CaptureDuty => "la prise est obligatoire".to_owned(),
        Blocked::ThirdSix => "le troisième six de suite ne fait rien avancer".to_owned(),
        Blocked::NotSentHome => "il ne peut pas être renvoyé à l'écurie".to_owned(),
    }
}
