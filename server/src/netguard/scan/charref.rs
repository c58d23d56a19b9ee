//! Character references. Owns their decoding, with the table of the tokenizer; it never knows what the text is about.

use std::borrow::Cow;
use std::convert::Infallible;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

/// An attribute's value as it is written, decoded as in an attribute.
///
/// html5gum has no call for it, so it reads a tag with that one attribute; what ends the value is what a value of its
/// kind cannot hold.
pub(super) fn decoded(value: &str) -> Cow<'_, str> {
    if !value.contains('&') {
        return Cow::Borrowed(value);
    }
    let quote = if !value.contains('"') {
        "\""
    } else if !value.contains('\'') {
        "'"
    } else {
        ""
    };
    first_of(&format!("<a b={quote}{value}{quote}>")).map_or(Cow::Borrowed(value), Cow::Owned)
}

/// Text between tags, decoded.
pub(super) fn decoded_text(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    first_of(text).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// The first value or text that the tokenizer reports.
fn first_of(html: &str) -> Option<String> {
    let mut first = None;
    let emitter = CallbackEmitter::<_, Infallible>::new(|event: CallbackEvent<'_>, _: Span<()>| {
        if let CallbackEvent::AttributeValue { value } | CallbackEvent::String { value } = event {
            first.get_or_insert_with(|| String::from_utf8_lossy(value).into_owned());
        }
        None
    });
    let Ok(()) = Tokenizer::new_with_emitter(html, emitter).finish();
    first
}
