//! Touches of touchd, the touch input daemon. The crate has no dependencies, and builds with Rust 1.63 and later, on Linux.
//!
//! ```no_run
//! for press in touchd::presses(["kiosk/menu/**"]) {
//!     println!("{}", press?.region.unwrap_or_default());
//! }
//! # Ok::<(), touchd::Error>(())
//! ```
//!
//! [`connect`] hands out everything:
//!
//! ```no_run
//! use touchd::{Event, Item, Wishes};
//!
//! for item in touchd::connect(["kiosk/menu/**"], Wishes::default())? {
//!     if let Item::Frame(frame) = item? {
//!         for event in frame.events {
//!             match event {
//!                 Event::Gesture(gesture) => println!("{} {}", gesture.gesture, gesture.state.name()),
//!                 Event::Control(control) => println!("{} {}", control.region, control.action),
//!                 _ => {}
//!             }
//!         }
//!     }
//! }
//! # Ok::<(), touchd::Error>(())
//! ```
//!
//! Only [`Phase::Ended`] is a lift: a cancelled touch, also one that is cancelled because the connection was lost, never was one.
//!
//! touchd's docs/clients.md describes the items, and what the library does when the connection is lost.
#![deny(unsafe_code)]
#![warn(missing_docs)]

mod alive;
mod asked;
mod back_off;
mod client;
mod edit;
mod edits;
mod error;
mod events;
mod items;
mod json;
mod lines;
mod presses;
mod screen_items;
mod stream;
mod sys;
mod touch;
mod tree;
mod tree_change;

#[cfg(test)]
mod tests;

pub use client::{Client, Editing, Options, Wishes};
pub use error::Error;
pub use events::{ControlEvent, End, Event, GestureEvent, OutsideEvent, Phase, Point, Sample, ScrollEvent, SensitiveEvent, State, Touch, TouchEvent};
pub use items::{Connected, Disconnected, Frame, Item, Lagged, Message, Question, Released, Reply, Waiting};
pub use json::{Fields, NotJson, Value, DEEPEST};
pub use presses::Presses;
pub use screen_items::{Screen, Staff};
pub use tree::{Changed, Config, GaveWay, Overridden, Rectangle, Region, Snapshot, Transform, Tree, Warning};
pub use tree_change::{Placed, TreeChanged};

/// Creates a client with one subscription and default options. `regions` are globs over region paths.
///
/// # Errors
///
/// [`Error::System`] if the system gives no descriptors.
pub fn connect<I: IntoIterator>(regions: I, wishes: Wishes) -> Result<Client, Error>
where
    I::Item: Into<String>,
{
    let mut client = Client::new(Options::default())?;
    client.subscribe(regions, wishes);
    Ok(client)
}

/// The presses of regions, with default options: see [`Presses`]. `regions` are globs over region paths; none: all regions.
pub fn presses<I: IntoIterator>(regions: I) -> Presses
where
    I::Item: Into<String>,
{
    Presses::new(regions, Options::default())
}
