//! The touches, gestures, controls and scrolls that have begun and not ended. An event that breaks the grammar is dropped; a lost connection cancels
//! everything in progress.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::error::Malformed;
use crate::events::{ControlEvent, End, Event, GestureEvent, OutsideEvent, Phase, Point, Sample, ScrollEvent, SensitiveEvent, State, Touch, TouchEvent};
use crate::items::Frame;
use crate::Fields;

/// The identity of something in progress. The order of the cases is the order of cancels, which is the server's order of events in a frame.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Key {
    Touch(u64, Option<String>),
    Sensitive(u64, Option<String>),
    Gesture { panel: String, gesture: String },
    Control(String, u64),
    Scroll { panel: String, region: String },
}

impl Key {
    fn kind(&self) -> u8 {
        match self {
            Key::Touch(..) => 0,
            Key::Sensitive(..) => 1,
            Key::Gesture { .. } => 2,
            Key::Control(..) => 3,
            Key::Scroll { .. } => 4,
        }
    }
}

/// The latest event of something in progress.
struct Last {
    key: Key,
    panel: String,
    time: i64,
    event: Event,
}

/// Whether an event begins something, and whether something is over after it.
#[derive(Clone, Copy)]
struct Step {
    begins: bool,
    is_over: bool,
}

#[derive(Default)]
pub(crate) struct Alive {
    /// Everything in progress, in the order in which it began.
    last: BTreeMap<u64, Last>,
    places: HashMap<Key, u64>,
    next_place: u64,
}

impl Alive {
    /// Reads an event. Returns `None` if its kind or phase is unknown, or if its touch or gesture has not begun.
    pub(crate) fn event(&mut self, fields: &Fields, panel: &str, time: i64) -> Result<Option<Event>, Malformed> {
        match fields.string("event").ok_or(Malformed)? {
            "touch" => self.touch(fields, panel, time),
            "sensitive" => self.sensitive(fields, panel, time),
            "gesture" => self.gesture(fields, panel, time),
            "control" => self.control(fields, panel, time),
            "scroll" => self.scroll(fields, panel, time),
            "outside" => {
                Ok(Some(Event::Outside(OutsideEvent { id: fields.whole("id")?, region: fields.text("region")?, fields: fields.clone() })))
            }
            _ => Ok(None),
        }
    }

    fn touch(&mut self, fields: &Fields, panel: &str, time: i64) -> Result<Option<Event>, Malformed> {
        let (id, phase) = match phase(fields)? {
            Some(phase) => (fields.whole("id")?, phase),
            None => return Ok(None),
        };
        let region = fields.text_or_null("region")?;
        let location = Point { x: fields.number("x")?, y: fields.number("y")? };
        let coalesced = fields.each_if_any("coalesced", sample)?;
        let key = Key::Touch(id, region.clone());
        let touch = match self.get(&key) {
            Some(Last { event: Event::Touch(last), .. }) => Arc::clone(&last.touch),
            _ => Touch::new(id, region.clone()),
        };
        let mut event = TouchEvent {
            id,
            phase: phase.clone(),
            region,
            target: fields.owned("target"),
            location,
            local: fields.point("local"),
            tap_count: fields.whole("tapCount").unwrap_or(0),
            inside: fields.boolean("inside").unwrap_or(true),
            touch,
            timestamp: None,
            coalesced: Vec::new(),
            synthetic: false,
            fields: fields.clone(),
        };
        let step = Step { begins: phase == Phase::Began, is_over: phase.is_over() };
        if !self.keep(key, step, panel, time, Event::Touch(event.clone())) {
            return Ok(None);
        }
        match phase {
            Phase::Ended => event.touch.finish(End::Ended),
            Phase::Cancelled { reason } => event.touch.finish(End::Cancelled { reason }),
            _ => {}
        }
        // A cancel by the library has neither.
        event.timestamp = fields.integer("timestamp").ok();
        event.coalesced = coalesced;
        Ok(Some(Event::Touch(event)))
    }

