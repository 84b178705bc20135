//! The edits to redo on each new connection.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use crate::edit::Edit;
use crate::{json, Fields, Value};

/// A request of edits: its line without them, and the edits that still have an effect.
struct Request {
    line: Fields,
    edits: Vec<Edit>,
}

/// The edits that still have an effect, by request, in the order of the requests. A later edit replaces an earlier one of the same property, and
/// regions that were added and removed again are dropped.
#[derive(Default)]
pub(crate) struct Edits {
    /// The requests that touchd has done, by id of the first reply.
    done: Vec<(u64, Request)>,
    /// The lines without a reply so far, and whether they were sent.
    asked: BTreeMap<u64, (Fields, bool)>,
    /// The requests of `done` that this connection has repeated and that have no reply yet.
    again: BTreeSet<u64>,
    epoch: Option<String>,
    last_serial: u64,
}

impl Edits {
    pub(crate) fn ask(&mut self, id: u64, line: Fields, is_sent: bool) {
        self.asked.insert(id, (line, is_sent));
    }

    pub(crate) fn answered(&mut self, id: u64, ok: bool) {
        match self.asked.remove(&id) {
            Some((line, _)) if ok => {
                self.done.push((id, Request { line: line.clone(), edits: Vec::new() }));
                for fields in line.elements("edits").iter().filter_map(Value::as_object) {
                    self.last_serial += 1;
                    self.append(Edit::new(self.last_serial, fields));
                }
                self.prune();
            }
            _ if !ok && self.again.contains(&id) => self.done.retain(|(done, _)| *done != id),
            _ => {}
        }
        self.again.remove(&id);
    }

    /// The requests to redo on a new connection. If touchd has kept running, it has removed only the regions that the old connection had added, so
    /// only edits of these regions are redone.
    pub(crate) fn lines(&mut self, epoch: &str) -> Vec<(u64, Fields)> {
        let is_same = self.epoch.as_deref() == Some(epoch);
        self.epoch = Some(epoch.to_owned());
        let parents = self.parents();
        let lost: HashSet<String> = self
            .done
            .iter()
            .filter(|(_, request)| request.line.boolean("keep") != Some(true))
            .flat_map(|(_, request)| &request.edits)
            .flat_map(Edit::names)
            .collect();
        let mut lines = BTreeMap::new();
        for (id, request) in &self.done {
            let counts = |edit: &&Edit| !is_same || self.subject(edit).map_or(false, |subject| is_in(&subject, &lost, &parents));
            let edits: Vec<Value> = request.edits.iter().filter(counts).map(|edit| json!(edit.fields.clone())).collect();
            if !edits.is_empty() {
                let mut line = request.line.clone();
                line.insert("edits", edits);
                lines.insert(*id, line);
            }
        }
        self.again = lines.keys().copied().collect();
        for (id, (line, is_sent)) in &mut self.asked {
            lines.insert(*id, line.clone());
            *is_sent = true;
        }
        lines.into_iter().collect()
    }

    /// Removes a request that is too long for this server.
    pub(crate) fn drop_request(&mut self, id: u64) {
        self.done.retain(|(done, _)| *done != id);
        self.asked.remove(&id);
        self.again.remove(&id);
    }

    /// Drops edits that the configuration file has overridden, so that the next connection does not redo them.
    pub(crate) fn overridden(&mut self, region: &str, key: Option<&str>) {
        let inside = self.inside(region);
        let is_gone = |edit: &&Edit| match key {
            None => self.subject(edit).map_or(false, |subject| inside.contains(&subject)),
            Some(key) => edit.region() == Some(region) && edit.is_about(key),
        };
        let gone = self.all().filter(is_gone).map(|edit| edit.serial).collect();
        self.forget(&gone);
        self.prune();
    }

    /// Removes and returns the requests without a reply, and whether they were sent.
    pub(crate) fn give_up(&mut self) -> BTreeMap<u64, bool> {
        std::mem::take(&mut self.asked).into_iter().map(|(id, (_, is_sent))| (id, is_sent)).collect()
    }

    // Replaced edits

    /// Appends an edit to the last request.
    fn append(&mut self, edit: Edit) {
        if edit.op() == "remove" && self.cancels(edit.region().unwrap_or_default()) {
            return;
        }
        let mut gone = HashSet::new();
        let mut is_removed = false;
        for earlier in self.all().collect::<Vec<_>>().into_iter().rev() {
            // An earlier move stays, because it may have moved the region out of one that was removed later.
            if edit.replaces(earlier) && !(is_removed && earlier.op() == "move") {
                gone.insert(earlier.serial);
            }
            is_removed = is_removed || earlier.op() == "remove";
        }
        self.forget(&gone);
        if let Some((_, request)) = self.done.last_mut() {
            request.edits.push(edit);
        }
    }

