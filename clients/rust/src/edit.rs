use crate::{Fields, Value};

/// An edit of the tree, as in a request.
pub(crate) struct Edit {
    /// The edit's identity among those to redo.
    pub(crate) serial: u64,
    pub(crate) fields: Fields,
}

impl Edit {
    pub(crate) fn new(serial: u64, fields: &Fields) -> Edit {
        Edit { serial, fields: fields.clone() }
    }

    pub(crate) fn op(&self) -> &str {
        self.fields.string("op").unwrap_or_default()
    }

    /// The region that the edit names, except for an `add`.
    pub(crate) fn region(&self) -> Option<&str> {
        self.fields.string("region")
    }

    pub(crate) fn parent(&self) -> Option<&str> {
        self.fields.string("parent")
    }

    /// The id of the region that an `add` adds.
    pub(crate) fn added_id(&self) -> Option<String> {
        self.fields.get("region").and_then(Value::as_object).and_then(|region| region.owned("id"))
    }

    /// The regions that an `add` adds, each with its parent.
    pub(crate) fn nested(&self) -> Vec<(Fields, String)> {
        let mut nested = Vec::new();
        if self.op() == "add" {
            let region = self.fields.get("region").and_then(Value::as_object);
            nested.extend(region.map(|region| (region.clone(), self.parent().unwrap_or_default().to_owned())));
        }
        let mut next = 0;
        while let Some((region, _)) = nested.get(next).cloned() {
            let id = region.string("id").unwrap_or_default();
            nested.extend(region.elements("children").iter().filter_map(Value::as_object).map(|child| (child.clone(), id.to_owned())));
            next += 1;
        }
        nested
    }

    /// The ids of the regions that an `add` adds.
    pub(crate) fn names(&self) -> Vec<String> {
        self.nested().into_iter().filter_map(|(region, _)| region.owned("id")).collect()
    }

    /// Whether this edit makes an earlier one redundant.
    pub(crate) fn replaces(&self, earlier: &Edit) -> bool {
        let is_same = ["region", "gesture"].into_iter().all(|key| self.fields.get(key) == earlier.fields.get(key));
        is_same
            && match earlier.op() {
                "add" => false,
                "set" => self.op() == "set" && self.fields.get("key") == earlier.fields.get("key"),
                "bringToFront" | "sendToBack" => ["bringToFront", "sendToBack", "move"].contains(&self.op()),
                op => self.op() == op,
            }
    }

    /// Whether the edit concerns the property, as `overridden` names it.
    pub(crate) fn is_about(&self, key: &str) -> bool {
        match (self.op(), self.fields.string("key")) {
            ("set", Some("center")) => key == "frame",
            ("set", Some("bounds")) => ["frame", "bounds", "offset"].contains(&key),
            ("set", own) => own == Some(key),
            ("move", _) => key == "parent",
            ("setBoundsOrigin", _) => key == "bounds" || key == "offset",
            _ => false,
        }
    }
}
