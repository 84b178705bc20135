use std::fmt;
use std::os::unix::io::{AsFd, AsRawFd, BorrowedFd, RawFd};

use super::Client;
use crate::items::Item;
use crate::Error;

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
        self.poller.descriptor().as_raw_fd()
    }
}

impl AsFd for Client {
    /// The same descriptor.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.poller.descriptor()
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Client").field("path", &self.path).field("is_closed", &self.is_closed).finish_non_exhaustive()
    }
}
