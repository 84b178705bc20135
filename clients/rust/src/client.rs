//! The client: a connection to touchd that is made again when it is lost.

mod attempts;
mod options;
mod requests;
mod traits;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, Read};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use crate::back_off::BackOff;
use crate::items::Item;
use crate::stream::Stream;
use crate::sys::{self, Poller};
use crate::Error;

pub use options::Options;
pub use requests::{Editing, Wishes};

/// A client of touchd.
///
/// It connects when the first item is requested, and again when the connection is lost: after growing delays, and at most `retries` times until a
/// connection has lasted again. A lost connection first cancels everything in progress.
///
/// As an iterator a client hands out items, and at the end its error. A loop that also makes requests calls [`next_item`](Client::next_item).
///
/// The loop of another library waits until the client's descriptor ([`AsRawFd`](std::os::unix::io::AsRawFd)) is readable, and then calls
/// [`next_within`](Client::next_within) with no time until it returns `None`. It must do the same before it waits for the first time, and after
/// requests.
pub struct Client {
    path: OsString,
    hello_within: Duration,
    stream: Stream,
    back_off: BackOff,
    items: VecDeque<Item>,
    is_closed: bool,
    socket: Option<UnixStream>,
    is_writing: bool,
    /// Waits for the socket, and for the next attempt or, with a connection, the end of the time for a hello.
    poller: Poller,
    /// Whether the timer for the next attempt is set.
    is_pausing: bool,
    /// The time and the error of the last attempt; no error: it connected.
    since: Option<Instant>,
    error: Option<i32>,
    /// The last reason handed out since there was a connection.
    told: Option<String>,
    /// The error that ends the client. Only the rest of `items` is still handed out.
    failure: Option<Error>,
    has_raised: bool,
}

impl Client {
    /// Creates a client. It does not connect yet.
    ///
    /// # Errors
    ///
    /// [`Error::System`] if the system gives no descriptors.
    pub fn new(options: Options) -> Result<Client, Error> {
        let client = Client {
            path: options.socket(),
            hello_within: options.hello_within,
            stream: Stream::new(options.name, options.tree_changes),
            back_off: BackOff::new(options.retries),
            items: VecDeque::new(),
            is_closed: false,
            socket: None,
            is_writing: false,
            poller: Poller::new().map_err(system)?,
            is_pausing: false,
            since: None,
            error: None,
            told: None,
            failure: None,
            has_raised: false,
        };
        // A foreign loop must look at the client once.
        client.poller.set_timer(Duration::ZERO).map_err(system)?;
        Ok(client)
    }

    /// Waits for the next item. Returns `None` if the client is closed.
    ///
    /// # Errors
    ///
    /// The error that has ended the client. It comes again for each further call.
    pub fn next_item(&mut self) -> Result<Option<Item>, Error> {
        self.next_until(None)
    }

    /// Waits for the next item, at most this long. Returns `None` if none has come, or if the client is closed.
    ///
    /// # Errors
    ///
    /// As for [`next_item`](Client::next_item).
    pub fn next_within(&mut self, timeout: Duration) -> Result<Option<Item>, Error> {
        // A time that the clock cannot express is without end.
        self.next_until(Instant::now().checked_add(timeout))
    }

    fn next_until(&mut self, deadline: Option<Instant>) -> Result<Option<Item>, Error> {
        loop {
            if self.is_closed {
                return Ok(None);
            }
            if let Some(item) = self.items.pop_front() {
                return Ok(Some(item));
            }
            if let Some(failure) = &self.failure {
                self.socket = None;
                return Err(failure.clone());
            }
            if self.socket.is_none() && !self.is_pausing {
                self.plan();
            } else if !self.advance() {
                let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
                let has_come = self.wait(left).unwrap_or_else(|error| self.fail(system(error)));
                if !has_come && deadline.map_or(false, |deadline| Instant::now() >= deadline) {
                    return Ok(None);
                }
            }
        }
    }

    /// Ends the client without further items. Nothing in progress gets a cancel, because the program itself ends the client.
    pub fn close(&mut self) {
        self.is_closed = true;
        self.items.clear();
        self.stream.close();
        self.socket = None;
    }

    /// True after [`close`](Client::close).
    pub fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Does what can be done without waiting. Returns whether there was anything.
    fn advance(&mut self) -> bool {
        if self.socket.is_none() {
            return false;
        }
        self.add_items();
        self.flush();
        if self.stream.is_over {
            self.socket = None;
        }
        self.socket.is_none() || !self.items.is_empty() || self.failure.is_some()
    }

    /// Waits for an event. Returns whether there is something to do now. A part of a line is not: a server that never ends its line must not keep
    /// `next_within` from returning.
    fn wait(&mut self, timeout: Option<Duration>) -> io::Result<bool> {
        let ready = self.poller.wait(timeout)?;
        if self.socket.is_none() {
            if ready.timer {
                self.open()?;
            }
            return Ok(ready.timer);
        }
        if ready.socket {
            self.read();
            self.add_items();
            self.flush();
        }
        if ready.timer && !self.stream.is_greeted && !self.stream.is_over && self.failure.is_none() {
            self.error = Some(sys::ETIMEDOUT);
            let lost = self.stream.lost("closed");
            self.items.extend(lost);
        }
        Ok(ready.timer || self.stream.is_over || !self.items.is_empty() || self.failure.is_some())
    }

    fn read(&mut self) {
        let mut bytes = [0; 65536];
        let read = self.socket.as_ref().map_or(Ok(0), |mut socket| socket.read(&mut bytes));
        match read {
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted) => {}
            Ok(0) | Err(_) => {
                let lost = self.stream.lost("closed");
                self.items.extend(lost);
            }
            Ok(count) => self.stream.feed(&bytes[..count]),
        }
    }

    /// Adds the items of the next line.
    fn add_items(&mut self) {
        match self.stream.next() {
            Ok(items) => self.items.extend(items),
            Err(failure) => {
                self.fail(failure);
            }
        }
    }

    /// Ends the client: refuses the requests that were never sent. The error comes after these refusals. Returns true: something has come.
    fn fail(&mut self, failure: Error) -> bool {
        self.failure = Some(failure);
        let refused = self.stream.give_up();
        self.items.extend(refused);
        true
    }

    /// Sends as much as the socket takes. The rest is sent when the program asks for items.
    fn flush(&mut self) {
        let socket = match &self.socket {
            Some(socket) => socket,
            None => return,
        };
        let mut sent = 0;
        while sent < self.stream.outgoing.len() {
            match sys::sent(socket, &self.stream.outgoing[sent..]) {
                Ok(count) => sent += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(_) => sent = self.stream.outgoing.len(), // reading reports the error
            }
        }
        self.stream.outgoing.drain(..sent);
        let is_writing = !self.stream.outgoing.is_empty();
        if self.is_writing != is_writing && self.poller.set_writing(socket, is_writing).is_ok() {
            self.is_writing = is_writing;
        }
    }
}

fn system(error: io::Error) -> Error {
    Error::System(format!("the client of touchd cannot wait for its socket: {error}"))
}
