//! Trouble on order: this method and path, so many times, and what goes wrong then.
//! Counted, never random; a fault that nobody ordered never happens.

use std::time::Duration;

use crate::dish::{Coding, Dish};

/// One order of trouble. Made with [`Fault::on`] or [`Fault::under`], aimed with [`FaultOrder::next`]
/// or [`FaultOrder::from_nth`], and finished by one of the other verbs.
///
/// ```
/// use fake_mealie::Fault;
/// let broken_once = Fault::on("DELETE", "/api/recipes/pea-soup").next(1).answers(503, "busy");
/// let gone_after_the_deed = Fault::on("PUT", "/api/foods/merge").drops_after_the_deed();
/// ```
#[derive(Debug, Clone)]
pub struct Fault {
    method: String,
    place: Place,
    turn: Turn,
    trouble: Trouble,
    met: u32,
}

#[derive(Debug, Clone)]
enum Place {
    Exactly(String),
    Under(String),
}

#[derive(Debug, Clone, Copy)]
enum Turn {
    /// The next so many matching requests.
    Next(u32),
    /// Every matching request from this one on, counted from 1.
    FromNth(u32),
}

/// What goes wrong. "After the deed" means that Mealie did what was asked before the answer was lost.
#[derive(Debug, Clone)]
pub(crate) enum Trouble {
    Answer { status: u16, headers: Vec<(String, String)>, body: Vec<u8>, deed: Deed },
    Serve { status: u16, content_type: String, dish: Dish },
    Delay(Duration),
    Truncate(usize),
    Rewrite { from: String, to: String },
    Compress(Coding),
    Drop(Deed),
    Reset(Deed),
    Hang(Deed),
}

/// Whether the request still does its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deed {
    Done,
    Undone,
}

impl Fault {
    /// Trouble for this method (`*` for all) at exactly this path.
    pub fn on(method: &str, path: &str) -> FaultOrder {
        FaultOrder { method: method.into(), place: Place::Exactly(path.into()), turn: Turn::Next(1) }
    }

    /// Trouble for this method (`*` for all) at every path that begins like this.
    pub fn under(method: &str, prefix: &str) -> FaultOrder {
        FaultOrder { method: method.into(), place: Place::Under(prefix.into()), turn: Turn::Next(1) }
    }

    fn is_for(&self, method: &str, path: &str) -> bool {
        (self.method == "*" || self.method.eq_ignore_ascii_case(method))
            && match &self.place {
                Place::Exactly(wanted) => wanted == path,
                Place::Under(prefix) => path.starts_with(prefix.as_str()),
            }
    }
}

/// A fault that still needs to be told what goes wrong. Once, unless told otherwise.
#[derive(Debug, Clone)]
#[must_use = "say what goes wrong"]
pub struct FaultOrder {
    method: String,
    place: Place,
    turn: Turn,
}

impl FaultOrder {
    /// The next `times` matching requests.
    pub fn next(mut self, times: u32) -> FaultOrder {
        self.turn = Turn::Next(times);
        self
    }

    /// Every matching request from the `nth` on, counted from 1.
    pub fn from_nth(mut self, nth: u32) -> FaultOrder {
        self.turn = Turn::FromNth(nth);
        self
    }

    /// This status with this text, instead of the deed.
    pub fn answers(self, status: u16, body: impl Into<Vec<u8>>) -> Fault {
        self.answers_with(status, &[("content-type", "text/plain; charset=utf-8")], body)
    }

    /// This status with these headers and this body, instead of the deed. With `transfer-encoding: chunked` among
    /// the headers the body is sent without its length.
    pub fn answers_with(self, status: u16, headers: &[(&str, &str)], body: impl Into<Vec<u8>>) -> Fault {
        self.answer(status, headers, body.into(), Deed::Undone)
    }

    /// This status with this text, though the deed is done.
    pub fn answers_after_the_deed(self, status: u16, body: impl Into<Vec<u8>>) -> Fault {
        self.answer(status, &[("content-type", "text/plain; charset=utf-8")], body.into(), Deed::Done)
    }

    /// The page that an install with the web UI gives on unknown paths: 200, `text/html`.
    pub fn answers_the_web_page(self) -> Fault {
        const PAGE: &str = "<!DOCTYPE html><html lang=\"en\"><head><title>Mealie</title></head>\
            <body><div id=\"__nuxt\"></div></body></html>";
        self.answers_with(200, &[("content-type", "text/html; charset=utf-8")], PAGE)
    }

    /// This status with a body that is made while it is read, instead of the deed: any size, any bytes.
    pub fn serves(self, status: u16, content_type: &str, dish: Dish) -> Fault {
        self.with(Trouble::Serve { status, content_type: content_type.into(), dish })
    }

    /// The usual answer with one text replaced by another wherever it stands: a number by `1e999`, a key by two of
    /// its name.
    pub fn rewrites(self, from: &str, to: &str) -> Fault {
        self.with(Trouble::Rewrite { from: from.into(), to: to.into() })
    }