    /// Handles the removal of a region: drops the edits of it and of its descendants. Returns true if touchd has nothing to remove, because one of
    /// the dropped edits had added the region.
    fn cancels(&mut self, region: &str) -> bool {
        let inside = self.inside(region);
        let is_inside = |name: Option<String>| name.map_or(false, |name| inside.contains(&name));
        let cancelled: HashSet<u64> = self.all().filter(|edit| edit.op() == "add" && is_inside(edit.added_id())).map(|edit| edit.serial).collect();
        // Nothing is dropped if other regions were moved in, or if added ones were moved out or had regions moved out of them: then the order
        // matters.
        let own: HashSet<String> = self.all().filter(|edit| cancelled.contains(&edit.serial)).flat_map(Edit::names).collect();
        if inside.iter().any(|name| name != region && !own.contains(name)) || own.iter().any(|name| !inside.contains(name)) {
            return false;
        }
        let is_moved_in = |edit: &Edit| edit.parent().map_or(false, |parent| inside.contains(parent)) && !is_inside(self.subject(edit));
        if self.all().any(is_moved_in) {
            return false;
        }
        let last_remove = self.all().enumerate().filter(|(_, edit)| edit.op() == "remove").map(|(index, _)| index).last();
        let (mut gone, mut added) = (HashSet::new(), HashSet::new());
        for (index, edit) in self.all().enumerate() {
            let is_gone = if edit.op() == "remove" {
                edit.region().map_or(false, |name| added.contains(name)) // a descendant of the added region
            } else {
                // An earlier move stays, because it may have moved the region out of one that was removed later.
                self.subject(edit).map_or(false, |subject| {
                    let is_later = last_remove.map_or(true, |last| index > last);
                    inside.contains(&subject) && (edit.op() != "move" || is_later || own.contains(&subject))
                })
            };
            if is_gone {
                gone.insert(edit.serial);
            }
            if cancelled.contains(&edit.serial) {
                added.extend(edit.names());
            }
        }
        let is_added = self.all().any(|edit| cancelled.contains(&edit.serial) && edit.added_id().as_deref() == Some(region));
        self.forget(&gone);
        is_added
    }

    fn forget(&mut self, gone: &HashSet<u64>) {
        if !gone.is_empty() {
            self.done.iter_mut().for_each(|(_, request)| request.edits.retain(|edit| !gone.contains(&edit.serial)));
        }
    }

    fn prune(&mut self) {
        self.done.retain(|(_, request)| !request.edits.is_empty());
    }

    fn all(&self) -> impl Iterator<Item = &Edit> {
        self.done.iter().flat_map(|(_, request)| &request.edits)
    }

    /// The parent of each region that edits have added or moved.
    fn parents(&self) -> HashMap<String, String> {
        let mut parents = HashMap::new();
        for edit in self.all() {
            if edit.op() == "add" {
                parents.extend(edit.nested().into_iter().filter_map(|(region, parent)| Some((region.owned("id")?, parent))));
            } else if let ("move", Some(region), Some(parent)) = (edit.op(), edit.region(), edit.parent()) {
                parents.insert(region.to_owned(), parent.to_owned());
            }
        }
        parents
    }

    /// The region, and the regions that edits have put into it.
    fn inside(&self, region: &str) -> HashSet<String> {
        let parents = self.parents();
        let mut inside: HashSet<String> = std::iter::once(region.to_owned()).collect();
        let descendants: Vec<String> = parents.keys().filter(|one| is_in(one, &inside, &parents)).cloned().collect();
        inside.extend(descendants);
        inside
    }

    /// The region that an edit concerns; `None` if unknown.
    fn subject(&self, edit: &Edit) -> Option<String> {
        if edit.op() == "add" {
            return edit.added_id();
        }
        let gesture = match edit.fields.get("gesture") {
            Some(gesture) => gesture,
            None => return edit.region().map(str::to_owned),
        };
        let has_gesture = |region: &Fields| region.elements("gestures").iter().any(|one| one.get("id") == Some(gesture));
        self.all().flat_map(Edit::nested).find(|(region, _)| has_gesture(region)).and_then(|(region, _)| region.owned("id"))
    }
}

fn is_in(region: &str, regions: &HashSet<String>, parents: &HashMap<String, String>) -> bool {
    let mut region = region;
    // Parents that contain each other end the search, too.
    for _ in 0..=parents.len() {
        match parents.get(region) {
            Some(parent) if !regions.contains(region) => region = parent,
            _ => break,
        }
    }
    regions.contains(region)
}
