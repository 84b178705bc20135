//! The requests, as lines.

use super::Stream;
use crate::{json, Fields, Value};

impl Stream {
    /// Makes any request. Returns its id, which the reply repeats. Without a connection the request waits for the next one.
    pub(crate) fn request(&mut self, kind: &str, members: Fields) -> u64 {
        let (id, line) = self.next_line(kind, members);
        if self.refuses(id, &line) {
        } else if self.is_open() {
            self.send(&line);
            self.asked.sent(id);
        } else {
            self.asked.keep(id, encoded(&line));
        }
        id
    }

    /// Refuses a request whose members are not an object.
    pub(crate) fn refuse_members(&mut self) -> u64 {
        self.last_id += 1;
        self.asked.refuse(self.last_id, "the members of a request must be an object", Some("pass json!({…}), or json!(null) for none"));
        self.last_id
    }

    /// Makes a request that each new connection repeats.
    pub(crate) fn remembered(&mut self, kind: &str, members: Fields) -> u64 {
        let (id, line) = self.next_line(kind, members);
        if self.has_given_up && !self.is_closed {
            self.asked.not_sent(id);
        } else if !self.refuses(id, &line) {
            self.send(&line);
            self.sent.insert(id, line);
            if kind == "claim" {
                self.claims_due.insert(id);
            }
        }
        id
    }

    pub(crate) fn edit(&mut self, edits: Vec<Value>, keep: bool, redo: bool) -> u64 {
        let mut members: Fields = [("edits", edits)].into_iter().collect();
        if keep {
            members.insert("keep", true);
        }
        if !redo {
            return self.request("edit", members);
        }
        let (id, line) = self.next_line("edit", members);
        if !self.refuses(id, &line) && (self.is_open() || self.asked.may_wait(id, encoded(&line).len())) {
            self.send(&line);
            self.edits.ask(id, line, self.is_open());
        }
        id
    }

    pub(crate) fn unsubscribe(&mut self, subscription: u64) -> u64 {
        self.sent.remove(&subscription);
        let number = self.server_ids.remove(&subscription).unwrap_or(0);
        self.ending("unsubscribe", [("subscription", number)].into_iter().collect())
    }

    pub(crate) fn release(&mut self, receivers: Vec<String>) -> u64 {
        self.forget(&receivers);
        self.ending("release", [("receivers", receivers)].into_iter().collect())
    }

    /// Makes a request such as `release`, whose purpose the end of the connection fulfils too.
    fn ending(&mut self, kind: &str, members: Fields) -> u64 {
        let (id, line) = self.next_line(kind, members);
        if !self.refuses(id, &line) {
            self.send(&line);
            self.asked.ending(id, self.is_open());
        }
        id
    }

    /// Refuses a line that is too long, because the server would close the connection for it. After `close`, every line is dropped.
    pub(super) fn refuses(&mut self, id: u64, line: &Fields) -> bool {
        if self.is_closed {
            return true;
        }
        if !self.is_open() || self.line_limit == usize::MAX {
            return false;
        }
        let length = encoded(line).len() - 1;
        if length > self.line_limit {
            self.asked.too_long(id, length, self.line_limit);
        }
        length > self.line_limit
    }

    /// Sends a line if there is a connection.
    pub(crate) fn send(&mut self, line: &Fields) {
        if self.is_open() {
            self.outgoing.extend(encoded(line));
        }
    }

    fn next_line(&mut self, kind: &str, members: Fields) -> (u64, Fields) {
        self.last_id += 1;
        let mut line = members;
        line.insert("type", kind);
        line.insert("id", self.last_id);
        (self.last_id, line)
    }

    /// Forgets the claims of these receivers.
    pub(super) fn forget(&mut self, receivers: &[String]) {
        self.sent.retain(|_, line| {
            if line.string("type") != Some("claim") {
                return true;
            }
            let is_left = |value: &&Value| value.as_str().map_or(true, |name| !receivers.iter().any(|receiver| receiver == name));
            let left: Vec<Value> = line.elements("receivers").iter().filter(is_left).cloned().collect();
            let is_any_left = !left.is_empty();
            line.insert("receivers", left);
            is_any_left
        });
    }
}

fn encoded(line: &Fields) -> Vec<u8> {
    let mut text = json!(line.clone()).to_string();
    text.push('\n');
    text.into_bytes()
}
