use std::collections::VecDeque;
use std::fmt;

use crate::client::{Client, Options, Wishes};
use crate::events::{Event, TouchEvent};
use crate::items::{Item, Lagged};
use crate::Error;

/// The touches that came down on one of some regions and lifted inside it. A touch that was cancelled or dragged out is not a press.
///
/// Ends only with an error. While touchd is not there, or this program reads too slowly, the log says so.
pub struct Presses {
    client: Result<Client, Error>,
    pending: VecDeque<TouchEvent>,
    log: Box<dyn FnMut(&str) + Send>,
    is_over: bool,
}

impl Presses {
    /// The presses of regions: globs over region paths; none: all regions.
    pub fn new<I: IntoIterator>(regions: I, options: Options) -> Presses
    where
        I::Item: Into<String>,
    {
        let mut regions: Vec<String> = regions.into_iter().map(Into::into).collect();
        if regions.is_empty() {
            regions.push("**".to_owned());
        }
        let subscribed = |mut client: Client| {
            client.subscribe(regions, Wishes::events(["touch"]));
            client
        };
        Presses {
            client: Client::new(options).map(subscribed),
            pending: VecDeque::new(),
            log: Box::new(|text| eprintln!("touchd: {text}")),
            is_over: false,
        }
    }

    /// Sets the function that gets the reason why no presses come. The default writes to standard error.
    #[must_use]
    pub fn log(mut self, log: impl FnMut(&str) + Send + 'static) -> Presses {
        self.log = Box::new(log);
        self
    }

    fn press(&mut self) -> Result<Option<TouchEvent>, Error> {
        let client = self.client.as_mut().map_err(|error| error.clone())?;
        loop {
            if let Some(press) = self.pending.pop_front() {
                return Ok(Some(press));
            }
            match client.next_item()? {
                None => return Ok(None),
                Some(Item::Frame(frame)) => self.pending.extend(frame.events.into_iter().filter_map(|event| match event {
                    Event::Touch(touch) if touch.is_press() => Some(touch),
                    _ => None,
                })),
                Some(Item::Waiting(item)) => (self.log)(&format!("{}; trying again", item.message)),
                Some(Item::Disconnected(item)) => (self.log)(&format!("the connection to touchd is lost: {}", item.reason)),
                Some(Item::Lagged(item)) => (self.log)(&too_slow(&item)),
                Some(Item::Warning(item)) => (self.log)(&item.message),
                Some(Item::Reply(reply)) if !reply.ok => {
                    let hint = reply.hint.map_or(String::new(), |hint| format!("; {hint}"));
                    return Err(Error::Refused(format!("touchd refused the subscription: {}{hint}", reply.message.unwrap_or_default())));
                }
                Some(_) => {}
            }
        }
    }
}

fn too_slow(item: &Lagged) -> String {
    let touches: Vec<String> = item.cancelled.iter().map(u64::to_string).collect();
    let touches = if touches.is_empty() { String::new() } else { format!(" (touches {})", touches.join(", ")) };
    format!("this program reads too slowly: presses that began or ended since it fell behind are lost{touches}")
}

impl Iterator for Presses {
    type Item = Result<TouchEvent, Error>;

    /// Waits for the next press. The error that ends the client comes once.
    fn next(&mut self) -> Option<Result<TouchEvent, Error>> {
        if self.is_over {
            return None;
        }
        let press = self.press().transpose();
        self.is_over = !matches!(press, Some(Ok(_)));
        if let (true, Ok(client)) = (self.is_over, &mut self.client) {
            client.close();
        }
        press
    }
}

impl fmt::Debug for Presses {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Presses").field("client", &self.client).finish_non_exhaustive()
    }
}
