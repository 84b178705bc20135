//! Random bytes from the socket. Nothing may panic, and every touch that began is ended exactly once.

use std::collections::HashSet;
use std::sync::Arc;

use super::chance::{each_seed, Chance};
use crate::events::{Event, Phase, Touch};
use crate::items::Item;
use crate::stream::Stream;
use crate::{json, Error, Fields, Value};

const HELLO: &str = r#"{"type":"hello","protocol":1,"server":"touchd 0.1.0","epoch":"e1","capabilities":["treeChanges"],"limits":{"maxLine":65536}}"#;

/// Lines as touchd sends them; the numbers of `seq` are filled in.
const LINES: &[&str] = &[
    r#"{"type":"reply","id":1,"ok":true,"subscription":1,"unmatched":[{"glob":"x","near":"y"}]}"#,
    r#"{"type":"reply","id":3,"ok":false,"error":{"code":"notAllowed","message":"no","hint":"ask"}}"#,
    r#"{"type":"reply","id":4,"ok":true,"generation":2}"#,
    r#"{"type":"pong","id":2}"#,
    r#"{"type":"frame","seq":1,"time":10,"panel":"p","events":[{"event":"touch","id":1,"phase":"began","region":"a","target":"a","x":1,"y":2.5,"local":[1,2],"tapCount":1,"coalesced":[{"time":9,"x":1,"y":2,"local":[1,2]}]},{"event":"gesture","gesture":"g","kind":"pan","region":"a","state":"began","touches":[1],"local":[0,0]}]}"#,
    r#"{"type":"frame","seq":1,"time":11,"panel":"p","events":[{"event":"touch","id":1,"phase":"moved","region":"a","target":"a","x":1,"y":2,"local":[1,2]},{"event":"touch","id":2,"phase":"began","region":null,"target":null,"x":1,"y":2,"local":null}]}"#,
    r#"{"type":"frame","seq":1,"time":12,"panel":"q","events":[{"event":"touch","id":1,"phase":"ended","region":"a","target":"a","x":1,"y":2,"inside":false},{"event":"touch","id":2,"phase":"cancelled","region":null,"x":1,"y":2,"reason":"palm"}]}"#,
    r#"{"type":"frame","seq":1,"time":13,"panel":"p","events":[{"event":"control","region":"b","action":"touchDown","id":3},{"event":"control","region":"b","action":"valueChanged","id":3,"value":0.5,"isOn":true},{"event":"scroll","region":"s","offset":[0,1],"zoomScale":2,"state":"began"},{"event":"sensitive","id":9,"phase":"began","region":"pad","target":"pad"},{"event":"outside","id":9,"region":"menu"}]}"#,
    r#"{"type":"frame","seq":1,"time":14,"panel":"p","events":[{"event":"control","region":"b","action":"touchUpInside","id":3},{"event":"scroll","region":"s","offset":[0,1],"state":"ended"},{"event":"gesture","gesture":"g","kind":"pan","region":"a","state":"ended","touches":[]}]}"#,
    r#"{"type":"snapshot","seq":1,"generation":1,"panels":[{"id":"p"}],"regions":[{"id":"a","path":"w/a","kind":"view","screen":"m","bounds":[0,0,1,1],"toScreen":[1,0,0,1,0,0],"offset":[0,0],"zoomScale":1}],"touches":[{"id":1}],"screens":[{"screen":"m","display":"on","activity":"idle","idle":60,"mode":"normal","lastTouch":null}]}"#,
    r#"{"type":"tree","generation":2,"added":[{"id":"n","path":"w/n","kind":"view","screen":"m","bounds":[0,0,1,1],"toScreen":[1,0,0,1,0,0],"after":"a"}],"removed":["b"],"moved":[{"id":"a","following":3,"after":"n"}]}"#,
    r#"{"type":"config","ok":true,"generation":3,"panels":[],"regions":[],"gaveWay":[{"region":"a","key":"frame","client":1}]}"#,
    r#"{"type":"changed","generation":4,"regions":[]}"#,
    r#"{"type":"overridden","region":"a","key":"frame","generation":5}"#,
    r#"{"type":"overridden","region":"n","generation":5}"#,
    r#"{"type":"released","receivers":["a"],"reason":"unresponsive"}"#,
    r#"{"type":"question","id":7,"ask":"shouldBegin","time":1,"deadline":2,"panel":"p","gesture":"g","kind":"pan","region":"a","touches":[1],"local":[1,1],"target":"a"}"#,
    r#"{"type":"staff","screen":"m","id":"corner","time":5}"#,
    r#"{"type":"warning","code":"lastGoodConfiguration","message":"bad"}"#,
    r#"{"type":"lagged","seq":1,"merged":3,"cancelled":[1,2]}"#,
    r#"{"type":"bye","reason":"shutdown"}"#,
    r#"{"type":"trace","text":"x"}"#,
];

/// A value that no line should have in its place.
fn odd(chance: &mut Chance) -> Value {
    match chance.below(12) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(i64::MAX),
        3 => json!(i64::MIN),
        4 => json!(-1),
        5 => json!(1.5),
        6 => json!(1e300),
        7 => json!(""),
        8 => json!([]),
        9 => json!({}),
        10 => json!([[], {"id": null}, 7]),
        _ => json!("a\u{0}\u{10ffff}\"\\"),
    }
}

