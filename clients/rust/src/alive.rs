//! The touches, gestures, controls and scrolls that have begun and not ended. An event that breaks the grammar is dropped; a lost connection cancels
//! everything in progress.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::error::Malformed;
use crate::events::{ControlEvent, End, Event, GestureEvent, OutsideEvent, Phase, Point, Sample, ScrollEvent, SensitiveEvent, State, Touch, TouchEvent};
use crate::items::Frame;
use crate::Fields;

/// The identity of something in progress. The order of the cases is the order of cancels, which is the server's order of events in a frame.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) enum Key {
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
pub(crate) struct Step {
    begins: bool,
    is_over: bool,
}

/// An event that was read, and its effect on what is in progress.
pub(crate) enum Candidate {
    /// An event that follows the grammar if its step does.
    Step(Key, Step, Event),
    /// A new value of a control, which must have been touched down.
    Value(Key, Event),
    /// An event without a begin and an end.
    Single(Event),
}

#[derive(Default)]
pub(crate) struct Alive {
    /// Everything in progress, in the order in which it began.
    last: BTreeMap<u64, Last>,
    places: HashMap<Key, u64>,
    next_place: u64,
}

impl Alive {
    /// Records an event. Returns `None` if it does not follow the grammar, for example because its touch has not begun.
    pub(crate) fn admit(&mut self, candidate: Candidate, panel: &str, time: i64) -> Option<Event> {
        match candidate {
            Candidate::Single(event) => Some(event),
            Candidate::Value(key, event) => {
                // The event is not kept, because a cancel has no value.
                let last = self.places.get(&key).and_then(|place| self.last.get_mut(place))?;
                last.time = time;
                Some(event)
            }
            Candidate::Step(key, mut step, mut event) => {
                let known = self.places.get(&key).and_then(|place| self.last.get(place));
                if let (Some(Last { event: Event::Touch(last), .. }), Event::Touch(event)) = (known, &mut event) {
                    event.touch = Arc::clone(&last.touch);
                }
                // A repeat may come after a touchDown or without one.
                step.begins |= known.is_none() && matches!(&event, Event::Control(control) if control.action == "touchDownRepeat");
                if !self.keep(key, step, panel, time, &event) {
                    return None;
                }
                if let Event::Touch(TouchEvent { phase, touch, .. }) = &event {
                    match phase {
                        Phase::Ended => touch.finish(End::Ended),
                        Phase::Cancelled { reason } => touch.finish(End::Cancelled { reason: reason.clone() }),
                        _ => {}
                    }
                }
                Some(event)
            }
        }
    }

