//! The touches, gestures, controls and scrolls that have begun and not ended. An event that breaks the grammar is dropped; a lost connection cancels
//! everything in progress.

mod read;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use crate::events::{ControlEvent, End, Event, GestureEvent, Phase, ScrollEvent, SensitiveEvent, State, TouchEvent};
use crate::items::Frame;

pub(crate) use read::read;

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
    /// An event that has neither a begin nor an end.
    Single(Event),
}

#[derive(Default)]
pub(crate) struct Alive {
    /// The things in progress, in the order in which they began.
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
