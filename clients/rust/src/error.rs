use std::fmt;

/// An error that ends a client, with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The server at the socket speaks another protocol.
    ProtocolMismatch(String),
    /// The retry budget is used up.
    Unreachable(String),
    /// The request of the call was refused by touchd.
    Refused(String),
    /// The system gives no descriptor for the client.
    System(String),
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::ProtocolMismatch(text) | Error::Unreachable(text) | Error::Refused(text) | Error::System(text) => out.write_str(text),
        }
    }
}

impl std::error::Error for Error {}

/// The error of a line that breaks the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed;
