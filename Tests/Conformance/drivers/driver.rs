//! Prints the items of the Rust client, one JSON object per item: driver (wait|descriptor) OPTIONS (see ../README.md).
use std::collections::HashMap;
use std::io::Write;
use std::os::unix::io::AsRawFd;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use touchd::{
    json, Client, Editing, End, Error, Event, Fields, Frame, Item, Options, Phase, Placed, Point, Presses, Region, Screen, Touch, Value, Warning,
    Wishes,
};

type Given = HashMap<String, Vec<String>>;

fn put(item: &str, mut fields: Fields) {
    fields.insert("item", item);
    let line = format!("{}\n", Value::from(fields));
    std::io::stdout().write_all(line.as_bytes()).expect("standard output takes lines");
}

/// The members that are not null.
fn said(members: Value) -> Fields {
    members
        .as_object()
        .into_iter()
        .flat_map(|fields| fields.iter())
        .filter(|(_, value)| **value != Value::Null)
        .map(|(k, v)| (k, v.clone()))
        .collect()
}

fn members(members: Value) -> Fields {
    members.as_object().cloned().unwrap_or_default()
}

fn point(point: Option<Point>) -> Value {
    point.map_or(Value::Null, |point| json!([point.x, point.y]))
}

fn copy(fields: &mut Fields, of: &Fields, keys: &[&str]) {
    for key in keys {
        if let Some(value) = of.get(*key) {
            fields.insert(*key, value);
        }
    }
}

fn show_phase(fields: &mut Fields, phase: &Phase) {
    let name = match phase {
        Phase::Began => "began",
        Phase::Moved => "moved",
        Phase::Stationary => "stationary",
        Phase::Ended => "ended",
        Phase::Cancelled { reason } => {
            fields.insert("reason", reason);
            "cancelled"
        }
    };
    fields.insert("phase", name);
}

fn show_region(region: &Region) -> Value {
    let (box_, matrix) = (region.bounds, region.to_screen);
    Value::from(said(json!({
        "id": &region.id, "path": &region.path, "kind": &region.kind, "screen": &region.screen,
        "bounds": [box_.x, box_.y, box_.width, box_.height],
        "toScreen": [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty],
        "refuses": region.refuses.then(|| true), "value": region.value, "isOn": region.is_on, "offset": point(region.offset),
        "zoomScale": region.zoom_scale,
    })))
}

fn show_regions(regions: &[Region]) -> Value {
    Value::Array(regions.iter().map(show_region).collect())
}

fn show_screen(screen: &Screen) -> Fields {
    said(json!({
        "screen": &screen.screen, "display": &screen.display, "activity": &screen.activity, "idle": screen.idle, "mode": &screen.mode,
        "lastTouch": screen.last_touch,
    }))
}

fn show_placed(places: &[Placed]) -> Value {
    let one = |one: &Placed| {
        let following = Some(one.following).filter(|following| *following > 0);
        let path = one.region.as_ref().map(|region| region.path.clone());
        Value::from(said(json!({"id": &one.id, "after": one.after.clone(), "following": following, "path": path})))
    };
    Value::Array(places.iter().map(one).collect())
}

fn ids(objects: &[Fields]) -> Value {
    Value::Array(objects.iter().map(|one| one.get("id").cloned().unwrap_or(Value::Null)).collect())
}

fn wishes_of(words: &HashMap<String, String>) -> Wishes {
    Wishes {
        events: words.get("events").map(|names| listed(names)),
        observe: words.contains_key("observe"),
        axes: words.contains_key("axes"),
        max_rate: words.get("maxRate").and_then(|rate| rate.parse().ok()),
        coalesced: words.contains_key("coalesced"),
    }
}

fn listed(names: &str) -> Vec<String> {
    names.split(',').map(str::to_owned).collect()
}

/// The state of a run: the rules that are left, and what has come.
struct Driver {
    options: Given,
    rules: Vec<String>,
    questions: HashMap<u64, touchd::Question>,
    /// The regions that the client knows.
    known: Vec<Region>,
    /// The touches that are down, each the same object from its begin to its end.
    touches: HashMap<Arc<Touch>, u64>,
}

