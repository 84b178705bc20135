//! The reader of events.

use super::{Candidate, Key, Step};
use crate::error::Malformed;
use crate::events::{ControlEvent, Event, GestureEvent, OutsideEvent, Phase, Point, Sample, ScrollEvent, SensitiveEvent, State, Touch, TouchEvent};
use crate::Fields;

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
    Step { begins: matches!(state, State::Began | State::Recognized), is_over: matches!(state, State::Recognized | State::Ended | State::Cancelled) }
}

fn sample(fields: &Fields) -> Result<Sample, Malformed> {
    let location = Point { x: fields.number("x")?, y: fields.number("y")? };
    Ok(Sample { time: fields.integer("time")?, location, local: fields.point("local"), fields: fields.clone() })
}
