//! Requests without a reply. Every request is either sent, or refused by the library itself.

use std::collections::BTreeMap;

use crate::items::Reply;
use crate::{json, Fields};

/// The limits of the requests that wait for a connection: their number, and their bytes.
const KEPT_REQUESTS: usize = 1000;
const KEPT_BYTES: usize = 256 << 10;

#[derive(Default)]
pub(crate) struct Asked {
    /// Requests made without a connection, in order. The next connection sends them.
    kept: BTreeMap<u64, Vec<u8>>,
    /// The number of requests that wait for a connection: those of `kept`, and edits that will be redone. Also their bytes.
    waiting: usize,
    waiting_bytes: usize,
    /// Requests sent on this connection, and whether the end of the connection also does what the request asks for.
    unanswered: BTreeMap<u64, bool>,
    /// Replies made by the library that have not been handed out yet.
    settled: Vec<Reply>,
}

impl Asked {
    pub(crate) fn sent(&mut self, id: u64) {
        self.unanswered.insert(id, false);
    }

    /// Records a request such as `release`, whose purpose the end of the connection fulfils too. Without a connection it is done at once.
    pub(crate) fn ending(&mut self, id: u64, is_open: bool) {
        if is_open {
            self.unanswered.insert(id, true);
        } else {
            self.settled.push(done(id));
        }
    }

    pub(crate) fn keep(&mut self, id: u64, line: Vec<u8>) {
        if self.may_wait(id, line.len()) {
            self.kept.insert(id, line);
        }
    }

    /// Whether one more request may wait for a connection. If not, the request is refused.
    pub(crate) fn may_wait(&mut self, id: u64, bytes: usize) -> bool {
        if self.waiting == KEPT_REQUESTS || self.waiting_bytes + bytes > KEPT_BYTES {
            let message = "there is no connection to touchd, and too many requests are already waiting for one";
            self.refuse(id, message, Some("make the request again when there is a connection"));
            return false;
        }
        self.waiting += 1;
        self.waiting_bytes += bytes;
        true
    }

    /// Refuses a request that was not sent.
    pub(crate) fn refuse(&mut self, id: u64, message: &str, hint: Option<&str>) {
        self.settled.push(refusal(id, "notSent", message, hint));
    }

    /// Refuses a request, because the client will not connect again.
    pub(crate) fn not_sent(&mut self, id: u64) {
        self.settled.push(not_sent(id));
    }

    /// Refuses waiting requests that exceed the limit that the new connection's server has stated.
    pub(crate) fn drop_kept(&mut self, limit: usize) {
        for (id, line) in std::mem::take(&mut self.kept) {
            if line.len() - 1 > limit {
                self.too_long(id, line.len() - 1, limit);
            } else {
                self.kept.insert(id, line);
            }
        }
    }

    pub(crate) fn too_long(&mut self, id: u64, length: usize, limit: usize) {
        self.refuse(id, &format!("the request has {length} bytes, but this touchd accepts at most {limit} in a line"), None);
    }

    pub(crate) fn send_kept(&mut self) -> Vec<u8> {
        (self.waiting, self.waiting_bytes) = (0, 0);
        let kept = std::mem::take(&mut self.kept);
        self.unanswered.extend(kept.keys().map(|id| (*id, false)));
        kept.into_values().flatten().collect()
    }

    pub(crate) fn answered(&mut self, id: u64) {
        self.unanswered.remove(&id);
    }

    /// Returns the replies that the library has made since the last call.
    pub(crate) fn settled(&mut self) -> Vec<Reply> {
        std::mem::take(&mut self.settled)
    }

    /// Refuses the unanswered requests, because the connection was lost and touchd may or may not have done them.
    pub(crate) fn end(&mut self) -> Vec<Reply> {
        std::mem::take(&mut self.unanswered).into_iter().map(|(id, is_done)| if is_done { done(id) } else { disconnected(id) }).collect()
    }

    /// Refuses all waiting requests, because the client will not connect again. `edits`: the edits without a reply, and whether they were sent.
    pub(crate) fn give_up(&mut self, edits: BTreeMap<u64, bool>) -> Vec<Reply> {
        (self.waiting, self.waiting_bytes) = (0, 0);
        let mut requests = edits;
        requests.extend(std::mem::take(&mut self.kept).into_keys().map(|id| (id, false)));
        requests.into_iter().map(|(id, is_sent)| if is_sent { disconnected(id) } else { not_sent(id) }).collect()
    }
}

fn done(id: u64) -> Reply {
    let fields = [("type", json!("reply")), ("id", json!(id)), ("ok", json!(true))];
    Reply { id, ok: true, code: None, message: None, hint: None, fields: fields.into_iter().collect() }
}

fn disconnected(id: u64) -> Reply {
    let message = "the connection was lost before touchd answered; touchd may have carried out the request";
    refusal(id, "disconnected", message, Some("check the result when there is a connection again"))
}

fn not_sent(id: u64) -> Reply {
    refusal(id, "notSent", "the request was not sent, because there was no connection to touchd", None)
}

fn refusal(id: u64, code: &str, message: &str, hint: Option<&str>) -> Reply {
    let mut error: Fields = [("code", code), ("message", message)].into_iter().collect();
    if let Some(hint) = hint {
        error.insert("hint", hint);
    }
    let fields = [("type", json!("reply")), ("id", json!(id)), ("ok", json!(false)), ("error", json!(error))];
    Reply {
        id,
        ok: false,
        code: Some(code.to_owned()),
        message: Some(message.to_owned()),
        hint: hint.map(str::to_owned),
        fields: fields.into_iter().collect(),
    }
}