impl Driver {
    fn show_event(&mut self, frame: &Frame, event: &Event) -> &'static str {
        let mut fields = members(json!({"seq": frame.seq, "time": frame.time, "panel": &frame.panel}));
        let mut about = (Value::Null, 0);
        let (word, synthetic) = match event {
            Event::Touch(touch) => {
                self.check_identity(touch);
                fields.insert("id", touch.id);
                show_phase(&mut fields, &touch.phase);
                fields.insert("region", touch.region.clone());
                fields.insert("target", touch.target.clone());
                fields.insert("x", touch.location.x);
                fields.insert("y", touch.location.y);
                fields.insert("local", point(touch.local));
                fields.insert("tapCount", touch.tap_count);
                fields.insert("inside", touch.inside);
                copy(&mut fields, &touch.fields, &["pressure", "major", "minor", "orientation", "distance", "tool"]);
                if let Some(time) = touch.timestamp {
                    fields.insert("timestamp", time);
                }
                if !touch.coalesced.is_empty() {
                    let sample = |sample: &touchd::Sample| json!([sample.time, sample.location.x, sample.location.y, point(sample.local)]);
                    fields.insert("coalesced", Value::Array(touch.coalesced.iter().map(sample).collect()));
                }
                about = (Value::from(touch.region.clone()), touch.id);
                ("touch", touch.synthetic)
            }
            Event::Sensitive(touch) => {
                fields.insert("id", touch.id);
                show_phase(&mut fields, &touch.phase);
                fields.insert("region", touch.region.clone());
                fields.insert("target", touch.target.clone());
                ("sensitive", touch.synthetic)
            }
            Event::Gesture(gesture) => {
                fields.insert("gesture", &gesture.gesture);
                fields.insert("kind", &gesture.kind);
                fields.insert("region", &gesture.region);
                fields.insert("state", gesture.state.name());
                fields.insert("touches", gesture.touches.clone());
                fields.insert("local", point(gesture.local));
                if let Some(time) = gesture.timestamp {
                    fields.insert("timestamp", time);
                }
                let keys = ["translation", "velocity", "scale", "rotation", "scaleVelocity", "rotationVelocity", "direction", "taps"];
                copy(&mut fields, &gesture.fields, &keys);
                ("gesture", gesture.synthetic)
            }
            Event::Control(control) => {
                let more = said(json!({"value": control.value, "isOn": control.is_on, "region": &control.region, "action": &control.action}));
                copy(&mut fields, &more, &["value", "isOn", "region", "action"]);
                fields.insert("id", control.id);
                about = (Value::from(&control.region), control.id);
                ("control", control.synthetic)
            }
            Event::Scroll(scroll) => {
                fields.insert("region", &scroll.region);
                fields.insert("offset", point(Some(scroll.offset)));
                fields.insert("zoomScale", scroll.zoom_scale);
                fields.insert("state", scroll.state.name());
                ("scroll", scroll.synthetic)
            }
            Event::Outside(outside) => {
                fields.insert("id", outside.id);
                fields.insert("region", &outside.region);
                ("outside", false)
            }
            _ => panic!("an event of an unknown kind"),
        };
        if synthetic {
            fields.insert("synthetic", true);
        }
        put(word, fields);
        if event.is_press() {
            put("press", members(json!({"region": about.0, "id": about.1})));
        }
        word
    }

    /// Checks that a touch is the same object from its begin to its end, and that its record agrees with its events.
    fn check_identity(&mut self, event: &touchd::TouchEvent) {
        let is_known = match event.phase {
            Phase::Began => self.touches.insert(Arc::clone(&event.touch), event.id).is_none(),
            Phase::Ended | Phase::Cancelled { .. } => self.touches.remove(&event.touch) == Some(event.id),
            _ => self.touches.get(&event.touch) == Some(&event.id),
        };
        assert!(is_known, "{event:?} has the touch of another finger");
        assert_eq!((event.touch.id(), event.touch.region()), (event.id, event.region.as_deref()));
        match &event.phase {
            Phase::Ended => assert_eq!(event.touch.end(), Some(End::Ended)),
            Phase::Cancelled { reason } => assert_eq!(event.touch.end(), Some(End::Cancelled { reason: reason.clone() })),
            _ => {}
        }
    }

    /// Prints an item that is no frame. Returns the word of the rule that it may trigger.
    fn show(&mut self, item: &Item) -> String {
        let (word, fields) = match item {
            Item::Connected(item) => ("connected", json!({"server": &item.server, "epoch": &item.epoch})),
            Item::Disconnected(item) => ("disconnected", json!({"reason": &item.reason})),
            Item::Waiting(item) => ("waiting", json!(said(json!({"path": &item.path, "errno": item.errno, "message": &item.message})))),
            Item::Reply(item) if item.ok => ("reply", json!({"id": item.id, "ok": true})),
            Item::Reply(item) => {
                let more = json!({"id": item.id, "ok": false, "code": item.code.clone(), "message": item.message.clone(), "hint": item.hint.clone()});
                ("reply", json!(said(more)))
            }
            Item::Snapshot(item) => {
                let screens: Vec<Value> = item.screens.iter().map(|screen| Value::from(show_screen(screen))).collect();
                self.known = item.regions.clone();
                let screens = if screens.is_empty() { Value::Null } else { Value::Array(screens) };
                let all = json!({"seq": item.seq, "generation": item.generation, "panels": ids(&item.panels),
                    "regions": show_regions(&item.regions), "touches": ids(&item.touches), "screens": screens});
                ("snapshot", json!(said(all)))
            }
            Item::Screen(item) => ("screen", json!(show_screen(item))),
            Item::Staff(item) => ("staff", json!({"screen": &item.screen, "id": &item.id, "time": item.time})),
            Item::Config(item) => {
                let one = |one: &touchd::GaveWay| json!(said(json!({"region": &one.region, "key": one.key.clone(), "client": one.client})));
                let gave_way = Value::Array(item.gave_way.iter().map(one).collect());
                let all = json!({"ok": item.ok, "generation": item.generation, "message": item.message.clone(), "panels": ids(&item.panels),
                    "regions": show_regions(&item.regions), "gaveWay": gave_way});
                ("config", json!(said(all)))
            }
            Item::Tree(item) => ("tree", json!({"generation": item.generation, "regions": show_regions(&item.regions)})),
            Item::TreeChanged(item) => {
                let all = json!({"generation": item.generation, "added": show_placed(&item.added), "removed": item.removed.clone(),
                    "moved": show_placed(&item.moved)});
                put("treeChanged", members(all));
                self.known = item.applied(&self.known);
                if self.options.contains_key("list") {
                    let list: Vec<&String> = self.known.iter().map(|region| &region.id).collect();
                    put("list", members(json!({"ids": list})));
                }
                return "treeChanged".to_owned();
            }
            Item::Changed(item) => ("changed", json!({"generation": item.generation, "regions": show_regions(&item.regions)})),
            Item::Overridden(item) => {
                ("overridden", json!(said(json!({"region": &item.region, "key": item.key.clone(), "generation": item.generation}))))
            }
            Item::Warning(item) => ("warning", json!(show_warning(item))),
            Item::Lagged(item) => ("lagged", json!({"seq": item.seq, "merged": item.merged, "cancelled": item.cancelled.clone()})),
            Item::Released(item) => ("released", json!({"receivers": item.receivers.clone(), "reason": &item.reason})),
            Item::Question(item) => {
                self.questions.insert(item.id, item.clone());
                let all = json!({"id": item.id, "ask": &item.ask, "time": item.time, "deadline": item.deadline, "panel": &item.panel,
                    "gesture": &item.gesture, "kind": &item.kind, "region": &item.region, "touches": item.touches.clone()});
                let mut fields = members(all);
                fields.insert("local", point(item.local));
                copy(&mut fields, &said(json!({"target": item.target.clone()})), &["target"]);
                ("question", json!(fields))
            }
            Item::Message(item) => {
                put("message", members(json!({"fields": item.fields.clone()})));
                return item.kind.clone();
            }
            _ => panic!("an item of an unknown kind"),
        };
        put(word, members(fields));
        word.to_owned()
    }

    /// Runs the actions of the current rule, one after another, if its word came.
    fn act(&mut self, client: &mut Client, word: &str) {
        let is_due = self.rules.first().and_then(|rule| rule.split(' ').next()) == Some(word);
        if !is_due {
            return;
        }
        let rule = self.rules.remove(0);
        let words: Vec<&str> = rule.split_whitespace().skip(1).collect();
        for action in words.split(|word| *word == "+") {
            let number = |index: usize| action[index].parse::<u64>().expect("a number");
            match action[0] {
                "subscribe" => {
                    let pairs = action[2..].iter().filter_map(|word| word.split_once('=')).map(|(k, v)| (k.to_owned(), v.to_owned())).collect();
                    client.subscribe(listed(action[1]), wishes_of(&pairs));
                }
                "unsubscribe" => drop(client.unsubscribe(number(1))),
                "claim" => drop(client.claim(listed(action[1]), action.get(2).map(|ms| ms.parse().expect("ms")))),
                "release" => drop(client.release(listed(action[1]))),
                "edits" => {
                    let edits: Value = action[2].parse().expect("edits as JSON");
                    let how = Editing { keep: action[1].contains("keep"), redo: action[1].contains("redo") };
                    client.edit(edits.as_array().expect("a list").to_vec(), how);
                }
                "ack" => client.ack(number(1)),
                // The question itself if it has been received, otherwise its number.
                "answer" => client.answer(self.questions.get(&number(1)).map_or(number(1), |question| question.id), action[2] == "true"),
                "close" => client.close(),
                "nothing" => {}
                "many" => {
                    for _ in 0..number(1) {
                        client.request(action[2], json!(null));
                    }
                }
                "large" => drop(client.request(action[2], json!({"text": "x".repeat(number(1) as usize)}))),
                kind => drop(client.request(kind, json!(null))),
            }
        }
    }

    fn one(&self, key: &str) -> Option<&str> {
        self.options.get(key).and_then(|values| values.first()).map(String::as_str)
    }

    fn client_options(&self) -> Options {
        Options {
            path: self.one("socket").map(Into::into),
            name: self.one("name").map(str::to_owned),
            retries: Some(self.one("retries").map_or(0, |count| count.parse().expect("retries"))),
            // On a loaded machine hello may take long.
            hello_within: Duration::from_millis(self.one("helloWithin").map_or(1_000_000, |ms| ms.parse().expect("ms"))),
            tree_changes: self.one("treeChanges") == Some("true"),
        }
    }

    fn regions(&self) -> Vec<String> {
        self.options.get("regions").cloned().unwrap_or_else(|| vec!["**".to_owned()])
    }

    fn presses(&self, count: usize) -> Result<(), Error> {
        let log = |text: &str| put("log", members(json!({ "text": text })));
        for press in Presses::new(self.regions(), self.client_options()).log(log).take(count) {
            let press = press?;
            put("press", members(json!({"region": press.region, "id": press.id})));
        }
        Ok(())
    }

    fn run(&mut self, client: &mut Client, next: fn(&mut Client) -> Result<Option<Item>, Error>) -> Result<(), Error> {
        let wishes = self.options.iter().map(|(key, values)| (key.clone(), values[0].clone())).collect();
        client.subscribe(self.regions(), wishes_of(&wishes));
        self.act(client, "start");
        while let Some(item) = next(client)? {
            if let Item::Frame(frame) = &item {
                let frame = Rc::new(frame.clone());
                for event in &frame.events {
                    let word = self.show_event(&frame, event);
                    self.act(client, word);
                    if client.is_closed() {
                        break;
                    }
                }
            } else {
                let word = self.show(&item);
                self.act(client, &word);
            }
        }
        Ok(())
    }

    /// Checks that a request after the end is refused at once.
    fn after(&mut self, client: &mut Client, error: &Error) {
        if !self.rules.first().map_or(false, |rule| rule.starts_with("failed ")) {
            return;
        }
        self.act(client, "failed");
        if let Ok(Some(Item::Reply(reply))) = client.next_item() {
            assert_eq!(reply.code.as_deref(), Some("notSent"));
            assert_eq!(client.next_item().as_ref(), Err(error));
            put("refused", Fields::default());
        }
    }
}

