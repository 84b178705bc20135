//! The attempts to connect.

use std::io;
use std::time::{Duration, Instant};

use super::{system, Client};
use crate::items::{Item, Waiting};
use crate::{sys, Error};

impl Client {
    /// Sets the delay before the next attempt, and adds an item with the reason, once for each reason. Ends the client if there is no further
    /// attempt: the retry budget is used up, or the server speaks another protocol.
    pub(super) fn plan(&mut self) {
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
    pub(super) fn open(&mut self) -> io::Result<()> {
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