    fn sensitive(&mut self, fields: &Fields, panel: &str, time: i64) -> Result<Option<Event>, Malformed> {
        let (id, phase) = match phase(fields)? {
            Some(phase) => (fields.whole("id")?, phase),
            None => return Ok(None),
        };
        let region = fields.text_or_null("region")?;
        let key = Key::Sensitive(id, region.clone());
        let step = Step { begins: phase == Phase::Began, is_over: phase.is_over() };
        let target = fields.owned("target");
        let event = Event::Sensitive(SensitiveEvent { id, phase, region, target, synthetic: false, fields: fields.clone() });
        Ok(self.keep(key, step, panel, time, event.clone()).then(|| event))
    }

    fn gesture(&mut self, fields: &Fields, panel: &str, time: i64) -> Result<Option<Event>, Malformed> {
        let gesture = fields.text("gesture")?;
        let state = match State::named(fields.string("state").ok_or(Malformed)?) {
            Some(state) => state,
            None => return Ok(None),
        };
        let mut event = GestureEvent {
            gesture: gesture.clone(),
            kind: fields.text("kind")?,
            region: fields.text("region")?,
            state,
            touches: fields.elements("touches").iter().filter_map(|id| id.as_whole()).collect(),
            local: fields.point("local"),
            timestamp: None,
            synthetic: false,
            fields: fields.clone(),
        };
        let key = Key::Gesture { panel: panel.to_owned(), gesture };
        let follows = self.keep(key, step(state), panel, time, Event::Gesture(event.clone()));
        event.timestamp = fields.integer("timestamp").ok();
        Ok(follows.then(|| Event::Gesture(event)))
    }

    fn scroll(&mut self, fields: &Fields, panel: &str, time: i64) -> Result<Option<Event>, Malformed> {
        let region = fields.text("region")?;
        let state = match State::named(fields.string("state").ok_or(Malformed)?) {
            Some(state) => state,
            None => return Ok(None),
        };
        let event = Event::Scroll(ScrollEvent {
            region: region.clone(),
            offset: fields.point("offset").ok_or(Malformed)?,
            zoom_scale: fields.number("zoomScale").unwrap_or(1.0),
            state,
            synthetic: false,
            fields: fields.clone(),
        });
        let key = Key::Scroll { panel: panel.to_owned(), region };
        Ok(self.keep(key, step(state), panel, time, event.clone()).then(|| event))
    }

    fn control(&mut self, fields: &Fields, panel: &str, time: i64) -> Result<Option<Event>, Malformed> {
        let (region, action, id) = (fields.text("region")?, fields.text("action")?, fields.whole("id").unwrap_or(0));
        let key = Key::Control(region.clone(), id);
        let is_known = self.places.contains_key(&key);
        let step = match action.as_str() {
            "touchDown" => Some(Step { begins: true, is_over: false }),
            // A repeat may come after a touchDown or without one.
            "touchDownRepeat" => Some(Step { begins: !is_known, is_over: false }),
            "touchDragInside" | "touchDragOutside" | "touchDragEnter" | "touchDragExit" => Some(Step { begins: false, is_over: false }),
            "touchUpInside" | "touchUpOutside" | "touchCancel" => Some(Step { begins: false, is_over: true }),
            _ => None,
        };
        let (value, is_on) = (fields.number("value").ok(), fields.boolean("isOn"));
        let is_value = action == "valueChanged";
        let event = ControlEvent { region, action, id, value, is_on, synthetic: false, fields: fields.clone() };
        if let Some(step) = step {
            let kept = ControlEvent { value: None, is_on: None, ..event.clone() };
            return Ok(self.keep(key, step, panel, time, Event::Control(kept)).then(|| Event::Control(event)));
        }
        if is_value {
            // The event is not replaced, because a cancel has no value.
            match self.places.get(&key).and_then(|place| self.last.get_mut(place)) {
                Some(last) => last.time = time,
                None => return Ok(None),
            }
        }
        Ok(Some(Event::Control(event)))
    }