    /// The usual answer, compressed, also for a client that did not ask for it.
    pub fn compresses(self, coding: Coding) -> Fault {
        self.with(Trouble::Compress(coding))
    }

    /// The usual answer, so much later.
    pub fn delays(self, by: Duration) -> Fault {
        self.with(Trouble::Delay(by))
    }

    /// The usual head with the usual length, but only so many bytes of the body; then the connection closes.
    pub fn truncates_after(self, bytes: usize) -> Fault {
        self.with(Trouble::Truncate(bytes))
    }

    /// The connection closes without an answer and nothing is done.
    pub fn drops(self) -> Fault {
        self.with(Trouble::Drop(Deed::Undone))
    }

    /// The deed is done, and the connection closes without an answer.
    pub fn drops_after_the_deed(self) -> Fault {
        self.with(Trouble::Drop(Deed::Done))
    }

    /// The connection is reset (TCP RST) and nothing is done.
    pub fn resets(self) -> Fault {
        self.with(Trouble::Reset(Deed::Undone))
    }

    /// The deed is done, and the connection is reset (TCP RST).
    pub fn resets_after_the_deed(self) -> Fault {
        self.with(Trouble::Reset(Deed::Done))
    }

    /// No answer, ever, and nothing is done; the connection stays open.
    pub fn hangs(self) -> Fault {
        self.with(Trouble::Hang(Deed::Undone))
    }

    /// The deed is done, and no answer comes, ever; the connection stays open.
    pub fn hangs_after_the_deed(self) -> Fault {
        self.with(Trouble::Hang(Deed::Done))
    }

    fn answer(self, status: u16, headers: &[(&str, &str)], body: Vec<u8>, deed: Deed) -> Fault {
        let headers = headers.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        self.with(Trouble::Answer { status, headers, body, deed })
    }

    fn with(self, trouble: Trouble) -> Fault {
        Fault { method: self.method, place: self.place, turn: self.turn, trouble, met: 0 }
    }
}

/// The orders that are open, first come first served.
#[derive(Debug, Default)]
pub(crate) struct Faults(Vec<Fault>);

impl Faults {
    pub(crate) fn order(&mut self, fault: Fault) {
        self.0.push(fault);
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// What goes wrong with this request, if anything. Every order that matches is counted up; the first that is due
    /// is met, and an order of so many times is over after them.
    pub(crate) fn meet(&mut self, method: &str, path: &str) -> Option<Trouble> {
        let mut due = None;
        for fault in self.0.iter_mut().filter(|fault| fault.is_for(method, path)) {
            match fault.turn {
                Turn::FromNth(nth) => {
                    fault.met = fault.met.saturating_add(1);
                    if due.is_none() && fault.met >= nth {
                        due = Some(fault.trouble.clone());
                    }
                }
                Turn::Next(times) => {
                    if due.is_none() && fault.met < times {
                        fault.met += 1;
                        due = Some(fault.trouble.clone());
                    }
                }
            }
        }
        self.0.retain(|fault| !matches!(fault.turn, Turn::Next(times) if fault.met >= times));
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(trouble: Option<Trouble>) -> Option<u16> {
        match trouble {
            Some(Trouble::Answer { status, .. }) => Some(status),
            _ => None,
        }
    }

    #[test]
    fn an_order_of_two_is_met_twice_and_then_over() {
        let mut faults = Faults::default();
        faults.order(Fault::on("GET", "/a").next(2).answers(500, ""));
        let met: Vec<_> = (0..3).map(|_| status(faults.meet("GET", "/a"))).collect();
        assert_eq!(met, [Some(500), Some(500), None]);
    }

    #[test]
    fn an_order_from_the_third_on_lets_two_pass_and_never_ends() {
        let mut faults = Faults::default();
        faults.order(Fault::under("*", "/api/").from_nth(3).answers(503, ""));
        let met: Vec<_> = (0..4).map(|_| status(faults.meet("PUT", "/api/foods"))).collect();
        assert_eq!(met, [None, None, Some(503), Some(503)]);
    }

    #[test]
    fn an_order_is_for_its_own_method_and_path_only() {
        let mut faults = Faults::default();
        faults.order(Fault::on("DELETE", "/a").answers(500, ""));
        for (row, method, path) in [("another method", "GET", "/a"), ("a longer path", "DELETE", "/a/b")] {
            assert_eq!(status(faults.meet(method, path)), None, "{row}");
        }
        assert_eq!(status(faults.meet("DELETE", "/a")), Some(500));
    }

    #[test]
    fn two_orders_for_one_path_are_met_in_turn() {
        let mut faults = Faults::default();
        faults.order(Fault::on("GET", "/a").answers(500, ""));
        faults.order(Fault::on("GET", "/a").answers(503, ""));
        let met: Vec<_> = (0..3).map(|_| status(faults.meet("GET", "/a"))).collect();
        assert_eq!(met, [Some(500), Some(503), None]);
    }
}
