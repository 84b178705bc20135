use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::process;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::stream::Stream;
use crate::{json, Client, Disconnected, Editing, Error, Item, Options, Presses, Reply, Wishes};

const HELLO: &str = r#"{"type":"hello","protocol":1,"server":"touchd 0.1.0","epoch":"e1","capabilities":[],"limits":{"maxLine":65536}}"#;

/// A socket in a folder of the system, removed at the end.
struct Socket(PathBuf);

impl Socket {
    fn new(name: &str) -> Socket {
        let path = env::temp_dir().join(format!("touchd-rust-{}-{name}.sock", process::id()));
        let _ = fs::remove_file(&path);
        Socket(path)
    }

    fn client(&self, retries: u32) -> Client {
        Client::new(Options { path: Some(self.0.clone()), retries: Some(retries), ..Options::default() }).unwrap()
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn clients_and_presses_can_go_to_another_thread() {
    fn can_go<T: Send>() {}
    can_go::<Client>();
    can_go::<Presses>();
    can_go::<Item>();
}

#[test]
fn next_within_returns_in_time_and_loses_nothing() {
    let socket = Socket::new("time");
    let listener = UnixListener::bind(&socket.0).unwrap();
    let mut client = socket.client(0);
    client.subscribe(["**"], Wishes::default());
    let began = Instant::now();
    assert_eq!(client.next_within(Duration::from_millis(50)), Ok(None));
    assert!(began.elapsed() >= Duration::from_millis(50));
    let (mut server, _) = listener.accept().unwrap();
    writeln!(server, "{HELLO}").unwrap();
    assert!(matches!(client.next_within(Duration::MAX), Ok(Some(Item::Connected(_)))));
    assert_eq!(client.next_within(Duration::ZERO), Ok(None));
    let mut lines = BufReader::new(server).lines();
    assert_eq!(lines.next().unwrap().unwrap(), r#"{"protocol":1,"type":"hello"}"#);
    assert_eq!(lines.next().unwrap().unwrap(), r#"{"id":1,"regions":["**"],"type":"subscribe"}"#);
}

#[test]
fn a_line_without_an_end_does_not_keep_next_within_from_returning() {
    let socket = Socket::new("endless");
    let listener = UnixListener::bind(&socket.0).unwrap();
    let mut client = socket.client(0);
    assert_eq!(client.next_within(Duration::from_millis(10)), Ok(None));
    let (mut server, _) = listener.accept().unwrap();
    writeln!(server, "{HELLO}").unwrap();
    assert!(matches!(client.next_item(), Ok(Some(Item::Connected(_)))));
    server.set_nonblocking(true).unwrap();
    let fill = |mut server: &UnixStream| {
        let mut count = 0;
        while let Ok(more) = server.write(&[b'x'; 4096]) {
            count += more;
        }
        count
    };
    assert!(fill(&server) > 2 * 65536, "the socket is too small for this test");
    assert_eq!(client.next_within(Duration::ZERO), Ok(None));
    let read = fill(&server);
    assert!(read <= 2 * 65536, "{read} bytes were read without waiting");
}

#[test]
fn more_than_the_socket_takes_is_sent_later() {
    let socket = Socket::new("later");
    let listener = UnixListener::bind(&socket.0).unwrap();
    let mut client = socket.client(0);
    let (made, all_made) = mpsc::channel();
    let server = thread::spawn(move || {
        let (mut server, _) = listener.accept().unwrap();
        writeln!(server, "{HELLO}").unwrap();
        all_made.recv().unwrap(); // The requests are longer than the socket's buffer, so it is full now.
        let mut lines = BufReader::new(server.try_clone().unwrap()).lines();
        let count = lines.by_ref().take(101).filter(|line| line.as_ref().map_or(false, |line| line.len() > 60_000)).count();
        writeln!(server, r#"{{"type":"pong","id":0}}"#).unwrap();
        count
    });
    assert!(matches!(client.next_item(), Ok(Some(Item::Connected(_)))));
    for _ in 0..100 {
        client.request("x", json!({"text": "x".repeat(60_000)}));
    }
    made.send(()).unwrap();
    assert!(matches!(client.next_item(), Ok(Some(Item::Message(message))) if message.kind == "pong"));
    assert_eq!(server.join().unwrap(), 100);
}

#[test]
fn the_error_comes_once_in_a_loop_and_requests_after_it_are_refused() {
    let socket = Socket::new("error");
    let mut client = socket.client(0);
    let ping = client.request("ping", json!(null));
    let why = Error::Unreachable(format!("touchd is not reachable at {}: No such file or directory", socket.0.display()));
    let all: Vec<Result<Item, Error>> = client.by_ref().collect();
    assert!(matches!(&all[..], [Ok(Item::Reply(Reply { id, ok: false, .. })), Err(error)] if *id == ping && *error == why), "{all:?}");
    let late = client.request("ping", json!(null));
    assert!(matches!(client.next(), Some(Ok(Item::Reply(Reply { id, code: Some(code), .. }))) if id == late && code == "notSent"));
    let subscription = client.subscribe(["**"], Wishes::default());
    let claim = client.claim(["a"], None);
    for late in [subscription, claim] {
        assert!(matches!(client.next(), Some(Ok(Item::Reply(Reply { id, code: Some(code), .. }))) if id == late && code == "notSent"));
    }
    assert_eq!(client.next(), None);
    assert_eq!(client.next_item(), Err(why));
    client.close();
    assert_eq!(client.next_item(), Ok(None));
}

#[test]
fn a_path_that_is_too_long_is_an_error_that_says_so() {
    let mut client = Client::new(Options { path: Some("x".repeat(108).into()), retries: Some(0), ..Options::default() }).unwrap();
    assert!(matches!(client.next_item(), Err(Error::Unreachable(why)) if why.ends_with(": File name too long")));
    let mut presses = Presses::new([""; 0], Options { path: Some("/nowhere/x".into()), retries: Some(0), ..Options::default() });
    assert!(matches!(presses.next(), Some(Err(Error::Unreachable(_)))));
    assert_eq!(presses.next(), None);
}

#[test]
fn requests_after_close_leave_nothing_behind() {
    let mut stream = Stream::new(None, false);
    stream.feed(HELLO.as_bytes());
    stream.feed(b"\n");
    assert!(matches!(&stream.next().unwrap()[..], [Item::Connected(_)]));
    stream.request("ping", crate::Fields::default());
    assert!(!stream.outgoing.is_empty());
    stream.close();
    let mut client = Socket::new("closed").client(0);
    client.close();
    for _ in 0..2000 {
        stream.request("ping", crate::Fields::default());
        stream.remembered("claim", crate::Fields::default());
        stream.release(Vec::new());
        stream.edit(Vec::new(), false, true);
        client.request("ping", json!(null));
        client.edit([], Editing::REDO);
    }
    assert!(stream.outgoing.is_empty() && stream.settled().is_empty() && stream.give_up().is_empty());
    assert_eq!(client.next_item(), Ok(None));
}

#[test]
fn presses_close_their_connection_when_they_are_refused() {
    let socket = Socket::new("refused");
    let listener = UnixListener::bind(&socket.0).unwrap();
    let server = thread::spawn(move || {
        let (mut server, _) = listener.accept().unwrap();
        server.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        writeln!(server, "{HELLO}").unwrap();
        writeln!(server, r#"{{"type":"reply","id":1,"ok":false,"error":{{"code":"forbidden","message":"no"}}}}"#).unwrap();
        BufReader::new(server).lines().map(|line| line.unwrap()).count()
    });
    let mut presses = Presses::new(["a"], Options { path: Some(socket.0.clone()), retries: Some(0), ..Options::default() });
    assert!(matches!(presses.next(), Some(Err(Error::Refused(_)))));
    assert_eq!(presses.next(), None);
    assert_eq!(server.join().unwrap(), 2, "hello and subscribe");
    drop(presses);
}

#[test]
fn members_that_are_no_object_are_refused() {
    let socket = Socket::new("members");
    let mut client = socket.client(0);
    let id = client.request("hit", json!([1]));
    assert!(matches!(client.next_item(), Ok(Some(Item::Reply(Reply { id: refused, ok: false, .. }))) if refused == id));
}

#[test]
fn a_server_that_sends_garbage_and_goes_is_a_bad_line() {
    let socket = Socket::new("garbage");
    let listener = UnixListener::bind(&socket.0).unwrap();
    let mut client = socket.client(0);
    let server = thread::spawn(move || {
        let (mut server, _): (UnixStream, _) = listener.accept().unwrap();
        writeln!(server, "{HELLO}").unwrap();
        server.write_all(b"{\"type\":\"frame\",\xff\0\n").unwrap();
    });
    assert!(matches!(client.next_item(), Ok(Some(Item::Connected(_)))));
    assert_eq!(client.next_item(), Ok(Some(Item::Disconnected(Disconnected { reason: "badLine".to_owned() }))));
    server.join().unwrap();
}
