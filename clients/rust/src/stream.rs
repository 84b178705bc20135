//! The protocol without a socket: turns bytes into items, and requests into bytes.

mod greeting;
mod requests;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::alive::{self, Alive};
use crate::asked::Asked;
use crate::edits::Edits;
use crate::error::Malformed;
use crate::items::{Disconnected, Frame, Item, Lagged, Message, Question, Released, Reply};
use crate::lines::LineBuffer;
use crate::screen_items::{Screen, Staff};
use crate::tree::{Changed, Config, Overridden, Region, Snapshot, Tree, Warning};
use crate::tree_change::TreeChanged;
use crate::{json, Error, Fields, Value};

/// The longest line that is read, in bytes.
pub(crate) const LONGEST_LINE: usize = 64 << 20;

pub(crate) struct Stream {
    name: Option<String>,
    tree_changes: bool,
    /// The subscriptions and claims that each new connection repeats, by the request's id.
    sent: BTreeMap<u64, Fields>,
    /// The claims whose reply is due. A refusal removes the claim from those that are repeated.
    claims_due: BTreeSet<u64>,
    last_id: u64,
    asked: Asked,
    edits: Edits,
    alive: Alive,
    /// The error if the server speaks another protocol: connecting again is useless.
    pub(crate) mismatch: Option<Error>,
    /// Whether the client will not connect again, and whether it was closed.
    has_given_up: bool,
    is_closed: bool,

    // The state of one connection:
    lines: LineBuffer,
    /// Whether the server has said hello, and whether the connection must be closed.
    pub(crate) is_greeted: bool,
    pub(crate) is_over: bool,
    seq: u64,
    /// The server's ids of the subscriptions.
    server_ids: HashMap<u64, u64>,
    /// The longest line that this server accepts, in bytes.
    line_limit: usize,
    /// The bytes to send.
    pub(crate) outgoing: Vec<u8>,
}

impl Stream {
    pub(crate) fn new(name: Option<String>, tree_changes: bool) -> Stream {
        Stream {
            name,
            tree_changes,
            sent: BTreeMap::new(),
            claims_due: BTreeSet::new(),
            last_id: 0,
            asked: Asked::default(),
            edits: Edits::default(),
            alive: Alive::default(),
            mismatch: None,
            has_given_up: false,
            is_closed: false,
            lines: LineBuffer::default(),
            is_greeted: false,
            is_over: false,
            seq: 0,
            server_ids: HashMap::new(),
            line_limit: usize::MAX,
            outgoing: Vec::new(),
        }
    }

    /// Begins a connection.
    pub(crate) fn reset(&mut self) {
        self.lines = LineBuffer::default();
        (self.is_greeted, self.is_over) = (false, false);
        self.seq = 0;
        self.server_ids.clear();
        self.line_limit = usize::MAX;
        self.outgoing.clear();
    }

