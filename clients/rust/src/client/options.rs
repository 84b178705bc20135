use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

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
    pub(super) fn socket(&self) -> OsString {
        let given = self.path.clone().map(PathBuf::into_os_string).filter(|path| !path.is_empty());
        let in_environment = || env::var_os("TOUCHD_SOCKET").filter(|path| !path.is_empty());
        given.or_else(in_environment).unwrap_or_else(|| "/run/touchd/events.sock".into())
    }
}