/// Replaces a random value in a line.
fn changed(value: &Value, chance: &mut Chance) -> Value {
    match value {
        Value::Array(values) if !values.is_empty() && !chance.one_in(4) => {
            let mut values = values.clone();
            let place = chance.below(values.len());
            values[place] = changed(&values[place], chance);
            Value::Array(values)
        }
        Value::Object(fields) if !fields.is_empty() && !chance.one_in(6) => {
            let mut fields = fields.clone();
            let key = fields.keys().nth(chance.below(fields.len())).cloned().unwrap();
            match chance.below(3) {
                0 => fields.remove(&key),
                _ => fields.insert(&key, changed(&fields[&key].clone(), chance)),
            }
            Value::Object(fields)
        }
        _ => odd(chance),
    }
}

fn bytes_of(line: &str, seq: u64, chance: &mut Chance) -> Vec<u8> {
    let mut value: Value = line.parse().unwrap();
    if let (Value::Object(fields), true) = (&mut value, chance.below(40) > 0) {
        if fields.contains_key("seq") {
            fields.insert("seq", seq);
        }
    }
    if chance.one_in(5) {
        value = changed(&value, chance);
    }
    let mut bytes = value.to_string().into_bytes();
    if chance.one_in(12) {
        for _ in 0..1 + chance.below(3) {
            let place = chance.below(bytes.len());
            match chance.below(4) {
                0 => bytes[place] = chance.next() as u8,
                1 if bytes.len() > 1 => drop(bytes.remove(place)),
                2 => bytes.insert(place, *chance.of(&[&b'{', &b'[', &b'"', &b'\\', &b'\n', &b'0', &0xff])),
                _ => bytes.truncate(place.max(1)),
            }
        }
    }
    if chance.one_in(50) {
        bytes = [b'{', b'['].iter().cycle().take(chance.below(1 << 16)).copied().collect();
    }
    bytes.extend(std::iter::repeat(b' ').take(chance.below(3)));
    bytes.push(b'\n');
    bytes
}

/// The program's view: the touches that are down.
#[derive(Default)]
struct Program {
    down: HashSet<Arc<Touch>>,
}

impl Program {
    fn see(&mut self, item: &Item) {
        match item {
            Item::Frame(frame) => frame.events.iter().for_each(|event| self.see_event(event)),
            Item::Disconnected(_) => assert!(self.down.is_empty(), "down after the connection: {:?}", self.down),
            _ => {}
        }
    }

    fn see_event(&mut self, event: &Event) {
        if let Event::Touch(event) = event {
            let follows = match event.phase {
                Phase::Began => self.down.insert(Arc::clone(&event.touch)),
                Phase::Ended | Phase::Cancelled { .. } => self.down.remove(&event.touch) && !event.touch.is_down(),
                _ => self.down.contains(&event.touch),
            };
            assert!(follows, "{event:?} does not follow");
        }
    }
}

fn some_request(stream: &mut Stream, chance: &mut Chance) {
    let names = |name: &str| vec![name.to_owned()];
    match chance.below(7) {
        0 => stream.remembered("subscribe", [("regions", json!(["**"]))].into_iter().collect()),
        1 => stream.request("ping", Fields::default()),
        2 => stream.remembered("claim", [("receivers", names("a"))].into_iter().collect()),
        3 => stream.edit(vec![json!({"op": "set", "region": "a", "key": "frame", "value": [0, 0, 1, 1]})], chance.one_in(2), true),
        4 => stream.edit(vec![json!({"op": "add", "parent": "a", "region": {"id": "n"}})], false, true),
        5 => stream.release(names("a")),
        _ => stream.unsubscribe(1),
    };
}

/// Plays a connection. Returns whether the client may connect again.
fn connection(stream: &mut Stream, program: &mut Program, chance: &mut Chance) -> bool {
    stream.reset();
    let hello = if chance.one_in(30) { bytes_of(HELLO, 0, chance) } else { [HELLO.as_bytes(), b"\n"].concat() };
    let mut input = hello;
    let mut seq = 0;
    for _ in 0..chance.below(30) {
        let line = chance.of(LINES);
        seq += u64::from(line.contains("\"seq\""));
        input.extend(bytes_of(line, seq, chance));
    }
    let mut rest = input.as_slice();
    while !rest.is_empty() && !stream.is_over {
        let (piece, others) = rest.split_at(1 + chance.below(rest.len().min(500)));
        rest = others;
        stream.feed(piece);
        loop {
            match stream.next() {
                Ok(items) if items.is_empty() => break,
                Ok(items) => items.iter().for_each(|item| program.see(item)),
                Err(Error::ProtocolMismatch(_)) => return false,
                Err(error) => panic!("{error}"),
            }
            if chance.one_in(6) {
                some_request(stream, chance);
                stream.settled().iter().for_each(|item| program.see(item));
            }
        }
    }
    if !stream.is_over {
        stream.lost("closed").iter().for_each(|item| program.see(item));
    }
    assert!(program.down.is_empty(), "{:?}", program.down);
    stream.mismatch.is_none()
}

#[test]
fn no_bytes_from_the_socket_make_the_library_panic_or_lose_the_end_of_a_touch() {
    each_seed(400, |chance| {
        let mut stream = Stream::new(Some("fuzz".to_owned()), chance.one_in(2));
        let mut program = Program::default();
        some_request(&mut stream, chance);
        for _ in 0..4 {
            if !connection(&mut stream, &mut program, chance) {
                break;
            }
            some_request(&mut stream, chance);
        }
        stream.give_up();
    });
}
