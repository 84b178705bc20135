use std::collections::{BTreeMap, BTreeSet};

use super::chance::{each_seed, Chance};
use crate::edits::Edits;
use crate::{json, Fields, Value};

/// The parents and properties of regions, as touchd has them. Starts with those of a file.
#[derive(Clone, Debug, PartialEq)]
struct Tree {
    parents: BTreeMap<String, String>,
    properties: BTreeMap<(String, String), Value>,
}

impl Tree {
    fn new() -> Tree {
        let pairs = [("w", ""), ("a", "w"), ("b", "a"), ("c", "w"), ("d", "c")];
        Tree { parents: pairs.iter().map(|(id, parent)| (id.to_string(), parent.to_string())).collect(), properties: BTreeMap::new() }
    }

    fn is_in(&self, region: &str, other: &str) -> bool {
        let mut region = region;
        while region != other {
            match self.parents.get(region) {
                Some(parent) => region = parent,
                None => return false,
            }
        }
        true
    }

    /// Makes an edit. Returns false if touchd refuses it.
    fn change(&mut self, edit: &Fields) -> bool {
        let parent = edit.owned("parent");
        if parent.as_ref().map_or(false, |parent| !self.parents.contains_key(parent)) {
            return false;
        }
        if let (Some(added), Some(parent)) = (edit.get("region").and_then(Value::as_object), &parent) {
            let id = added.owned("id").unwrap();
            let children: Vec<String> = added.elements("children").iter().filter_map(|child| child.as_object()?.owned("id")).collect();
            if std::iter::once(&id).chain(&children).any(|id| self.parents.contains_key(id)) {
                return false;
            }
            self.parents.insert(id.clone(), parent.clone());
            self.parents.extend(children.into_iter().map(|child| (child, id.clone())));
            return true;
        }
        let region = edit.owned("region").unwrap();
        if !self.parents.contains_key(&region) {
            return false;
        }
        match edit.string("op").unwrap() {
            "move" => {
                let parent = parent.unwrap();
                if self.is_in(&parent, &region) {
                    return false;
                }
                self.parents.insert(region, parent);
            }
            "remove" => {
                let gone: BTreeSet<String> = self.parents.keys().filter(|id| self.is_in(id, &region)).cloned().collect();
                self.parents.retain(|id, _| !gone.contains(id));
                self.properties.retain(|(id, _), _| !gone.contains(id));
            }
            _ => {
                self.properties.insert((region, edit.text("key").unwrap()), edit.get("value").unwrap().clone());
            }
        }
        true
    }
}

fn some_edit(chance: &mut Chance, tree: &Tree, number: usize) -> Fields {
    let known: Vec<&str> = tree.parents.keys().map(String::as_str).collect();
    let others: Vec<&str> = known.iter().copied().filter(|id| *id != "w").collect();
    let region = if others.is_empty() { "nowhere" } else { chance.of(&others) };
    // No id is used twice: the reduction, which is the same in all libraries, does not distinguish two removals of the same id.
    let (parent, new) = (chance.of(&known), format!("n{number}"));
    let edit = match chance.below(4) {
        0 => json!({"op": "set", "region": region, "key": chance.of(&["x", "y"]), "value": number}),
        1 => json!({"op": "move", "region": region, "parent": parent}),
        2 if chance.one_in(2) => json!({"op": "add", "parent": parent, "region": {"id": &new, "children": [{"id": format!("{new}-child")}]}}),
        2 => json!({"op": "add", "parent": parent, "region": {"id": new}}),
        _ => json!({"op": "remove", "region": region}),
    };
    edit.as_object().unwrap().clone()
}

#[test]
fn what_is_left_of_random_edits_has_their_effect() {
    each_seed(300, |chance| {
        let (mut tree, mut edits, mut history) = (Tree::new(), Edits::default(), Vec::new());
        for number in 1..2 + chance.below(24) {
            let edit = some_edit(chance, &tree, number);
            if tree.change(&edit) {
                history.push(edit.clone());
                let line = json!({"type": "edit", "id": number, "edits": [edit]});
                edits.ask(number as u64, line.as_object().unwrap().clone(), true);
                edits.answered(number as u64, true);
            }
        }
        let left: Vec<Fields> = edits
            .lines("another")
            .iter()
            .flat_map(|(_, line)| line.elements("edits").to_vec())
            .map(|edit| edit.as_object().unwrap().clone())
            .collect();
        let mut again = Tree::new();
        let refused: Vec<&Fields> = left.iter().filter(|edit| !again.change(edit)).collect();
        // A region moved into its former descendant: the move that had freed the descendant was replaced. touchd refuses this, and the program
        // gets the reply. The other libraries do the same.
        let is_cycle = refused.iter().any(|edit| edit.string("op") == Some("move"));
        assert!(is_cycle || again == tree, "of {history:?} there is {left:?}, which makes {again:?}");
        assert!(left.len() <= history.len(), "of {history:?} there is {left:?}");
    });
}

#[test]
fn edits_without_what_they_need_do_no_harm() {
    let mut edits = Edits::default();
    let odd = json!([{}, {"op": 1}, {"op": "add"}, {"op": "add", "region": 7}, {"op": "remove"}, {"op": "move", "region": "a"},
        {"op": "move", "region": "a", "parent": "a"}, {"op": "set", "gesture": 5, "key": "x"}, 9, null]);
    edits.ask(1, [("edits", odd)].into_iter().collect(), true);
    edits.answered(1, true);
    edits.overridden("a", None);
    edits.overridden("a", Some("x"));
    edits.lines("e");
    edits.lines("e");
}
