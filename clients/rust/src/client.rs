//! The client: a connection to touchd that is made again when it is lost.

mod requests;

use std::collections::VecDeque;
use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Read};
use std::os::unix::io::{AsRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::back_off::BackOff;
use crate::items::{Item, Waiting};
use crate::stream::Stream;
use crate::sys::{self, Poller};
use crate::Error;

pub use requests::{Editing, Wishes};

/// The options of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The path of the socket; `None`: `$TOUCHD_SOCKET`, or `/run/touchd/events.sock`.
    pub path: Option<PathBuf>,
    /// The client's name in touchd's log.
    pub name: Option<String>,
    /// The number of attempts to connect again after the first; `None`: without end. A connection that has lasted renews them.
    pub retries: Option<u32>,
    /// The time within which the server must say hello after it has accepted the connection.
    pub hello_within: Duration,
    /// Whether changes of the tree come as [`TreeChanged`](crate::TreeChanged), if this touchd supports it.
    pub tree_changes: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { path: None, name: None, retries: Some(100), hello_within: Duration::from_secs(5), tree_changes: false }
    }
}

impl Options {
    fn socket(&self) -> OsString {
        let given = self.path.clone().map(PathBuf::into_os_string).or_else(|| env::var_os("TOUCHD_SOCKET"));
        given.filter(|path| !path.is_empty()).unwrap_or_else(|| "/run/touchd/events.sock".into())
    }
}

/// A client of touchd.
///
/// It connects when the first item is requested, and again when the connection is lost: after growing delays, and at most `retries` times until a
/// connection has lasted again. A lost connection first cancels everything in progress.
///
/// As an iterator a client hands out items, and at the end its error. A loop that also makes requests calls [`next_item`](Client::next_item).
///
/// The loop of another library waits until [`as_raw_fd`](Client::as_raw_fd) is readable, and then calls [`next_within`](Client::next_within) with no
/// time until it returns `None`. It must do the same before it waits for the first time, and after requests.
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

    /// Waits for an event. Returns whether one has come.
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
        Ok(ready.timer || ready.socket)
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

    /// Sets the delay before the next attempt, and adds an item with the reason, once for each reason. Ends the client if there is no further
    /// attempt: the retry budget is used up, or the server speaks another protocol.
    fn plan(&mut self) {
        if let Some(mismatch) = self.stream.mismatch.clone() {
            self.fail(mismatch);
            return;
        }
        let mut pause = Duration::ZERO;
        if let Some(since) = self.since {
            let why = self.unreachable();
            // A connection without a hello does not count, however long it lasted.
            let lasted = if self.stream.is_greeted { since.elapsed() } else { Duration::ZERO };
            pause = match self.back_off.delay(lasted) {
                Some(pause) => pause,
                None => {
                    self.fail(Error::Unreachable(why));
                    return;
                }
            };
            if self.stream.is_greeted {
                self.told = None;
            } else if self.told.as_ref() != Some(&why) {
                self.told = Some(why.clone());
                let path = self.path.to_string_lossy().into_owned();
                self.items.push_back(Item::Waiting(Waiting { path, errno: self.error, message: why }));
            }
        }
        match self.poller.set_timer(pause) {
            Ok(()) => self.is_pausing = true,
            Err(error) => {
                self.fail(system(error));
            }
        }
    }

    /// Begins the next attempt.
    fn open(&mut self) -> io::Result<()> {
        self.since = Some(Instant::now());
        self.is_pausing = false;
        self.error = None;
        self.stream.reset();
        match sys::connected(&self.path) {
            Ok(socket) => {
                self.poller.add(&socket)?;
                (self.socket, self.is_writing) = (Some(socket), false);
                self.poller.set_timer(self.hello_within)
            }
            Err(error) => {
                self.error = error.raw_os_error();
                Ok(())
            }
        }
    }

    /// The reason why there is no connection, in words.
    fn unreachable(&self) -> String {
        let why = match self.error {
            None => "it closes every connection".to_owned(),
            Some(sys::ETIMEDOUT) => "it accepts the connection but sends no hello in time; check whether touchd hangs".to_owned(),
            Some(sys::EACCES) => "permission denied; the user must be in the group touch when the program starts".to_owned(),
            Some(code) => words(code),
        };
        format!("touchd is not reachable at {}: {why}", self.path.to_string_lossy())
    }
}

/// The system's words for an error, without the number that Rust appends.
fn words(code: i32) -> String {
    let text = io::Error::from_raw_os_error(code).to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

fn system(error: io::Error) -> Error {
    Error::System(format!("the client of touchd cannot wait for its socket: {error}"))
}

impl Iterator for Client {
    type Item = Result<Item, Error>;

    /// Waits for the next item. The error that ends the client comes once.
    fn next(&mut self) -> Option<Result<Item, Error>> {
        match self.next_item() {
            Ok(item) => item.map(Ok),
            Err(_) if self.has_raised => None,
            Err(error) => {
                self.has_raised = true;
                Some(Err(error))
            }
        }
    }
}

impl AsRawFd for Client {
    /// The descriptor to wait for. It stays the same for the client's life, with and without a connection.
    fn as_raw_fd(&self) -> RawFd {
        self.poller.descriptor()
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Client").field("path", &self.path).field("is_closed", &self.is_closed).finish_non_exhaustive()
    }
}
