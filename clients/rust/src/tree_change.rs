use std::collections::{HashMap, HashSet};

use crate::error::Malformed;
use crate::tree::Region;
use crate::Fields;

/// A region's place in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The region's id.
    pub id: String,
    /// The region directly before this one in the list. `None` for the first.
    pub after: Option<String>,
    /// The number of regions that move with it: those directly behind it in the previous list.
    pub following: u64,
    /// The region's new state. `None` if it has not changed.
    pub region: Option<Region>,
}

impl Placed {
    fn of(fields: &Fields, is_new: bool) -> Result<Placed, Malformed> {
        let (id, after) = (fields.text("id")?, fields.get("after").map_or(Ok(None), |_| fields.text_or_null("after"))?);
        let following = fields.get("following").map_or(Ok(0), |_| fields.whole("following"))?;
        let mut of_region = fields.clone();
        of_region.remove("after");
        of_region.remove("following");
        let region = if is_new || fields.contains_key("path") { Some(Region::of(&of_region)?) } else { None };
        Ok(Placed { id, after, following, region })
    }
}

/// A change of the list of regions. Clients with `tree_changes` get it instead of [`Tree`](crate::Tree).
#[derive(Clone, Debug, PartialEq)]
pub struct TreeChanged {
    /// The tree's generation.
    pub generation: u64,
    /// The regions that came, and where.
    pub added: Vec<Placed>,
    /// The ids of the regions that went.
    pub removed: Vec<String>,
    /// The regions that lie elsewhere or were replaced, and where.
    pub moved: Vec<Placed>,
}

impl TreeChanged {
    pub(crate) fn of(fields: &Fields) -> Result<TreeChanged, Malformed> {
        Ok(TreeChanged {
            generation: fields.whole("generation")?,
            added: fields.each("added", |one| Placed::of(one, true))?,
            removed: fields.texts("removed")?,
            moved: fields.each("moved", |one| Placed::of(one, false))?,
        })
    }

    /// Returns the list after the change. O(regions and changes).
    ///
    /// Regions that are missing in `regions` although the change refers to them are left out, and regions that belong behind a missing one come last.
    pub fn applied(&self, regions: &[Region]) -> Vec<Region> {
        let mut gone: HashSet<&str> = self.added.iter().map(|one| one.id.as_str()).collect();
        let new = gone.clone();
        gone.extend(self.removed.iter().map(String::as_str));
        let mut rest = Remaining::new(regions.iter().filter(|region| !gone.contains(region.id.as_str())).collect());
        let known: HashSet<&str> = new.into_iter().chain(rest.places.keys().copied()).collect();

        let mut placed: HashMap<Option<&str>, Vec<&Region>> = HashMap::new();
        let mut last: Vec<&Region> = Vec::new();
        for one in &self.added {
            let after = one.after.as_deref();
            let group = if after.map_or(true, |after| known.contains(after)) { placed.entry(after).or_default() } else { &mut last };
            group.extend(one.region.as_ref());
        }
        for one in &self.moved {
            let after = one.after.as_deref();
            let group = if after.map_or(true, |after| known.contains(after)) { placed.entry(after).or_default() } else { &mut last };
            rest.remove(one, group);
        }

        let mut left: Vec<&Region> = placed.remove(&None).unwrap_or_default();
        left.extend(rest.in_order());
        left.extend(last);
        left.reverse();
        let mut now = Vec::with_capacity(left.len());
        while let Some(region) = left.pop() {
            now.push(region.clone());
            left.extend(placed.remove(&Some(region.id.as_str())).unwrap_or_default().into_iter().rev());
        }
        now
    }
}

/// The regions that have not been moved so far, as a list that is linked in both directions.
struct Remaining<'a> {
    regions: Vec<&'a Region>,
    places: HashMap<&'a str, usize>,
    /// The neighbours of each place that has not been removed. The last entry stands for the ends of the list.
    before: Vec<usize>,
    behind: Vec<usize>,
}

impl<'a> Remaining<'a> {
    fn new(regions: Vec<&'a Region>) -> Remaining<'a> {
        let end = regions.len();
        Remaining {
            places: regions.iter().enumerate().map(|(place, region)| (region.id.as_str(), place)).collect(),
            before: std::iter::once(end).chain(0..end).collect(),
            behind: (1..=end).chain(std::iter::once(0)).collect(),
            regions,
        }
    }

    /// Moves a region, and those that follow it, to the end of `group`.
    fn remove<'b>(&mut self, one: &'b Placed, group: &mut Vec<&'b Region>)
    where
        'a: 'b,
    {
        let mut place = match self.places.get(one.id.as_str()) {
            Some(place) => *place,
            None => return,
        };
        let region = self.unlink(place);
        group.push(one.region.as_ref().unwrap_or(region));
        for _ in 0..one.following {
            place = self.behind[place];
            if place == self.regions.len() {
                break;
            }
            let region = self.unlink(place);
            group.push(region);
        }
    }

    /// Removes a place. Its own neighbours stay readable.
    fn unlink(&mut self, place: usize) -> &'a Region {
        let (before, behind) = (self.before[place], self.behind[place]);
        self.behind[before] = behind;
        self.before[behind] = before;
        self.places.remove(self.regions[place].id.as_str());
        self.regions[place]
    }

    fn in_order(&self) -> Vec<&'a Region> {
        let mut order = Vec::new();
        let mut place = self.behind[self.regions.len()];
        while place != self.regions.len() {
            order.push(self.regions[place]);
            place = self.behind[place];
        }
        order
    }
}