fn show_warning(item: &Warning) -> Fields {
    let mut fields = members(json!({"code": &item.code, "message": &item.message}));
    copy(&mut fields, &item.fields, &["id", "glob", "near"]);
    fields
}

/// Works like a foreign event loop: waits for the descriptor, and handles everything available.
fn by_descriptor(client: &mut Client) -> Result<Option<Item>, Error> {
    #[repr(C)]
    struct Pollfd {
        fd: i32,
        events: i16,
        revents: i16,
    }
    extern "C" {
        fn poll(all: *mut Pollfd, count: std::os::raw::c_ulong, timeout: i32) -> i32;
    }
    loop {
        if let Some(item) = client.next_within(Duration::ZERO)? {
            return Ok(Some(item));
        }
        let began = Instant::now();
        let item = client.next_within(Duration::from_millis(10))?;
        if item.is_some() || client.is_closed() {
            return Ok(item);
        }
        assert!(began.elapsed() >= Duration::from_millis(10), "next_within returned too early");
        let mut one = Pollfd { fd: client.as_raw_fd(), events: 1, revents: 0 };
        unsafe { poll(&mut one, 1, -1) };
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mode = arguments.next().expect("a mode");
    let mut options = Given::new();
    while let (Some(key), Some(value)) = (arguments.next(), arguments.next()) {
        options.entry(key.trim_start_matches("--").to_owned()).or_default().push(value);
    }
    let rules = options.get("on").cloned().unwrap_or_default();
    let mut driver = Driver { options, rules, questions: HashMap::new(), known: Vec::new(), touches: HashMap::new() };
    let mut client = Client::new(driver.client_options()).expect("descriptors");
    let count = driver.one("presses").map(|count| count.parse().expect("a number"));
    let result = match count {
        Some(count) => driver.presses(count),
        None => driver.run(&mut client, if mode == "descriptor" { by_descriptor } else { Client::next_item }),
    };
    let (kind, error) = match result {
        Ok(()) => return,
        Err(error @ Error::ProtocolMismatch(_)) => ("protocol", error),
        Err(error @ Error::Unreachable(_)) => ("unreachable", error),
        Err(error @ Error::Refused(_)) => ("refused", error),
        Err(error) => panic!("{error}"),
    };
    put("failed", members(json!({"kind": kind, "message": error.to_string()})));
    driver.after(&mut client, &error);
}
