//! The items about screens.

use crate::error::Malformed;
use crate::Fields;

/// The current state of a screen, from a snapshot or after a change.
#[derive(Clone, Debug, PartialEq)]
pub struct Screen {
    /// The screen's id.
    pub screen: String,
    /// The display's state: `on`, `off` or `unknown`.
    pub display: String,
    /// The activity: `active` or `idle`.
    pub activity: String,
    /// The longest idle threshold that has passed without a touch, in seconds. `None` while the screen is active.
    pub idle: Option<f64>,
    /// The mode: `normal`, or `cleaning` or `locked`, in which no touch reaches a receiver.
    pub mode: String,
    /// The event time of the last touch in µs. `None` if nobody has touched yet.
    pub last_touch: Option<i64>,
    /// All keys of the screen in the line.
    pub fields: Fields,
}

impl Screen {
    pub(crate) fn of(fields: &Fields) -> Result<Screen, Malformed> {
        Ok(Screen {
            screen: fields.text("screen")?,
            display: fields.text("display")?,
            activity: fields.text("activity")?,
            idle: fields.number("idle").ok(),
            mode: fields.text("mode")?,
            last_touch: fields.integer("lastTouch").ok(),
            fields: fields.clone(),
        })
    }
}

/// A staff gesture that was made. For clients with the right `staff`.
#[derive(Clone, Debug, PartialEq)]
pub struct Staff {
    /// The screen's id.
    pub screen: String,
    /// The gesture's id in the configuration.
    pub id: String,
    /// The event time in µs.
    pub time: i64,
    /// All keys of the line.
    pub fields: Fields,
}

impl Staff {
    pub(crate) fn of(fields: &Fields) -> Result<Staff, Malformed> {
        Ok(Staff { screen: fields.text("screen")?, id: fields.text("id")?, time: fields.integer("time")?, fields: fields.clone() })
    }
}
