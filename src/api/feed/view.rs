//! Items of the feed, as they are shown.

use serde::Serialize;
use utoipa::ToSchema;

use crate::api::extract::Cursor;
use crate::api::invitations::{InvitationView, Names};
use crate::api::state::Api;
use crate::app::AppError;
use crate::app::feed::{Course, FeedItem, FeedPage, FeedThing};
use crate::game::Time;
use crate::store::{ChangedGame, Invitation, Reminder, Status};

/// A piece of the feed.
#[derive(Serialize, ToSchema)]
#[schema(as = Feed)]
pub(in crate::api) struct FeedView {
    /// What changed, the oldest change first.
    items: Vec<FeedItemView>,
    /// The cursor to go on with.
    next: String,
    /// Whether the feed began again, because the database is another one or an older copy: read
    /// your games and invitations again.
    restarted: bool,
}

/// Something that changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = FeedItem, discriminator(property_name = "type", mapping(
    ("game" = "#/components/schemas/GameItem"),
    ("invitation" = "#/components/schemas/InvitationItem"),
    ("reminder" = "#/components/schemas/ReminderItem"))))]
pub(in crate::api) enum FeedItemView {
    /// A game that you play.
    Game(GameItem),
    /// An invitation that you got or sent.
    Invitation(InvitationItem),
    /// A deadline that comes near.
    Reminder(ReminderItem),
}

/// A game that you play has changed.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct GameItem {
    /// Always `game`.
    r#type: GameTag,
    /// The same for the same change.
    id: String,
    /// Which game.
    game: String,
    /// What it is called.
    title: String,
    /// The number of its last event. `GET …/events?since=` your own version has what happened.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    version: i64,
    /// What it is for you now.
    kind: GameKind,
    /// Until when you have to act, if it is your turn and the game has a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    deadline: Option<String>,
}

/// What a game is for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::api) enum GameKind {
    /// It has not begun; its seats may have changed.
    Lobby,
    /// It waits for you.
    YourTurn,
    /// It goes on, or waits for somebody else.
    Moved,
    /// It was played to its end.
    Ended,
    /// It was called off.
    CalledOff,
}

/// An invitation has changed.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct InvitationItem {
    /// Always `invitation`.
    r#type: InvitationTag,
    /// The same for the same change.
    id: String,
    /// The invitation as it stands.
    invitation: InvitationView,
}

/// A deadline comes near.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::api) struct ReminderItem {
    /// Always `reminder`.
    r#type: ReminderTag,
    /// The same for the same change.
    id: String,
    /// In which game.
    game: String,
    /// The roll that numbers the turn.
    #[schema(maximum = 4_294_967_295_u64)]
    roll: i64,
    /// How many seconds before the deadline you wanted to know.
    #[schema(maximum = 172_800)]
    before_s: i64,
    /// Until when you have to act.
    #[schema(format = DateTime)]
    deadline: String,
}

// One type a value: generators of clients tell the cases apart by it.
macro_rules! tags {
    ($($tag:ident $value:ident)+) => {
        $(#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        enum $tag {
            $value,
        })+
    };
}

tags! {
    GameTag Game
    InvitationTag Invitation
    ReminderTag Reminder
}

impl FeedView {
    pub(super) async fn new(api: &Api, page: &FeedPage) -> Result<Self, AppError> {
        Ok(Self {
            items: FeedItemView::all(api, page).await?,
            next: Cursor::to(&page.next),
            restarted: page.course == Course::Again,
        })
    }
}

impl FeedItemView {
    pub(super) async fn all(api: &Api, page: &FeedPage) -> Result<Vec<Self>, AppError> {
        let (mut names, mut views) = (Names::default(), Vec::with_capacity(page.items.len()));
        for item in &page.items {
            views.push(match &item.what {
                FeedThing::Game(game) => Self::Game(GameItem::new(game)),
                FeedThing::Invitation(invitation) => Self::Invitation(InvitationItem {
                    r#type: InvitationTag::Invitation,
                    id: id(item, invitation),
                    invitation: InvitationView::new(api, &mut names, invitation).await?,
                }),
                FeedThing::Reminder(reminder) => Self::Reminder(ReminderItem::new(reminder)),
            });
        }
        Ok(views)
    }

    /// The name of its event in a stream.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Game(_) => "game",
            Self::Invitation(_) => "invitation",
            Self::Reminder(_) => "reminder",
        }
    }
}

/// An invitation may be sent again after it was answered, so its change has the stamp.
fn id(item: &FeedItem, invitation: &Invitation) -> String {
    format!("{}-{}-i{}", invitation.game, invitation.player, item.stamp)
}

impl GameItem {
    fn new(game: &ChangedGame) -> Self {
        let kind = match game.status {
            Status::Lobby => GameKind::Lobby,
            Status::Playing if game.awaited != 0 => GameKind::YourTurn,
            Status::Playing => GameKind::Moved,
            Status::Finished => GameKind::Ended,
            Status::Aborted => GameKind::CalledOff,
        };
        let deadline = game.due_us.filter(|_| kind == GameKind::YourTurn);
        Self {
            r#type: GameTag::Game,
            id: format!("{}-v{}", game.game, game.version),
            game: game.game.to_string(),
            title: game.title.clone(),
            version: game.version,
            kind,
            deadline: deadline.map(|due_us| Time::from_us(due_us).to_string()),
        }
    }
}

impl ReminderItem {
    fn new(reminder: &Reminder) -> Self {
        let Reminder {
            game,
            roll,
            before_s,
            ..
        } = reminder;
        Self {
            r#type: ReminderTag::Reminder,
            id: format!("{game}-r{roll}-{before_s}"),
            game: game.to_string(),
            roll: *roll,
            before_s: *before_s,
            deadline: Time::from_us(reminder.due_us).to_string(),
        }
    }
}
