//! The events of a frame.

use std::sync::Arc;

use crate::Fields;

pub use crate::touch::{End, Touch};

/// A point, of the screen or of a region's own space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The horizontal coordinate, in points.
    pub x: f64,
    /// The vertical coordinate, in points.
    pub y: f64,
}

/// The phase of a touch. Only `Ended` is a lift. After `Cancelled` the program must not do what the touch would have done.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The finger came down.
    Began,
    /// The finger moved, or another of its values changed.
    Moved,
    /// The finger is down and has not moved.
    Stationary,
    /// The finger lifted.
    Ended,
    /// The touch was interrupted.
    Cancelled {
        /// The reason, such as `palm`, or `disconnected` if the connection was lost.
        reason: String,
    },
}

impl Phase {
    /// True if no event of the touch follows.
    pub fn is_over(&self) -> bool {
        matches!(self, Phase::Ended | Phase::Cancelled { .. })
    }
}

/// The state of a gesture or of a scroll view. `Recognized` belongs to discrete gestures: nothing follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// A discrete gesture was recognized.
    Recognized,
    /// The gesture began.
    Began,
    /// A value of the gesture changed.
    Changed,
    /// The gesture ended.
    Ended,
    /// The gesture was interrupted.
    Cancelled,
}

impl State {
    /// The state's name in lines: `recognized` and so on.
    pub fn name(self) -> &'static str {
        match self {
            State::Recognized => "recognized",
            State::Began => "began",
            State::Changed => "changed",
            State::Ended => "ended",
            State::Cancelled => "cancelled",
        }
    }

    pub(crate) fn named(name: &str) -> Option<State> {
        [State::Recognized, State::Began, State::Changed, State::Ended, State::Cancelled].into_iter().find(|state| state.name() == name)
    }
}

/// A touch's state in one of the panel's reports.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The event time in µs.
    pub time: i64,
    /// The location in points of the screen.
    pub location: Point,
    /// The location in the region's own space.
    pub local: Option<Point>,
    /// All keys of the line: inside, pressure, major, minor, orientation, tool, distance.
    pub fields: Fields,
}

/// An event of a touch.
#[derive(Clone, Debug, PartialEq)]
pub struct TouchEvent {
    /// The touch's id.
    pub id: u64,
    /// The phase.
    pub phase: Phase,
    /// The receiver; `None` if no region received the touch.
    pub region: Option<String>,
    /// The region that was hit.
    pub target: Option<String>,
    /// The location in points of the screen.
    pub location: Point,
    /// The location in the region's own space.
    pub local: Option<Point>,
    /// Which of several taps in a row the touch is.
    pub tap_count: u64,
    /// Whether the finger is inside its region.
    pub inside: bool,
    /// The finger, the same object in all of its events.
    pub touch: Arc<Touch>,
    /// The event time in µs, if it differs from the frame's.
    pub timestamp: Option<i64>,
    /// The coalesced samples, oldest first; the last one is the event itself. Empty if the subscription did not ask for them.
    pub coalesced: Vec<Sample>,
    /// True if the library made the event, because the connection was lost.
    pub synthetic: bool,
    /// All keys of the line: pressure, major, minor, orientation, tool, distance, timestamp, coalesced.
    pub fields: Fields,
}

impl TouchEvent {
    /// True if the finger came down on this region and lifted inside it. A cancelled touch is never a press.
    pub fn is_press(&self) -> bool {
        self.phase == Phase::Ended && self.inside && self.region.is_some()
    }
}

/// A touch in another client's sensitive region. It has no location, and it is never a press.
#[derive(Clone, Debug, PartialEq)]
pub struct SensitiveEvent {
    /// The touch's id.
    pub id: u64,
    /// The phase, as for a touch.
    pub phase: Phase,
    /// The receiver; `None` if no region received the touch.
    pub region: Option<String>,
    /// The region that was hit.
    pub target: Option<String>,
    /// True if the library made the event, because the connection was lost.
    pub synthetic: bool,
    /// All keys of the line.
    pub fields: Fields,
}

/// An event of a gesture.
#[derive(Clone, Debug, PartialEq)]
pub struct GestureEvent {
    /// The gesture's id.
    pub gesture: String,
    /// The type, such as `tap`.
    pub kind: String,
    /// The id of the gesture's region.
    pub region: String,
    /// The state.
    pub state: State,
    /// The ids of the touches that make it up.
    pub touches: Vec<u64>,
    /// The centroid of the touches, in the region's own space.
    pub local: Option<Point>,
    /// The event time in µs, if it differs from the frame's because the gesture had to wait for an answer.
    pub timestamp: Option<i64>,
    /// True if the library made the event, because the connection was lost.
    pub synthetic: bool,
    /// All keys of the line: translation, velocity, scale, rotation, scaleVelocity, rotationVelocity, direction, taps.
    pub fields: Fields,
}

/// An event of a control.
#[derive(Clone, Debug, PartialEq)]
pub struct ControlEvent {
    /// The id of the control's region.
    pub region: String,
    /// The action, such as `touchDown` or `touchUpInside`.
    pub action: String,
    /// The touch's id.
    pub id: u64,
    /// The new value of a slider or knob, with `valueChanged`.
    pub value: Option<f64>,
    /// The new state of a switch, with `valueChanged`.
    pub is_on: Option<bool>,
    /// True if the library made the event, because the connection was lost.
    pub synthetic: bool,
    /// All keys of the line.
    pub fields: Fields,
}

impl ControlEvent {
    /// True if the control was pressed: the action is `touchUpInside`.
    pub fn is_press(&self) -> bool {
        self.action == "touchUpInside"
    }
}

/// An event of a scroll view.
#[derive(Clone, Debug, PartialEq)]
pub struct ScrollEvent {
    /// The id of the scroll view's region.
    pub region: String,
    /// The point of the scaled content at the region's top left.
    pub offset: Point,
    /// The scale of the content on the screen.
    pub zoom_scale: f64,
    /// The state.
    pub state: State,
    /// True if the library made the event, because the connection was lost.
    pub synthetic: bool,
    /// All keys of the line.
    pub fields: Fields,
}

/// The begin of a first finger on a region behind this one, which has `watchesOutside`.
#[derive(Clone, Debug, PartialEq)]
pub struct OutsideEvent {
    /// The touch's id.
    pub id: u64,
    /// The id of the region that watches.
    pub region: String,
    /// All keys of the line.
    pub fields: Fields,
}

/// An event of a frame.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A touch.
    Touch(TouchEvent),
    /// A touch in another client's sensitive region.
    Sensitive(SensitiveEvent),
    /// A gesture.
    Gesture(GestureEvent),
    /// A control.
    Control(ControlEvent),
    /// A scroll view.
    Scroll(ScrollEvent),
    /// A touch outside a region that watches for it.
    Outside(OutsideEvent),
}

impl Event {
    /// True for a touch that came down on a region and lifted inside it, and for a control's `touchUpInside`.
    pub fn is_press(&self) -> bool {
        match self {
            Event::Touch(touch) => touch.is_press(),
            Event::Control(control) => control.is_press(),
            _ => false,
        }
    }
}