    fn get(&self, key: &Key) -> Option<&Last> {
        self.places.get(key).and_then(|place| self.last.get(place))
    }

    /// Records the event. Returns whether it follows the grammar.
    fn keep(&mut self, key: Key, step: Step, panel: &str, time: i64, event: Event) -> bool {
        let place = self.places.get(&key).copied();
        if step.begins == place.is_some() {
            return false;
        }
        if step.is_over {
            self.places.remove(&key);
            place.and_then(|place| self.last.remove(&place));
            return true;
        }
        let place = place.unwrap_or_else(|| {
            self.next_place += 1;
            self.places.insert(key.clone(), self.next_place);
            self.next_place
        });
        self.last.insert(place, Last { key, panel: panel.to_owned(), time, event });
        true
    }

    /// Ends everything in progress, because the server will not. Returns one frame for each panel, with the cancels.
    pub(crate) fn cancelled(&mut self) -> Vec<Frame> {
        self.places.clear();
        let mut frames: Vec<(Frame, Vec<Last>)> = Vec::new();
        let mut numbers: HashMap<String, usize> = HashMap::new();
        for (_, last) in std::mem::take(&mut self.last) {
            let number = *numbers.entry(last.panel.clone()).or_insert(frames.len());
            if number == frames.len() {
                frames.push((Frame { seq: 0, time: last.time, panel: last.panel.clone(), events: Vec::new() }, Vec::new()));
            }
            if let Some((frame, all)) = frames.get_mut(number) {
                frame.time = frame.time.max(last.time);
                all.push(last);
            }
        }
        let whole = |(mut frame, mut all): (Frame, Vec<Last>)| {
            all.sort_by_key(|last| last.key.kind());
            frame.events = all.into_iter().map(|last| cancel(last.event)).collect();
            frame
        };
        frames.into_iter().map(whole).collect()
    }
}

/// The phase of a touch; `None` if this version does not know it.
fn phase(fields: &Fields) -> Result<Option<Phase>, Malformed> {
    Ok(Some(match fields.string("phase").ok_or(Malformed)? {
        "began" => Phase::Began,
        "moved" => Phase::Moved,
        "stationary" => Phase::Stationary,
        "ended" => Phase::Ended,
        "cancelled" => Phase::Cancelled { reason: fields.string("reason").unwrap_or("unknown").to_owned() },
        _ => return Ok(None),
    }))
}

fn step(state: State) -> Step {
    Step {
        begins: matches!(state, State::Began | State::Recognized),
        is_over: matches!(state, State::Recognized | State::Ended | State::Cancelled),
    }
}

fn sample(fields: &Fields) -> Result<Sample, Malformed> {
    let location = Point { x: fields.number("x")?, y: fields.number("y")? };
    Ok(Sample { time: fields.integer("time")?, location, local: fields.point("local"), fields: fields.clone() })
}

fn cancel(event: Event) -> Event {
    let phase = Phase::Cancelled { reason: "disconnected".to_owned() };
    match event {
        Event::Touch(touch) => {
            touch.touch.finish(End::Cancelled { reason: "disconnected".to_owned() });
            Event::Touch(TouchEvent { phase, synthetic: true, ..touch })
        }
        Event::Sensitive(touch) => Event::Sensitive(SensitiveEvent { phase, synthetic: true, ..touch }),
        Event::Gesture(gesture) => Event::Gesture(GestureEvent { state: State::Cancelled, synthetic: true, ..gesture }),
        Event::Control(control) => Event::Control(ControlEvent { action: "touchCancel".to_owned(), synthetic: true, ..control }),
        Event::Scroll(scroll) => Event::Scroll(ScrollEvent { state: State::Cancelled, synthetic: true, ..scroll }),
        Event::Outside(outside) => Event::Outside(outside),
    }
}
