//! The items that a client hands out.

use crate::error::Malformed;
use crate::events::{Event, Point};
use crate::screen_items::{Screen, Staff};
use crate::tree::{Changed, Config, Overridden, Snapshot, Tree, Warning};
use crate::tree_change::TreeChanged;
use crate::Fields;

/// An item that a client hands out.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Item {
    /// A connection begins.
    Connected(Connected),
    /// The connection was lost.
    Disconnected(Disconnected),
    /// The client has no connection.
    Waiting(Waiting),
    /// The changes of one report of a panel.
    Frame(Frame),
    /// A reply to a request.
    Reply(Reply),
    /// The state at one moment.
    Snapshot(Snapshot),
    /// A property of a screen has changed.
    Screen(Screen),
    /// A staff gesture was made.
    Staff(Staff),
    /// The result of a reload.
    Config(Config),
    /// Regions came, went or changed places.
    Tree(Tree),
    /// The same change as a difference, for a client with `tree_changes`.
    TreeChanged(TreeChanged),
    /// Properties of regions were set.
    Changed(Changed),
    /// The configuration file has overridden an edit of this client.
    Overridden(Overridden),
    /// A warning for the log.
    Warning(Warning),
    /// The client was too slow.
    Lagged(Lagged),
    /// The client has lost claims.
    Released(Released),
    /// A gesture's question.
    Question(Question),
    /// Any other line.
    Message(Message),
}

/// A connection begins. Subscriptions, claims and edits are sent again. If `epoch` changed, touchd was restarted: touch ids start over.
#[derive(Clone, Debug, PartialEq)]
pub struct Connected {
    /// The name and version of touchd.
    pub server: String,
    /// A text that changes when touchd is restarted.
    pub epoch: String,
    /// The names of what this touchd can do.
    pub capabilities: Vec<String>,
}

/// The connection was lost. Everything in progress has been cancelled, and requests without a reply have been refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Disconnected {
    /// The reason: `closed`, `badLine`, `gap`, `lineTooLong`, or the reason of `bye`.
    pub reason: String,
}

/// The client has no connection, and waits for the next attempt. Comes once for each reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Waiting {
    /// The path of the socket.
    pub path: String,
    /// The error of the attempt, such as 13 (EACCES); 110 (ETIMEDOUT): no hello came in time; `None`: touchd closes the connection without a hello.
    pub errno: Option<i32>,
    /// The reason in words, with a hint.
    pub message: String,
}

/// The changes of one report of a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The line's number; 0 in a frame that the library made.
    pub seq: u64,
    /// The event time in µs.
    pub time: i64,
    /// The panel's id.
    pub panel: String,
    /// The changes, as events.
    pub events: Vec<Event>,
}

/// A reply of touchd or of the library. The library's `code` is `disconnected` if the request was sent and may have been done, and `notSent` if it
/// was not sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The request's id.
    pub id: u64,
    /// Whether the request was done.
    pub ok: bool,
    /// The error, for programs.
    pub code: Option<String>,
    /// The error, in words.
    pub message: Option<String>,
    /// Advice on the error.
    pub hint: Option<String>,
    /// All keys of the line, such as `generation`.
    pub fields: Fields,
}

impl Reply {
    pub(crate) fn of(fields: &Fields) -> Result<Reply, Malformed> {
        let error = fields.get("error").and_then(|error| error.as_object()).cloned().unwrap_or_default();
        Ok(Reply {
            id: fields.whole("id")?,
            ok: fields.boolean("ok").ok_or(Malformed)?,
            code: error.owned("code"),
            message: error.owned("message"),
            hint: error.owned("hint"),
            fields: fields.clone(),
        })
    }
}

/// The client was too slow. Its touches have been cancelled, and a snapshot follows.
#[derive(Clone, Debug, PartialEq)]
pub struct Lagged {
    /// The line's number.
    pub seq: u64,
    /// The number of moves that the client did not see.
    pub merged: u64,
    /// The ids of the touches that were cancelled for the client.
    pub cancelled: Vec<u64>,
}

impl Lagged {
    pub(crate) fn of(fields: &Fields) -> Result<Lagged, Malformed> {
        Ok(Lagged { seq: fields.whole("seq")?, merged: fields.whole("merged")?, cancelled: fields.wholes("cancelled")? })
    }
}

/// The client has lost its claims on these receivers. The library does not claim them again.
#[derive(Clone, Debug, PartialEq)]
pub struct Released {
    /// The ids of the receivers.
    pub receivers: Vec<String>,
    /// The reason.
    pub reason: String,
}

/// A gesture's question. Answer it with [`Client::answer`](crate::Client::answer) before the deadline.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The id to answer with.
    pub id: u64,
    /// The question: `shouldReceive`: whether the gesture gets this touch; `shouldBegin`: whether it may begin, or be recognized.
    pub ask: String,
    /// The event time in µs.
    pub time: i64,
    /// The event time in µs from which the answer declared in the configuration counts.
    pub deadline: i64,
    /// The panel's id.
    pub panel: String,
    /// The gesture's id.
    pub gesture: String,
    /// The gesture's type.
    pub kind: String,
    /// The id of the gesture's region.
    pub region: String,
    /// The ids of the touches.
    pub touches: Vec<u64>,
    /// The location, in the region's own space.
    pub local: Option<Point>,
    /// The region that the touch hit, with `shouldReceive`.
    pub target: Option<String>,
    /// All keys of the line, including those of the gesture's event.
    pub fields: Fields,
}

impl Question {
    pub(crate) fn of(fields: &Fields) -> Result<Question, Malformed> {
        Ok(Question {
            id: fields.whole("id")?,
            ask: fields.text("ask")?,
            time: fields.integer("time")?,
            deadline: fields.integer("deadline")?,
            panel: fields.text("panel")?,
            gesture: fields.text("gesture")?,
            kind: fields.text("kind")?,
            region: fields.text("region")?,
            touches: fields.wholes("touches")?,
            local: fields.point("local"),
            target: fields.owned("target"),
            fields: fields.clone(),
        })
    }
}

/// Any other line: `panel`, `trace`, `settled`, `input`, `recorded`, `pong`, `synced`, `bye`, and lines of later servers.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// The line's type.
    pub kind: String,
    /// All keys of the line.
    pub fields: Fields,
}
