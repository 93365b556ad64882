//! Why a roll, a move or a wish to leave is refused.

use std::fmt;

/// A roll was not expected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RollError {
    /// A move must be chosen first.
    MoveExpected,
    /// The game is over.
    Over,
}

/// A move was not expected, or is none of the legal ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayError {
    /// The die must be rolled first.
    RollExpected,
    /// The game is over.
    Over,
    /// The move is not legal now.
    Illegal,
}

/// A seat cannot leave the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RetireError {
    /// It is not in the game, or no longer.
    NotPlaying,
    /// The game is over.
    Over,
}

/// The game is over: there is no turn to skip.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SkipError;

macro_rules! error_text {
    ($error:ident { $($variant:ident => $text:literal,)+ }) => {
        impl fmt::Display for $error {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($error::$variant => $text,)+ })
            }
        }

        impl std::error::Error for $error {}
    };
}

error_text!(RollError {
    MoveExpected => "a move is expected, not a roll",
    Over => "the game is over",
});
error_text!(PlayError {
    RollExpected => "a roll is expected, not a move",
    Over => "the game is over",
    Illegal => "the move is not legal",
});
error_text!(RetireError {
    NotPlaying => "the seat does not play",
    Over => "the game is over",
});

impl fmt::Display for SkipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the game is over")
    }
}

impl std::error::Error for SkipError {}
