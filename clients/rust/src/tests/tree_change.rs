use std::collections::{BTreeMap, BTreeSet};

use super::chance::{each_seed, Chance};
use crate::tree::Region;
use crate::tree_change::{Placed, TreeChanged};
use crate::{json, Fields};

fn region(id: &str, path: &str) -> Region {
    let line = json!({"id": id, "path": path, "kind": "view", "screen": "s", "bounds": [0, 0, 9, 9], "toScreen": [1, 0, 0, 1, 0, 0]});
    Region::of(line.as_object().unwrap()).unwrap()
}

/// A list, and a change that may or may not fit it.
fn some_change(chance: &mut Chance, count: usize) -> (Vec<Region>, TreeChanged) {
    let ids: Vec<String> = (0..count).map(|number| format!("r{number}")).collect();
    let new: Vec<String> = (0..chance.below(1 + count / 3)).map(|number| format!("n{number}")).collect();
    let places: Vec<&str> = ids.iter().chain(&new).map(String::as_str).chain(["unknown", ""]).collect();
    let mut placed = |id: &str, path: Option<&str>, following: u64| {
        let after = chance.of(&places);
        Placed { id: id.to_owned(), after: Some(after.to_owned()).filter(|id| !id.is_empty()), following, region: path.map(|path| region(id, path)) }
    };
    let mut added: Vec<Placed> = new.iter().map(|id| placed(id, Some("new"), 0)).collect();
    let candidates: Vec<&str> = ids.iter().map(String::as_str).chain(["x", "y"]).collect();
    let mut moved: Vec<Placed> = Vec::new();
    for (number, id) in candidates.iter().enumerate() {
        match (number * 7 + count) % 5 {
            0 => moved.push(placed(id, None, number as u64 % 4)),
            1 => moved.push(placed(id, Some("moved"), 0)),
            _ => {}
        }
    }
    if count % 2 == 0 {
        moved.reverse();
    }
    if chance.one_in(5) && count > 0 {
        added.push(Placed { id: ids[0].clone(), after: None, following: 0, region: Some(region(&ids[0], "new")) });
    }
    let removed = candidates.iter().filter(|_| chance.one_in(4)).map(|id| id.to_string()).collect();
    (ids.iter().map(|id| region(id, "old")).collect(), TreeChanged { generation: 2, added, removed, moved })
}

/// The list after the change, word by word as docs/protocol.md says.
fn model(regions: &[Region], change: &TreeChanged) -> Vec<(String, String)> {
    let pair = |region: &Region| (region.id.clone(), region.path.clone());
    let new: BTreeSet<&String> = change.added.iter().map(|one| &one.id).collect();
    let mut now: Vec<(String, String)> = regions.iter().map(pair).filter(|(id, _)| !change.removed.contains(id) && !new.contains(id)).collect();
    let known: BTreeSet<String> = new.iter().map(|id| id.to_string()).chain(now.iter().map(|(id, _)| id.clone())).collect();
    let mut groups: BTreeMap<Option<String>, Vec<(String, String)>> = BTreeMap::new();
    let mut last = Vec::new();
    let mut insert = |after: &Option<String>, those: Vec<(String, String)>| {
        let is_known = after.as_ref().map_or(true, |after| known.contains(after));
        if is_known { groups.entry(after.clone()).or_default() } else { &mut last }.extend(those);
    };
    for one in &change.added {
        insert(&one.after, one.region.iter().map(pair).collect());
    }
    for one in &change.moved {
        if let Some(start) = now.iter().position(|(id, _)| *id == one.id) {
            let end = now.len().min(start + 1 + one.following as usize);
            let mut those: Vec<(String, String)> = now.drain(start..end).collect();
            those[0].1 = one.region.as_ref().map_or(those[0].1.clone(), |region| region.path.clone());
            insert(&one.after, those);
        }
    }
    let mut list = groups.remove(&None).unwrap_or_default();
    list.extend(now);
    list.extend(last);
    while let Some(place) = list.iter().position(|(id, _)| groups.contains_key(&Some(id.clone()))) {
        let group = groups.remove(&Some(list[place].0.clone())).unwrap_or_default();
        list.splice(place + 1..place + 1, group);
    }
    list
}

#[test]
fn the_list_that_comes_of_random_changes_is_the_models() {
    each_seed(300, |chance| {
        let count = chance.below(12);
        let (regions, change) = some_change(chance, count);
        let list: Vec<(String, String)> = change.applied(&regions).into_iter().map(|region| (region.id, region.path)).collect();
        assert_eq!(list, model(&regions, &change), "{change:?}");
    });
}

#[test]
fn a_change_of_a_large_list_takes_no_quadratic_time() {
    let ids: Vec<String> = (0..50_000).map(|number| number.to_string()).collect();
    let regions: Vec<Region> = ids.iter().map(|id| region(id, "old")).collect();
    let one = |number: usize| {
        let after = number.checked_sub(1).map(|before| ids[before].clone());
        Placed { id: ids[number].clone(), after, following: 0, region: Some(region(&ids[number], "moved")) }
    };
    let change = TreeChanged { generation: 2, added: Vec::new(), removed: Vec::new(), moved: (0..ids.len()).rev().map(one).collect() };
    let list = change.applied(&regions);
    assert!(list.iter().zip(&ids).all(|(region, id)| region.id == *id && region.path == "moved") && list.len() == ids.len());
}

#[test]
fn a_list_with_one_id_twice_and_a_move_of_everything_do_no_harm() {
    let regions = [region("a", "1"), region("a", "2"), region("b", "3")];
    let all = |id: &str| Placed { id: id.to_owned(), after: Some("b".to_owned()), following: u64::MAX, region: None };
    let change = TreeChanged { generation: 2, added: Vec::new(), removed: Vec::new(), moved: vec![all("a"), all("a"), all("b")] };
    assert!(change.applied(&regions).len() <= 3);
    assert!(TreeChanged::of(&Fields::default()).is_err());
}
