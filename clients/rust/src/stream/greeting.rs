//! The begin of a connection: both sides say hello, and the client repeats what counts.

use super::Stream;
use crate::items::{Connected, Item};
use crate::{json, Error, Fields, Value};

const PROTOCOL: u64 = 1;

impl Stream {
    pub(super) fn hello(&mut self, kind: &str, fields: &Fields) -> Result<Vec<Item>, Error> {
        if kind != "hello" || fields.whole("protocol") != Ok(PROTOCOL) {
            let server = fields.string("server").unwrap_or("the server");
            let protocol = fields.get("protocol").map_or("?".to_owned(), Value::to_string);
            return Err(Error::ProtocolMismatch(format!(
                "{server} speaks protocol {protocol}, but this library speaks {PROTOCOL}; install matching versions"
            )));
        }
        self.is_greeted = true;
        let capabilities: Vec<String> = fields.elements("capabilities").iter().filter_map(Value::as_str).map(str::to_owned).collect();
        let mut greeting: Fields = [("type", json!("hello")), ("protocol", json!(PROTOCOL))].into_iter().collect();
        if let Some(name) = &self.name {
            greeting.insert("name", name);
        }
        if self.tree_changes && capabilities.iter().any(|name| name == "treeChanges") {
            greeting.insert("want", json!(["treeChanges"]));
        }
        self.send(&greeting);
        let limit = fields.get("limits").and_then(|limits| limits.get("maxLine")).and_then(Value::as_whole);
        self.line_limit = limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        let epoch = fields.owned("epoch").unwrap_or_default();
        let is_claim = |line: &Fields| line.string("type") == Some("claim");
        self.claims_due = self.sent.iter().filter(|(_, line)| is_claim(line)).map(|(id, _)| *id).collect();
        let mut renewed = self.sent.clone();
        renewed.extend(self.edits.lines(&epoch));
        for (id, line) in renewed {
            if self.refuses(id, &line) {
                self.sent.remove(&id);
                self.edits.drop_request(id);
            } else {
                self.send(&line);
            }
        }
        self.asked.drop_kept(self.line_limit);
        let kept = self.asked.send_kept();
        self.outgoing.extend(kept);
        let server = fields.owned("server").unwrap_or_default();
        let mut items = vec![Item::Connected(Connected { server, epoch, capabilities })];
        items.extend(self.settled());
        Ok(items)
    }
}
