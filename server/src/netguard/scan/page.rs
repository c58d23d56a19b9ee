//! The document as HTML, read by a tokenizer that follows WHATWG. Owns the tags that such a reader sees and the text of
//! elements whose text may be an address; it never builds a tree.

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, State, Tokenizer};

use super::Unfit;
use super::found::Found;
use super::spoken::Spoken;
use super::tag::{Attribute, Tag};

/// How a document is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Raw {
    /// As libxml2 2.14 does: scripts, titles and the like hold text, scripts and styles none that counts.
    Kept,
    /// As if nothing were raw text: every element holds elements.
    Ignored,
}

/// Takes the addresses of a page.
pub(super) fn read(text: &str, raw: Raw, found: &mut Found) -> Result<(), Unfit> {
    let mut reading = Reading {
        raw,
        found,
        spoken: Spoken::default(),
        name: Vec::new(),
        tag: Tag::default(),
        attribute: Attribute::default(),
        values: String::new(),
        ends: Vec::new(),
        open: false,
        silent: false,
        stopped: None,
    };
    let emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| reading.event(event));
    let mut tokenizer = Tokenizer::new_with_emitter(text, emitter);
    while let Some(next) = tokenizer.next() {
        match next {
            Ok(Next::State(state)) => tokenizer.set_state(state),
            Ok(Next::Stop) => break,
        }
    }
    drop(tokenizer);
    match reading.stopped {
        Some(unfit) => Err(unfit),
        None => reading.spoken.pause(reading.found),
    }
}

struct Reading<'a> {
    raw: Raw,
    found: &'a mut Found,
    spoken: Spoken,
    /// The tag that is being read: its name, what it says, its attribute.
    name: Vec<u8>,
    tag: Tag,
    attribute: Attribute,
    /// What its attributes hold, one after the other, and where each ends.
    values: String,
    ends: Vec<(Attribute, usize)>,
    /// In a start tag: the tokenizer reports the attributes of end tags too.
    open: bool,
    /// In an element whose text does not count.
    silent: bool,
    stopped: Option<Unfit>,
}

impl Reading<'_> {
    fn event(&mut self, event: CallbackEvent<'_>) -> Option<Next> {
        match self.take(event) {
            Ok(next) => next.map(Next::State),
            Err(unfit) => {
                self.stopped = Some(unfit);
                Some(Next::Stop)
            }
        }
    }

    fn take(&mut self, event: CallbackEvent<'_>) -> Result<Option<State>, Unfit> {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.open = true;
                self.name.clear();
                self.name.extend(name);
                self.tag = Tag::of(&String::from_utf8_lossy(name));
                self.values.clear();
                self.ends.clear();
            }
            CallbackEvent::AttributeName { name } if self.open => {
                self.attribute = Attribute::of(&String::from_utf8_lossy(name));
                self.tag = self.tag.with(self.attribute.says());
            }
            CallbackEvent::AttributeValue { value }
                if self.open && self.attribute != Attribute::default() =>
            {
                let value = String::from_utf8_lossy(value);
                self.tag = self.tag.with(self.attribute.says_with(&value));
                if self.attribute.holds_address() {
                    self.values.push_str(&value);
                    self.ends.push((self.attribute, self.values.len()));
                }
            }
            CallbackEvent::CloseStartTag { self_closing } => return self.close(self_closing),
            CallbackEvent::EndTag { name } => {
                self.open = false;
                self.silent = false;
                self.spoken.close(name, self.found)?;
            }
            CallbackEvent::String { value } if !self.silent => {
                self.spoken.hear(&String::from_utf8_lossy(value))
            }
            _ => {}
        }
        Ok(None)
    }

    /// A start tag is over. libxml2 2.14 takes a slash at its end for the end of the element, whatever element it is.
    fn close(&mut self, slash: bool) -> Result<Option<State>, Unfit> {
        self.open = false;
        if let Some(place) = self.tag.place() {
            let mut from = 0;
            for (attribute, to) in &self.ends {
                attribute.take(&self.values[from..*to], place, self.found)?;
                from = *to;
            }
        }
        self.spoken.pause(self.found)?;
        self.spoken.open(&self.name, self.tag, slash);
        let raw = self.raw == Raw::Kept && !slash;
        self.silent = raw && matches!(self.name.as_slice(), b"script" | b"style");
        Ok(if raw { raw_state(&self.name) } else { None })
    }
}

enum Next {
    State(State),
    Stop,
}

/// How the text of an element is read. libxml2 2.14 has no scripting, so that `noscript` holds elements.
fn raw_state(name: &[u8]) -> Option<State> {
    match name {
        b"script" => Some(State::ScriptData),
        b"style" | b"xmp" | b"iframe" | b"noembed" | b"noframes" => Some(State::RawText),
        b"textarea" | b"title" => Some(State::RcData),
        b"plaintext" => Some(State::PlainText),
        _ => None,
    }
}
