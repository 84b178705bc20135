//! The items about the region tree and the panels, and what they contain.

use crate::error::Malformed;
use crate::events::Point;
use crate::screen_items::Screen;
use crate::Fields;

/// A rectangle in a region's own space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    /// The left edge.
    pub x: f64,
    /// The top edge.
    pub y: f64,
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
}

/// The map from a region's own space to points of the screen: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // the formula says what they are
pub struct Transform {
    pub a: f64,
    pub b: f64,
    pub c: f64,
    pub d: f64,
    pub tx: f64,
    pub ty: f64,
}

/// The current state of a region.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// The region's id.
    pub id: String,
    /// The ids from the window down to the region, joined by `/`.
    pub path: String,
    /// The kind: `view`, `button`, `scrollView` and so on.
    pub kind: String,
    /// The screen's id.
    pub screen: String,
    /// The bounds in the region's own space.
    pub bounds: Rectangle,
    /// The map from there to points of the screen.
    pub to_screen: Transform,
    /// True if the region, or one around it, is hidden or takes no touches.
    pub refuses: bool,
    /// The value of a slider or knob.
    pub value: Option<f64>,
    /// The state of a switch.
    pub is_on: Option<bool>,
    /// The offset of a scroll view, as in its events.
    pub offset: Option<Point>,
    /// The zoom scale of a scroll view.
    pub zoom_scale: Option<f64>,
    /// All keys of the region in the line.
    pub fields: Fields,
}

impl Region {
    pub(crate) fn of(fields: &Fields) -> Result<Region, Malformed> {
        let [x, y, width, height] = fields.numbers("bounds")?;
        let [a, b, c, d, tx, ty] = fields.numbers("toScreen")?;
        Ok(Region {
            id: fields.text("id")?,
            path: fields.text("path")?,
            kind: fields.text("kind")?,
            screen: fields.text("screen")?,
            bounds: Rectangle { x, y, width, height },
            to_screen: Transform { a, b, c, d, tx, ty },
            refuses: fields.boolean("refuses").unwrap_or(false),
            value: fields.number("value").ok(),
            is_on: fields.boolean("isOn"),
            offset: fields.point("offset"),
            zoom_scale: fields.number("zoomScale").ok(),
            fields: fields.clone(),
        })
    }
}

/// A property that was set at run time and that a reload of the configuration file has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GaveWay {
    /// The region's id.
    pub region: String,
    /// The property, as in `set` of an edit. `None`: the region as a whole.
    pub key: Option<String>,
    /// The number of the client that made the edit. `None` if no client did.
    pub client: Option<u64>,
}

impl GaveWay {
    fn of(fields: &Fields) -> Result<GaveWay, Malformed> {
        Ok(GaveWay { region: fields.text("region")?, key: fields.owned("key"), client: fields.whole("client").ok() })
    }
}

/// The state at one moment. This client does not get the listed touches, only those that begin later.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// The line's number.
    pub seq: u64,
    /// The tree's generation.
    pub generation: u64,
    /// The panels: `id`, `name`, `screen`, `pointsPerMillimetre`.
    pub panels: Vec<Fields>,
    /// The regions that the subscriptions match.
    pub regions: Vec<Region>,
    /// The touches that are down.
    pub touches: Vec<Fields>,
    /// The screens.
    pub screens: Vec<Screen>,
}

impl Snapshot {
    pub(crate) fn of(fields: &Fields) -> Result<Snapshot, Malformed> {
        Ok(Snapshot {
            seq: fields.whole("seq")?,
            generation: fields.whole("generation")?,
            panels: fields.objects("panels")?,
            regions: fields.each("regions", Region::of)?,
            touches: fields.objects("touches")?,
            screens: fields.each_if_any("screens", Screen::of)?,
        })
    }
}

/// The result of a reload. If the configuration was refused, the old one stays in force, and there are no panels, regions and `gave_way`.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Whether the new configuration is in force.
    pub ok: bool,
    /// The tree's generation.
    pub generation: u64,
    /// The error, if the configuration was refused.
    pub message: Option<String>,
    /// The panels, as in a snapshot.
    pub panels: Vec<Fields>,
    /// The regions that the subscriptions match.
    pub regions: Vec<Region>,
    /// The properties set at run time that the file has changed.
    pub gave_way: Vec<GaveWay>,
}

impl Config {
    pub(crate) fn of(fields: &Fields) -> Result<Config, Malformed> {
        Ok(Config {
            ok: fields.boolean("ok").ok_or(Malformed)?,
            generation: fields.whole("generation")?,
            message: fields.owned("message"),
            panels: fields.each_if_any("panels", |panel| Ok(panel.clone()))?,
            regions: fields.each_if_any("regions", Region::of)?,
            gave_way: fields.each_if_any("gaveWay", GaveWay::of)?,
        })
    }
}

/// Regions were added or removed, or changed places.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// The tree's generation.
    pub generation: u64,
    /// All regions that the subscriptions match now.
    pub regions: Vec<Region>,
}

/// Properties of these regions were set; other regions have not changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// The tree's generation.
    pub generation: u64,
    /// The regions whose properties were set.
    pub regions: Vec<Region>,
}

/// The configuration file has overridden an edit of this client. The library does not redo it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overridden {
    /// The id of the region that was edited.
    pub region: String,
    /// The property, as in `set` of an edit. `None`: the region as a whole.
    pub key: Option<String>,
    /// The tree's generation.
    pub generation: u64,
}

/// A warning for the program's author or the machine's owner.
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    /// The code. `lastGoodConfiguration`: touchd's configuration file is invalid. `unmatchedPattern`: a subscription's pattern matches no region now.
    pub code: String,
    /// The same in words.
    pub message: String,
    /// All keys of the line; for `unmatchedPattern` also `id` (of the request), `glob` and `near`.
    pub fields: Fields,
}

impl Warning {
    /// Returns a warning for each pattern of a subscription that matches no region.
    pub(crate) fn unmatched(reply: &Fields) -> Result<Vec<Warning>, Malformed> {
        reply.each_if_any("unmatched", |pattern| {
            let glob = pattern.text("glob")?;
            let near = pattern.string("near").map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
            let mut fields = pattern.clone();
            fields.insert("id", reply.whole("id")?);
            let message = format!("the pattern \"{glob}\" matches no region now{near}");
            Ok(Warning { code: "unmatchedPattern".to_owned(), message, fields })
        })
    }
}
