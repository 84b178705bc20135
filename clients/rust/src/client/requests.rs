//! The requests of a client.

use super::Client;
use crate::{json, Fields, Value};

/// The options of a subscription, besides its regions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wishes {
    /// The kinds of events: `touch`, `gesture`, `control`, `scroll`; `None`: all.
    pub events: Option<Vec<String>>,
    /// Whether to observe touches of other clients' regions.
    pub observe: bool,
    /// Whether events have pressure, size, orientation, distance and tool.
    pub axes: bool,
    /// The limit in frames per second.
    pub max_rate: Option<f64>,
    /// Whether events have the samples that were merged into them.
    pub coalesced: bool,
}

impl Wishes {
    /// The wish for these kinds of events only.
    pub fn events<I: IntoIterator>(kinds: I) -> Wishes
    where
        I::Item: Into<String>,
    {
        Wishes { events: Some(texts(kinds)), ..Wishes::default() }
    }
}

/// The options of an edit. `Editing::default()` has neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Editing {
    /// Whether added regions stay when the connection ends.
    pub keep: bool,
    /// Whether each new connection repeats the request, except edits that touchd refused, that a later edit with `redo` replaced, or that a removal
    /// undid.
    pub redo: bool,
}

impl Editing {
    /// The option `keep` alone.
    pub const KEEP: Editing = Editing { keep: true, redo: false };
    /// The option `redo` alone.
    pub const REDO: Editing = Editing { keep: false, redo: true };
}

/// # Requests
///
/// Each method returns the request's id, which the reply repeats. Subscriptions, claims, and edits with `redo` are sent again on each new connection.
impl Client {
    /// Subscribes to regions: globs over region paths.
    pub fn subscribe<I: IntoIterator>(&mut self, regions: I, wishes: Wishes) -> u64
    where
        I::Item: Into<String>,
    {
        let mut members: Fields = [("regions", texts(regions))].into_iter().collect();
        if let Some(events) = wishes.events {
            members.insert("events", events);
        }
        if let Some(rate) = wishes.max_rate {
            members.insert("maxRate", rate);
        }
        for (key, wish) in [("observe", wishes.observe), ("axes", wishes.axes), ("coalesced", wishes.coalesced)] {
            if wish {
                members.insert(key, true);
            }
        }
        let id = self.stream.remembered("subscribe", members);
        self.finish(id)
    }

    /// Cancels a subscription. `subscription` is the id that `subscribe` returned; its reply must have come.
    pub fn unsubscribe(&mut self, subscription: u64) -> u64 {
        let id = self.stream.unsubscribe(subscription);
        self.finish(id)
    }

    /// Claims receivers: this client takes responsibility for them. With `ack_within` (ms) it must [`ack`](Client::ack) in time.
    pub fn claim<I: IntoIterator>(&mut self, receivers: I, ack_within: Option<u32>) -> u64
    where
        I::Item: Into<String>,
    {
        let mut members: Fields = [("receivers", texts(receivers))].into_iter().collect();
        if let Some(ms) = ack_within {
            members.insert("ackWithin", ms);
        }
        let id = self.stream.remembered("claim", members);
        self.finish(id)
    }

    /// Gives claims back.
    pub fn release<I: IntoIterator>(&mut self, receivers: I) -> u64
    where
        I::Item: Into<String>,
    {
        let id = self.stream.release(texts(receivers));
        self.finish(id)
    }

    /// Edits the tree: all of `edits`, or none.
    pub fn edit(&mut self, edits: impl IntoIterator<Item = Value>, how: Editing) -> u64 {
        let id = self.stream.edit(edits.into_iter().collect(), how.keep, how.redo);
        self.finish(id)
    }

    /// Makes any request of docs/protocol.md, such as `request("hit", json!({"x": 10, "y": 20}))`; without members `json!(null)`. Without a
    /// connection it waits for the next one. It is not repeated: if the connection is lost before the reply, the request is refused as `disconnected`.
    pub fn request(&mut self, kind: &str, members: Value) -> u64 {
        let id = match members {
            Value::Object(members) => self.stream.request(kind, members),
            Value::Null => self.stream.request(kind, Fields::default()),
            _ => self.stream.refuse_members(),
        };
        self.finish(id)
    }

    /// Tells touchd that line `seq` and all lines before it have been read. Without a connection this does nothing, because `seq` belongs to one.
    pub fn ack(&mut self, seq: u64) {
        self.stream.send(&[("type", json!("ack")), ("seq", json!(seq))].into_iter().collect());
        self.flush();
    }

    /// Answers the question with this id. There is no reply. An answer that comes too late, or after the connection was lost, has no effect.
    pub fn answer(&mut self, question: u64, value: bool) {
        self.stream.send(&[("type", json!("answer")), ("id", json!(question)), ("value", json!(value))].into_iter().collect());
        self.flush();
    }

    /// Completes a request. Replies that the library makes itself are queued after the waiting items.
    fn finish(&mut self, id: u64) -> u64 {
        let mut settled = self.stream.settled();
        if self.failure.is_some() {
            // Nothing will send it.
            settled.extend(self.stream.give_up());
        }
        if !self.is_closed {
            self.items.extend(settled);
        }
        self.flush();
        id
    }
}

fn texts<I: IntoIterator>(texts: I) -> Vec<String>
where
    I::Item: Into<String>,
{
    texts.into_iter().map(Into::into).collect()
}
