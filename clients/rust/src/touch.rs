use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// The end of a touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The finger was seen to lift.
    Ended,
    /// The touch was interrupted. The program must not do what the touch would have done.
    Cancelled {
        /// The reason, as in [`Phase::Cancelled`](crate::Phase::Cancelled).
        reason: String,
    },
}

/// A finger on a region, from its begin to its end: the same object in each of its events. Two touches are equal only if they are the same object,
/// even if a restarted touchd uses an id again. So a program can keep its data in a `HashMap<Arc<Touch>, …>`.
pub struct Touch {
    id: u64,
    region: Option<String>,
    end: Mutex<Option<End>>,
}

impl Touch {
    pub(crate) fn new(id: u64, region: Option<String>) -> Arc<Touch> {
        Arc::new(Touch { id, region, end: Mutex::new(None) })
    }

    /// The id of the touch. touchd does not use it again until it is restarted.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The receiver; `None` if no region received the touch.
    pub fn region(&self) -> Option<&str> {
        self.region.as_deref()
    }

    /// The end of the touch; `None` while the finger is down.
    pub fn end(&self) -> Option<End> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// True until the touch has ended or was cancelled.
    pub fn is_down(&self) -> bool {
        self.end().is_none()
    }

    pub(crate) fn finish(&self, end: End) {
        *self.end.lock().unwrap_or_else(PoisonError::into_inner) = Some(end);
    }
}

impl PartialEq for Touch {
    fn eq(&self, other: &Touch) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Touch {}

impl Hash for Touch {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::hash(self, state);
    }
}

impl fmt::Debug for Touch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Touch").field("id", &self.id).field("region", &self.region).field("end", &self.end()).finish()
    }
}