    pub(crate) fn is_open(&self) -> bool {
        self.is_greeted && !self.is_over
    }

    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        self.lines.append(bytes);
    }

    /// The items of the next complete line that has any; none if there is no such line. A line is read only on request, so that a `Touch` is never
    /// more than a frame ahead of its events. If `is_over` is true afterwards, the connection must be closed.
    pub(crate) fn next(&mut self) -> Result<Vec<Item>, Error> {
        while !self.is_over {
            let line = self.lines.next().map(|line| if line.len() > LONGEST_LINE { Line::TooLong } else { Line::of(&line) });
            let items = match line {
                Some(line) => self.items(line)?,
                None if self.lines.incomplete() > LONGEST_LINE => self.lost("lineTooLong"),
                None => return Ok(Vec::new()),
            };
            if !items.is_empty() {
                return Ok(items);
            }
        }
        Ok(Vec::new())
    }

    /// Refuses all waiting requests, because the client will not connect again.
    pub(crate) fn give_up(&mut self) -> Vec<Item> {
        self.has_given_up = true;
        let edits = self.edits.give_up();
        self.asked.give_up(edits).into_iter().map(Item::Reply).collect()
    }

    /// Returns the replies that the library has made since the last call.
    pub(crate) fn settled(&mut self) -> Vec<Item> {
        self.asked.settled().into_iter().map(Item::Reply).collect()
    }

    /// Ends the stream without items. Later requests have no effect, and nothing of them is kept.
    pub(crate) fn close(&mut self) {
        (self.is_over, self.is_closed) = (true, true);
        self.outgoing.clear();
    }

    /// Ends the connection. First everything in progress is cancelled, then the requests without a reply are refused.
    pub(crate) fn lost(&mut self, reason: &str) -> Vec<Item> {
        let mut items = self.cancels();
        if self.is_open() {
            items.extend(self.asked.end().into_iter().map(Item::Reply));
            items.push(Item::Disconnected(Disconnected { reason: reason.to_owned() }));
        }
        self.is_over = true;
        items
    }

    fn cancels(&mut self) -> Vec<Item> {
        self.alive.cancelled().into_iter().map(Item::Frame).collect()
    }

    fn items(&mut self, line: Line) -> Result<Vec<Item>, Error> {
        let (kind, fields) = match line {
            Line::Message(kind, fields) => (kind, fields),
            Line::TooLong => return Ok(self.lost("lineTooLong")),
            Line::Garbage(_) if self.is_greeted => return Ok(self.lost("badLine")),
            Line::Garbage(begin) => return Err(Error::ProtocolMismatch(format!("the server at the socket is not touchd: {begin:?}"))),
        };
        if !self.is_greeted {
            return self.hello(&kind, &fields);
        }
        self.message(&kind, &fields).or_else(|Malformed| Ok(self.lost("badLine")))
    }

    fn message(&mut self, kind: &str, fields: &Fields) -> Result<Vec<Item>, Malformed> {
        if ["frame", "snapshot", "lagged"].contains(&kind) {
            let seq = fields.whole("seq")?;
            if self.seq.checked_add(1) != Some(seq) {
                return Ok(self.lost("gap"));
            }
            self.seq = seq;
        }
        if let ("pong" | "synced", Ok(id)) = (kind, fields.whole("id")) {
            self.asked.answered(id);
        }
        Ok(vec![match kind {
            "frame" => Item::Frame(self.frame(fields)?),
            "reply" => return self.reply(fields),
            "snapshot" => Item::Snapshot(Snapshot::of(fields)?),
            "screen" => Item::Screen(Screen::of(fields)?),
            "staff" => Item::Staff(Staff::of(fields)?),
            "config" => Item::Config(Config::of(fields)?),
            "tree" if !fields.contains_key("regions") => Item::TreeChanged(TreeChanged::of(fields)?),
            "tree" => Item::Tree(Tree { generation: fields.whole("generation")?, regions: fields.each("regions", Region::of)? }),
            "changed" => Item::Changed(Changed { generation: fields.whole("generation")?, regions: fields.each("regions", Region::of)? }),
            "overridden" => {
                let item = Overridden { region: fields.text("region")?, key: fields.owned("key"), generation: fields.whole("generation")? };
                self.edits.overridden(&item.region, item.key.as_deref());
                Item::Overridden(item)
            }
            "warning" => Item::Warning(Warning { code: fields.text("code")?, message: fields.text("message")?, fields: fields.clone() }),
            "lagged" => Item::Lagged(Lagged::of(fields)?),
            "released" => {
                let item = Released { receivers: fields.texts("receivers")?, reason: fields.text("reason")? };
                self.forget(&item.receivers);
                Item::Released(item)
            }
            "question" => Item::Question(Question::of(fields)?),
            "bye" => return self.bye(fields),
            _ => Item::Message(Message { kind: kind.to_owned(), fields: fields.clone() }),
        }])
    }

    fn frame(&mut self, fields: &Fields) -> Result<Frame, Malformed> {
        let (panel, time) = (fields.text("panel")?, fields.integer("time")?);
        // All events are read before one is recorded: a frame that breaks the protocol is not handed out, so it must not begin or end anything.
        let read = |event: &Value| alive::read(event.as_object().ok_or(Malformed)?, &panel);
        let candidates: Vec<_> = fields.list("events")?.iter().map(read).collect::<Result<_, _>>()?;
        let events = candidates.into_iter().flatten().filter_map(|candidate| self.alive.admit(candidate, &panel, time)).collect();
        Ok(Frame { seq: self.seq, time, panel, events })
    }

    fn reply(&mut self, fields: &Fields) -> Result<Vec<Item>, Malformed> {
        if let (Some(Value::Null), Some(_)) = (fields.get("id"), fields.boolean("ok")) {
            // It answers no request: touchd sends it for a line that it cannot read as a request.
            return Ok(vec![Item::Message(Message { kind: "reply".to_owned(), fields: fields.clone() })]);
        }
        // The whole reply is read before it has an effect: a malformed reply answers nothing.
        let reply = Reply::of(fields)?;
        let warnings = Warning::unmatched(fields)?;
        self.asked.answered(reply.id);
        self.edits.answered(reply.id, reply.ok);
        if self.claims_due.remove(&reply.id) && !reply.ok {
            self.sent.remove(&reply.id);
        }
        if let (true, Ok(subscription)) = (reply.ok, fields.whole("subscription")) {
            self.server_ids.insert(reply.id, subscription);
        }
        Ok(std::iter::once(Item::Reply(reply)).chain(warnings.into_iter().map(Item::Warning)).collect())
    }

    fn bye(&mut self, fields: &Fields) -> Result<Vec<Item>, Malformed> {
        let reason = fields.text("reason")?;
        let mut items = self.cancels();
        self.is_over = true;
        if reason == "protocol" {
            let message = fields.string("message").unwrap_or("touchd speaks another protocol");
            self.mismatch = Some(Error::ProtocolMismatch(message.to_owned()));
        }
        items.push(Item::Message(Message { kind: "bye".to_owned(), fields: fields.clone() }));
        items.extend(self.asked.end().into_iter().map(Item::Reply));
        items.push(Item::Disconnected(Disconnected { reason }));
        Ok(items)
    }
}

/// A line: its type and keys, or why it has none; of garbage the first bytes.
enum Line {
    Message(String, Fields),
    TooLong,
    Garbage(String),
}

impl Line {
    fn of(bytes: &[u8]) -> Line {
        if let Ok(Value::Object(fields)) = json::parse(bytes) {
            if let Some(kind) = fields.owned("type") {
                return Line::Message(kind, fields);
            }
        }
        Line::Garbage(String::from_utf8_lossy(&bytes[..bytes.len().min(60)]).into_owned())
    }
}