    /// Records the event. Returns whether it follows the grammar.
    fn keep(&mut self, key: Key, step: Step, panel: &str, time: i64, event: &Event) -> bool {
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
        self.last.insert(place, Last { key, panel: panel.to_owned(), time, event: kept(event) });
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

/// Reads an event. Returns `None` if this version does not know its kind or phase.
pub(crate) fn read(fields: &Fields, panel: &str) -> Result<Option<Candidate>, Malformed> {
    match fields.string("event").ok_or(Malformed)? {
        "touch" => touch(fields),
        "sensitive" => sensitive(fields),
        "gesture" => gesture(fields, panel),
        "control" => Ok(Some(control(fields)?)),
        "scroll" => scroll(fields, panel),
        "outside" => {
            let event = OutsideEvent { id: fields.whole("id")?, region: fields.text("region")?, fields: fields.clone() };
            Ok(Some(Candidate::Single(Event::Outside(event))))
        }
        _ => Ok(None),
    }
}

fn touch(fields: &Fields) -> Result<Option<Candidate>, Malformed> {
    let (id, phase) = match phase(fields)? {
        Some(phase) => (fields.whole("id")?, phase),
        None => return Ok(None),
    };
    let region = fields.text_or_null("region")?;
    let step = Step { begins: phase == Phase::Began, is_over: phase.is_over() };
    let event = TouchEvent {
        id,
        phase,
        region: region.clone(),
        target: fields.owned("target"),
        location: Point { x: fields.number("x")?, y: fields.number("y")? },
        local: fields.point("local"),
        tap_count: fields.whole("tapCount").unwrap_or(0),
        inside: fields.boolean("inside").unwrap_or(true),
        touch: Touch::new(id, region.clone()),
        timestamp: fields.integer("timestamp").ok(),
        coalesced: fields.each_if_any("coalesced", sample)?,
        synthetic: false,
        fields: fields.clone(),
    };
    Ok(Some(Candidate::Step(Key::Touch(id, region), step, Event::Touch(event))))
}

fn sensitive(fields: &Fields) -> Result<Option<Candidate>, Malformed> {
    let (id, phase) = match phase(fields)? {
        Some(phase) => (fields.whole("id")?, phase),
        None => return Ok(None),
    };
    let region = fields.text_or_null("region")?;
    let step = Step { begins: phase == Phase::Began, is_over: phase.is_over() };
    let key = Key::Sensitive(id, region.clone());
    let event = SensitiveEvent { id, phase, region, target: fields.owned("target"), synthetic: false, fields: fields.clone() };
    Ok(Some(Candidate::Step(key, step, Event::Sensitive(event))))
}

fn gesture(fields: &Fields, panel: &str) -> Result<Option<Candidate>, Malformed> {
    let gesture = fields.text("gesture")?;
    let state = match State::named(fields.string("state").ok_or(Malformed)?) {
        Some(state) => state,
        None => return Ok(None),
    };
    let event = GestureEvent {
        gesture: gesture.clone(),
        kind: fields.text("kind")?,
        region: fields.text("region")?,
        state,
        touches: fields.elements("touches").iter().filter_map(|id| id.as_whole()).collect(),
        local: fields.point("local"),
        timestamp: fields.integer("timestamp").ok(),
        synthetic: false,
        fields: fields.clone(),
    };
    Ok(Some(Candidate::Step(Key::Gesture { panel: panel.to_owned(), gesture }, step(state), Event::Gesture(event))))
}

fn scroll(fields: &Fields, panel: &str) -> Result<Option<Candidate>, Malformed> {
    let region = fields.text("region")?;
    let state = match State::named(fields.string("state").ok_or(Malformed)?) {
        Some(state) => state,
        None => return Ok(None),
    };
    let event = ScrollEvent {
        region: region.clone(),
        offset: fields.point("offset").ok_or(Malformed)?,
        zoom_scale: fields.number("zoomScale").unwrap_or(1.0),
        state,
        synthetic: false,
        fields: fields.clone(),
    };
    Ok(Some(Candidate::Step(Key::Scroll { panel: panel.to_owned(), region }, step(state), Event::Scroll(event))))
}

fn control(fields: &Fields) -> Result<Candidate, Malformed> {
    let (region, action, id) = (fields.text("region")?, fields.text("action")?, fields.whole("id").unwrap_or(0));
    let key = Key::Control(region.clone(), id);
    let step = match action.as_str() {
        "touchDown" => Some(Step { begins: true, is_over: false }),
        "touchDownRepeat" | "touchDragInside" | "touchDragOutside" | "touchDragEnter" | "touchDragExit" => {
            Some(Step { begins: false, is_over: false })
        }
        "touchUpInside" | "touchUpOutside" | "touchCancel" => Some(Step { begins: false, is_over: true }),
        _ => None,
    };
    let is_value = action == "valueChanged";
    let (value, is_on) = (fields.number("value").ok(), fields.boolean("isOn"));
    let event = Event::Control(ControlEvent { region, action, id, value, is_on, synthetic: false, fields: fields.clone() });
    Ok(match step {
        Some(step) => Candidate::Step(key, step, event),
        None if is_value => Candidate::Value(key, event),
        None => Candidate::Single(event),
    })
}

/// The event without what a cancel by the library does not have.
fn kept(event: &Event) -> Event {
    let mut event = event.clone();
    match &mut event {
        Event::Touch(touch) => {
            touch.timestamp = None;
            touch.coalesced.clear();
        }
        Event::Gesture(gesture) => gesture.timestamp = None,
        Event::Control(control) => (control.value, control.is_on) = (None, None),
        _ => {}
    }
    event
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
